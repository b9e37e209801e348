// The scalar functions of the language.
#pragma once

#include "elements/functions/library.h"

namespace flexura {

/// Adds all types of scalar functions, one line a type.
void register_scalar_functions(ScalarFunctionRegistry& registry);

}  // namespace flexura
