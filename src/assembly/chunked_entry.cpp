#include "assembly/chunked_entry.h"

#include <algorithm>
#include <type_traits>

namespace flexura {

void ChunkedEntry::set_pattern(Mat matrix, std::span<const Chunk> chunks, std::span<const PetscInt> rows,
                               std::span<const PetscInt> columns) {
  PetscInt n = 0;
  FLEXURA_PETSC(MatGetLocalSize(matrix, &n, nullptr));
  std::vector<PetscInt> begin(n + 1, 0);
  for (const PetscInt row : rows) ++begin[row + 1];
  for (int i = 0; i < n; ++i) begin[i + 1] += begin[i];
  std::vector<PetscInt> pattern(rows.size());
  {
    std::vector<PetscInt> next(begin.begin(), begin.end() - 1);
    for (std::size_t k = 0; k < rows.size(); ++k) pattern[next[rows[k]]++] = columns[k];
  }
  std::vector<PetscInt> unique_begin(n + 1, 0);
  PetscInt count = 0;
  for (int i = 0; i < n; ++i) {
    const auto first = pattern.begin() + begin[i];
    const auto last = pattern.begin() + begin[i + 1];
    std::sort(first, last);
    const auto end = std::unique(first, last);
    count = static_cast<PetscInt>(std::move(first, end, pattern.begin() + count) - pattern.begin());
    unique_begin[i + 1] = count;
  }
  std::vector<bool> taken(count, false);
  std::size_t k = 0;
  for (std::size_t chunk = 0; chunk <= chunks.size(); ++chunk) {
    begin_.push_back(runs_.size());
    const std::size_t end = chunk < chunks.size() ? k + chunks[chunk].entries : rows.size();
    for (bool starts = true; k < end; ++k, starts = false) {
      const auto first = pattern.begin() + unique_begin[rows[k]];
      const auto last = pattern.begin() + unique_begin[rows[k] + 1];
      const auto place = static_cast<PetscInt>(std::lower_bound(first, last, columns[k]) - pattern.begin());
      const bool is_first = !taken[place];
      taken[place] = true;
      if (!starts && place == runs_.back().place + runs_.back().count && is_first == runs_.back().first) {
        ++runs_.back().count;
      } else {
        runs_.push_back({place, 1, is_first});
      }
    }
  }
  begin_.push_back(runs_.size());
  runs_.shrink_to_fit();
  const std::vector<double> zeros(count, 0.0);
  FLEXURA_PETSC(MatSeqAIJSetPreallocationCSR(matrix, unique_begin.data(), pattern.data(), zeros.data()));
}

void ChunkedEntry::enter(std::size_t chunk, const double* from, double* matrix_values) const {
  const auto enter = [&](double* to, auto count, bool first) {
    if (first) {
      for (int k = 0; k < count; ++k) to[k] = from[k];
    } else {
      for (int k = 0; k < count; ++k) to[k] += from[k];
    }
  };
  for (std::size_t i = begin_[chunk]; i < begin_[chunk + 1]; ++i) {
    const Run& run = runs_[i];
    double* const to = matrix_values + run.place;
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
}

}  // namespace flexura
