// Where the results of a model go.
#pragma once

#include <string>

namespace flexura {

/// The path in front of ".mov", ".out", ... .
///
/// Without `requested` it is the model's path without the extension of its name (kept when it is one that results have,
/// so that no result takes the place of the model). A folder, existing or written with a slash at the end, keeps the
/// model's name in it. Throws Error: output_failed when the folder does not exist, usage when a result file would
/// replace the model, or when several models share one prefix.
std::string result_prefix(const std::string& model, const std::string& requested, bool several_models);

}  // namespace flexura
