// Whether the parts of a FEM file belong together.
#pragma once

#include <functional>
#include <string>

#include "input/fem_model.h"

namespace flexura {

/// Some programs write record groups 14-18 by columns, as their titles say, others by rows, as the manual lists them:
/// where the lumped masses show that 14-16 fit by columns only, all five are put in order, and `warn` is told. It is
/// told, too, when they fit in neither order, and when modal masses are not those of the lumped masses. Without record
/// group 11 nothing is done. Format: input manual, appendix A.
void check_fem(FemModel& fem, const std::function<void(const std::string&)>& warn);

}  // namespace flexura
