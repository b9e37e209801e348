#include "elements/joints/offset_displacement.h"

#include "elements/joints/joint_record.h"

namespace flexura {

OutputSpec OffsetDisplacement::output_spec(const Model&) const { return joint_spec(type, 0); }

void OffsetDisplacement::output(const Local& q, const Model&, double* record) const {
  write_reactions(record, q.node(0).R, -q.unknown3(0), couple_on_1(q));
}

std::string OffsetDisplacement::log(const ElementInfo& info, const Model& model) const {
  return LogRecord("offsetdisplacementjoint", info).node(model, nodes_[0]).add(point_.f1).node(model, nodes_[1]).str();
}

double OffsetDisplacement::private_value(const Local& q, int datum) const {
  const Vec3 global = datum % 6 < 3 ? Vec3(-q.unknown3(0)) : couple_on_1(q);
  return datum < 6 ? q.node(0).R.col(datum % 3).dot(global) : global(datum % 3);
}

}  // namespace flexura
