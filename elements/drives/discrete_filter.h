// Drive `discrete filter`.
#pragma once

#include <deque>
#include <vector>

#include "elements/drives/memory.h"
#include "input/reader.h"

namespace flexura {

/// y_k = sum_i a_i y_(k-i) + b0 u_k + sum_i b_i u_(k-i), k counting steps of one fixed size; zero before the first.
class DiscreteFilterDrive final : public MemoryDrive {
 public:
  DiscreteFilterDrive(std::vector<double> a, double b0, std::vector<double> b, DrivePointer input)
      : a_(std::move(a)), b0_(b0), b_(std::move(b)), input_(std::move(input)), y_(a_.size()), u_(b_.size()) {}
  [[nodiscard]] bool depends_on_state() const override { return input_->depends_on_state(); }

 protected:
  [[nodiscard]] Taylor2 compute(const Taylor2& x, const DriveContext& context) const override;
  /// Throws Error when the step size has changed.
  void advance(const Taylor2& x, const DriveContext& context, const Taylor2& value) override;
  void memory(Archive& archive) override {
    archive(y_, u_, time_step_);
    flexura::remember(*input_, archive);
  }

 private:
  std::vector<double> a_;
  double b0_;
  std::vector<double> b_;
  DrivePointer input_;
  std::deque<double> y_, u_;  // latest first
  double time_step_ = 0;
};

/// na [, a1, ...], b0, nb [, b1, ...], input
DrivePointer read_discrete_filter(Reader& reader);

}  // namespace flexura
