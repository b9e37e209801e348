#include "solvers/problems/eigen_dense.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "support/error.h"

namespace flexura {

namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

// Rows and columns of the scaled matrices are of size one; pivots below this are round-off.
constexpr double rank_tolerance = 1e-11;
// Algebraic equations depend on each other when they agree to the digits that model files have.
constexpr double dependence_tolerance = 1e-9;

/// Rank-revealing QR: rows of Q^T M after the first `rank` vanish.
struct RowCompression {
  Matrix q;
  int rank = 0;
};

RowCompression compress_rows(const Matrix& m, double tolerance = rank_tolerance) {
  RowCompression result;
  if (m.cols() == 0 || m.rows() == 0) {
    result.q = Matrix::Identity(m.rows(), m.rows());
    return result;
  }
  const Eigen::ColPivHouseholderQR<Matrix> qr(m);
  const auto pivots = qr.matrixQR().diagonal().cwiseAbs();
  while (result.rank < pivots.size() && pivots(result.rank) > tolerance) ++result.rank;
  result.q = qr.householderQ();
  return result;
}

/// Orthonormal basis of { x : m x = 0 }.
Matrix null_space(const Matrix& m, double tolerance = rank_tolerance) {
  const RowCompression c = compress_rows(m.transpose(), tolerance);
  return c.q.rightCols(m.cols() - c.rank);
}

/// Factors that bring the largest entry of every row and column of |m| to one.
void equilibrate(Matrix m, Vector& rows, Vector& columns) {
  rows = Vector::Ones(m.rows());
  columns = Vector::Ones(m.cols());
  for (int pass = 0; pass < 20; ++pass) {
    Vector r = m.rowwise().maxCoeff();
    Vector c = m.colwise().maxCoeff().transpose();
    for (double& value : r) value = value > 0 ? 1 / std::sqrt(value) : 1;
    for (double& value : c) value = value > 0 ? 1 / std::sqrt(value) : 1;
    m = r.asDiagonal() * m * c.asDiagonal();
    rows = rows.cwiseProduct(r);
    columns = columns.cwiseProduct(c);
  }
}

/// E x' = A x in ever fewer equations; x = V y.
class Pencil {
 public:
  Pencil(const Matrix& mass, const Matrix& damping, const Matrix& stiffness) : unknowns_(mass.rows()) {
    std::vector<int> inertial;
    for (int j = 0; j < unknowns_; ++j)
      if (!mass.col(j).isZero(0)) inertial.push_back(j);
    const auto second = static_cast<int>(inertial.size());
    const int size = unknowns_ + second;
    e_ = Matrix::Zero(size, size);
    a_ = Matrix::Zero(size, size);
    e_.topLeftCorner(unknowns_, unknowns_) = damping;
    a_.topLeftCorner(unknowns_, unknowns_) = -stiffness;
    for (int k = 0; k < second; ++k) {
      e_.block(0, unknowns_ + k, unknowns_, 1) = mass.col(inertial[k]);
      e_(unknowns_ + k, inertial[k]) = 1;
      a_(unknowns_ + k, unknowns_ + k) = 1;
    }
    v_ = Matrix::Identity(unknowns_, size);  // of the whole vector only z is needed
    // Rows of E that are not zero to size one: this first time zeros are exact.
    for (int i = 0; i < size; ++i) {
      const double most = e_.row(i).cwiseAbs().maxCoeff();
      if (most == 0) continue;
      e_.row(i) /= most;
      a_.row(i) /= most;
    }
  }
  [[nodiscard]] int rows() const { return static_cast<int>(e_.rows()); }
  [[nodiscard]] int columns() const { return static_cast<int>(e_.cols()); }
  [[nodiscard]] const Matrix& e() const { return e_; }
  [[nodiscard]] const Matrix& a() const { return a_; }
  [[nodiscard]] const Matrix& v() const { return v_; }

