// Private data of nodes: what drives and expressions can ask a node for.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "math/taylor.h"
#include "model/model.h"

namespace flexura {

/// Numbers (from 1) and names of what the nodes of a kind know, as in the language.
///
/// Structural nodes: X x Phi XP xP Omega omega E E313 E321 (three each), PE[0..3], XPP xPP OmegaP omegaP (three each).
/// Upper case: global axes; lower case: axes of the node. Phi is the rotation vector, the E are Euler angles in rad, PE
/// Euler parameters. Scalar nodes: x, xP.
std::vector<std::string> node_data(const NodeProperties& node);

/// Number (from 1) of a datum by name; nothing when the node has none of that name. `phi[i]` is the same as `Phi[i]`:
/// a rotation does not change its own axis.
std::optional<int> find_node_datum(const NodeProperties& node, std::string_view name);

/// True for accelerations, which are computed for those who ask only.
bool is_acceleration(const NodeProperties& node, int datum);

/// Value with two time derivatives (the second only where it follows from accelerations).
Taylor2 node_datum(const NodeProperties& node, const NodeState& state, int datum);

/// Kinematics of any node, also of one that follows others; the initial ones without a state.
NodeState kinematics(const Model& model, const State* state, NodeIndex node);

}  // namespace flexura
