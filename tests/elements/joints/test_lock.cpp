// The lock: its stiffness against that of other joints, what it reports, what its card refuses.
#include <boost/test/unit_test.hpp>

#include <Eigen/LU>
#include <Eigen/QR>

#include "tests/elements/joints/on_constraint.h"
#include "tests/elements/joints/one_joint.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(lock)

namespace {

/// Reactions as generalised forces, and the stiffness of the reactions on the tangent space of the constraint.
struct Tangent {
  Eigen::VectorXd forces;
  Eigen::MatrixXd basis, stiffness;
};

/// With c = 1 the local matrix has -d(force)/dq in its rows of balance.
Eigen::MatrixXd stiffness(Scene& scene, const ElementBatch& batch) {
  scene.state.c = 1;
  scene.state.statics = true;
  return scene.jacobian(batch, 0).topLeftCorner(kinematic(batch), kinematic(batch));
}

/// Both joints in one scene and on both their constraints, which are the same; the second with the reactions of the
/// first.
void compare(const std::string& lock, const std::string& other) {
  TextModel text(sample_nodes() + "joint: 1, lock, " + lock + "; joint: 2, " + other + ";");
  const ElementBatch* a = nullptr;
  const ElementBatch* b = nullptr;
  for (int k = 0; k < text.model.batch_count(); ++k) {
    const ElementBatch& batch = text.model.batch(k);
    if (batch.family() == "joint") (batch.type() == "lock" ? a : b) = &batch;
  }
  BOOST_REQUIRE((a && b));
  Scene scene(text.model, 7);
  scene.randomize();
  satisfy(scene, *a);
  satisfy(scene, *b);
  const Eigen::MatrixXd of_lock = gradient(scene, *a), of_other = gradient(scene, *b);
  const Eigen::VectorXd forces = scene.residual(*a, 0).head(kinematic(*a));
  // -phi_q^T lambda = forces
  const Eigen::VectorXd lambda = -of_other.transpose().colPivHouseholderQr().solve(forces);
  BOOST_TEST((of_other.transpose() * lambda + forces).norm() < 1e-9 * forces.norm(),
             "the joints lock the same freedoms");
  for (int j = 0; j < own(*b); ++j) scene.y[b->dofs(0)[kinematic(*b) + j]] = lambda(j);
  const Eigen::FullPivLU<Eigen::MatrixXd> lu(of_lock);
  const Eigen::MatrixXd z =
      lu.kernel().colPivHouseholderQr().householderQ() * Eigen::MatrixXd::Identity(kinematic(*a), lu.kernel().cols());
  const Eigen::MatrixXd ka = z.transpose() * stiffness(scene, *a) * z;
  const Eigen::MatrixXd kb = z.transpose() * stiffness(scene, *b) * z;
  // Differences in the null space and in the reactions are good to 1e-10 or so.
  BOOST_TEST((ka - kb).norm() < 1e-8 * std::max(1.0, kb.norm()), other << "\n" << ka << "\n\n" << kb);
  // Bodies that keep their relative orientation and exchange couples only, or everything, turn as one.
  const bool as_one = lock.find("fix") != std::string::npos || lock.find("locked, locked, locked") != std::string::npos;
  if (!as_one) BOOST_TEST(kb.norm() > 0.1);
}

const std::string ends =
    "1, position, 0.4, -0.1, 0.3, orientation, euler, 0.3, 0.8, -0.6, "
    "2, position, -0.2, 0.5, 0.1, orientation, euler, -0.9, 0.2, 0.5";
// The same with axis 3 where the lock has axis 1.
const std::string hinges =
    "1, position, 0.4, -0.1, 0.3, orientation, matr, 0., 0., 1., 1., 0., 0., 0., 1., 0., "
    "2, position, -0.2, 0.5, 0.1, orientation, matr, 0., 0., 1., 1., 0., 0., 0., 1., 0.";

}  // namespace

