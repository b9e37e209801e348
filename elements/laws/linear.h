// Laws that are linear in strain and strain rate, and close relatives.
#pragma once

#include "model/constitutive_law.h"

namespace flexura {

/// f = K eps + C eps': `linear elastic`, `linear viscous`, `linear viscoelastic`, isotropic and generic.
template <int N>
class LinearLaw final : public ConstitutiveLaw<N> {
 public:
  using typename ConstitutiveLaw<N>::Vector;
  using typename ConstitutiveLaw<N>::Matrix;
  LinearLaw(LawKind kind, const Matrix& stiffness, const Matrix& damping);

 protected:
  void compute(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
               LawResult<N>& result) const override;

 private:
  LinearMatrices<N> matrices_;
};

/// f = sk(t) K eps + sc(t) C eps': `linear time variant viscoelastic generic`.
template <int N>
class TimeVariantLaw final : public ConstitutiveLaw<N> {
 public:
  using typename ConstitutiveLaw<N>::Vector;
  using typename ConstitutiveLaw<N>::Matrix;
  TimeVariantLaw(const Matrix& stiffness, DriveId stiffness_scale, const Matrix& damping, DriveId damping_scale);

 protected:
  void compute(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
               LawResult<N>& result) const override;

 private:
  LinearMatrices<N> matrices_;
  DriveId stiffness_scale_, damping_scale_;
};

/// f = K eps + C eps', with a torsional stiffness K44 + c eps_1 that grows with the axial strain: `linear elastic
/// generic axial torsion coupling` and its viscoelastic form. The axial force has no counterpart of the coupling, so
/// the tangent is not symmetric.
class AxialTorsionLaw final : public ConstitutiveLaw<6> {
 public:
  AxialTorsionLaw(LawKind kind, const Mat6& stiffness, const Mat6& damping, double coupling);

 protected:
  void compute(const Vec6& strain, const Vec6& rate, const LawContext& context, LawMemory memory,
               LawResult<6>& result) const override;

 private:
  LinearMatrices<6> matrices_;
  double coupling_;
};

}  // namespace flexura
