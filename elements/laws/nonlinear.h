// Laws given by a closed formula that is not linear.
#pragma once

#include "model/constitutive_law.h"

namespace flexura {

/// Per component k1 e + k2 |e| e + k3 e^3, plus C eps': `cubic elastic generic`, `cubic viscoelastic generic`.
template <int N>
class CubicLaw final : public ConstitutiveLaw<N> {
 public:
  using typename ConstitutiveLaw<N>::Vector;
  using typename ConstitutiveLaw<N>::Matrix;
  CubicLaw(LawKind kind, const Vector& k1, const Vector& k2, const Vector& k3, const Matrix& damping)
      : ConstitutiveLaw<N>(kind), k1_(k1), k2_(k2), k3_(k3), damping_(damping) {}

 protected:
  void compute(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
               LawResult<N>& result) const override;

 private:
  Vector k1_, k2_, k3_;
  Matrix damping_;
};

/// Coefficients of DoubleLinearLaw; the bounds belong to the inner range.
struct DoubleLinearData {
  double inner_stiffness = 0;
  double lower = 0, upper = 0;
  double upper_stiffness = 0, lower_stiffness = 0;
  double inner_damping = 0, outer_damping = 0;
};

/// Continuous force with one slope in [lower, upper], others above and below, and a damping that depends on the range:
/// `double linear elastic`, `double linear viscoelastic`. In three dimensions this is component 3; components 1 and 2
/// have the inner coefficients throughout.
template <int N>
class DoubleLinearLaw final : public ConstitutiveLaw<N> {
 public:
  using typename ConstitutiveLaw<N>::Vector;
  DoubleLinearLaw(LawKind kind, const DoubleLinearData& data) : ConstitutiveLaw<N>(kind), data_(data) {}

 protected:
  void compute(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
               LawResult<N>& result) const override;

 private:
  DoubleLinearData data_;
};

/// f = k (beta + alpha |eps|^2)/(1 + alpha |eps|^2) eps, alpha = 3/eref^2, beta = k0/k: `isotropic hardening elastic`.
template <int N>
class HardeningLaw final : public ConstitutiveLaw<N> {
 public:
  using typename ConstitutiveLaw<N>::Vector;
  HardeningLaw(double stiffness, double reference_strain, double initial_stiffness)
      : ConstitutiveLaw<N>(LawKind::elastic),
        stiffness_(stiffness),
        alpha_(3 / (reference_strain * reference_strain)),
        initial_stiffness_(initial_stiffness) {}

 protected:
  void compute(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
               LawResult<N>& result) const override;

 private:
  double stiffness_, alpha_, initial_stiffness_;
};

/// f = k eps + g eps' with g = c_laminar while |eps'| <= threshold and g = c_turbulent |eps'| beyond: `turbulent
/// viscoelastic`.
class TurbulentLaw final : public ConstitutiveLaw<1> {
 public:
  TurbulentLaw(double stiffness, double turbulent, double threshold, double laminar)
      : ConstitutiveLaw<1>(LawKind::viscoelastic),
        stiffness_(stiffness),
        turbulent_(turbulent),
        threshold_(threshold),
        laminar_(laminar) {}

 protected:
  void compute(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
               LawResult<1>& result) const override;

 private:
  double stiffness_, turbulent_, threshold_, laminar_;
};

}  // namespace flexura
