// Card `state space`, models without steps, card `monitors`.
#include <boost/test/unit_test.hpp>

#include "deck.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(state_space_card)

namespace {

Deck with(const std::string& card) {
  Deck deck;
  deck.control = "forces: 1;";
  deck.nodes = "drive caller: 10, const, 2.; structural: 1, dynamic, null, eye, null, null;";
  deck.elements =
      "body: 1, 1, 1., null, eye; force: 1, absolute, 1, position, null, 1., 0., 0., mult, const, 3., reference, "
      "10;\n" +
      card;
  return deck;
}

constexpr const char* output = "output, node, 1, structural, string, \"X[1]\", direct";

std::string without_steps(const Deck& deck) {
  std::string text = deck.text();
  for (const std::string card : {"final time: 1.;", "time step: 1e-3;"}) text.erase(text.find(card), card.size());
  return text;
}

}  // namespace

BOOST_AUTO_TEST_CASE(inputs_and_outputs_have_names_and_defaults) {
  const auto analysis = read(with(std::string("state space: list, 2, 0., 0.5, input, 10, name, \"push\", ") + output +
                                  ", name, \"place\", output, reference, 10, descriptor;"));
  BOOST_REQUIRE(analysis->problem.state_spaces.size() == 1);
  const StateSpaceSettings& s = analysis->problem.state_spaces[0];
  BOOST_TEST(s.times.size() == 2);
  BOOST_TEST(s.inputs[0].name == "push");
  BOOST_TEST(s.outputs[0].name == "place");
  BOOST_TEST(s.outputs[1].name == "output 2");
  BOOST_TEST(s.descriptor);
  BOOST_TEST(s.reduced);
}

BOOST_AUTO_TEST_CASE(an_input_moves_everything_that_contains_the_drive) {
  const auto analysis = read(with(std::string("state space: 0., input, 10, ") + output + ", descriptor, only;"));
  const StateSpaceSettings& s = analysis->problem.state_spaces[0];
  BOOST_TEST(s.inputs[0].name == "drive caller 10");
  BOOST_TEST(!s.reduced);
  DriveContext context;
  const auto amplitude = [&] { return analysis->model.drive(0).value(Taylor2(0), context); };
  BOOST_TEST(amplitude().f == 6);
  s.inputs[0].shift(Taylor2(0.5, 4, 0));
  BOOST_TEST(amplitude().f == 7.5);
  BOOST_TEST(amplitude().d == 12);
  s.inputs[0].shift(Taylor2());
  BOOST_TEST(amplitude().f == 6);
}

BOOST_AUTO_TEST_CASE(errors_have_their_place) {
  const auto expect = [](const std::string& card, const std::string& message) {
    const std::string errors = errors_of(with(card));
    BOOST_TEST(contains(errors, message), card << " gives: " << errors);
  };
  expect(std::string("state space: 0., input, 11, ") + output + ";",
         "deck:10:25: error: drive caller 11 is not defined");
  expect(std::string("state space: 0., input, 10, input, 10, ") + output + ";",
         "deck:10:36: error: drive caller 10 is an input");
  expect(std::string("state space: 0., ") + output + ";", "deck:10:1: error: a state space needs an input");
  expect("state space: 0., input, 10;", "deck:10:1: error: a state space needs an output");
  expect("state space: 0., input, 10, output, node, 1, structural, string, \"Y\", direct;", "has no datum `Y`");
  expect("state space: 0., inputs, 10;", "part of a state space");
  expect("state space: list, 0, input, 10;", "the number of times");
}

BOOST_AUTO_TEST_CASE(a_model_without_steps_is_linearised_at_its_initial_time) {
  const auto analysis = read(without_steps(with(std::string("state space: 0., input, 10, ") + output + ";")));
  BOOST_TEST(analysis->problem.final_time == analysis->problem.initial_time);
  BOOST_TEST(noted(*analysis, "no step is made"));
  Deck modes;
  modes.problem = "eigenanalysis: 0.;";
  BOOST_TEST(noted(*read(without_steps(modes)), "no step is made"));
  modes.problem = "eigenanalysis: list, 2, 0., 0.5;";
  const std::string errors = errors_of(without_steps(modes));
  BOOST_TEST(contains(errors, "deck:2:1: error: `eigenanalysis` at time 0.5"), errors);
}

BOOST_AUTO_TEST_CASE(monitors_are_on_when_asked_for) {
  Deck deck;
  BOOST_TEST(!read(deck)->output.monitors);
  deck.control = "monitors: yes;";
  BOOST_TEST(read(deck)->output.monitors);
  deck.control = "monitors: no;";
  BOOST_TEST(!read(deck)->output.monitors);
  deck.control = "monitors: ;";
  const std::string errors = errors_of(deck);
  BOOST_TEST(contains(errors, "deck:5:"), errors);
}

BOOST_AUTO_TEST_SUITE_END()
