#include "elements/register.h"

#include <array>
#include <map>
#include <stdexcept>

#include "elements/authoring/catalogue.h"
#include "elements/beams/beam_inertia.h"
#include "elements/beams/readers.h"
#include "elements/bodies/body.h"
#include "elements/bodies/readers.h"
#include "elements/deformable_joints/readers.h"
#include "elements/deformable_joints/rod_bezier.h"
#include "elements/forces/readers.h"
#include "elements/forces/total_force.h"
#include "elements/friction/readers.h"
#include "elements/genels/readers.h"
#include "elements/joints/readers.h"
#include "elements/joints/rolling_wheel.h"
#include "elements/modal/readers.h"
#include "elements/total_joints/readers.h"

namespace flexura {

namespace {

constexpr std::array cards = {ElementCard{"joint", "joint"},
                              ElementCard{"body", "body"},
                              ElementCard{"force", "force"},
                              ElementCard{"couple", "force"},
                              ElementCard{"gravity", "gravity", false},
                              ElementCard{"inertia", "inertia"},
                              ElementCard{"automatic structural", "automatic structural"},
                              ElementCard{"beam", "beam"},
                              ElementCard{"beam2", "beam"},
                              ElementCard{"beam3", "beam"},
                              ElementCard{"genel", "genel"},
                              ElementCard{"bulk", "bulk"},
                              ElementCard{"user defined", "loadable"}};

ElementReference read_user_defined(Reader& reader, ElementInfo info) {
  return reader.entry(user_types()).read(reader, std::move(info));
}

ElementRegistry make_cards() {
  ElementRegistry r("element");
  r.add("joint", read_joint, "constraint between nodes or of a node");
  r.add("body", read_body, "rigid body on a node, constant or of variable mass");
  r.add("force", read_force, "force on structural nodes");
  r.add("couple", read_couple, "couple on structural nodes");
  r.add("gravity", read_gravity, "uniform or central field of gravity");
  r.add("inertia", read_inertia, "report of the inertia of several bodies");
  r.add("beam2", read_beam2, "geometrically exact beam with two nodes and one section");
  r.add("beam3", read_beam3, "geometrically exact beam with three nodes and two sections");
  r.alias("beam", "beam3");
  r.add("genel", read_genel, "equation between degrees of freedom of nodes");
  r.add("bulk", read_stiffness_bulk, "stiffness of a degree of freedom");
  r.add("user defined", read_user_defined, "element of a module");
  r.add("automatic structural", read_automatic_structural, "guess of a node's momenta; they are computed anyway");
  return r;
}

ElementRegistry make_joints() {
  ElementRegistry r("joint");
  r.add("axial rotation", read_axial_rotation, "revolute hinge with imposed relative angular velocity");
  r.add("clamp", read_clamp, "position and orientation of a node held");
  r.add("modal", read_modal_joint, "flexible body by modes of a finite element model");
  r.add("distance", read_distance, "two points at a given distance");
  r.add("distance with offset", read_distance_with_offset, "the same, offsets always given");
  r.add("in line", read_in_line, "point of node 2 on a line of node 1");
  r.add("revolute hinge", read_revolute_hinge, "common point and axis 3");
  r.alias("plane hinge", "revolute hinge");
  r.add("revolute pin", read_revolute_pin, "revolute hinge to the ground");
  r.alias("plane pin", "revolute pin");
  r.add("revolute rotation", read_revolute_rotation, "common direction of axis 3");
  r.add("spherical hinge", read_spherical_hinge, "common point");
  r.add("spherical pin", read_spherical_pin, "spherical hinge to the ground");
  r.alias("pin", "spherical pin");
  r.add("rigid body displacement joint", read_rigid_body_displacement,
        "a node follows the mean rigid motion of others");
  r.add("total joint", read_total_joint, "any components of the relative motion of two nodes imposed");
  r.add("total equation", read_total_equation, "motion imposed by a total internal reaction elsewhere");
  r.add("total internal reaction", read_total_internal_reaction, "forces between two nodes that keep a total equation");
  r.add("total pin joint", read_total_pin_joint, "total joint to the ground");
  r.add("angular acceleration", read_angular_acceleration,
        "angular acceleration of a node about an axis of its own imposed");
  r.add("angular velocity", read_angular_velocity, "angular velocity of a node about an axis of its own imposed");
  r.add("beam slider", read_beam_slider, "point of a node slides along a chain of beams");
  r.add("Cardano hinge", read_cardano_hinge, "common point, axis 3 of node 1 and axis 2 of node 2 orthogonal");
  r.alias("universal hinge", "Cardano hinge");
  r.add("Cardano pin", read_cardano_pin, "Cardano hinge to the ground");
  r.alias("universal pin", "Cardano pin");
  r.add("Cardano rotation", read_cardano_rotation, "Cardano hinge without common point");
  r.alias("universal rotation", "Cardano rotation");
  r.add("coincidence", read_coincidence, "common point and axes: a weld");
  r.add("drive displacement", read_drive_displacement, "point of node 2 on a given path seen from node 1");
  r.add("drive displacement pin", read_drive_displacement_pin, "point of a node on a given path");
  r.add("drive hinge", read_drive_hinge, "relative rotation vector imposed");
  r.add("gimbal hinge", read_gimbal_hinge, "common point, equal spin about axes 3");
  r.add("gimbal rotation", read_gimbal_rotation, "equal spin about axes 3, whatever the bend");
  r.add("imposed displacement", read_imposed_displacement, "displacement along a direction of node 1 imposed");
  r.add("imposed displacement pin", read_imposed_displacement_pin, "displacement along a fixed direction imposed");
  r.add("in plane", read_in_plane, "point of node 2 in a plane of node 1");
  r.add("linear acceleration", read_linear_acceleration, "acceleration of a node along a fixed direction imposed");
  r.add("linear velocity", read_linear_velocity, "velocity of a node along a fixed direction imposed");
  r.add("lock", read_lock, "any of six freedoms between two frames held or led, orientation by a quaternion");
  r.add("offset displacement joint", read_offset_displacement, "node 2 follows a point of node 1");
  r.add("plane displacement", read_plane_displacement, "planar pair");
  r.add("plane displacement pin", read_plane_displacement_pin, "planar pair with the ground");
  r.add("prismatic", read_prismatic, "relative orientation held");
  authoring::add_element_type<RollingWheel>(r);
  r.add("screw", read_screw, "advance along axis 3 in proportion to the rotation about it");
  r.add("rod", read_rod, "axial force between two points from their distance");
  r.add("rod with offset", read_rod_with_offset, "the same, offsets always given");
  authoring::add_element_type<RodBezier>(r);
  r.add("deformable hinge", read_deformable_hinge, "moment from the relative orientation, law attached to node 1");
  r.add("invariant deformable hinge", read_invariant_deformable_hinge, "the same, law midway between the nodes");
  r.add("deformable displacement joint", read_deformable_displacement_joint,
        "force from the relative displacement, law attached to node 1");
  r.alias("deformable displacement hinge", "deformable displacement joint");
  r.add("invariant deformable displacement joint", read_invariant_deformable_displacement_joint,
        "the same, law midway between the nodes");
  r.add("deformable joint", read_deformable_joint, "force and moment from displacement and relative orientation");
  r.add("invariant deformable joint", read_invariant_deformable_joint, "the same, law midway between the nodes");
  r.add("deformable axial joint", read_deformable_axial_joint, "couple from the rotation about axis 3");
  r.add("viscous body", read_viscous_body, "force and moment from the velocity of a point of a node");
  r.add("strapdown sensor", read_strapdown_sensor,
        "acceleration and angular velocity of a node imposed in its own axes");
  r.add("brake", read_brake, "friction about the axis of a revolute joint under a given force");
  r.add_unsupported("total reaction", "");
  return r;
}

ElementRegistry make_forces() {
  ElementRegistry r("force");
  r.add("absolute", read_absolute_force, "force in global axes at a point of a node");
  r.alias("conservative", "absolute");
  r.add("follower", read_follower_force, "force in node axes at a point of a node");
  authoring::add_element_type<TotalForce>(r);
  r.add("absolute internal", read_internal_absolute_force, "force in global axes on two nodes, opposite");
  r.alias("internal absolute", "absolute internal");
  r.alias("conservative internal", "absolute internal");
  r.add("follower internal", read_internal_follower_force, "force in axes of node 1 on two nodes, opposite");
  r.alias("internal follower", "follower internal");
  r.add("total internal", read_internal_total_force, "follower force and couple on two nodes, opposite");
  r.alias("internal total", "total internal");
  r.add("abstract", read_abstract_force, "value in the equation of a degree of freedom");
  r.add("abstract internal", read_internal_abstract_force, "value in the equations of two, opposite");
  r.alias("internal abstract", "abstract internal");
  r.add("absolute displacement", read_displacement_force, "force in global axes on a node without orientation");
  r.add("absolute internal displacement", read_internal_displacement_force, "the same on two nodes, opposite");
  r.alias("internal absolute displacement", "absolute internal displacement");
  r.alias("absolute displacement internal", "absolute internal displacement");
  r.add("modal", read_modal_force, "values in the equations of modes of a modal joint");
  for (const char* name :
       {"external structural", "external structural mapping", "external modal", "external modal mapping"})
    r.add_unsupported(name, "");
  return r;
}

ElementRegistry make_genels() {
  ElementRegistry r("genel");
  r.add("clamp", read_genel_clamp, "a degree of freedom has a given value");
  r.add("distance", read_genel_distance, "the difference of two degrees of freedom has a given value");
  r.add("spring", read_genel_spring, "law between two degrees of freedom");
  r.add("spring support", read_spring_support, "law of a degree of freedom");
  r.add("cross spring support", read_cross_spring_support, "law of one degree of freedom in the equation of another");
  r.add("mass", read_genel_mass, "inertia of a degree of freedom");
  r.add("scalar filter", read_scalar_filter, "transfer function");
  r.add("state space SISO", read_state_space_siso, "linear system with one input and one output");
  r.add("state space MIMO", read_state_space_mimo, "linear system");
  r.add("swash plate", read_swash_plate, "strokes of three actuators from collective and cyclic controls");
  r.add_unsupported("rotor trim", "");
  return r;
}

ElementRegistry make_couples() {
  ElementRegistry r("couple");
  r.add("absolute", read_absolute_couple, "couple in global axes on a node");
  r.alias("conservative", "absolute");
  r.add("follower", read_follower_couple, "couple in node axes on a node");
  r.add("absolute internal", read_internal_absolute_couple, "couple in global axes on two nodes, opposite");
  r.alias("internal absolute", "absolute internal");
  r.alias("conservative internal", "absolute internal");
  r.add("follower internal", read_internal_follower_couple, "couple in axes of node 1 on two nodes, opposite");
  r.alias("internal follower", "follower internal");
  return r;
}

}  // namespace

const ElementRegistry& element_cards() {
  static const ElementRegistry registry = make_cards();
  return registry;
}
const ElementRegistry& joint_types() { return open_element_types("joint"); }
const ElementRegistry& force_types() { return open_element_types("force"); }
const ElementRegistry& genel_types() { return open_element_types("genel"); }
const ElementRegistry& couple_types() { return open_element_types("couple"); }
const ElementRegistry& user_types() { return open_element_types("user defined"); }

ElementRegistry& open_element_types(std::string_view card) {
  static std::map<std::string, ElementRegistry, std::less<>> types = [] {
    std::map<std::string, ElementRegistry, std::less<>> all;
    all.emplace("joint", make_joints());
    all.emplace("force", make_forces());
    all.emplace("genel", make_genels());
    all.emplace("couple", make_couples());
    all.emplace("user defined", ElementRegistry("user defined element"));
    return all;
  }();
  const auto found = types.find(card);
  if (found == types.end()) throw std::logic_error("element card `" + std::string(card) + "` has no types");
  return found->second;
}

const ElementCard* find_element_card(std::string_view keyword) {
  const std::string word = normal_form(keyword);
  for (const ElementCard& card : cards)
    if (is_keyword(word, card.keyword)) return &card;
  return nullptr;
}

ElementReference read_joint(Reader& reader, ElementInfo info) {
  return reader.entry(joint_types()).read(reader, std::move(info));
}
ElementReference read_force(Reader& reader, ElementInfo info) {
  return reader.entry(force_types()).read(reader, std::move(info));
}
ElementReference read_genel(Reader& reader, ElementInfo info) {
  return reader.entry(genel_types()).read(reader, std::move(info));
}
ElementReference read_couple(Reader& reader, ElementInfo info) {
  return reader.entry(couple_types()).read(reader, std::move(info));
}

ElementReference read_element(Reader& reader, std::string_view keyword, bool default_output) {
  const ElementRegistry::Entry& entry = element_cards().at(keyword, reader.card_where());
  reader.note_entry(&entry);
  const ElementCard* card = find_element_card(keyword);
  ElementInfo info;
  info.where = reader.card_where();
  info.output = default_output;
  if (card->labelled) {
    info.label = reader.label();
    info.where = reader.where();
    info.name = reader.optional_name();
  }
  const ElementReference reference = entry.read(reader, std::move(info));
  if (reader.more() && reader.keyword("output")) {
    reader.model().set_output(reference, reader.yes_no());
  }
  return reference;
}

void finish_elements(Model& model) {
  check_total_equations(model);
  finish_bodies(model);
  finish_beam_inertia(model);
  finish_modal_bodies(model);
  model.resolve_observations();
}

}  // namespace flexura
