#include "elements/functions/combined.h"

#include <fmt/format.h>

#include "elements/functions/finite.h"
#include "support/error.h"

namespace flexura {

Taylor2 CombinedFunction::at(double x) const {
  const Taylor2 a = first_->at(x);
  const Taylor2 b = second_->at(x);
  switch (operation_) {
    case Operation::sum:
      return a + b;
    case Operation::sub:
      return a - b;
    case Operation::mul:
      return a * b;
    case Operation::div:
      if (b.f == 0) {
        throw Error(ExitCode::not_a_number, fmt::format("scalar function `div`: the divisor is zero at x = {:.9g}", x));
      }
      return finite(a / b, "`div`", x);
    case Operation::powfun:
      break;
  }
  return finite(pow(a, b), "`powfun`", x);
}

}  // namespace flexura
