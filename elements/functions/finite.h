// The last check of a scalar function's result.
#pragma once

#include <string_view>

#include "math/taylor.h"

namespace flexura {

/// `y` with derivatives that do not exist set to zero. Throws Error (not_a_number) when the value itself does not
/// exist; `what` names the operation: "x^p".
Taylor2 finite(const Taylor2& y, std::string_view what, double x);

}  // namespace flexura