BOOST_AUTO_TEST_CASE(stiffness_on_the_tangent_space_is_that_of_the_other_joints) {
  compare(ends + ", spherical", "spherical hinge, " + ends);
  compare(ends + ", fix", "coincidence, " + ends);
  compare("1, position, 0.4, -0.1, 0.3, 2, position, -0.2, 0.5, 0.1, revolute", "revolute hinge, " + hinges);
  compare("1, position, 0.4, -0.1, 0.3, 2, position, -0.2, 0.5, 0.1, prismatic",
          "total joint, 1, position, 0.4, -0.1, 0.3, 2, position, -0.2, 0.5, 0.1, position constraint, 0, 1, 1, null, "
          "orientation constraint, 1, 1, 1, null");
  compare("1, position, 0.4, -0.1, 0.3, 2, position, -0.2, 0.5, 0.1, coaxial, position, 0., 0.2, -0.3, const, 1.",
          "total joint, 1, position, 0.4, -0.1, 0.3, 2, position, -0.2, 0.5, 0.1, position constraint, 0, 1, 1, 0., "
          "0.2, -0.3, "
          "const, 1., orientation constraint, 0, 1, 1, null");
  compare("1, 2, parallel", "total joint, 1, 2, orientation constraint, 0, 1, 1, null");
  compare("1, 2, orthogonal, rotation, 0.7, 0., 0., const, 1.",
          "total joint, 1, 2, orientation constraint, 1, 0, 0, 0.7, 0., 0., const, 1.");
  compare(
      "1, orientation, euler, 0.3, 0.8, -0.6, 2, freedoms, free, free, free, locked, locked, locked, "
      "rotation, 0.5, -0.4, 0.9, const, 2.",
      "drive hinge, 1, orientation, euler, 0.3, 0.8, -0.6, 2, 0.5, -0.4, 0.9, const, 2.");
  compare("1, position, 0.4, -0.1, 0.3, 2, position, -0.2, 0.5, 0.1, plane",
          "total joint, 1, position, 0.4, -0.1, 0.3, 2, position, -0.2, 0.5, 0.1, position constraint, 1, 0, 0, null, "
          "orientation constraint, 0, 1, 1, null");
  compare("1, position, 0.4, -0.1, 0.3, 2, position, -0.2, 0.5, 0.1, distance along",
          "total joint, 1, position, 0.4, -0.1, 0.3, 2, position, -0.2, 0.5, 0.1, position constraint, 1, 0, 0, null");
}

BOOST_AUTO_TEST_CASE(without_the_stiffness_reactions_leave_no_trace_in_it) {
  TextModel text(sample_nodes() + "joint: 1, lock, " + ends + ", fix, constraint stiffness, no;");
  TextModel with(sample_nodes() + "joint: 1, lock, " + ends + ", fix, constraint stiffness, yes;");
  for (TextModel* model : {&text, &with}) {
    const ElementBatch& batch = model->model.batch(model->model.batch_count() - 1);
    Scene scene(model->model, 3);
    scene.randomize();
    const double size = stiffness(scene, batch).norm();
    if (model == &text) {
      BOOST_TEST(size == 0);
    } else {
      BOOST_TEST(size > 1);
    }
  }
}

BOOST_AUTO_TEST_CASE(reports_force_and_couple_on_node_1) {
  OneJoint joint("joint: 1, lock, 1, 2, position, 0., 0., 0.5, fix;");
  set(joint.own(), {1, 2, 3, 4, 5, 6});
  const auto record = joint.record();
  BOOST_TEST(near(part(record, 6), joint.force_on(0)));
  BOOST_TEST(near(joint.force_on(0), -joint.force_on(1)));
  // The couple acts on node 1 beside the force in the point of node 2.
  const Vec3 arm = Vec3(1, 2, 0.5) - Vec3(1, 0, 0);
  BOOST_TEST(near(part(record, 9), Vec3(joint.couple_on(0) - arm.cross(joint.force_on(0)))));
  BOOST_TEST(joint.datum("Fx") == 1);
  BOOST_TEST(std::abs(joint.datum("Mz") - record[5]) < 1e-14);
  BOOST_TEST(near(part(record, 12), Vec3(joint.datum("px"), joint.datum("py"), joint.datum("pz"))));
  BOOST_TEST(near(part(record, 15), Vec3(joint.datum("rx"), joint.datum("ry"), joint.datum("rz"))));
}

BOOST_AUTO_TEST_CASE(follows_rotations_of_several_turns) {
  OneJoint joint(
      "joint: 1, lock, 1, 2, freedoms, free, free, free, locked, locked, locked, rotation, 0., 0., 1., linear, 0., "
      "30.;");
  joint.scene.nodes[2].R = joint.scene.nodes[1].R * rotation_exp<double>(Vec3(0, 0, 9));  // at time 0.3
  const auto phi = joint.scene.constraints(joint.batch, 0, ConstraintLevel::position);
  BOOST_TEST(phi.norm() < 1e-14);
}

BOOST_AUTO_TEST_CASE(errors_say_what_is_wrong) {
  expect_error("joint: 1, lock, 1, 2, fixed;", "what the joint locks");
  expect_error("joint: 1, lock, 1, 1, fix;", "the same");
  expect_error("joint: 1, lock, 1, 2, freedoms, free, free, free, free, free, free;", "locks nothing");
  expect_error("joint: 1, lock, 1, 2, freedoms, free, open, free, free, free, free;", "state of a freedom");
  expect_error("joint: 1, lock, 1, 2, spherical, rotation, null;", "locks nothing that `rotation` could lead");
  expect_error("joint: 1, lock, 1, 2, parallel, position, null;", "locks nothing that `position` could lead");
  expect_error("joint: 1, lock, 1, 2, fix, constraint stiffness, perhaps;", "perhaps");
}

BOOST_AUTO_TEST_SUITE_END()
