// Integration methods that are declared as tables.
#include <boost/test/unit_test.hpp>

#include "module.h"
#include "solvers/integrators/measure.h"
#include "solvers/problems/authored_method.h"
#include "solvers/problems/method_check.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(authored_integrators)

namespace {

void expect_equal(const std::vector<StageFormula>& one, const std::vector<StageFormula>& other) {
  BOOST_REQUIRE(one.size() == other.size());
  const auto close = [](std::vector<double> a, std::vector<double> b) {
    a.resize(std::max(a.size(), b.size()));
    b.resize(a.size());
    for (std::size_t k = 0; k < a.size(); ++k) BOOST_TEST(std::abs(a[k] - b[k]) < 1e-14);
  };
  for (std::size_t s = 0; s < one.size(); ++s) {
    BOOST_TEST(std::abs(one[s].c - other[s].c) < 1e-15);
    BOOST_TEST(one[s].time_fraction == other[s].time_fraction);
    close(one[s].a, other[s].a);
    close(one[s].b, other[s].b);
  }
}

std::unique_ptr<Method> known(const std::string& keyword, int order = 2) {
  MethodSettings settings;
  settings.keyword = keyword;
  settings.order = order;
  return make_method(settings);
}

/// Implicit in all stages: R. Alexander, SIAM J. Numer. Anal. 14 (1977), two stages of order 2.
Tableau alexander() {
  const double g = 1 - 1 / std::sqrt(2.0);
  return {{g, 1}, {{g}, {1 - g, g}}};
}

}  // namespace

BOOST_AUTO_TEST_CASE(tables_of_known_methods_give_their_formulas) {
  const std::vector<std::pair<double, std::vector<double>>> steps = {{0.1, {}}, {0.1, {0.1, 0.1}}, {0.1, {0.07, 0.2}}};
  const auto trapezoidal = make_table_method("t", Tableau{{0, 1}, {{0}, {0.5, 0.5}}});
  const auto euler = make_table_method("e", MultistepTable{{1, -1}, {1, 0}});
  const auto bdf2 = make_table_method("b", MultistepTable{{1.5, -2, 0.5}, {1, 0, 0}});
  for (const auto& [h, past] : steps) {
    expect_equal(trapezoidal->stages(h, past, 1), known("cranknicolson")->stages(h, past, 1));
    expect_equal(euler->stages(h, past, 1), known("impliciteuler")->stages(h, past, 0));
    expect_equal(bdf2->stages(h, past, 1), known("bdf")->stages(h, past, 0));
  }
}

BOOST_AUTO_TEST_CASE(orders_are_those_of_the_tables) {
  const auto expect = [](const Method& method, TableMethodType declared) {
    const checks::ElementReport report = check_method(method, declared);
    BOOST_TEST(report.passed(), checks::table_of({report}, "method", method_check_columns()));
  };
  expect(*make_table_method("two implicit stages", alexander()), {nullptr, 2, 2, 2, true, 0.0});
  // Stable in a part of the left half plane only.
  const MultistepTable bdf3{{11.0 / 6, -3, 1.5, -1.0 / 3}, {1, 0, 0, 0}};
  expect(*make_table_method("bdf3", bdf3), {nullptr, 3, 3, 2, false, 0.0});
  const checks::ElementReport unstable =
      check_method(*make_table_method("bdf3", bdf3), {nullptr, 3, 3, 2, true, std::nullopt});
  BOOST_TEST(!unstable.passed());
  BOOST_TEST(contains(checks::table_of({unstable}, "method", method_check_columns()), "bdf3: stability"));
}

BOOST_AUTO_TEST_CASE(tables_that_are_no_methods_are_refused) {
  const std::vector<std::pair<Tableau, std::string>> tableaus = {
      {{{0, 1}, {{0}}}, "2 stages and 1 rows"},
      {{{0, 1}, {{0}, {1}}}, "row 2 has 1 entries instead of 2"},
      {{{0, 1}, {{0}, {0.4, 0.5}}}, "the entries of row 2 add up to 0.9, its stage is at 1"},
      {{{0, 1}, {{0}, {1, 0}}}, "stage 2 is not implicit"},
      {{{0}, {{0}}}, "there is no stage but the beginning of the step"},
      {{{0, 0.5}, {{0}, {0.25, 0.25}}}, "the last stage is at 0.5: it must be the end of the step"},
  };
  for (const auto& [table, wrong] : tableaus) {
    BOOST_TEST(contains(objection(table), wrong), wrong << ": " << objection(table));
    BOOST_CHECK_THROW(make_table_method("x", table), Error);
  }
  const std::vector<std::pair<MultistepTable, std::string>> multistep = {
      {{{1}, {1}}, "1 coefficients alpha: a method has one to four steps"},
      {{{1, -1}, {1}}, "2 coefficients alpha and 1 beta"},
      {{{1, -0.5}, {1, 0}}, "alpha adds up to 0.5, not to 0"},
      {{{1, -1}, {1, 1}}, "beta adds up to 2, it must be 1 for a uniform motion"},
      {{{1, -1}, {0, 1}}, "the method is not implicit"},
  };
  for (const auto& [table, wrong] : multistep)
    BOOST_TEST(contains(objection(table), wrong), wrong << ": " << objection(table));
  BOOST_TEST(objection(alexander()) == "");
}

BOOST_AUTO_TEST_CASE(methods_of_a_module_are_read_like_others) {
  const std::string load = "module load: \"" + module_path("faulty") + "\"; ";
  const auto errors = [&](const std::string& method) {
    std::string text = Deck().text();
    text.replace(text.find("method: ms, 0.6;"), 16, "method: " + method + ";");
    return errors_of(load + text);
  };
  BOOST_TEST(errors("two steps") == "");
  BOOST_TEST(errors("two steps, first, -4./3., second, 1./3.") == "");
  BOOST_TEST(contains(errors("two steps, first, -1."), "method `two steps`: alpha adds up to 0.33333"));
  BOOST_TEST(contains(errors("two steps, frist, -1."), "unknown parameter `frist`, did you mean `first`?"));
  BOOST_TEST(contains(errors("two stepps"), "unknown integration method `two stepps`, did you mean `two steps`?"));
  BOOST_TEST(contains(errors("hybrid, two steps"), "the default method of `hybrid` is"));
  BOOST_TEST(contains(errors("DIRK33, 0.6"), "deck:"));
}

BOOST_AUTO_TEST_SUITE_END()
