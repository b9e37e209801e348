#include "elements/laws/symbolic.h"

#include <cmath>

#include <fmt/format.h>

#include "support/error.h"

namespace flexura {

template <int N>
void SymbolicLaw<N>::compute(const Vector& strain, const Vector& rate, const LawContext&, LawMemory,
                             LawResult<N>& result) const {
  using S = Dual<2 * N>;
  std::array<S, 2 * N> arguments;
  for (int i = 0; i < N; ++i) {
    arguments[i] = S::variable(strain(i), i);
    arguments[N + i] = S::variable(rate(i), N + i);
  }
  for (int i = 0; i < N; ++i) {
    const S f = expressions_[i].evaluate(arguments.data());
    if (!std::isfinite(f.f)) {
      throw Error(ExitCode::not_a_number,
                  fmt::format("symbolic law: expression {} has no value at this strain", i + 1));
    }
    result.stress(i) = f.f;
    for (int j = 0; j < N; ++j) {
      result.by_strain(i, j) = f.d[j];
      result.by_rate(i, j) = f.d[N + j];
    }
  }
}

template class SymbolicLaw<1>;
template class SymbolicLaw<3>;
template class SymbolicLaw<6>;

}  // namespace flexura
