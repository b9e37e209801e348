#include "solvers/problems/descriptor.h"

#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "solvers/problems/eigen_dense.h"

namespace flexura {

namespace {

using Matrix = Eigen::MatrixXd;

// What an algebraic equation may leave of an input, relative to its size.
constexpr double consistent = 1e-9;
// Of rows of unit size: below this they are no basis of coordinates.
constexpr double independent = 1e-7;
// Above this they are a good one.
constexpr double well_independent = 1e-3;

/// Rank-revealing QR of m.
struct Compression {
  Eigen::ColPivHouseholderQR<Matrix> qr;
  int rank = 0;
  explicit Compression(const Matrix& m) {
    if (m.rows() == 0 || m.cols() == 0) return;
    qr.compute(m);
    rank = count_significant(qr.matrixQR().diagonal().cwiseAbs());
  }
  /// Q of M = Q R: behind its first `rank` columns is what M does not reach.
  [[nodiscard]] Matrix q(Eigen::Index size) const {
    if (qr.rows() == 0) return Matrix::Identity(size, size);
    return qr.householderQ();
  }
};

Matrix& grown(std::vector<Matrix>& list, std::size_t k, Eigen::Index rows, Eigen::Index columns) {
  while (list.size() <= k) list.emplace_back(Matrix::Zero(rows, columns));
  return list[k];
}

class Reducer {
 public:
  explicit Reducer(Descriptor& s) : s_(s), inputs_(s.b.at(0).cols()) {}

  ReductionFailure run() {
    if (!remove_undetermined()) return failure_;
    while (eliminate()) {
    }
    if (failure_.kind != ReductionFailure::Kind::none) return failure_;
    if (s_.e.rows() != s_.e.cols()) return {ReductionFailure::Kind::open, -1};
    solve_rates();
    absorb();
    return {};
  }

 private:
  bool remove_undetermined() {
    Matrix both(2 * s_.e.rows(), s_.e.cols());
    both << s_.e, s_.a;
    const Compression c(both.transpose());
    if (c.rank == s_.e.cols()) return true;
    const Matrix q = c.q(s_.e.cols());
    const Matrix lost = q.rightCols(s_.e.cols() - c.rank);
    for (Eigen::Index i = 0; i < s_.c.rows(); ++i) {
      const double size = std::max(s_.c.row(i).norm(), s_.g.row(i).norm());
      if (std::max((s_.c.row(i) * lost).norm(), (s_.g.row(i) * lost).norm()) <= consistent * size) continue;
      failure_ = {ReductionFailure::Kind::undetermined, static_cast<int>(i)};
      return false;
    }
    restrict_to(q.leftCols(c.rank));
    return true;
  }

  /// One round; false when all rows have a rate, or on failure.
  bool eliminate() {
    const Compression c(s_.e);
    const Eigen::Index rows = s_.e.rows();
    if (c.rank == rows) return false;
    const Matrix q = c.q(rows);
    s_.e = Matrix(q.transpose() * s_.e).topRows(c.rank);
    const Matrix a = q.transpose() * s_.a;
    const Matrix algebraic = a.bottomRows(rows - c.rank);
    s_.a = a.topRows(c.rank);
    std::vector<Matrix> of_inputs;
    for (Matrix& b : s_.b) {
      const Matrix all = q.transpose() * b;
      of_inputs.emplace_back(all.bottomRows(rows - c.rank));
      b = all.topRows(c.rank);
    }
    // A2 x = -sum B2 u^(k): null space, and a particular solution of least norm.
    const Compression t(algebraic.transpose());
    const Matrix basis = t.q(s_.e.cols());
    const Matrix null = basis.rightCols(s_.e.cols() - t.rank);
    const Matrix range = basis.leftCols(t.rank);
    const Eigen::ColPivHouseholderQR<Matrix> solver(t.rank > 0 ? Matrix(algebraic * range) : Matrix::Zero(1, 1));
    std::vector<Matrix> particular;
    for (const Matrix& b : of_inputs) {
      Matrix x = Matrix::Zero(s_.e.cols(), inputs_);
      if (t.rank > 0) x = -range * solver.solve(b);
      const Matrix rest = algebraic * x + b;
      for (Eigen::Index i = 0; i < inputs_; ++i)
        if (rest.col(i).norm() > consistent * std::max(1.0, b.col(i).norm())) {
          failure_ = {ReductionFailure::Kind::input, static_cast<int>(i)};
          return false;
        }
      particular.push_back(std::move(x));
    }
    for (std::size_t k = 0; k < particular.size(); ++k) {
      const Matrix& x = particular[k];
      if (x.isZero(0)) continue;
      grown(s_.b, k, s_.a.rows(), inputs_) += s_.a * x;
      grown(s_.b, k + 1, s_.a.rows(), inputs_) -= s_.e * x;
      grown(s_.d, k, s_.c.rows(), inputs_) += s_.c * x;
      grown(s_.d, k + 1, s_.c.rows(), inputs_) += s_.g * x;
      grown(s_.w, k, s_.v.rows(), inputs_) += s_.v * x;
    }
    restrict_to(null);
    return true;
  }

