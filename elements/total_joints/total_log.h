// Parts of the records and log records of total joints.
#pragma once

#include "elements/log_record.h"
#include "elements/total_joints/total_frames.h"
#include "model/output_spec.h"

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

/// Variables X, Phi, V, Omega of a record: twelve numbers from number 12 on.
void add_motion_variables(OutputSpec& spec);

/// Writes those twelve numbers: relative position, rotation vector as given, velocities, joint axes of node 1.
void write_motion(double* record, const TotalFrames& frames, const TotalGeometry& g, const NodeState& n1,
                  const NodeState& n2, const Vec3& rotation_vector);

}  // namespace flexura
