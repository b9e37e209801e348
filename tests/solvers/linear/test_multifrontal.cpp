// The multifrontal solver on beams, hinges, saddle points, bad scaling and singular matrices: backward errors.
#include "solvers/linear/multifrontal.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <map>
#include <random>
#include <tuple>
#include <vector>

namespace flexura {

BOOST_AUTO_TEST_SUITE(multifrontal)

namespace {

class Matrix {
 public:
  explicit Matrix(int n) : rows_(n) {}
  void add(int i, int j, double x) { rows_[i][j] += x; }
  void finish() {
    for (const auto& r : rows_) {
      for (const auto& [j, x] : r) {
        column.push_back(j);
        values.push_back(x);
      }
      row.push_back(static_cast<int>(column.size()));
    }
  }
  [[nodiscard]] int size() const { return static_cast<int>(rows_.size()); }
  std::vector<int> row{0};
  std::vector<int> column;
  std::vector<double> values;

 private:
  std::vector<std::map<int, double>> rows_;
};

std::mt19937 generator(7);
double random_number() { return std::uniform_real_distribution<>(-1, 1)(generator); }

/// Largest normwise backward error of a solution with a random right side; negative when factor fails.
double solve_error(Multifrontal& solver, const Matrix& a) {
  const int n = a.size();
  if (!solver.factor(a.row.data(), a.column.data(), a.values.data())) return -1;
  std::vector<double> b(n);
  std::vector<double> x(n);
  for (double& v : b) v = random_number();
  solver.solve(b.data(), x.data());
  double worst = 0;
  double size_x = 0;
  for (const double v : x) size_x = std::max(size_x, std::abs(v));
  for (int i = 0; i < n; ++i) {
    double r = b[i];
    double size = 0;
    for (int k = a.row[i]; k < a.row[i + 1]; ++k) {
      r -= a.values[k] * x[a.column[k]];
      size += std::abs(a.values[k]);
    }
    worst = std::max(worst, std::abs(r) / (size * size_x + std::abs(b[i])));
  }
  return worst;
}

void analyse(Multifrontal& solver, const Matrix& a) {
  solver.analyse(a.size(), a.row.data(), a.column.data(), a.values.data());
}

Matrix beams(int count) {
  Matrix a(6 * (2 * count + 1));
  for (int b = 0; b < count; ++b)
    for (int i = 0; i < 18; ++i)
      for (int j = 0; j < 18; ++j) a.add(12 * b + i, 12 * b + j, random_number() + (i == j ? 3 : 0));
  a.finish();
  return a;
}

/// A chain of three-node beams from a ring of four of them, whose first node is the first of the chain, to its last
/// node, which is the last of the matrix: no node of the chain has fewer neighbours than the inner ones of its beams.
Matrix lasso(int count) {
  const int ring = 4;
  Matrix a(6 * (2 * ring + 2 * count));
  for (int b = 0; b < ring + count; ++b) {
    int nodes[3] = {2 * b - 1, 2 * b, 2 * b + 1};
    if (b < ring) std::tie(nodes[0], nodes[1], nodes[2]) = std::tuple(2 * b, 2 * b + 1, 2 * b + 2);
    if (b == ring - 1 || b == ring) nodes[b < ring ? 2 : 0] = 0;
    for (const int i : nodes)
      for (const int j : nodes)
        for (int k = 0; k < 36; ++k)
          a.add(6 * i + k / 6, 6 * j + k % 6, random_number() + (i == j && k % 7 == 0 ? 3 : 0));
  }
  a.finish();
  return a;
}

/// [M, B; B^T, 0] with a random diagonal M and full-rank random B, unknowns shuffled.
Matrix saddle(int n, int m, double scale) {
  Matrix a(n + m);
  std::vector<int> at(n + m);
  for (int i = 0; i < n + m; ++i) at[i] = i;
  std::shuffle(at.begin(), at.end(), generator);
  for (int i = 0; i < n; ++i) a.add(at[i], at[i], (1 + std::abs(random_number())) * (i % 3 == 0 ? scale : 1));
  for (int k = 0; k < m; ++k) {
    a.add(at[n + k], at[n + k], 0);
    for (const int i : {k, (k + 1) % n, (7 * k + 3) % n}) {
      const double x = random_number() + (i == k ? 2 : 0);
      a.add(at[i], at[n + k], x);
      a.add(at[n + k], at[i], x);
    }
  }
  a.finish();
  return a;
}

}  // namespace

BOOST_AUTO_TEST_CASE(chain_of_beams) {
  for (const int count : {1, 2, 7, 60}) {
    const Matrix a = beams(count);
    Multifrontal solver;
    analyse(solver, a);
    for (int pass = 0; pass < 2; ++pass) {
      const double error = solve_error(solver, a);
      BOOST_TEST(error >= 0);
      BOOST_TEST(error < 1e-14);
    }
  }
}

BOOST_AUTO_TEST_CASE(zero_diagonals) {
  for (const bool equilibrate : {false, true}) {
    for (int trial = 0; trial < 20; ++trial) {
      const Matrix a = saddle(40 + trial, 20 + trial / 2, trial % 2 == 0 ? 1 : 1e12);
      Multifrontal solver({.equilibrate = equilibrate});
      analyse(solver, a);
      const double error = solve_error(solver, a);
      BOOST_TEST(error >= 0);
      BOOST_TEST(error < 1e-13);
    }
  }
}

BOOST_AUTO_TEST_CASE(delayed_pivots) {
  // Analysed with healthy diagonals, factored after most of them have vanished.
  Matrix a = beams(20);
  Multifrontal solver;
  analyse(solver, a);
  for (int i = 0; i < a.size(); ++i)
    for (int k = a.row[i]; k < a.row[i + 1]; ++k)
      if (i / 6 == a.column[k] / 6 && (i / 6) % 4 != 3) a.values[k] = 0;
  for (int pass = 0; pass < 2; ++pass) {
    const double error = solve_error(solver, a);
    BOOST_TEST(error >= 0);
    BOOST_TEST(error < 1e-12);
  }
  BOOST_TEST(solver.delayed() > 0);
}

/// Largest error of a solution through the Schur complement of the last `kept` unknowns, against the whole solution.
double schur_error(const Matrix& a, int kept, bool equilibrate, long& waiting) {
  const int n = a.size();
  Multifrontal whole({.equilibrate = equilibrate});
  Multifrontal part({.equilibrate = equilibrate});
  analyse(whole, a);
  part.analyse(n, a.row.data(), a.column.data(), a.values.data(), kept);
  BOOST_REQUIRE(whole.factor(a.row.data(), a.column.data(), a.values.data()));
  BOOST_REQUIRE(part.factor(a.row.data(), a.column.data(), a.values.data()));
  std::vector<double> b(n), expected(n), x(n);
  for (double& v : b) v = random_number();
  whole.solve(b.data(), expected.data());
  const int size = part.schur_size();
  waiting = size - kept;
  std::vector<double> reduced(size), known(size);
  part.reduce(b.data(), reduced.data());
  Matrix schur(size);
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j) schur.add(i, j, part.schur_row(i)[j]);
  schur.finish();
  Multifrontal last;
  analyse(last, schur);
  BOOST_REQUIRE(last.factor(schur.row.data(), schur.column.data(), schur.values.data()));
  last.solve(reduced.data(), known.data());
  part.expand(known.data(), x.data());
  double size_x = 0;
  double error = 0;
  for (int i = 0; i < n; ++i) {
    size_x = std::max(size_x, std::abs(expected[i]));
    error = std::max(error, std::abs(x[i] - expected[i]));
  }
  for (int i = 0; i < kept; ++i) BOOST_TEST(part.schur_unknown(i) == n - kept + i);
  return error / size_x;
}

