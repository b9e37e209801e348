// What the formulas of an authored element read and write, in a generic scalar.
#pragma once

#include <string>
#include <vector>

#include "elements/authoring/quantities.h"
#include "elements/laws/library.h"
#include "model/constitutive_law.h"
#include "model/motion.h"
#include "model/scalar_function.h"

namespace flexura::authoring {

/// A drive among the parameters of an element: `q.drive(rate)` is its value.
struct ScalarDrive {
  DriveId id = -1;
};

/// A point fixed to a node, global axes.
template <class S>
struct Point {
  Vector3<S> arm;  ///< from the node, m
  Vector3<S> x;    ///< position, m
  Vector3<S> v;    ///< velocity, m/s
};

/// Kinematics and own unknowns of one element: `q.node(k).x`, `.R`, `.v`, `.w`, `q.unknown(j)`, `q.unknown_rate(j)`.
///
/// S is double, a number that carries derivatives, or one that only knows what it depends on: branches compare
/// `value_of(...)`, and what the result depends on must not change with the branch.
template <class S>
class Motion : public MotionLocal<S> {
 public:
  /// `remember`: whether evaluations may change the internal variables of this iterate.
  Motion(const Local& local, const NodeMotion<S>* nodes, const S* unknowns, const S* rates, bool remember)
      : MotionLocal<S>(local, nodes, unknowns, rates), local_(local), remember_(remember) {}

  using MotionLocal<S>::drive;
  [[nodiscard]] S drive(ScalarDrive drive) const { return MotionLocal<S>::drive(drive.id); }
  /// The point at `offset` (node axes) from node k.
  [[nodiscard]] Point<S> point(int k, const Vec3& offset) const {
    const NodeMotion<S>& node = this->node(k);
    Point<S> p;
    p.arm = node.R * offset;
    p.x = node.x + p.arm;
    p.v = node.v + node.w.cross(p.arm);
    return p;
  }
  [[nodiscard]] NodeIndex node_index(int k) const { return local_.node_index(k); }
  /// Velocities do not count.
  [[nodiscard]] bool statics() const { return this->state().statics; }
  [[nodiscard]] LawContext law_context() const { return LawContext::of(this->state()); }
  /// Internal variables of the element from number `first` on.
  [[nodiscard]] LawMemory memory(int first) const {
    return LawMemory{local_.memory_accepted(), remember_ ? local_.memory_trial() : nullptr}.from(first);
  }

 private:
  const Local& local_;
  bool remember_;
};

/// What an element does: `r.force(k)`, `r.moment(k)` on its nodes, global axes, and `r.equation(j)`, minus the value of
/// its own equations.
template <class S>
class Forces : public MotionResidual<S> {
 public:
  using MotionResidual<S>::MotionResidual;
  /// A force at a point of node k.
  void apply(int k, const Point<S>& at, const Vector3<S>& force) const {
    this->force(k) += force;
    this->moment(k) += at.arm.cross(force);
  }
};

/// A constitutive law among the parameters of an element.
template <int N>
class Law {
 public:
  template <class S>
  using Vector = Eigen::Matrix<S, N, 1>;

  Law() = default;
  explicit Law(LawPointer<N> law) : law_(std::move(law)) {}

  /// Stress at a strain and its rate, which static problems leave out of account.
  template <class S>
  [[nodiscard]] Vector<S> stress(const Motion<S>& q, const Vector<S>& strain, const Vector<S>& rate) const {
    LawVector<N> at, at_rate = LawVector<N>::Zero();
    const bool rates = !q.statics() && has_viscosity(law_->kind());
    for (int i = 0; i < N; ++i) {
      at(i) = value_of(strain(i));
      if (rates) at_rate(i) = value_of(rate(i));
    }
    LawResult<N> result;
    law_->evaluate(at, at_rate, q.law_context(), q.memory(first_), result);
    Vector<S> stress;
    for (int i = 0; i < N; ++i) {
      if constexpr (std::is_same_v<S, double>) {
        stress(i) = result.stress(i);
      } else {
        // The tangents carry the derivatives; the differences are zero in value.
        S sum(result.stress(i));
        for (int j = 0; j < N; ++j)
          if (result.by_strain(i, j) != 0) sum += (strain(j) - at(j)) * result.by_strain(i, j);
        if (rates)
          for (int j = 0; j < N; ++j)
            if (result.by_rate(i, j) != 0) sum += (rate(j) - at_rate(j)) * result.by_rate(i, j);
        stress(i) = sum;
      }
    }
    return stress;
  }
  /// The same of a law of dimension 1.
  template <class S>
  [[nodiscard]] S stress(const Motion<S>& q, const S& strain, const S& rate) const
      requires(N == 1 && !requires { strain.rows(); }) {
    return stress(q, Vector<S>(strain), Vector<S>(rate))(0);
  }
  /// Energy stored by a linear law, zero for others.
  [[nodiscard]] double energy(const Motion<double>& q, const LawVector<N>& strain) const {
    const LinearMatrices<N>* linear = law_->linear();
    if (!linear) return 0;
    LawVector<N> own = strain;
    if (!law_->prestrain().empty()) own -= law_->prestrain().value(q.state().drives);
    return 0.5 * own.dot(linear->stiffness * own) + law_->prestress().dot(strain);
  }

  /// Results of its own, e.g. of a shock absorber, called "constitutiveLaw.NAME".
  [[nodiscard]] int output_count() const { return static_cast<int>(law_->output_names().size()); }
  void outputs(const Motion<double>& q, const LawVector<N>& strain, const LawVector<N>& rate, double* values) const {
    const bool rates = !q.statics() && has_viscosity(law_->kind());
    if (output_count() > 0)
      law_->outputs(strain, rates ? rate : LawVector<N>(LawVector<N>::Zero()), q.law_context(), q.memory(first_),
                    values);
  }
  void add_quantities(const Motion<double>& q, const LawVector<N>& strain, const LawVector<N>& rate,
                      Quantities& out) const {
    const std::vector<std::string> names = law_->output_names();
    std::vector<double> values(names.size());
    outputs(q, strain, rate, values.data());
    for (std::size_t k = 0; k < names.size(); ++k)
      out.add("constitutiveLaw." + names[k], "-", values[k], "of the constitutive law");
  }
  void add_variables(OutputSpec& spec, int first) const {
    for (const std::string& name : law_->output_names())
      spec.variables.push_back({"constitutiveLaw." + name, first++, 1, 1, "-", "of the constitutive law"});
  }

  [[nodiscard]] const ConstitutiveLaw<N>& law() const { return *law_; }
  /// Its internal variables are those of the element from `first` on; returns how many.
  int bind(int first) {
    first_ = first;
    return law_->memory_size();
  }

 private:
  LawPointer<N> law_;
  int first_ = 0;
};

}  // namespace flexura::authoring
