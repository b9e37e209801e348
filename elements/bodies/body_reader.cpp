#include <fmt/format.h>

#include "elements/bodies/body.h"
#include "elements/bodies/readers.h"
#include "elements/bodies/variable_mass_body.h"
#include "elements/nodes/node_argument.h"

namespace flexura {

namespace {

Mat3 read_inertia(Reader& reader) {
  const Mat3 inertia = reader.mat3();
  // Six digits in a model file are enough for a tensor to be symmetric.
  if ((inertia - inertia.transpose()).norm() > 1e-5 * inertia.norm())
    reader.fail("the inertia tensor is not symmetric");
  return 0.5 * (inertia + inertia.transpose());
}

/// `mass, cm, J [, orientation, R]`, of a node without orientation the mass alone.
CentralMass read_one_body(Reader& reader, const NodeArgument& node, bool negative_allowed) {
  CentralMass body;
  body.mass = reader.real();
  if (body.mass < 0 && !negative_allowed)
    reader.fail(fmt::format("mass {:g} is negative; `allow negative mass` before it permits that", body.mass));
  if (reader.model().properties(node.index).displacement_only()) return body;
  body.cm = reader.position(node.context());
  body.inertia = read_inertia(reader);
  if (reader.more() && reader.one_of({"orientation", "inertial"}) >= 0) {
    const Mat3 axes = reader.orientation(node.context());
    body.inertia = Mat3(axes * body.inertia * axes.transpose());
  }
  return body;
}

}  // namespace

ElementReference read_body(Reader& reader, ElementInfo info) {
  const NodeArgument node(reader, true);
  Model& model = reader.model();
  const bool dynamic = model.properties(node.index).moves();

  if (reader.keyword("variable mass")) {
    if (model.properties(node.index).displacement_only())
      reader.fail("a body of variable mass needs a node with an orientation");
    const DriveId mass = reader.drive_id();
    Drive3 cm = reader.drive3(node.context());
    Drive33 inertia_mass = reader.drive33();
    Drive33 inertia_geometry = reader.drive33();
    return model.add_element(std::move(info), VariableMassBody(node.index, mass, std::move(cm), std::move(inertia_mass),
                                                               std::move(inertia_geometry), dynamic));
  }

  CentralMass body;
  if (reader.keyword("condense")) {
    const std::int64_t count = reader.positive_integer("number of bodies to condense");
    const bool negative_allowed = reader.keyword("allow negative mass");
    std::vector<CentralMass> parts;
    for (std::int64_t i = 0; i < count; ++i) parts.push_back(read_one_body(reader, node, negative_allowed));
    body = condensed(parts);
  } else {
    const bool negative_allowed = reader.keyword("allow negative mass");
    body = read_one_body(reader, node, negative_allowed);
  }
  if (const std::string objection = inertia_objection(body); !objection.empty())
    reader.warn_at(info.where, fmt::format("no rigid body can be like body {}: {}", info.label, objection));
  const bool central = model.gravity() && !model.gravity()->uniform();  // known when the card is read again
  const bool again = model.takes_back();
  const ElementReference reference = model.add_element(std::move(info), Body(node.index, body, dynamic, central));
  if (dynamic && !again) model.add_mass(node.index, body.about_node());
  return reference;
}

ElementReference read_automatic_structural(Reader& reader, ElementInfo info) {
  const auto index = reader.model().find_node(info.label);
  if (!index)
    reader.fail_at(info.where, fmt::format("structural node {} is not defined{}", info.label,
                                           did_you_mean(std::to_string(info.label), reader.model().node_labels())));
  const StructuralNode& node = reader.model().node(*index);
  if (!node.moves() && !reader.model().statics)
    reader.fail_at(info.where, fmt::format("structural node {} is not dynamic: it has no momenta", info.label));
  for (int i = 0; i < (node.displacement_only() ? 2 : 4); ++i) reader.vec3();
  return {};
}

}  // namespace flexura
