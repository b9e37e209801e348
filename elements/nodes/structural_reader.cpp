#include "elements/nodes/structural_reader.h"

#include <fmt/format.h>

#include <array>

#include "elements/nodes/dependent_kinematics.h"
#include "elements/nodes/node_argument.h"

namespace flexura {

namespace {

void read_orientation_description(Reader& reader, StructuralNode& node) {
  if (!reader.more() || !reader.keyword("orientation description")) return;
  constexpr std::array formats = {OrientationFormat::euler123, OrientationFormat::euler313, OrientationFormat::euler321,
                                  OrientationFormat::vector, OrientationFormat::matrix};
  node.orientation_format = formats[reader.choice(
      {"euler123", "euler313", "euler321", "orientation vector", "orientation matrix"}, "orientation description")];
}

/// Position, orientation and velocities of a node with unknowns.
void read_placed(Reader& reader, StructuralNode& node) {
  NodeState& n = node.initial;
  if (reader.keyword("at reference")) {
    const Pose pose = reader.reference_pose();
    n.x = pose.x;
    n.R = pose.R;
    n.v = pose.v;
    n.w = pose.w;
    read_orientation_description(reader, node);
    return;
  }
  const FrameContext absolute = FrameContext::absolute();
  reader.keyword("position");
  n.x = reader.position(absolute);
  reader.keyword("orientation");
  n.R = reader.orientation(absolute);
  read_orientation_description(reader, node);
  reader.keyword("velocity");
  n.v = reader.velocity(absolute, n.x);
  reader.keyword("angular velocity");
  n.w = reader.angular_velocity(absolute);
}

/// Position and velocity of a node without orientation.
void read_displacement(Reader& reader, StructuralNode& node) {
  NodeState& n = node.initial;
  if (reader.keyword("at reference")) {
    const Pose pose = reader.reference_pose();
    n.x = pose.x;
    n.v = pose.v;
    return;
  }
  const FrameContext absolute = FrameContext::absolute();
  reader.keyword("position");
  n.x = reader.position(absolute);
  reader.keyword("velocity");
  n.v = reader.velocity(absolute, n.x);
}

RelativeFrameNode::Frame read_frame(Reader& reader) {
  const NodeArgument node(reader);
  RelativeFrameNode::Frame frame;
  frame.node = node.index;
  if (reader.more() && reader.keyword("position")) frame.offset = reader.position(node.context());
  if (reader.more() && reader.keyword("orientation")) frame.orientation = reader.orientation(node.context());
  return frame;
}

void read_dummy(Reader& reader, StructuralNode& node) {
  node.kind = NodeKind::dummy;
  const NodeArgument base = NodeArgument::followed(reader);
  const Model& model = reader.model();
  const FollowedNode followed(base.index, model.properties(base.index).follows);
  // The same rule with masters 0, 1, 2 gives the initial motion.
  std::array<NodeState, 3> masters;
  masters[0] = model.node(base.index).initial;
  if (reader.choice({"offset", "relative frame"}, "kind of dummy node") == 0) {
    const Vec3 offset = reader.position(base.context());
    const Mat3 orientation = reader.orientation(base.context());
    node.follows = std::make_shared<OffsetNode>(followed, offset, orientation);
    node.initial = OffsetNode(0, offset, orientation).evaluate(masters.data());
    read_orientation_description(reader, node);
    return;
  }
  RelativeFrameNode::Frame reference = read_frame(reader);
  read_orientation_description(reader, node);
  std::optional<RelativeFrameNode::Frame> pivot;
  if (reader.more() && reader.keyword("pivot node")) pivot = read_frame(reader);
  read_orientation_description(reader, node);
  node.follows = std::make_shared<RelativeFrameNode>(followed, reference, pivot);
  masters[1] = model.node(reference.node).initial;
  reference.node = 1;
  if (pivot) {
    masters[2] = model.node(pivot->node).initial;
    pivot->node = 2;
  }
  node.initial = RelativeFrameNode(0, reference, pivot).evaluate(masters.data());
}

StructuralKinds make_kinds() {
  StructuralKinds kinds("kind of structural node");
  const auto placed = [](NodeKind kind) {
    return [kind](Reader& reader, StructuralNode& node) {
      node.kind = kind;
      read_placed(reader, node);
    };
  };
  kinds.add("static", placed(NodeKind::static_), "six unknowns, no inertia");
  kinds.add("dynamic", placed(NodeKind::dynamic), "six unknowns, carries the inertia of its bodies");
  kinds.add("modal", placed(NodeKind::modal), "dynamic node of a modal element");
  kinds.add("dummy", read_dummy, "follows other nodes: offset, relative frame, pivot");
  const auto displacement = [](NodeKind kind) {
    return [kind](Reader& reader, StructuralNode& node) {
      node.kind = kind;
      read_displacement(reader, node);
    };
  };
  kinds.add("static displacement", displacement(NodeKind::static_displacement),
            "position only: three unknowns, no inertia");
  kinds.add("dynamic displacement", displacement(NodeKind::dynamic_displacement),
            "position only: three unknowns, carries point masses");
  return kinds;
}

/// The options that follow, each at most once.
void read_options(Reader& reader, StructuralNode& node, const StructuralDefaults& defaults) {
  bool seen[4] = {};
  while (reader.more()) {
    const int option = reader.choice({"assembly", "scale", "output", "accelerations"}, "option of a structural node");
    if (seen[option]) reader.fail(fmt::format("`{}` is given twice", reader.argument_text()));
    seen[option] = true;
    switch (option) {
      case 0:
        if (node.kind == NodeKind::dummy) reader.fail("a dummy node has no part in the initial assembly");
        node.position_stiffness = reader.non_negative_real("position stiffness of the assembly");
        node.velocity_stiffness = reader.non_negative_real("velocity stiffness of the assembly");
        if (!node.displacement_only()) node.omega_rotates = reader.yes_no();
        break;
      case 1:
        node.scale = reader.keyword("default") ? defaults.scale : reader.positive_real("scale");
        break;
      case 2:
        node.output = reader.yes_no();
        break;
      default:
        node.accelerations = reader.yes_no();
        if (node.accelerations && !reader.model().statics &&
            (node.kind == NodeKind::static_ || node.kind == NodeKind::static_displacement))
          reader.fail("a static node has no accelerations");
    }
  }
}

bool has_accelerations_by_default(const NodeProperties& node) {
  if (node.kind == NodeKind::dummy) return dynamic_cast<const OffsetNode*>(node.follows.get()) != nullptr;
  return node.kind != NodeKind::static_ && node.kind != NodeKind::static_displacement;
}

}  // namespace

const StructuralKinds& structural_kinds() {
  static const StructuralKinds kinds = make_kinds();
  return kinds;
}

NodeIndex read_structural_node(Reader& reader, const StructuralDefaults& defaults) {
  StructuralNode node;
  node.label = reader.label();
  node.where = reader.where();
  node.position_stiffness = defaults.position_stiffness;
  node.velocity_stiffness = defaults.velocity_stiffness;
  node.omega_rotates = defaults.omega_rotates;
  node.scale = defaults.scale;
  node.output = defaults.output;
  node.orientation_format = reader.model().default_orientation;
  try {
    reader.optional_name();
    reader.entry(structural_kinds()).read(reader, node);
    node.accelerations = defaults.accelerations && has_accelerations_by_default(node);
    read_options(reader, node, defaults);
  } catch (const InputError&) {
    // The label is known: those who use the node are not wrong, too.
    if (!reader.model().find_node(node.label)) {
      node.kind = NodeKind::dynamic;
      reader.model().add_node(std::move(node));
    }
    throw;
  }
  // The node stays dynamic: static problems leave inertia out, but an eigenanalysis of their states has it.
  if (reader.model().statics) node.accelerations = false;
  return reader.model().add_node(std::move(node));
}

}  // namespace flexura
