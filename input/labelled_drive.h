// A drive caller with a label: the drive, and what a linearisation adds to it.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "model/drive.h"
#include "model/remembers.h"

namespace flexura {

/// Passes everything on to the drive of the card. A linearisation that has the drive as its input shifts value and time
/// derivatives for the moment; all users see it, also those that have it as part of another drive.
class LabelledDrive final : public Drive, public Remembers {
 public:
  explicit LabelledDrive(DrivePointer drive) : drive_(std::move(drive)) {}

  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext& context) const override {
    return shifted_ ? drive_->value(x, context) + shift_ : drive_->value(x, context);
  }
  [[nodiscard]] bool constant() const override { return drive_->constant(); }
  [[nodiscard]] bool depends_on_state() const override { return drive_->depends_on_state(); }
  [[nodiscard]] bool has_memory() const override { return drive_->has_memory(); }
  void accept(const Taylor2& x, const DriveContext& context) override { drive_->accept(x, context); }
  void events(double from, double to, std::vector<double>& times) const override { drive_->events(from, to, times); }
  void remember(Archive& archive) override { flexura::remember(*drive_, archive); }

  /// What is added to the drive from now on.
  void shift(const Taylor2& by) {
    shift_ = by;
    shifted_ = by != Taylor2() || by.d != 0 || by.dd != 0;
  }

 private:
  DrivePointer drive_;
  Taylor2 shift_;
  bool shifted_ = false;
};

}  // namespace flexura
