#include "output/checkpoint_lists.h"

#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstring>
#include <numeric>

#include "output/hdf5_file.h"

namespace flexura {

namespace {

/// Of the layout of the file.
constexpr int format = 1;

/// A file could not be closed: the library would fall over it at its end.
bool unfinished = false;

/// The finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
std::uint64_t scatter(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

std::uint64_t checksum(const std::vector<double>& list) {
  std::uint64_t sum = list.size();
  for (std::size_t k = 0; k < list.size(); ++k)
    sum += scatter(std::bit_cast<std::uint64_t>(list[k]) + 0x9e3779b97f4a7c15U * (k + 1));
  return sum;
}

/// Writes the lists of one file; after a failure it goes on, since the other ranks wait in every call.
class Writer {
 public:
  Writer(const std::string& path, MPI_Comm communicator) : communicator_(communicator) {
    MPI_Comm_rank(communicator, &rank_);
    MPI_Comm_size(communicator, &ranks_);
    const hdf5::Properties access(H5Pcreate(H5P_FILE_ACCESS));
    // With the newest layout all of the file's own data have checksums, too.
    note(H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110));
    if (ranks_ > 1) note(H5Pset_fapl_mpio(access, communicator, MPI_INFO_NULL));
    const hdf5::Properties untimed = without_times(H5P_FILE_CREATE);
    file_ = hdf5::File(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, untimed, access));
    note(file_);
    untimed_list_ = without_times(H5P_DATASET_CREATE);
    transfer_ = hdf5::Properties(H5Pcreate(H5P_DATASET_XFER));
    if (ranks_ > 1) note(H5Pset_dxpl_mpio(transfer_, H5FD_MPIO_COLLECTIVE));
  }

  void header(const CheckpointHeader& header) {
    text("version", header.version);
    text("model", header.model);
    number(file_, "format", H5T_NATIVE_INT, &format);
    number(file_, "ranks", H5T_NATIVE_INT, &ranks_);
    number(file_, "step", H5T_NATIVE_INT64, &header.step);
    number(file_, "time", H5T_NATIVE_DOUBLE, &header.time);
  }

  /// Lists that all ranks name; those of rank 0 are written when they are shared.
  void lists(const char* name, const Snapshot::Lists& lists, bool shared) {
    const hdf5::Properties untimed = without_times(H5P_GROUP_CREATE);
    hdf5::Group group(H5Gcreate2(file_, name, H5P_DEFAULT, untimed, H5P_DEFAULT));
    note(group);
    for (const auto& [title, list] : lists) {
      static const std::vector<double> nothing;
      write(group, title, shared && rank_ > 0 ? nothing : list);
    }
    note(group.close() ? 0 : -1);
  }

  /// True when everything is in the file.
  bool close() {
    if (file_.ok() && !file_.close()) {
      ok_ = false;
      unfinished = true;
    }
    return ok_;
  }

 private:
  void note(hid_t result) { ok_ = ok_ && result >= 0; }
  /// Equal states make equal files: nothing says when it was made.
  hdf5::Properties without_times(hid_t kind) {
    hdf5::Properties properties(H5Pcreate(kind));
    note(H5Pset_obj_track_times(properties, 0));
    return properties;
  }

  void number(hid_t owner, const char* name, hid_t type, const void* value) {
    const hdf5::Space scalar(H5Screate(H5S_SCALAR));
    const hdf5::Attribute attribute(H5Acreate2(owner, name, type, scalar, H5P_DEFAULT, H5P_DEFAULT));
    note(attribute);
    if (attribute.ok()) note(H5Awrite(attribute, type, value));
  }
  void text(const char* name, const std::string& value) {
    const hdf5::DataType type(H5Tcopy(H5T_C_S1));
    note(H5Tset_size(type, value.size() + 1));
    number(file_, name, type, value.c_str());
  }

  void row(hid_t owner, const char* name, const std::vector<std::uint64_t>& values) {
    const hsize_t size = values.size();
    const hdf5::Space space(H5Screate_simple(1, &size, nullptr));
    const hdf5::Attribute attribute(H5Acreate2(owner, name, H5T_NATIVE_UINT64, space, H5P_DEFAULT, H5P_DEFAULT));
    note(attribute);
    if (attribute.ok()) note(H5Awrite(attribute, H5T_NATIVE_UINT64, values.data()));
  }

