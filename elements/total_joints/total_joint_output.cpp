#include <fmt/format.h>

#include "elements/joints/joint_record.h"
#include "elements/total_joints/total_joint.h"
#include "elements/total_joints/total_log.h"

namespace flexura {

void add_motion_variables(OutputSpec& spec) {
  spec.variables.push_back({"X", 12, 3, 1, "Length", "relative position in joint axes (X_x, X_y, X_z)"});
  spec.variables.push_back({"Phi", 15, 3, 1, "radian", "rotation vector in joint axes (Phi_x, Phi_y, Phi_z)"});
  spec.variables.push_back({"V", 18, 3, 1, "Velocity", "relative velocity in joint axes (V_x, V_y, V_z)"});
  spec.variables.push_back(omega_variable(21));
}

void write_motion(double* record, const TotalFrames& frames, const TotalGeometry& g, const NodeState& n1,
                  const NodeState& n2, const Vec3& rotation_vector) {
  Eigen::Map<Eigen::Matrix<double, 12, 1>> out(record);
  out.segment<3>(0) = frames.position(g);
  out.segment<3>(3) = rotation_vector;
  out.segment<3>(6) = g.position_axes.transpose() * TotalFrames::velocity(g, n1, n2);
  out.segment<3>(9) = g.orientation_axes.transpose() * (n2.w - n1.w);
}

template <bool Pin>
OutputSpec TotalJointElement<Pin>::output_spec(const Model&) const {
  OutputSpec spec = joint_spec(type, 12);
  add_motion_variables(spec);
  return spec;
}

template <bool Pin>
void TotalJointElement<Pin>::output(const Local& q, const Model&, double* record) const {
  const TotalGeometry g = rows_.frames.geometry(q.node(0), q.node(1));
  Eigen::Map<Eigen::Matrix<double, 12, 1>> out(record);
  Vec3 force, couple;
  reactions_.local(q, rows_.deviation(q, g), {}, force, couple);
  out.segment<3>(0) = force;
  out.segment<3>(3) = couple;
  out.segment<3>(6) = g.position_axes * force;
  out.segment<3>(9) = g.orientation_axes * couple;
  write_motion(record + 12, rows_.frames, g, q.node(0), q.node(1), rotation_vector(q, g));
}

template <bool Pin>
std::string TotalJointElement<Pin>::log(const ElementInfo& info, const Model& model) const {
  const TotalFrames& f = rows_.frames;
  LogRecord record(Pin ? "totalpinjoint" : "totaljoint", info);
  if constexpr (Pin) {
    add_end(record.node(model, nodes_[1]), f.at2);
    add_end(record, f.at1);
  } else {
    add_end(record.node(model, nodes_[0]), f.at1);
    add_end(record.node(model, nodes_[1]), f.at2);
  }
  add_flags(record, rows_.components);
  return record.str();
}

namespace {
// Groups of three private data, each under two names.
constexpr const char* const single_names[8][3] = {{"px", "py", "pz"}, {"rx", "ry", "rz"}, {"Fx", "Fy", "Fz"},
                                                  {"Mx", "My", "Mz"}, {"dx", "dy", "dz"}, {"tx", "ty", "tz"},
                                                  {"vx", "vy", "vz"}, {"wx", "wy", "wz"}};
constexpr const char* const indexed_names[8] = {"X", "Phi", "f", "m", "d", "t", "V", "Omega"};
}  // namespace

template <bool Pin>
std::vector<std::string> TotalJointElement<Pin>::private_names() const {
  std::vector<std::string> names;
  for (const auto& group : single_names) names.insert(names.end(), group, group + 3);
  for (const char* group : indexed_names)
    for (int i = 1; i <= 3; ++i) names.push_back(fmt::format("{}[{}]", group, i));
  return names;
}

template <bool Pin>
double TotalJointElement<Pin>::private_value(const Local& q, int datum) const {
  const int component = datum % 3;
  const TotalGeometry g = rows_.frames.geometry(q.node(0), q.node(1));
  Vec3 force, couple;
  switch (datum / 3 % 8) {
    case 0:
      return rows_.frames.position(g)(component);
    case 1:
      return rotation_vector(q, g)(component);
    case 2:
    case 3:
      reactions_.local(q, rows_.deviation(q, g), {}, force, couple);
      return datum / 3 % 8 == 2 ? force(component) : couple(component);
    case 4:
      return rows_.imposed.position.value(q.drives())(component);
    case 5:
      return rows_.imposed.rotation.value(q.drives())(component);
    case 6:
      return g.position_axes.col(component).dot(TotalFrames::velocity(g, q.node(0), q.node(1)));
    default:
      return g.orientation_axes.col(component).dot(q.node(1).w - q.node(0).w);
  }
}

template class TotalJointElement<false>;
template class TotalJointElement<true>;

}  // namespace flexura
