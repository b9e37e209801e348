// A law that is switched on and off.
#pragma once

#include "model/constitutive_law.h"

namespace flexura {

/// `bistop`, and with a linear law inside `linear elastic bistop` and `linear viscoelastic bistop`.
///
/// Inactive, there is neither force nor slope. An inactive law becomes active when the drive `on` is not zero, an
/// active one inactive when `off` is not zero; it changes once a step at most, and what it is during a step depends on
/// the last accepted state and on the drives now. When the law captures a reference, it works on the strain relative to
/// that at the end of the step that switched it on: during that step its strain is zero, and so is its slope.
///
/// Internal variables: active (0 or 1), reference strain (N, when captured), those of the law inside.
template <int N>
class BistopLaw final : public ConstitutiveLaw<N> {
 public:
  using typename ConstitutiveLaw<N>::Vector;
  BistopLaw(bool active, bool capture, DriveId on, DriveId off, LawPointer<N> law)
      : ConstitutiveLaw<N>(law->kind()),
        initially_active_(active),
        capture_(capture),
        on_(on),
        off_(off),
        law_(std::move(law)) {}
  [[nodiscard]] int memory_size() const override { return own_size() + law_->memory_size(); }
  void initial_memory(double* memory) const override;
  [[nodiscard]] std::vector<std::string> output_names() const override { return law_->output_names(); }

 protected:
  void compute(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
               LawResult<N>& result) const override;
  void compute_outputs(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
                       double* values) const override;

 private:
  [[nodiscard]] int own_size() const { return capture_ ? 1 + N : 1; }
  [[nodiscard]] bool was_active(LawMemory memory) const {
    return memory.accepted ? memory.accepted[0] != 0 : initially_active_;
  }
  /// The reference strain of an active law.
  [[nodiscard]] Vector reference(LawMemory memory) const {
    return capture_ && memory.accepted ? Vector(Eigen::Map<const Vector>(memory.accepted + 1)) : Vector(Vector::Zero());
  }

  bool initially_active_, capture_;
  DriveId on_, off_;
  LawPointer<N> law_;
};

}  // namespace flexura
