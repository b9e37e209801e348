// Card `method` of the nodes and the elements block.
#include <boost/test/unit_test.hpp>

#include "tests/input_blocks/deck.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(method_cards)

namespace {

Deck deck(const std::string& node_cards, const std::string& element_cards, bool hybrid = true) {
  Deck d;
  if (hybrid) d.problem = "method: hybrid, ms2, 0.6;";
  d.counters = "structural nodes: 4; abstract nodes: 1; rigid bodies: 1; genels: 2;";
  d.nodes =
      "structural: 1, dynamic, null, eye, null, null; structural: 2, static, null, eye, null, null;"
      "structural: 5, static, null, eye, null, null; structural: 6, dummy, 1, offset, null, eye;"
      "abstract: 1, differential;\n" +
      node_cards;
  d.elements =
      "body: 1, 1, 1., null, eye; genel: 1, spring support, 1, abstract, algebraic, linear elastic, 1.;"
      "genel: 2, state space SISO, 1, abstract, algebraic, 1, abstract, algebraic, 1, matrix a, -1., matrix b, 1., "
      "matrix c, 1.;\n" +
      element_cards;
  return d;
}

}  // namespace

BOOST_AUTO_TEST_CASE(nodes_take_the_methods_they_name) {
  const auto analysis =
      read(deck("method: structural, 2, implicit euler; method: structural, range, 3, 9, ms3, 0.4;"
                "method: abstract, 1, bdf, order, 1;",
                ""));
  const Model& model = analysis->model;
  const auto method = [&](unsigned label, NodeFamily family) {
    return model.node(*model.find_node(label, family)).method;
  };
  BOOST_TEST(method(1, NodeFamily::structural) == 0);
  BOOST_TEST(method(2, NodeFamily::structural) == 1);
  BOOST_TEST(method(5, NodeFamily::structural) == 2);
  BOOST_TEST(method(6, NodeFamily::structural) == 0);  // a dummy node has no unknowns
  BOOST_TEST(method(1, NodeFamily::abstract_) == 3);
  const auto& methods = analysis->problem.own_methods;
  BOOST_REQUIRE(methods.size() == 3U);
  BOOST_TEST(methods[0].keyword == "impliciteuler");
  BOOST_TEST(value_of(methods[1].rho) == 0.4);
  BOOST_TEST(methods[2].order == 1);
}

BOOST_AUTO_TEST_CASE(elements_take_the_methods_they_name) {
  const auto analysis = read(deck("", "method: genel, 2, crank nicolson;"));
  const Model& model = analysis->model;
  const auto method = [&](const char* family, unsigned label) {
    const auto at = model.find_element(family, label);
    return model.batch(at->batch).info(at->number).method;
  };
  BOOST_TEST(method("genel", 1) == 0);
  BOOST_TEST(method("genel", 2) == 1);
  BOOST_TEST(analysis->warnings.empty());
  BOOST_TEST(warned(*read(deck("", "method: body, 1, bdf;")), "body 1 has no unknowns with rates of its own"));
}

BOOST_AUTO_TEST_CASE(without_hybrid_they_have_no_effect_and_that_is_told) {
  const auto analysis = read(deck("method: structural, 2, bdf;", "method: genel, 2, bdf;", false));
  BOOST_TEST(analysis->problem.own_methods.empty());
  BOOST_TEST(analysis->warnings.size() == 2U);
  BOOST_TEST(warned(*analysis, "without `method: hybrid` in the problem block this card has no effect"));
  BOOST_TEST(analysis->model.node(*analysis->model.find_node(2)).method == 0);
}

BOOST_AUTO_TEST_CASE(errors_have_their_place) {
  const auto nodes = [](const std::string& card) { return errors_of(deck(card, "")); };
  const auto elements = [](const std::string& card) { return errors_of(deck("", card)); };
  BOOST_TEST(contains(nodes("method: structural, 7, bdf;"), ":21: error: structural node 7 is not defined"));
  BOOST_TEST(contains(nodes("method: structural, 6, bdf;"), ":21: error: structural node 6 has no unknowns"));
  BOOST_TEST(
      contains(nodes("method: structural, 2, DIRK43;"), ":24: error: methods of single nodes and elements have one"));
  BOOST_TEST(
      contains(nodes("method: structural, 2, hybrid, ms2, 0.;"), ":24: error: `hybrid` is a method of the problem"));
  BOOST_TEST(contains(nodes("method: structural, 2, ms2, 1.5;"), "must lie in [0, 1], found 1.5"));
  BOOST_TEST(contains(nodes("method: structural, range, 5, 2, bdf;"), "the range ends at 2, before it begins at 5"));
  BOOST_TEST(contains(nodes("method: structral, 2, bdf;"), "structral"));
  BOOST_TEST(contains(nodes("method: structural, 2, bfd;"), "did you mean `bdf`"));
  BOOST_TEST(contains(nodes("method: structural, 2;"), "error"));
  BOOST_TEST(contains(elements("method: joint, 3, bdf;"), "joint 3 is not defined"));
  BOOST_TEST(contains(elements("method: jiont, 3, bdf;"), "jiont"));
  BOOST_TEST(contains(elements("method: genel, 2, msstc3, 0.;"), "have one stage a step"));
}

BOOST_AUTO_TEST_CASE(radii_that_were_postponed_are_checked) {
  Deck d = deck("method: structural, 2, ms2, postponed, 7;", "");
  d.elements += "drive caller: 7, const, 2.;";
  BOOST_TEST(contains(errors_of(d), "must lie in [0, 1], found 2"));
}

BOOST_AUTO_TEST_SUITE_END()
