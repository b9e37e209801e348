// Laws from text: references, cards, keywords and mistakes.
#include <boost/test/unit_test.hpp>

#include "elements/laws/register.h"
#include "tests/elements/laws/law_language.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(law_reading)

namespace {

const auto exact = boost::test_tools::tolerance(1e-12);

/// Error of a law in a card `card: text;`, which starts in column 7.
template <int N>
void check_error(const std::string& text, int column, const std::string& message) {
  LawLanguage l;
  l.run("scalar function: \"stiff\", 2.; constitutive law: 3, 3, linear elastic, 1.; constitutive law: 12, 1, 4.;");
  const std::string error = error_of([&] { l.law<N>(text); });
  BOOST_TEST(contains(error, "test.mbd:1:" + std::to_string(column) + ": error: "), text << " -> " << error);
  BOOST_TEST(contains(error, message), text << " -> " << error);
}

std::string card_error(const std::string& text) {
  LawLanguage l;
  l.run(text);
  return l.diagnostics.empty() ? std::string() : l.diagnostics.errors().front().what();
}

}  // namespace

BOOST_AUTO_TEST_CASE(labelled_laws_are_shared) {
  LawLanguage l;
  l.run(
      "constitutive law: 1, 1, linear elastic, 5.;"
      "constitutive law: 1, 3, linear elastic, 7.;"
      "constitutive law: 2, name, \"beam\", 6, linear elastic, 9.;");
  l.diagnostics.raise();
  BOOST_TEST(stress<1>(*l.law<1>("reference, 1"), {1}, {0}, l.at(0)) == 5., exact);
  BOOST_TEST(stress<3>(*l.law<3>("reference, 1"), {1, 0, 0}, {0, 0, 0}, l.at(0)) == 7., exact);
  BOOST_TEST((l.law<6>("reference, 2") == l.law<6>("reference, 2")));
  BOOST_TEST(stress<1>(*l.law<1>("array, 2, reference, 1, 3."), {1}, {0}, l.at(0)) == 8., exact);
}

BOOST_AUTO_TEST_CASE(an_array_of_one_law_is_that_law) {
  LawLanguage l;
  l.run("constitutive law: 1, 1, log elastic, 5.;");
  BOOST_TEST((l.law<1>("array, 1, reference, 1") == l.law<1>("reference, 1")));
}

BOOST_AUTO_TEST_CASE(a_law_leaves_what_it_does_not_know) {
  LawLanguage l;
  Reader& r = l.read("linear elastic, 5., orientation description, vector");
  read_law<3>(r);
  BOOST_TEST(r.keyword("orientation description"));
  Reader& turbulent = l.read("turbulent viscoelastic, 1., 2., output, no");
  read_law<1>(turbulent);
  BOOST_TEST(turbulent.keyword("output"));
}

BOOST_AUTO_TEST_CASE(isotropic_may_be_written_or_left_out) {
  LawLanguage l;
  for (const std::string word : {"", " isotropic"}) {
    BOOST_TEST(l.law<3>("linear elastic" + word + ", 2.")->linear()->stiffness(1, 1) == 2.);
    BOOST_TEST(l.law<3>("linear viscous" + word + ", 2.")->linear()->damping(1, 1) == 2.);
    BOOST_TEST(l.law<3>("LINEAR  viscoelastic" + word + ", 2., proportional, 0.5")->linear()->damping(1, 1) == 1.);
    BOOST_TEST(l.law<6>("linear viscoelastic" + word + ", 2., 3.")->linear()->damping(5, 5) == 3.);
  }
}

BOOST_AUTO_TEST_CASE(inline_scalar_functions_may_be_written_in_a_law) {
  LawLanguage l;
  const auto law = l.law<1>("nlsf elastic, 1., \"new\", multilinear, 0., 0., 1., 3., end, prestress, 5.");
  BOOST_TEST(stress<1>(*law, {0.5}, {0}, l.at(0)) == 0.5 + 1.5 + 5, exact);
  BOOST_TEST(stress<1>(*l.law<1>("scalar function elastic, \"new\""), {0.5}, {0}, l.at(0)) == 1.5, exact);
  BOOST_TEST(stress<1>(*l.law<1>("scalar function elastic orthotropic, null"), {0.5}, {0}, l.at(0)) == 0.);
}

