#include "output/hdf5_image.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

#include "output/hdf5_file.h"
#include "support/error.h"

namespace flexura {

namespace {

using Range = Hdf5Image::Range;

[[noreturn]] void fail(const std::string& path, const std::string& what) {
  throw Error(ExitCode::output_failed, "results file `" + path + "` " + what);
}

/// An open file, read and written at places.
class Bytes {
 public:
  Bytes(const std::string& path, int mode) : path_(path), file_(::open(path.c_str(), mode | O_CLOEXEC)) {
    if (file_ < 0) refuse("opened");
  }
  Bytes(const Bytes&) = delete;
  Bytes& operator=(const Bytes&) = delete;
  ~Bytes() { ::close(file_); }

  [[nodiscard]] std::int64_t size() const {
    struct stat about {};
    if (::fstat(file_, &about) != 0) refuse("read");
    return about.st_size;
  }
  void read(std::int64_t place, char* to, std::int64_t count) const {
    all(count, "read", [&](std::int64_t done) { return ::pread(file_, to + done, count - done, place + done); });
  }
  void write(std::int64_t place, const char* from, std::int64_t count) const {
    all(count, "written", [&](std::int64_t done) { return ::pwrite(file_, from + done, count - done, place + done); });
  }
  void cut(std::int64_t size) const {
    if (::ftruncate(file_, size) != 0) refuse("cut back to the checkpoint");
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    fail(path_, "cannot be " + what + ": " + std::strerror(errno));
  }
  template <class Some>
  void all(std::int64_t count, const char* what, Some&& some) const {
    for (std::int64_t done = 0; done < count;) {
      errno = 0;
      const ssize_t moved = some(done);
      if (moved > 0) {
        done += moved;
      } else if (errno != EINTR) {
        refuse(what);
      }
    }
  }

  std::string path_;
  int file_;
};

/// Eight bytes of data every 4 kB, every megabyte in large files: their sum tells another run's data from the right
/// ones, which need not all be read. A whole number that a double can hold.
double sampled(const Bytes& file, const Range& data) {
  constexpr std::int64_t dense = 4096, sparse = std::int64_t{1} << 20, dense_end = 16 * sparse;
  double sum = 0;
  const auto next = [](std::int64_t place) {
    const std::int64_t step = place < dense_end ? dense : sparse;
    return (place + step - 1) / step * step;
  };
  for (std::int64_t place = next(data.begin); place < data.end; place = next(place + 1)) {
    std::uint64_t bits = 0;
    file.read(place, reinterpret_cast<char*>(&bits), std::min<std::int64_t>(data.end - place, sizeof bits));
    sum += static_cast<double>(((bits + static_cast<std::uint64_t>(place)) * 0x9e3779b97f4a7c15U) >> 40);
  }
  return sum;
}

/// A variable over time and its chunks.
class Chunks {
 public:
  /// Nothing when the object is none.
  static std::optional<Chunks> of(hid_t object, const std::string& path) {
    if (H5Iget_type(object) != H5I_DATASET) return {};
    Chunks chunks(object, path);
    const hdf5::Space space(H5Dget_space(object));
    hsize_t most[H5S_MAX_RANK];
    chunks.rank_ = space.ok() ? H5Sget_simple_extent_dims(space, chunks.size_, most) : -1;
    if (chunks.rank_ < 1 || most[0] != H5S_UNLIMITED) return {};
    const hdf5::Properties layout(H5Dget_create_plist(object));
    if (!layout.ok() || H5Pget_chunk(layout, H5S_MAX_RANK, chunks.block_) != chunks.rank_) chunks.unreadable();
    return chunks;
  }

  /// Instants in chunks that are full.
  [[nodiscard]] std::int64_t complete() const { return static_cast<std::int64_t>(size_[0] / block_[0] * block_[0]); }
  /// Adds the places of full chunks behind the first instants.
  void add(std::int64_t from, std::vector<Range>& places) const {
    hsize_t at[H5S_MAX_RANK] = {};
    for (at[0] = static_cast<hsize_t>(from) / block_[0] * block_[0]; at[0] + block_[0] <= size_[0];
         at[0] += block_[0]) {
      do {
        unsigned mask = 0;
        haddr_t place = HADDR_UNDEF;
        hsize_t bytes = 0;
        if (H5Dget_chunk_info_by_coord(set_, at, &mask, &place, &bytes) < 0) unreadable();
        if (place == HADDR_UNDEF) continue;
        places.push_back({static_cast<std::int64_t>(place), static_cast<std::int64_t>(place + bytes)});
      } while (advance(at));
    }
  }

