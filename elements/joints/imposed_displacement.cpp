#include "elements/joints/imposed_displacement.h"

#include "elements/joints/joint_record.h"

namespace flexura {

template <bool Pin>
OutputSpec ImposedDisplacementJoint<Pin>::output_spec(const Model&) const {
  OutputSpec spec = joint_spec(type, 12);
  RelativeMotion::add_variables(spec, 12);
  return spec;
}

template <bool Pin>
void ImposedDisplacementJoint<Pin>::output(const Local& q, const Model&, double* record) const {
  write_reactions(record, q.node(0).R, row_.force_on_1(q), Vec3::Zero());
  motion().write(q, record + 12);
}

template <bool Pin>
std::string ImposedDisplacementJoint<Pin>::log(const ElementInfo& info, const Model& model) const {
  LogRecord record(Pin ? "imposeddisplacementpin" : "imposeddisplacement", info);
  if (Pin) return record.node(model, nodes_[1]).add(row_.point2).add(row_.point1).add(row_.direction[0]).str();
  return record.node(model, nodes_[0])
      .add(row_.point1)
      .node(model, nodes_[1])
      .add(row_.point2)
      .add(row_.direction[0])
      .str();
}

template class ImposedDisplacementJoint<false>;
template class ImposedDisplacementJoint<true>;

}  // namespace flexura
