// A NetCDF file of the HDF5 kind that all ranks of a communicator write together.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace flexura {

/// Opens, writes and closes; everything is collective unless it says otherwise. Every failure throws
/// Error(output_failed) on all ranks.
///
/// A write of the library that fails on one rank would leave the others waiting for it inside: room on the disk is
/// reserved before, and all learn whether there is enough.
class ArrayFile {
 public:
  enum class Mode { create, go_on };
  ArrayFile(std::string path, Mode mode, MPI_Comm communicator);
  ArrayFile(const ArrayFile&) = delete;
  ArrayFile& operator=(const ArrayFile&) = delete;
  /// A file that is still open is closed when one rank writes, and left as it is when several do. Not collective.
  ~ArrayFile();

  /// Whether the library can write a file from several ranks.
  static bool by_many();

  [[nodiscard]] int id() const { return id_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] MPI_Comm communicator() const { return communicator_; }
  /// Definitions end; the variable may then be written with all ranks together.
  void end_definitions();
  void share(int variable) const;
  /// Throws when the disk, or a limit of a rank, has no room for so many more bytes.
  void reserve(std::int64_t bytes);
  /// Doubles of a variable, and integers of one without the unlimited dimension; a count may be zero. What fails is
  /// thrown where it fails: to be called in together().
  void write(int variable, const std::size_t* start, const std::size_t* count, const double* values) const;
  void write(int variable, std::size_t start, std::size_t count, const int* values) const;
  /// Hands everything to the system, so that the file can be read should the run be killed. For one rank that is cheap;
  /// MPI waits for the disk, and several ranks do it twice a minute at most.
  void sync_sometimes();
  /// Hands everything to the system and waits until it is on the disk.
  void to_disk();
  void close();

 private:
  std::string path_;
  MPI_Comm communicator_;
  int rank_ = 0, ranks_ = 1;
  int id_ = -1;
  double last_sync_ = 0;  ///< MPI_Wtime of rank 0
};

}  // namespace flexura
