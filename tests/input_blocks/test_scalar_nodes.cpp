// Scalar nodes, what is connected to them, and cards that are no elements: bind, driven, inertia, frame motion.
#include <boost/test/unit_test.hpp>

#include "deck.h"
#include "elements/fluids/hydraulic_fluid.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(scalar_nodes)

namespace {

struct Bad {
  Deck deck;
  std::string part;
};

Deck with_nodes(const std::string& nodes, const std::string& counters, const std::string& elements = "") {
  Deck deck;
  deck.nodes += " " + nodes;
  deck.counters += " " + counters;
  deck.elements += " " + elements;
  return deck;
}

}  // namespace

BOOST_AUTO_TEST_CASE(values_orders_and_options) {
  const auto a = read(
      with_nodes("abstract: 5; abstract: 6, algebraic, value, 2.; abstract: 7, differential, value, 3., derivative, "
                 "4., output, no;"
                 "electric: 1, value, 5., derivative, 6., scale, 7.; hydraulic: 1, value, 8.; thermal: 1; parameter: "
                 "1, value, 9.;",
                 "abstract nodes: 3; electric nodes: 1; hydraulic nodes: 1; thermal nodes: 1; parameter nodes: 1;"));
  const auto node = [&](unsigned label, NodeFamily family) -> StructuralNode {
    return a->model.node(*a->model.find_node(label, family));
  };
  BOOST_TEST((node(5, NodeFamily::abstract_).order == Order::differential));
  BOOST_TEST(node(5, NodeFamily::abstract_).unknown_count() == 1);
  BOOST_TEST((node(6, NodeFamily::abstract_).order == Order::algebraic));
  BOOST_TEST(node(6, NodeFamily::abstract_).initial.x(0) == 2);
  BOOST_TEST(node(7, NodeFamily::abstract_).initial.v(0) == 4);
  BOOST_TEST(!node(7, NodeFamily::abstract_).output);
  BOOST_TEST(node(1, NodeFamily::electric).scale == 7);
  BOOST_TEST((node(1, NodeFamily::hydraulic).order == Order::algebraic));
  BOOST_TEST(node(1, NodeFamily::parameter).unknown_count() == 0);
  BOOST_TEST(node(1, NodeFamily::parameter).initial.x(0) == 9);
}

BOOST_AUTO_TEST_CASE(labels_of_kinds_are_apart_and_output_can_be_turned_on) {
  const auto a = read(with_nodes("abstract: 1, output, no; abstract: 2, output, no; output: abstract, range, 1, 9;",
                                 "abstract nodes: 2;"));
  BOOST_TEST(a->model.node(*a->model.find_node(1, NodeFamily::abstract_)).output);
  BOOST_TEST(a->model.node(*a->model.find_node(2, NodeFamily::abstract_)).output);
}

BOOST_AUTO_TEST_CASE(a_parameter_node_is_bound_to_a_datum_of_an_element) {
  const auto a =
      read(with_nodes("parameter: 3, element; parameter: 4, sample and hold, 1, structural, 2, algebraic, 0.5;",
                      "parameter nodes: 2;", "bind: 1, body, 3, string, \"E\";"));
  BOOST_TEST(a->model.observations().size() == 1u);
  BOOST_TEST(a->model.node(*a->model.find_node(3, NodeFamily::parameter)).value_drive >= 0);
  BOOST_TEST(a->model.node(*a->model.find_node(4, NodeFamily::parameter)).value_drive >= 0);
}

BOOST_AUTO_TEST_CASE(a_parameter_node_that_is_not_bound_is_told) {
  const auto bound =
      read(with_nodes("parameter: 3, element;", "parameter nodes: 1;", "bind: 1, body, 3, string, \"E\";"));
  BOOST_TEST(bound->warnings.empty());
  const auto open = read(with_nodes("parameter: 3, element; parameter: 4, value, 0.5;", "parameter nodes: 2;"));
  BOOST_REQUIRE(open->warnings.size() == 1u);
  BOOST_TEST(open->warnings[0].message.find("parameter node 3 takes its value from an element") == 0u,
             open->warnings[0].message);
}