BOOST_AUTO_TEST_CASE(mistakes_in_the_name_of_a_law) {
  check_error<1>("linear elstic, 1.", 7, "unknown constitutive law `linear elstic`, did you mean `linear elastic`");
  check_error<3>("5.", 7, "expected the name of a constitutive law of dimension 3, found a number");
  check_error<3>("log elastic, 5.", 7, "constitutive law `log elastic` does not exist in dimension 3, only in 1");
  check_error<1>("axial wrapper, 1., 0., 0., 3.", 7, "does not exist in dimension 1, only in 3");
  check_error<6>("cubic elastic generic, 1.", 7, "does not exist in dimension 6, only in 1 and 3");
  check_error<1>("\"text\"", 7, "expected a constitutive law of dimension 1");
  check_error<1>("", 7, "expected a constitutive law of dimension 1");
  check_error<6>("neo hookean elastic, E, 1., nu, 0.3", 7, "is not supported: law of solid elements");
  check_error<1>("muscle, 1.", 7, "is not supported: law of a plug-in module");
}

BOOST_AUTO_TEST_CASE(mistakes_in_references) {
  check_error<1>("reference, 11", 18, "constitutive law 11 of dimension 1 is not defined, did you mean `12`?");
  check_error<6>("reference, 11", 18, "constitutive law 11 of dimension 6 is not defined; none is defined yet");
  check_error<1>("reference, 3", 18, "constitutive law 3 has dimension 3, dimension 1 is needed here");
}

BOOST_AUTO_TEST_CASE(mistakes_in_the_card) {
  BOOST_TEST(contains(card_error("constitutive law: 1, 1, 5.; constitutive law: 1, 1, 6.;"),
                      "test.mbd:1:47: error: constitutive law 1 of dimension 1 is already defined"));
  BOOST_TEST(contains(card_error("constitutive law: 1, 2, linear elastic, 5.;"),
                      "test.mbd:1:22: error: the dimension of a constitutive law must be 1, 3 or 6, found 2"));
  BOOST_TEST(contains(card_error("constitutive law: 1, 7, linear elastic, 5.;"), "1:22: error: constitutive laws of"));
  BOOST_TEST(contains(card_error("constitutive law: 1, 3, linear elastic, 5., 6.;"), "1:45: error: this argument"));
}

BOOST_AUTO_TEST_CASE(mistakes_in_the_data) {
  check_error<1>("linear elastic", 21, "an argument is missing");
  check_error<3>("linear elastic generic, matr, 1., 2., 3.", 47, "is missing");
  check_error<1>("linear elastic, 1., prestres, 2.", 27, "did you mean `prestress`?");
  check_error<1>("linear viscous, 1., prestrain, 2.", 27, "a viscous law takes no prestrain");
  check_error<1>("linear viscoelastic, 1., proportionl, 0.1", 32, "proportionl");
  check_error<1>("inverse square elastic, 1., 0.", 35, "`reference length` must be > 0, found 0");
  check_error<1>("double linear elastic, 1., -0.2, 0.1, 2.", 40, "the upper strain comes first");
  check_error<1>("isotropic hardening elastic, 1., 0.", 40, "the reference strain of the law must not be zero");
  check_error<1>("turbulent viscoelastic, 1., 2., -1.", 39, "threshold of the law must not be negative");
  check_error<1>("scalar function elastic, \"stif\"", 32,
                 "scalar function `stif` is not defined, did you mean `stiff`?");
  check_error<3>("scalar function elastic orthotropic, null, null", 54, "an argument is missing");
  check_error<3>("scalar function elastic, \"stiff\", prestress, 1., 2., 3.", 41, "this argument is one too many");
  check_error<3>("axial wrapper, 0., 0., 0., 3.", 22, "the direction of an axial law must not be zero");
  check_error<1>("array, 0", 14, "number of laws");
  check_error<3>("linear viscoelastic maxwell 1, 3.", 38, "expected `E0`");
  check_error<3>("linear viscoelastic maxwell 1, E0, -1.", 42, "E0");
  check_error<3>("linear viscoelastic maxwell 1, E0, 1., E1, 1., eta1, 0., C, eye", 60,
                 "`eta1` must be positive, found 0");
  check_error<3>("linear viscoelastic maxwell n, E0, 1., 0, C, eye", 46, "number of Maxwell elements");
  check_error<6>("linear viscoelastic maxwell n, E0, 1., 2, E1, 1., eta1, 1., C, eye", 67, "expected `E1`");
  check_error<3>("linear viscoelastic maxwell 1, E0, 1., E1, 1., eta1, 1., eye", 64, "expected `C`");
  check_error<3>("linear viscoelastic maxwell 1, E0, 1., E1, 1., eta1, 1., C, matr, 1, 1, 0, 0, 1, 0, 0, 0, 1", 97,
                 "C must be symmetric");
  check_error<3>("linear viscoelastic maxwell 1, E0, 1., E1, 1., eta1, 1., C, diag, 1., 1., -1.", 81,
                 "C must not have negative eigenvalues");
  check_error<1>("linear viscoelastic maxwell 1, E0, 1.", 7, "does not exist in dimension 1, only in 3 and 6");
  check_error<1>("array, 2, 3.", 19, "expected a constitutive law of dimension 1");
  std::string nested;
  for (int i = 0; i < 150; ++i) nested += "drive caller wrapper, 1., ";
  check_error<1>(nested + "3.", 7 + 100 * 26 - 4, "constitutive laws are nested too deeply");
}

