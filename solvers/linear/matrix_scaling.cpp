#include "solvers/linear/matrix_scaling.h"

#include <algorithm>
#include <cmath>

namespace flexura {

namespace {

/// Entries of the vector owned by this rank.
template <class Use>
void with_entries(Vec v, Use&& use) {
  PetscInt n = 0;
  double* entries = nullptr;
  FLEXURA_PETSC(VecGetLocalSize(v, &n));
  FLEXURA_PETSC(VecGetArray(v, &entries));
  use(entries, static_cast<std::size_t>(n));
  FLEXURA_PETSC(VecRestoreArray(v, &entries));
}

}  // namespace

void MatrixScaling::allocate(Mat a) {
  if (copy_) return;
  FLEXURA_PETSC(MatDuplicate(a, MAT_COPY_VALUES, copy_.out()));
  FLEXURA_PETSC(MatCreateVecs(a, column_.out(), row_.out()));
  FLEXURA_PETSC(VecDuplicate(row_, row_size_.out()));
  FLEXURA_PETSC(VecDuplicate(column_, column_size_.out()));
  FLEXURA_PETSC(VecDuplicate(row_, right_side_.out()));
}

Mat MatrixScaling::scaled(Mat a) {
  allocate(a);
  FLEXURA_PETSC(MatCopy(a, copy_, SAME_NONZERO_PATTERN));
  if (found_ && settings_.once) {
    FLEXURA_PETSC(MatDiagonalScale(copy_, row_, column_));
  } else {
    find();
  }
  found_ = true;
  return copy_;
}

void MatrixScaling::find() {
  FLEXURA_PETSC(VecSet(row_, 1));
  FLEXURA_PETSC(VecSet(column_, 1));
  switch (settings_.kind) {
    case ScalingSettings::Kind::none:
      break;
    case ScalingSettings::Kind::row_max:
      sweep(true, Measure::largest, 1);
      break;
    case ScalingSettings::Kind::row_sum:
      sweep(true, Measure::sum, 1);
      break;
    case ScalingSettings::Kind::column_max:
      sweep(false, Measure::largest, 1);
      break;
    case ScalingSettings::Kind::column_sum:
      sweep(false, Measure::sum, 1);
      break;
    case ScalingSettings::Kind::lapack:
      sweep(true, Measure::largest, 1);
      sweep(false, Measure::largest, 1);
      break;
    case ScalingSettings::Kind::row_max_column_max:
    case ScalingSettings::Kind::iterative: {
      const bool once = settings_.kind == ScalingSettings::Kind::row_max_column_max;
      // Factors are powers of two: sizes up to two stay as they are.
      const double enough = std::max(std::log2(1 + settings_.tolerance), 1.0);
      for (int k = 0; k < (once ? 1 : settings_.iterations); ++k) {
        const double rows = sweep(true, Measure::largest, 0.5);
        const double columns = sweep(false, Measure::largest, 0.5);
        if (std::max(rows, columns) <= enough) break;
      }
    }
  }
}

void MatrixScaling::measure_rows(Measure measure) {
  PetscInt begin = 0;
  PetscInt end = 0;
  FLEXURA_PETSC(MatGetOwnershipRange(copy_, &begin, &end));
  with_entries(row_size_, [&](double* size, std::size_t) {
    for (PetscInt i = begin; i < end; ++i) {
      PetscInt n = 0;
      const double* values = nullptr;
      FLEXURA_PETSC(MatGetRow(copy_, i, &n, nullptr, &values));
      double total = 0;
      for (PetscInt k = 0; k < n; ++k) {
        const double entry = std::abs(values[k]);
        total = measure == Measure::sum ? total + entry : std::max(total, entry);
      }
      size[i - begin] = total;
      FLEXURA_PETSC(MatRestoreRow(copy_, i, &n, nullptr, &values));
    }
  });
}

void MatrixScaling::measure_columns(Measure measure) {
  PetscInt columns = 0;
  PetscInt begin = 0;
  PetscInt end = 0;
  FLEXURA_PETSC(MatGetSize(copy_, nullptr, &columns));
  FLEXURA_PETSC(MatGetOwnershipRangeColumn(copy_, &begin, &end));
  std::vector<double> all(static_cast<std::size_t>(columns));
  FLEXURA_PETSC(MatGetColumnNorms(copy_, measure == Measure::sum ? NORM_1 : NORM_INFINITY, all.data()));
  with_entries(column_size_, [&](double* size, std::size_t) { std::copy(&all[0] + begin, &all[0] + end, size); });
}

double MatrixScaling::sweep(bool rows, Measure measure, double power) {
  rows ? measure_rows(measure) : measure_columns(measure);
  const Vec size = rows ? row_size_ : column_size_;
  double farthest = 0;
  with_entries(size, [&](double* entries, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
      if (!(entries[i] > 0 && std::isfinite(entries[i]))) {
        entries[i] = 1;
        continue;
      }
      const double exponent = std::log2(entries[i]);
      farthest = std::max(farthest, std::abs(exponent));
      entries[i] = std::exp2(-std::round(power * exponent));
    }
  });
  MPI_Allreduce(MPI_IN_PLACE, &farthest, 1, MPI_DOUBLE, MPI_MAX,
                PetscObjectComm(reinterpret_cast<PetscObject>(static_cast<Mat>(copy_))));
  if (settings_.kind == ScalingSettings::Kind::lapack && farthest <= std::log2(10.0)) return farthest;
  FLEXURA_PETSC(MatDiagonalScale(copy_, rows ? size : nullptr, rows ? nullptr : size));
  FLEXURA_PETSC(VecPointwiseMult(rows ? row_ : column_, rows ? row_ : column_, size));
  return farthest;
}

Vec MatrixScaling::right_side(Vec b) {
  FLEXURA_PETSC(VecPointwiseMult(right_side_, row_, b));
  return right_side_;
}

void MatrixScaling::scale_solution(Vec x) { FLEXURA_PETSC(VecPointwiseMult(x, column_, x)); }

void MatrixScaling::remember(Archive& archive, Mat a) {
  allocate(a);
  archive(found_);
  for (const Vec factors : {static_cast<Vec>(row_), static_cast<Vec>(column_)})
    with_entries(factors, [&](double* entries, std::size_t n) { archive.numbers(entries, n); });
}

}  // namespace flexura
