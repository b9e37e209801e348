// PETSc vectors and operators as Belos sees them, without copies.
#pragma once

#include <petscksp.h>

#include <BelosMultiVecTraits.hpp>
#include <BelosOperatorTraits.hpp>
#include <BelosStubTsqrAdapter.hpp>
#include <Teuchos_RCP.hpp>
#include <Teuchos_Range1D.hpp>
#include <Teuchos_SerialDenseMatrix.hpp>
#include <algorithm>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace flexura::belos {

/// Throws std::runtime_error when a PETSc call fails: Belos passes exceptions on.
inline void check(PetscErrorCode code, const char* what) {
  if (PetscUnlikely(code != 0)) throw std::runtime_error(std::string("PETSc: ") + what);
}
#define FLEXURA_CHECK(call) ::flexura::belos::check((call), #call)

/// Columns, each a vector of PETSc's that may have other owners: a view shares its columns.
class MultiVector {
 public:
  MultiVector() = default;
  MultiVector(const MultiVector&) = delete;
  MultiVector& operator=(const MultiVector&) = delete;
  ~MultiVector() {
    for (Vec& column : columns_) VecDestroy(&column);
  }
  /// Shares this vector as the next column.
  void share(Vec column) {
    FLEXURA_CHECK(PetscObjectReference(reinterpret_cast<PetscObject>(column)));
    columns_.push_back(column);
  }
  /// A new column like `pattern`, with undefined values.
  void add_like(Vec pattern) {
    Vec column = nullptr;
    FLEXURA_CHECK(VecDuplicate(pattern, &column));
    columns_.push_back(column);
  }
  [[nodiscard]] int size() const { return static_cast<int>(columns_.size()); }
  [[nodiscard]] Vec column(int k) const { return columns_[k]; }
  [[nodiscard]] Vec* data() const { return const_cast<Vec*>(columns_.data()); }
  [[nodiscard]] bool has(Vec column) const {
    return std::find(columns_.begin(), columns_.end(), column) != columns_.end();
  }

 private:
  std::vector<Vec> columns_;
};

/// The matrix or the preconditioner of a KSP.
struct Operator {
  KSP ksp = nullptr;
  bool preconditioner = false;
};

}  // namespace flexura::belos

namespace Belos {

template <>
class MultiVecTraits<double, flexura::belos::MultiVector> {
  using MV = flexura::belos::MultiVector;
  using Dense = Teuchos::SerialDenseMatrix<int, double>;
  using Pointer = Teuchos::RCP<MV>;
  using ConstPointer = Teuchos::RCP<const MV>;

  static std::vector<int> indices(const Teuchos::Range1D& range) {
    std::vector<int> index;
    for (auto k = range.lbound(); k <= range.ubound(); ++k) index.push_back(static_cast<int>(k));
    return index;
  }

 public:
  static Pointer Clone(const MV& mv, int count) {
    const Pointer result = Teuchos::rcp(new MV);
    for (int k = 0; k < count; ++k) result->add_like(mv.column(0));
    return result;
  }
  static Pointer CloneCopy(const MV& mv) {
    const Pointer result = Clone(mv, mv.size());
    Assign(mv, *result);
    return result;
  }
  static Pointer CloneCopy(const MV& mv, const std::vector<int>& index) {
    const Pointer result = Clone(mv, static_cast<int>(index.size()));
    for (std::size_t k = 0; k < index.size(); ++k)
      FLEXURA_CHECK(VecCopy(mv.column(index[k]), result->column(static_cast<int>(k))));
    return result;
  }
  static Pointer CloneCopy(const MV& mv, const Teuchos::Range1D& range) { return CloneCopy(mv, indices(range)); }
  static Pointer CloneViewNonConst(MV& mv, const std::vector<int>& index) {
    const Pointer result = Teuchos::rcp(new MV);
    for (const int k : index) result->share(mv.column(k));
    return result;
  }
  static Pointer CloneViewNonConst(MV& mv, const Teuchos::Range1D& range) {
    return CloneViewNonConst(mv, indices(range));
  }
  static ConstPointer CloneView(const MV& mv, const std::vector<int>& index) {
    return CloneViewNonConst(const_cast<MV&>(mv), index);
  }
  static ConstPointer CloneView(const MV& mv, const Teuchos::Range1D& range) { return CloneView(mv, indices(range)); }

  static ptrdiff_t GetGlobalLength(const MV& mv) {
    PetscInt size = 0;
    FLEXURA_CHECK(VecGetSize(mv.column(0), &size));
    return size;
  }
  static int GetNumberVecs(const MV& mv) { return mv.size(); }
  static bool HasConstantStride(const MV&) { return false; }

