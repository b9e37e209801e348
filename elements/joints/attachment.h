// Where a joint is fixed to a node.
#pragma once

#include "math/types.h"

namespace flexura {

/// A point and axes on a node, in node axes; on the ground, in global axes.
struct Attachment {
  Vec3 position = Vec3::Zero();         ///< m
  Mat3 orientation = Mat3::Identity();  ///< joint axes to node axes
};

}  // namespace flexura
