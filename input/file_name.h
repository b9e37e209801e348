// Names of files as model files write them.
#pragma once

#include <string>

namespace flexura {

/// Replaces `$NAME` and `${NAME}` from the environment, then a leading `~/` or `~user/` by the home folder. Throws
/// Error (input_error) for a variable that is not set, an unclosed brace or an unknown user.
std::string expand_file_name(const std::string& name);

/// `name` seen from `directory`, unless it is absolute; "." components removed.
std::string file_in(const std::string& directory, const std::string& name);

}  // namespace flexura
