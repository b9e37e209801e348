// Total force: a follower force and couple in axes of their own.
#pragma once

#include <array>
#include <string>

#include "elements/authoring/element.h"
#include "model/automatic_jacobian.h"

namespace flexura {

/// Where and in which axes an internal total force acts on its first node, node axes.
struct TotalForceFrames {
  Vec3 arm = Vec3::Zero();
  Mat3 force = Mat3::Identity();   ///< axes of the force to node axes
  Mat3 moment = Mat3::Identity();  ///< axes of the couple to node axes
};

/// F = R Rf f(t) at the arm of a node and the couple R Rm m(t). Text row: node label, F (3), point of application (3),
/// then M (3), global axes, the couple without the moment of F.
class TotalForce : public authoring::Element<1> {
 public:
  static authoring::Declaration<TotalForce> declare() {
    authoring::Declaration<TotalForce> d("total", "follower force and couple in axes of their own");
    d.on_card("force");
    d.node("node").position(&TotalForce::arm_);
    d.parameter("force orientation", &TotalForce::force_axes_, "Rf, node axes").in_axes_of(0).optional();
    d.parameter("moment orientation", &TotalForce::moment_axes_, "Rm, node axes").in_axes_of(0).optional();
    d.parameter("force", &TotalForce::force_, "N: f").optional();
    d.parameter("moment", &TotalForce::couple_, "N m: m").optional();
    return d;
  }

  template <class S>
  void residual(const authoring::Motion<S>& q, const authoring::Forces<S>& r) const {
    const auto& n = q.node(0);
    r.apply(0, q.point(0, arm_), Vector3<S>(n.R * Vector3<S>(force_axes_ * q.drive(force_))));
    r.moment(0) += n.R * Vector3<S>(moment_axes_ * q.drive(couple_));
  }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const authoring::Motion<double>& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model,
                                const std::array<NodeIndex, 1>& nodes) const;

 private:
  Vec3 arm_ = Vec3::Zero();
  Mat3 force_axes_ = Mat3::Identity(), moment_axes_ = Mat3::Identity();
  Drive3 force_, couple_;
};

/// The same force and couple on node 1 and the opposite, at its own arm, on node 2. Text row: that of node 1, then that
/// of node 2.
class InternalTotalForcePhysics {
 public:
  static constexpr std::string_view type = "internal total";
  static constexpr std::string_view family = "force";

  InternalTotalForcePhysics(NodeIndex node1, const TotalForceFrames& frames, NodeIndex node2, const Vec3& arm2,
                            Drive3 force, Drive3 couple)
      : nodes_{node1, node2}, frames_(frames), arm2_(arm2), force_(std::move(force)), couple_(std::move(couple)) {}

  [[nodiscard]] std::array<NodeIndex, 2> nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return 0; }
  [[nodiscard]] UnknownInfo unknown(int) const { return {}; }

  template <class S>
  void residual(const MotionLocal<S>& q, MotionResidual<S>& r) const {
    const auto& n1 = q.node(0);
    const auto& n2 = q.node(1);
    const Vector3<S> f = n1.R * Vector3<S>(frames_.force * q.drive(force_));
    const Vector3<S> m = n1.R * Vector3<S>(frames_.moment * q.drive(couple_));
    const Vector3<S> a1 = n1.R * frames_.arm;
    const Vector3<S> a2 = n2.R * arm2_;
    r.force(0) += f;
    r.moment(0) += a1.cross(f) + m;
    r.force(1) -= f;
    r.moment(1) -= a2.cross(f) + m;
  }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;

 private:
  std::array<NodeIndex, 2> nodes_;
  TotalForceFrames frames_;
  Vec3 arm2_;
  Drive3 force_, couple_;
};

using InternalTotalForce = Automatic<InternalTotalForcePhysics>;

}  // namespace flexura
