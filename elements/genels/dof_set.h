// Degrees of freedom of nodes as general elements (genels) use them.
#pragma once

#include <vector>

#include "elements/nodes/node_dof.h"
#include "model/local.h"

namespace flexura {

/// The dofs an element reads and whose equations it adds to, with the nodes they belong to.
///
/// A dof of a structural node is a component of its position, velocity or angular velocity, and its equation a
/// component of the balance of forces or moments; a dof of a scalar node is its value or rate, its equation that of the
/// node.
class DofSet {
 public:
  /// `own`: number of own unknowns of the element.
  explicit DofSet(int own = 0) : own_(own) {}
  /// Adds a dof; its number in the set is the number of those added before.
  int add(const NodeDof& dof);
  void set_own(int own) { own_ = own; }

  [[nodiscard]] const std::vector<NodeIndex>& nodes() const { return nodes_; }
  [[nodiscard]] const std::vector<NodeIndex>& scalars() const { return scalars_; }
  [[nodiscard]] int size() const { return static_cast<int>(dofs_.size()); }
  [[nodiscard]] int own() const { return own_; }
  [[nodiscard]] bool scalar(int i) const { return dofs_[i].scalar; }
  [[nodiscard]] bool rotation(int i) const { return !dofs_[i].scalar && dofs_[i].component >= 3; }
  /// The value of the dof counts; otherwise its rate.
  [[nodiscard]] bool by_value(int i) const { return dofs_[i].order == Order::algebraic; }

  /// The number that a dof stands for: its value, or its rate when it is differential.
  [[nodiscard]] double number(const Local& q, int i) const { return by_value(i) ? value(q, i) : rate(q, i); }
  [[nodiscard]] double value(const Local& q, int i) const {
    const Place& p = dofs_[i];
    return p.scalar ? q.scalar(p.at) : q.node(p.at).x(p.component);
  }
  [[nodiscard]] double rate(const Local& q, int i) const {
    const Place& p = dofs_[i];
    if (p.scalar) return q.scalar_rate(p.at);
    return p.component < 3 ? q.node(p.at).v(p.component) : q.node(p.at).w(p.component - 3);
  }
  /// Second derivative of the value, from the accelerations of the last accepted instant (structural nodes).
  [[nodiscard]] double acceleration(const Local& q, int i) const {
    const Place& p = dofs_[i];
    if (p.scalar) return 0;
    return p.component < 3 ? q.node(p.at).a(p.component) : q.node(p.at).alpha(p.component - 3);
  }

  /// Adds to the equation of a dof.
  void add(Residual& r, int i, double value) const {
    const Place& p = dofs_[i];
    if (p.scalar) {
      r.equation(own_ + p.at) += value;
    } else if (p.component < 3) {
      r.force(p.at)(p.component) += value;
    } else {
      r.moment(p.at)(p.component - 3) += value;
    }
  }

  /// Calls f(row) with the row of the equation of a dof.
  template <class F>
  void with_row(int i, F&& f) const {
    const Place& p = dofs_[i];
    if (p.scalar) {
      f(local::equation(own_ + p.at));
    } else {
      f(local::RowTag<local::RowKind::balance, 1>{6 * p.at + p.component});
    }
  }
  /// Adds the derivative of a row by the value, by the rate, or by the number of a dof.
  template <class Row>
  void add_by_value(const Jacobian& j, Row row, int i, double derivative) const {
    const Place& p = dofs_[i];
    if (p.scalar) {
      j(row, local::value(own_ + p.at)) += derivative;
    } else if (p.component < 3) {
      j(row, local::ColumnTag<local::ColumnKind::position, 1>{6 * p.at + p.component}) += derivative;
    }
  }
  template <class Row>
  void add_by_rate(const Jacobian& j, Row row, int i, double derivative) const {
    const Place& p = dofs_[i];
    if (p.scalar) {
      j(row, local::rate(own_ + p.at)) += derivative;
    } else if (p.component < 3) {
      j(row, local::ColumnTag<local::ColumnKind::velocity, 1>{6 * p.at + p.component}) += derivative;
    } else {
      RowVec3 by_spin = RowVec3::Zero();
      by_spin(p.component - 3) = derivative;
      j(row, local::spin(p.at)) += by_spin;
    }
  }
  template <class Row>
  void add_by_number(const Jacobian& j, Row row, int i, double derivative) const {
    if (by_value(i)) {
      add_by_value(j, row, i, derivative);
    } else {
      add_by_rate(j, row, i, derivative);
    }
  }

  /// Adds the derivative of -p' in the equation of a dof of a structural node by its rate, with p that rate times
  /// `-derivative`.
  void add_momentum(const Jacobian& j, int i, double derivative) const {
    const Place& p = dofs_[i];
    const local::RowTag<local::RowKind::balance, 1> row{6 * p.at + p.component};
    if (p.component < 3) {
      j.momentum(row, local::ColumnTag<local::ColumnKind::velocity, 1>{6 * p.at + p.component}) += derivative;
    } else {
      RowVec3 by_spin = RowVec3::Zero();
      by_spin(p.component - 3) = derivative;
      j.momentum(row, local::spin(p.at)) += by_spin;
    }
  }

 private:
  struct Place {
    bool scalar;
    int at;  ///< structural node or scalar node of the element
    int component;
    Order order;
  };
  int own_;
  std::vector<NodeIndex> nodes_, scalars_;
  std::vector<Place> dofs_;
};

}  // namespace flexura
