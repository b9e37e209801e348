// Helpers of drives that act between two times.
#pragma once

#include <limits>
#include <vector>

#include "input/reader.h"

namespace flexura {

/// End of an interval that never ends.
constexpr double forever = std::numeric_limits<double>::infinity();

/// Reads `{ forever | t1 }`. Error when t1 lies before `start`.
inline double read_end_time(Reader& reader, double start) {
  if (reader.keyword("forever")) return forever;
  const double end = reader.real();
  if (end < start) reader.fail("final time lies before the initial time");
  return end;
}

/// Appends `time` when it lies in (from, to).
inline void add_event(double time, double from, double to, std::vector<double>& times) {
  if (time > from && time < to) times.push_back(time);
}

}  // namespace flexura
