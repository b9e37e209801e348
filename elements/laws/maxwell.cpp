#include "elements/laws/maxwell.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include <Eigen/Eigenvalues>

namespace flexura {

template <int N>
MaxwellLaw<N>::MaxwellLaw(double stiffness, std::vector<MaxwellElement> elements, const Matrix& shape)
    : ConstitutiveLaw<N>(LawKind::elastic), stiffness_(stiffness), elements_(std::move(elements)) {
  constexpr double round_off = 1e-12;
  const double size = shape.norm();
  if (!((shape - shape.transpose()).norm() <= round_off * size)) throw std::invalid_argument("C must be symmetric");
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(shape);
  if (solver.eigenvalues().minCoeff() < -round_off * size)
    throw std::invalid_argument("C must not have negative eigenvalues: strains would grow by themselves");
  values_ = solver.eigenvalues().cwiseMax(0);
  directions_ = solver.eigenvectors();
}

template <int N>
void MaxwellLaw<N>::initial_memory(double* memory) const {
  std::fill(memory, memory + memory_size(), 0.0);
  memory[0] = std::numeric_limits<double>::infinity();
}

template <int N>
void MaxwellLaw<N>::compute(const Vector& strain, const Vector&, const LawContext& context, LawMemory memory,
                            LawResult<N>& result) const {
  const Vector now = directions_.transpose() * strain;
  const double* const past = memory.accepted;
  const double dt = past ? std::max(0.0, context.time - past[0]) : 0.0;
  if (memory.trial) {
    memory.trial[0] = context.time;
    std::copy_n(now.data(), N, memory.trial + 1);
  }
  Vector stress = stiffness_ * now;
  Vector slope = Vector::Constant(stiffness_);
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const MaxwellElement& element = elements_[i];
    const int at = 1 + N * (1 + static_cast<int>(i));
    for (int k = 0; k < N; ++k) {
      // d' = eps' - r d with constant eps': d(dt) = d0 exp(-r dt) + (eps - eps0) (1 - exp(-r dt))/(r dt).
      const double x = element.stiffness / element.viscosity * values_(k) * dt;
      const double part = x > 0 ? -std::expm1(-x) / x : 1.0;
      const double d = past ? past[at + k] * std::exp(-x) + (now(k) - past[1 + k]) * part : now(k);
      stress(k) += element.stiffness * d;
      slope(k) += element.stiffness * part;
      if (memory.trial) memory.trial[at + k] = d;
    }
  }
  result.stress = directions_ * values_.cwiseProduct(stress);
  result.by_strain = directions_ * values_.cwiseProduct(slope).asDiagonal() * directions_.transpose();
  result.by_rate.setZero();
}

template class MaxwellLaw<3>;
template class MaxwellLaw<6>;

}  // namespace flexura
