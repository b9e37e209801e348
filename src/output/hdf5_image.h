// What a results file of the HDF5 kind consists of beside its data: kept with a checkpoint, it makes whole again what a
// kill has left half-written.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/archive.h"

namespace flexura {

/// All bytes of a file at one moment except those of its complete chunks.
///
/// HDF5 changes its tables in place while a file grows, in an order that nobody can rely on. A chunk (a block of a
/// variable along time, compressed) that is complete stays as and where it is for ever; everything else - tables,
/// chunks that are not full yet, small variables - is in the image. So a file that has grown, with however much of its
/// new tables, is brought back by writing the image over it and cutting off what has been added.
class Hdf5Image {
 public:
  /// Takes the image of a file with everything handed to the system; it may be open. Chunks that an image before has
  /// found are not looked for again. Throws Error(output_failed).
  void take(const std::string& path);
  /// Makes a file what it was when the image was taken. To be called while nobody has it open; when that is interrupted
  /// it can be done once more. Throws Error(output_failed), also when the data are not those the file had.
  void put_back(const std::string& path) const;
  /// The image, for a checkpoint.
  void remember(Archive& archive);
  /// Gives the bytes of the image back to the system; take() remains possible.
  void forget_bytes() { std::vector<double>().swap(bytes_); }

  /// Bytes from one place in the file to another.
  struct Range {
    std::int64_t begin = 0, end = 0;
  };

 private:
  [[nodiscard]] std::vector<Range> rest() const;

  std::vector<Range> data_;    ///< complete chunks, in the order of the file; neighbours are one range
  std::int64_t instants_ = 0;  ///< of them
  std::int64_t size_ = 0;      ///< of the file, bytes
  double samples_ = 0;         ///< checksum of samples of the data
  std::vector<double> bytes_;  ///< of the rest, eight in each number
};

}  // namespace flexura
