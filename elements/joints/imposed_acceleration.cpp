#include "elements/joints/imposed_acceleration.h"

#include "elements/joints/joint_record.h"

namespace flexura {

template <bool Angular>
OutputSpec ImposedAcceleration<Angular>::output_spec(const Model&) const {
  OutputSpec spec = joint_spec(type, 1);
  if (Angular) {
    spec.variables.push_back({"wP", 12, 1, 1, "Angular acceleration", "imposed angular acceleration"});
  } else {
    spec.variables.push_back({"a", 12, 1, 1, "Acceleration", "imposed acceleration"});
  }
  return spec;
}

template <bool Angular>
void ImposedAcceleration<Angular>::output(const Local& q, const Model&, double* record) const {
  const Vec3 reaction = q.unknown(0) * axis(q);
  write_reactions(record, q.node(0).R, Angular ? Vec3(Vec3::Zero()) : reaction,
                  Angular ? reaction : Vec3(Vec3::Zero()));
  record[12] = q.drive(acceleration_).f;
}

template <bool Angular>
std::string ImposedAcceleration<Angular>::log(const ElementInfo& info, const Model& model) const {
  return LogRecord(Angular ? "angularacceleration" : "linearacceleration", info).node(model, node_).add(given_).str();
}

template class ImposedAcceleration<false>;
template class ImposedAcceleration<true>;

}  // namespace flexura
