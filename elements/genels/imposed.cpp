#include "elements/genels/imposed.h"

namespace flexura {

void ImposedDof::constraints(const Local& q, ConstraintLevel level, double* out) const {
  const Taylor2& d = q.drive(value_);
  double value = 0, rate = -d.d, scalar_rate = 0;
  value = gap(q);
  bool structural = true;
  for (int i = 0; i < dofs_.size(); ++i) {
    structural = structural && !dofs_.scalar(i);
    if (dofs_.by_value(i)) {
      rate += sign(i) * dofs_.rate(q, i);
      if (dofs_.scalar(i)) scalar_rate += sign(i) * dofs_.rate(q, i);
    }
  }
  if (row_ == Row::equation) return;
  switch (level) {
    case ConstraintLevel::position:
      out[0] = row_ == Row::constraint ? value : 0;
      return;
    case ConstraintLevel::velocity:
      out[0] = row_ == Row::constraint ? rate : value;
      return;
    case ConstraintLevel::acceleration:
      // Scalar nodes are sought by their rates, which the initial problem improves; structural ones by accelerations.
      if (row_ == Row::rate) {
        out[0] = -d.d;
      } else {
        out[0] = structural ? -d.dd : scalar_rate - d.d;
      }
  }
}

OutputSpec ImposedDof::output_spec(const Model&) const {
  OutputSpec spec;
  spec.extension = "gen";
  spec.family = "genel";
  spec.type = dofs_.size() > 1 ? "distance" : "clamp";
  spec.record_size = spec.text_columns = 1;
  spec.variables.push_back({"f", 0, 1, 1, "-", "reaction"});
  return spec;
}

void ImposedDof::output(const Local& q, const Model&, double* record) const { record[0] = q.unknown(0); }

}  // namespace flexura
