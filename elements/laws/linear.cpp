#include "elements/laws/linear.h"

namespace flexura {

template <int N>
LinearLaw<N>::LinearLaw(LawKind kind, const Matrix& stiffness, const Matrix& damping)
    : ConstitutiveLaw<N>(kind), matrices_{stiffness, damping} {
  this->set_linear(&matrices_);
}

template <int N>
void LinearLaw<N>::compute(const Vector& strain, const Vector& rate, const LawContext&, LawMemory,
                           LawResult<N>& result) const {
  result.stress = matrices_.stiffness * strain + matrices_.damping * rate;
  result.by_strain = matrices_.stiffness;
  result.by_rate = matrices_.damping;
}

template <int N>
TimeVariantLaw<N>::TimeVariantLaw(const Matrix& stiffness, DriveId stiffness_scale, const Matrix& damping,
                                  DriveId damping_scale)
    : ConstitutiveLaw<N>(LawKind::viscoelastic),
      matrices_{stiffness, damping},
      stiffness_scale_(stiffness_scale),
      damping_scale_(damping_scale) {}

template <int N>
void TimeVariantLaw<N>::compute(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory,
                                LawResult<N>& result) const {
  result.by_strain = context.drives[stiffness_scale_].f * matrices_.stiffness;
  result.by_rate = context.drives[damping_scale_].f * matrices_.damping;
  result.stress = result.by_strain * strain + result.by_rate * rate;
}

AxialTorsionLaw::AxialTorsionLaw(LawKind kind, const Mat6& stiffness, const Mat6& damping, double coupling)
    : ConstitutiveLaw<6>(kind), matrices_{stiffness, damping}, coupling_(coupling) {}

void AxialTorsionLaw::compute(const Vec6& strain, const Vec6& rate, const LawContext&, LawMemory,
                              LawResult<6>& result) const {
  constexpr int axial = 0;
  constexpr int torsion = 3;
  result.by_strain = matrices_.stiffness;
  result.by_strain(torsion, torsion) += coupling_ * strain(axial);
  result.by_rate = matrices_.damping;
  result.stress = result.by_strain * strain + result.by_rate * rate;
  result.by_strain(torsion, axial) += coupling_ * strain(torsion);
}

template class LinearLaw<1>;
template class LinearLaw<3>;
template class LinearLaw<6>;
template class TimeVariantLaw<1>;
template class TimeVariantLaw<3>;
template class TimeVariantLaw<6>;

}  // namespace flexura
