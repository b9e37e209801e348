#include "elements/joints/rolling_wheel.h"

#include "elements/joints/attachment_reader.h"
#include "elements/joints/joint_record.h"

namespace flexura {

void RollingWheel::read_axis(Reader& reader, std::span<const Pose> nodes) {
  axis_ = read_direction(reader, FrameContext::relative_to(nodes[0]));
}

void RollingWheel::read_plane(Reader& reader, std::span<const Pose> nodes) {
  const FrameContext ground = FrameContext::absolute_with(nodes[0]);
  plane_.position = reader.position(ground);
  plane_.orientation = read_optional_orientation(reader, ground);
}

Vec3 RollingWheel::force(const authoring::Motion<double>& q) const {
  Vec3 in_plane(q.unknown(1), q.unknown(2), q.unknown(0));
  if (q.statics()) in_plane.head<2>().setZero();
  return plane_.orientation * in_plane;
}

void RollingWheel::quantities(const authoring::Motion<double>& q, authoring::Quantities& out) const {
  out.add("F", "Force", Vec3(plane_.orientation.transpose() * force(q)), "force on the wheel, axes of the plane");
  const Contact<double> at(*this, q);
  constexpr std::array names = {"x", "y", "z"};
  for (int k = 0; k < 3; ++k) out.add(names[k], "Length", at.x(k), "point of contact");
}

OutputSpec RollingWheel::output_spec(const Model&) const {
  OutputSpec spec = joint_spec("rolling wheel", 3);
  spec.variables.push_back({"contact", 12, 3, 1, "Length", "point of contact in global axes (x, y, z)"});
  return spec;
}

void RollingWheel::output(const authoring::Motion<double>& q, const Model&, double* record) const {
  const Contact<double> at(*this, q);
  const Vec3 f = force(q);
  write_reactions(record, plane_.orientation, f, at.arm.cross(f));
  Eigen::Map<Vec3>{record + 12} = at.x;
}

std::string RollingWheel::log(const ElementInfo& info, const Model& model,
                              const std::array<NodeIndex, 1>& nodes) const {
  return LogRecord("rollingwheel", info).node(model, nodes[0]).add(centre_).add(axis_).str();
}

}  // namespace flexura
