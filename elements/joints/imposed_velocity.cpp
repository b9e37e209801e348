#include "elements/joints/imposed_velocity.h"

#include "elements/joints/joint_record.h"

namespace flexura {

template <bool Angular>
OutputSpec ImposedVelocity<Angular>::output_spec(const Model&) const {
  OutputSpec spec = joint_spec(type, 4);
  if (Angular) {
    spec.variables.push_back({"w", 12, 3, 1, "Dimensionless", "axis in global axes (w_X, w_Y, w_Z)"});
    spec.variables.push_back({"dOmega", 15, 1, 1, "Angular velocity", "imposed angular velocity"});
  } else {
    spec.variables.push_back({"dv", 12, 3, 1, "Dimensionless", "direction in global axes (d_X, d_Y, d_Z)"});
    spec.variables.push_back({"v", 15, 1, 1, "Velocity", "imposed velocity"});
  }
  return spec;
}

template <bool Angular>
void ImposedVelocity<Angular>::output(const Local& q, const Model&, double* record) const {
  const Vec3 d = axis(q);
  const Vec3 reaction = q.unknown(0) * d;
  write_reactions(record, q.node(0).R, Angular ? Vec3(Vec3::Zero()) : reaction,
                  Angular ? reaction : Vec3(Vec3::Zero()));
  Eigen::Map<Vec3> direction(record + 12);
  direction = d;
  record[15] = q.drive(velocity_).f;
}

template <bool Angular>
std::string ImposedVelocity<Angular>::log(const ElementInfo& info, const Model& model) const {
  return LogRecord(Angular ? "angularvelocity" : "linearvelocity", info).node(model, node_).add(given_).str();
}

template class ImposedVelocity<false>;
template class ImposedVelocity<true>;

}  // namespace flexura
