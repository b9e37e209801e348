// What every joint writes: reactions in the joint frame and in global axes; the record of the model log.
#pragma once

#include <string>
#include <string_view>

#include "elements/joints/attachment.h"
#include "elements/log_record.h"
#include "model/output_spec.h"

namespace flexura {

/// Specification of a joint's numbers: force and couple in joint axes (6), the same in global axes (6), extras.
/// `type` is the text of the binary file.
OutputSpec joint_spec(std::string_view type, int extra_columns);

/// Writes the first twelve numbers of a record. `frame` maps joint axes to global; force in N, couple in N m, global.
void write_reactions(double* record, const Mat3& frame, const Vec3& force, const Vec3& couple);

/// Writes the angles of a relative orientation (Euler 123, degrees) and adds the variable `.E` to a specification.
void write_angles(double* record, const Mat3& relative);
OutputVariable angles_variable(int first);
/// The variable `.Omega`: relative angular velocity in joint axes of node 1, rad/s.
OutputVariable omega_variable(int first);

/// "key: label node1 position1 orientation1 node2 position2 orientation2".
std::string two_node_log(std::string_view key, const ElementInfo& info, const Model& model, NodeIndex node1,
                         const Attachment& at1, NodeIndex node2, const Attachment& at2);

}  // namespace flexura
