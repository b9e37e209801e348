#include "elements/joints/clamp.h"

#include "elements/joints/joint_record.h"

namespace flexura {

OutputSpec Clamp::output_spec(const Model&) const { return joint_spec(type, 0); }

void Clamp::output(const Local& q, const Model&, double* record) const {
  write_reactions(record, q.node(0).R, q.unknown3(0), q.unknown3(3));
}

std::string Clamp::log(const ElementInfo& info, const Model& model) const {
  return two_node_log("clamp", info, model, node_, {}, node_, {});
}

double Clamp::private_value(const Local& q, int datum) const {
  return datum < 3 ? q.unknown(datum) : q.node(0).R.col(datum - 3).dot(q.unknown3(3));
}

}  // namespace flexura
