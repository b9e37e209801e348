// Element types that write only their residual.
#include <boost/test/unit_test.hpp>

#include "model/automatic_jacobian.h"
#include "model/model.h"
#include "tests/elements/scene.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(automatic_jacobian)

namespace {

/// A bit of everything: forces of positions, rotations and rates, a differential and an algebraic unknown, rows of all
/// kinds.
class OddPhysics {
 public:
  static constexpr std::string_view type = "odd";
  static constexpr std::string_view family = "test";
  [[nodiscard]] std::array<NodeIndex, 2> nodes() const { return {1, 2}; }
  [[nodiscard]] int unknown_count() const { return 3; }
  [[nodiscard]] UnknownInfo unknown(int j) const {
    if (j == 0) return {Order::differential, Row::equation, Dimension::dimensionless, "internal state"};
    if (j == 1) return {Order::algebraic, Row::constraint, Dimension::length, "constraint"};
    return {Order::algebraic, Row::equation, Dimension::force, "law"};
  }
  template <class S>
  void residual(const MotionLocal<S>& q, MotionResidual<S>& r) const {
    using std::exp;
    using std::sin;
    using std::sqrt;
    const auto& a = q.node(0);
    const auto& b = q.node(1);
    const Vector3<S> d = b.x + b.R * Vec3(0.1, 0.2, 0.3) - a.x;
    const S length = sqrt(d.dot(d));
    const Vector3<S> f = d * (q.unknown(1) * exp(-length)) + (b.v - a.v) * q.unknown(0);
    r.force(0) += f;
    r.force(1) -= f;
    r.moment(1) += b.w.cross(f) - a.R * Vector3<S>(b.R.transpose() * a.w);
    r.equation(0) += sin(q.unknown(0)) - q.unknown_rate(0) * q.unknown(0) + b.w.dot(a.v);
    r.equation(1) -= length - q.drive(0);
    r.equation(2) += q.unknown(2) * q.unknown(2) * length - q.unknown(1);
  }
};
using Odd = Automatic<OddPhysics>;

struct Fixed final : Drive {
  [[nodiscard]] Taylor2 value(const Taylor2&, const DriveContext&) const override { return 1.5; }
};

struct OddModel {
  OddModel() {
    for (unsigned label = 1; label <= 2; ++label) {
      StructuralNode node;
      node.label = label;
      model.add_node(node);
    }
    model.add_drive(std::make_shared<Fixed>());
    model.add_element(ElementInfo{}, Odd(OddPhysics{}));
  }
  Model model;
};

}  // namespace

BOOST_AUTO_TEST_CASE(equals_differences_of_the_residual) {
  OddModel odd;
  const ElementBatch& batch = odd.model.batch(0);
  for (const bool statics : {false, true}) {
    for (const double c : {0.02, 1.0}) {
      Scene scene(odd.model, 3);
      scene.state.c = c;
      scene.state.statics = statics;
      scene.randomize();
      const Eigen::MatrixXd exact = scene.jacobian(batch, 0);
      for (int column = 0; column < batch.local_size(0); ++column) {
        Eigen::VectorXd numeric = -scene.difference(
            column < 13 ? 1e-3 / c : 1e-3 * c, [&](Scene& s, double h) { s.disturb(batch, 0, column, h); },
            [&](Scene& s) { return s.residual(batch, 0); });
        numeric.head(12) *= c;
        BOOST_TEST((exact.col(column) - numeric).norm() < 1e-8 * std::max(1.0, numeric.norm()), "column " << column);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(acceleration_problem_uses_rates_and_multipliers_alone) {
  OddModel odd;
  const ElementBatch& batch = odd.model.batch(0);
  Scene scene(odd.model, 3);
  scene.randomize();
  scene.state.c = 0;
  const Eigen::MatrixXd j = scene.jacobian(batch, 0);
  // Balance rows depend on multipliers, the constraint row on positions, the other rows on rates (factors of
  // local.cpp).
  BOOST_TEST(j.topLeftCorner(12, 13).norm() == 0);
  scene.state.c = 1e-6;
  const Eigen::MatrixXd limit = scene.jacobian(batch, 0);
  BOOST_TEST((j.block(0, 14, 12, 1) - limit.block(0, 14, 12, 1)).norm() < 1e-6);
  BOOST_TEST((j.block(0, 13, 12, 1) - limit.block(0, 13, 12, 1)).norm() < 1e-6);
  BOOST_TEST((j.row(13).head(12) - limit.row(13).head(12)).norm() < 1e-6);
  // The unknowns of nodes are accelerations here, on which an equation of first order does not depend.
  BOOST_TEST(j.row(12).head(12).norm() == 0);
  BOOST_TEST(std::abs(j(12, 12) - limit(12, 12)) < 1e-4);
}

BOOST_AUTO_TEST_CASE(pattern_has_what_the_residual_reads_and_no_more) {
  OddModel odd;
  const ElementBatch& batch = odd.model.batch(0);
  const PatternProbe probe(2, 6, 1);
  const auto entries = batch.pattern(0, probe);
  Scene scene(odd.model, 5);
  scene.state.c = 0.3;
  scene.randomize();
  const Eigen::MatrixXd j = scene.jacobian(batch, 0);
  const int n = batch.local_size(0);
  std::vector<char> in(n * n, 0);
  for (const auto at : entries) in[at] = 1;
  for (int at = 0; at < n * n; ++at) {
    if (j(at / n, at % n) != 0) BOOST_TEST(in[at] != 0, "entry " << at / n << ", " << at % n << " is missing");
  }
  BOOST_TEST(in[13 * n + 13] == 0);  // the constraint does not depend on its multiplier
  BOOST_TEST(in[0 * n + 14] == 0);   // nor a force on the unknown of the law
  BOOST_TEST(in[3 * n + 0] == 0);    // no moment acts on the first node
  BOOST_TEST(in[13 * n + 3] == 0);   // the first node's orientation does not matter for the length
  BOOST_TEST(in[13 * n + 9] != 0);   // that of the second does
}

BOOST_AUTO_TEST_CASE(steady_motion_gives_exact_time_derivatives) {
  NodeState n;
  n.R = rotation_exp<double>(Vec3(0.4, 0.3, -0.9));
  n.x = Vec3(1, 2, 3);
  n.v = Vec3(-1, 0.5, 2);
  n.w = Vec3(0.3, -2, 1);
  const Vec3 offset(0.5, -0.2, 0.8);
  const auto m = steady_motion(n);
  const Vector3<Taylor2> p = m.x + m.R * offset;
  const Vec3 arm = n.R * offset;
  const Vec3 rate = n.v + n.w.cross(arm);
  const Vec3 acceleration = n.w.cross(n.w.cross(arm));
  for (int i = 0; i < 3; ++i) {
    BOOST_TEST(std::abs(p(i).f - (n.x + arm)(i)) < 1e-15);
    BOOST_TEST(std::abs(p(i).d - rate(i)) < 1e-14);
    BOOST_TEST(std::abs(p(i).dd - acceleration(i)) < 1e-14);
  }
}

BOOST_AUTO_TEST_SUITE_END()
