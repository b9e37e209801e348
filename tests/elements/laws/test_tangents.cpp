// Every law of every dimension: tangents against central differences, and a few against automatic differentiation.
#include <set>

#include <boost/test/unit_test.hpp>

#include "elements/laws/register.h"
#include "math/dual.h"
#include "tests/elements/laws/law_language.h"
#include "tests/elements/laws/network_file.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(law_tangents)

namespace {

const char* const functions =
    "scalar function: \"f\", multilinear, -1., -3., 0., 0., 1., 5.;"
    "scalar function: \"g\", sin, 2., 1.5, 0.2;"
    "scalar function: \"h\", exp, 1.;";

/// Texts of laws that stand in 1, 3 and 6 dimensions: `K` and `C` are replaced by matrices, `SF` by functions.
const std::vector<std::string> general = {
    "linear elastic, 3.",
    "linear elastic generic, K, prestress, P",
    "linear viscous, 2.",
    "linear viscous generic, C",
    "linear viscoelastic, 3., proportional, 0.1",
    "linear viscoelastic generic, K, C",
    "linear time variant viscoelastic generic, K, linear, 1., 2., C, same",
    "isotropic hardening elastic, 5., 0.6, linear stiffness, 2.",
    "isotropic hardening elastic, 5., 0.6",
    "scalar function elastic isotropic, \"g\"",
    "scalar function elastic orthotropic, SF",
    "nlsf elastic, K, SF",
    "nlsf viscous, C, SF",
    "nlsf viscoelastic, K, SF, C, SG",
    "nlp elastic, K, SF",
    "nlp viscous, C, SF",
    "nlp viscoelastic, K, SF, proportional, 0.2, SG",
    "linear elastic bistop, K, initial status, active, 0., 0.",
    "linear viscoelastic bistop, K, C, initial status, active, 0., 0.",
    "bistop, capture reference strain, no, 1., 0., linear elastic generic, K",
    "bistop, 1., 0., linear viscoelastic generic, K, C",
    "array, 2, linear elastic generic, K, prestrain, PD, isotropic hardening elastic, 5., 0.6",
    "drive caller wrapper, linear, 1., 2., linear viscoelastic generic, K, C",
    "ann elastic, NETWORK",
    "ann viscoelastic, NETWORK"};

const std::vector<std::string> only_1 = {
    "cubic elastic generic, 1., 2., 3.",
    "cubic viscoelastic generic, 1., 2., 3., 0.5",
    "double linear elastic, 2., 0.1, -0.2, 7., third stiffness, 9.",
    "double linear viscoelastic, 2., 0.1, -0.2, 7., 0.3, second damping, 0.8",
    "inverse square elastic, 3., 2.",
    "log elastic, 4.",
    "turbulent viscoelastic, 2., 3., 0.4",
    "turbulent viscoelastic, 2., 3., 0.4, 5.",
    "turbulent viscoelastic, 2., 3.",
    "continuous contact, sign, positive, restitution, 0.6, kappa, 1000., exp, 1.5",
    "continuous contact, formulation, hunt crossley, restitution, 0.6, kappa, 1000., exp, 1.5",
    "shock absorber, 2., 3., 0.8, 1.3, epsilon max, 0.1, epsilon min, -0.3, penalty, 100., 7., metering, linear, 2., "
    "0.5, negative, linear, 3., 0.6, orifice, step, 0., 0.7, 0.1, 2., 3., 0.5, friction, 0.1, 0.4",
    "symbolic elastic, epsilon, \"e\", expression, \"3*e + 2*e^3\"",
    "symbolic viscous, epsilon prime, \"d\", expression, \"tanh(d) + d^3\"",
    "symbolic viscoelastic, epsilon, \"e\", epsilon prime, \"d\", expression, \"e*(1 + d^2) + sin(d)\""};

const std::vector<std::string> only_3 = {
    "cubic elastic generic, 1., 2., 3., 0.4, 0.5, 0.6, 7., 8., 9.",
    "cubic viscoelastic generic, 1., 2., 3., 0.4, 0.5, 0.6, 7., 8., 9., C",
    "double linear elastic, 2., 0.1, -0.2, 7.",
    "double linear viscoelastic, 2., 0.1, -0.2, 7., 0.3, second damping, 0.8",
    "continuous contact, formulation, lankarani nikravesh, restitution, 0.6, kappa, 100., exp, 1.5",
    "axial wrapper, 1., 2., 2., cubic viscoelastic generic, 1., 2., 3., 0.5",
    "invariant angular, 0.5, linear viscoelastic generic, K, C",
    "linear viscoelastic maxwell 1, E0, 2., E1, 3., eta1, 0.5, C, sym, 2., 1., 0.3, 2., 0.1, 0.5",
    "linear viscoelastic maxwell n, E0, 2., 2, E1, 3., eta1, 0.5, E1, 0.7, eta1, 4., C, diag, 1., 2., 3., prestrain, "
    "PD",
    "symbolic elastic, epsilon, \"a\", \"b\", \"c\", expression, \"a*b\", \"b^2 - c\", \"exp(a)*c\"",
    "symbolic viscous, epsilon prime, \"a\", \"b\", \"c\", expression, \"a*b\", \"b^3\", \"a - c\"",
    "symbolic viscoelastic, epsilon, \"a\", \"b\", \"c\", epsilon prime, \"u\", \"v\", \"w\", expression, "
    "\"a*b + u\", \"b*w^2\", \"v*c\""};

const std::vector<std::string> only_6 = {
    "linear elastic generic axial torsion coupling, K, 4.",
    "linear viscoelastic generic axial torsion coupling, K, proportional, 0.1, 4.",
    "linear viscoelastic generic axial torsion coupling, K, C, 4.",
    "linear viscoelastic maxwell 1, E0, 2., E1, 3., eta1, 0.5, C, diag, 1., 2., 3., 4., 5., 6., prestress, P",
    "linear viscoelastic maxwell n, E0, 0., 2, E1, 3., eta1, 0.5, E1, 0.7, eta1, 4., C, eye",
    "symbolic elastic, epsilon, \"a\", \"b\", \"c\", \"d\", \"e\", \"f\", expression, \"a*f\", \"b^2\", \"c\", "
    "\"d*e\", "
    "\"e\", \"f*a\"",
    "symbolic viscous, epsilon prime, \"a\", \"b\", \"c\", \"d\", \"e\", \"f\", expression, \"a*f\", \"b^2\", \"c\", "
    "\"d*e\", \"e\", \"f*a\"",
    "symbolic viscoelastic, epsilon, \"a\", \"b\", \"c\", \"d\", \"e\", \"f\", epsilon prime, \"u\", \"v\", \"w\", "
    "\"x\", "
    "\"y\", \"z\", expression, \"a*u\", \"b*v^2\", \"w\", \"x*f\", \"y\", \"z*a\""};

void replace(std::string& text, const std::string& word, const std::string& by) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size()))
    text.replace(at, word.size(), by);
}

