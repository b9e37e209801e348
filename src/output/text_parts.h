// Text files that all ranks write, each its rows of a chunk behind those of the rank before.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <vector>

#include "output/text_file.h"
#include "support/error.h"

namespace flexura {

/// Collects what this rank writes to each file, learns where it belongs and writes it there.
///
/// An instant: for each chunk of the plan rows of any files and end_chunk(), then end_instant(), and keep() or drop()
/// once it is known whether all ranks have written. While the lengths of a chunk are exchanged the rows of the next one
/// are written to memory. Files are numbered as they are given; all ranks have the same ones.
class TextParts {
 public:
  /// Goes on behind the lengths that the files have on rank 0. Collective.
  TextParts(std::span<const std::unique_ptr<TextFile>> files, MPI_Comm communicator);

  /// At least `room` bytes to write to; call `advance` with the end of what was written.
  char* reserve(std::size_t file, std::size_t room) { return filling().texts[file].reserve(room); }
  void advance(std::size_t file, const char* end) { filling().texts[file].advance(end); }
  /// The rows of this rank of a chunk are complete. Collective; does not throw.
  void end_chunk();
  /// Writes what is left. Returns why this rank could not write everything. Collective.
  std::optional<Error> end_instant();
  /// All ranks have written the instant.
  void keep() { kept_ = next_; }
  /// The files take no more data; one rank cuts them back to the instants that were kept, if that is possible.
  void drop(bool cuts) noexcept;
  /// Of a file with the instants that were kept, bytes.
  [[nodiscard]] std::int64_t length(std::size_t file) const { return kept_[file]; }

 private:
  class Text {
   public:
    char* reserve(std::size_t room) {
      if (size_ - used_ < room) grow(used_ + used_ / 2 + room);
      return bytes_.get() + used_;
    }
    void advance(const char* end) { used_ = static_cast<std::size_t>(end - bytes_.get()); }
    [[nodiscard]] std::string_view view() const { return {bytes_.get(), used_}; }
    void clear() { used_ = 0; }

   private:
    struct Free {
      void operator()(char* bytes) const { std::free(bytes); }
    };
    /// Large blocks are moved without being copied, and what is not written to takes no memory.
    void grow(std::size_t size) {
      auto* const grown = static_cast<char*>(std::realloc(bytes_.get(), size));
      if (!grown) throw std::bad_alloc();
      static_cast<void>(bytes_.release());
      bytes_.reset(grown);
      size_ = size;
    }
    std::unique_ptr<char, Free> bytes_;
    std::size_t size_ = 0, used_ = 0;
  };
  struct Chunk {
    std::vector<Text> texts;             // by file
    std::vector<std::int64_t> own, all;  // lengths by file, and by rank and file
    MPI_Request request = MPI_REQUEST_NULL;
  };
  Chunk& filling() { return chunks_[number_ % 2]; }
  void write(Chunk& chunk);

  std::span<const std::unique_ptr<TextFile>> files_;
  MPI_Comm communicator_;
  std::size_t rank_, ranks_;
  Chunk chunks_[2];
  std::size_t number_ = 0;          // of chunks that are complete
  std::vector<std::int64_t> next_;  // by file: where the next chunk begins
  std::vector<std::int64_t> kept_;  // by file
  std::optional<Error> failure_;
};

}  // namespace flexura
