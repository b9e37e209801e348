#include "elements/laws/continuous_contact.h"

#include <cmath>

namespace flexura {

template <int N>
double ContinuousContact<N>::damping(double impact_speed) const {
  if (!(impact_speed > data_.rate_tolerance)) return 0;
  const double e = data_.restitution;
  const double k = data_.stiffness / impact_speed;
  switch (data_.formulation) {
    case ContactFormulation::flores:
      return 1.6 * k * (1 - e) / e;
    case ContactFormulation::hunt_crossley:
      return 1.5 * k * (1 - e);
    case ContactFormulation::lankarani_nikravesh:
      break;
  }
  return 0.75 * k * (1 - e * e);
}

template <int N>
void ContinuousContact<N>::compute(const Vector& strain, const Vector& rate, const LawContext&, LawMemory memory,
                                   LawResult<N>& result) const {
  constexpr int axis = N - 1;
  result.stress.setZero();
  result.by_strain.setZero();
  result.by_rate.setZero();
  const double x = data_.sign * strain(axis);
  const double speed = data_.sign * rate(axis);
  const bool contact = x > 0;
  const bool continued = contact && memory.accepted && memory.accepted[0] != 0;
  const double impact_speed = continued ? memory.accepted[1] : contact ? speed : 0;
  if (memory.trial) {
    memory.trial[0] = contact ? 1 : 0;
    memory.trial[1] = impact_speed;
  }
  if (!contact) return;
  const double d = damping(impact_speed);
  const double power = std::pow(x, data_.exponent);
  const double modulus = data_.stiffness + d * speed;
  result.stress(axis) = data_.sign * power * modulus;
  result.by_strain(axis, axis) = data_.exponent * std::pow(x, data_.exponent - 1) * modulus;
  if (continued) result.by_rate(axis, axis) = power * d;  // when contact begins, d x' does not depend on x'
}

template <int N>
void ContinuousContact<N>::compute_outputs(const Vector&, const Vector&, const LawContext&, LawMemory memory,
                                           double* values) const {
  const bool contact = memory.accepted && memory.accepted[0] != 0;
  values[0] = contact ? memory.accepted[1] : 0;
  values[1] = contact ? damping(memory.accepted[1]) : 0;
}

template class ContinuousContact<1>;
template class ContinuousContact<3>;

}  // namespace flexura