BOOST_AUTO_TEST_CASE(a_driven_element_is_one_of_the_model) {
  Deck deck;
  deck.counters += "joints: 2;";
  deck.elements +=
      "driven: 4, string, \"Time > 2.5\", initial state, inactive, joint: 4, clamp, 1, node, node;"
      "joint: 5, spherical pin, 1, position, null, position, null; driven: 5, const, 1., existing: joint, 5;";
  const auto a = read(deck);
  BOOST_TEST(a->model.driven().size() == 2u);
  BOOST_TEST(*a->model.driven()[0].initial == false);
  BOOST_TEST(!a->model.driven()[1].initial);
  BOOST_TEST(a->model.driven()[1].element.batch == a->model.find_element("joint", 5)->batch);
}

BOOST_AUTO_TEST_CASE(hints_are_read_with_the_element_they_belong_to) {
  Deck deck;
  deck.counters = "structural nodes: 2; rigid bodies: 1; joints: 5;";
  deck.nodes += "structural: 2, static, 1., 0., 0., eye, null, null;";
  deck.elements +=
      "driven: 3, string, \"Time > 0.5\", hint, \"position-drive3{model::xposition(2), 0., 0., # a comment\n const, "
      "2.}\","
      "  hint, \"orientation-drive3{0., 0., 1., time}\","
      "  joint: 3, total joint, 1, 2, position constraint, 1, 1, 1, null, orientation constraint, 1, 1, 1, null;"
      "driven: 4, const, 1., hint, \"drive{model::distance_prev(1, 2)}\", joint: 4, distance, 1, 2, const, 1.;"
      "driven: 5, const, 1., hint, \"drive3{0., 0., 1., 0.1}\", joint: 5, drive hinge, 1, 2, null;"
      "driven: 6, const, 1., hint, \"drive{3.}\", joint: 6, imposed displacement, 1, null, 2, null, 1., 0., 0., 1.;"
      "driven: 7, const, 1., hint, \"drive3{1., 0., 0., 3.}\", joint: 7, drive displacement, 1, null, 2, null, null;";
  const auto a = read(deck);
  BOOST_TEST(a->model.driven().size() == 5u);
  // A wrong card takes its hints along: the next joint does not find them.
  deck.counters = "structural nodes: 2; rigid bodies: 1; joints: 2;";
  deck.elements =
      "body: 1, 1, 1., null, eye; driven: 3, const, 1., hint, \"drive{2.}\", joint: 3, distance, 1, 9, 1.;"
      "joint: 4, distance, 1, 2, const, 1.;";
  BOOST_TEST(contains(errors_of(deck), "structural node 9 is not defined"), errors_of(deck));
  BOOST_TEST(occurrences(errors_of(deck), "error:") == 1, errors_of(deck));
}

BOOST_AUTO_TEST_CASE(data_of_elements_without_unknowns_have_values_while_the_model_is_read) {
  Deck deck;
  deck.nodes = "structural: 1, dynamic, null, eye, 3., 0., 0., null;";
  deck.elements =
      "body: 1, 1, 2., null, eye; set: const real E = model::element::body(1, \"E\");"
      "force: 1, absolute, 1, position, null, 1., 0., 0., const, E;";
  deck.counters += "forces: 1;";
  const auto a = read(deck);
  BOOST_TEST(a->symbols->find("E")->value.real().f == 9);
  // A datum that is no entry of the list of names.
  deck.elements =
      "body: 1, 1, 2., null, eye; joint: 1, rod, 1, 2, 1., linear elastic, 1.;"
      "set: const real L = model::element::joint(1, \"L\");";
  deck.counters = "structural nodes: 2; rigid bodies: 1; joints: 1;";
  deck.nodes += "structural: 2, static, 0., 2., 0., eye, null, null;";
  BOOST_TEST(read(deck)->symbols->find("L")->value.real().f == 2);
  deck.nodes = "structural: 1, dynamic, null, eye, 3., 0., 0., null;";
  deck.elements =
      "body: 1, 1, 2., null, eye; joint: 1, clamp, 1, node, node;"
      "set: const real F = model::element::joint(1, \"Fx\");";
  deck.counters = "structural nodes: 1; rigid bodies: 1; joints: 1;";
  BOOST_TEST(contains(errors_of(deck), "data of a clamp have no value while the model is read"), errors_of(deck));
}

