// Total force: a follower force and couple in axes of their own.
#pragma once

#include <array>
#include <string>

#include "model/automatic_jacobian.h"

namespace flexura {

/// Where and in which axes a total force acts on its first node, node axes.
struct TotalForceFrames {
  Vec3 arm = Vec3::Zero();
  Mat3 force = Mat3::Identity();   ///< axes of the force to node axes
  Mat3 moment = Mat3::Identity();  ///< axes of the couple to node axes
};

/// F = R Rf f(t) at the arm of a node and the couple R Rm m(t). Text row: node label, F (3), point of application (3),
/// then M (3), global axes, the couple without the moment of F.
class TotalForcePhysics {
 public:
  static constexpr std::string_view type = "total";
  static constexpr std::string_view family = "force";

  TotalForcePhysics(NodeIndex node, const TotalForceFrames& frames, Drive3 force, Drive3 couple)
      : node_(node), frames_(frames), force_(std::move(force)), couple_(std::move(couple)) {}

  [[nodiscard]] std::array<NodeIndex, 1> nodes() const { return {node_}; }
  [[nodiscard]] int unknown_count() const { return 0; }
  [[nodiscard]] UnknownInfo unknown(int) const { return {}; }

  template <class S>
  void residual(const MotionLocal<S>& q, MotionResidual<S>& r) const {
    const auto& n = q.node(0);
    const Vector3<S> f = n.R * Vector3<S>(frames_.force * q.drive(force_));
    const Vector3<S> arm = n.R * frames_.arm;
    r.force(0) += f;
    r.moment(0) += arm.cross(f) + n.R * Vector3<S>(frames_.moment * q.drive(couple_));
  }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;

 private:
  NodeIndex node_;
  TotalForceFrames frames_;
  Drive3 force_, couple_;
};

/// The same on node 1 and the opposite, at its own arm, on node 2. Text row: that of node 1, then that of node 2.
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

using TotalForce = Automatic<TotalForcePhysics>;
using InternalTotalForce = Automatic<InternalTotalForcePhysics>;

}  // namespace flexura
