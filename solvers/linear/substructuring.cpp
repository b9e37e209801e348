#include "solvers/linear/substructuring.h"

#include <algorithm>
#include <limits>
#include <new>
#include <numeric>

namespace flexura {

namespace {

/// What a rank says instead of its number of unknowns without pivot.
constexpr int singular_part = -1, no_memory = -2;

bool contains(const std::vector<int>& all, int value) { return std::find(all.begin(), all.end(), value) != all.end(); }

/// Makes a lack of memory on one rank one on all. Collective.
template <class Function>
void all_have_memory(MPI_Comm communicator, Function&& function) {
  int lacking = 0;
  try {
    function();
  } catch (const std::bad_alloc&) {
    lacking = 1;
  }
  MPI_Allreduce(MPI_IN_PLACE, &lacking, 1, MPI_INT, MPI_MAX, communicator);
  if (lacking != 0) throw std::bad_alloc();
}

}  // namespace

Substructuring::Substructuring(Mat matrix)
    : interface_(matrix), communicator_(PetscObjectComm(reinterpret_cast<PetscObject>(matrix))) {
  MPI_Comm_rank(communicator_, &rank_);
  MPI_Comm_size(communicator_, &ranks_);
  std::vector<int> count(ranks_);
  const std::vector<int>& own = interface_.touched();
  const int size = static_cast<int>(own.size());
  MPI_Allgather(&size, 1, MPI_INT, count.data(), 1, MPI_INT, communicator_);
  touched_begin_.assign(ranks_ + 1, 0);
  std::partial_sum(count.begin(), count.end(), touched_begin_.begin() + 1);
  touched_.resize(touched_begin_[ranks_]);
  MPI_Allgatherv(own.data(), size, MPI_INT, touched_.data(), count.data(), touched_begin_.data(), MPI_INT,
                 communicator_);
  part_.resize(interface_.size());
  FLEXURA_PETSC(MatCreateVecs(matrix, solution_.out(), rest_.out()));
  PetscInt owned = 0;
  FLEXURA_PETSC(VecGetLocalSize(solution_, &owned));
  right_side_.resize(owned);
  interface_sums_.resize(2 * interface_.unknowns().size());
  interface_entries_.resize(interface_.unknowns().size());
}

int Substructuring::owned_number(int part_unknown) const {
  const int interior = static_cast<int>(interface_.interior().size());
  if (part_unknown < 0) return -1;
  return part_unknown < interior ? interface_.interior()[part_unknown]
                                 : interface_.touched_owned()[part_unknown - interior];
}

bool Substructuring::factor(Mat matrix) {
  matrix_ = matrix;
  if (take_as_before()) return factor_with(&Multifrontal::factor_as_before);
  ++counts_.factorisations;
  return factor_with(&Multifrontal::factor_balanced);
}

void Substructuring::remember(Archive& archive, Mat matrix) {
  matrix_ = matrix;
  archive(analysed_, delayed_, counts_.factorisations, counts_.refactorisations);
  refinement_.remember(archive);
  if (!analysed_) return;
  interior_.remember(archive, interface_.size(), interface_.row(), interface_.column());
  if (!archive.saving()) {
    if (static_cast<int>(delayed_.size()) != ranks_)
      throw Error(ExitCode::input_error, "the saved matrix has another number of parts");
    number_rows();
  }
  coupled_.remember(archive, coupled_size_, coupled_row_.data(), coupled_column_.data());
}

/// The interior of this part; the number of its unknowns that wait for a pivot, or why there are no factors.
int Substructuring::eliminate(FactorFunction function) {
  const int touched = static_cast<int>(interface_.touched().size());
  singular_ = -1;
  const std::function<bool(double)> fits = room();
  bool asked = false;
  try {
    if (!analysed_) {
      std::function<bool(double)> ask;
      if (fits) {
        ask = [&](double bytes) {
          asked = true;
          return fits(bytes);
        };
      }
      interior_.analyse(interface_.size(), interface_.row(), interface_.column(), values_, touched, ask);
      asked = true;
    }
    if ((interior_.*function)(interface_.row(), interface_.column(), values_)) return interior_.schur_size() - touched;
  } catch (const std::bad_alloc&) {
    // The other ranks ask for room together: not even the analysis has it here.
    if (!analysed_ && fits && !asked) fits(std::numeric_limits<double>::infinity());
    return no_memory;
  }
  singular_ = owned_number(interior_.singular_unknown());
  return singular_part;
}

bool Substructuring::factor_with(FactorFunction function) {
  values_ = interface_.update(matrix_);
  const int waiting = eliminate(function);
  std::vector<int> delayed(ranks_);
  MPI_Allgather(&waiting, 1, MPI_INT, delayed.data(), 1, MPI_INT, communicator_);
  if (contains(delayed, no_memory)) throw std::bad_alloc();
  if (contains(delayed, singular_part)) return false;
  const bool renumbered = !analysed_ || delayed != delayed_;
  if (renumbered) {
    delayed_ = delayed;
    all_have_memory(communicator_, [this] { number_rows(); });
  }
  const int size = rows_of(rank_);
  for (int i = 0; i < size; ++i)
    std::copy_n(interior_.schur_row(i), size, own_block_.data() + static_cast<std::ptrdiff_t>(i) * size);
  MPI_Allgatherv(own_block_.data(), size * size, MPI_DOUBLE, blocks_.data(), entry_count_.data(), entry_begin_.data(),
                 MPI_DOUBLE, communicator_);
  std::fill(coupled_values_.begin(), coupled_values_.end(), 0.0);
  for (std::size_t k = 0; k < place_.size(); ++k) coupled_values_[place_[k]] += blocks_[k];
  if (renumbered) {
    all_have_memory(communicator_, [this] {
      coupled_.analyse(coupled_size_, coupled_row_.data(), coupled_column_.data(), coupled_values_.data());
    });
  }
  analysed_ = true;
  try {
    if ((coupled_.*function)(coupled_row_.data(), coupled_column_.data(), coupled_values_.data())) return true;
  } catch (const std::bad_alloc&) {  // here alone: the others have their factors and go on
    throw Error(ExitCode::out_of_memory, "out of memory in the factorisation of the interface of the parts");
  }
  for (int i = 0; i < size; ++i)
    if (unknown_[row_begin_[rank_] + i] == coupled_.singular_unknown())
      singular_ = owned_number(interior_.schur_unknown(i));
  return false;
}

void Substructuring::number_rows() {
  row_begin_.assign(ranks_ + 1, 0);
  entry_begin_.assign(ranks_ + 1, 0);
  unknown_.clear();
  coupled_size_ = interface_size();
  for (int r = 0; r < ranks_; ++r) {
    unknown_.insert(unknown_.end(), touched_.begin() + touched_begin_[r], touched_.begin() + touched_begin_[r + 1]);
    for (int i = 0; i < delayed_[r]; ++i) unknown_.push_back(coupled_size_++);
    row_begin_[r + 1] = static_cast<int>(unknown_.size());
    entry_begin_[r + 1] = entry_begin_[r] + rows_of(r) * rows_of(r);
  }
  row_count_.resize(ranks_);
  entry_count_.resize(ranks_);
  for (int r = 0; r < ranks_; ++r) {
    row_count_[r] = rows_of(r);
    entry_count_[r] = rows_of(r) * rows_of(r);
  }
  own_block_.resize(entry_count_[rank_]);
  blocks_.resize(entry_begin_[ranks_]);
  reduced_.resize(row_count_[rank_]);
  all_reduced_.resize(unknown_.size());
  coupled_x_.resize(coupled_size_);
  couple();
}

void Substructuring::couple() {
  struct BlockRow {
    int rank, row;
  };
  std::vector<std::vector<BlockRow>> of_unknown(coupled_size_);
  for (int r = 0; r < ranks_; ++r)
    for (int i = 0; i < rows_of(r); ++i) of_unknown[unknown_[row_begin_[r] + i]].push_back({r, i});
  coupled_row_.assign(1, 0);
  coupled_column_.clear();
  place_.assign(entry_begin_[ranks_], 0);
  std::vector<int> at(coupled_size_, -1);
  for (int u = 0; u < coupled_size_; ++u) {
    const int begin = coupled_row_.back();
    for (const BlockRow& block : of_unknown[u]) {
      const int* unknown = unknown_.data() + row_begin_[block.rank];
      int* place = place_.data() + entry_begin_[block.rank] + block.row * rows_of(block.rank);
      for (int j = 0; j < rows_of(block.rank); ++j) {
        int& position = at[unknown[j]];
        if (position < begin) {
          position = static_cast<int>(coupled_column_.size());
          coupled_column_.push_back(unknown[j]);
        }
        place[j] = position;
      }
    }
    coupled_row_.push_back(static_cast<int>(coupled_column_.size()));
  }
  coupled_values_.assign(coupled_column_.size(), 0.0);
}

void Substructuring::solve(double* x) {
  if (!refinement_.refine_next()) {
    solve_once(x);
    return;
  }
  const int owned = static_cast<int>(right_side_.size());
  std::copy_n(x, owned, right_side_.begin());
  solve_once(x);
  double* values = nullptr;
  FLEXURA_PETSC(VecGetArrayWrite(solution_, &values));
  std::copy_n(x, owned, values);
  FLEXURA_PETSC(VecRestoreArrayWrite(solution_, &values));
  FLEXURA_PETSC(MatMult(matrix_, solution_, rest_));
  FLEXURA_PETSC(VecGetArray(rest_, &values));
  for (int i = 0; i < owned; ++i) values[i] = right_side_[i] - values[i];
  refinement_.measured(backward_error(values));
  solve_once(values);
  for (int i = 0; i < owned; ++i) x[i] += values[i];
  FLEXURA_PETSC(VecRestoreArray(rest_, &values));
}

double Substructuring::backward_error(const double* rest) {
  const std::vector<int>& touched = interface_.touched();
  const std::vector<int>& owned = interface_.touched_owned();
  const int interior = static_cast<int>(interface_.interior().size());
  const double* scale = interior_.column_scale();
  double largest = largest_scaled(interface_.size(), part_.data(), scale);
  MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, communicator_);
  // Row i of this part, which is number k of the owned ones.
  const auto row = [&](int i, int k) {
    const int begin = interface_.row()[i];
    RowRemainder part = remainder_of(interface_.row()[i + 1] - begin, interface_.column() + begin, values_ + begin,
                                     k < 0 ? 0.0 : right_side_[k], part_.data(), scale);
    part.rest = k < 0 ? 0.0 : rest[k];
    return part;
  };
  double error = 0;
  for (int i = 0; i < interior; ++i) error = std::max(error, row(i, interface_.interior()[i]).backward_error(largest));
  // Rows of the interface are the sum of what the parts have of them.
  const int rows = interface_size();
  std::fill(interface_sums_.begin(), interface_sums_.end(), 0.0);
  std::fill(interface_entries_.begin(), interface_entries_.end(), 0.0);
  for (std::size_t i = 0; i < touched.size(); ++i) {
    const RowRemainder part = row(interior + static_cast<int>(i), owned[i]);
    interface_sums_[2 * touched[i]] = part.rest;
    interface_sums_[2 * touched[i] + 1] = part.size;
    interface_entries_[touched[i]] = part.entry;
  }
  MPI_Allreduce(MPI_IN_PLACE, interface_sums_.data(), 2 * rows, MPI_DOUBLE, MPI_SUM, communicator_);
  MPI_Allreduce(MPI_IN_PLACE, interface_entries_.data(), rows, MPI_DOUBLE, MPI_MAX, communicator_);
  for (int u = 0; u < rows; ++u) {
    const RowRemainder whole{interface_sums_[2 * u], interface_sums_[2 * u + 1], interface_entries_[u]};
    error = std::max(error, whole.backward_error(largest));
  }
  MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, communicator_);
  return error;
}