BOOST_AUTO_TEST_CASE(drives_in_the_notation_of_computer_algebra) {
  Deck deck;
  deck.control = "drive caller: 1, ginac, \"-Var^2 + 1/4\"; drive caller: 2, ginac, symbol, \"t\", \"exp(2*t)\";";
  const auto a = read(deck);
  BOOST_TEST(value_of(a->symbols->drives.find(1), 3) == -8.75);
  DriveContext context;
  context.time = Taylor2(0.5, 1, 0);
  const Taylor2 growth = a->symbols->drives.find(2)->value(context.time, context);
  BOOST_TEST(std::abs(growth.d - 2 * growth.f) < 1e-14);
  BOOST_TEST(std::abs(growth.dd - 4 * growth.f) < 1e-14);
  deck.control = "drive caller: 1, ginac, \"Var + Tim\";";
  BOOST_TEST(contains(errors_of(deck), "deck:5:32: error: "), errors_of(deck));
}

BOOST_AUTO_TEST_CASE(fluids_and_airfoils_are_read) {
  Deck deck;
  deck.control =
      "hydraulic fluid: 1, linear compressible, density, 850., 1.6e9, 1e5, viscosity, 0.02;"
      "hydraulic fluid: 2, incompressible, viscosity, 0.01, density, 1000., temperature, 300., pressure, 2e5;"
      "hydraulic fluid: 3, linear thermal compressible, density, 850., sound celerity, 1000., 1e5, 7e-4, 293.;"
      "hydraulic fluid: 4, reference, 1; hydraulic fluid: 5, exponential, density, 850., 1e9, 1e5, 2e4;"
      "hydraulic fluid: 6, super, density, 977., 1.95e9, 101325., viscosity, 0.0799;";
  const auto a = read(deck);
  const auto library = FluidLibrary::of(a->symbols);
  BOOST_TEST(library->fluids.size() == 6u);
  BOOST_TEST(library->fluids.at(1)->bulk_modulus == 1.6e9);
  BOOST_TEST(library->fluids.at(2)->reference_density == 1000);
  BOOST_TEST(*library->fluids.at(2)->pressure == 2e5);
  BOOST_TEST(library->fluids.at(3)->bulk_modulus == 850e6);
  BOOST_TEST(library->fluids.at(3)->thermal_expansion == 7e-4);
  BOOST_TEST(library->fluids.at(4) == library->fluids.at(1));
  BOOST_TEST(library->fluids.at(5)->saturation_pressure == 2e4);
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"1, water, density, 1.;", "deck:5:21: error: expected hydraulic fluid"},
      {"1, incompressible, viscosity, 1.;", "the density of the fluid is missing"},
      {"1, incompressible, density, -1.;", "density of the fluid"},
      {"1, incompressible, density, 1., density, 2.;", "has been given already"},
      {"1, linear compressible, density, 1., 0., 1.;", "bulk modulus"},
      {"1, linear compressible, density, 1., 1., 1., pressure, 2.;", "only an incompressible fluid"},
      {"1, reference, 3;", "hydraulic fluid 3 is not defined"},
      {"1, incompressible, density, 1.; hydraulic fluid: 1, incompressible, density, 1.;", "is already defined"},
  };
  for (const auto& [card, part] : wrong) {
    deck.control = "hydraulic fluid: " + card;
    BOOST_TEST(contains(errors_of(deck), part), card << " gives: " << errors_of(deck));
  }
}

