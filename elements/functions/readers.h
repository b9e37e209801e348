// Readers of the scalar functions.
#pragma once

#include "elements/functions/combined.h"
#include "input/reader.h"

namespace flexura {

ScalarFunctionPointer read_constant_function(Reader& reader);
ScalarFunctionPointer read_linear_function(Reader& reader);
ScalarFunctionPointer read_power_function(Reader& reader);
ScalarFunctionPointer read_exponential_function(Reader& reader);
ScalarFunctionPointer read_logarithm_function(Reader& reader);
ScalarFunctionPointer read_multilinear_function(Reader& reader);
ScalarFunctionPointer read_cubic_spline_function(Reader& reader);
ScalarFunctionPointer read_chebychev_function(Reader& reader);
template <CombinedFunction::Operation operation>
ScalarFunctionPointer read_combined_function(Reader& reader);

}  // namespace flexura
