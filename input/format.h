// C formats of one value, for `sprintf`.
#pragma once

#include <string>

#include "input/value.h"

namespace flexura {

/// Formats one value with a C format that holds exactly one conversion (d i o u x X c, e f g a and capitals, s).
/// Throws EvaluationError for a bad format or a value that does not fit the conversion.
std::string format_c(const std::string& format, const Value& value);

}  // namespace flexura
