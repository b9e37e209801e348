#include "elements/laws/wrappers.h"

#include <algorithm>

namespace flexura {

namespace {

template <int N>
LawKind joint_kind(const std::vector<LawPointer<N>>& laws) {
  LawKind kind = laws.front()->kind();
  for (const auto& law : laws) kind = kind | law->kind();
  return kind;
}

}  // namespace

template <int N>
ArrayLaw<N>::ArrayLaw(std::vector<LawPointer<N>> laws)
    : ConstitutiveLaw<N>(joint_kind<N>(laws)), laws_(std::move(laws)) {
  const bool linear = std::all_of(laws_.begin(), laws_.end(),
                                  [](const auto& law) { return law->linear() && law->prestrain().empty(); });
  if (!linear) return;
  Vector prestress = Vector::Zero();
  for (const auto& law : laws_) {
    sum_.stiffness += law->linear()->stiffness;
    sum_.damping += law->linear()->damping;
    prestress += law->prestress();
  }
  this->set_linear(&sum_);
  this->set_prestress(prestress);
}

template <int N>
int ArrayLaw<N>::memory_size() const {
  int size = 0;
  for (const auto& law : laws_) size += law->memory_size();
  return size;
}

template <int N>
void ArrayLaw<N>::initial_memory(double* memory) const {
  for (const auto& law : laws_) {
    law->initial_memory(memory);
    memory += law->memory_size();
  }
}

template <int N>
std::vector<std::string> ArrayLaw<N>::output_names() const {
  std::vector<std::string> result;
  for (const auto& law : laws_)
    for (auto& name : law->output_names()) result.push_back(std::move(name));
  return result;
}

template <int N>
void ArrayLaw<N>::compute(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
                          LawResult<N>& result) const {
  result.stress.setZero();
  result.by_strain.setZero();
  result.by_rate.setZero();
  for (const auto& law : laws_) {
    LawResult<N> part;
    law->evaluate(strain, rate, context, memory, part);
    memory = memory.from(law->memory_size());
    result.stress += part.stress;
    result.by_strain += part.by_strain;
    result.by_rate += part.by_rate;
  }
}

template <int N>
void ArrayLaw<N>::compute_outputs(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
                                  double* values) const {
  for (const auto& law : laws_) {
    law->outputs(strain, rate, context, memory, values);
    memory = memory.from(law->memory_size());
    values += law->output_names().size();
  }
}

void AxialLaw::compute(const Vec3& strain, const Vec3& rate, const LawContext& context, LawMemory memory,
                       LawResult<3>& result) const {
  LawResult<1> axial;
  law_->evaluate(LawVector<1>(direction_.dot(strain)), LawVector<1>(direction_.dot(rate)), context, memory, axial);
  const Mat3 projection = direction_ * direction_.transpose();
  result.stress = axial.stress(0) * direction_;
  result.by_strain = axial.by_strain(0) * projection;
  result.by_rate = axial.by_rate(0) * projection;
}

void AxialLaw::compute_outputs(const Vec3& strain, const Vec3& rate, const LawContext& context, LawMemory memory,
                               double* values) const {
  law_->outputs(LawVector<1>(direction_.dot(strain)), LawVector<1>(direction_.dot(rate)), context, memory, values);
}

template <int N>
void ScaledLaw<N>::compute(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
                           LawResult<N>& result) const {
  law_->evaluate(strain, rate, context, memory, result);
  const double w = context.drives[scale_].f;
  result.stress *= w;
  result.by_strain *= w;
  result.by_rate *= w;
}

template <int N>
void ScaledLaw<N>::compute_outputs(const Vector& strain, const Vector& rate, const LawContext& context,
                                   LawMemory memory, double* values) const {
  law_->outputs(strain, rate, context, memory, values);
}

template class ArrayLaw<1>;
template class ArrayLaw<3>;
template class ArrayLaw<6>;
template class ScaledLaw<1>;
template class ScaledLaw<3>;
template class ScaledLaw<6>;

}  // namespace flexura