 private:
  Chunks(hid_t set, const std::string& path) : set_(set), path_(&path) {}
  [[noreturn]] void unreadable() const { fail(*path_, "cannot be read for the checkpoint"); }
  /// The next chunk of the same instants.
  bool advance(hsize_t* at) const {
    for (int d = rank_ - 1; d > 0; --d) {
      at[d] += block_[d];
      if (at[d] < size_[d]) return true;
      at[d] = 0;
    }
    return false;
  }

  hid_t set_;
  const std::string* path_;
  int rank_ = 0;
  hsize_t size_[H5S_MAX_RANK] = {}, block_[H5S_MAX_RANK] = {};
};

/// Full chunks behind the first instants, and how many instants are in full chunks of all variables.
std::pair<std::vector<Range>, std::int64_t> new_chunks(const std::string& path, std::int64_t instants) {
  const hdf5::Silence silence;
  const hdf5::File file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT));
  H5G_info_t about{};
  if (!file.ok() || H5Gget_info(file, &about) < 0) fail(path, "cannot be read for the checkpoint");
  std::vector<Range> places;
  std::int64_t complete = std::numeric_limits<std::int64_t>::max();
  for (hsize_t k = 0; k < about.nlinks; ++k) {
    const hdf5::Object object(H5Oopen_by_idx(file, ".", H5_INDEX_NAME, H5_ITER_NATIVE, k, H5P_DEFAULT));
    if (!object.ok()) fail(path, "cannot be read for the checkpoint");
    const std::optional<Chunks> chunks = Chunks::of(object, path);
    if (!chunks) continue;
    complete = std::min(complete, chunks->complete());
    chunks->add(instants, places);
  }
  return {std::move(places), complete == std::numeric_limits<std::int64_t>::max() ? 0 : complete};
}

/// In the order of the file, each byte once.
std::vector<Range> merged(std::vector<Range> ranges) {
  std::sort(ranges.begin(), ranges.end(), [](const Range& a, const Range& b) { return a.begin < b.begin; });
  std::vector<Range> result;
  for (const Range& range : ranges) {
    if (!result.empty() && range.begin <= result.back().end) {
      result.back().end = std::max(result.back().end, range.end);
    } else {
      result.push_back(range);
    }
  }
  return result;
}

/// Numbers that hold so many bytes.
std::int64_t numbers_for(std::int64_t bytes) {
  return (bytes + static_cast<std::int64_t>(sizeof(double)) - 1) / static_cast<std::int64_t>(sizeof(double));
}

}  // namespace

std::vector<Range> Hdf5Image::rest() const {
  std::vector<Range> gaps;
  std::int64_t from = 0;
  for (const Range& data : data_) {
    if (data.begin > from) gaps.push_back({from, data.begin});
    from = data.end;
  }
  if (size_ > from) gaps.push_back({from, size_});
  return gaps;
}

void Hdf5Image::take(const std::string& path) {
  auto [places, instants] = new_chunks(path, instants_);
  const Bytes file(path, O_RDONLY);
  size_ = file.size();
  data_.insert(data_.end(), places.begin(), places.end());
  data_ = merged(std::move(data_));
  instants_ = instants;
  samples_ = 0;
  for (const Range& data : data_) samples_ += sampled(file, data);
  std::int64_t count = 0;
  for (const Range& gap : rest()) count += gap.end - gap.begin;
  bytes_.assign(static_cast<std::size_t>(numbers_for(count)), 0.);
  char* to = reinterpret_cast<char*>(bytes_.data());
  for (const Range& gap : rest()) {
    file.read(gap.begin, to, gap.end - gap.begin);
    to += gap.end - gap.begin;
  }
}

void Hdf5Image::put_back(const std::string& path) const {
  const Bytes file(path, O_RDWR);
  double samples = 0;
  // The library may have shortened what lies behind the data.
  const bool whole = data_.empty() || file.size() >= data_.back().end;
  for (std::size_t k = 0; whole && k < data_.size(); ++k) samples += sampled(file, data_[k]);
  if (!whole || samples != samples_)
    fail(path, "has not the data it had when the checkpoint was made: another run has written it");
  const char* from = reinterpret_cast<const char*>(bytes_.data());
  for (const Range& gap : rest()) {
    file.write(gap.begin, from, gap.end - gap.begin);
    from += gap.end - gap.begin;
  }
  file.cut(size_);
}

void Hdf5Image::remember(Archive& archive) {
  std::size_t ranges = data_.size();
  archive(size_, instants_, samples_, ranges);
  data_.resize(ranges);
  for (Range& data : data_) archive(data.begin, data.end);
  archive(bytes_);
}

}  // namespace flexura
