// Drives that fire now and then: `meter`, `closest next`.
#pragma once

#include "elements/drives/memory.h"
#include "input/reader.h"

namespace flexura {

/// 1 at the first step with an argument of at least t0 and every n steps after it, 0 otherwise and after t1.
class MeterDrive final : public MemoryDrive {
 public:
  MeterDrive(double t0, double t1, std::int64_t steps) : t0_(t0), t1_(t1), steps_(steps) {}

 protected:
  [[nodiscard]] Taylor2 compute(const Taylor2& x, const DriveContext& context) const override;
  void advance(const Taylor2& x, const DriveContext& context, const Taylor2& value) override;
  void memory(Archive& archive) override { archive(first_); }

 private:
  double t0_, t1_;
  std::int64_t steps_;
  std::int64_t first_ = -1;  // step that fired first
};

/// 1 at the first step whose argument reaches a threshold; the threshold then moves on by increments until it passes
/// the time. 0 otherwise and after t1.
class ClosestNextDrive final : public MemoryDrive {
 public:
  ClosestNextDrive(double t0, double t1, DrivePointer increment)
      : threshold_(t0), t1_(t1), increment_(std::move(increment)) {}
  [[nodiscard]] bool depends_on_state() const override { return increment_->depends_on_state(); }

 protected:
  [[nodiscard]] Taylor2 compute(const Taylor2& x, const DriveContext& context) const override;
  void advance(const Taylor2& x, const DriveContext& context, const Taylor2& value) override;
  void memory(Archive& archive) override {
    archive(threshold_);
    flexura::remember(*increment_, archive);
  }

 private:
  double threshold_, t1_;
  DrivePointer increment_;
};

DrivePointer read_meter(Reader& reader);         ///< t0, {forever | t1} [, steps, n]
DrivePointer read_closest_next(Reader& reader);  ///< t0, {forever | t1}, increment

}  // namespace flexura
