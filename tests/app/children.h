// Processes of a launcher.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace flexura::test {

/// Processes that another one has started.
inline std::vector<pid_t> children(pid_t parent) {
  std::vector<pid_t> all;
  const std::string folder = "/proc/" + std::to_string(parent) + "/task";
  std::error_code gone;
  for (const auto& thread : std::filesystem::directory_iterator(folder, gone)) {
    std::ifstream list(thread.path() / "children");
    for (pid_t child = 0; list >> child;) all.push_back(child);
  }
  return all;
}

/// Whether a process still runs: there is one, and it does not only wait for somebody to ask for its exit code.
inline bool runs(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  std::getline(file, text);
  const auto end_of_name = text.rfind(") ");
  return end_of_name != std::string::npos && text[end_of_name + 2] != 'Z' && text[end_of_name + 2] != 'X';
}

/// The exit code of a launcher; -1 when a signal ended it. Launchers of Open MPI 4.1 with PMIx 4.2 now and then wait
/// for ever in `PMIx_server_finalize` after a rank was killed: one whose ranks are gone has ten seconds, then it is
/// killed too, and there is no code.
inline std::optional<int> result_of_launcher(pid_t launcher) {
  using namespace std::chrono_literals;
  int status = 0;
  auto busy_at = std::chrono::steady_clock::now();
  while (waitpid(launcher, &status, WNOHANG) == 0) {
    for (const pid_t rank : children(launcher))
      if (runs(rank)) busy_at = std::chrono::steady_clock::now();
    if (std::chrono::steady_clock::now() - busy_at > 10s) {
      kill(launcher, SIGKILL);
      waitpid(launcher, &status, 0);
      return std::nullopt;
    }
    std::this_thread::sleep_for(2ms);
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace flexura::test
