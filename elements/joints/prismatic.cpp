#include "elements/joints/prismatic.h"

#include "elements/joints/joint_record.h"

namespace flexura {

OutputSpec Prismatic::output_spec(const Model&) const { return joint_spec(type, 0); }

void Prismatic::output(const Local& q, const Model&, double* record) const {
  write_reactions(record, lock_.frame1(q), Vec3::Zero(), lock_.couple(q, Mat3::Identity()));
}

std::string Prismatic::log(const ElementInfo& info, const Model& model) const {
  return two_node_log("prismatic", info, model, nodes_[0], {Vec3::Zero(), lock_.orientation1}, nodes_[1],
                      {Vec3::Zero(), lock_.orientation2});
}

}  // namespace flexura