  void restrict_to(const Matrix& z) {
    for (Matrix* m : {&s_.e, &s_.a, &s_.c, &s_.g, &s_.v}) *m = Matrix(*m * z);
  }

  void solve_rates() {
    const Eigen::PartialPivLU<Matrix> lu(s_.e.rows() > 0 ? s_.e : Matrix::Identity(1, 1));
    if (s_.e.rows() > 0) {
      s_.a = lu.solve(s_.a);
      for (Matrix& b : s_.b) b = lu.solve(b);
    }
    s_.e = Matrix::Identity(s_.a.rows(), s_.a.cols());
    s_.c += s_.g * s_.a;
    for (std::size_t k = 0; k < s_.b.size(); ++k) grown(s_.d, k, s_.c.rows(), inputs_) += s_.g * s_.b[k];
    s_.g.setZero();
  }

  void absorb() {
    for (std::size_t k = s_.b.size() - 1; k > 0; --k) {
      const Matrix b = s_.b[k];
      s_.b.pop_back();
      s_.b[k - 1] += s_.a * b;
      grown(s_.d, k - 1, s_.c.rows(), inputs_) += s_.c * b;
      grown(s_.w, k - 1, s_.v.rows(), inputs_) += s_.v * b;
    }
  }

  Descriptor& s_;
  Eigen::Index inputs_;
  ReductionFailure failure_;
};

/// Rows of m that are independent of each other to a degree, best first; at most `most`.
std::vector<int> pivot_rows(const Matrix& m, int most, double degree = independent) {
  std::vector<int> rows;
  if (m.rows() == 0 || m.cols() == 0 || most == 0) return rows;
  const Eigen::ColPivHouseholderQR<Matrix> qr(m.transpose());
  const auto& permutation = qr.colsPermutation().indices();
  const Eigen::VectorXd pivots = qr.matrixQR().diagonal().cwiseAbs();
  for (int k = 0; k < static_cast<int>(pivots.size()) && k < most; ++k) {
    if (!(pivots(k) > degree * std::max(pivots(0), 1e-3))) break;
    rows.push_back(permutation(k));
  }
  return rows;
}

}  // namespace

ReductionFailure reduce(Descriptor& system) { return Reducer(system).run(); }

std::vector<int> choose_states(Descriptor& s, const std::vector<int>& first, const std::vector<int>& second,
                               const std::vector<int>& partner) {
  const auto size = static_cast<int>(s.a.rows());
  const auto rows_of = [&](const std::vector<int>& list) {
    Matrix rows(list.size(), size);
    for (std::size_t k = 0; k < list.size(); ++k) rows.row(k) = s.v.row(list[k]);
    return rows;
  };
  std::vector<int> chosen;
  for (const int k : pivot_rows(rows_of(first), size)) chosen.push_back(first[k]);
  std::sort(chosen.begin(), chosen.end());
  // What the chosen ones do not say of others.
  Matrix said = Matrix::Zero(size, 0);
  if (!chosen.empty()) {
    const Eigen::HouseholderQR<Matrix> qr(rows_of(chosen).transpose());
    said = Matrix(qr.householderQ()).leftCols(chosen.size());
  }
  const auto unsaid = [&](const std::vector<int>& list) {
    const Matrix rows = rows_of(list);
    return Matrix(rows - rows * said * said.transpose());
  };
  const int open = size - static_cast<int>(chosen.size());
  std::vector<int> partners, rest;
  for (const int j : chosen)
    if (partner[j] >= 0) partners.push_back(partner[j]);
  for (const int k : pivot_rows(unsaid(partners), open, well_independent)) rest.push_back(partners[k]);
  if (static_cast<int>(rest.size()) < open) {
    rest.clear();
    for (const int k : pivot_rows(unsaid(second), open)) rest.push_back(second[k]);
  }
  std::sort(rest.begin(), rest.end());
  chosen.insert(chosen.end(), rest.begin(), rest.end());
  if (static_cast<int>(chosen.size()) != size) return {};
  if (size == 0) return chosen;
  const Matrix to = rows_of(chosen);
  const Eigen::PartialPivLU<Matrix> transposed(to.transpose());
  const auto times_inverse = [&](const Matrix& m) { return Matrix(transposed.solve(m.transpose()).transpose()); };
  s.a = to * times_inverse(s.a);
  for (Matrix& b : s.b) b = to * b;
  s.c = times_inverse(s.c);
  s.g = times_inverse(s.g);
  s.v = times_inverse(s.v);
  return chosen;
}

}  // namespace flexura
