#include "output/text_parts.h"

#include "assembly/ranks.h"

namespace flexura {

TextParts::TextParts(std::span<const std::unique_ptr<TextFile>> files, MPI_Comm communicator)
    : files_(files),
      communicator_(communicator),
      rank_(static_cast<std::size_t>(rank_in(communicator))),
      ranks_(static_cast<std::size_t>(ranks_in(communicator))) {
  for (Chunk& chunk : chunks_) {
    chunk.texts.resize(files.size());
    chunk.own.resize(files.size());
    chunk.all.resize(files.size() * ranks_);
  }
  for (const auto& file : files) next_.push_back(file->length());
  MPI_Bcast(next_.data(), static_cast<int>(next_.size()), MPI_INT64_T, 0, communicator_);
  kept_ = next_;
}

void TextParts::end_chunk() {
  Chunk& chunk = filling();
  const int count = static_cast<int>(files_.size());
  for (std::size_t f = 0; f < files_.size(); ++f)
    chunk.own[f] = static_cast<std::int64_t>(chunk.texts[f].view().size());
  MPI_Iallgather(chunk.own.data(), count, MPI_INT64_T, chunk.all.data(), count, MPI_INT64_T, communicator_,
                 &chunk.request);
  ++number_;
  write(filling());  // the chunk before
}

void TextParts::write(Chunk& chunk) {
  if (chunk.request == MPI_REQUEST_NULL) return;
  MPI_Wait(&chunk.request, MPI_STATUS_IGNORE);
  for (std::size_t f = 0; f < files_.size(); ++f) {
    std::int64_t place = 0;
    for (std::size_t r = 0; r < ranks_; ++r) {
      if (r == rank_) place = next_[f];
      next_[f] += chunk.all[r * files_.size() + f];
    }
    try {
      if (!failure_) files_[f]->write_at(place, chunk.texts[f].view());
    } catch (const Error& e) {
      failure_ = e;
    }
    chunk.texts[f].clear();
  }
}

std::optional<Error> TextParts::end_instant() {
  end_chunk();
  write(chunks_[(number_ - 1) % 2]);
  return failure_;
}

void TextParts::drop(bool cuts) noexcept {
  for (std::size_t f = 0; f < files_.size(); ++f) files_[f]->give_up(cuts ? kept_[f] : -1);
}

}  // namespace flexura
