#include "elements/laws/nonlinear.h"

#include <cmath>

#include <fmt/format.h>

#include "support/error.h"

namespace flexura {

template <int N>
void CubicLaw<N>::compute(const Vector& strain, const Vector& rate, const LawContext&, LawMemory,
                          LawResult<N>& result) const {
  result.by_strain.setZero();
  for (int i = 0; i < N; ++i) {
    const double e = strain(i);
    const double size = std::abs(e);
    result.stress(i) = (k1_(i) + k2_(i) * size + k3_(i) * e * e) * e;
    result.by_strain(i, i) = k1_(i) + 2 * k2_(i) * size + 3 * k3_(i) * e * e;
  }
  result.by_rate = damping_;
  result.stress += damping_ * rate;
}

template <int N>
void DoubleLinearLaw<N>::compute(const Vector& strain, const Vector& rate, const LawContext&, LawMemory,
                                 LawResult<N>& result) const {
  constexpr int switched = N - 1;
  result.stress = data_.inner_stiffness * strain + data_.inner_damping * rate;
  result.by_strain = data_.inner_stiffness * LawMatrix<N>::Identity();
  result.by_rate = data_.inner_damping * LawMatrix<N>::Identity();
  const double e = strain(switched);
  const bool above = e > data_.upper;
  if (!above && e >= data_.lower) return;
  const double bound = above ? data_.upper : data_.lower;
  const double slope = above ? data_.upper_stiffness : data_.lower_stiffness;
  result.stress(switched) = data_.inner_stiffness * bound + slope * (e - bound) + data_.outer_damping * rate(switched);
  result.by_strain(switched, switched) = slope;
  result.by_rate(switched, switched) = data_.outer_damping;
}

template <int N>
void HardeningLaw<N>::compute(const Vector& strain, const Vector&, const LawContext&, LawMemory,
                              LawResult<N>& result) const {
  // With s = |eps|^2 the factor is g(s) = (k0 + k alpha s)/(1 + alpha s), g' = alpha (k - k0)/(1 + alpha s)^2.
  const double s = alpha_ * strain.squaredNorm();
  const double g = (initial_stiffness_ + stiffness_ * s) / (1 + s);
  const double slope = alpha_ * (stiffness_ - initial_stiffness_) / ((1 + s) * (1 + s));
  result.stress = g * strain;
  result.by_strain = g * LawMatrix<N>::Identity() + 2 * slope * strain * strain.transpose();
  result.by_rate.setZero();
}

void TurbulentLaw::compute(const Vector& strain, const Vector& rate, const LawContext&, LawMemory,
                           LawResult<1>& result) const {
  const double speed = std::abs(rate(0));
  const bool laminar = speed <= threshold_;
  result.by_strain(0) = stiffness_;
  result.by_rate(0) = laminar ? laminar_ : 2 * turbulent_ * speed;
  result.stress(0) = stiffness_ * strain(0) + (laminar ? laminar_ : turbulent_ * speed) * rate(0);
}

template class CubicLaw<1>;
template class CubicLaw<3>;
template class DoubleLinearLaw<1>;
template class DoubleLinearLaw<3>;
template class HardeningLaw<1>;
template class HardeningLaw<3>;
template class HardeningLaw<6>;

}  // namespace flexura