  void write(hid_t group, const std::string& name, const std::vector<double>& list) {
    const std::uint64_t own = list.size();
    std::vector<std::uint64_t> begin(static_cast<std::size_t>(ranks_) + 1, 0);
    MPI_Allgather(&own, 1, MPI_UINT64_T, begin.data() + 1, 1, MPI_UINT64_T, communicator_);
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    const std::uint64_t first = begin[static_cast<std::size_t>(rank_)];
    const std::uint64_t own_sum = checksum(list);
    std::vector<std::uint64_t> sums(static_cast<std::size_t>(ranks_));
    MPI_Allgather(&own_sum, 1, MPI_UINT64_T, sums.data(), 1, MPI_UINT64_T, communicator_);

    const hsize_t total = begin.back();
    const hdf5::Space whole(H5Screate_simple(1, &total, nullptr));
    const hdf5::Dataset set(
        H5Dcreate2(group, name.c_str(), H5T_NATIVE_DOUBLE, whole, H5P_DEFAULT, untimed_list_, H5P_DEFAULT));
    note(set);
    if (!set.ok()) return;
    row(set, "begin", begin);
    row(set, "checksum", sums);
    if (total == 0) return;
    const hsize_t start = first;
    const hsize_t count = own;
    const hdf5::Space memory(H5Screate_simple(1, &count, nullptr));
    if (own > 0) {
      note(H5Sselect_hyperslab(whole, H5S_SELECT_SET, &start, nullptr, &count, nullptr));
    } else {
      note(H5Sselect_none(whole));
      note(H5Sselect_none(memory));
    }
    const double none = 0;
    note(H5Dwrite(set, H5T_NATIVE_DOUBLE, memory, whole, transfer_, own > 0 ? list.data() : &none));
  }

  MPI_Comm communicator_;
  int rank_ = 0, ranks_ = 1;
  hdf5::File file_;
  hdf5::Properties transfer_, untimed_list_;
  bool ok_ = true;
};

/// Reads lists; what is wrong is thrown as text.
class Reader {
 public:
  explicit Reader(const std::string& path) : file_(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT)) {
    if (!file_.ok()) throw damaged("it is no HDF5 file, or not a complete one");
  }

  int header(CheckpointHeader& header) {
    int found = 0;
    int ranks = 0;
    if (H5Aexists(file_, "format") <= 0) throw std::string("is no checkpoint of Flexura");
    number(file_, "format", H5T_NATIVE_INT, &found);
    if (found != format)
      throw "has the format " + std::to_string(found) + ", this version reads format " + std::to_string(format);
    header.version = text("version");
    header.model = text("model");
    number(file_, "ranks", H5T_NATIVE_INT, &ranks);
    number(file_, "step", H5T_NATIVE_INT64, &header.step);
    number(file_, "time", H5T_NATIVE_DOUBLE, &header.time);
    if (ranks < 1) throw damaged("the number of ranks");
    return ranks;
  }

