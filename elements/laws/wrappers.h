// Laws made of other laws.
#pragma once

#include <vector>

#include "model/constitutive_law.h"

namespace flexura {

/// The sum of laws: `array`. Linear when all parts are linear without prestrain.
template <int N>
class ArrayLaw final : public ConstitutiveLaw<N> {
 public:
  using typename ConstitutiveLaw<N>::Vector;
  /// At least one law.
  explicit ArrayLaw(std::vector<LawPointer<N>> laws);
  [[nodiscard]] int memory_size() const override;
  void initial_memory(double* memory) const override;
  [[nodiscard]] std::vector<std::string> output_names() const override;

 protected:
  void compute(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
               LawResult<N>& result) const override;
  void compute_outputs(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
                       double* values) const override;

 private:
  std::vector<LawPointer<N>> laws_;
  LinearMatrices<N> sum_;
};

/// f = d law(d . eps) along a unit direction d: `axial wrapper`.
class AxialLaw final : public ConstitutiveLaw<3> {
 public:
  AxialLaw(const Vec3& direction, LawPointer<1> law)
      : ConstitutiveLaw<3>(law->kind()), direction_(direction.normalized()), law_(std::move(law)) {}
  [[nodiscard]] int memory_size() const override { return law_->memory_size(); }
  void initial_memory(double* memory) const override { law_->initial_memory(memory); }
  [[nodiscard]] std::vector<std::string> output_names() const override { return law_->output_names(); }

 protected:
  void compute(const Vec3& strain, const Vec3& rate, const LawContext& context, LawMemory memory,
               LawResult<3>& result) const override;
  void compute_outputs(const Vec3& strain, const Vec3& rate, const LawContext& context, LawMemory memory,
                       double* values) const override;

 private:
  Vec3 direction_;
  LawPointer<1> law_;
};

/// f = w(t) law(eps): `drive caller wrapper`.
template <int N>
class ScaledLaw final : public ConstitutiveLaw<N> {
 public:
  using typename ConstitutiveLaw<N>::Vector;
  ScaledLaw(DriveId scale, LawPointer<N> law) : ConstitutiveLaw<N>(law->kind()), scale_(scale), law_(std::move(law)) {}
  [[nodiscard]] int memory_size() const override { return law_->memory_size(); }
  void initial_memory(double* memory) const override { law_->initial_memory(memory); }
  [[nodiscard]] std::vector<std::string> output_names() const override { return law_->output_names(); }

 protected:
  void compute(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
               LawResult<N>& result) const override;
  void compute_outputs(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory memory,
                       double* values) const override;

 private:
  DriveId scale_;
  LawPointer<N> law_;
};

/// The law of a hinge, in a frame at fraction xi of the relative rotation: `invariant angular`. The law itself is that
/// inside; the hinge asks for the frame.
class InvariantAngularLaw final : public ConstitutiveLaw<3> {
 public:
  InvariantAngularLaw(double fraction, LawPointer<3> law)
      : ConstitutiveLaw<3>(law->kind()), fraction_(fraction), law_(std::move(law)) {}
  [[nodiscard]] int memory_size() const override { return law_->memory_size(); }
  void initial_memory(double* memory) const override { law_->initial_memory(memory); }
  [[nodiscard]] std::vector<std::string> output_names() const override { return law_->output_names(); }
  [[nodiscard]] bool intermediate_frame(double& fraction) const override {
    fraction = fraction_;
    return true;
  }

 protected:
  void compute(const Vec3& strain, const Vec3& rate, const LawContext& context, LawMemory memory,
               LawResult<3>& result) const override {
    law_->evaluate(strain, rate, context, memory, result);
  }
  void compute_outputs(const Vec3& strain, const Vec3& rate, const LawContext& context, LawMemory memory,
                       double* values) const override {
    law_->outputs(strain, rate, context, memory, values);
  }

 private:
  double fraction_;
  LawPointer<3> law_;
};

}  // namespace flexura