/// A full, unsymmetric matrix in the form of the language.
template <int N>
std::string matrix(double first) {
  std::string text;
  for (int i = 0; i < N * N; ++i) text += (i ? ", " : "") + std::to_string(first + 0.3 * ((i * 7) % 11));
  return text;
}

/// Laws of Maxwell elements have a keyword C of their own, and a symmetric matrix.
template <int N>
void replace_matrices(std::string& text) {
  replace(text, ", K", ", " + std::string(N == 1 ? "" : "matr, ") + matrix<N>(2));
  replace(text, ", C", ", " + std::string(N == 1 ? "" : "matr, ") + matrix<N>(0.5));
}

template <int N>
std::string expand(std::string text) {
  if (text.find("maxwell") == std::string::npos) replace_matrices<N>(text);
  std::string f = N == 1 ? "\"f\"" : "null, \"g\", \"f\"";
  std::string g = N == 1 ? "\"g\"" : "\"g\", \"h\", null";
  std::string vector = N == 1 ? "0.3" : "0.1, -0.2, 0.3";
  std::string drives = N == 1 ? "linear, 0.1, 0.2" : "0.1, -0.2, 0.3, linear, 0.1, 0.2";
  if (N == 6) {
    f += ", \"h\", null, \"f\"";
    g += ", \"f\", \"f\", \"g\"";
    vector += ", 0.4, 0.5, -0.6";
    drives = "0.1, -0.2, 0.3, 0.4, 0.5, -0.6, linear, 0.1, 0.2";
  }
  replace(text, "SF", f);
  replace(text, "SG", g);
  replace(text, "PD", drives);
  static const NetworkFile of_strain(network_text(N, N)), of_both(network_text(2 * N, N));
  replace(text, "NETWORK", text.starts_with("ann elastic") ? of_strain.argument() : of_both.argument());
  if (text.ends_with(", P")) text.replace(text.size() - 1, 1, vector);
  return text;
}

