// The check of spectral radii that methods make at run time.
#pragma once

#include <string_view>

namespace flexura {

/// Throws Error (input_error) with radius_objection() when the method cannot run with this radius.
void check_radius(std::string_view keyword, double rho);

}  // namespace flexura
