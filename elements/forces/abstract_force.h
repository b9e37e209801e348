// Abstract forces: a value added to the equation of a degree of freedom, or of two with opposite signs.
#pragma once

#include <string>

#include "elements/genels/dof_set.h"
#include "model/batch.h"
#include "model/model.h"

namespace flexura {

/// Text row: node label, value; internal ones: node 1, value on it, node 2, value on it (the opposite).
class AbstractForce {
 public:
  static constexpr std::string_view type = "abstract";
  static constexpr std::string_view family = "force";

  /// One dof, or two for an internal force.
  AbstractForce(DofSet dofs, std::vector<NodeIndex> owners, DriveId value)
      : dofs_(std::move(dofs)), owners_(std::move(owners)), value_(value) {}

  [[nodiscard]] const std::vector<NodeIndex>& nodes() const { return dofs_.nodes(); }
  [[nodiscard]] const std::vector<NodeIndex>& scalars() const { return dofs_.scalars(); }
  [[nodiscard]] int unknown_count() const { return 0; }

  void residual(const Local& q, Residual& r) const {
    const double f = q.drive(value_).f;
    dofs_.add(r, 0, f);
    if (dofs_.size() > 1) dofs_.add(r, 1, -f);
  }
  void jacobian(const Local&, Jacobian&) const {}

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;

 private:
  DofSet dofs_;
  std::vector<NodeIndex> owners_;
  DriveId value_;
};

}  // namespace flexura
