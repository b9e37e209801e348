// Gradients of constraints by differences, and states in which constraints hold.
#pragma once

#include <Eigen/SVD>
#include <boost/test/unit_test.hpp>

#include "tests/elements/scene.h"

namespace flexura::test {

inline int own(const ElementBatch& batch) { return batch.unknown_count(0); }
inline int kinematic(const ElementBatch& batch) { return 6 * batch.node_count(0); }

/// Gradient of own rows by positions and rotations (position level) or velocities (rate rows), one row a constraint.
inline Eigen::MatrixXd gradient(const Scene& scene, const ElementBatch& batch) {
  Eigen::MatrixXd phi_q(own(batch), kinematic(batch));
  for (int column = 0; column < kinematic(batch); ++column) {
    const int dof = batch.dofs(0)[column];
    const auto move = [&](Scene& s, double h) {
      Vec3 e = Vec3::Zero();
      e(dof % 3) = h;
      NodeState& n = s.nodes[dof / 6];
      if (dof % 6 < 3) {
        n.x += e;
      } else {
        n.R = rotation_exp<double>(e) * n.R;
      }
    };
    const auto move_rates = [&](Scene& s, double h) {
      NodeState& n = s.nodes[dof / 6];
      (dof % 6 < 3 ? n.v : n.w)(dof % 3) += h;
    };
    const Eigen::VectorXd by_position =
        scene.difference(1e-3, move, [&](Scene& s) { return s.constraints(batch, 0, ConstraintLevel::position); });
    const Eigen::VectorXd by_rate = scene.difference(
        1e-3, move_rates, [&](Scene& s) { return s.constraints(batch, 0, ConstraintLevel::velocity); });
    for (int j = 0; j < own(batch); ++j)
      phi_q(j, column) = batch.unknown(0, j).row == Row::constraint ? by_position(j) : by_rate(j);
  }
  return phi_q;
}

/// Moves the nodes until the position constraints hold.
inline void satisfy(Scene& scene, const ElementBatch& batch) {
  for (int iteration = 0; iteration < 50; ++iteration) {
    const Eigen::VectorXd phi = scene.constraints(batch, 0, ConstraintLevel::position);
    if (phi.norm() < 1e-14) return;
    Eigen::MatrixXd phi_q = gradient(scene, batch);
    for (int j = 0; j < own(batch); ++j)
      if (batch.unknown(0, j).row != Row::constraint) phi_q.row(j).setZero();
    const Eigen::VectorXd step =
        -phi_q.jacobiSvd(Eigen::ComputeThinU | Eigen::ComputeThinV).setThreshold(1e-9).solve(phi);
    for (int column = 0; column < kinematic(batch); ++column) {
      const int dof = batch.dofs(0)[column];
      Vec3 e = Vec3::Zero();
      e(dof % 3) = step(column);
      NodeState& n = scene.nodes[dof / 6];
      if (dof % 6 < 3) {
        n.x += e;
      } else {
        n.R = rotation_exp<double>(e) * n.R;
      }
    }
  }
  BOOST_TEST(scene.constraints(batch, 0, ConstraintLevel::position).norm() < 1e-12, batch.type());
}

}  // namespace flexura::test
