// Laws at points computed by hand.
#include <cmath>

#include <boost/test/unit_test.hpp>

#include "tests/elements/laws/law_language.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(law_formulas)

namespace {
const auto exact = boost::test_tools::tolerance(1e-12);
}

BOOST_AUTO_TEST_CASE(prestrain_is_subtracted_and_prestress_added) {
  LawLanguage l;
  const auto law = l.law<1>("linear viscoelastic, 10., 2., prestress, 3., prestrain, linear, 0.1, 0.2");
  // At t = 2 the prestrain is 0.5; its rate does not count: 10 (0.7 - 0.5) + 2 * 0.4 + 3
  BOOST_TEST(stress<1>(*law, {0.7}, {0.4}, l.at(2)) == 5.8, exact);
  const auto law3 =
      l.law<3>("linear elastic, 10., prestress, 1., 2., 3., prestrain, 0.1, 0., 0., ramp, 1., 0., 5., 0.");
  BOOST_TEST(stress<3>(*law3, {0.7, 0.1, 0.2}, {0, 0, 0}, l.at(2), 0) == 6., exact);
  BOOST_TEST(stress<3>(*law3, {0.7, 0.1, 0.2}, {0, 0, 0}, l.at(2), 1) == 3., exact);
  BOOST_TEST(stress<3>(*law3, {0.7, 0.1, 0.2}, {0, 0, 0}, l.at(2), 2) == 5., exact);
  const auto law6 = l.law<6>("linear elastic, 1., prestress, 1., 2., 3., 4., 5., 6.");
  BOOST_TEST(stress<6>(*law6, {0, 0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 0}, l.at(0), 5) == 7., exact);
  // Nonlinear laws treat both in the same way: 4 ln(1 + 0.6 - 0.1) + 1
  const auto log = l.law<1>("log elastic, 4., prestress, 1., prestrain, 0.1");
  BOOST_TEST(stress<1>(*log, {0.6}, {0}, l.at(0)) == 4 * std::log(1.5) + 1, exact);
}

BOOST_AUTO_TEST_CASE(linear_laws_expose_their_matrices) {
  LawLanguage l;
  const auto law = l.law<3>("linear viscoelastic generic, diag, 1., 2., 3., proportional, 0.5");
  BOOST_REQUIRE(law->linear());
  BOOST_TEST(law->linear()->stiffness(1, 1) == 2.);
  BOOST_TEST(law->linear()->damping(2, 2) == 1.5);
  BOOST_TEST(stress<3>(*law, {0, 0, 1}, {0, 0, 2}, l.at(0), 2) == 6., exact);
  BOOST_TEST(!l.law<1>("log elastic, 1.")->linear());
  BOOST_TEST(!l.law<1>("drive caller wrapper, 1., linear elastic, 1.")->linear());
  const auto sum = l.law<1>("array, 2, linear elastic, 2., prestress, 5., linear viscous, 3.");
  BOOST_REQUIRE(sum->linear());
  BOOST_TEST(sum->linear()->stiffness(0) == 2.);
  BOOST_TEST(sum->linear()->damping(0) == 3.);
  BOOST_TEST(stress<1>(*sum, {1}, {1}, l.at(0)) == 10., exact);
  BOOST_TEST(!l.law<1>("array, 2, linear elastic, 2., prestrain, 0.5, linear viscous, 3.")->linear());
}

BOOST_AUTO_TEST_CASE(bare_number_is_a_linear_spring) {
  LawLanguage l;
  l.run("set: real k = 7.;");
  BOOST_TEST(stress<1>(*l.law<1>("7."), {2}, {0}, l.at(0)) == 14., exact);
  BOOST_TEST(stress<1>(*l.law<1>("k"), {2}, {0}, l.at(0)) == 14., exact);
  BOOST_TEST(stress<1>(*l.law<1>("2.*k, prestress, 1."), {2}, {0}, l.at(0)) == 29., exact);
}

