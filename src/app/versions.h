// Versions of the program and of the libraries it runs with.
#pragma once

#include <string>

namespace flexura {

/// Several lines for `--version`; needs no MPI.
std::string version_text();

}  // namespace flexura