BOOST_AUTO_TEST_CASE(mistakes_in_symbolic_laws) {
  check_error<1>("symbolic elastic, expression, \"e\"", 25, "expected `epsilon`");
  check_error<1>("symbolic viscous, epsilon, \"e\", expression, \"e\"", 25, "expected `epsilon prime`");
  check_error<1>("symbolic elastic, epsilon, \"2e\", expression, \"e\"", 34,
                 "`2e` cannot be a symbol: expected a name");
  check_error<3>("symbolic elastic, epsilon, \"e\", \"e\", \"f\", expression, \"e\"", 39, "symbol `e` is used twice");
  check_error<1>("symbolic elastic, epsilon, \"e\", expression, \"2*eps\"", 54, "unknown symbol `eps`");
  check_error<1>("symbolic elastic, epsilon, \"e\", expression, \"2*e)\"", 55, "expected an operator");
  LawLanguage l;
  l.run("set: real k = 3.;");
  BOOST_TEST(contains(error_of([&] { l.law<1>("symbolic elastic, epsilon, \"e\", expression, \"k*e\""); }),
                      "variables of the model file are not known here"));
  const auto log = l.law<1>("symbolic elastic, epsilon, \"e\", expression, \"log(e)\"");
  BOOST_TEST(contains(error_of([&] { stress<1>(*log, {-1}, {0}, l.at(0)); }), "expression 1 has no value"));
}

BOOST_AUTO_TEST_CASE(mistakes_in_shock_absorbers_and_contacts) {
  check_error<1>("shock absorber, 1., 0., 1., 1., 1., 1., 1.", 27,
                 "reference area of the shock absorber must be positive");
  check_error<1>("shock absorber, prestrain, 0.1, 1., 1., 1., 1., 1., 1., 1.", 51, "below the prestrain 0.1");
  check_error<1>("shock absorber, 1., 1., 1., 1., epsilon min, 0.1, 1., 1., 1.", 52, "must be below the prestrain 0");
  check_error<1>("shock absorber, 1., 1., 1., 1., metering, meter, 0., forever, 1., 1., 1.", 49,
                 "must be a function of its argument and of time only");
  check_error<1>("shock absorber, 1., 1., 1., 1., 1., 1., 1., friction, 0., 1.", 61, "friction strain rate");
  const std::string rest = "kappa, 1., exp, 1.";
  check_error<1>("continuous contact, restitution, 1.5, " + rest, 40, "must lie in (0, 1], found 1.5");
  check_error<1>("continuous contact, restitution, 0., " + rest, 40, "must lie in (0, 1], found 0");
  check_error<1>("continuous contact, formulation, hunt crossley, restitution, -1., " + rest, 68, "must lie in [0, 1]");
  check_error<1>("continuous contact, formulation, hertz, restitution, 1., " + rest, 40, "formulation of the contact");
  check_error<1>("continuous contact, sign, 0., restitution, 1., " + rest, 33,
                 "the sign of a contact must not be zero");
  check_error<1>("continuous contact, restitution, 1., exp, 1.", 44, "expected `kappa`");
  check_error<1>("continuous contact, restitution, 1., kappa, 0., exp, 1.", 51, "contact stiffness must be positive");
  check_error<1>("continuous contact, restitution, 1., kappa, 1., exp, 0.5", 60,
                 "exponent must be at least 1, found 0.5");
}

BOOST_AUTO_TEST_SUITE_END()
