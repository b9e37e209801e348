#include "elements/drives/piecewise_linear.h"

#include <algorithm>

#include "elements/drives/window.h"

namespace flexura {

Taylor2 PiecewiseLinearDrive::value(const Taylor2& x, const DriveContext&) const {
  if (x.f < x_.front()) return f_.front();
  if (x.f >= x_.back()) return f_.back();
  const auto i = std::upper_bound(x_.begin(), x_.end(), x.f) - x_.begin() - 1;
  const double slope = (f_[i + 1] - f_[i]) / (x_[i + 1] - x_[i]);
  return chain(x, f_[i] + slope * (x.f - x_[i]), slope, 0);
}

void PiecewiseLinearDrive::events(double from, double to, std::vector<double>& times) const {
  for (const double x : x_) add_event(x, from, to, times);
}

DrivePointer read_piecewise_linear(Reader& reader) {
  const std::int64_t count = reader.positive_integer("the number of points");
  std::vector<double> x, f;
  for (std::int64_t i = 0; i < count; ++i) {
    x.push_back(reader.real());
    if (i > 0 && x[i] <= x[i - 1]) reader.fail("the abscissae of the points must ascend");
    f.push_back(reader.real());
  }
  return std::make_shared<PiecewiseLinearDrive>(std::move(x), std::move(f));
}

}  // namespace flexura