  /// mv = alpha A B + beta mv
  static void MvTimesMatAddMv(double alpha, const MV& a, const Dense& b, double beta, MV& mv) {
    for (int j = 0; j < mv.size(); ++j) {
      if (a.has(mv.column(j))) {  // the sum reads what it would overwrite
        const Pointer product = Clone(mv, mv.size());
        MvTimesMatAddMv(alpha, a, b, 0, *product);
        MvAddMv(1, *product, beta, mv, mv);
        return;
      }
    }
    std::vector<double> factors(b.numRows());
    for (int j = 0; j < mv.size(); ++j) {
      scale(mv.column(j), beta);
      for (int i = 0; i < b.numRows(); ++i) factors[i] = alpha * b(i, j);
      FLEXURA_CHECK(VecMAXPY(mv.column(j), b.numRows(), factors.data(), a.data()));
    }
  }
  /// mv = alpha A + beta B
  static void MvAddMv(double alpha, const MV& a, double beta, const MV& b, MV& mv) {
    for (int k = 0; k < mv.size(); ++k) {
      const Vec to = mv.column(k);
      const Vec x = a.column(k);
      const Vec y = b.column(k);
      if (x == to && y == to) {
        scale(to, alpha + beta);
      } else if (x == to) {
        FLEXURA_CHECK(VecAXPBY(to, beta, alpha, y));
      } else {
        if (y != to) FLEXURA_CHECK(VecCopy(y, to));
        FLEXURA_CHECK(VecAXPBY(to, alpha, beta, x));
      }
    }
  }
  static void MvScale(MV& mv, double alpha) {
    for (int k = 0; k < mv.size(); ++k) scale(mv.column(k), alpha);
  }
  static void MvScale(MV& mv, const std::vector<double>& alpha) {
    for (int k = 0; k < mv.size(); ++k) scale(mv.column(k), alpha[k]);
  }
  /// B = alpha A^T mv
  static void MvTransMv(double alpha, const MV& a, const MV& mv, Dense& b) {
    std::vector<double> products(a.size());
    for (int j = 0; j < mv.size(); ++j) {
      FLEXURA_CHECK(VecMDot(mv.column(j), a.size(), a.data(), products.data()));
      for (int i = 0; i < a.size(); ++i) b(i, j) = alpha * products[i];
    }
  }
  static void MvDot(const MV& a, const MV& b, std::vector<double>& products) {
    for (int k = 0; k < a.size(); ++k) FLEXURA_CHECK(VecDot(a.column(k), b.column(k), &products[k]));
  }
  static void MvNorm(const MV& mv, std::vector<double>& norms, NormType type = TwoNorm) {
    const ::NormType kind = type == OneNorm ? NORM_1 : type == TwoNorm ? NORM_2 : NORM_INFINITY;
    for (int k = 0; k < mv.size(); ++k) FLEXURA_CHECK(VecNorm(mv.column(k), kind, &norms[k]));
  }

  static void SetBlock(const MV& a, const std::vector<int>& index, MV& mv) {
    const int count = std::min(a.size(), static_cast<int>(index.size()));
    for (int k = 0; k < count; ++k) copy(a.column(k), mv.column(index[k]));
  }
  static void SetBlock(const MV& a, const Teuchos::Range1D& range, MV& mv) { SetBlock(a, indices(range), mv); }
  static void Assign(const MV& a, MV& mv) {
    for (int k = 0; k < mv.size(); ++k) copy(a.column(k), mv.column(k));
  }
  static void MvRandom(MV& mv) {
    for (int k = 0; k < mv.size(); ++k) FLEXURA_CHECK(VecSetRandom(mv.column(k), nullptr));
  }
  static void MvInit(MV& mv, double alpha = 0) {
    for (int k = 0; k < mv.size(); ++k) FLEXURA_CHECK(VecSet(mv.column(k), alpha));
  }
  static void MvPrint(const MV& mv, std::ostream& out) { out << mv.size() << " vectors of PETSc\n"; }

  using tsqr_adaptor_type = details::StubTsqrAdapter<MV>;

 private:
  static void copy(Vec from, Vec to) {
    if (from != to) FLEXURA_CHECK(VecCopy(from, to));
  }
  static void scale(Vec v, double alpha) {
    // Columns begin undefined: zero times them may be no number.
    FLEXURA_CHECK(alpha == 0 ? VecSet(v, 0) : VecScale(v, alpha));
  }
};

template <>
class OperatorTraits<double, flexura::belos::MultiVector, flexura::belos::Operator> {
 public:
  static void Apply(const flexura::belos::Operator& op, const flexura::belos::MultiVector& x,
                    flexura::belos::MultiVector& y, ETrans transpose = NOTRANS) {
    if (transpose != NOTRANS) throw std::logic_error("transposed operators are not offered");
    for (int k = 0; k < x.size(); ++k) {
      if (op.preconditioner) {
        PC pc = nullptr;
        FLEXURA_CHECK(KSPGetPC(op.ksp, &pc));
        FLEXURA_CHECK(PCApply(pc, x.column(k), y.column(k)));
      } else {
        Mat a = nullptr;
        FLEXURA_CHECK(KSPGetOperators(op.ksp, &a, nullptr));
        FLEXURA_CHECK(MatMult(a, x.column(k), y.column(k)));
      }
    }
  }
  static bool HasApplyTranspose(const flexura::belos::Operator&) { return false; }
};

}  // namespace Belos