void Substructuring::solve_once(double* x) {
  const std::vector<int>& interior = interface_.interior();
  const std::vector<int>& owned = interface_.touched_owned();
  double* touched = part_.data() + interior.size();
  for (std::size_t i = 0; i < interior.size(); ++i) part_[i] = x[interior[i]];
  for (std::size_t i = 0; i < owned.size(); ++i) touched[i] = owned[i] < 0 ? 0.0 : x[owned[i]];
  interior_.reduce(part_.data(), reduced_.data());
  MPI_Allgatherv(reduced_.data(), rows_of(rank_), MPI_DOUBLE, all_reduced_.data(), row_count_.data(), row_begin_.data(),
                 MPI_DOUBLE, communicator_);
  std::fill(coupled_x_.begin(), coupled_x_.end(), 0.0);
  for (std::size_t k = 0; k < unknown_.size(); ++k) coupled_x_[unknown_[k]] += all_reduced_[k];
  coupled_.solve(coupled_x_.data(), coupled_x_.data());
  for (int i = 0; i < rows_of(rank_); ++i) reduced_[i] = coupled_x_[unknown_[row_begin_[rank_] + i]];
  interior_.expand(reduced_.data(), part_.data());
  for (std::size_t i = 0; i < interior.size(); ++i) x[interior[i]] = part_[i];
  for (std::size_t i = 0; i < owned.size(); ++i)
    if (owned[i] >= 0) x[owned[i]] = touched[i];
}

}  // namespace flexura
