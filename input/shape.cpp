#include "input/shape.h"

#include <algorithm>

#include <fmt/format.h>

namespace flexura {

double Shape::operator()(double xi) const {
  if (kind_ == Kind::polynomial) return values_[0] + xi * (values_[1] + xi * values_[2]);
  const auto next = std::upper_bound(abscissae_.begin(), abscissae_.end(), xi) - abscissae_.begin();
  if (next == 0) return values_.front();
  if (kind_ == Kind::steps || next == std::ssize(abscissae_)) return values_[next - 1];
  const double part = (xi - abscissae_[next - 1]) / (abscissae_[next] - abscissae_[next - 1]);
  return values_[next - 1] + part * (values_[next] - values_[next - 1]);
}

namespace {

Shape read_points(Reader& reader, Shape::Kind kind) {
  const std::int64_t count = reader.positive_integer("the number of points");
  std::vector<double> abscissae, values;
  for (std::int64_t i = 0; i < count; ++i) {
    const double xi = reader.real();
    if (!(xi >= -1 && xi <= 1)) reader.fail(fmt::format("the abscissae of a shape lie in [-1, 1], found {}", xi));
    if (i > 0 && xi <= abscissae.back())
      reader.fail(fmt::format("the abscissae of a shape must ascend, found {} after {}", xi, abscissae.back()));
    abscissae.push_back(xi);
    values.push_back(reader.real());
  }
  return {kind, std::move(abscissae), std::move(values)};
}

}  // namespace

Shape read_shape(Reader& reader) {
  switch (reader.choice({"const", "linear", "parabolic", "piecewise const", "piecewise linear"}, "kind of shape")) {
    case 0:
      return {reader.real(), 0, 0};
    case 1: {
      const double first = reader.real();
      const double last = reader.real();
      return {0.5 * (first + last), 0.5 * (last - first), 0};
    }
    case 2: {
      const double first = reader.real();
      const double middle = reader.real();
      const double last = reader.real();
      return {middle, 0.5 * (last - first), 0.5 * (first + last) - middle};
    }
    case 3:
      return read_points(reader, Shape::Kind::steps);
    default:
      return read_points(reader, Shape::Kind::lines);
  }
}

}  // namespace flexura
