// What a `state space` card says.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/drive.h"

namespace flexura {

/// One `state space` card: when the model is linearised, for which inputs and outputs, and in which form it is written.
struct StateSpaceSettings {
  struct Input {
    std::string name;
    DrivePointer drive;
    std::function<void(const Taylor2&)> shift;  ///< what is added to it from now on
  };
  struct Output {
    std::string name;
    DriveId drive = -1;  ///< its value
  };

  std::vector<double> times;  ///< s; done at the first step that reaches each
  std::vector<Input> inputs;
  std::vector<Output> outputs;
  bool reduced = true;      ///< A, B, C, D in minimal coordinates
  bool descriptor = false;  ///< also, or only, the equations as they are: E x' = A x + B u
};

}  // namespace flexura
