#include "elements/drives/bistop.h"

namespace flexura {

Taylor2 BistopDrive::compute(const Taylor2& x, const DriveContext& context) const {
  // Where both conditions hold, `off` wins: otherwise the drive would change its mind at every step.
  const bool off = off_->value(x, context).f != 0;
  return !off && (active_ || on_->value(x, context).f != 0) ? 1 : 0;
}

void BistopDrive::advance(const Taylor2& x, const DriveContext& context, const Taylor2& value) {
  active_ = value.f != 0;
  on_->accept(x, context);
  off_->accept(x, context);
}

void SampleAndHoldDrive::advance(const Taylor2& x, const DriveContext& context, const Taylor2&) {
  if (trigger_->value(x, context).f != 0) held_ = func_->value(x, context).f;
  func_->accept(x, context);
  trigger_->accept(x, context);
}

DrivePointer read_bistop(Reader& reader) {
  bool active = false;
  if (reader.keyword("initial status")) {
    const int index = reader.one_of({"active", "inactive"});
    active = index < 0 ? reader.boolean() : index == 0;
  }
  DrivePointer on = reader.drive();
  return std::make_shared<BistopDrive>(active, std::move(on), reader.drive());
}

DrivePointer read_sample_and_hold(Reader& reader) {
  DrivePointer func = reader.drive();
  DrivePointer trigger = reader.drive();
  const double initial = reader.keyword("initial value") ? reader.real() : 0;
  return std::make_shared<SampleAndHoldDrive>(std::move(func), std::move(trigger), initial);
}

}  // namespace flexura
