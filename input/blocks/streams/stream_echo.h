// A text file that repeats what goes through a stream.
#pragma once

#include <fstream>
#include <optional>
#include <string>
#include <vector>

namespace flexura {

/// Argument `echo` of a stream.
struct EchoSettings {
  std::string path;
  int precision = 6;  ///< digits behind the point
  double shift = 0;   ///< added to the time, s
};

/// A row of numbers each time something goes through. Without settings nothing is written.
class StreamEcho {
 public:
  explicit StreamEcho(std::optional<EchoSettings> settings) : settings_(std::move(settings)) {}
  /// Starts the file with some lines of text. Throws Error when it cannot be written.
  void open(const std::string& header);
  /// `time`: the first number of the row, if it is given.
  void write(const std::vector<double>& values, std::optional<double> time = {});

 private:
  std::optional<EchoSettings> settings_;
  std::ofstream file_;
};

}  // namespace flexura
