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
  const bool was_active = memory.accepted[0] != 0;
  const bool active = was_active ? context.drives[off_].f == 0 : context.drives[on_].f != 0;
  std::copy(memory.accepted, memory.accepted + memory_size(), memory.trial);
  memory.trial[0] = active ? 1 : 0;
  if (!active) {
    result.stress.setZero();
    result.by_strain.setZero();
    result.by_rate.setZero();
    return;
  }
  if (!capture_) {
    law_->evaluate(strain, rate, context, memory.from(own_size()), result);
    return;
  }
  Eigen::Map<Vector> reference(memory.trial + 1);
  if (!was_active) reference = strain;
  law_->evaluate(strain - reference, rate, context, memory.from(own_size()), result);
  if (!was_active) result.by_strain.setZero();  // the reference moves with the strain
}

template <int N>
void BistopLaw<N>::compute_outputs(const Vector& strain, const Vector& rate, const LawContext& context,
                                   LawMemory memory, double* values) const {
  if (memory.accepted[0] == 0) {
    std::fill(values, values + output_names().size(), 0.0);
    return;
  }
  Vector relative = strain;
  if (capture_) relative -= Eigen::Map<const Vector>(memory.accepted + 1);
  law_->outputs(relative, rate, context, memory.from(own_size()), values);
}

template class BistopLaw<1>;
template class BistopLaw<3>;
template class BistopLaw<6>;

}  // namespace flexura
