#include "elements/drives/fourier_series.h"

#include <cmath>

#include "elements/drives/window.h"

namespace flexura {

Taylor2 FourierSeriesDrive::value(const Taylor2& x, const DriveContext&) const {
  if (x.f < t0_ || x.f > t1_) return f0_;
  double g = f0_ + a_[0] / 2;
  double g1 = 0;
  double g2 = 0;
  for (std::size_t k = 1; k < a_.size(); ++k) {
    const double kw = static_cast<double>(k) * w_;
    const double s = std::sin(kw * (x.f - t0_));
    const double c = std::cos(kw * (x.f - t0_));
    const double term = a_[k] * c + b_[k] * s;
    g += term;
    g1 += kw * (b_[k] * c - a_[k] * s);
    g2 -= kw * kw * term;
  }
  return chain(x, g, g1, g2);
}

void FourierSeriesDrive::events(double from, double to, std::vector<double>& times) const {
  add_event(t0_, from, to, times);
  add_event(t1_, from, to, times);
}

DrivePointer read_fourier_series(Reader& reader) {
  const double t0 = reader.real();
  const double w = reader.real();
  const std::int64_t n = reader.positive_integer("the number of harmonics");
  std::vector<double> a = {reader.real()};
  std::vector<double> b = {0};
  for (std::int64_t k = 0; k < n; ++k) {
    a.push_back(reader.real());
    b.push_back(reader.real());
  }
  double t1 = forever;
  if (!reader.keyword("forever")) {
    const std::int64_t periods = reader.keyword("one") ? 1 : reader.positive_integer("the number of periods");
    if (!(w > 0)) reader.fail("a finite number of periods needs a positive angular frequency");
    t1 = t0 + 2 * M_PI / w * static_cast<double>(periods);
  }
  return std::make_shared<FourierSeriesDrive>(t0, w, std::move(a), std::move(b), t1, reader.real());
}

}  // namespace flexura
