#include "elements/forces/abstract_force.h"

#include <fmt/format.h>

#include "elements/forces/readers.h"

namespace flexura {

OutputSpec AbstractForce::output_spec(const Model&) const {
  const bool internal = owners_.size() > 1;
  OutputSpec spec;
  spec.extension = "frc";
  spec.family = "force";
  spec.type = internal ? "internal abstract" : "abstract";
  spec.record_size = spec.text_columns = internal ? 4 : 2;
  spec.integer_columns = {0};
  if (internal) spec.integer_columns.push_back(2);
  spec.variables.push_back({"F", 1, 1, 1, "-", "generalized force"});
  return spec;
}

void AbstractForce::output(const Local& q, const Model& model, double* record) const {
  double f = q.drive(value_).f;
  for (const NodeIndex node : owners_) {
    *record++ = model.label(node);
    *record++ = f;
    f = -f;
  }
}

namespace {
ElementReference read(Reader& reader, ElementInfo info, int count) {
  DofSet dofs;
  std::vector<NodeIndex> owners;
  for (int i = 0; i < count; ++i) {
    const NodeDof dof = read_node_dof(reader, DofUse::equation);
    dofs.add(dof);
    owners.push_back(dof.node);
  }
  return reader.model().add_element(std::move(info),
                                    AbstractForce(std::move(dofs), std::move(owners), reader.drive_id()));
}
}  // namespace

ElementReference read_abstract_force(Reader& reader, ElementInfo info) { return read(reader, std::move(info), 1); }
ElementReference read_internal_abstract_force(Reader& reader, ElementInfo info) {
  return read(reader, std::move(info), 2);
}

}  // namespace flexura