BOOST_AUTO_TEST_CASE(the_frame_of_the_model_moves_as_its_card_says) {
  Deck deck;
  deck.control = "rigid body kinematics: const, position, 1., 2., 3., angular velocity, 0., 0., 4.;";
  auto a = read(deck);
  BOOST_REQUIRE(a->model.frame.has_value());
  BOOST_TEST((a->model.frame->at(nullptr).w - Vec3(0, 0, 4)).norm() == 0);
  deck.control = "rigid body kinematics: drive, orientation, 0., 0., 1., const, 0.5, velocity, 1., 0., 0., const, 2.;";
  a = read(deck);
  std::vector<Taylor2> drives;
  DriveContext context;
  for (DriveId i = 0; i < a->model.drive_count(); ++i) drives.push_back(a->model.drive(i).value(Taylor2(0), context));
  const MovingFrame frame = a->model.frame->at(drives.data());
  // Everything in axes of the frame, which is turned by 0.5 about axis 3.
  BOOST_TEST((frame.v - Vec3(2 * std::cos(0.5), -2 * std::sin(0.5), 0)).norm() < 1e-15);
}

BOOST_AUTO_TEST_CASE(older_spellings_are_read) {
  Deck deck;
  deck.problem =
      "newton raphson: modified, 4, keep jacobian; derivatives tolerance: 1e-6, 1e-3; fictitious steps number: 2;"
      "linear solver: umfpack, scale, lapack, always, max iterations, 10;"
      "output: residuals, solver condition number, stat, yes;";
  deck.control = "beams: ; default beam output: forces, orientation description, orientation vector;";
  deck.counters += "forces: 1; joints: 1;";
  deck.elements =
      "body: 1, 1, 1., null, eye, inertial, reference, node, eye;"
      "force: 1, absolute, 1, 0., 0., 2., 0., 1., 0., const, 3.;"
      "joint: 1, spherical pin, 1, null, null;"
      "joint regularization: 1, Tikhonov, list, 1e-6, 1e-6;";
  deck.counters += "joint regularizations: 1;";
  const auto a = read(deck);
  BOOST_TEST(a->problem.nonlinear.modified == 4);
  BOOST_TEST(a->problem.nonlinear.keep_jacobian);
  BOOST_TEST(a->problem.chatter.residual);
  BOOST_TEST(noted(*a, "joint regularization"));
  BOOST_TEST(noted(*a, "dummy steps number"));
  BOOST_TEST((a->output.beams.orientation_format == OrientationFormat::vector));
  BOOST_TEST(!a->output.beams.orientation);
}

BOOST_AUTO_TEST_CASE(labelled_drives_write_results_when_asked) {
  Deck deck;
  deck.control = "drive caller: 3, time, output, yes; drive caller: 4, time;";
  auto a = read(deck);
  BOOST_TEST(a->model.find_element("drive caller", 3).has_value());
  BOOST_TEST(!a->model.find_element("drive caller", 4).has_value());
  deck.control = "default output: drive callers; drive caller: 3, time, output, no; drive caller: 4, time;";
  a = read(deck);
  BOOST_TEST(!a->model.find_element("drive caller", 3).has_value());
  BOOST_TEST(a->model.find_element("drive caller", 4).has_value());
}

