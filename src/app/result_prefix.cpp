#include "app/result_prefix.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "support/error.h"

namespace flexura {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view result_extensions[] = {".out", ".log", ".mov", ".ine", ".jnt", ".frc", ".act", ".mod",
                                                  ".gen", ".aer", ".air", ".abs", ".usr", ".inl", ".rfm", ".dof",
                                                  ".m",   ".nc",  ".sol", ".pla", ".rot", ".hyd", ".prs", ".ele",
                                                  ".thn", ".the", ".prm", ".grv", ".drv"};

bool is_result_extension(const std::string& extension) {
  return std::find(std::begin(result_extensions), std::end(result_extensions), extension) !=
         std::end(result_extensions);
}

}  // namespace

std::string result_prefix(const std::string& model, const std::string& requested, bool several_models) {
  const fs::path path(model);
  const std::string stem =
      is_result_extension(path.extension().string()) ? path.filename().string() : path.stem().string();
  std::error_code ignored;
  fs::path prefix;
  if (requested.empty()) {
    prefix = path.parent_path() / stem;
  } else if (requested.back() == '/' || fs::is_directory(requested, ignored)) {
    prefix = fs::path(requested) / stem;
  } else if (several_models) {
    throw Error(ExitCode::usage, "the results of several models cannot share the prefix `" + requested +
                                     "`: give a folder, `-o " + requested + "/`");
  } else {
    prefix = requested;
  }
  const fs::path folder = prefix.parent_path();
  if (!folder.empty() && !fs::is_directory(folder, ignored))
    throw Error(ExitCode::output_failed, "the folder `" + folder.string() + "` for the results does not exist");
  const std::string extension = path.extension().string();
  if (is_result_extension(extension) &&
      fs::path(prefix.string() + extension).lexically_normal() == path.lexically_normal())
    throw Error(ExitCode::usage, "results with the prefix `" + prefix.string() + "` would replace the model file");
  return prefix.string();
}

}  // namespace flexura
