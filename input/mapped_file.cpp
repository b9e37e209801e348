#include "input/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "support/error.h"

namespace flexura {

MappedFile::MappedFile(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY);
  struct stat status {};
  if (file < 0 || fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
    const std::string why = std::strerror(file < 0 ? errno : EISDIR);
    if (file >= 0) close(file);
    throw Error(ExitCode::input_error, fmt::format("cannot read file `{}`: {}", path, why));
  }
  size_ = static_cast<std::size_t>(status.st_size);
  if (size_ > 0) {
    // Behind the file, which may fill its last page, there is a zero as behind other texts.
    void* const at = mmap(nullptr, size_ + 1, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    const bool mapped =
        at != MAP_FAILED && mmap(at, size_, PROT_READ, MAP_PRIVATE | MAP_POPULATE | MAP_FIXED, file, 0) != MAP_FAILED;
    const int error = errno;
    if (!mapped) {
      if (at != MAP_FAILED) munmap(at, size_ + 1);
      close(file);
      throw Error(error == ENOMEM ? ExitCode::out_of_memory : ExitCode::input_error,
                  fmt::format("cannot read file `{}`: {}", path, std::strerror(error)));
    }
    data_ = static_cast<const char*>(at);
  }
  close(file);
}

MappedFile::~MappedFile() {
  if (data_) munmap(const_cast<char*>(data_), size_ + 1);
}

}  // namespace flexura
