// Processes of a launcher.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace flexura::test {

/// Processes that another one has started.
inline std::vector<pid_t> children(pid_t parent) {
  std::vector<pid_t> all;
  const std::string folder = "/proc/" + std::to_string(parent) + "/task";
  for (const auto& thread : std::filesystem::directory_iterator(folder)) {
    std::ifstream list(thread.path() / "children");
    for (pid_t child = 0; list >> child;) all.push_back(child);
  }
  return all;
}

}  // namespace flexura::test
