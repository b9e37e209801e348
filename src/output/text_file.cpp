#include "output/text_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "output/sync.h"
#include "output/write_at.h"
#include "support/error.h"

namespace flexura {

namespace {
constexpr std::size_t least_buffer = 1 << 16;
}

TextFile::TextFile(std::string path, Start start) : path_(std::move(path)) {
  // A client of NFS that joins may still believe that there is no such file, unless it is to create it.
  const int create = start == Start::anew ? O_CREAT | O_TRUNC : start == Start::join ? O_CREAT : 0;
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC | create, 0666);
  if (descriptor_ < 0) fail("open", errno);
  locks_ = needs_locks(descriptor_);
}

TextFile::~TextFile() {
  try {
    close();
  } catch (const std::exception&) {
    // Reported when data were written while somebody was listening; nothing can be done about it here.
  }
}

void TextFile::fail(std::string_view action, int reason) {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
  used_ = 0;
  throw Error(ExitCode::output_failed,
              "cannot " + std::string(action) + " result file `" + path_ + "`: " + std::strerror(reason));
}

void TextFile::make_room(std::size_t room) {
  flush();
  if (buffer_.size() < room) buffer_.resize(std::max(room, least_buffer));
}

void TextFile::write(std::string_view text) {
  char* out = reserve(text.size());
  std::memcpy(out, text.data(), text.size());
  used_ += text.size();
}

void TextFile::flush() {
  std::size_t done = 0;
  while (descriptor_ >= 0 && done < used_) {
    const ssize_t written = ::write(descriptor_, buffer_.data() + done, used_ - done);
    if (written > 0) {
      done += static_cast<std::size_t>(written);
      length_ += written;
    } else if (written < 0 && errno != EINTR) {
      fail("write", errno);
    }
  }
  used_ = 0;
}

void TextFile::write_at(std::int64_t place, std::string_view text) {
  if (descriptor_ >= 0 && !flexura::write_at(descriptor_, place, text.data(), text.size(), locks_))
    fail("write", errno);
}

std::int64_t TextFile::sync() {
  flush();
  if (descriptor_ >= 0 && !sync_to_disk(descriptor_)) fail("write", errno);
  return length_;
}

void TextFile::cut_back(std::int64_t length) {
  const off_t end = ::lseek(descriptor_, 0, SEEK_END);
  if (end < 0) fail("read", errno);
  if (end < length) {
    throw Error(ExitCode::output_failed, "result file `" + path_ + "` has " + std::to_string(end) + " bytes, it had " +
                                             std::to_string(length) + " when the checkpoint was made");
  }
  if (::ftruncate(descriptor_, length) != 0 || ::lseek(descriptor_, length, SEEK_SET) != length) fail("cut", errno);
  length_ = length;
}

void TextFile::give_up(std::int64_t length) noexcept {
  used_ = 0;
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  if (length >= 0) try_to_cut(path_, length);
}

void TextFile::close() {
  if (descriptor_ < 0) return;
  flush();
  const int descriptor = std::exchange(descriptor_, -1);
  if (::close(descriptor) != 0) fail("close", errno);
}

}  // namespace flexura
