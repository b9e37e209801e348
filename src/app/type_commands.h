// What the program says about its types: `--list`, `--describe NAME`, `element-check`.
#pragma once

#include "app/command_line.h"

namespace flexura {

/// Carries out such a command; returns the exit code: 0, 1 when a check fails, 2 when a module cannot be loaded, 7 when
/// a name is unknown.
int show_types(const CommandLine& line);

}  // namespace flexura