BOOST_AUTO_TEST_CASE(time_variant_law_scales_both_parts) {
  LawLanguage l;
  const auto law = l.law<1>("linear time variant viscoelastic generic, 3., linear, 0., 1., 2., linear, 1., 1.");
  BOOST_TEST(stress<1>(*law, {0.5}, {0.25}, l.at(2)) == 2 * 3 * 0.5 + 3 * 2 * 0.25, exact);
  const auto same = l.law<1>("linear time variant viscoelastic generic, 3., linear, 0., 1., proportional, 2., same");
  BOOST_TEST(stress<1>(*same, {0.5}, {0.25}, l.at(2)) == 2 * (3 * 0.5 + 6 * 0.25), exact);
}

BOOST_AUTO_TEST_CASE(axial_strain_stiffens_torsion) {
  LawLanguage l;
  const auto law = l.law<6>("linear elastic generic axial torsion coupling, diag, 1., 2., 3., 4., 5., 6., 10.");
  // (4 + 10 * 0.2) 0.3
  BOOST_TEST(stress<6>(*law, {0.2, 0, 0, 0.3, 0, 0}, {0, 0, 0, 0, 0, 0}, l.at(0), 3) == 1.8, exact);
  BOOST_TEST(stress<6>(*law, {0.2, 0, 0, 0.3, 0, 0}, {0, 0, 0, 0, 0, 0}, l.at(0), 0) == 0.2, exact);
}

BOOST_AUTO_TEST_CASE(cubic_law_is_odd) {
  LawLanguage l;
  const auto law = l.law<1>("cubic viscoelastic generic, 1., 10., 100., 2.");
  BOOST_TEST(stress<1>(*law, {0.1}, {0.5}, l.at(0)) == 0.1 + 0.1 + 0.1 + 1., exact);
  BOOST_TEST(stress<1>(*law, {-0.1}, {-0.5}, l.at(0)) == -1.3, exact);
}

BOOST_AUTO_TEST_CASE(double_linear_law_is_continuous_and_takes_upper_before_lower) {
  LawLanguage l;
  const auto law = l.law<1>("double linear elastic, 10., 0.2, -0.1, 100., third stiffness, 1000.");
  BOOST_TEST(stress<1>(*law, {0.2}, {0}, l.at(0)) == 2., exact);
  BOOST_TEST(stress<1>(*law, {0.3}, {0}, l.at(0)) == 12., exact);
  BOOST_TEST(stress<1>(*law, {-0.2}, {0}, l.at(0)) == -101., exact);
  const auto two = l.law<1>("double linear elastic, 10., 0.2, -0.1, 100.");
  BOOST_TEST(stress<1>(*two, {-0.2}, {0}, l.at(0)) == -11., exact);
  const auto damped = l.law<3>("double linear viscoelastic, 10., 0.2, -0.1, 100., 1., second damping, 5.");
  BOOST_TEST(stress<3>(*damped, {0.3, 0.3, 0.3}, {1, 1, 1}, l.at(0), 0) == 4., exact);
  BOOST_TEST(stress<3>(*damped, {0.3, 0.3, 0.3}, {1, 1, 1}, l.at(0), 2) == 17., exact);
  const auto plain = l.law<1>("double linear viscoelastic, 10., 0.2, -0.1, 100., 1.");
  BOOST_TEST(stress<1>(*plain, {0.3}, {1}, l.at(0)) == 13., exact);
}

BOOST_AUTO_TEST_CASE(hardening_goes_from_the_initial_to_the_final_stiffness) {
  LawLanguage l;
  const auto law = l.law<1>("isotropic hardening elastic, 8., 1., linear stiffness, 2.");
  // alpha = 3, at the reference strain: (2 + 24)/(1 + 3)
  BOOST_TEST(stress<1>(*law, {1}, {0}, l.at(0)) == 6.5, exact);
  BOOST_TEST(evaluate<1>(*law, LawVector<1>(0.0), LawVector<1>(0.0), l.at(0)).by_strain(0) == 2., exact);
  const auto soft = l.law<3>("isotropic hardening elastic, 8., 1.");
  BOOST_TEST(stress<3>(*soft, {0.6, 0, 0.8}, {0, 0, 0}, l.at(0), 2) == 6 * 0.8, exact);
}

