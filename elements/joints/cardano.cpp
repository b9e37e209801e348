#include "elements/joints/cardano.h"

#include "elements/joints/joint_record.h"

namespace flexura {

template <CardanoKind Kind>
OutputSpec CardanoJoint<Kind>::output_spec(const Model&) const {
  OutputSpec spec = joint_spec(type, 3);
  spec.variables.push_back(angles_variable(12));
  return spec;
}

template <CardanoKind Kind>
void CardanoJoint<Kind>::output(const Local& q, const Model&, double* record) const {
  const Mat3 frame1 = q.node(0).R * orientation1_;
  Vec3 force = Vec3::Zero();
  if constexpr (has_point) force = q.unknown3(0);
  write_reactions(record, frame1, force, axes_.couple(q));
  write_angles(record + 12, frame1.transpose() * q.node(1).R * orientation2_);
}

template <CardanoKind Kind>
std::string CardanoJoint<Kind>::log(const ElementInfo& info, const Model& model) const {
  const Attachment at1{point_.f1, orientation1_};
  const Attachment at2{point_.f2, orientation2_};
  // A pin has its node twice: the fixed frame first, then that of the node.
  if (Kind == CardanoKind::pin) return two_node_log("cardanopin", info, model, nodes_[1], at1, nodes_[1], at2);
  return two_node_log(Kind == CardanoKind::hinge ? "cardanohinge" : "cardanorotation", info, model, nodes_[0], at1,
                      nodes_[1], at2);
}

template class CardanoJoint<CardanoKind::hinge>;
template class CardanoJoint<CardanoKind::pin>;
template class CardanoJoint<CardanoKind::rotation>;

}  // namespace flexura
