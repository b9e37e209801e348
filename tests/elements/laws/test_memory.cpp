// Laws that depend on what happened before.
#include <cmath>

#include <boost/test/unit_test.hpp>

#include "tests/elements/laws/law_language.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(law_memory)

namespace {

const auto exact = boost::test_tools::tolerance(1e-12);

/// A law with its internal variables.
template <int N>
struct Specimen {
  explicit Specimen(LawPointer<N> l) : law(std::move(l)), accepted(law->memory_size()) {
    law->initial_memory(accepted.data());
  }
  LawResult<N> at(const LawContext& context, double strain, double rate) {
    LawVector<N> e = LawVector<N>::Zero();
    LawVector<N> d = LawVector<N>::Zero();
    e(N - 1) = strain;
    d(N - 1) = rate;
    return evaluate<N>(*law, e, d, context, &accepted, &trial);
  }
  void accept() { accepted = trial; }

  LawPointer<N> law;
  std::vector<double> accepted, trial;
};

}  // namespace

BOOST_AUTO_TEST_CASE(bistop_switches_once_a_step_and_keeps_its_state) {
  LawLanguage l;
  // On from t = 1, off from t = 3.
  Specimen<1> s(l.law<1>("linear viscoelastic bistop, 10., 1., step, 1., 1., 0., step, 3., 1., 0."));
  BOOST_TEST(s.at(l.at(0), 0.5, 1).stress(0) == 0.);
  BOOST_TEST(s.at(l.at(0), 0.5, 1).by_strain(0) == 0.);
  s.accept();
  // The strain of this instant is captured.
  BOOST_TEST(s.at(l.at(1), 0.5, 1).stress(0) == 1., exact);
  // A step that is tried again starts from what was accepted.
  BOOST_TEST(s.at(l.at(0.9), 0.5, 1).stress(0) == 0.);
  BOOST_TEST(s.at(l.at(1), 0.5, 1).stress(0) == 1., exact);
  s.accept();
  BOOST_TEST(s.at(l.at(2), 0.7, 0).stress(0) == 2., exact);
  s.accept();
  BOOST_TEST(s.at(l.at(3), 0.7, 0).stress(0) == 0.);
  s.accept();
  // Both conditions hold from now on: it stays off.
  BOOST_TEST(s.at(l.at(4), 0.7, 0).stress(0) == 0.);
}

BOOST_AUTO_TEST_CASE(initial_status_is_a_word_or_a_truth_value) {
  LawLanguage l;
  for (const std::string status : {"active", "TRUE", "1"}) {
    Specimen<1> s(l.law<1>("linear elastic bistop, 10., initial status, " + status + ", 0., 0., prestress, 1."));
    BOOST_TEST(s.at(l.at(0), 0.5, 0).stress(0) == 6., exact);
  }
  for (const std::string status : {"inactive", "FALSE", "0"}) {
    Specimen<1> s(l.law<1>("linear elastic bistop, 10., initial status, " + status + ", 0., 0., prestress, 1."));
    BOOST_TEST(s.at(l.at(0), 0.5, 0).stress(0) == 0.);
  }
}

BOOST_AUTO_TEST_CASE(bistop_captures_the_strain_at_which_it_becomes_active) {
  LawLanguage l;
  Specimen<3> s(l.law<3>("bistop, step, 1., 1., 0., 0., linear viscoelastic, 10., 1."));
  s.at(l.at(0), 0.4, 0);
  s.accept();
  BOOST_TEST(s.at(l.at(1), 0.5, 2).stress(2) == 2., exact);
  BOOST_TEST(s.at(l.at(1), 0.6, 2).stress(2) == 2., exact);  // another iterate of the same step
  BOOST_TEST(s.at(l.at(1), 0.6, 2).by_strain(2, 2) == 0.);
  s.accept();
  BOOST_TEST(s.at(l.at(2), 0.7, 0).stress(2) == 1., exact);
  BOOST_TEST(s.at(l.at(2), 0.7, 0).by_strain(2, 2) == 10., exact);
  Specimen<3> free(l.law<3>("bistop, capture reference strain, no, step, 1., 1., 0., 0., linear elastic, 10."));
  BOOST_TEST(free.at(l.at(1), 0.5, 0).stress(2) == 5., exact);
  Specimen<3> active(
      l.law<3>("bistop, initial status, active, capture reference strain, yes, 0., 0., linear elastic, 10."));
  BOOST_TEST(active.at(l.at(0), 0.5, 0).stress(2) == 5., exact);
}