BOOST_AUTO_TEST_CASE(modules_that_are_built_in_are_not_needed) {
  Deck deck;
  deck.control = "module load: \"dir/libmodule-cont-contact.la\";";
  BOOST_TEST(noted(*read(deck), "module load: cont-contact"));
  deck.control = "module load: \"libmodule-randdrive\", seed, 7; drive caller: 1, boost random, 0., 1.;";
  BOOST_TEST(noted(*read(deck), "module load: randdrive"));
  deck.control = "module load: \"libmodule-randdrive\", sed, 7;";
  BOOST_TEST(contains(errors_of(deck), "deck:5:37: error: expected option of the module: `seed`"));
  deck.control = "module load: \"libmodule-randdrive\", seed input file name, \"state\";";
  BOOST_TEST(contains(errors_of(deck), "deck:5:37: error: files with the state of another program's random numbers"));
  deck.control = "module load: \"libmodule-wheel4.so\";";
  BOOST_TEST(contains(errors_of(deck), "deck:5:14: error: module `wheel4` is not supported"));
}

BOOST_AUTO_TEST_CASE(check_names_nodes_that_nothing_holds) {
  Deck deck = with_nodes("structural: 4, static, null, eye, null, null; abstract: 3; abstract: 2;", "",
                         "genel: 1, clamp, 2, abstract, algebraic, 1.;");
  deck.counters = "structural nodes: 2; rigid bodies: 1; abstract nodes: 2; genels: 1;";
  const auto a = read(deck);
  std::string text;
  for (const Warning& warning : check_model(*a)) text += warning.str() + "\n";
  BOOST_TEST(contains(text, "static node 4 has neither mass nor stiffness: nothing determines where it is"));
  BOOST_TEST(contains(text, "abstract node 3 has neither mass nor stiffness: nothing determines its value"));
  BOOST_TEST(!contains(text, "abstract node 2"));
}

