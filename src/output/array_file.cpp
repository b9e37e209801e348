#include "output/array_file.h"

#include <fcntl.h>
#include <netcdf.h>
#include <netcdf_meta.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "output/netcdf_library.h"
#include "output/sync.h"
#include "output/together.h"

#if NC_HAS_PARALLEL4
#include <netcdf_par.h>
#endif

namespace flexura {

namespace {

constexpr double sync_interval = 30;  // s

[[noreturn]] void fail(const std::string& path, int reason) {
  throw Error(ExitCode::output_failed, "cannot write result file `" + path + "`: " + std::strerror(reason));
}

/// 0, or why a file cannot grow by so many bytes.
int reserve_room(const std::string& path, std::int64_t bytes, bool reserve) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) return errno;
  rlimit limit{};
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
      static_cast<rlim_t>(about.st_size + bytes) > limit.rlim_cur)
    return EFBIG;
  if (!reserve) return 0;
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) return errno;
  // Blocks behind the end, which does not move; they are freed when the library sets the end.
  int reason = 0;
  do {
    reason = ::fallocate(file, FALLOC_FL_KEEP_SIZE, about.st_size, bytes) == 0 ? 0 : errno;
  } while (reason == EINTR);
  ::close(file);
  return reason == EOPNOTSUPP || reason == ENOSYS ? 0 : reason;
}

}  // namespace

bool ArrayFile::by_many() { return NC_HAS_PARALLEL4 != 0; }

ArrayFile::ArrayFile(std::string path, Mode mode, MPI_Comm communicator)
    : path_(std::move(path)), communicator_(communicator) {
  MPI_Comm_rank(communicator, &rank_);
  MPI_Comm_size(communicator, &ranks_);
  const auto make = [&] {
    // What all ranks could not open would be reported as an error of HDF5.
    if (rank_ != 0) return;
    const int create = mode == Mode::create ? O_CREAT | O_TRUNC : 0;
    const int file = ::open(path_.c_str(), O_RDWR | O_CLOEXEC | create, 0666);
    if (file < 0) fail(path_, errno);
    ::close(file);
  };
  together(communicator, make);
  together(communicator, [&] {
    // Each variable would have a cache of chunks; they are written whole and need none.
    check_netcdf(nc_set_chunk_cache(0, 1, 0), path_);
    int code = NC_NOERR;
    if (ranks_ == 1) {
      code = mode == Mode::create ? nc_create(path_.c_str(), NC_CLOBBER | NC_NETCDF4, &id_)
                                  : nc_open(path_.c_str(), NC_WRITE, &id_);
    } else {
#if NC_HAS_PARALLEL4
      code = mode == Mode::create
                 ? nc_create_par(path_.c_str(), NC_CLOBBER | NC_NETCDF4, communicator, MPI_INFO_NULL, &id_)
                 : nc_open_par(path_.c_str(), NC_WRITE, communicator, MPI_INFO_NULL, &id_);
#else
      code = NC_EPARINIT;
#endif
    }
    check_netcdf(code, path_);
    // Everything is written: filling first would double the work.
    int old_mode = 0;
    check_netcdf(nc_set_fill(id_, NC_NOFILL, &old_mode), path_);
  });
  last_sync_ = MPI_Wtime();
}

ArrayFile::~ArrayFile() {
  if (id_ >= 0 && ranks_ == 1) nc_close(id_);
}

void ArrayFile::end_definitions() {
  together(communicator_, [&] { check_netcdf(nc_enddef(id_), path_); });
}

void ArrayFile::share([[maybe_unused]] int variable) const {
#if NC_HAS_PARALLEL4
  if (ranks_ > 1) check_netcdf(nc_var_par_access(id_, variable, NC_COLLECTIVE), path_);
#endif
}

void ArrayFile::reserve(std::int64_t bytes) {
  together(communicator_, [&] {
    if (const int reason = reserve_room(path_, bytes, rank_ == 0)) fail(path_, reason);
  });
}

void ArrayFile::write(int variable, const std::size_t* start, const std::size_t* count, const double* values) const {
  check_netcdf(nc_put_vara_double(id_, variable, start, count, values), path_);
}

void ArrayFile::write(int variable, std::size_t start, std::size_t count, const int* values) const {
  if (count > 0) check_netcdf(nc_put_vara_int(id_, variable, &start, &count, values), path_);
}

void ArrayFile::sync_sometimes() {
  int due = ranks_ == 1 || MPI_Wtime() - last_sync_ > sync_interval ? 1 : 0;
  MPI_Bcast(&due, 1, MPI_INT, 0, communicator_);
  if (due == 0) return;
  together(communicator_, [&] { check_netcdf(nc_sync(id_), path_); });
  last_sync_ = MPI_Wtime();
}

void ArrayFile::to_disk() {
  together(communicator_, [&] {
    check_netcdf(nc_sync(id_), path_);
    if (rank_ == 0 && !sync_path(path_)) fail(path_, errno);
  });
}

void ArrayFile::close() {
  if (id_ < 0) return;
  together(communicator_, [&] { check_netcdf(nc_close(std::exchange(id_, -1)), path_); });
}

}  // namespace flexura