BOOST_AUTO_TEST_CASE(internal_variables_of_parts_stay_apart) {
  LawLanguage l;
  const std::string contact = "continuous contact, sign, positive, restitution, 0.5, kappa, 100., exp, 1.";
  Specimen<1> s(l.law<1>("array, 3, linear elastic, 1., " + contact + ", bistop, step, 1., 1., 0., 0., " + contact));
  BOOST_TEST(s.law->memory_size() == 2 + 2 + 2);
  s.at(l.at(0), 0.1, 2);
  s.accept();
  const std::vector<double> before = {1, 2, 0, 0, 0, 0};
  BOOST_TEST(s.accepted == before, boost::test_tools::per_element());
  s.at(l.at(1), 0.3, 1);  // the bistop captures 0.3: its contact does not penetrate yet
  s.accept();
  s.at(l.at(2), 0.4, 3);
  s.accept();
  const std::vector<double> after = {1, 2, 1, 0.3, 1, 3};
  BOOST_TEST(s.accepted == after, boost::test_tools::per_element());
  double out[4];
  s.law->outputs(LawVector<1>(0.4), LawVector<1>(3.), l.at(2), {s.accepted.data(), nullptr}, out);
  BOOST_TEST(out[0] == 2.);
  BOOST_TEST(out[2] == 3.);
}

BOOST_AUTO_TEST_CASE(contact_damps_by_the_speed_of_its_impact) {
  LawLanguage l;
  Specimen<1> s(l.law<1>("continuous contact, restitution, 0.5, kappa, 100., exp, 2."));
  BOOST_TEST(s.at(l.at(0), 0.1, -2).stress(0) == 0.);
  s.accept();
  // x = 0.1, x' = 2, d = 8 k (1-e)/(5 e x') = 80: f = -0.01 (100 + 80 * 2)
  BOOST_TEST(s.at(l.at(0), -0.1, -2).stress(0) == -2.6, exact);
  s.accept();
  // The impact speed stays: x = 0.2, x' = -1
  BOOST_TEST(s.at(l.at(0), -0.2, 1).stress(0) == -0.04 * (100 - 80), exact);
  double out[2];
  s.law->outputs(LawVector<1>(-0.2), LawVector<1>(1.), l.at(0), {s.accepted.data(), nullptr}, out);
  BOOST_TEST(out[0] == 2.);
  BOOST_TEST(out[1] == 80., exact);
  // Contact ends and begins anew.
  s.at(l.at(0), 0.1, 1);
  s.accept();
  BOOST_TEST(s.accepted[0] == 0.);
  BOOST_TEST(s.at(l.at(0), -0.1, -4).stress(0) == -0.01 * (100 + 40 * 4), exact);
}

BOOST_AUTO_TEST_CASE(maxwell_elements_carry_a_jump_relax_and_follow_ramps_exactly) {
  LawLanguage l;
  // Along axis 3, C = 2: relaxation at the rate 2 E1/eta1 = 6 1/s.
  Specimen<3> s(l.law<3>("linear viscoelastic maxwell 1, E0, 10., E1, 30., eta1, 10., C, diag, 1., 1., 2."));
  BOOST_TEST(s.at(l.at(5), 0.5, 0).stress(2) == 2 * 0.5 * (10 + 30), exact);
  s.accept();
  BOOST_TEST(s.at(l.at(5), 0.5, 0).stress(2) == 2 * 0.5 * (10 + 30), exact);
  BOOST_TEST(s.at(l.at(5.1), 0.5, 0).stress(2) == 2 * 0.5 * (10 + 30 * std::exp(-0.6)), exact);
  const LawVector<3> strain(0.1, 0.2, 0.7);
  BOOST_TEST(tangent_error<3>(*s.law, strain, LawVector<3>::Zero(), l.at(5.1), &s.accepted) < 1e-8);
  s.accept();
  // A ramp of 2 1/s on top, in steps of different length; a step that is repeated starts from what was accepted.
  for (const double t : {0.2, 0.3}) {
    s.at(l.at(5.9), 77, 0);
    const double spring = 0.5 * std::exp(-6 * (0.1 + t)) + 2 / 6. * (1 - std::exp(-6 * t));
    BOOST_TEST(s.at(l.at(5.1 + t), 0.5 + 2 * t, 0).stress(2) == 2 * (10 * (0.5 + 2 * t) + 30 * spring), exact);
    s.accept();
  }
}

BOOST_AUTO_TEST_CASE(contact_formulations_differ_in_their_damping) {
  LawLanguage l;
  const auto force = [&](const std::string& options) {
    Specimen<3> s(
        l.law<3>("continuous contact, " + options + ", restitution, 0.5, kappa, 100., exp, 1., EpsPrimeTol, 0.1"));
    const double slow = s.at(l.at(0), -0.1, -0.1).stress(2);  // not above the tolerance: no damping
    BOOST_TEST(slow == -10., exact);
    return s.at(l.at(0), -0.1, -2).stress(2);
  };
  BOOST_TEST(force("formulation, flores") == -0.1 * (100 + 160), exact);
  BOOST_TEST(force("formulation, hunt crossley") == -0.1 * (100 + 75), exact);
  BOOST_TEST(force("sign, -3., formulation, lankarani nikravesh") == -0.1 * (100 + 56.25), exact);
  Specimen<1> pull(l.law<1>("continuous contact, sign, positive, restitution, 1., kappa, 100., exp, 1."));
  BOOST_TEST(pull.at(l.at(0), 0.1, 1).stress(0) == 10., exact);
  BOOST_TEST(pull.at(l.at(0), -0.1, 1).stress(0) == 0.);
}

BOOST_AUTO_TEST_SUITE_END()