  /// All lists of a group, of the ranks that have somewhere to put them.
  void lists(const char* name, const std::vector<Snapshot::Lists*>& parts) {
    const hdf5::Group group(H5Gopen2(file_, name, H5P_DEFAULT));
    H5G_info_t info;
    if (!group.ok() || H5Gget_info(group, &info) < 0) throw damaged(name);
    for (hsize_t k = 0; k < info.nlinks; ++k) {
      const ssize_t size = H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, k, nullptr, 0, H5P_DEFAULT);
      if (size < 0) throw damaged(name);
      std::string title(static_cast<std::size_t>(size) + 1, '\0');
      H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, k, title.data(), title.size(), H5P_DEFAULT);
      title.resize(static_cast<std::size_t>(size));
      list(group, title, parts);
    }
  }

 private:
  static std::string damaged(const std::string& what) { return "is damaged: " + what; }

  static void number(hid_t owner, const char* name, hid_t type, void* value) {
    const hdf5::Attribute attribute(H5Aopen(owner, name, H5P_DEFAULT));
    if (!attribute.ok() || H5Aread(attribute, type, value) < 0) throw damaged(name);
  }
  std::string text(const char* name) {
    const hdf5::Attribute attribute(H5Aopen(file_, name, H5P_DEFAULT));
    const hdf5::DataType type(attribute.ok() ? H5Aget_type(attribute) : -1);
    if (!type.ok() || H5Tget_class(type) != H5T_STRING) throw damaged(name);
    std::string value(H5Tget_size(type), '\0');
    if (H5Aread(attribute, type, value.data()) < 0) throw damaged(name);
    return value.c_str();
  }

  static void list(hid_t group, const std::string& title, const std::vector<Snapshot::Lists*>& parts) {
    const hdf5::Dataset set(H5Dopen2(group, title.c_str(), H5P_DEFAULT));
    const hdf5::Space whole(set.ok() ? H5Dget_space(set) : -1);
    if (!whole.ok()) throw damaged(title);
    const auto total = static_cast<std::uint64_t>(H5Sget_simple_extent_npoints(whole));
    const std::vector<std::uint64_t> begin = row(set, "begin", parts.size() + 1);
    const std::vector<std::uint64_t> sums = row(set, "checksum", parts.size());
    for (std::size_t r = 0; r < parts.size(); ++r) {
      if (!parts[r]) continue;
      if (begin[r] > begin[r + 1] || begin[r + 1] > total) throw damaged(title);
      const hsize_t start = begin[r];
      const hsize_t count = begin[r + 1] - begin[r];
      std::vector<double>& values = (*parts[r])[title];
      values.resize(count);
      if (count > 0) {
        const hdf5::Space memory(H5Screate_simple(1, &count, nullptr));
        if (H5Sselect_hyperslab(whole, H5S_SELECT_SET, &start, nullptr, &count, nullptr) < 0 ||
            H5Dread(set, H5T_NATIVE_DOUBLE, memory, whole, H5P_DEFAULT, values.data()) < 0)
          throw damaged(title);
      }
      if (checksum(values) != sums[r]) throw damaged("the checksum of `" + title + "` is wrong");
    }
  }

  static std::vector<std::uint64_t> row(hid_t set, const char* name, std::size_t size) {
    const hdf5::Attribute attribute(H5Aopen(set, name, H5P_DEFAULT));
    const hdf5::Space space(attribute.ok() ? H5Aget_space(attribute) : -1);
    if (!space.ok() || H5Sget_simple_extent_npoints(space) != static_cast<hssize_t>(size)) throw damaged(name);
    std::vector<std::uint64_t> values(size);
    if (H5Aread(attribute, H5T_NATIVE_UINT64, values.data()) < 0) throw damaged(name);
    return values;
  }

  hdf5::File file_;
};

}  // namespace

bool write_lists(const std::string& path, const CheckpointHeader& header, const Snapshot& snapshot,
                 MPI_Comm communicator) {
  const hdf5::Silence silence;
  Writer writer(path, communicator);
  writer.header(header);
  writer.lists("shared", snapshot.shared, true);
  writer.lists("parts", snapshot.parts[static_cast<std::size_t>(snapshot.rank)], false);
  return writer.close();
}

bool hdf5_is_unfinished() { return unfinished; }

std::string read_lists(const std::string& path, CheckpointHeader& header, Snapshot& snapshot, int ranks) {
  const hdf5::Silence silence;
  if (::access(path.c_str(), R_OK) != 0) return "cannot be read: " + std::string(std::strerror(errno));
  try {
    Reader reader(path);
    const int saved = reader.header(header);
    snapshot.same_parts = snapshot.same_parts && saved == ranks;
    snapshot.parts.assign(static_cast<std::size_t>(saved), {});
    std::vector<Snapshot::Lists*> shared(snapshot.parts.size(), nullptr);
    shared[0] = &snapshot.shared;
    reader.lists("shared", shared);
    std::vector<Snapshot::Lists*> parts(snapshot.parts.size(), nullptr);
    for (std::size_t r = 0; r < parts.size(); ++r)
      if (!snapshot.same_parts || static_cast<int>(r) == snapshot.rank) parts[r] = &snapshot.parts[r];
    reader.lists("parts", parts);
  } catch (const std::string& problem) {
    return problem;
  }
  return {};
}

}  // namespace flexura
