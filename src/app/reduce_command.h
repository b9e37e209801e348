// `flexura reduce`: a flexible body for modal joints from a model or from matrices.
#pragma once

namespace flexura {

/// Runs the command with its arguments, `argv[1]` being "reduce"; returns the exit code.
int run_reduce(int argc, const char* const* argv);

}  // namespace flexura
