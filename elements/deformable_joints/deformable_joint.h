// Deformable hinge, displacement joint and joint: a law between two frames, attached to node 1 or midway.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "elements/deformable_joints/joint_law.h"
#include "elements/deformable_joints/law_frame.h"
#include "elements/joints/attachment.h"
#include "model/batch.h"
#include "model/reattachment.h"

namespace flexura {

/// Which relative motions a deformable joint resists.
enum class JointParts { displacement, rotation, both };

/// A constitutive law between the points and axes of two nodes.
///
/// With d = x2 + f2 - x1 - f1 and the axes R^ of LawFrame (those of node 1, or, with `Between`, at a fraction of the
/// relative rotation: the invariant form), whose angular velocity is w^,
///     strain  d~ = R^^T d,  theta        rate  R^^T (d' - w^ x d),  R^^T (w2 - w1)
/// Force F = R^ F~ and moment M = R^ M~ act between the points:
///     node 1:  F,  f1 x F + (I - S)^T (d x F) + M        node 2:  -F,  -f2 x F + S^T (d x F) - M
/// with the share S of node 2 in the spin of the axes: minus the virtual work of F~ on d~. (Attached: S = 0, so that M1
/// = (d + f1) x F.) The moment works on relative spins: M~ = K theta is a potential only for K = k I. Theory:
/// deformable joints, attached and invariant.
template <JointParts P, bool Between>
class DeformableJoint {
 public:
  static constexpr bool moves = P != JointParts::rotation;
  static constexpr bool turns = P != JointParts::displacement;
  static constexpr std::string_view type =
      P == JointParts::rotation ? (Between ? "invariant deformable hinge" : "deformable hinge")
      : P == JointParts::displacement
          ? (Between ? "invariant deformable displacement joint" : "deformable displacement joint")
          : (Between ? "invariant deformable joint" : "deformable joint");
  static constexpr std::string_view family = "joint";
  static constexpr bool can_be_read_again = true;
  static constexpr int N = P == JointParts::both ? 6 : 3;
  using Vector = LawVector<N>;

  struct Data {
    std::array<NodeIndex, 2> nodes{};
    std::array<Attachment, 2> at;
    LawPointer<N> law;
    double fraction = 0;  ///< of the relative rotation, at which the axes of the law stand
    OrientationFormat format = OrientationFormat::euler123;  ///< of the rotation in results
  };

  explicit DeformableJoint(const Data& data) : data_(data), law_(data.law) {}

  [[nodiscard]] std::array<NodeIndex, 2> nodes() const { return data_.nodes; }
  [[nodiscard]] int unknown_count() const { return 0; }
  [[nodiscard]] int memory_count() const { return law_.memory_count(); }
  void initial_memory(double* memory) const { law_.initial_memory(memory); }

  void residual(const Local& q, Residual& r) const;
  void jacobian(const Local& q, Jacobian& j) const;
  /// Of linear laws, J; exact where the moment has a potential.
  [[nodiscard]] double energy(const Local& q) const;

  /// Hints of a driven joint.
  static constexpr bool attaches(AttachmentPart part) {
    return part == AttachmentPart::axes || (part == AttachmentPart::offset && moves);
  }
  [[nodiscard]] Attachments attachments() const {
    return {{{{data_.at[0].position, data_.at[0].orientation}, {data_.at[1].position, data_.at[1].orientation}}}};
  }
  void attach(const Attachments& at) {
    for (std::size_t k = 0; k < 2; ++k) data_.at[k] = {at.ends[k].position, at.ends[k].axes};
  }

  /// Text row: force and moment of the law in its axes (6) and global (6), as they act on node 1 (moment without the
  /// arm of the force); then displacement (3), rotation (3 or 9, `format`); for viscous laws the rates (3 each);
  /// results of the law. Private data: components of strain, rate and stress, results of the law.
  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;
  [[nodiscard]] std::vector<std::string> private_names() const;
  [[nodiscard]] double private_value(const Local& q, int datum) const;

 private:
  /// Relative motion of one state.
  struct Motion {
    Vec3 f1, f2;      ///< arms, global axes
    Vec3 d;           ///< from point 1 to point 2
    Vec3 d_rate;      ///< d' - w^ x d
    Vec3 w, w_frame;  ///< relative angular velocity; that of the law's axes
    LawFrame<Between> frame;
    Vector strain, rate;
    Mat3 relative;  ///< frame 2 seen from frame 1
  };
  [[nodiscard]] Motion motion(const Local& q, bool rates) const;

  /// Derivative of three rows by x1, theta1, x2, theta2: -x, t1, x, t2.
  struct Columns {
    Mat3 x = Mat3::Zero(), t1 = Mat3::Zero(), t2 = Mat3::Zero();
  };
  /// Derivatives of F or M (`part` 0 or 1 of the law) by position and rotation.
  [[nodiscard]] Columns by_motion(const Motion& m, const Local& q, const LawResult<N>& law, int part, bool rates) const;
  /// The same by velocity and angular velocity.
  [[nodiscard]] Columns by_rate(const Motion& m, const LawResult<N>& law, int part) const;
  static Columns rows_of_moment(const Motion& m, const Columns& force, const Columns& moment, bool second);

  Data data_;
  JointLaw<N> law_;
};

using DeformableHinge = DeformableJoint<JointParts::rotation, false>;
using InvariantDeformableHinge = DeformableJoint<JointParts::rotation, true>;
using DeformableDisplacementJoint = DeformableJoint<JointParts::displacement, false>;
using InvariantDeformableDisplacementJoint = DeformableJoint<JointParts::displacement, true>;
using DeformableJoint6 = DeformableJoint<JointParts::both, false>;
using InvariantDeformableJoint6 = DeformableJoint<JointParts::both, true>;

extern template class DeformableJoint<JointParts::rotation, false>;
extern template class DeformableJoint<JointParts::rotation, true>;
extern template class DeformableJoint<JointParts::displacement, false>;
extern template class DeformableJoint<JointParts::displacement, true>;
extern template class DeformableJoint<JointParts::both, false>;
extern template class DeformableJoint<JointParts::both, true>;

}  // namespace flexura