template <int N>
std::vector<std::string> texts(const std::vector<std::string>& own) {
  std::vector<std::string> result;
  for (const auto& text : general) result.push_back(expand<N>(text));
  for (const auto& text : own) result.push_back(expand<N>(text));
  return result;
}

template <int N>
void check_tangents(const std::vector<std::string>& laws) {
  std::mt19937 generator(17);
  std::uniform_real_distribution<double> number(-0.45, 0.45);
  for (const auto& text : laws) {
    LawLanguage l;
    l.run(functions);
    l.diagnostics.raise();
    const auto law = l.law<N>(text);
    const LawContext context = l.at(0.7);
    std::vector<double> memory(law->memory_size());
    law->initial_memory(memory.data());
    for (int trial = 0; trial < 20; ++trial) {
      LawVector<N> strain, rate;
      for (int i = 0; i < N; ++i) {
        strain(i) = number(generator);
        rate(i) = 2 * number(generator);
      }
      BOOST_TEST_INFO(text << " at strain " << strain.transpose() << ", rate " << rate.transpose());
      BOOST_TEST(tangent_error<N>(*law, strain, rate, context, &memory) < 1e-6);
      // The next sample continues from here, so that contacts and switches are seen in all their states.
      std::vector<double> next;
      evaluate<N>(*law, strain, rate, context, &memory, &next);
      memory = next;
    }
  }
}

/// Two laws of one text: after one has worked, its internal variables make the other one go on as if it had.
template <int N>
void check_memory(const std::vector<std::string>& laws) {
  std::mt19937 generator(23);
  std::uniform_real_distribution<double> number(-0.45, 0.45);
  for (const auto& text : laws) {
    LawLanguage l;
    l.run(functions);
    l.diagnostics.raise();
    const auto worked = l.law<N>(text);
    const auto fresh = l.law<N>(text);
    const LawContext context = l.at(0.7);
    std::vector<double> memory(worked->memory_size()), next, unused;
    worked->initial_memory(memory.data());
    LawVector<N> strain, rate;
    const auto move = [&] {
      for (int i = 0; i < N; ++i) strain(i) = number(generator);
      for (int i = 0; i < N; ++i) rate(i) = 2 * number(generator);
    };
    for (int step = 0; step < 10; ++step) {
      move();
      evaluate<N>(*worked, strain, rate, context, &memory, &next);
      memory = next;
    }
    for (int step = 0; step < 5; ++step) {
      move();
      const LawResult<N> a = evaluate<N>(*worked, strain, rate, context, &memory, &next);
      const LawResult<N> b = evaluate<N>(*fresh, strain, rate, context, &memory, &unused);
      BOOST_TEST((a.stress == b.stress && a.by_strain == b.by_strain && a.by_rate == b.by_rate), text);
      BOOST_TEST(next == unused, text);
      memory = next;
    }
  }
}

template <int N>
void check_complete(const std::vector<std::string>& laws) {
  std::set<std::string> tested;
  for (const auto& text : laws) {
    const auto* entry = law_types<N>().find(text.substr(0, text.find(',')));
    BOOST_REQUIRE_MESSAGE(entry, text);
    tested.insert(entry->name);
  }
  for (const auto& name : law_types<N>().names()) BOOST_TEST(tested.count(name) == 1U, name << " has no tangent test");
}

}  // namespace

