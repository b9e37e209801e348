// Brake: friction about the axis of a revolute joint under a given normal force.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "elements/friction/friction.h"
#include "elements/joints/attachment.h"
#include "elements/joints/relative_rotation.h"
#include "model/batch.h"
#include "model/drive.h"

namespace flexura {

/// Friction couple about axis 3 of frame 1 between two nodes that a revolute joint holds together.
///
/// Unknown: that of Friction. Text row: no force, couple on node 2 in axes of frame 1 and global (12), relative
/// orientation as Euler angles 123 in degrees (3), relative angular velocity in axes of frame 2, rad/s (3), friction
/// coefficient, normal force. Private data: rz, wz.
class Brake {
 public:
  static constexpr std::string_view type = "brake";
  static constexpr std::string_view family = "joint";

  Brake(NodeIndex node1, const Attachment& at1, NodeIndex node2, const Attachment& at2,
        std::shared_ptr<const Friction> friction, DriveId normal, double initial_angle)
      : nodes_{node1, node2},
        at_{at1, at2},
        frames_{at1.orientation, at2.orientation, initial_angle},
        friction_(std::move(friction)),
        normal_(normal) {}

  [[nodiscard]] std::array<NodeIndex, 2> nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return Friction::unknown_count; }
  [[nodiscard]] UnknownInfo unknown(int) const { return friction_->unknown(); }
  /// Internal variables: the angle, then those of friction.
  [[nodiscard]] int memory_count() const { return 1 + Friction::memory_count; }
  void initial_memory(double* memory) const {
    memory[0] = frames_.initial_angle;
    Friction::initial_memory(memory + 1);
  }

  void constraints(const Local& q, ConstraintLevel level, double* out) const {
    axis().constraints(q, level, normal(q), out);
  }
  void residual(const Local& q, Residual& r) const {
    axis().residual(q, normal(q), r);
    frames_.remember(q);
  }
  void jacobian(const Local& q, Jacobian& j) const { axis().jacobian(q, normal(q), j); }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;
  [[nodiscard]] std::vector<std::string> private_names() const { return {"rz", "wz"}; }
  [[nodiscard]] double private_value(const Local& q, int datum) const {
    return datum == 0 ? frames_.angle(q) : frames_.omega(q).z();
  }

 private:
  /// What presses the surfaces together; pulling them apart is no force.
  [[nodiscard]] double normal(const Local& q) const {
    const double force = q.drive(normal_).f + friction_->preload;
    return force < 0 ? 0 : force;
  }
  [[nodiscard]] AxisFriction axis() const { return {*friction_, frames_.orientation1.col(2), 0, 1}; }

  std::array<NodeIndex, 2> nodes_;
  std::array<Attachment, 2> at_;
  RelativeRotation frames_;
  std::shared_ptr<const Friction> friction_;
  DriveId normal_;
};

}  // namespace flexura
