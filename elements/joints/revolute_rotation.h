// Revolute rotation: the direction of axis 3 in common, positions free.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "elements/joints/attachment.h"
#include "elements/joints/axes_orthogonality.h"
#include "elements/joints/relative_rotation.h"
#include "model/batch.h"
#include "model/motion.h"
#include "model/reattachment.h"

namespace flexura {

/// The orientation part of a revolute hinge. Unknowns 0-1: couples on node 2 about joint axes 1 and 2, N m.
///
/// Positions matter for the log only. Text row as for the revolute hinge, with zero forces. Private data: rz, wz, Mx,
/// My, Mz, joint axes of node 1.
class RevoluteRotation {
 public:
  static constexpr std::string_view type = "revolute rotation";
  static constexpr std::string_view family = "joint";
  static constexpr bool can_be_read_again = true;
  static constexpr int unknowns = 2;

  RevoluteRotation(NodeIndex node1, const Attachment& at1, NodeIndex node2, const Attachment& at2,
                   double initial_angle = 0)
      : nodes_{node1, node2},
        axes_(axes_alignment<0>(at1.orientation, at2.orientation)),
        frames_{at1.orientation, at2.orientation, initial_angle},
        position1_(at1.position),
        position2_(at2.position) {}

  [[nodiscard]] std::array<NodeIndex, 2> nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return unknowns; }
  [[nodiscard]] int memory_count() const { return 1; }
  void initial_memory(double* memory) const { memory[0] = frames_.initial_angle; }
  [[nodiscard]] UnknownInfo unknown(int j) const { return alignment_unknown(j); }

  template <class S>
  void constraint(const MotionLocal<S>& q, S* phi) const {
    axes_.phi(q.node(0), q.node(1), phi);
  }
  void constraints(const Local& q, ConstraintLevel level, double* out) const {
    evaluate_constraints(*this, q, level, out);
  }
  void residual(const Local& q, Residual& r) const {
    axes_.residual(q, r);
    frames_.remember(q);
  }
  void jacobian(const Local& q, Jacobian& j) const { axes_.jacobian(q, j); }

  /// Hints of a driven joint.
  static constexpr bool attaches(AttachmentPart part) { return part == AttachmentPart::axes; }
  [[nodiscard]] Attachments attachments() const {
    return {{{{position1_, frames_.orientation1}, {position2_, frames_.orientation2}}}};
  }
  void attach(const Attachments& at) {
    axes_ = axes_alignment<0>(at.ends[0].axes, at.ends[1].axes);
    frames_.orientation1 = at.ends[0].axes;
    frames_.orientation2 = at.ends[1].axes;
  }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;
  [[nodiscard]] std::vector<std::string> private_names() const { return {"rz", "wz", "Mx", "My", "Mz"}; }
  [[nodiscard]] double private_value(const Local& q, int datum) const;

 private:
  std::array<NodeIndex, 2> nodes_;
  AxesOrthogonality<2, 0> axes_;
  RelativeRotation frames_;
  Vec3 position1_, position2_;
};

}  // namespace flexura
