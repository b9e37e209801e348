// Everything a model file may name, for `--list`.
#pragma once

#include <string>

namespace flexura {

/// Keywords by kind, one a line with a description. Keywords that are only known, so that they can be refused by name,
/// are left out.
std::string keyword_list();

}  // namespace flexura