BOOST_AUTO_TEST_CASE(one_dimension_against_differences) { check_tangents<1>(texts<1>(only_1)); }
BOOST_AUTO_TEST_CASE(three_dimensions_against_differences) { check_tangents<3>(texts<3>(only_3)); }
BOOST_AUTO_TEST_CASE(six_dimensions_against_differences) { check_tangents<6>(texts<6>(only_6)); }

BOOST_AUTO_TEST_CASE(internal_variables_are_all_that_a_law_remembers) {
  check_memory<1>(texts<1>(only_1));
  check_memory<3>(texts<3>(only_3));
  check_memory<6>(texts<6>(only_6));
}

BOOST_AUTO_TEST_CASE(every_registered_law_has_a_tangent_test) {
  check_complete<1>(texts<1>(only_1));
  check_complete<3>(texts<3>(only_3));
  check_complete<6>(texts<6>(only_6));
}

BOOST_AUTO_TEST_CASE(laws_of_one_dimension_against_automatic_differentiation) {
  using S = Dual<2>;
  using Formula = S (*)(const S& e, const S& d);
  const std::vector<std::pair<std::string, Formula>> laws = {
      {"cubic elastic generic, 1., 2., 3.", [](const S& e, const S&) { return e + 2. * abs(e) * e + 3. * e * e * e; }},
      {"inverse square elastic, 3., 2.", [](const S& e, const S&) { return 3. / (4. * (1. + e) * (1. + e)); }},
      {"log elastic, 4.", [](const S& e, const S&) { return 4. * log(1. + e); }},
      {"isotropic hardening elastic, 5., 0.6, linear stiffness, 2.",
       [](const S& e, const S&) {
         const S s = 3 / 0.36 * e * e;
         return 5. * (0.4 + s) / (1. + s) * e;
       }},
      {"turbulent viscoelastic, 2., 3.", [](const S& e, const S& d) { return 2. * e + 3. * abs(d) * d; }},
      {"double linear elastic, 2., 0.1, -0.2, 7., third stiffness, 9.",
       [](const S& e, const S&) {
         return e > S(0.1) ? 0.2 + 7. * (e - 0.1) : e < S(-0.2) ? -0.4 + 9. * (e + 0.2) : 2. * e;
       }},
  };
  for (const auto& [text, formula] : laws) {
    LawLanguage l;
    const auto law = l.law<1>(text);
    for (const double e : {-0.7, -0.2001, -0.15, 0.0999, 0.3, 1.4}) {
      for (const double d : {-0.8, 0.3}) {
        const S f = formula(S::variable(e, 0), S::variable(d, 1));
        const auto r = evaluate<1>(*law, LawVector<1>(e), LawVector<1>(d), l.at(0));
        BOOST_TEST_INFO(text << " at " << e << ", " << d);
        BOOST_TEST(std::abs(r.stress(0) - f.f) + std::abs(r.by_strain(0) - f.d[0]) + std::abs(r.by_rate(0) - f.d[1]) <
                   1e-12 * (1 + std::abs(f.f) + std::abs(f.d[0])));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(kinds_follow_the_name) {
  LawLanguage l;
  BOOST_TEST((l.law<1>("linear elastic, 1.")->kind() == LawKind::elastic));
  BOOST_TEST((l.law<1>("linear viscous, 1.")->kind() == LawKind::viscous));
  BOOST_TEST((l.law<1>("linear viscoelastic, 1., 1.")->kind() == LawKind::viscoelastic));
  BOOST_TEST((l.law<1>("array, 2, linear elastic, 1., linear viscous, 1.")->kind() == LawKind::viscoelastic));
  BOOST_TEST((l.law<1>("drive caller wrapper, 1., linear viscous, 1.")->kind() == LawKind::viscous));
  BOOST_TEST((l.law<3>("axial wrapper, 1., 0., 0., linear elastic, 1.")->kind() == LawKind::elastic));
}

BOOST_AUTO_TEST_SUITE_END()
