// Total equation and total reaction: a motion imposed in one place by forces that act in another.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "elements/total_joints/total_rows.h"
#include "model/batch.h"

namespace flexura {

/// The rows of a total joint without its reactions. What keeps them is a TotalReaction, which owns their multipliers;
/// this element only reports the relative motion. Text row: twelve zeros, then as a total joint.
class TotalEquation {
 public:
  static constexpr std::string_view type = "total equation";
  static constexpr std::string_view family = "joint";

  TotalEquation(NodeIndex node1, NodeIndex node2, TotalRows rows) : nodes_{node1, node2}, rows_(std::move(rows)) {}

  [[nodiscard]] std::array<NodeIndex, 2> nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return 0; }
  void residual(const Local&, Residual&) const {}
  void jacobian(const Local&, Jacobian&) const {}

  [[nodiscard]] const TotalRows& rows() const { return rows_; }
  [[nodiscard]] bool has_reaction() const { return has_reaction_; }
  void set_reaction() { has_reaction_ = true; }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;

 private:
  std::array<NodeIndex, 2> nodes_;
  TotalRows rows_;
  bool has_reaction_ = false;
};

/// Keeps the rows of a total equation by forces and couples along components of two other nodes (servo constraint:
/// inverse dynamics of chosen motions by chosen actuators).
///
/// Row k of the equation has the multiplier of component k of the reaction: a force along an axis of node 1 of the
/// reaction, in the point of its node 2, or a couple about one. It acts on node 1, the opposite on node 2.
///
/// Text row: reactions on node 1 (12). Private data: Fx Fy Fz Mx My Mz, in axes of node 1.
class TotalReaction {
 public:
  static constexpr std::string_view type = "total internal reaction";
  static constexpr std::string_view family = "joint";

  /// `equation_nodes` and `rows` are those of the equation; `acting` says which components of `frames` react.
  TotalReaction(std::array<NodeIndex, 2> equation_nodes, const TotalRows& rows, std::array<NodeIndex, 2> reaction_nodes,
                const TotalFrames& frames, const TotalComponents& acting);

  [[nodiscard]] const std::vector<NodeIndex>& nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return rows_.components.count(); }
  [[nodiscard]] UnknownInfo unknown(int row) const { return rows_.components.unknown(row); }

  void constraints(const Local& q, ConstraintLevel level, double* out) const {
    rows_.constraints(q, equation_, level, out);
  }
  void residual(const Local& q, Residual& r) const;
  void jacobian(const Local& q, Jacobian& j) const;

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;
  [[nodiscard]] std::vector<std::string> private_names() const { return {"Fx", "Fy", "Fz", "Mx", "My", "Mz"}; }
  [[nodiscard]] double private_value(const Local& q, int datum) const;

 private:
  [[nodiscard]] int place(NodeIndex node);

  std::vector<NodeIndex> nodes_;  // each once
  TotalRows rows_;
  TotalReactions acting_;
  TotalPlace equation_, reaction_;
};

}  // namespace flexura
