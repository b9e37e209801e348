// Plane displacement: node 2 moves in a plane of node 1, or of the ground (pin), and turns about its normal.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "elements/joints/attachment.h"
#include "elements/joints/axes_orthogonality.h"
#include "elements/joints/relative_rotation.h"
#include "elements/joints/sliding_rows.h"
#include "model/batch.h"
#include "model/motion.h"

namespace flexura {

/// Planar pair: the point of node 2 stays in the plane of axes 1 and 2 of frame 1, and axes 3 are parallel.
///
/// Unknowns 0: force on node 1 along axis 3, N, in the sliding point (the opposite one acts on node 2); 1-2: couples on
/// node 2 about joint axes 1 and 2, N m. Text row: reactions on node 2 (12), displacement along axes 1 and 2 of frame
/// 1, angle about axis 3 in degrees (3). Private data: dx, dy, rz.
template <bool Pin>
class PlaneDisplacementJoint {
 public:
  static constexpr std::string_view type = Pin ? "plane displacement pin" : "plane displacement";
  static constexpr std::string_view family = "joint";
  static constexpr bool can_be_read_again = true;
  static constexpr int unknowns = 3;

  PlaneDisplacementJoint(NodeIndex node1, const Attachment& at1, NodeIndex node2, const Attachment& at2,
                         double initial_angle)
      : nodes_{node1, node2},
        row_{{Vec3(at1.orientation.col(2))}, at1.position, at2.position},
        axes_(axes_alignment<1>(at1.orientation, at2.orientation)),
        frames_{at1.orientation, at2.orientation, initial_angle} {}

  [[nodiscard]] std::array<NodeIndex, 2> nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return unknowns; }
  [[nodiscard]] int memory_count() const { return 1; }
  void initial_memory(double* memory) const { memory[0] = frames_.initial_angle; }
  [[nodiscard]] UnknownInfo unknown(int j) const {
    if (j == 0) return {Order::algebraic, Row::constraint, Dimension::length, "plane constraint"};
    return alignment_unknown(j - 1);
  }

  template <class S>
  void constraint(const MotionLocal<S>& q, S* phi) const {
    row_.phi(q.node(0), q.node(1), phi);
    axes_.phi(q.node(0), q.node(1), phi);
  }
  void constraints(const Local& q, ConstraintLevel level, double* out) const {
    evaluate_constraints(*this, q, level, out);
  }
  void residual(const Local& q, Residual& r) const {
    row_.residual(q, r);
    axes_.residual(q, r);
    frames_.remember(q);
  }
  void jacobian(const Local& q, Jacobian& j) const {
    row_.jacobian(q, j);
    axes_.jacobian(q, j);
  }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;
  [[nodiscard]] std::vector<std::string> private_names() const { return {"dx", "dy", "rz"}; }
  [[nodiscard]] double private_value(const Local& q, int datum) const {
    return datum < 2 ? displacement(q)(datum) : frames_.angle(q);
  }

 private:
  /// Of the point of node 2 from that of node 1, axes of frame 1.
  [[nodiscard]] Vec3 displacement(const Local& q) const {
    const Vec3 d = q.node(1).x + q.node(1).R * row_.point2 - q.node(0).x - q.node(0).R * row_.point1;
    return frames_.frame1(q).transpose() * d;
  }

  std::array<NodeIndex, 2> nodes_;
  SlidingRows<1> row_;
  AxesOrthogonality<2, 1> axes_;
  RelativeRotation frames_;
};

using PlaneDisplacement = PlaneDisplacementJoint<false>;
using PlaneDisplacementPin = PlaneDisplacementJoint<true>;

extern template class PlaneDisplacementJoint<false>;
extern template class PlaneDisplacementJoint<true>;

}  // namespace flexura
