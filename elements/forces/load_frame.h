// In which axes a load is given.
#pragma once

#include "model/drive.h"
#include "model/local.h"

namespace flexura {

enum class LoadFrame {
  absolute,  ///< global axes
  follower   ///< axes of the (first) node
};

/// The value of a load in global axes.
template <LoadFrame Frame>
Vec3 global_load(const Local& q, const Drive3& load) {
  const Vec3 value = load.value(q.drives());
  if constexpr (Frame == LoadFrame::follower) return q.node(0).R * value;
  return value;
}

}  // namespace flexura
