#include "elements/joints/rolling_wheel.h"

#include "elements/joints/joint_record.h"

namespace flexura {

Vec3 RollingWheelPhysics::force(const Local& q) const {
  Vec3 in_plane(q.unknown(1), q.unknown(2), q.unknown(0));
  if (q.state().statics) in_plane.head<2>().setZero();
  return plane_.orientation * in_plane;
}

OutputSpec RollingWheelPhysics::output_spec(const Model&) const {
  OutputSpec spec = joint_spec(type, 3);
  spec.variables.push_back({"contact", 12, 3, 1, "Length", "point of contact in global axes (x, y, z)"});
  return spec;
}

void RollingWheelPhysics::output(const Local& q, const Model&, double* record) const {
  const Contact<double> at(*this, q.node(0));
  const Vec3 f = force(q);
  write_reactions(record, plane_.orientation, f, at.arm.cross(f));
  Eigen::Map<Vec3>{record + 12} = at.point;
}

std::string RollingWheelPhysics::log(const ElementInfo& info, const Model& model) const {
  return LogRecord("rollingwheel", info).node(model, node_).add(centre_).add(axis_).str();
}

double RollingWheelPhysics::private_value(const Local& q, int datum) const {
  if (datum < 3) return plane_.orientation.col(datum).dot(force(q));
  return Contact<double>(*this, q.node(0)).point(datum - 3);
}

}  // namespace flexura
