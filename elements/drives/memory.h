// Base of the drives that remember accepted steps.
#pragma once

#include <cstdint>

#include "model/drive.h"
#include "model/remembers.h"

namespace flexura {

/// A drive whose value depends on what happened at accepted steps.
///
/// A drive shared by several users is accepted by each of them; only the first acceptance of a step counts. Until the
/// next step is computed, value() keeps giving what it gave in the accepted step, so that output and solution agree.
class MemoryDrive : public Drive, public Remembers {
 public:
  [[nodiscard]] bool has_memory() const override { return true; }
  void accept(const Taylor2& x, const DriveContext& context) final {
    if (accepted(context)) return;
    accepted_value_ = value(x, context);
    advance(x, context, accepted_value_);
    step_ = context.step;
  }
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext& context) const final {
    return accepted(context) ? accepted_value_ : compute(x, context);
  }
  void remember(Archive& archive) final {
    archive(step_, accepted_value_);
    memory(archive);
  }

 protected:
  /// Value at a step that is being computed.
  [[nodiscard]] virtual Taylor2 compute(const Taylor2& x, const DriveContext& context) const = 0;
  /// Updates the memory once a step has been accepted with a value.
  virtual void advance(const Taylor2& x, const DriveContext& context, const Taylor2& value) = 0;
  /// Everything that advance() changes, that of the drives it passes acceptance to included.
  virtual void memory(Archive& archive) = 0;

 private:
  [[nodiscard]] bool accepted(const DriveContext& context) const { return context.step == step_; }
  std::int64_t step_ = -1;  // last accepted
  Taylor2 accepted_value_;
};

}  // namespace flexura
