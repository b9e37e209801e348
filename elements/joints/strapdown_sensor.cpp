#include "elements/joints/strapdown_sensor.h"

#include "elements/joints/joint_record.h"

namespace flexura {

OutputSpec StrapdownSensor::output_spec(const Model&) const {
  OutputSpec spec = joint_spec(type, 6);
  spec.variables.push_back({"a", 12, 3, 1, "Acceleration", "imposed acceleration in sensor axes"});
  spec.variables.push_back({"w", 15, 3, 1, "Angular velocity", "imposed angular velocity in sensor axes"});
  return spec;
}

void StrapdownSensor::output(const Local& q, const Model&, double* record) const {
  write_reactions(record, axes(q), q.unknown3(0), q.unknown3(3));
  Eigen::Map<Vec3> acceleration(record + 12), rate(record + 15);
  acceleration = acceleration_.value(q.drives());
  rate = angular_velocity_.value(q.drives());
}

std::string StrapdownSensor::log(const ElementInfo& info, const Model& model) const {
  return LogRecord("strapdownsensor", info).node(model, node_).add(at_.position).add(at_.orientation).str();
}

}  // namespace flexura