BOOST_AUTO_TEST_CASE(kept_unknowns_leave_their_schur_complement) {
  for (const bool equilibrate : {false, true}) {
    long waiting = 0;
    BOOST_TEST(schur_error(beams(9), 12, equilibrate, waiting) < 1e-12);
    BOOST_TEST(schur_error(beams(9), 1, equilibrate, waiting) < 1e-12);
    BOOST_TEST(schur_error(beams(1), 18, equilibrate, waiting) < 1e-12);  // nothing is eliminated
  }
}

BOOST_AUTO_TEST_CASE(chain_is_eliminated_from_its_far_end) {
  const int count = 50;
  const Matrix a = lasso(count);
  Multifrontal part;
  part.analyse(a.size(), a.row.data(), a.column.data(), a.values.data(), 6);
  BOOST_TEST(part.tree().fronts.size() <= count + 8);  // one a beam; minimum degree makes two
  long waiting = 0;
  BOOST_TEST(schur_error(a, 6, true, waiting) < 1e-12);
}

BOOST_AUTO_TEST_CASE(unknowns_without_pivot_join_the_schur_complement) {
  // Multipliers alone, in front of the unknowns they tie: none has a pivot before those come.
  const int m = 4;
  Matrix a(3 * m);
  for (int k = 0; k < m; ++k) {
    a.add(k, k, 0);
    for (int i = 0; i < 2 * m; ++i) {
      const double x = random_number();
      a.add(k, m + i, x);
      a.add(m + i, k, x);
    }
  }
  for (int i = m; i < 3 * m; ++i) a.add(i, i, 2 + random_number());
  a.finish();
  for (const bool equilibrate : {false, true}) {
    long waiting = 0;
    BOOST_TEST(schur_error(a, 2 * m, equilibrate, waiting) < 1e-12);
    BOOST_TEST(waiting == m);
  }
}

