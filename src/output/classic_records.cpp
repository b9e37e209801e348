#include "output/classic_records.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <limits>
#include <utility>

#include "output/sync.h"
#include "support/error.h"

namespace flexura {

namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 20;
/// Where the header has the number of instants, a four-byte integer.
constexpr std::int64_t count_position = 4;

template <class Integer>
Integer big_endian(Integer value) {
  if constexpr (std::endian::native == std::endian::big) return value;
  if constexpr (sizeof(Integer) == 8) return __builtin_bswap64(value);
  return static_cast<Integer>(__builtin_bswap32(static_cast<std::uint32_t>(value)));
}

}  // namespace

ClassicRecords::ClassicRecords(std::string path, std::int64_t begin, std::int64_t size, std::int64_t instants)
    : path_(std::move(path)), begin_(begin), size_(size), position_(begin + instants * size), instants_(instants) {
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor_ < 0) fail(errno);
  buffer_.resize(buffer_size);
  if (::lseek(descriptor_, 0, SEEK_END) < position_) {
    throw Error(ExitCode::output_failed, "result file `" + path_ + "` has fewer than the " + std::to_string(instants) +
                                             " instants it had when the checkpoint was made");
  }
  write_count(instants);
  if (::ftruncate(descriptor_, position_) != 0) fail(errno);
}

ClassicRecords::~ClassicRecords() {
  try {
    close();
  } catch (const Error&) {
    // Reported when data were written while somebody was listening; nothing can be done about it here.
  }
}

void ClassicRecords::append(double value) {
  reserve(sizeof(std::uint64_t));
  const auto bits = big_endian(std::bit_cast<std::uint64_t>(value));
  std::memcpy(buffer_.data() + used_, &bits, sizeof(bits));
  used_ += sizeof(bits);
}

void ClassicRecords::append(std::int32_t value) {
  reserve(sizeof(std::uint32_t));
  const auto bits = big_endian(static_cast<std::uint32_t>(value));
  std::memcpy(buffer_.data() + used_, &bits, sizeof(bits));
  used_ += sizeof(bits);
}

void ClassicRecords::end_instant() {
  ++instants_;
  if (instants_ > std::numeric_limits<std::int32_t>::max()) fail(EFBIG);
}

void ClassicRecords::write_at(std::int64_t position, const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t written = ::pwrite(descriptor_, data, size, position);
    if (written < 0) {
      if (errno == EINTR) continue;
      fail(errno);
    }
    data += written;
    size -= static_cast<std::size_t>(written);
    position += written;
  }
}

void ClassicRecords::write_buffer() {
  if (descriptor_ < 0) {
    used_ = 0;
    return;
  }
  write_at(position_, buffer_.data(), used_);
  position_ += static_cast<std::int64_t>(used_);
  used_ = 0;
  const std::int64_t complete = std::min(instants_, (position_ - begin_) / size_);
  if (complete != counted_) write_count(complete);
}

void ClassicRecords::write_count(std::int64_t instants) {
  const auto count = big_endian(static_cast<std::uint32_t>(instants));
  char bytes[sizeof(count)];
  std::memcpy(bytes, &count, sizeof(count));
  write_at(count_position, bytes, sizeof(bytes));
  counted_ = instants;
}

void ClassicRecords::flush() { write_buffer(); }

std::int64_t ClassicRecords::sync() {
  flush();
  if (descriptor_ >= 0 && !sync_to_disk(descriptor_)) fail(errno);
  return instants_;
}

void ClassicRecords::close() {
  if (descriptor_ < 0) return;
  flush();
  if (::close(std::exchange(descriptor_, -1)) != 0) fail(errno);
}

void ClassicRecords::fail(int reason) {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  used_ = 0;
  throw Error(ExitCode::output_failed, "cannot write result file `" + path_ + "`: " + std::strerror(reason));
}

}  // namespace flexura
