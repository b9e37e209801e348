#include "assembly/chunked_entry.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <type_traits>
#include <utility>

namespace flexura {

namespace {

/// The blocks of the columns of this rank and of the others; the second is null on one rank.
std::array<Mat, 2> blocks_of(Mat matrix) {
  PetscBool sequential = PETSC_FALSE;
  FLEXURA_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(matrix), MATSEQAIJ, &sequential));
  if (sequential) return {matrix, nullptr};
  std::array<Mat, 2> blocks{};
  FLEXURA_PETSC(MatMPIAIJGetSeqAIJ(matrix, &blocks[0], &blocks[1], nullptr));
  return blocks;
}

}  // namespace

/// The entries of the rows of this rank, each once, and where they are in the blocks of the matrix.
class ChunkedEntry::Pattern {
 public:
  /// `add(entry)` is called with all entries by `each`, twice: to be counted, then to be taken.
  template <class ForEach>
  Pattern(Mat matrix, ForEach&& each) {
    FLEXURA_PETSC(MatGetOwnershipRange(matrix, &first_, &end_));
    const PetscInt n = end_ - first_;
    std::vector<PetscInt> begin(n + 1, 0);
    each_row_part(
        each, [&](PetscInt row, PetscInt /*unused*/) { ++begin[row - first_ + 1]; }, [](PetscInt /*unused*/) {});
    for (PetscInt i = 0; i < n; ++i) begin[i + 1] += begin[i];
    parts_ = static_cast<std::size_t>(begin[n]);
    const auto parts = std::make_unique_for_overwrite<Columns[]>(parts_);
    std::vector<PetscInt> next(begin.begin(), begin.end() - 1);
    each_row_part(
        each,
        [&](PetscInt row, PetscInt column) {
          parts[next[row - first_]++] = {column, column + 1};
        },
        [&](PetscInt row) { ++parts[next[row - first_] - 1].end; });
    unite(parts.get(), begin);
  }

  [[nodiscard]] bool here(PetscInt row) const { return first_ <= row && row < end_; }

  void give(Mat matrix) const {
    // Without values: zeros.
    if (blocks_of(matrix)[0] == matrix) {
      FLEXURA_PETSC(MatSeqAIJSetPreallocationCSR(matrix, begin_.data(), columns_.get(), nullptr));
    } else {
      FLEXURA_PETSC(MatMPIAIJSetPreallocationCSR(matrix, begin_.data(), columns_.get(), nullptr));
    }
  }

