// Where a modal element gets the motion of its frame and its modal coordinates from.
#pragma once

#include <vector>

#include "math/types.h"
#include "model/local.h"

namespace flexura {

/// The axes of a flexible body: those of its modal node, or, of a clamped body, a place at rest.
struct BodyFrame {
  bool clamped = false;
  NodeIndex node = ground_node;  ///< modal node
  Vec3 x = Vec3::Zero();         ///< of a clamped body
  Mat3 R = Mat3::Identity();
};

/// Nodes of modal coordinates carry three each, the last one perhaps less.
inline int coordinate_nodes(int modes) { return (modes + 2) / 3; }

/// Row and column of coordinate j when the first node of coordinates is number `first` of the element.
inline int coordinate_at(int first, int j) { return 6 * (first + j / 3) + j % 3; }

}  // namespace flexura
