#include "elements/functions/elementary.h"

#include <cmath>

#include <fmt/format.h>

#include "elements/functions/finite.h"
#include "support/error.h"

namespace flexura {

Taylor2 finite(const Taylor2& y, std::string_view what, double x) {
  if (!std::isfinite(y.f)) {
    throw Error(ExitCode::not_a_number, fmt::format("scalar function {} has no value at x = {:.9g}", what, x));
  }
  return {y.f, std::isfinite(y.d) ? y.d : 0, std::isfinite(y.dd) ? y.dd : 0};
}

Taylor2 PowerFunction::at(double x) const { return finite(pow(Taylor2(x, 1, 0), exponent_), "`pow`", x); }

ExponentialFunction::ExponentialFunction(double base, double coefficient, double multiplier)
    : rate_(coefficient * std::log(base)), multiplier_(multiplier) {}

Taylor2 ExponentialFunction::at(double x) const {
  const double y = multiplier_ * std::exp(rate_ * x);
  return finite({y, rate_ * y, rate_ * rate_ * y}, "`exp`", x);
}

LogarithmFunction::LogarithmFunction(double base, double coefficient, double multiplier)
    : coefficient_(coefficient), factor_(multiplier / std::log(base)) {}

Taylor2 LogarithmFunction::at(double x) const {
  const double argument = coefficient_ * x;
  if (!(argument > 0)) {
    throw Error(
        ExitCode::not_a_number,
        fmt::format("scalar function `log`: the argument must be positive, found {:.9g} at x = {:.9g}", argument, x));
  }
  return {factor_ * std::log(argument), factor_ / x, -factor_ / (x * x)};
}

}  // namespace flexura
