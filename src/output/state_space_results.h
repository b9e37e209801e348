// Linear models of the motion as files.
#pragma once

#include <string>

#include "solvers/problems/state_space_result.h"

namespace flexura {

/// Writes <prefix>_ss_<k>.nc with everything, and each matrix as <prefix>_ss_<k>_<name>.mtx (Matrix Market). Throws
/// Error(output_failed).
void write_state_space(const std::string& prefix, const StateSpaceResult& result);

}  // namespace flexura
