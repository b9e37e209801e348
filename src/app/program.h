// The program from its command line to its exit code.
#pragma once

namespace flexura {

/// Runs what the command line asks for; returns the exit code (docs/command-line.md).
int run_program(int argc, char* argv[]);

}  // namespace flexura