  /// Removes combinations of unknowns that enter no equation; how many there were.
  int remove_undetermined() {
    Matrix both(2 * rows(), columns());
    both << e_, a_;
    const RowCompression c = compress_rows(both.transpose(), dependence_tolerance);
    const int removed = columns() - c.rank;
    if (removed > 0) restrict_to(c.q.leftCols(c.rank));
    return removed;
  }
  /// One round: rows without E are equations A x = 0, satisfied by restriction. False when there were none.
  bool remove_infinite() {
    const RowCompression c = compress_rows(e_);
    if (c.rank == rows()) return false;
    e_ = Matrix(c.q.transpose() * e_).topRows(c.rank);
    const Matrix a = c.q.transpose() * a_;
    const Matrix z = null_space(a.bottomRows(rows_of(a) - c.rank), dependence_tolerance);
    a_ = a.topRows(c.rank);
    restrict_to(z);
    return true;
  }
  /// One round: rows without A say s E x = 0. Vectors of A x = 0 (as z) are added to `zeros` in the first round.
  bool remove_zeros(Matrix* zeros) {
    Vector row_scale, column_scale;
    equilibrate(significant(a_), row_scale, column_scale);
    const Matrix scaled = row_scale.asDiagonal() * significant_values(a_) * column_scale.asDiagonal();
    const RowCompression c = compress_rows(scaled);
    if (c.rank == rows()) return false;
    if (zeros) *zeros = v_ * (column_scale.asDiagonal() * null_space(scaled));
    const Matrix e = c.q.transpose() * Matrix(row_scale.asDiagonal() * e_);
    const Matrix a = c.q.transpose() * Matrix(row_scale.asDiagonal() * a_);
    Matrix lower = e.bottomRows(rows_of(e) - c.rank);
    for (int i = 0; i < lower.rows(); ++i) lower.row(i) /= std::max(lower.row(i).cwiseAbs().maxCoeff(), 1e-300);
    const Matrix z = null_space(lower);
    e_ = e.topRows(c.rank);
    a_ = a.topRows(c.rank);
    restrict_to(z);
    return true;
  }

 private:
  static int rows_of(const Matrix& m) { return static_cast<int>(m.rows()); }
  /// Entries that round-off of the transformations cannot have made.
  static Matrix significant_values(const Matrix& m) {
    return m.unaryExpr([](double value) { return std::abs(value) < 1e-15 ? 0.0 : value; });
  }
  static Matrix significant(const Matrix& m) { return significant_values(m).cwiseAbs(); }
  void restrict_to(const Matrix& z) {
    e_ = e_ * z;
    a_ = a_ * z;
    v_ = v_ * z;
  }

  int unknowns_;
  Matrix e_, a_, v_;
};

void add_nonzero(const Pencil& pencil, DenseEigenpairs& found) {
  if (pencil.rows() == 0) return;
  const Matrix h = pencil.a().partialPivLu().solve(pencil.e());
  const Eigen::EigenSolver<Matrix> solver(h);
  if (solver.info() != Eigen::Success)
    throw Error(ExitCode::not_converged, "eigenanalysis: the QR algorithm did not converge");
  const auto& inverse = solver.eigenvalues();
  const Eigen::MatrixXcd vectors = solver.eigenvectors();
  for (int k = 0; k < inverse.size(); ++k) {
    const std::complex<double> s = 1.0 / inverse(k);
    if (s.imag() < 0) continue;
    found.pairs.push_back({s, false, pencil.v() * vectors.col(k)});
  }
}

}  // namespace

DenseEigenpairs solve_dense(const Matrix& mass, const Matrix& damping, const Matrix& stiffness, double time_scale) {
  const double w = 1 / time_scale;
  Matrix m = w * w * mass, d = w * damping, k = stiffness;
  Vector rows, columns;
  equilibrate(m.cwiseAbs() + d.cwiseAbs() + k.cwiseAbs(), rows, columns);
  for (Matrix* matrix : {&m, &d, &k}) *matrix = rows.asDiagonal() * *matrix * columns.asDiagonal();

  DenseEigenpairs found;
  Pencil pencil(m, d, k);
  const int size = pencil.rows();
  found.undetermined = pencil.remove_undetermined();
  while (pencil.remove_infinite()) {
  }
  found.infinite = size - pencil.rows() - found.undetermined;
  if (pencil.rows() != pencil.columns()) {
    found.singular = true;
    return found;
  }
  Matrix zeros(m.rows(), 0);
  for (bool first = true; pencil.rows() > 0 && pencil.remove_zeros(first ? &zeros : nullptr); first = false) {
    if (pencil.rows() != pencil.columns()) {
      found.singular = true;
      return found;
    }
  }
  add_nonzero(pencil, found);
  for (EigenPair& pair : found.pairs) pair.s *= w;
  std::sort(found.pairs.begin(), found.pairs.end(),
            [](const EigenPair& a, const EigenPair& b) { return std::abs(a.s) < std::abs(b.s); });
  std::vector<EigenPair> all;
  for (int j = 0; j < zeros.cols(); ++j) all.push_back({0.0, true, zeros.col(j).cast<std::complex<double>>()});
  all.insert(all.end(), found.pairs.begin(), found.pairs.end());
  found.pairs = std::move(all);
  for (EigenPair& pair : found.pairs) pair.z = columns.cast<std::complex<double>>().asDiagonal() * pair.z;
  return found;
}

}  // namespace flexura
