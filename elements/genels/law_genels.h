// Genels `spring`, `spring support`, `cross spring support`: a constitutive law between degrees of freedom.
#pragma once

#include <string>

#include "elements/genels/dof_set.h"
#include "model/batch.h"
#include "model/constitutive_law.h"
#include "model/model.h"

namespace flexura {

/// What a law acts between.
enum class SpringKind {
  between,  ///< strain q_b - q_a; force on a, opposite on b
  support,  ///< strain q_a with its rate; minus the force on a
  cross     ///< strain q_b with its rate; minus the force on a
};

/// The force f = law(strain, rate) of dofs: +f on a and -f on b (between), -f on a (support, cross).
///
/// The strain rate is the rate of the strain for values of dofs, and zero where the strain is a rate itself (`between`
/// dofs of which one is differential).
template <SpringKind Kind>
class SpringGenel {
 public:
  static constexpr std::string_view type = Kind == SpringKind::between   ? "spring"
                                           : Kind == SpringKind::support ? "spring support"
                                                                         : "cross spring support";
  static constexpr std::string_view family = "genel";

  SpringGenel(DofSet dofs, LawPointer<1> law) : dofs_(std::move(dofs)), law_(std::move(law)) {}

  [[nodiscard]] const std::vector<NodeIndex>& nodes() const { return dofs_.nodes(); }
  [[nodiscard]] const std::vector<NodeIndex>& scalars() const { return dofs_.scalars(); }
  [[nodiscard]] int unknown_count() const { return 0; }
  [[nodiscard]] int memory_count() const { return law_->memory_size(); }
  void initial_memory(double* memory) const { law_->initial_memory(memory); }

  void residual(const Local& q, Residual& r) const {
    const double f = evaluate(q).stress(0);
    if constexpr (Kind == SpringKind::between) {
      dofs_.add(r, 0, f);
      dofs_.add(r, 1, -f);
    } else {
      dofs_.add(r, 0, -f);
    }
  }
  void jacobian(const Local& q, Jacobian& j) const {
    const LawResult<1> law = evaluate(q);
    const double k = law.by_strain(0), d = law.by_rate(0);
    if constexpr (Kind == SpringKind::between) {
      for (int row = 0; row < 2; ++row) {
        const double side = row == 0 ? 1 : -1;
        dofs_.with_row(row, [&](auto tag) {
          add_strain(j, tag, 0, -side * k, -side * d);
          add_strain(j, tag, 1, side * k, side * d);
        });
      }
    } else {
      dofs_.with_row(0, [&](auto tag) { add_strain(j, tag, strained, -k, -d); });
    }
  }

  [[nodiscard]] std::vector<std::string> private_names() const { return {"f"}; }
  [[nodiscard]] double private_value(const Local& q, int) const { return evaluate(q).stress(0); }

 private:
  static constexpr int strained = Kind == SpringKind::cross ? 1 : 0;

  template <class Row>
  void add_strain(Jacobian& j, Row row, int dof, double stiffness, double damping) const {
    dofs_.add_by_number(j, row, dof, stiffness);
    if (with_rate()) dofs_.add_by_rate(j, row, dof, damping);
  }
  [[nodiscard]] bool with_rate() const {
    if constexpr (Kind == SpringKind::between) return dofs_.by_value(0) && dofs_.by_value(1);
    return dofs_.by_value(strained);
  }
  [[nodiscard]] LawResult<1> evaluate(const Local& q) const {
    double strain = 0, rate = 0;
    if constexpr (Kind == SpringKind::between) {
      strain = dofs_.number(q, 1) - dofs_.number(q, 0);
      if (with_rate()) rate = dofs_.rate(q, 1) - dofs_.rate(q, 0);
    } else {
      strain = dofs_.number(q, strained);
      if (with_rate()) rate = dofs_.rate(q, strained);
    }
    LawResult<1> result;
    law_->evaluate(LawVector<1>(strain), LawVector<1>(rate), LawContext::of(q.state()),
                   {q.memory_accepted(), q.memory_trial()}, result);
    return result;
  }

  DofSet dofs_;
  LawPointer<1> law_;
};

/// `bulk, stiffness spring`: minus stiffness(t) times a dof in its equation.
class StiffnessBulk {
 public:
  static constexpr std::string_view type = "stiffness spring";
  static constexpr std::string_view family = "bulk";

  StiffnessBulk(DofSet dofs, DriveId stiffness) : dofs_(std::move(dofs)), stiffness_(stiffness) {}
  [[nodiscard]] const std::vector<NodeIndex>& nodes() const { return dofs_.nodes(); }
  [[nodiscard]] const std::vector<NodeIndex>& scalars() const { return dofs_.scalars(); }
  [[nodiscard]] int unknown_count() const { return 0; }
  void residual(const Local& q, Residual& r) const { dofs_.add(r, 0, -q.drive(stiffness_).f * dofs_.number(q, 0)); }
  void jacobian(const Local& q, Jacobian& j) const {
    dofs_.with_row(0, [&](auto row) { dofs_.add_by_number(j, row, 0, -q.drive(stiffness_).f); });
  }

 private:
  DofSet dofs_;
  DriveId stiffness_;
};

}  // namespace flexura
