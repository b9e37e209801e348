// Viscous body: a resistance to the absolute velocity of a point of a node.
#pragma once

#include <array>
#include <string>

#include "elements/deformable_joints/joint_law.h"
#include "elements/joints/attachment.h"
#include "model/batch.h"

namespace flexura {

/// Force -f and moment -m on the point o of a node, (f~, m~) = law(rate) of the velocity of that point and the angular
/// velocity, both in the axes R R_h: a law with positive coefficients dissipates. The law's strain is zero.
///
/// Text row: force and moment on the node (the moment about the point) in its axes R R_h and global (12), then velocity
/// and angular velocity in those axes (6), results of the law. Static problems have no velocities.
class ViscousBody {
 public:
  static constexpr std::string_view type = "viscous body";
  static constexpr std::string_view family = "joint";
  static constexpr bool can_be_read_again = true;

  ViscousBody(NodeIndex node, const Attachment& at, LawPointer<6> law) : node_{node}, at_(at), law_(std::move(law)) {}

  [[nodiscard]] std::array<NodeIndex, 1> nodes() const { return node_; }
  [[nodiscard]] int unknown_count() const { return 0; }
  [[nodiscard]] int memory_count() const { return law_.memory_count(); }
  void initial_memory(double* memory) const { law_.initial_memory(memory); }

  void residual(const Local& q, Residual& r) const;
  void jacobian(const Local& q, Jacobian& j) const;

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;

 private:
  struct Motion {
    Mat3 axes;      ///< R R_h
    Vec3 arm;       ///< o, global axes
    Vec3 velocity;  ///< of the point, global axes
    Vec6 rate;
  };
  [[nodiscard]] Motion motion(const Local& q) const;

  std::array<NodeIndex, 1> node_;
  Attachment at_;
  JointLaw<6> law_;
};

}  // namespace flexura
