// The streams of a model: what it receives and what it sends while it runs.
#pragma once

#include <memory>
#include <vector>

#include "input/blocks/streams/external_driver.h"
#include "input/blocks/streams/stream_output.h"

namespace flexura {

/// Kept for one model (run_storage) in the order of the file.
struct Streams {
  std::vector<std::shared_ptr<ExternalDriver>> inputs;
  std::vector<std::shared_ptr<StreamOutput>> outputs;
  double patience = -1;  ///< `select timeout`, s: how long others may take to connect; negative: for ever
};

}  // namespace flexura
