// The `.log` file: the model once, for post-processors.
#pragma once

#include <string>

#include "model/model.h"
#include "output/options.h"

namespace flexura {

/// Writes <prefix>.log: units, structural nodes, the record of each element, numbering of the unknowns of nodes, output
/// frequency. Throws Error(output_failed).
void write_model_log(const std::string& prefix, const Model& model, const OutputOptions& options);

}  // namespace flexura
