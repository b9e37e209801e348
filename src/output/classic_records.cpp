#include "output/classic_records.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

#include "output/sync.h"
#include "output/write_at.h"
#include "support/error.h"

namespace flexura {

namespace {

constexpr std::size_t record_buffer_size = std::size_t{1} << 20;
/// Where the header has the number of instants, a four-byte integer.
constexpr std::int64_t count_position = 4;

template <class Integer>
Integer big_endian(Integer value) {
  if constexpr (std::endian::native == std::endian::big) return value;
  if constexpr (sizeof(Integer) == 8) return __builtin_bswap64(value);
  return static_cast<Integer>(__builtin_bswap32(static_cast<std::uint32_t>(value)));
}

}  // namespace

namespace {

/// The header of a classic file, read from its beginning.
class Header {
 public:
  explicit Header(const std::string& path) : file_(path, std::ios::binary) {}

  /// Where the first variable with the unlimited dimension starts; negative when the header is not understood.
  std::int64_t record_begin() {
    char magic[4] = {};
    file_.read(magic, sizeof magic);
    if (std::string_view(magic, 3) != "CDF" || (magic[3] != 1 && magic[3] != 2)) return -1;
    const std::size_t offset_size = magic[3] == 1 ? 4 : 8;
    number(4);  // of instants
    std::uint64_t unlimited = ~std::uint64_t{0};
    for (std::uint64_t k = 0, count = list(); k < count; ++k) {
      skip(number(4));
      if (number(4) == 0) unlimited = k;
    }
    attributes();
    std::int64_t first = -1;
    for (std::uint64_t k = 0, count = list(); k < count && file_; ++k) {
      skip(number(4));
      bool record = false;
      for (std::uint64_t d = 0, dimensions = number(4); d < dimensions && file_; ++d)
        if (number(4) == unlimited && d == 0) record = true;
      attributes();
      number(4);  // type
      number(4);  // size
      const auto begin = static_cast<std::int64_t>(number(offset_size));
      if (record && (first < 0 || begin < first)) first = begin;
    }
    return file_ ? first : -1;
  }

 private:
  std::uint64_t number(std::size_t size) {
    unsigned char bytes[8] = {};
    file_.read(reinterpret_cast<char*>(bytes), static_cast<std::streamsize>(size));
    std::uint64_t value = 0;
    for (std::size_t k = 0; k < size; ++k) value = value << 8 | bytes[k];
    return value;
  }
  /// Bytes of names and attributes are filled up to multiples of four.
  void skip(std::uint64_t size) { file_.ignore(static_cast<std::streamsize>((size + 3) / 4 * 4)); }
  /// Length of a list, behind its tag.
  std::uint64_t list() {
    number(4);
    return file_ ? number(4) : 0;
  }
  void attributes() {
    for (std::uint64_t k = 0, count = list(); k < count && file_; ++k) {
      skip(number(4));
      constexpr std::uint64_t sizes[] = {0, 1, 1, 2, 4, 4, 8};  // by type
      const std::uint64_t type = number(4);
      skip(number(4) * (type < std::size(sizes) ? sizes[type] : 0));
    }
  }

  std::ifstream file_;
};

}  // namespace

std::int64_t record_begin(const std::string& path) {
  const std::int64_t begin = Header(path).record_begin();
  if (begin < 0) throw Error(ExitCode::output_failed, "cannot read back the header of result file `" + path + "`");
  return begin;
}

ClassicRecords::ClassicRecords(std::string path, std::int64_t begin, std::int64_t size, std::int64_t instants)
    : path_(std::move(path)), begin_(begin), size_(size), position_(begin + instants * size), instants_(instants) {
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor_ < 0) fail(errno);
  locks_ = needs_locks(descriptor_);
  buffer_.resize(record_buffer_size);
  if (instants > 0 && ::lseek(descriptor_, 0, SEEK_END) < position_) {
    throw Error(ExitCode::output_failed, "result file `" + path_ + "` has fewer than the " + std::to_string(instants) +
                                             " instants it had when the checkpoint was made");
  }
  write_count(instants);
  if (::ftruncate(descriptor_, position_) != 0) fail(errno);
}

ClassicRecords::ClassicRecords(std::string path, const Place& place)
    : path_(std::move(path)),
      begin_(place.begin),
      size_(place.size),
      position_(place.begin + place.instants * place.size),
      instants_(place.instants),
      shared_(true),
      counts_(false) {
  // A client of NFS may still believe that there is no such file, unless it is to create it.
  descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail(errno);
  locks_ = needs_locks(descriptor_);
  buffer_.resize(record_buffer_size);
}

ClassicRecords::Place ClassicRecords::share() {
  flush();
  shared_ = true;
  return {begin_, size_, instants_};
}

void ClassicRecords::go_to(std::int64_t place) {
  const std::int64_t position = begin_ + instants_ * size_ + place;
  if (position == position_ + static_cast<std::int64_t>(used_)) return;
  write_buffer();
  position_ = position;
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
  if (!flexura::write_at(descriptor_, position, data, size, locks_ && shared_)) fail(errno);
}

void ClassicRecords::write_buffer() {
  if (descriptor_ < 0) {
    used_ = 0;
    return;
  }
  write_at(position_, buffer_.data(), used_);
  position_ += static_cast<std::int64_t>(used_);
  used_ = 0;
  const std::int64_t complete = shared_ ? instants_ : std::min(instants_, (position_ - begin_) / size_);
  if (counts_ && complete != counted_) write_count(complete);
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

void ClassicRecords::drop(bool cuts) noexcept {
  used_ = 0;
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  if (cuts) try_to_cut(path_, begin_ + instants_ * size_);
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
