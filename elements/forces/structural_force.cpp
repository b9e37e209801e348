#include "elements/forces/structural_force.h"

#include "elements/forces/load_record.h"

namespace flexura {

namespace {

void write_force(double* record, const Model& model, const Local& q, int k, const Vec3& force, const Vec3& arm) {
  record[0] = label_of(model, q.node_index(k));
  Eigen::Map<Vec3> f(record + 1), point(record + 4);
  f = force;
  point = q.node(k).x + q.node(k).R * arm;
}

}  // namespace

template <LoadFrame Frame>
OutputSpec StructuralForce<Frame>::output_spec(const Model&) const {
  return force_spec(type, false);
}

template <LoadFrame Frame>
void StructuralForce<Frame>::output(const Local& q, const Model& model, double* record) const {
  write_force(record, model, q, 0, global_load<Frame>(q, force_), arm_);
}

template <LoadFrame Frame>
std::string StructuralForce<Frame>::log(const ElementInfo& info, const Model& model) const {
  return LoadLog("structural " + std::string(type) + " force", info, model).at(node_, arm_).str();
}

template <LoadFrame Frame>
OutputSpec InternalForce<Frame>::output_spec(const Model&) const {
  return force_spec(type, true);
}

template <LoadFrame Frame>
void InternalForce<Frame>::output(const Local& q, const Model& model, double* record) const {
  const Vec3 f = global_load<Frame>(q, force_);
  write_force(record, model, q, 0, f, arm1_);
  write_force(record + 7, model, q, 1, -f, arm2_);
}

template <LoadFrame Frame>
std::string InternalForce<Frame>::log(const ElementInfo& info, const Model& model) const {
  return LoadLog("structural " + std::string(type) + " force", info, model)
      .at(nodes_[0], arm1_)
      .at(nodes_[1], arm2_)
      .str();
}

template class StructuralForce<LoadFrame::absolute>;
template class StructuralForce<LoadFrame::follower>;
template class InternalForce<LoadFrame::absolute>;
template class InternalForce<LoadFrame::follower>;

}  // namespace flexura
