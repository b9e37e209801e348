// Which equations are those of dry friction.
#pragma once

#include "assembly/numbering.h"

namespace flexura {

/// An equation of a force among those of velocities: friction, which says that nothing moves while it sticks. Initial
/// assembly knows none; the initial accelerations find out whether it sticks.
inline bool is_friction(const EquationInfo& equation) {
  return equation.row == Row::rate && equation.dimension == Dimension::force;
}

}  // namespace flexura