  /// Number of an entry in the pattern, and its place in one of the two blocks.
  struct Place {
    std::size_t number;
    Array array;
    PetscInt place;
  };
  [[nodiscard]] Place find(PetscInt row, PetscInt column) const {
    const PetscInt i = row - first_;
    const PetscInt* const at = std::lower_bound(&columns_[begin_[i]], &columns_[begin_[i + 1]], column);
    const auto number = static_cast<PetscInt>(at - &columns_[0]);
    // Columns of this rank are neighbours in a row; those before them and behind them make a row of the other block.
    const PetscInt own = begin_[i] + lower_[i] - own_[i];  // of the first of them, less its place in the block
    if (here(column)) return {static_cast<std::size_t>(number), own_columns, number - own};
    const PetscInt others_before = begin_[i] - own_[i];
    const PetscInt place = others_before + (number - begin_[i]) - (column < first_ ? 0 : own_[i + 1] - own_[i]);
    return {static_cast<std::size_t>(number), other_columns, place};
  }
  /// The same, mostly faster: that of the entry before is known.
  [[nodiscard]] Place find(const Coordinates& entry, const Coordinates& before, const Place& place_before) const {
    const bool follows =
        entry.row == before.row && entry.column == before.column + 1 && here(entry.column) == here(before.column);
    return follows ? Place{place_before.number + 1, place_before.array, place_before.place + 1}
                   : find(entry.row, entry.column);
  }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(begin_.back()); }
  /// How often an entry did not follow the one before in its row.
  [[nodiscard]] std::size_t parts() const { return parts_; }

 private:
  /// Neighbours in a row.
  struct Columns {
    PetscInt begin, end;
  };

  /// Calls `start(row, column)` where the next entry does not follow the one before in its row, `go_on(row)` where it
  /// does.
  template <class ForEach, class Start, class GoOn>
  void each_row_part(ForEach&& each, Start&& start, GoOn&& go_on) const {
    PetscInt row_before = -1;
    PetscInt after = -1;
    each([&](PetscInt row, PetscInt column) {
      const bool follows = row == row_before && column == after;
      row_before = row;
      after = column + 1;
      if (!here(row)) return;
      if (follows) {
        go_on(row);
      } else {
        start(row, column);
      }
    });
  }

  /// `parts` of row i, in any order, which overlap: begin[i], ..., begin[i + 1].
  void unite(Columns* parts, const std::vector<PetscInt>& begin) {
    const std::size_t n = begin.size() - 1;
    std::vector<PetscInt> end(n);  // of the parts that are left
    begin_.assign(n + 1, 0);
    for (std::size_t i = 0; i < n; ++i) {
      std::sort(parts + begin[i], parts + begin[i + 1],
                [](const Columns& a, const Columns& b) { return a.begin < b.begin; });
      PetscInt last = begin[i] - 1;
      for (PetscInt k = begin[i]; k < begin[i + 1]; ++k) {
        if (last >= begin[i] && parts[k].begin <= parts[last].end) {
          parts[last].end = std::max(parts[last].end, parts[k].end);
        } else {
          parts[++last] = parts[k];
        }
      }
      end[i] = last + 1;
      begin_[i + 1] = begin_[i];
      for (PetscInt k = begin[i]; k <= last; ++k) begin_[i + 1] += parts[k].end - parts[k].begin;
    }
    columns_ = std::make_unique_for_overwrite<PetscInt[]>(size());
    lower_.assign(n, 0);
    own_.assign(n + 1, 0);
    for (std::size_t i = 0; i < n; ++i) {
      PetscInt* const first = &columns_[begin_[i]];
      PetscInt* last = first;
      for (PetscInt k = begin[i]; k < end[i]; ++k) {
        std::iota(last, last + (parts[k].end - parts[k].begin), parts[k].begin);
        last += parts[k].end - parts[k].begin;
      }
      PetscInt* const own = std::lower_bound(first, last, first_);
      PetscInt* const after = std::lower_bound(own, last, end_);
      lower_[i] = static_cast<PetscInt>(own - first);
      own_[i + 1] = own_[i] + static_cast<PetscInt>(after - own);
    }
  }

  PetscInt first_ = 0, end_ = 0;  // rows of this rank
  std::vector<PetscInt> begin_;   // of each row in columns_
  std::vector<PetscInt> lower_;   // how many columns of a row are those of ranks before this one
  std::vector<PetscInt> own_;     // how many entries the block of own columns has before each row
  std::unique_ptr<PetscInt[]> columns_;
  std::size_t parts_ = 0;
};

