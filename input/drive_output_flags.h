// The flag `output` of `drive caller` cards.
#pragma once

#include <map>

namespace flexura {

/// By label of the drive; kept for the model by run_storage.
struct DriveOutputFlags {
  std::map<unsigned, bool> by_label;
};

}  // namespace flexura
