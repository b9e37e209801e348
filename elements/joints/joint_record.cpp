#include "elements/joints/joint_record.h"

#include "math/rotation.h"

namespace flexura {

OutputSpec joint_spec(std::string_view type, int extra_columns) {
  OutputSpec spec;
  spec.extension = "jnt";
  spec.family = "joint";
  spec.type = type;
  spec.record_size = spec.text_columns = 12 + extra_columns;
  spec.variables = {{"f", 0, 3, 1, "Force", "reaction force in joint axes (f_x, f_y, f_z)"},
                    {"m", 3, 3, 1, "Moment", "reaction couple in joint axes (m_x, m_y, m_z)"},
                    {"F", 6, 3, 1, "Force", "reaction force in global axes (F_X, F_Y, F_Z)"},
                    {"M", 9, 3, 1, "Moment", "reaction couple in global axes (M_X, M_Y, M_Z)"}};
  return spec;
}

void write_reactions(double* record, const Mat3& frame, const Vec3& force, const Vec3& couple) {
  Eigen::Map<Eigen::Matrix<double, 12, 1>> out(record);
  out.segment<3>(0) = frame.transpose() * force;
  out.segment<3>(3) = frame.transpose() * couple;
  out.segment<3>(6) = force;
  out.segment<3>(9) = couple;
}

void write_angles(double* record, const Mat3& relative) {
  write_orientation(relative, OrientationFormat::euler123, record);
}

OutputVariable angles_variable(int first) {
  return {"E", first, 3, 1, "deg", "relative orientation, Euler angles (123) (E_x, E_y, E_z)"};
}

OutputVariable omega_variable(int first) {
  return {
      "Omega", first, 3, 1, "Angular velocity", "relative angular velocity in joint axes (Omega_x, Omega_y, Omega_z)"};
}

std::string two_node_log(std::string_view key, const ElementInfo& info, const Model& model, NodeIndex node1,
                         const Attachment& at1, NodeIndex node2, const Attachment& at2) {
  return LogRecord(key, info)
      .node(model, node1)
      .add(at1.position)
      .add(at1.orientation)
      .node(model, node2)
      .add(at2.position)
      .add(at2.orientation)
      .str();
}

}  // namespace flexura
