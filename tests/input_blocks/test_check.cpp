// What is said about models that can be read and are doubtful.
#include <boost/test/unit_test.hpp>

#include "tests/input_blocks/deck.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(checks)

namespace {

std::string warnings_of(const Deck& deck) {
  std::string text;
  for (const Warning& warning : check_model(*read(deck))) text += warning.str() + "\n";
  return text;
}

std::string with_body(const std::string& mass_and_inertia) {
  Deck deck;
  deck.elements = "body: 1, 1, " + mass_and_inertia + ";";
  return warnings_of(deck);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_sound_model_has_no_warnings) { BOOST_TEST(warnings_of(Deck()).empty()); }

BOOST_AUTO_TEST_CASE(unused_reference_frames_are_named) {
  Deck deck;
  deck.control = "reference: 7, null, eye, null, null; reference: 8, reference, 7, null, eye, null, null;";
  deck.nodes = "structural: 1, dynamic, reference, 7, null, eye, null, null;";
  const std::string text = warnings_of(deck);
  BOOST_TEST(contains(text, "deck:5:49: warning: reference frame 8 is never used"), text);
  BOOST_TEST(occurrences(text, "warning") == 1, text);
}

BOOST_AUTO_TEST_CASE(unused_drives_are_named) {
  Deck deck;
  deck.control =
      "drive caller: 1, const, 1.; drive caller: 2, reference, 1; drive caller: 3, string, \"model::drive(2)\";";
  const std::string text = warnings_of(deck);
  BOOST_TEST(contains(text, "deck:5:74: warning: drive caller 3 is never used"), text);
  BOOST_TEST(occurrences(text, "warning") == 1, text);
}

BOOST_AUTO_TEST_CASE(a_drive_looked_up_by_a_computed_label_counts_as_used) {
  Deck deck;
  deck.control = "set: integer k = 0; drive caller: 1, const, 1.; output meter: string, \"model::drive(k + 1)\";";
  BOOST_TEST(warnings_of(deck).empty(), warnings_of(deck));
}

BOOST_AUTO_TEST_CASE(a_postponed_drive_counts_as_used) {
  Deck deck;
  deck.problem = "method: ms, postponed, 4;";
  deck.control = "drive caller: 4, const, 0.5;";
  BOOST_TEST(warnings_of(deck).empty(), warnings_of(deck));
}

BOOST_AUTO_TEST_CASE(dynamic_nodes_need_mass) {
  Deck deck;
  deck.counters = "structural nodes: 3; rigid bodies: 2;";
  deck.nodes =
      "structural: 1, dynamic, null, eye, null, null; structural: 2, dynamic, null, eye, null, null; structural: 3, "
      "static, null, eye, null, null;";
  deck.elements = "body: 1, 2, 0., null, eye; body: 2, 2, 0., null, null;";
  const std::string text = warnings_of(deck);
  BOOST_TEST(contains(text, "deck:7:13: warning: dynamic node 1 has no body: nothing gives it mass"), text);
  BOOST_TEST(contains(text, "deck:7:60: warning: the bodies of dynamic node 2 have no mass"), text);
  BOOST_TEST(contains(text, "static node 3 has neither mass nor stiffness"), text);
  BOOST_TEST(occurrences(text, "warning") == 3, text);
}

BOOST_AUTO_TEST_CASE(inertia_that_no_body_can_have_is_named) {
  BOOST_TEST(contains(with_body("1., null, diag, 1., 1., -1."), "deck:9:7: warning: no rigid body can be like body 1"));
  BOOST_TEST(contains(with_body("1., null, diag, 1., 1., -1."), "-1, 1, 1: none can be negative"));
  BOOST_TEST(contains(with_body("1., null, diag, 1., 1., 2.1"), "1, 1, 2.1: the largest cannot exceed the sum"));
  BOOST_TEST(contains(with_body("allow negative mass, -1., null, diag, 1., 1., 1."), "its mass -1 is negative"));
}

BOOST_AUTO_TEST_CASE(limits_of_inertia_are_sound) {
  BOOST_TEST(with_body("1., null, diag, 1., 1., 2.").empty());       // a disc
  BOOST_TEST(with_body("1., null, diag, 0., 1., 1.").empty());       // a rod
  BOOST_TEST(with_body("1., null, null").empty());                   // a point
  BOOST_TEST(with_body("1., null, diag, 1., 1., 2.00001").empty());  // six digits of a disc
}

BOOST_AUTO_TEST_CASE(warnings_found_while_reading_come_along) {
  Deck deck;
  deck.control = "use: forces, in assembly;";
  BOOST_TEST(contains(warnings_of(deck), "deck:5:1: warning: `use` has no effect"));
}

BOOST_AUTO_TEST_SUITE_END()
