#include "elements/joints/in_line.h"

#include "elements/joints/joint_record.h"

namespace flexura {

OutputSpec InLine::output_spec(const Model&) const { return joint_spec(type, 0); }

void InLine::output(const Local& q, const Model&, double* record) const {
  write_reactions(record, q.node(0).R * orientation_, rows_.force_on_1(q), Vec3::Zero());
}

std::string InLine::log(const ElementInfo& info, const Model& model) const {
  return two_node_log("inline", info, model, nodes_[0], {rows_.point1, orientation_}, nodes_[1],
                      {rows_.point2, Mat3::Identity()});
}

}  // namespace flexura
