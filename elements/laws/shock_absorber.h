// An oleo-pneumatic shock absorber.
#pragma once

#include "model/constitutive_law.h"

namespace flexura {

/// What the model file says about a shock absorber. Strains are strokes over a reference length, negative in
/// compression.
struct ShockAbsorberData {
  double prestrain = 0;    ///< strain at which the gas has its reference pressure
  double pressure = 0;     ///< p_ref, Pa
  double area = 0;         ///< A_ref: gas area that acts on the rod, m^2
  double interaction = 0;  ///< relative change of gas volume per unit strain
  double exponent = 1;     ///< gamma, polytropic
  double strain_max = 0;   ///< bounds of the stroke, beyond which the penalty acts
  double strain_min = -0.5;
  double penalty = 1e9;        ///< force per strain beyond a bound, N
  double penalty_damping = 0;  ///< force per strain rate beyond a bound, N s
  DrivePointer metering;       ///< passage area as function of strain, m^2; null: none
  DrivePointer metering_in;    ///< the same while the absorber is compressed; null: as metering
  DrivePointer orifice;        ///< area of a valve as function of the sign of the strain rate, m^2; null: none
  double fluid_area = 0;       ///< A_f: area that moves the fluid, m^2
  double fluid_density = 0;    ///< kg/m^3
  double drag = 0;             ///< drag coefficient for the fluid speed per unit strain rate
  double friction_rate = 1;    ///< strain rate at which friction develops, 1/s
  double friction_force = 0;   ///< N
};

/// `shock absorber`: f = Fe + Fv.
///
/// Gas: p = p_ref v^-gamma with the relative volume v = 1 + interaction (eps - prestrain); Fe = -A_ref p, plus
/// penalty (eps - bound) beyond a bound. Below v = 1/100, which a stop must keep the absorber from, the pressure goes
/// on along its tangent. Fluid: Fv = 1/2 rho drag A_f (A_f/A)^2 |eps'| eps', A the sum of metering and orifice areas
/// (A_f when there is neither), plus penalty_damping eps' beyond a bound, plus friction_force tanh(eps'/friction_rate).
class ShockAbsorber final : public ConstitutiveLaw<1> {
 public:
  explicit ShockAbsorber(ShockAbsorberData data) : ConstitutiveLaw<1>(LawKind::viscoelastic), data_(std::move(data)) {}
  /// Gas pressure p, passage area A, elastic force Fe, viscous force Fv.
  [[nodiscard]] std::vector<std::string> output_names() const override { return {"p", "A", "Fe", "Fv"}; }

 protected:
  void compute(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
               LawResult<1>& result) const override;
  void compute_outputs(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
                       double* values) const override;

 private:
  struct Gas {
    double pressure, force, slope;
  };
  struct Fluid {
    double area, force, by_strain, by_rate;
  };
  [[nodiscard]] Gas gas(double strain) const;
  [[nodiscard]] Fluid fluid(double strain, double rate, const LawContext& context) const;
  [[nodiscard]] bool beyond(double strain) const { return strain > data_.strain_max || strain < data_.strain_min; }

  ShockAbsorberData data_;
};

}  // namespace flexura
