#include "output/write_at.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <cerrno>

namespace flexura {

namespace {

/// A lock of bytes of a file; a file system without locks is let pass.
class Lock {
 public:
  Lock(int descriptor, std::int64_t place, std::size_t size) noexcept : descriptor_(descriptor) {
    range_.l_whence = SEEK_SET;
    range_.l_start = place;
    range_.l_len = static_cast<off_t>(size);
    set(F_WRLCK);
  }
  ~Lock() {
    const int reason = errno;
    set(F_UNLCK);
    errno = reason;
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  void set(short type) noexcept {
    range_.l_type = type;
    while (::fcntl(descriptor_, F_SETLKW, &range_) != 0 && errno == EINTR) {
    }
  }
  int descriptor_;
  struct flock range_ {};
};

}  // namespace

bool needs_locks(int descriptor) noexcept {
  struct statfs about {};
  return ::fstatfs(descriptor, &about) == 0 && about.f_type == NFS_SUPER_MAGIC;
}

bool write_at(int descriptor, std::int64_t place, const char* data, std::size_t size, bool locked) noexcept {
  if (size == 0) return true;
  if (locked) {
    const Lock lock(descriptor, place, size);
    return write_at(descriptor, place, data, size);
  }
  while (size > 0) {
    const ssize_t written = ::pwrite(descriptor, data, size, place);
    if (written < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    data += written;
    size -= static_cast<std::size_t>(written);
    place += written;
  }
  return true;
}

bool has_places(const std::string& path) noexcept {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) return true;
  if (!S_ISCHR(about.st_mode)) return !S_ISFIFO(about.st_mode) && !S_ISSOCK(about.st_mode);
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) return true;
  const bool has = ::lseek(descriptor, 0, SEEK_CUR) >= 0;
  ::close(descriptor);
  return has;
}

void try_to_cut(const std::string& path, std::int64_t length) noexcept {
  [[maybe_unused]] const int ignored = ::truncate(path.c_str(), length);
}

}  // namespace flexura