BOOST_AUTO_TEST_CASE(logarithm_and_inverse_square_fail_where_they_have_no_value) {
  LawLanguage l;
  BOOST_TEST(stress<1>(*l.law<1>("inverse square elastic, 8., 2."), {1}, {0}, l.at(0)) == 0.5, exact);
  BOOST_TEST(contains(error_of([&] { stress<1>(*l.law<1>("log elastic, 1."), {-1}, {0}, l.at(0)); }),
                      "the strain must be above -1"));
  BOOST_TEST(contains(error_of([&] { stress<1>(*l.law<1>("inverse square elastic, 1., 1."), {-1}, {0}, l.at(0)); }),
                      "no value at strain -1"));
}

BOOST_AUTO_TEST_CASE(turbulent_damping_is_continuous_at_its_threshold) {
  LawLanguage l;
  const auto law = l.law<1>("turbulent viscoelastic, 0., 3., 0.4");
  BOOST_TEST(stress<1>(*law, {0}, {0.4}, l.at(0)) == 0.48, exact);
  BOOST_TEST(stress<1>(*law, {0}, {0.4 * (1 + 1e-14)}, l.at(0)) == 0.48, exact);
  BOOST_TEST(stress<1>(*law, {0}, {-0.8}, l.at(0)) == -1.92, exact);
  const auto with_laminar = l.law<1>("turbulent viscoelastic, 2., 3., 0.4, 7.");
  BOOST_TEST(stress<1>(*with_laminar, {1}, {0.2}, l.at(0)) == 3.4, exact);
  const auto parabolic = l.law<1>("turbulent viscoelastic, 0., 3., prestress, 1.");
  BOOST_TEST(stress<1>(*parabolic, {0}, {0.1}, l.at(0)) == 1.03, exact);
}

BOOST_AUTO_TEST_CASE(functions_act_component_by_component) {
  LawLanguage l;
  l.run("scalar function: \"square\", pow, 2.; scalar function: \"triple\", linear, 0., 0., 1., 3.;");
  const auto iso = l.law<3>("scalar function elastic, \"square\"");
  BOOST_TEST(stress<3>(*iso, {1, 2, 3}, {0, 0, 0}, l.at(0), 2) == 9., exact);
  const auto ortho = l.law<3>("scalar function elastic orthotropic, \"square\", null, \"triple\"");
  BOOST_TEST(stress<3>(*ortho, {1, 2, 3}, {0, 0, 0}, l.at(0), 1) == 0., exact);
  BOOST_TEST(stress<3>(*ortho, {1, 2, 3}, {0, 0, 0}, l.at(0), 2) == 9., exact);
  // nlsf: the second function takes the rate; nlp: it takes the strain and multiplies the rate.
  const auto nlsf = l.law<1>("nlsf viscoelastic, 10., \"square\", 4., \"triple\"");
  BOOST_TEST(stress<1>(*nlsf, {2}, {5}, l.at(0)) == 20 + 4 + 20 + 15, exact);
  const auto nlp = l.law<1>("nlp viscoelastic, 10., \"square\", proportional, 0.4, \"triple\"");
  BOOST_TEST(stress<1>(*nlp, {2}, {5}, l.at(0)) == (10 + 4) * 2 + (4 + 6) * 5, exact);
  const auto coupled = l.law<3>("nlsf elastic, matr, 1., 2., 3., 4., 5., 6., 7., 8., 9., null, null, \"square\"");
  BOOST_TEST(stress<3>(*coupled, {1, 1, 2}, {0, 0, 0}, l.at(0), 2) == 7 + 8 + 18 + 4, exact);
}

BOOST_AUTO_TEST_CASE(symbolic_law_follows_its_expression) {
  LawLanguage l;
  const auto law = l.law<1>(
      "symbolic viscoelastic, epsilon, \"eps\", epsilon prime, \"epsPrime\", expression, "
      "\"1000.*eps + 5.*epsPrime^3/3\", prestress, 2.");
  BOOST_TEST(stress<1>(*law, {0.1}, {3}, l.at(0)) == 147., exact);
}

