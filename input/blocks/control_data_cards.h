// Groups of cards of block `control data`, registered together in control_data.cpp.
#pragma once

#include "input/blocks/context.h"

namespace flexura {

/// `default output`, `output frequency`, `output results`, `default beam output`, ...
void register_result_cards(BlockCards& cards);

/// `skip initial joint assembly`, `use`, `initial stiffness`, `tolerance`, ...
void register_assembly_cards(BlockCards& cards);

/// `print`, `finite difference jacobian meter`, ...: read and not needed.
void register_unneeded_control_cards(BlockCards& cards);

/// Card `rigid body kinematics`.
void read_rigid_body_kinematics(ReadContext& context);

}  // namespace flexura
