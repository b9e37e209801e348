// Genels `clamp` and `distance`: a degree of freedom, or the difference of two, has a given value.
#pragma once

#include <optional>
#include <string>

#include "elements/genels/dof_set.h"
#include "model/batch.h"
#include "model/model.h"

namespace flexura {

/// clamp: q_a = d(t); distance: q_b - q_a = d(t). The reaction lambda acts on the equation of a (clamp) or b with
/// -lambda and, for distance, on that of a with +lambda: it is what the dof does to the constraint.
///
/// Which level the equation has follows from the dofs: positions and values of differential nodes give a holonomic
/// constraint, velocities one on rates; rates and values of algebraic scalar nodes make it an ordinary equation. Text
/// row: reaction.
class ImposedDof {
 public:
  static constexpr std::string_view type = "imposed degree of freedom";
  static constexpr std::string_view family = "genel";

  /// One dof, or two; `level`: what kind of row the constraint is.
  ImposedDof(DofSet dofs, Row level, DriveId value, Dimension dimension)
      : dofs_(std::move(dofs)), row_(level), value_(value), dimension_(dimension) {
    dofs_.set_own(1);
  }

  [[nodiscard]] const std::vector<NodeIndex>& nodes() const { return dofs_.nodes(); }
  [[nodiscard]] const std::vector<NodeIndex>& scalars() const { return dofs_.scalars(); }
  [[nodiscard]] int unknown_count() const { return 1; }
  [[nodiscard]] UnknownInfo unknown(int) const {
    return {Order::algebraic, row_, dimension_, dofs_.size() > 1 ? "distance of dofs" : "value of a dof"};
  }

  void residual(const Local& q, Residual& r) const {
    for (int i = 0; i < dofs_.size(); ++i) dofs_.add(r, i, -sign(i) * q.unknown(0));
    r.equation(0) -= gap(q);
  }
  void jacobian(const Local&, Jacobian& j) const {
    using namespace local;
    for (int i = 0; i < dofs_.size(); ++i) {
      dofs_.with_row(i, [&](auto row) { j(row, multiplier(0)) += -sign(i); });
      if (row_ == Row::constraint) {
        dofs_.add_by_number(j, constraint(0), i, -sign(i));
      } else {
        dofs_.add_by_number(j, equation(0), i, -sign(i));
      }
    }
  }
  void constraints(const Local& q, ConstraintLevel level, double* out) const;

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;

 private:
  [[nodiscard]] double sign(int i) const { return dofs_.size() > 1 && i == 0 ? -1 : 1; }
  [[nodiscard]] double gap(const Local& q) const {
    double sum = -q.drive(value_).f;
    for (int i = 0; i < dofs_.size(); ++i) sum += sign(i) * dofs_.number(q, i);
    return sum;
  }

  DofSet dofs_;
  Row row_;
  DriveId value_;
  Dimension dimension_;
};

}  // namespace flexura
