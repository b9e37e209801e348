// Deformable axial joint: a couple about axis 3 from the rotation about it.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "elements/deformable_joints/joint_law.h"
#include "elements/joints/attachment.h"
#include "math/rotation.h"
#include "model/batch.h"
#include "model/reattachment.h"

namespace flexura {

/// Couple m(angle, rate) along e, axis 3 of frame 1: m e on node 1, -m e on node 2.
///
/// The angle is component 3 of theta = log(R1h^T R2h), with its turns counted (a step may turn by less than half a
/// turn); the rate is e . (w2 - w1). Meant for bodies that turn about e only, as on a revolute joint: with other
/// rotations the rate is not that of the angle. Text row: zero forces, couple of the law in axes of frame 1 and global,
/// angle, rad, for viscous laws its rate, results of the law. Private data: rz, wz, Mz.
class DeformableAxialJoint {
 public:
  static constexpr std::string_view type = "deformable axial joint";
  static constexpr std::string_view family = "joint";
  static constexpr bool can_be_read_again = true;

  DeformableAxialJoint(const std::array<NodeIndex, 2>& nodes, const std::array<Attachment, 2>& at, LawPointer<1> law,
                       double initial_angle)
      : nodes_(nodes), at_(at), law_(std::move(law)), initial_angle_(initial_angle) {}

  [[nodiscard]] std::array<NodeIndex, 2> nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return 0; }
  /// Internal variables: those of the law, then the angle.
  [[nodiscard]] int memory_count() const { return law_.memory_count() + 1; }
  void initial_memory(double* memory) const {
    law_.initial_memory(memory);
    memory[law_.memory_count()] = initial_angle_;
  }

  void residual(const Local& q, Residual& r) const;
  void jacobian(const Local& q, Jacobian& j) const;
  [[nodiscard]] double energy(const Local& q) const;

  /// Hints of a driven joint.
  static constexpr bool attaches(AttachmentPart part) { return part == AttachmentPart::axes; }
  [[nodiscard]] Attachments attachments() const {
    return {{{{at_[0].position, at_[0].orientation}, {at_[1].position, at_[1].orientation}}}};
  }
  void attach(const Attachments& at) {
    for (std::size_t k = 0; k < 2; ++k) at_[k] = {at.ends[k].position, at.ends[k].axes};
  }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;
  [[nodiscard]] std::vector<std::string> private_names() const;
  [[nodiscard]] double private_value(const Local& q, int datum) const;

 private:
  struct Motion {
    Mat3 frame1;
    Vec3 theta;
    double angle, rate;
    [[nodiscard]] Vec3 axis() const { return frame1.col(2); }
  };
  [[nodiscard]] Motion motion(const Local& q) const;
  [[nodiscard]] LawVector<1> strain(const Motion& m) const { return LawVector<1>(m.angle); }
  [[nodiscard]] LawVector<1> rate(const Motion& m, const Local& q) const {
    return LawVector<1>(law_.rates_count(q) ? m.rate : 0.0);
  }

  std::array<NodeIndex, 2> nodes_;
  std::array<Attachment, 2> at_;
  JointLaw<1> law_;
  double initial_angle_;
};

}  // namespace flexura
