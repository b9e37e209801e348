// What the solver prints while it works (cards `output` and `output meter` of the problem block).
#pragma once

#include "model/drive.h"

namespace flexura {

struct SolverChatter {
  bool iterations = false;                                  ///< the error of each iteration
  bool residual = false;                                    ///< the residual of each iteration, by equation
  bool solution = false;                                    ///< the increment of each iteration, by equation
  bool jacobian = false;                                    ///< each matrix, entry by entry
  bool messages = true;                                     ///< what is worth knowing and no warning
  bool counter = false;                                     ///< a line for each step
  bool bailout = false;                                     ///< the residual of an iteration that fails
  bool matrix_condition = false, solver_condition = false;  ///< of each matrix, and of what is factored
  bool condition_range = false;                             ///< `stat`: at the end the range of the latter
  bool cpu_time = false;                                    ///< processor time of each step, and of the whole run
  DrivePointer meter;                                       ///< steps at which the above is printed; null: all
};

}  // namespace flexura