void ChunkedEntry::set_pattern(Mat matrix, std::span<const Chunk> chunks, const Places& places) {
  matrix_ = matrix;
  PetscLayout layout[2];
  FLEXURA_PETSC(MatGetLayouts(matrix, &layout[0], &layout[1]));
  for (PetscLayout of : layout) FLEXURA_PETSC(PetscLayoutSetUp(of));
  PetscInt first = 0;
  PetscInt end = 0;
  FLEXURA_PETSC(MatGetOwnershipRange(matrix, &first, &end));
  const bool alone = blocks_of(matrix)[0] == matrix;
  const auto here = [&](PetscInt row) { return first <= row && row < end; };
  std::vector<Coordinates> of_chunk;
  const auto each = [&](auto&& use) {
    for (std::size_t chunk = 0; chunk <= chunks.size(); ++chunk) {
      of_chunk.clear();
      places(chunk, of_chunk);
      use(chunk, of_chunk);
    }
  };
  if (!alone) {
    std::vector<Coordinates> others;
    each([&](std::size_t, const auto& all) {
      for (const Coordinates& at : all)
        if (!here(at.row)) others.push_back(at);
    });
    std::ranges::sort(others);
    const auto repeated = std::ranges::unique(others);
    others.erase(repeated.begin(), repeated.end());
    exchange_ = std::make_unique<EntryExchange>(matrix, std::move(others));
  }
  const Pattern pattern(matrix, [&](auto&& add) {
    each([&](std::size_t, const auto& all) {
      for (const Coordinates& at : all) add(at.row, at.column);
    });
    if (!alone)
      for (const Coordinates& at : exchange_->received()) add(at.row, at.column);
  });
  pattern.give(matrix);

  runs_.reserve(pattern.parts());
  std::vector<bool> taken(pattern.size(), false);
  std::vector<bool> sent_before(alone ? 0 : exchange_->sent().size(), false);
  Coordinates before{-1, -1};
  Pattern::Place at{};
  const auto append = [&](const Coordinates& entry, bool starts) {
    bool is_first = false;
    if (here(entry.row)) {
      at = pattern.find(entry, before, at);
      is_first = !taken[at.number];
      taken[at.number] = true;
    } else {
      const auto& all = exchange_->sent();
      const auto number = std::ranges::lower_bound(all, entry) - all.begin();
      at = {static_cast<std::size_t>(number), sent, static_cast<PetscInt>(number)};
      is_first = !sent_before[at.number];
      sent_before[at.number] = true;
    }
    before = entry;
    if (!starts) {
      Run& last = runs_.back();
      if (at.place == last.place + static_cast<PetscInt>(last.count) && at.array == last.array &&
          is_first == (last.first != 0)) {
        ++last.count;
        return;
      }
    }
    runs_.push_back({at.place, 1, is_first, at.array});
  };
  const auto append_all = [&](const std::vector<Coordinates>& all) {
    begin_.push_back(runs_.size());
    bool starts = true;
    for (const Coordinates& entry : all) append(entry, std::exchange(starts, false));
  };
  each([&](std::size_t chunk, const auto& all) {
    append_all(all);
    if (chunk < chunks.size() && chunks[chunk].edge) edge_ = chunk + 1;
  });
  if (!alone) append_all(exchange_->received());
  begin_.push_back(runs_.size());
  if (8 * runs_.size() < 7 * runs_.capacity()) runs_.shrink_to_fit();
}

ChunkedEntry::Values::Values(ChunkedEntry& entry) : entry_(entry), blocks_(blocks_of(entry.matrix_)) {
  for (std::size_t k = 0; k < blocks_.size(); ++k)
    if (blocks_[k]) FLEXURA_PETSC(MatSeqAIJGetArrayWrite(blocks_[k], &to_[k]));
  if (!entry_.exchange_) return;
  to_[sent] = entry_.exchange_->outgoing();
  if (entry_.edge_ == 0) entry_.exchange_->begin();
}

ChunkedEntry::Values::~Values() {
  for (std::size_t k = 0; k < blocks_.size(); ++k)
    if (blocks_[k]) MatSeqAIJRestoreArrayWrite(blocks_[k], &to_[k]);
}

void ChunkedEntry::Values::enter(const double* from) {
  const auto enter = [&](double* to, auto count, bool first) {
    if (first) {
      for (int k = 0; k < count; ++k) to[k] = from[k];
    } else {
      for (int k = 0; k < count; ++k) to[k] += from[k];
    }
  };
  for (std::size_t i = entry_.begin_[next_]; i < entry_.begin_[next_ + 1]; ++i) {
    const Run& run = entry_.runs_[i];
    double* const to = to_[run.array] + run.place;
    switch (run.count) {
      case 6:
        enter(to, std::integral_constant<int, 6>(), run.first);
        break;
      case 3:
        enter(to, std::integral_constant<int, 3>(), run.first);
        break;
      default:
        enter(to, static_cast<int>(run.count), run.first);
    }
    from += run.count;
  }
  if (++next_ == entry_.edge_ && entry_.exchange_) entry_.exchange_->begin();
}

void ChunkedEntry::Values::finish() {
  if (!entry_.exchange_) return;
  entry_.exchange_->end();
  enter(entry_.exchange_->incoming());
  // Says that the values are new; all that belongs to other ranks has been sent.
  Mat matrix = entry_.matrix_;
  FLEXURA_PETSC(MatSetOption(matrix, MAT_NO_OFF_PROC_ENTRIES, PETSC_TRUE));
  FLEXURA_PETSC(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
  FLEXURA_PETSC(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
  FLEXURA_PETSC(MatSetOption(matrix, MAT_NO_OFF_PROC_ENTRIES, PETSC_FALSE));
}

}  // namespace flexura
