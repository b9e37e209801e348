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

// Rows and columns of the scaled matrices are of size one. Pivots below the first figure are round-off, those above the
// second are none; between them the largest gap decides.
constexpr double surely_noise = 3e-14;
constexpr double surely_none = 1e-11;

// Imaginary parts below this, relative to the eigenvalue, are round-off.
constexpr double surely_split = 1e-11;

/// Rank-revealing QR: rows of Q^T M after the first `rank` vanish.
struct RowCompression {
  Matrix q;
  int rank = 0;
};

RowCompression compress_rows(const Matrix& m) {
  RowCompression result;
  if (m.cols() == 0 || m.rows() == 0) {
    result.q = Matrix::Identity(m.rows(), m.rows());
    return result;
  }
  const Eigen::ColPivHouseholderQR<Matrix> qr(m);
  result.rank = count_significant(qr.matrixQR().diagonal().cwiseAbs());
  result.q = qr.householderQ();
  return result;
}

/// Orthonormal basis of { x : m x = 0 }.
Matrix null_space(const Matrix& m) {
  const RowCompression c = compress_rows(m.transpose());
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
      // Rates in units of the unknown's own frequency: what a light part has in E is of the size of the root of its
      // mass, and no row of A is larger than one, so that its round-off stays small where rows are mixed.
      const int j = inertial[k];
      const double slow = std::sqrt(std::min(1.0, mass.col(j).cwiseAbs().maxCoeff()));
      e_.block(0, unknowns_ + k, unknowns_, 1) = mass.col(j) / slow;
      e_(unknowns_ + k, j) = slow;
      a_(unknowns_ + k, unknowns_ + k) = 1;
    }
    v_ = Matrix::Identity(unknowns_, size);  // of the whole vector only z is needed
    // This first time zeros are known, later they are small.
    for (int i = 0; i < size; ++i)
      if (e_.row(i).cwiseAbs().maxCoeff() < 1e-14) e_.row(i).setZero();
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
    const RowCompression c = compress_rows(both.transpose());
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
    const Matrix z = null_space(a.bottomRows(rows_of(a) - c.rank));
    a_ = a.topRows(c.rank);
    restrict_to(z);
    return true;
  }
  /// One round: rows without A say s E x = 0. Vectors of A x = 0 (as z) are added to `zeros` in the first round.
  bool remove_zeros(Matrix* zeros) {
    const RowCompression c = compress_rows(a_);
    if (c.rank == rows()) return false;
    if (zeros) *zeros = v_ * null_space(a_);
    const Matrix e = c.q.transpose() * e_;
    const Matrix a = c.q.transpose() * a_;
    const Matrix z = null_space(e.bottomRows(rows_of(e) - c.rank));
    e_ = e.topRows(c.rank);
    a_ = a.topRows(c.rank);
    restrict_to(z);
    return true;
  }

 private:
  static int rows_of(const Matrix& m) { return static_cast<int>(m.rows()); }
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
    const Eigen::VectorXcd z = pencil.v() * vectors.col(k);
    if (s.imag() > 0 && s.imag() < surely_split * std::abs(s)) {
      // A double real value that round-off has split: real and imaginary part of the vector span its space.
      found.pairs.push_back({s.real(), false, z.real().cast<std::complex<double>>()});
      found.pairs.push_back({s.real(), false, z.imag().cast<std::complex<double>>()});
    } else {
      found.pairs.push_back({s, false, z});
    }
  }
}

}  // namespace

int count_significant(const Eigen::VectorXd& pivots) {
  const auto count = static_cast<int>(pivots.size());
  const auto first_below = [&](double limit) {
    int k = 0;
    while (k < count && pivots(k) > limit) ++k;
    return k;
  };
  int rank = first_below(surely_noise);
  if (rank == count) return rank;
  double widest = 0;
  const int last = rank;
  for (int k = std::max(1, first_below(surely_none)); k <= last; ++k) {
    const double gap = pivots(k - 1) / std::max(pivots(k), 1e-17);
    if (gap <= widest) continue;
    widest = gap;
    rank = k;
  }
  return pivots(0) > surely_noise ? rank : 0;
}

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