BOOST_AUTO_TEST_CASE(errors_say_what_is_wrong_and_where) {
  const std::string one = "abstract nodes: 1;";
  const std::vector<Bad> cases = {
      {with_nodes("hydraulic: 1, value, 1., derivative, 2.;", "hydraulic nodes: 1;"),
       "deck:7:73: error: expected option of a scalar node"},
      {with_nodes("abstract: 1, algebraic, value, 1., derivative, 2.;", one), "an algebraic node has no derivative"},
      {with_nodes("abstract: 1, spring;", one), "found `spring`"},
      {with_nodes("parameter: 1, value, 1., scale, 2.;", "parameter nodes: 1;"), "no equation that could be scaled"},
      {with_nodes("abstract: 1; abstract: 1;", "abstract nodes: 2;"), "abstract node 1 is already defined"},
      {with_nodes("output: abstract, 4;", ""), "abstract node 4 is not defined"},
      {with_nodes("abstract: 1;", one, "genel: 1, clamp, 2, abstract, const, 1.;"), "abstract node 2 is not defined"},
      {with_nodes("abstract: 1;", one, "genel: 1, clamp, 1, elastic, const, 1.;"), "found `elastic`"},
      {with_nodes("abstract: 1;", one, "genel: 1, clamp, 1, structural, 7, algebraic, 1.;"),
       "has 6 degrees of freedom"},
      {with_nodes("abstract: 1;", one, "genel: 1, clamp, 1, structural, 4, algebraic, 1.;"), "rotations are no coord"},
      {with_nodes("abstract: 1, algebraic;", one, "genel: 1, clamp, 1, abstract, differential, 1.;"), "has no rate"},
      {with_nodes("abstract: 1;", one, "genel: 1, distance, 1, abstract, algebraic, 1, structural, 1, algebraic, 1.;"),
       "of different order"},
      {with_nodes("abstract: 1;", one,
                  "genel: 1, spring, 1, abstract, differential, 1, structural, 1, algebraic, linear viscous, 1.;"),
       "a law with viscosity needs"},
      {with_nodes("abstract: 1;", one, "genel: 1, spring support, 1, abstract, differential, linear elastic, 1.;"),
       "takes the value"},
      {with_nodes("abstract: 1;", one, "genel: 1, sprung, 1, abstract;"),
       "unknown genel `sprung`, did you mean `spring`"},
      {with_nodes("abstract: 1;", one, "genel: 1, rotor trim, 1;"), "`rotor trim` is not supported"},
      {with_nodes("abstract: 1, algebraic;", one, "genel: 1, mass, 1, abstract, const, 1.;"), "is algebraic"},
      {with_nodes("abstract: 1;", one,
                  "genel: 1, scalar filter, 1, abstract, algebraic, drive, time, 1, 1., 2, 1., 2., 3.;"),
       "the filter is not proper"},
      {with_nodes("abstract: 1;", one, "genel: 1, state space SISO, 1, abstract, algebraic, drive, time, 0;"),
       "the number of states must be at least 1"},
      {with_nodes("abstract: 1;", one,
                  "genel: 1, state space SISO, 1, abstract, algebraic, drive, time, 1, matrix A, 1., matrix C, 1.;"),
       "matrix B"},
      {with_nodes("parameter: 1;", "parameter nodes: 1;", "bind: 1, body, 1, string, \"E\";"),
       "takes no value from an element"},
      {with_nodes("parameter: 1, element;", "parameter nodes: 1;", "bind: 1, body, 1, string, \"F\";"),
       "body 1 has no datum `F`"},
      {with_nodes("parameter: 1, element;", "parameter nodes: 1;", "bind: 3, body, 1, string, \"E\";"),
       "body 3 is not defined"},
      {with_nodes("parameter: 1, beam strain gage, 0.1, 0.2;", "parameter nodes: 1;", "bind: 1, body, 1, 1;"),
       "bound to a `beam`"},
      {with_nodes("parameter: 1, sample and hold, 1, structural, 2, algebraic, 0.;", "parameter nodes: 1;"),
       "sampling period"},
      {with_nodes("", "", "driven: 1, const, 1., body: 1, 1, 1., null, eye;"), "already defined"},
      {with_nodes("", "", "driven: 3, const, 1., existing: joint, 4;"), "differs from label 4"},
      {with_nodes("", "", "driven: 3, const, 1., existing: joint, 3;"), "joint 3 is not defined"},
      {with_nodes("", "", "driven: 1, const, 1., existing: body, 1;"), "cannot be switched on and off"},
      {with_nodes("", "joints: 1;", "driven: 3, const, 1., joint: 4, clamp, 1, node, node;"), "differs from label 4"},
      {with_nodes("", "", "driven: 3, const, 1., hint, \"offset{1}\", joint: 3, clamp, 1, node, node;"),
       "the clamp cannot be attached anew by hint `offset`"},
      {with_nodes("", "", "driven: 3, const, 1., hint, \"drive{1.}\", joint: 3, clamp, 1, node, node;"),
       "the clamp has nothing that hint `drive` could give"},
      {with_nodes("", "", "driven: 3, const, 1., hint, \"drive\", joint: 3, clamp, 1, node, node;"),
       "a hint is a word with arguments in braces"},
      {with_nodes(
           "", "",
           "driven: 3, const, 1., hint, \"position-drive3{1., 0., ramp}\", joint: 3, total pin joint, 1, position "
           "constraint, 1, 1, 1, null;"),
       "in the hint: "},
      {with_nodes("", "", "inertia: 1, body, 9;"), "body 9 is not defined"},
      {with_nodes("", "", "inertia: 1, body, 1, 1;"), "listed twice"},
      {with_nodes("", "", "inertia: 1, spring, all;"), "found `spring`"},
      {with_nodes("", "", "force: 1, abstract, 1, structural, 8, const, 1.;"), "has 6 degrees of freedom, found 8"},
      {with_nodes("", "", "bulk: 1, spring, 1, structural, 1, algebraic, 1.;"), "stiffness spring"},
  };
  for (const Bad& bad : cases) {
    const std::string text = errors_of(bad.deck);
    BOOST_TEST(contains(text, bad.part), bad.deck.nodes << " / " << bad.deck.elements << " gives: " << text);
    BOOST_TEST(text.substr(0, 5) == "deck:", text);
  }
}

BOOST_AUTO_TEST_SUITE_END()