/// A ring of rigid links: six unknowns with light masses a link, three multipliers a hinge.
Matrix rigid_ring(int links, double arm) {
  Matrix a(9 * links);
  for (int k = 0; k < links; ++k) {
    for (int i = 0; i < 6; ++i) a.add(9 * k + i, 9 * k + i, i < 3 ? 0.1 : 1e-5);
    for (int row = 9 * k + 6; row < 9 * k + 9; ++row) {
      a.add(row, row, 0);
      for (const int node : {9 * k, 9 * ((k + 1) % links)}) {
        for (int i = 0; i < 6; ++i) {
          const double x = i >= 3 ? arm * random_number() : i != row - 9 * k - 6 ? 0 : node == 9 * k ? 1 : -1;
          a.add(row, node + i, x);
          a.add(node + i, row, x);
        }
      }
    }
  }
  a.finish();
  return a;
}

BOOST_AUTO_TEST_CASE(light_masses_on_strong_constraints_are_good_pivots) {
  // Chosen row by row without the scaling, pivots let entries grow by 1e20 and more.
  for (const double arm : {0.05, 0.5, 5.0}) {
    const Matrix a = rigid_ring(60, arm);
    Multifrontal solver;
    analyse(solver, a);
    const double error = solve_error(solver, a);
    BOOST_TEST(error >= 0);
    BOOST_TEST(error < 1e-13);
    BOOST_TEST(solver.growth() < 1e4);
    BOOST_TEST(solver.delayed() < a.size() / 5);
  }
}

BOOST_AUTO_TEST_CASE(growth_makes_the_choice_of_pivots_stricter) {
  const Matrix a = rigid_ring(60, 0.05);
  Multifrontal solver({.equilibrate = false});
  analyse(solver, a);
  BOOST_REQUIRE(solver.factor(a.row.data(), a.column.data(), a.values.data()));
  BOOST_TEST(solver.growth() > 1e4);
  BOOST_REQUIRE(solver.factor_balanced(a.row.data(), a.column.data(), a.values.data()));
  BOOST_TEST(solver.growth() < 1e4);
}

BOOST_AUTO_TEST_CASE(scaling_is_kept_until_it_harms) {
  Matrix a = saddle(60, 30, 1);
  Multifrontal solver({.equilibrate = true});
  analyse(solver, a);
  for (const double factor : {1.0, 1.5, 1e14, 1e-14}) {
    Matrix changed = a;
    for (int i = 0; i < a.size(); ++i)
      for (int k = a.row[i]; k < a.row[i + 1]; ++k)
        if (i == a.column[k]) changed.values[k] *= factor;
    BOOST_REQUIRE(solver.factor_balanced(a.row.data(), a.column.data(), changed.values.data()));
    std::vector<double> b(a.size()), x(a.size());
    for (double& v : b) v = random_number();
    solver.solve(b.data(), x.data());
    BOOST_TEST(solver.refine(a.row.data(), a.column.data(), changed.values.data(), b.data(), x.data()) < 1e-8, factor);
  }
}

BOOST_AUTO_TEST_CASE(rows_of_noise_are_no_error) {
  // Two systems beside each other, the second without load: a plane motion and what is out of its plane.
  for (const bool equilibrate : {false, true}) {
    for (const double unit : {1.0, 1e9}) {
      Matrix a(4);
      for (const int at : {0, 2})
        for (int i = 0; i < 2; ++i)
          for (int j = 0; j < 2; ++j) a.add(at + i, at + j, (i == j ? 4 : 1) * (at == 2 ? unit : 1));
      a.finish();
      Multifrontal solver({.equilibrate = equilibrate});
      analyse(solver, a);
      BOOST_REQUIRE(solver.factor(a.row.data(), a.column.data(), a.values.data()));
      const std::vector<double> b{6, 9, 0, 0};
      const auto error = [&](double first, double third) {
        std::vector<double> x{first, 2, third, third};
        return solver.refine(a.row.data(), a.column.data(), a.values.data(), b.data(), x.data());
      };
      BOOST_TEST(error(1, 1e-25) < 1e-12);
      BOOST_TEST(error(1, 1e-3) > 0.5);
      BOOST_TEST(error(1 + 1e-6, 0) > 1e-8);
    }
  }
}

BOOST_AUTO_TEST_CASE(singular_matrix_names_an_unknown) {
  Matrix a = beams(5);
  for (int k = a.row[17]; k < a.row[18]; ++k) a.values[k] = 0;
  Multifrontal solver;
  analyse(solver, a);
  BOOST_TEST(solve_error(solver, a) == -1);
  BOOST_TEST(solver.singular_unknown() >= 0);
  BOOST_TEST(solver.singular_unknown() < a.size());
}

BOOST_AUTO_TEST_CASE(not_a_number_is_an_error) {
  Matrix a = beams(3);
  a.values[30] = std::nan("");
  Multifrontal solver;
  analyse(solver, a);
  BOOST_TEST(solve_error(solver, a) == -1);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura
