#include "elements/drives/meter.h"

#include <cmath>

#include "elements/drives/window.h"

namespace flexura {

Taylor2 MeterDrive::compute(const Taylor2& x, const DriveContext& context) const {
  if (x.f < t0_ || x.f > t1_) return 0;
  return first_ < 0 || (context.step - first_) % steps_ == 0 ? 1 : 0;
}

void MeterDrive::advance(const Taylor2&, const DriveContext& context, const Taylor2& value) {
  if (first_ < 0 && value.f != 0) first_ = context.step;
}

Taylor2 ClosestNextDrive::compute(const Taylor2& x, const DriveContext&) const {
  return x.f >= threshold_ && x.f <= t1_ ? 1 : 0;
}

void ClosestNextDrive::advance(const Taylor2& x, const DriveContext& context, const Taylor2& value) {
  if (value.f != 0) {
    const double increment = increment_->value(x, context).f;
    if (!(increment > 0)) {
      throw Error(ExitCode::input_error,
                  "drive `closest next`: the increment is " + std::to_string(increment) + ", it must be positive");
    }
    threshold_ += increment * (std::floor((x.f - threshold_) / increment) + 1);
    if (threshold_ <= x.f) threshold_ += increment;  // round-off
  }
  increment_->accept(x, context);
}

DrivePointer read_meter(Reader& reader) {
  const double t0 = reader.real();
  const double t1 = read_end_time(reader, t0);
  const std::int64_t steps = reader.keyword("steps") ? reader.positive_integer("the number of steps") : 1;
  return std::make_shared<MeterDrive>(t0, t1, steps);
}

DrivePointer read_closest_next(Reader& reader) {
  const double t0 = reader.real();
  const double t1 = read_end_time(reader, t0);
  return std::make_shared<ClosestNextDrive>(t0, t1, reader.drive());
}

}  // namespace flexura
