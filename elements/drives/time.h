// Drives `time`, `timestep` and `direct`.
#pragma once

#include "input/reader.h"

namespace flexura {

/// The current time, whatever the argument.
class TimeDrive final : public Drive {
 public:
  [[nodiscard]] Taylor2 value(const Taylor2&, const DriveContext& context) const override { return context.time; }
};

/// The current step size.
class TimeStepDrive final : public Drive {
 public:
  [[nodiscard]] Taylor2 value(const Taylor2&, const DriveContext& context) const override { return context.time_step; }
};

/// The argument itself.
class DirectDrive final : public Drive {
 public:
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext&) const override { return x; }
};

DrivePointer read_time(Reader& reader);
DrivePointer read_time_step(Reader& reader);
DrivePointer read_direct(Reader& reader);

}  // namespace flexura
