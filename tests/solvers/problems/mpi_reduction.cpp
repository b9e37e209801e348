// Component mode synthesis against the whole structure.
#include <Eigen/Dense>
#include <boost/test/unit_test.hpp>

#include "elements/modal/modal_data.h"
#include "solvers/problems/reduction.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(reduction)

namespace {

constexpr int elements = 12;

/// A beam that lies somewhere in space, Bernoulli elements, lumped masses with rotary inertia.
LinearStructure beam(bool clamped) {
  const int n = elements + 1;
  const double h = 0.1, ea = 500, gj = 3, ei[2] = {2, 5}, m = 0.3, jr = 1e-3;
  Eigen::MatrixXd k = Eigen::MatrixXd::Zero(6 * n, 6 * n), mass = k;
  Eigen::Matrix4d bend;
  bend << 12, 6 * h, -12, 6 * h, 6 * h, 4 * h * h, -6 * h, 2 * h * h, -12, -6 * h, 12, -6 * h, 6 * h, 2 * h * h, -6 * h,
      4 * h * h;
  bend /= h * h * h;
  for (int e = 0; e < elements; ++e) {
    const int a = 6 * e, b = a + 6;
    for (const auto& [c, s] : {std::pair{0, ea / h}, std::pair{3, gj / h}}) {
      k(a + c, a + c) += s;
      k(b + c, b + c) += s;
      k(a + c, b + c) -= s;
      k(b + c, a + c) -= s;
    }
    for (int plane = 0; plane < 2; ++plane) {
      // The rotation about 2 is minus the slope along 3.
      const double sign = plane == 0 ? 1 : -1;
      const int index[4] = {a + 1 + plane, a + 5 - plane, b + 1 + plane, b + 5 - plane};
      const double signs[4] = {1, sign, 1, sign};
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) k(index[i], index[j]) += ei[plane] * signs[i] * signs[j] * bend(i, j);
    }
  }
  for (int i = 0; i < n; ++i) {
    const double share = i == 0 || i == n - 1 ? 0.5 : 1;
    for (int c = 0; c < 6; ++c) mass(6 * i + c, 6 * i + c) = share * (c < 3 ? m * h : jr * (c == 3 ? 2 : 1));
  }
  // Somewhere: axes turned, origin moved.
  Mat3 turn;
  turn = Eigen::AngleAxisd(0.7, Vec3(1, -2, 3).normalized());
  Eigen::MatrixXd t = Eigen::MatrixXd::Zero(6 * n, 6 * n);
  for (int i = 0; i < 2 * n; ++i) t.block<3, 3>(3 * i, 3 * i) = turn;
  k = t * k * t.transpose();
  mass = t * mass * t.transpose();
  LinearStructure s;
  if (clamped) k.topLeftCorner(6, 6) += 1e6 * Eigen::MatrixXd::Identity(6, 6);
  s.stiffness = k.sparseView();
  s.mass = mass.sparseView();
  s.positions.resize(3, n);
  for (int i = 0; i < n; ++i) {
    s.labels.push_back(std::to_string(i + 1));
    s.positions.col(i) = Vec3(0.3, -0.5, 0.2) + turn * Vec3(h * i, 0, 0);
    std::array<int, 6> u{};
    for (int c = 0; c < 6; ++c) u[c] = 6 * i + c;
    s.unknowns.push_back(u);
  }
  return s;
}

Eigen::VectorXd eigenvalues(const Eigen::MatrixXd& k, const Eigen::MatrixXd& m) {
  return Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd>(k, m, Eigen::EigenvaluesOnly).eigenvalues();
}

/// Eigenvalues of the free body from the data of the file alone: rigid motions and shapes.
Eigen::VectorXd free_eigenvalues(const FemModel& f) {
  const Eigen::Index m = f.mode_count();
  Eigen::MatrixXd mass = Eigen::MatrixXd::Zero(6 + m, 6 + m), k = mass;
  const Mat3 arm = skew(Vec3(f.inertia->centre));
  mass.block<3, 3>(0, 0) = f.inertia->mass * Mat3::Identity();
  mass.block<3, 3>(0, 3) = -f.inertia->mass * arm;
  mass.block<3, 3>(3, 0) = f.inertia->mass * arm;
  mass.block<3, 3>(3, 3) = f.inertia->inertia - f.inertia->mass * arm * arm;
  mass.block(0, 6, 3, m) = f.i3;
  mass.block(3, 6, 3, m) = f.i4;
  mass.block(6, 0, m, 3) = f.i3.transpose();
  mass.block(6, 3, m, 3) = f.i4.transpose();
  mass.bottomRightCorner(m, m) = f.mass;
  k.bottomRightCorner(m, m) = f.stiffness;
  return eigenvalues(k, mass);
}

const std::function<void(const std::string&)> silent = [](const std::string&) {};

}  // namespace

