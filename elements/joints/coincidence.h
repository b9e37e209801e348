// Coincidence: a point and the axes of two nodes are one; a weld.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "elements/joints/attachment.h"
#include "elements/joints/orientation_lock.h"
#include "elements/joints/point_coincidence.h"
#include "model/batch.h"
#include "model/motion.h"

namespace flexura {

/// Spherical hinge and prismatic in one.
///
/// Unknowns 0-2: force on node 2, global axes, N; 3-5: couple on node 2, axes of frame 1, N m. Text row: reactions on
/// node 2 (12). Private data: Fx, Fy, Fz, Mx, My, Mz, joint axes of node 1.
class Coincidence {
 public:
  static constexpr std::string_view type = "coincidence";
  static constexpr std::string_view family = "joint";
  static constexpr bool can_be_read_again = true;
  static constexpr int unknowns = 6;

  Coincidence(NodeIndex node1, const Attachment& at1, NodeIndex node2, const Attachment& at2)
      : nodes_{node1, node2}, point_{at1.position, at2.position}, lock_{at1.orientation, at2.orientation} {}

  [[nodiscard]] std::array<NodeIndex, 2> nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return unknowns; }
  [[nodiscard]] UnknownInfo unknown(int j) const {
    return j < 3 ? PointCoincidence::unknown(j) : OrientationLock<3>::unknown(j - 3);
  }

  template <class S>
  void constraint(const MotionLocal<S>& q, S* phi) const {
    Eigen::Map<Vector3<S>> rows(phi);
    rows = point_.phi(q.node(0), q.node(1));
    lock_.phi(q.node(0), q.node(1), Matrix3<S>(Matrix3<S>::Identity()), phi);
  }
  void constraints(const Local& q, ConstraintLevel level, double* out) const {
    evaluate_constraints(*this, q, level, out);
  }
  void residual(const Local& q, Residual& r) const {
    point_.residual(q, r);
    lock_.residual(q, Mat3::Identity(), r);
  }
  void jacobian(const Local& q, Jacobian& j) const {
    point_.jacobian(q, j);
    lock_.jacobian(q, Mat3::Identity(), j);
  }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;
  [[nodiscard]] std::vector<std::string> private_names() const { return {"Fx", "Fy", "Fz", "Mx", "My", "Mz"}; }
  [[nodiscard]] double private_value(const Local& q, int datum) const;

 private:
  std::array<NodeIndex, 2> nodes_;
  PointCoincidence point_;
  OrientationLock<3> lock_;
};

}  // namespace flexura
