// What every ideal joint obeys: forces from the gradient of the constraint, equilibrium, frame invariance, rates.
#include <boost/test/unit_test.hpp>

#include "tests/elements/joints/on_constraint.h"
#include "tests/elements/samples.h"
#include "tests/elements/scene.h"

using namespace flexura;
using namespace flexura::test;

namespace {

/// Calls f(sample, batch, model) for the joint of each sample that constrains positions or velocities.
template <class F>
void for_each_joint(F&& f) {
  for (const Sample& sample : samples()) {
    if (sample.card != "joint" || sample.of_acceleration || sample.friction) continue;
    TextModel text(sample_nodes() + sample.text);
    const ElementBatch& batch = batch_of(text.model, sample);
    if (batch.unknown_count(0) > 0) f(sample, batch, text.model);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(constraints)

BOOST_AUTO_TEST_CASE(reactions_do_no_virtual_work) {
  for_each_joint([](const Sample& sample, const ElementBatch& batch, Model& model) {
    if (sample.servo) return;
    for (unsigned seed = 1; seed <= 4; ++seed) {
      Scene scene(model, seed);
      scatter(scene, sample);
      if (sample.gradient_on_constraint_only) satisfy(scene, batch);
      Eigen::VectorXd lambda(own(batch));
      for (int j = 0; j < own(batch); ++j) lambda(j) = scene.y[batch.dofs(0)[kinematic(batch) + j]];
      const Eigen::VectorXd forces = scene.residual(batch, 0).head(kinematic(batch));
      const Eigen::VectorXd expected = -gradient(scene, batch).transpose() * lambda;
      // Differences with a step of 1e-3 are good to 1e-11 or so.
      BOOST_TEST((forces - expected).norm() < 1e-9 * expected.norm(), sample.type);
    }
  });
}

BOOST_AUTO_TEST_CASE(reactions_are_in_equilibrium_where_the_constraint_holds) {
  for_each_joint([](const Sample& sample, const ElementBatch& batch, Model& model) {
    if (batch.node_count(0) != 2) return;
    Scene scene(model, 5);
    scatter(scene, sample);
    satisfy(scene, batch);
    const Eigen::VectorXd f = scene.residual(batch, 0);
    const Vec3 force = f.segment<3>(0) + f.segment<3>(6);
    const Vec3 moment = f.segment<3>(3) + f.segment<3>(9) +
                        scene.nodes[batch.nodes(0)[0]].x.cross(Vec3(f.segment<3>(0))) +
                        scene.nodes[batch.nodes(0)[1]].x.cross(Vec3(f.segment<3>(6)));
    BOOST_TEST(force.norm() < 1e-12, sample.type);
    BOOST_TEST(moment.norm() < 1e-11, sample.type);
  });
}

BOOST_AUTO_TEST_CASE(rates_are_time_derivatives_along_the_motion) {
  for_each_joint([](const Sample& sample, const ElementBatch& batch, Model& model) {
    for (unsigned seed = 1; seed <= 4; ++seed) {
      Scene scene(model, seed);
      scatter(scene, sample);
      const auto rate_of = [&](ConstraintLevel level) {
        return Eigen::VectorXd(scene.difference(
            5e-4, [](Scene& s, double t) { s.advance(t); }, [&](Scene& s) { return s.constraints(batch, 0, level); }));
      };
      const Eigen::VectorXd velocity = scene.constraints(batch, 0, ConstraintLevel::velocity);
      const Eigen::VectorXd acceleration = scene.constraints(batch, 0, ConstraintLevel::acceleration);
      const Eigen::VectorXd velocity_expected = rate_of(ConstraintLevel::position);
      const Eigen::VectorXd acceleration_expected = rate_of(ConstraintLevel::velocity);
      for (int j = 0; j < own(batch); ++j) {
        if (batch.unknown(0, j).row == Row::constraint)
          BOOST_TEST(std::abs(velocity(j) - velocity_expected(j)) < 1e-8, sample.type << " row " << j);
        BOOST_TEST(std::abs(acceleration(j) - acceleration_expected(j)) < 1e-7, sample.type << " row " << j);
      }
    }
  });
}

BOOST_AUTO_TEST_CASE(position_level_is_the_residual_with_the_sign_changed) {
  for_each_joint([](const Sample& sample, const ElementBatch& batch, Model& model) {
    Scene scene(model, 2);
    scene.state.c = 0.25;
    scatter(scene, sample);
    const Eigen::VectorXd r = scene.residual(batch, 0).tail(own(batch));
    const Eigen::VectorXd phi = scene.constraints(batch, 0, ConstraintLevel::position);
    const Eigen::VectorXd psi = scene.constraints(batch, 0, ConstraintLevel::velocity);
    for (int j = 0; j < own(batch); ++j) {
      const bool holonomic = batch.unknown(0, j).row == Row::constraint;
      BOOST_TEST(std::abs(r(j) + (holonomic ? phi(j) / 0.25 : psi(j))) < 1e-12, sample.type << " row " << j);
      if (!holonomic) BOOST_TEST(phi(j) == 0);
    }
  });
}

BOOST_AUTO_TEST_CASE(every_equation_has_a_name) {
  for_each_joint([](const Sample& sample, const ElementBatch& batch, Model&) {
    for (int j = 0; j < own(batch); ++j) {
      BOOST_TEST(!batch.unknown(0, j).name.empty(), sample.type);
      BOOST_TEST((batch.unknown(0, j).order == Order::algebraic));
    }
  });
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(frame_invariance)

BOOST_AUTO_TEST_CASE(a_rigid_motion_of_everything_turns_the_forces_along) {
  for (const Sample& sample : samples()) {
    if (!sample.relative) continue;
    TextModel text(sample_nodes() + sample.text);
    const ElementBatch& batch = batch_of(text.model, sample);
    Scene scene(text.model, 6);
    scatter(scene, sample);
    Scene moved(scene);
    const Mat3 turn = rotation_exp<double>(Vec3(0.5, -1.1, 0.8));
    const Vec3 shift(3, -2, 1);
    for (NodeIndex i = 0; i < text.model.node_count(); ++i) {
      if (!text.model.node(i).structural()) continue;  // values of scalar nodes do not turn
      NodeState& n = moved.nodes[i];
      n.x = turn * n.x + shift;
      n.R = turn * n.R;
      n.v = turn * n.v;
      n.w = turn * n.w;
    }
    for (const int first : sample.global_vectors) {
      Eigen::Map<Vec3> vector(moved.y.data() + batch.dofs(0)[kinematic(batch) + first]);
      vector = turn * Vec3(vector);
    }
    const Eigen::VectorXd before = scene.residual(batch, 0);
    const Eigen::VectorXd after = moved.residual(batch, 0);
    for (int k = 0; k < kinematic(batch); k += 3)
      BOOST_TEST((after.segment<3>(k) - turn * before.segment<3>(k)).norm() < 1e-11, sample.type << " rows from " << k);
    for (int j = 0; j < own(batch); ++j) {
      if (std::find(sample.global_vectors.begin(), sample.global_vectors.end(), j) != sample.global_vectors.end()) {
        const int at = kinematic(batch) + j;
        BOOST_TEST((after.segment<3>(at) - turn * before.segment<3>(at)).norm() < 1e-11, sample.type);
        j += 2;
      } else {
        BOOST_TEST(std::abs(after(kinematic(batch) + j) - before(kinematic(batch) + j)) < 1e-11, sample.type);
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
