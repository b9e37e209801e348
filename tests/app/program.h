// The executable, run from outside in a folder of its own.
#pragma once

#include <boost/test/unit_test.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "test_paths.h"

namespace flexura::test {

namespace fs = std::filesystem;

/// The executable and a folder to run it in.
struct Program {
  Program() : exists(fs::exists(FLEXURA_EXECUTABLE)) {
    if (!exists) {
      BOOST_TEST_MESSAGE("no executable: skipped");
      return;
    }
    std::string name = (fs::temp_directory_path() / "flexura_program_XXXXXX").string();
    folder = mkdtemp(name.data());
  }
  ~Program() {
    if (exists) fs::remove_all(folder);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  [[nodiscard]] std::string file(const std::string& name, const std::string& text = {}) const {
    const fs::path path = fs::path(folder) / name;
    if (!text.empty()) std::ofstream(path) << text;
    return path.string();
  }
  /// Makes a file of that name.
  void write(const std::string& name, const std::string& text) const { (void)file(name, text); }
  /// Starts the program in the folder; its two streams go to the files stdout and stderr.
  /// `prepare` is called in the new process.
  [[nodiscard]] pid_t start(std::vector<std::string> arguments, const std::function<void()>& prepare = {}) const {
    arguments.insert(arguments.begin(), FLEXURA_EXECUTABLE);
    return launch(std::move(arguments), prepare);
  }
  /// Starts it on several ranks; the process is that of the launcher.
  [[nodiscard]] pid_t start_ranks(int ranks, std::vector<std::string> arguments) const {
    const std::string number = std::to_string(ranks);
    arguments.insert(arguments.begin(),
                     {"mpirun", "--allow-run-as-root", "--oversubscribe", "-n", number, FLEXURA_EXECUTABLE});
    return launch(std::move(arguments));
  }
  [[nodiscard]] pid_t launch(std::vector<std::string> words_of_command,
                             const std::function<void()>& prepare = {}) const {
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child != 0) return child;
    if (prepare) prepare();
    if (chdir(folder.c_str()) != 0 || !std::freopen("stdout", "w", stdout) || !std::freopen("stderr", "w", stderr))
      _exit(99);
    std::vector<char*> words;
    for (auto& argument : words_of_command) words.push_back(argument.data());
    words.push_back(nullptr);
    execvp(words.front(), words.data());
    _exit(98);
  }
  [[nodiscard]] static int result(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  [[nodiscard]] int run(const std::vector<std::string>& arguments) const { return result(start(arguments)); }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream stream(fs::path(folder) / name);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
  }

  bool exists;
  std::string folder;
};

}  // namespace flexura::test
