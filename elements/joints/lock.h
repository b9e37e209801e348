// Lock: any of the six freedoms between two frames held, or led by drives, with the orientation as a quaternion.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "elements/joints/attachment.h"
#include "model/batch.h"
#include "model/drive.h"
#include "model/motion.h"

namespace flexura {

/// Frame 1 (main, F1 = R1 R~1, origin x1 + R1 f1) and frame 2 (driven), rows in axes of frame 1:
///
///     translations    C_x = F1^T d - r(t),              d = x2 + R2 f2 - x1 - R1 f1
///     rotations       C_r = Im(rho1* rho2 rho_t(t)*),   rho_k the quaternion of F_k, rho_t that of exp([theta0(t)])
///
/// Of the six rows those of `locked` take part. Forces are -C_q^T gamma everywhere, also off the constraint: f = F1
/// gamma_f on node 1 in the origin of frame 2 and -f on node 2; couples F1 P gamma_m and its opposite, with P(s, v) =
/// (s I + [v])/2 of the quaternion (s, v) of C_r. The Jacobian has the stiffness K_c = d(C_q^T gamma)/dq in closed
/// form, with d(P gamma) = G th, G = -gamma v^T/4 - [gamma](s I + [v])/4. Source: C. Peng, A. Tasora, D. Fusai, D.
/// Mangoni, Comput. Methods Appl. Mech. Engrg. 419 (2024) 116667, eqs. 25, 33, 45, 48; there body 1 is the driven one.
/// In rheonomic rotations frame 2 is taken with exp(-[theta0]) on its right everywhere, the matrix of the projection
/// term included.
///
/// A row of C_r is half the angle for small angles; half a turn off, rotations have no direction to go. Text row:
/// reactions on node 1 (12, the couple itself, not gamma_m), then motion of frame 2 (12: see RelativeMotion). Private
/// data: px py pz, rx ry rz (rotation vector), Fx Fy Fz Mx My Mz on node 1, axes of frame 1.
class Lock {
 public:
  static constexpr std::string_view type = "lock";
  static constexpr std::string_view family = "joint";
  static constexpr bool can_be_read_again = true;

  /// `locked`: translations, rotations along and about the axes of frame 1. `rotation`: a rotation vector, rad, axes of
  /// frame 1. `stiffness` false leaves K_c out of the Jacobian: to see what comes of that.
  Lock(NodeIndex node1, const Attachment& at1, NodeIndex node2, const Attachment& at2,
       const std::array<bool, 6>& locked, Drive3 position, Drive3 rotation, bool stiffness = true);

  [[nodiscard]] std::array<NodeIndex, 2> nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return static_cast<int>(rows_.size()); }
  [[nodiscard]] UnknownInfo unknown(int row) const;

  void constraints(const Local& q, ConstraintLevel level, double* out) const;
  void residual(const Local& q, Residual& r) const;
  void jacobian(const Local& q, Jacobian& j) const;

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;
  [[nodiscard]] std::vector<std::string> private_names() const;
  [[nodiscard]] double private_value(const Local& q, int datum) const;

 private:
  struct Geometry;
  template <class S>
  void values(const MotionLocal<S>& q, S* c) const;

  std::array<NodeIndex, 2> nodes_;
  Attachment at1_, at2_;
  std::vector<int> rows_;  ///< which of the six, in their order
  Drive3 position_, rotation_;
  bool stiffness_;
};

}  // namespace flexura
