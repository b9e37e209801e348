// Drives switched or sampled by others: `bistop`, `sample and hold`.
#pragma once

#include "elements/drives/memory.h"
#include "input/reader.h"

namespace flexura {

/// 1 when active, else 0. Becomes active when `on` is not zero, inactive when `off` is not zero.
class BistopDrive final : public MemoryDrive {
 public:
  BistopDrive(bool active, DrivePointer on, DrivePointer off)
      : active_(active), on_(std::move(on)), off_(std::move(off)) {}
  [[nodiscard]] bool depends_on_state() const override { return on_->depends_on_state() || off_->depends_on_state(); }

 protected:
  [[nodiscard]] Taylor2 compute(const Taylor2& x, const DriveContext& context) const override;
  void advance(const Taylor2& x, const DriveContext& context, const Taylor2& value) override;
  void memory(Archive& archive) override {
    archive(active_);
    flexura::remember(*on_, archive);
    flexura::remember(*off_, archive);
  }

 private:
  bool active_;
  DrivePointer on_, off_;
};

/// The value of a drive at the last converged step at which the trigger was not zero; an initial value until then.
class SampleAndHoldDrive final : public MemoryDrive {
 public:
  SampleAndHoldDrive(DrivePointer func, DrivePointer trigger, double initial)
      : func_(std::move(func)), trigger_(std::move(trigger)), held_(initial) {}

 protected:
  [[nodiscard]] Taylor2 compute(const Taylor2&, const DriveContext&) const override { return held_; }
  void advance(const Taylor2& x, const DriveContext& context, const Taylor2& value) override;
  void memory(Archive& archive) override {
    archive(held_);
    flexura::remember(*func_, archive);
    flexura::remember(*trigger_, archive);
  }

 private:
  DrivePointer func_, trigger_;
  double held_;
};

DrivePointer read_bistop(Reader& reader);           ///< [initial status, {active | inactive},] on, off
DrivePointer read_sample_and_hold(Reader& reader);  ///< drive, trigger [, initial value, v]

}  // namespace flexura
