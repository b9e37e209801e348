#include "elements/laws/bistop.h"

#include <algorithm>

namespace flexura {

template <int N>
void BistopLaw<N>::initial_memory(double* memory) const {
  std::fill(memory, memory + own_size(), 0.0);
  memory[0] = initially_active_ ? 1 : 0;
  law_->initial_memory(memory + own_size());
}

template <int N>
void BistopLaw<N>::compute(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
                           LawResult<N>& result) const {
  const bool before = was_active(memory);
  // Where both conditions hold, `off` wins: otherwise the law would change its mind at every step.
  const bool active = context.drives[off_].f == 0 && (before || context.drives[on_].f != 0);
  const bool just_now = active && !before;
  const Vector origin = just_now && capture_ ? strain : reference(memory);
  if (memory.trial) {
    memory.trial[0] = active ? 1 : 0;
    if (capture_) Eigen::Map<Vector>(memory.trial + 1) = origin;
  }
  const LawMemory inner = memory.from(own_size());
  if (active) {
    law_->evaluate(strain - origin, rate, context, inner, result);
    if (just_now && capture_) result.by_strain.setZero();  // the reference moves with the strain
    return;
  }
  result.stress.setZero();
  result.by_strain.setZero();
  result.by_rate.setZero();
  if (inner.trial && inner.accepted) std::copy(inner.accepted, inner.accepted + law_->memory_size(), inner.trial);
  if (inner.trial && !inner.accepted) law_->initial_memory(inner.trial);
}

template <int N>
void BistopLaw<N>::compute_outputs(const Vector& strain, const Vector& rate, const LawContext& context,
                                   LawMemory memory, double* values) const {
  if (was_active(memory)) {
    law_->outputs(strain - reference(memory), rate, context, memory.from(own_size()), values);
  } else {
    std::fill(values, values + output_names().size(), 0.0);
  }
}

template class BistopLaw<1>;
template class BistopLaw<3>;
template class BistopLaw<6>;

}  // namespace flexura
