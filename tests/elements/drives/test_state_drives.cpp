// Drives `node`, `element`, `dof` and the values of parameter nodes.
#include <boost/test/unit_test.hpp>

#include "elements/drives/state_drives.h"
#include "elements/nodes/node_data.h"
#include "tests/elements/samples.h"
#include "tests/elements/scene.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(state_drives)

namespace {

/// Drives read behind a model, evaluated in a random state.
struct State3 {
  explicit State3(const std::string& cards = "") : text(sample_nodes() + cards) {}
  DrivePointer drive(const std::string& arguments) {
    Reader reader(text.model, text.symbols, text.drives, text.cards, text.diagnostics);
    reader.open_text("drive", "card: " + arguments + ";");
    std::string card;
    reader.next_card(card);
    DrivePointer result = reader.drive();
    reader.end_card();
    return result;
  }
  std::string error(const std::string& arguments) {
    try {
      drive(arguments);
    } catch (const InputError& e) {
      return e.what();
    }
    return "none";
  }
  TextModel text;
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_CASE(node_and_dof_drives_give_functions_of_the_state) {
  State3 s;
  const auto y = s.drive("node, 2, structural, string, \"X[2]\", linear, 1., 3.");
  const auto x = s.drive("node, 1, abstract, direct");
  const auto w = s.drive("dof, 1, structural, 5, differential, direct");
  const auto p = s.drive("dof, 3, structural, 3, algebraic, parabolic, 0., 0., 1.");
  const auto r = s.drive("dof, 2, abstract, differential, direct");
  const auto index = s.drive("node, 2, structural, index, 10, direct");
  Scene scene(s.text.model, 2);
  scene.randomize();
  DriveContext context;
  context.model = &s.text.model;
  context.state = &scene.state;
  const auto value = [&](const DrivePointer& d) { return d->value(Taylor2(9), context).f; };
  const NodeIndex one = *s.text.model.find_node(1, NodeFamily::abstract_);
  const NodeIndex two = *s.text.model.find_node(2, NodeFamily::abstract_);
  BOOST_TEST(value(y) == 1 + 3 * scene.nodes[2].x(1));
  BOOST_TEST(y->value(Taylor2(9), context).d == 3 * scene.nodes[2].v(1));
  BOOST_TEST(value(x) == scene.nodes[one].x(0));
  BOOST_TEST(value(w) == scene.nodes[1].w(1));
  BOOST_TEST(w->value(Taylor2(9), context).d == scene.nodes[1].alpha(1));
  BOOST_TEST(scene.nodes[1].alpha(1) != 0);
  BOOST_TEST(value(p) == scene.nodes[3].x(2) * scene.nodes[3].x(2));
  BOOST_TEST(value(r) == scene.nodes[two].v(0));
  BOOST_TEST(value(index) == scene.nodes[2].v(0));
  for (const auto& d : {y, x, w, p, r}) {
    BOOST_TEST(d->depends_on_state());
    BOOST_TEST(!d->constant());
  }
}

BOOST_AUTO_TEST_CASE(accelerations_are_computed_for_those_who_ask) {
  State3 s;
  s.drive("node, 2, structural, string, \"XP[1]\", direct");
  BOOST_TEST(!s.text.model.accelerations_needed());
  s.drive("node, 2, structural, string, \"OmegaP[1]\", direct");
  BOOST_TEST(s.text.model.accelerations_needed());
}

BOOST_AUTO_TEST_CASE(element_drives_read_what_the_table_of_drives_observes) {
  State3 s("body: 7, 1, 3., null, eye; joint: 4, distance, 1, 2, from nodes;");
  const auto mass = s.drive("element, 7, body, string, \"m\", linear, 0., 2.");
  const auto distance = s.drive("element, 4, joint, direct");
  const auto again = s.drive("element, 7, body, index, 3, direct");
  BOOST_TEST(s.text.model.observations().size() == 2u);
  const double observed[] = {5, 6};
  DriveContext context;
  BOOST_CHECK_THROW(mass->value(Taylor2(0), context), Error);
  context.observed = observed;
  BOOST_TEST(mass->value(Taylor2(0), context).f == 10);
  BOOST_TEST(distance->value(Taylor2(0), context).f == 6);
  BOOST_TEST(again->value(Taylor2(0), context).f == 5);
}

BOOST_AUTO_TEST_CASE(momenta_of_a_node_can_be_observed_before_they_exist) {
  State3 s("body: 7, 1, 3., null, eye;");
  // finish_elements has made the inertia of node 1; node 2 carries nothing and will never have one.
  s.drive("element, 1, automatic structural, string, \"beta[2]\", direct");
  s.drive("element, 2, automatic structural, string, \"beta[2]\", direct");
  BOOST_CHECK_EXCEPTION(s.text.model.resolve_observations(), InputError,
                        [](const InputError& e) { return has(e.what(), "automatic structural 2 is not defined"); });
}

BOOST_AUTO_TEST_CASE(errors_name_the_datum) {
  State3 s("body: 7, 1, 3., null, eye;");
  const auto expect = [&](const std::string& arguments, const std::string& part) {
    const std::string text = s.error(arguments);
    BOOST_TEST(has(text, part), arguments << " gives: " << text);
    BOOST_TEST(has(text, "drive:1:"), text);
  };
  expect("node, 9, structural, string, \"X[1]\", direct", "structural node 9 is not defined");
  expect("node, 1, structural, string, \"X[4]\", direct", "has no datum `X[4]`, did you mean `X[1]`");
  expect("node, 1, structural, direct", "has several data");
  expect("node, 1, structural, index, 60, direct", "there is no number 60");
  expect("node, 1, elastic, direct", "found `elastic`");
  expect("element, 3, body, string, \"m\", direct", "body 3 is not defined");
  expect("element, 7, body, string, \"M\", direct", "body 7 has no datum `M`");
  expect("element, 7, body, direct", "has several data");
  expect("element, 7, bodi, string, \"m\", direct", "unknown element type `bodi`, did you mean `body`?");
  expect("dof, 1, structural, 7, algebraic, direct", "has 6 degrees of freedom, found 7");
  expect("dof, 1, structural, 4, algebraic, direct", "rotations are no coordinates");
  expect("dof, 3, abstract, differential, direct", "abstract node 3 is algebraic: it has no rate");
}

BOOST_AUTO_TEST_CASE(a_sampled_value_is_held_between_the_instants) {
  State3 s;
  const NodeIndex node = *s.text.model.find_node(1, NodeFamily::abstract_);
  SampleDrive sample(s.text.model, {node, 0, Order::algebraic, true}, 0.5);
  std::vector<NodeState> nodes(s.text.model.node_count());
  State state;
  state.nodes = nodes.data();
  DriveContext context;
  context.state = &state;
  const auto step = [&](std::int64_t number, double time, double value) {
    nodes[node].x(0) = value;
    context.step = number;
    context.time = Taylor2(time, 1, 0);
    const double held = sample.value(context.time, context).f;
    sample.accept(context.time, context);
    return held;
  };
  BOOST_TEST(step(0, 0, 1) == 1);
  BOOST_TEST(step(1, 0.25, 2) == 1);
  BOOST_TEST(step(2, 0.5, 3) == 1);
  BOOST_TEST(step(3, 0.75, 4) == 3);
  BOOST_TEST(step(4, 1.0, 5) == 3);
  BOOST_TEST(step(5, 1.25, 6) == 5);
}

BOOST_AUTO_TEST_SUITE_END()
