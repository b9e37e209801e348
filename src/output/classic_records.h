// The data part of a NetCDF file of a classic kind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace flexura {

/// Appends instants to a classic NetCDF file whose header is complete.
///
/// In these formats the values of one instant of all variables with the unlimited dimension lie together, in the order
/// of their definition, as big-endian numbers (NetCDF classic format specification, "record data"). Written so, an
/// instant costs a copy; through the library it costs a search for each variable. The number of instants in the header
/// is brought up to date after their data, so that the file can be read at any time, also after a failure. Every
/// failure throws Error(output_failed).
///
/// Several ranks may write parts of the instants, once the first one has called share(): each goes to the places of its
/// parts, and the first one counts the instants that all have written.
class ClassicRecords {
 public:
  /// `begin`: where the first instant starts; `size`: bytes of an instant. What the file has behind `begin` is
  /// dropped.
  ClassicRecords(std::string path, std::int64_t begin, std::int64_t size)
      : ClassicRecords(std::move(path), begin, size, 0) {}
  /// Goes on behind the first `instants` instants.
  ClassicRecords(std::string path, std::int64_t begin, std::int64_t size, std::int64_t instants);
  /// Where the instants of a file are.
  struct Place {
    std::int64_t begin = 0, size = 0, instants = 0;
  };
  /// A rank that writes beside the one that has made the file.
  ClassicRecords(std::string path, const Place& place);
  ClassicRecords(const ClassicRecords&) = delete;
  ClassicRecords& operator=(const ClassicRecords&) = delete;
  /// Closes the file without a word.
  ~ClassicRecords();

  void append(double value);
  void append(std::int32_t value);
  void append(const double* values, int count) {
    for (int k = 0; k < count; ++k) append(values[k]);
  }
  /// From here on others write, too.
  Place share();
  /// What follows goes to this place of the instant, in bytes; once the file is shared.
  void go_to(std::int64_t place);
  /// All values of an instant have been appended; if the file is shared, by all ranks, and handed to the system.
  void end_instant();
  /// Hands complete instants, or the parts of them, to the system.
  void flush();
  void close();
  /// Hands complete instants to the system and waits until they are on the disk; returns their number.
  std::int64_t sync();
  /// The file takes no more data; one rank cuts it back to the complete instants, if that is possible.
  void drop(bool cuts) noexcept;

 private:
  void reserve(std::size_t room) {
    if (buffer_.size() - used_ < room) write_buffer();
  }
  void write_buffer();
  void write_count(std::int64_t instants);
  void write_at(std::int64_t position, const char* data, std::size_t size);
  [[noreturn]] void fail(int reason);

  std::string path_;
  int descriptor_ = -1;
  std::int64_t begin_, size_;
  std::int64_t position_;      ///< in the file, of the first byte of the buffer
  std::int64_t instants_ = 0;  ///< complete ones, buffered or written
  std::int64_t counted_ = 0;   ///< in the header
  bool shared_ = false;        ///< complete instants have been written by all ranks
  bool counts_ = true;         ///< this rank brings the header up to date
  bool locks_ = false;
  std::vector<char> buffer_;
  std::size_t used_ = 0;
};

/// Where the first instant of a classic NetCDF file starts, from its header (NetCDF classic format specification).
/// Throws Error(output_failed).
std::int64_t record_begin(const std::string& path);

}  // namespace flexura
