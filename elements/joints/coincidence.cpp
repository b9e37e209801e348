#include "elements/joints/coincidence.h"

#include "elements/joints/joint_record.h"

namespace flexura {

OutputSpec Coincidence::output_spec(const Model&) const { return joint_spec(type, 0); }

void Coincidence::output(const Local& q, const Model&, double* record) const {
  write_reactions(record, lock_.frame1(q), q.unknown3(0), lock_.couple(q, Mat3::Identity()));
}

std::string Coincidence::log(const ElementInfo& info, const Model& model) const {
  return two_node_log("coincidence", info, model, nodes_[0], {point_.f1, lock_.orientation1}, nodes_[1],
                      {point_.f2, lock_.orientation2});
}

double Coincidence::private_value(const Local& q, int datum) const {
  return datum < 3 ? lock_.frame1(q).col(datum).dot(q.unknown3(0))
                   : lock_.frame1(q).col(datum - 3).dot(lock_.couple(q, Mat3::Identity()));
}

}  // namespace flexura
