#include "elements/forces/structural_couple.h"

#include "elements/forces/load_record.h"

namespace flexura {

namespace {

void write_couple(double* record, const Model& model, NodeIndex node, const Vec3& couple) {
  record[0] = label_of(model, node);
  Eigen::Map<Vec3> m(record + 1);
  m = couple;
}

}  // namespace

template <LoadFrame Frame>
OutputSpec StructuralCouple<Frame>::output_spec(const Model&) const {
  return couple_spec(type, false);
}

template <LoadFrame Frame>
void StructuralCouple<Frame>::output(const Local& q, const Model& model, double* record) const {
  write_couple(record, model, node_, global_load<Frame>(q, couple_));
}

template <LoadFrame Frame>
std::string StructuralCouple<Frame>::log(const ElementInfo& info, const Model& model) const {
  return LoadLog("structural " + std::string(type) + " couple", info, model).at(node_, arm_).str();
}

template <LoadFrame Frame>
OutputSpec InternalCouple<Frame>::output_spec(const Model&) const {
  return couple_spec(type, true);
}

template <LoadFrame Frame>
void InternalCouple<Frame>::output(const Local& q, const Model& model, double* record) const {
  const Vec3 m = global_load<Frame>(q, couple_);
  write_couple(record, model, nodes_[0], m);
  write_couple(record + 4, model, nodes_[1], -m);
}

template <LoadFrame Frame>
std::string InternalCouple<Frame>::log(const ElementInfo& info, const Model& model) const {
  return LoadLog("structural " + std::string(type) + " couple", info, model)
      .at(nodes_[0], arm1_)
      .at(nodes_[1], arm2_)
      .str();
}

template class StructuralCouple<LoadFrame::absolute>;
template class StructuralCouple<LoadFrame::follower>;
template class InternalCouple<LoadFrame::absolute>;
template class InternalCouple<LoadFrame::follower>;

}  // namespace flexura
