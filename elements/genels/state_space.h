// Genels `state space SISO`, `state space MIMO` and `scalar filter`: linear systems between degrees of freedom.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "elements/genels/dof_set.h"
#include "model/batch.h"
#include "model/model.h"

namespace flexura {

/// E z' = A z + B u, y = C z + D u; n states, as many columns of B and D as inputs, as many rows of C and D as outputs.
struct LinearSystem {
  Eigen::MatrixXd E, A, B, C, D;
};

/// An input of the system: a dof, or a drive.
struct SystemInput {
  int dof = -1;  ///< number in the set of dofs
  DriveId drive = -1;
};

/// The states z are own unknowns. A state that no row of E multiplies is algebraic.
///
/// Output k belongs to dof k of the set. At a scalar node the equation of the node gets C z + D u - x: with nothing
/// else in it, the node shows the output. At a structural node the output is a force or moment in the balance.
class StateSpace {
 public:
  static constexpr std::string_view type = "state space";
  static constexpr std::string_view family = "genel";

  StateSpace(DofSet dofs, int outputs, std::vector<SystemInput> inputs, std::shared_ptr<const LinearSystem> system,
             Eigen::VectorXd initial, Eigen::VectorXd initial_rate);

  [[nodiscard]] const std::vector<NodeIndex>& nodes() const { return dofs_.nodes(); }
  [[nodiscard]] const std::vector<NodeIndex>& scalars() const { return dofs_.scalars(); }
  [[nodiscard]] int unknown_count() const { return states_; }
  [[nodiscard]] UnknownInfo unknown(int i) const {
    return {algebraic_[i] ? Order::algebraic : Order::differential, Row::equation, Dimension::dimensionless, "state"};
  }
  void initial_unknowns(double* values, double* rates) const;

  void residual(const Local& q, Residual& r) const;
  void jacobian(const Local& q, Jacobian& j) const;

  [[nodiscard]] std::vector<std::string> private_names() const;
  [[nodiscard]] double private_value(const Local& q, int datum) const { return q.unknown(datum); }

 private:
  [[nodiscard]] double input(const Local& q, int k) const {
    return inputs_[k].dof >= 0 ? dofs_.number(q, inputs_[k].dof) : q.drive(inputs_[k].drive).f;
  }
  /// Adds the derivative of a row by state i.
  template <class Row>
  void add_by_state(Jacobian& j, Row row, int i, double derivative) const {
    if (algebraic_[i]) {
      j(row, local::multiplier(i)) += derivative;
    } else {
      j(row, local::value(i)) += derivative;
    }
  }

  DofSet dofs_;
  int states_, outputs_;
  std::vector<SystemInput> inputs_;
  std::shared_ptr<const LinearSystem> system_;
  std::vector<char> algebraic_;
  Eigen::VectorXd initial_, initial_rate_;
};

}  // namespace flexura