BOOST_AUTO_TEST_CASE(axial_wrapper_projects_on_a_unit_direction) {
  LawLanguage l;
  const auto law = l.law<3>("axial wrapper, 0., 3., 4., linear viscoelastic, 10., 1.");
  // d = (0, .6, .8): d.eps = 1.4, d.rate = 0.6, force 14.6
  BOOST_TEST(stress<3>(*law, {5, 1, 1}, {0, 1, 0}, l.at(0), 1) == 14.6 * 0.6, exact);
  BOOST_TEST(stress<3>(*law, {5, 1, 1}, {0, 1, 0}, l.at(0), 0) == 0., exact);
}

BOOST_AUTO_TEST_CASE(invariant_angular_tells_the_hinge_its_frame) {
  LawLanguage l;
  const auto law = l.law<3>("invariant angular, 0.25, linear elastic, 2.");
  double fraction = -1;
  BOOST_TEST(law->intermediate_frame(fraction));
  BOOST_TEST(fraction == 0.25);
  BOOST_TEST(stress<3>(*law, {0, 0, 3}, {0, 0, 0}, l.at(0), 2) == 6., exact);
  BOOST_TEST(!l.law<3>("linear elastic, 2.")->intermediate_frame(fraction));
}

BOOST_AUTO_TEST_CASE(shock_absorber_is_a_gas_spring_with_a_metered_damper) {
  LawLanguage l;
  const std::string gas = "shock absorber, 100., 0.5, 0.8, 2., ";
  const auto law = l.law<1>(gas + "metering, linear, 2., 4., orifice, step, 0.5, 1., 1., 3., 10., 0.2");
  // v = 1 - 0.8 * 0.25 = 0.8: p = 156.25. Area at -0.25: 1 + 1 = 2 in compression, 3 in extension.
  // Fv = 1/2 * 10 * 0.2 * 3 * (3/A)^2 * d|d|
  double out[4];
  law->outputs(LawVector<1>(-0.25), LawVector<1>(-2.), l.at(0), {}, out);
  BOOST_TEST(out[0] == 156.25, exact);
  BOOST_TEST(out[1] == 2., exact);
  BOOST_TEST(out[2] == -78.125, exact);
  BOOST_TEST(out[3] == -3 * 2.25 * 4, exact);
  BOOST_TEST(stress<1>(*law, {-0.25}, {-2}, l.at(0)) == -78.125 - 27, exact);
  BOOST_TEST(stress<1>(*law, {-0.25}, {2}, l.at(0)) == -78.125 + 12, exact);
  const std::vector<std::string> names = {"p", "A", "Fe", "Fv"};
  BOOST_TEST(law->output_names() == names, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(shock_absorber_stops_and_friction) {
  LawLanguage l;
  const auto law = l.law<1>(
      "shock absorber, prestrain, -0.1, 100., 0.5, 0.8, 2., epsilon max, 0., epsilon min, -0.4, penalty, 1000., 7., "
      "3., 0., 0., friction, 0.5, 2.");
  // At the prestrain the pressure is the reference one; neither metering nor orifice: the area is that of the fluid.
  BOOST_TEST(stress<1>(*law, {-0.1}, {0}, l.at(0)) == -50., exact);
  BOOST_TEST(stress<1>(*law, {-0.1}, {0.5}, l.at(0)) == -50 + 2 * std::tanh(1.), exact);
  const double p_out = 100 / (1.16 * 1.16);
  BOOST_TEST(stress<1>(*law, {0.1}, {0}, l.at(0)) == -0.5 * p_out + 100, exact);
  const double p_in = 100 / (0.68 * 0.68);
  BOOST_TEST(stress<1>(*law, {-0.5}, {0.1}, l.at(0)) == -0.5 * p_in - 100 + 0.7 + 2 * std::tanh(0.2), exact);
  // Far beyond its stop the gas still has a pressure that grows.
  BOOST_TEST(stress<1>(*law, {-2.1}, {0}, l.at(0)) < stress<1>(*law, {-2.}, {0}, l.at(0)));
  const auto closed = l.law<1>("shock absorber, 100., 0.5, 0.8, 2., metering, linear, 0., 1., 3., 1., 1.");
  BOOST_TEST(
      contains(error_of([&] { stress<1>(*closed, {-0.1}, {0}, l.at(0)); }), "the passage area must be positive"));
}

BOOST_AUTO_TEST_SUITE_END()
