// A file in memory, for readers of large files.
#pragma once

#include <cstddef>
#include <string>

namespace flexura {

/// The whole of a regular file, mapped, and a zero behind it. Throws Error (input_error) when it cannot be read.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();
  [[nodiscard]] const char* begin() const { return data_; }
  [[nodiscard]] const char* end() const { return data_ + size_; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace flexura
