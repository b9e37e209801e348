// The scalar functions of the language.
#pragma once

#include "elements/functions/library.h"

namespace flexura {

/// Readers of all types of scalar functions.
const ScalarFunctionRegistry& scalar_function_types();
/// The same, to add one.
ScalarFunctionRegistry& open_scalar_function_types();

}  // namespace flexura
