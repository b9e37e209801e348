#include "input/file_name.h"

#include <pwd.h>

#include <cstdlib>
#include <filesystem>

#include "input/keyword.h"
#include "support/error.h"

namespace flexura {

namespace {

std::string variable_value(const std::string& variable, const std::string& name) {
  if (const char* value = std::getenv(variable.c_str())) return value;
  throw Error(ExitCode::input_error,
              "environment variable `" + variable + "` in the file name \"" + name + "\" is not set");
}

std::string home_folder(const std::string& user, const std::string& name) {
  if (user.empty()) {
    if (const char* home = std::getenv("HOME")) return home;
  } else if (const passwd* entry = getpwnam(user.c_str())) {
    return entry->pw_dir;
  }
  throw Error(ExitCode::input_error, "home folder of `~" + user + "` in the file name \"" + name + "\" is not known");
}

}  // namespace

std::string expand_file_name(const std::string& name) {
  std::string result;
  for (std::size_t i = 0; i < name.size();) {
    const bool brace = name[i] == '$' && i + 1 < name.size() && name[i + 1] == '{';
    const std::size_t start = i + (brace ? 2 : 1);
    if (name[i] != '$' || start >= name.size() || !is_name_start(name[start])) {
      result += name[i++];
      continue;
    }
    std::size_t end = start;
    while (end < name.size() && is_name_char(name[end])) ++end;
    if (brace && (end == name.size() || name[end] != '}')) {
      throw Error(ExitCode::input_error, "`${` in the file name \"" + name + "\" is not closed by `}`");
    }
    result += variable_value(name.substr(start, end - start), name);
    i = end + (brace ? 1 : 0);
  }
  if (!result.empty() && result[0] == '~') {
    const std::size_t slash = result.find('/');
    if (slash != std::string::npos) result = home_folder(result.substr(1, slash - 1), name) + result.substr(slash);
  }
  return result;
}

std::string file_in(const std::string& directory, const std::string& name) {
  return (std::filesystem::path(directory) / name).lexically_normal().string();
}

}  // namespace flexura
