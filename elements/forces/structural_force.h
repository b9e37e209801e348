// Forces on structural nodes: absolute or follower, on one node or equal and opposite on two.
#pragma once

#include <array>
#include <string>

#include "elements/forces/load_frame.h"
#include "math/skew.h"
#include "model/batch.h"
#include "model/drive.h"

namespace flexura {

/// A given force f(t) at an offset point of a node.
///
/// Absolute: F = f, global axes. Follower: F = R f, f in node axes. Moment R arm x F. Text row: node label, F (3),
/// point of application (3), global axes.
template <LoadFrame Frame>
class StructuralForce {
 public:
  static constexpr std::string_view type = Frame == LoadFrame::absolute ? "absolute" : "follower";
  static constexpr std::string_view family = "force";

  StructuralForce(NodeIndex node, const Vec3& arm, Drive3 force) : node_(node), arm_(arm), force_(std::move(force)) {}

  [[nodiscard]] std::array<NodeIndex, 1> nodes() const { return {node_}; }
  [[nodiscard]] int unknown_count() const { return 0; }

  void residual(const Local& q, Residual& r) const {
    const Vec3 f = global_load<Frame>(q, force_);
    r.force(0) += f;
    r.moment(0) += Vec3(q.node(0).R * arm_).cross(f);
  }
  void jacobian(const Local& q, Jacobian& j) const {
    using namespace local;
    const Vec3 a = q.node(0).R * arm_;
    const Vec3 f = global_load<Frame>(q, force_);
    if constexpr (Frame == LoadFrame::absolute) {
      j(moment(0), rotation(0)) += skew_product(f, a);
    } else {
      j(force(0), rotation(0)) -= skew(f);
      j(moment(0), rotation(0)) -= skew(Vec3(a.cross(f)));
    }
  }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;

 private:
  NodeIndex node_;
  Vec3 arm_;
  Drive3 force_;
};

/// The same on node 1 and its opposite on node 2, each in its own offset point; a follower turns with node 1.
template <LoadFrame Frame>
class InternalForce {
 public:
  static constexpr std::string_view type = Frame == LoadFrame::absolute ? "internal absolute" : "internal follower";
  static constexpr std::string_view family = "force";

  InternalForce(NodeIndex node1, const Vec3& arm1, NodeIndex node2, const Vec3& arm2, Drive3 force)
      : nodes_{node1, node2}, arm1_(arm1), arm2_(arm2), force_(std::move(force)) {}

  [[nodiscard]] std::array<NodeIndex, 2> nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return 0; }

  void residual(const Local& q, Residual& r) const {
    const Vec3 f = global_load<Frame>(q, force_);
    r.force(0) += f;
    r.moment(0) += Vec3(q.node(0).R * arm1_).cross(f);
    r.force(1) -= f;
    r.moment(1) -= Vec3(q.node(1).R * arm2_).cross(f);
  }
  void jacobian(const Local& q, Jacobian& j) const {
    using namespace local;
    const Vec3 a1 = q.node(0).R * arm1_;
    const Vec3 a2 = q.node(1).R * arm2_;
    const Vec3 f = global_load<Frame>(q, force_);
    j(moment(1), rotation(1)) -= skew_product(f, a2);
    if constexpr (Frame == LoadFrame::absolute) {
      j(moment(0), rotation(0)) += skew_product(f, a1);
    } else {
      j(force(0), rotation(0)) -= skew(f);
      j(moment(0), rotation(0)) -= skew(Vec3(a1.cross(f)));
      j(force(1), rotation(0)) += skew(f);
      j(moment(1), rotation(0)) += skew_product(a2, f);
    }
  }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;

 private:
  std::array<NodeIndex, 2> nodes_;
  Vec3 arm1_, arm2_;
  Drive3 force_;
};

extern template class StructuralForce<LoadFrame::absolute>;
extern template class StructuralForce<LoadFrame::follower>;
extern template class InternalForce<LoadFrame::absolute>;
extern template class InternalForce<LoadFrame::follower>;

}  // namespace flexura
