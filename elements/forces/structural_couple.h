// Couples on structural nodes: absolute or follower, on one node or equal and opposite on two.
#pragma once

#include <array>
#include <string>

#include "elements/forces/load_frame.h"
#include "math/skew.h"
#include "model/batch.h"
#include "model/drive.h"

namespace flexura {

/// A given couple m(t) on a node. Absolute: M = m, global axes. Follower: M = R m, m in node axes. The arm is only for
/// pictures. Text row: node label, M (3), global axes.
template <LoadFrame Frame>
class StructuralCouple {
 public:
  static constexpr std::string_view type = Frame == LoadFrame::absolute ? "absolute" : "follower";
  static constexpr std::string_view family = "force";

  StructuralCouple(NodeIndex node, const Vec3& arm, Drive3 couple)
      : node_(node), arm_(arm), couple_(std::move(couple)) {}

  [[nodiscard]] std::array<NodeIndex, 1> nodes() const { return {node_}; }
  [[nodiscard]] int unknown_count() const { return 0; }

  void residual(const Local& q, Residual& r) const { r.moment(0) += global_load<Frame>(q, couple_); }
  void jacobian(const Local& q, Jacobian& j) const {
    if constexpr (Frame == LoadFrame::follower)
      j(local::moment(0), local::rotation(0)) -= skew(global_load<Frame>(q, couple_));
  }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;

 private:
  NodeIndex node_;
  Vec3 arm_;
  Drive3 couple_;
};

/// The same on node 1 and its opposite on node 2; a follower turns with node 1.
template <LoadFrame Frame>
class InternalCouple {
 public:
  static constexpr std::string_view type = Frame == LoadFrame::absolute ? "internal absolute" : "internal follower";
  static constexpr std::string_view family = "force";

  InternalCouple(NodeIndex node1, const Vec3& arm1, NodeIndex node2, const Vec3& arm2, Drive3 couple)
      : nodes_{node1, node2}, arm1_(arm1), arm2_(arm2), couple_(std::move(couple)) {}

  [[nodiscard]] std::array<NodeIndex, 2> nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return 0; }

  void residual(const Local& q, Residual& r) const {
    const Vec3 m = global_load<Frame>(q, couple_);
    r.moment(0) += m;
    r.moment(1) -= m;
  }
  void jacobian(const Local& q, Jacobian& j) const {
    if constexpr (Frame == LoadFrame::follower) {
      const Mat3 m = skew(global_load<Frame>(q, couple_));
      j(local::moment(0), local::rotation(0)) -= m;
      j(local::moment(1), local::rotation(0)) += m;
    }
  }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;

 private:
  std::array<NodeIndex, 2> nodes_;
  Vec3 arm1_, arm2_;
  Drive3 couple_;
};

extern template class StructuralCouple<LoadFrame::absolute>;
extern template class StructuralCouple<LoadFrame::follower>;
extern template class InternalCouple<LoadFrame::absolute>;
extern template class InternalCouple<LoadFrame::follower>;

}  // namespace flexura
