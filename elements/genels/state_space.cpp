#include "elements/genels/state_space.h"

namespace flexura {

StateSpace::StateSpace(DofSet dofs, int outputs, std::vector<SystemInput> inputs,
                       std::shared_ptr<const LinearSystem> system, Eigen::VectorXd initial,
                       Eigen::VectorXd initial_rate)
    : dofs_(std::move(dofs)),
      states_(static_cast<int>(system->A.rows())),
      outputs_(outputs),
      inputs_(std::move(inputs)),
      system_(std::move(system)),
      initial_(std::move(initial)),
      initial_rate_(std::move(initial_rate)) {
  dofs_.set_own(states_);
  for (int i = 0; i < states_; ++i) algebraic_.push_back(system_->E.col(i).isZero(0));
}

void StateSpace::initial_unknowns(double* values, double* rates) const {
  for (int i = 0; i < states_; ++i) {
    values[i] = initial_(i);
    if (!algebraic_[i]) rates[i] = initial_rate_(i);
  }
}

void StateSpace::residual(const Local& q, Residual& r) const {
  const LinearSystem& s = *system_;
  const int inputs = static_cast<int>(inputs_.size());
  const double moves = q.state().statics ? 0 : 1;
  for (int i = 0; i < states_; ++i) {
    double sum = 0;
    for (int j = 0; j < states_; ++j) {
      sum += s.A(i, j) * q.unknown(j);
      if (!algebraic_[j]) sum -= s.E(i, j) * q.unknown_rate(j) * moves;
    }
    for (int k = 0; k < inputs; ++k) sum += s.B(i, k) * input(q, k);
    r.equation(i) += sum;
  }
  for (int o = 0; o < outputs_; ++o) {
    double y = 0;
    for (int j = 0; j < states_; ++j) y += s.C(o, j) * q.unknown(j);
    for (int k = 0; k < inputs; ++k) y += s.D(o, k) * input(q, k);
    if (dofs_.scalar(o)) y -= dofs_.number(q, o);
    dofs_.add(r, o, y);
  }
}

void StateSpace::jacobian(const Local&, Jacobian& j) const {
  const LinearSystem& s = *system_;
  const int inputs = static_cast<int>(inputs_.size());
  for (int i = 0; i < states_; ++i) {
    const auto row = local::equation(i);
    for (int k = 0; k < states_; ++k) {
      add_by_state(j, row, k, s.A(i, k));
      if (!algebraic_[k]) j(row, local::rate(k)) += -s.E(i, k);
    }
    for (int k = 0; k < inputs; ++k)
      if (inputs_[k].dof >= 0) dofs_.add_by_number(j, row, inputs_[k].dof, s.B(i, k));
  }
  for (int o = 0; o < outputs_; ++o) {
    dofs_.with_row(o, [&](auto row) {
      for (int k = 0; k < states_; ++k) add_by_state(j, row, k, s.C(o, k));
      for (int k = 0; k < inputs; ++k)
        if (inputs_[k].dof >= 0) dofs_.add_by_number(j, row, inputs_[k].dof, s.D(o, k));
      if (dofs_.scalar(o)) dofs_.add_by_number(j, row, o, -1);
    });
  }
}

std::vector<std::string> StateSpace::private_names() const {
  std::vector<std::string> names;
  for (int i = 0; i < states_; ++i) names.push_back("x[" + std::to_string(i + 1) + "]");
  return names;
}

}  // namespace flexura
