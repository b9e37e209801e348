// A constitutive law as a joint uses it: its internal variables, its own results, its energy.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/constitutive_law.h"
#include "model/local.h"
#include "model/output_spec.h"

namespace flexura {

/// The law of one joint. Its internal variables are the first ones of the joint.
template <int N>
class JointLaw {
 public:
  using Vector = LawVector<N>;

  explicit JointLaw(LawPointer<N> law) : law_(std::move(law)), names_(law_->output_names()) {}

  [[nodiscard]] const ConstitutiveLaw<N>& law() const { return *law_; }
  [[nodiscard]] bool viscous() const { return has_viscosity(law_->kind()); }
  /// Whether strain rates count: not for elastic laws, and nowhere in static problems.
  [[nodiscard]] bool rates_count(const Local& q) const { return viscous() && !q.state().statics; }
  [[nodiscard]] int memory_count() const { return law_->memory_size(); }
  void initial_memory(double* memory) const { law_->initial_memory(memory); }

  /// Stress and tangents; the trial internal variables become those of this iterate.
  void evaluate(const Local& q, const Vector& strain, const Vector& rate, LawResult<N>& result) const {
    law_->evaluate(strain, rate, LawContext::of(q.state()), {q.memory_accepted(), q.memory_trial()}, result);
  }
  /// Stress for results; leaves the trial internal variables alone.
  [[nodiscard]] Vector stress(const Local& q, const Vector& strain, const Vector& rate) const {
    LawResult<N> result;
    law_->evaluate(strain, rate, LawContext::of(q.state()), {q.memory_accepted(), nullptr}, result);
    return result.stress;
  }

  /// Energy stored by a linear law, J: (s - s0) . K (s - s0)/2 + f0 . s with prestrain s0 and prestress f0. Zero for
  /// other laws.
  [[nodiscard]] double energy(const Local& q, const Vector& strain) const {
    const LinearMatrices<N>* linear = law_->linear();
    if (!linear) return 0;
    Vector own = strain;
    if (!law_->prestrain().empty()) own -= law_->prestrain().value(q.drives());
    return 0.5 * own.dot(linear->stiffness * own) + law_->prestress().dot(strain);
  }

  /// The law's own results, e.g. "Fe".
  [[nodiscard]] int output_count() const { return static_cast<int>(names_.size()); }
  void outputs(const Local& q, const Vector& strain, const Vector& rate, double* values) const {
    if (!names_.empty()) law_->outputs(strain, rate, LawContext::of(q.state()), {q.memory_accepted(), nullptr}, values);
  }
  [[nodiscard]] double output(const Local& q, const Vector& strain, const Vector& rate, int number) const {
    std::vector<double> values(names_.size());
    outputs(q, strain, rate, values.data());
    return values[number];
  }
  /// Adds them to a specification, from `first` of the record on.
  void add_variables(OutputSpec& spec, int first) const {
    for (int k = 0; k < output_count(); ++k)
      spec.variables.push_back({"constitutiveLaw." + names_[k], first + k, 1, 1, "-", "of the constitutive law"});
  }
  /// Adds them to the names of private data.
  void add_names(std::vector<std::string>& names) const {
    for (const auto& name : names_) names.push_back("constitutiveLaw." + name);
  }

 private:
  LawPointer<N> law_;
  std::vector<std::string> names_;
};

}  // namespace flexura
