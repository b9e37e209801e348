// A text file written through a buffer of its own, with every failure noticed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace flexura {

/// An output file. Every failure (open, write, full disk, close) throws Error with ExitCode::output_failed, the name of
/// the file and the system's reason; after a failure the file takes no more data, and what was written stays.
class TextFile {
 public:
  enum class Start { anew, go_on, join };
  /// Creates or truncates the file; opens one that exists, for cut_back(); or one that another rank has made, for
  /// write_at().
  explicit TextFile(std::string path, Start start = Start::anew);
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;
  /// Writes what is left if it can; does not throw.
  ~TextFile();

  /// At least `room` bytes to write to; call `advance` with the end of what was written.
  char* reserve(std::size_t room) {
    if (buffer_.size() - used_ < room) make_room(room);
    return buffer_.data() + used_;
  }
  void advance(const char* end) { used_ = static_cast<std::size_t>(end - buffer_.data()); }
  void write(std::string_view text);
  /// Hands everything to the system.
  void flush();
  /// Hands text to the system for a place of a file that other ranks write, too; the buffer has no part in it.
  void write_at(std::int64_t place, std::string_view text);
  /// Flushes, and waits until the data are on the disk. Returns the length of the file in bytes.
  std::int64_t sync();
  /// Drops what the file has behind this length and goes on there. Throws when it is shorter.
  void cut_back(std::int64_t length);
  /// Drops the buffer, and what the file has behind this length if that is possible (negative: nothing); the file takes
  /// no more data.
  void give_up(std::int64_t length) noexcept;
  /// Flushes and closes; the file takes no more data.
  void close();
  /// Of what the system has; bytes.
  [[nodiscard]] std::int64_t length() const { return length_; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  void make_room(std::size_t room);
  [[noreturn]] void fail(std::string_view action, int reason);

  std::string path_;
  int descriptor_ = -1;
  bool locks_ = false;
  std::vector<char> buffer_;  ///< empty until something is written
  std::size_t used_ = 0;
  std::int64_t length_ = 0;
};

}  // namespace flexura