BOOST_AUTO_TEST_CASE(craig_bampton_keeps_the_eigenvalues_of_the_free_body) {
  const LinearStructure s = beam(false);
  const Eigen::VectorXd full = eigenvalues(Eigen::MatrixXd(s.stiffness), Eigen::MatrixXd(s.mass));
  const FemModel f = reduce_structure(s, {{"1", "13"}, 12, false}, silent);
  BOOST_TEST(f.mode_count() == 18);  // one interface of two moves against the axes
  const Eigen::VectorXd reduced = free_eigenvalues(f);
  for (int k = 0; k < 6; ++k) BOOST_TEST(std::abs(reduced(k)) < 1e-6 * full(6));
  // Bounded from below by the exact ones (Rayleigh-Ritz), close for the lower half.
  for (int k = 6; k < 14; ++k) {
    BOOST_TEST(reduced(k) > full(k) * (1 - 1e-6));
    BOOST_TEST(reduced(k) < full(k) * (k < 9 ? 1.002 : 1.02), k << ": " << reduced(k) << " against " << full(k));
  }
  // The first interface has no motion against the axes.
  BOOST_TEST(f.shapes.topRows(6).cwiseAbs().maxCoeff() < 1e-9 * f.shapes.cwiseAbs().maxCoeff());
}

BOOST_AUTO_TEST_CASE(inertia_relief_keeps_the_eigenvalues_of_the_free_body) {
  const LinearStructure s = beam(false);
  const Eigen::VectorXd full = eigenvalues(Eigen::MatrixXd(s.stiffness), Eigen::MatrixXd(s.mass));
  const FemModel f = reduce_structure(s, {{"1", "13"}, 8, true}, silent);
  BOOST_TEST(f.mode_count() == 20);  // a shape for each of twelve loads
  for (int k = 0; k < 8; ++k) BOOST_TEST(std::abs(f.stiffness(k, k) / full(6 + k) - 1) < 1e-7);
  // No shape has momentum or momenta moment.
  BOOST_TEST(f.i3.cwiseAbs().maxCoeff() < 1e-8);
  BOOST_TEST(f.i4.cwiseAbs().maxCoeff() < 1e-8);
}

BOOST_AUTO_TEST_CASE(shapes_give_the_static_answer_to_loads_on_interfaces) {
  const LinearStructure s = beam(true);
  const FemModel f = reduce_structure(s, {{"13"}, 3, false}, silent);
  BOOST_TEST(f.mode_count() == 9);
  Eigen::VectorXd load = Eigen::VectorXd::Zero(s.mass.rows());
  load.tail<6>() << 1, -2, 3, 0.1, 0.2, -0.3;
  const Eigen::VectorXd exact = Eigen::MatrixXd(s.stiffness).ldlt().solve(load);
  const Eigen::VectorXd q = f.stiffness.ldlt().solve(f.shapes.transpose() * load);
  BOOST_TEST((f.shapes * q - exact).norm() < 1e-7 * exact.norm());
}

BOOST_AUTO_TEST_CASE(invariants_are_those_of_the_lumped_masses) {
  const LinearStructure s = beam(false);
  const FemModel f = reduce_structure(s, {{"1", "13"}, 4, false}, silent);
  FemModel lumped = f;
  lumped.i3.resize(0, 0);
  lumped.i4.resize(0, 0);
  lumped.i8.resize(0, 0);
  lumped.i5.resize(0, 0);
  lumped.i9.resize(0, 0);
  lumped.inertia.reset();
  lumped.lumped.setZero(6, f.node_count());
  const Eigen::MatrixXd mass(s.mass);
  for (int i = 0; i < f.node_count(); ++i) lumped.lumped.block<3, 1>(0, i).setConstant(mass(6 * i, 6 * i));
  ModalSelection selection;
  for (int j = 0; j < f.mode_count(); ++j) selection.modes.push_back(j);
  selection.invariant9 = true;
  const auto a = make_modal_data(f, selection), b = make_modal_data(lumped, selection);
  BOOST_TEST(std::abs(a->mass - b->mass) < 1e-12);
  BOOST_TEST((a->first - b->first).norm() < 1e-12);
  BOOST_TEST((a->i3 - b->i3).norm() < 1e-11 * b->i3.norm());
  for (int c = 0; c < 3; ++c) BOOST_TEST((a->i5[c] - b->i5[c]).norm() < 1e-11 * (1 + b->i5[c].norm()));
  for (int c = 0; c < 6; ++c) BOOST_TEST((a->curve[c] - b->curve[c]).norm() < 1e-11 * (1 + b->curve[c].norm()));
  // Rotary inertia is in these, too: less than 1e-3/(0.03 0.4^2) of them.
  BOOST_TEST((a->i4 - b->i4).norm() < 0.25 * b->i4.norm());
  BOOST_TEST((a->slope - b->slope).norm() < 0.25 * b->slope.norm());
}

BOOST_AUTO_TEST_CASE(what_cannot_be_reduced_is_refused) {
  const LinearStructure s = beam(false), held = beam(true);
  BOOST_CHECK_THROW(reduce_structure(s, {{"99"}, 1, false}, silent), Error);
  BOOST_CHECK_THROW(reduce_structure(s, {{"1", "1"}, 1, false}, silent), Error);
  BOOST_CHECK_THROW(reduce_structure(s, {{}, 1, false}, silent), Error);
  BOOST_CHECK_THROW(reduce_structure(s, {{}, 1, true}, silent), Error);
  BOOST_CHECK_THROW(reduce_structure(held, {{"13"}, 1, true}, silent), Error);
  BOOST_CHECK_THROW(reduce_structure(s, {{"1"}, 5000, false}, silent), Error);
  LinearStructure empty = s;
  empty.mass.setZero();
  BOOST_CHECK_THROW(reduce_structure(empty, {{"1"}, 1, false}, silent), Error);
}

BOOST_AUTO_TEST_SUITE_END()
