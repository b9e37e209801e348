// Files of neural networks for tests.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace flexura::test {

/// A file that is removed with this object.
class NetworkFile {
 public:
  explicit NetworkFile(const std::string& text) {
    static int count = 0;
    path_ = (std::filesystem::temp_directory_path() /
             ("flexura_network_" + std::to_string(::getpid()) + "_" + std::to_string(++count) + ".dat"))
                .string();
    std::ofstream(path_) << text;
  }
  NetworkFile(const NetworkFile&) = delete;
  NetworkFile& operator=(const NetworkFile&) = delete;
  ~NetworkFile() { std::filesystem::remove(path_); }
  [[nodiscard]] const std::string& path() const { return path_; }
  /// As an argument of a card.
  [[nodiscard]] std::string argument() const { return "\"" + path_ + "\""; }

 private:
  std::string path_;
};

/// A network of one hidden layer with four neurons and weights of all sizes.
inline std::string network_text(int inputs, int outputs) {
  std::string text = std::to_string(inputs) + " " + std::to_string(outputs) + " 1 0\n4 " + std::to_string(outputs) +
                     "\n1\n1.7 0.6\n0.1\n0.2\n";
  int count = 0;
  const auto number = [&] { return std::to_string(0.1 * ((count++ * 7) % 11) - 0.4) + " "; };
  for (int i = 0; i < inputs * 4 + 4 * outputs; ++i) text += number();
  for (int i = 0; i < inputs + outputs; ++i)
    text += std::to_string(0.5 + 0.1 * i) + " " + std::to_string(0.2 * i) + "\n";
  return text;
}

}  // namespace flexura::test
