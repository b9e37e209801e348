// Contact with a restitution coefficient, as a continuous force.
#pragma once

#include "model/constitutive_law.h"

namespace flexura {

enum class ContactFormulation { flores, hunt_crossley, lankarani_nikravesh };

struct ContactData {
  double sign = -1;  ///< of the strain that means penetration
  ContactFormulation formulation = ContactFormulation::flores;
  double restitution = 1;     ///< e in (0, 1]; 0 allowed except with Flores
  double stiffness = 0;       ///< k
  double exponent = 1;        ///< n >= 1
  double rate_tolerance = 0;  ///< impact speeds up to this are not damped
};

/// `continuous contact`: f = s x^n (k + d x') for the penetration x = s eps > 0, zero otherwise. The damping d follows
/// from the speed x0' at which contact began: 8 k (1-e)/(5 e x0') (Flores), 3 k (1-e)/(2 x0') (Hunt and Crossley), 3 k
/// (1-e^2)/(4 x0') (Lankarani and Nikravesh); zero when x0' is not above the tolerance. In three dimensions it acts
/// along component 3.
///
/// Internal variables: in contact (0 or 1), impact speed. The impact speed is that of the first step in contact; while
/// this step is computed it moves with the strain rate, and the tangent accounts for that.
template <int N>
class ContinuousContact final : public ConstitutiveLaw<N> {
 public:
  using typename ConstitutiveLaw<N>::Vector;
  explicit ContinuousContact(const ContactData& data) : ConstitutiveLaw<N>(LawKind::viscoelastic), data_(data) {}
  [[nodiscard]] int memory_size() const override { return 2; }
  void initial_memory(double* memory) const override { memory[0] = memory[1] = 0; }
  /// Impact speed, damping.
  [[nodiscard]] std::vector<std::string> output_names() const override { return {"xPi", "dc"}; }

 protected:
  void compute(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
               LawResult<N>& result) const override;
  void compute_outputs(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
                       double* values) const override;

 private:
  [[nodiscard]] double damping(double impact_speed) const;

  ContactData data_;
};

}  // namespace flexura
