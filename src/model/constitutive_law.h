// Constitutive laws: stress as a function of strain and strain rate, in 1, 3 or 6 dimensions.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "math/types.h"
#include "model/drive.h"
#include "model/state.h"

namespace flexura {

template <int N>
using LawVector = Eigen::Matrix<double, N, 1>;
template <int N>
using LawMatrix = Eigen::Matrix<double, N, N>;

/// What a law is made of; elements choose their outputs, and which strains they accept, from it. The tangents do not
/// follow from it: a viscous law may have a viscosity that depends on strain.
enum class LawKind : std::uint8_t { elastic = 1, viscous = 2, viscoelastic = 3 };
constexpr LawKind operator|(LawKind a, LawKind b) {
  return static_cast<LawKind>(static_cast<int>(a) | static_cast<int>(b));
}
constexpr bool has_elasticity(LawKind kind) { return kind != LawKind::viscous; }
constexpr bool has_viscosity(LawKind kind) { return kind != LawKind::elastic; }

/// What a law may look at besides strain and strain rate.
struct LawContext {
  const Taylor2* drives = nullptr;  ///< by DriveId, as in State
  double time = 0;                  ///< s
  double time_step = 0;             ///< s
  std::int64_t step = 0;

  static LawContext of(const State& state) { return {state.drives, state.time, state.time_step, state.step}; }
};

/// The internal variables of one law: ConstitutiveLaw::memory_size() numbers each, owned by whoever uses the law.
///
/// An evaluation reads `accepted` and overwrites all of `trial`; when a step is accepted, the owner copies trial to
/// accepted. Null `accepted` stands for initial_memory(), null `trial` for results that nobody wants.
struct LawMemory {
  const double* accepted = nullptr;
  double* trial = nullptr;

  /// The variables of a law inside another one.
  [[nodiscard]] LawMemory from(int offset) const {
    return {accepted ? accepted + offset : nullptr, trial ? trial + offset : nullptr};
  }
};

template <int N>
struct LawResult {
  LawVector<N> stress;     ///< force, moment or stress: dual to the strain
  LawMatrix<N> by_strain;  ///< d stress / d strain
  LawMatrix<N> by_rate;    ///< d stress / d strain rate
};

/// Stress = stiffness * strain + damping * rate.
template <int N>
struct LinearMatrices {
  LawMatrix<N> stiffness = LawMatrix<N>::Zero();
  LawMatrix<N> damping = LawMatrix<N>::Zero();
};

/// A constitutive law (language manual, "constitutive laws"). Meaning, units and signs of strain and stress are those
/// of the element that uses it. Constant after construction; one law may serve many elements.
///
/// The law is evaluated at (strain - prestrain) and prestress is added to its stress. The rate of the prestrain is
/// ignored. Tangents are exact; at corners (thresholds, end of a range) they are those of one side.
template <int N>
class ConstitutiveLaw {
 public:
  using Vector = LawVector<N>;
  using Matrix = LawMatrix<N>;
  using Prestrain = TemplateDrive<Vector>;

  explicit ConstitutiveLaw(LawKind kind) : kind_(kind) {}
  ConstitutiveLaw(const ConstitutiveLaw&) = delete;
  ConstitutiveLaw& operator=(const ConstitutiveLaw&) = delete;
  virtual ~ConstitutiveLaw() = default;

  [[nodiscard]] LawKind kind() const { return kind_; }

  /// Stress and both tangents. Allocates nothing; has no side effect but on memory.trial. Throws Error (not_a_number)
  /// where the law has no value, e.g. the logarithm of a negative stretch.
  void evaluate(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
                LawResult<N>& result) const {
    if (linear_) {
      result.by_strain = linear_->stiffness;
      result.by_rate = linear_->damping;
      result.stress.noalias() = result.by_strain * own_strain(strain, context);
      if (kind_ != LawKind::elastic) result.stress.noalias() += result.by_rate * rate;
    } else {
      const Vector own = own_strain(strain, context);
      if (own.allFinite() && rate.allFinite()) {
        compute(own, rate, context, memory, result);
      } else {
        // What is unknown gives unknown results; this is also how elements find the sparsity of their Jacobian.
        result.stress.setConstant(std::numeric_limits<double>::quiet_NaN());
        result.by_strain.setConstant(std::numeric_limits<double>::quiet_NaN());
        result.by_rate.setConstant(std::numeric_limits<double>::quiet_NaN());
      }
    }
    result.stress += prestress_;
  }

  /// The constant matrices of a linear law, null for all others. An element that handles them itself also adds
  /// prestress() and subtracts prestrain().
  [[nodiscard]] const LinearMatrices<N>* linear() const { return linear_; }

  /// Number of internal variables.
  [[nodiscard]] virtual int memory_size() const { return 0; }
  /// Writes the memory_size() internal variables of a law that has not worked yet.
  virtual void initial_memory(double* memory) const { (void)memory; }

  /// Names of the law's own results, e.g. "Fe": columns after those of its element, private data
  /// `constitutiveLaw.Fe`.
  [[nodiscard]] virtual std::vector<std::string> output_names() const { return {}; }
  /// Writes the results in the order of output_names().
  void outputs(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
               double* values) const {
    compute_outputs(own_strain(strain, context), rate, context, memory, values);
  }

  /// For a law that acts in a frame between the two nodes of a hinge (`invariant angular`): true, and the fraction of
  /// the relative rotation at which the frame stands (0: node 1, 1: node 2).
  [[nodiscard]] virtual bool intermediate_frame(double& fraction) const {
    (void)fraction;
    return false;
  }

  void set_prestress(const Vector& prestress) { prestress_ = prestress; }
  void set_prestrain(Prestrain prestrain) { prestrain_ = std::move(prestrain); }
  [[nodiscard]] const Vector& prestress() const { return prestress_; }
  [[nodiscard]] const Prestrain& prestrain() const { return prestrain_; }

 protected:
  /// The law itself, without prestress and prestrain; fills all of `result`.
  virtual void compute(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
                       LawResult<N>& result) const = 0;
  virtual void compute_outputs(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
                               double* values) const {
    (void)strain;
    (void)rate;
    (void)context;
    (void)memory;
    (void)values;
  }
  /// Declares the law linear: evaluate() then uses the matrices without calling compute(). They must live in the law.
  void set_linear(const LinearMatrices<N>* matrices) { linear_ = matrices; }

 private:
  [[nodiscard]] Vector own_strain(const Vector& strain, const LawContext& context) const {
    return prestrain_.empty() ? strain : Vector(strain - prestrain_.value(context.drives));
  }

  LawKind kind_;
  const LinearMatrices<N>* linear_ = nullptr;
  Vector prestress_ = Vector::Zero();
  Prestrain prestrain_;
};

template <int N>
using LawPointer = std::shared_ptr<const ConstitutiveLaw<N>>;

using Law1 = ConstitutiveLaw<1>;
using Law3 = ConstitutiveLaw<3>;
using Law6 = ConstitutiveLaw<6>;

}  // namespace flexura
