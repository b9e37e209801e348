#include "output/sync.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace flexura {

bool sync_to_disk(int descriptor) noexcept {
  int result = 0;
  do {
    result = ::fsync(descriptor);
  } while (result != 0 && errno == EINTR);
  return result == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP;
}

bool sync_path(const std::string& path) noexcept {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool done = sync_to_disk(descriptor);
  const int reason = errno;
  ::close(descriptor);
  errno = reason;
  return done;
}

}  // namespace flexura
