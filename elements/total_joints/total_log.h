// Parts of the log records of total joints.
#pragma once

#include "elements/log_record.h"
#include "elements/total_joints/total_frames.h"

namespace flexura {

/// "position position_axes orientation_axes".
inline LogRecord& add_end(LogRecord& record, const TotalEnd& end) {
  return record.add(end.position).add(end.position_axes).add(end.orientation_axes);
}

/// Twelve flags: positions, velocities, rotations, angular velocities.
inline void add_flags(LogRecord& record, const TotalComponents& components) {
  for (int first = 0; first < 6; first += 3)
    for (const Level level : {Level::value, Level::rate})
      for (int i = first; i < first + 3; ++i) record.add(components.level(i) == level ? 1.0 : 0.0);
}

}  // namespace flexura
