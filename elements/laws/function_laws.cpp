#include "elements/laws/function_laws.h"

namespace flexura {

template <int N>
void ScalarFunctionLaw<N>::compute(const Vector& strain, const Vector&, const LawContext&, LawMemory,
                                   LawResult<N>& result) const {
  result.by_strain.setZero();
  result.by_rate.setZero();
  for (int i = 0; i < N; ++i) {
    const Taylor2 f = functions_[i] ? functions_[i]->at(strain(i)) : Taylor2();
    result.stress(i) = f.f;
    result.by_strain(i, i) = f.d;
  }
}

template <int N>
void AddedFunctionLaw<N>::compute(const Vector& strain, const Vector& rate, const LawContext&, LawMemory,
                                  LawResult<N>& result) const {
  result.by_strain = matrices_.stiffness;
  result.by_rate = matrices_.damping;
  result.stress = matrices_.stiffness * strain + matrices_.damping * rate;
  for (int i = 0; i < N; ++i) {
    if (of_strain_[i]) {
      const Taylor2 f = of_strain_[i]->at(strain(i));
      result.stress(i) += f.f;
      result.by_strain(i, i) += f.d;
    }
    if (of_rate_[i]) {
      const Taylor2 g = of_rate_[i]->at(rate(i));
      result.stress(i) += g.f;
      result.by_rate(i, i) += g.d;
    }
  }
}

template <int N>
void AddedModulusLaw<N>::compute(const Vector& strain, const Vector& rate, const LawContext&, LawMemory,
                                 LawResult<N>& result) const {
  result.by_strain = matrices_.stiffness;
  result.by_rate = matrices_.damping;
  result.stress = matrices_.stiffness * strain + matrices_.damping * rate;
  for (int i = 0; i < N; ++i) {
    if (stiffness_[i]) {
      const Taylor2 f = stiffness_[i]->at(strain(i));
      result.stress(i) += f.f * strain(i);
      result.by_strain(i, i) += f.f + f.d * strain(i);
    }
    if (damping_[i]) {
      const Taylor2 g = damping_[i]->at(strain(i));
      result.stress(i) += g.f * rate(i);
      result.by_rate(i, i) += g.f;
      result.by_strain(i, i) += g.d * rate(i);
    }
  }
}

template class ScalarFunctionLaw<1>;
template class ScalarFunctionLaw<3>;
template class ScalarFunctionLaw<6>;
template class AddedFunctionLaw<1>;
template class AddedFunctionLaw<3>;
template class AddedFunctionLaw<6>;
template class AddedModulusLaw<1>;
template class AddedModulusLaw<3>;
template class AddedModulusLaw<6>;

}  // namespace flexura
