#include <cmath>

#include <boost/test/unit_test.hpp>

#include "elements/functions/register.h"
#include "tests/elements/laws/law_language.h"

using namespace flexura;
using flexura::test::contains;
using flexura::test::error_of;
using flexura::test::LawLanguage;

BOOST_AUTO_TEST_SUITE(scalar_functions)

namespace {

const auto exact = boost::test_tools::tolerance(1e-12);

/// First error of a text.
std::string first_error(const std::string& text) {
  LawLanguage language;
  language.run(text);
  return language.diagnostics.empty() ? std::string() : language.diagnostics.errors().front().what();
}

}  // namespace

BOOST_AUTO_TEST_CASE(values_follow_the_formulas) {
  LawLanguage l;
  BOOST_TEST((*l.function("const, 3."))(7.) == 3., exact);
  BOOST_TEST((*l.function("3."))(7.) == 3., exact);
  BOOST_TEST((*l.function("exp, 2."))(0.5) == 2 * std::exp(0.5), exact);
  BOOST_TEST((*l.function("exp, base, 10., coefficient, 2., 3."))(0.5) == 30., exact);
  BOOST_TEST((*l.function("log, 2."))(3.) == 2 * std::log(3.), exact);
  BOOST_TEST((*l.function("log, base, 2., coefficient, 4., 3."))(2.) == 9., exact);
  BOOST_TEST((*l.function("pow, 3."))(-2.) == -8., exact);
  BOOST_TEST((*l.function("sin, 2., 3., 0.1"))(0.4) == 2 * std::sin(1.3), exact);
  BOOST_TEST((*l.function("cos, 2., 3., 0.1"))(0.4) == 2 * std::cos(1.3), exact);
  BOOST_TEST((*l.function("linear, 1., 2., 3., 6."))(5.) == 10., exact);
}

BOOST_AUTO_TEST_CASE(combinations_take_functions_by_name) {
  LawLanguage l;
  l.run("scalar function: \"f\", linear, 0., 1., 1., 3.; scalar function: \"g\", sin, 1., 2., 0.;");
  const double f = 1 + 2 * 0.3;
  const double g = std::sin(0.6);
  BOOST_TEST((*l.function("sum, \"f\", \"g\""))(0.3) == f + g, exact);
  BOOST_TEST((*l.function("sub, \"f\", \"g\""))(0.3) == f - g, exact);
  BOOST_TEST((*l.function("mul, \"f\", \"g\""))(0.3) == f * g, exact);
  BOOST_TEST((*l.function("div, \"f\", \"g\""))(0.3) == f / g, exact);
  BOOST_TEST((*l.function("powfun, \"f\", \"g\""))(0.3) == std::pow(f, g), exact);
}

BOOST_AUTO_TEST_CASE(first_and_second_derivatives_agree_with_differences) {
  LawLanguage l;
  l.run("scalar function: \"f\", linear, 0., 1., 1., 3.; scalar function: \"g\", sin, 1., 2., 0.3;");
  const std::vector<std::string> definitions = {"const, 2.",
                                                "exp, base, 3., coefficient, -0.5, 2.",
                                                "log, base, 10., coefficient, 2., 3.",
                                                "pow, 2.5",
                                                "pow, -1.",
                                                "sin, 2., 3., 0.4",
                                                "cos, 2., 3., 0.4",
                                                "linear, 0., 1., 2., 5.",
                                                "multilinear, 0., 0., 1., 2., 2., -1.",
                                                "cubic spline, 0., 0., 1., 2., 1.5, 1., 3., -1.",
                                                "chebychev, -1., 4., 0.3, -1., 0.7, 0.2, 0.4",
                                                "sum, \"f\", \"g\"",
                                                "sub, \"f\", \"g\"",
                                                "mul, \"f\", \"g\"",
                                                "div, \"g\", \"f\"",
                                                "powfun, \"f\", \"g\""};
  for (const auto& definition : definitions) {
    const auto f = l.function(definition);
    for (const double x : {0.23, 0.77, 1.21, 1.83, 2.6, 3.4}) {  // inside, in the last piece, beyond the points
      constexpr double h = 1e-5;
      const Taylor2 y = f->at(x);
      BOOST_TEST_INFO(definition << " at " << x);
      BOOST_TEST(std::abs(y.d - ((*f)(x + h) - (*f)(x - h)) / (2 * h)) < 1e-8 * (1 + std::abs(y.d)));
      BOOST_TEST_INFO(definition << " at " << x);
      BOOST_TEST(std::abs(y.dd - (f->at(x + h).d - f->at(x - h).d) / (2 * h)) < 1e-8 * (1 + std::abs(y.dd)));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_function_of_a_time_function_has_its_derivatives_by_the_chain_rule) {
  LawLanguage l;
  const auto f = l.function("sin, 2., 3., 0.");
  // x(t) = t^2 at t = 0.5: x = 0.25, x' = 1, x'' = 2
  const Taylor2 y = (*f)(Taylor2(0.25, 1, 2));
  BOOST_TEST(y.f == 2 * std::sin(0.75), exact);
  BOOST_TEST(y.d == 6 * std::cos(0.75), exact);
  BOOST_TEST(y.dd == 12 * std::cos(0.75) - 18 * std::sin(0.75), exact);
  const Dual<1> z = (*f)(Dual<1>::variable(0.25, 0, 3.));
  BOOST_TEST(z.d[0] == 18 * std::cos(0.75), exact);
}

BOOST_AUTO_TEST_CASE(piecewise_linear_extrapolates_holds_or_stops) {
  LawLanguage l;
  const std::string points = "0., 1., 2., 5., 3., 4.";
  const auto free = l.function("multilinear, " + points);
  BOOST_TEST((*free)(1.) == 3., exact);
  BOOST_TEST((*free)(2.) == 5., exact);
  BOOST_TEST((*free)(-1.) == -1., exact);
  BOOST_TEST((*free)(5.) == 2., exact);
  const auto held = l.function("multilinear, do not extrapolate, " + points + ", end");
  BOOST_TEST((*held)(-1.) == 1., exact);
  BOOST_TEST((*held)(5.) == 4., exact);
  BOOST_TEST(held->at(5.).d == 0.);
  BOOST_TEST(held->at(2.5).d == -1., exact);
  const auto stopping = l.function("multilinear, do not extrapolate, bailout, " + points);
  BOOST_TEST((*stopping)(3.) == 4., exact);
  BOOST_TEST(contains(error_of([&] { (void)(*stopping)(3.1); }), "`multilinear`: x = 3.1 is outside its range [0, 3]"));
}

BOOST_AUTO_TEST_CASE(natural_spline_interpolates_and_has_no_curvature_at_its_ends) {
  LawLanguage l;
  const auto f = l.function("cubicspline, 0., 0., 1., 2., 1.5, 1., 3., -1., end");
  BOOST_TEST((*f)(1.) == 2., exact);
  BOOST_TEST((*f)(1.5) == 1., exact);
  BOOST_TEST((*f)(3.) == -1., exact);
  BOOST_TEST(std::abs(f->at(0.).dd) < 1e-14);
  BOOST_TEST(std::abs(f->at(3.).dd) < 1e-14);
  BOOST_TEST(f->at(1. - 1e-9).d == f->at(1. + 1e-9).d, boost::test_tools::tolerance(1e-7));
  // Three points by hand: 2 (1 + 1) m = 6 (-1 - 1) gives m = -3; at 1/2: 1/2 + (1/6)(1/8 - 1/2)(-3) = 0.6875.
  const auto three = l.function("cubic spline, 0., 0., 1., 1., 2., 0.");
  BOOST_TEST((*three)(0.5) == 0.6875, exact);
  // Straight points make a straight spline, also outside.
  const auto line = l.function("cubic spline, 0., 1., 1., 3., 3., 7.");
  BOOST_TEST((*line)(-2.) == -3., exact);
  BOOST_TEST((*line)(6.) == 13., exact);
  const auto held = l.function("cubic spline, do not extrapolate, 0., 0., 1., 1., 2., 0.");
  BOOST_TEST(std::abs((*held)(2.5)) < 1e-14);
  BOOST_TEST(held->at(2.5).d == 0.);
  const auto stopping = l.function("cubic spline, do not extrapolate, bailout, 0., 0., 1., 1., 2., 0.");
  BOOST_TEST(contains(error_of([&] { (void)(*stopping)(-0.1); }), "`cubic spline`: x = -0.1 is outside its range"));
}

BOOST_AUTO_TEST_CASE(chebychev_series_at_a_known_point) {
  LawLanguage l;
  const auto f = l.function("chebychev, -1., 4., 0.3, -1., 0.7, 0.2, 0.4");
  BOOST_TEST((*f)(1.3) == 0.116201472, boost::test_tools::tolerance(1e-9));
  BOOST_TEST(f->at(1.3).d == -0.52127744, boost::test_tools::tolerance(1e-9));
  // T_k(1) = 1
  const auto held = l.function("chebychev, -1., 4., do not extrapolate, 0.3, -1., 0.7, 0.2, 0.4, end");
  BOOST_TEST((*held)(9.) == 0.6, exact);
  BOOST_TEST(held->at(9.).d == 0.);
}

BOOST_AUTO_TEST_CASE(where_there_is_no_value_evaluation_fails) {
  LawLanguage l;
  l.run("scalar function: \"x\", pow, 1.; scalar function: \"half\", 0.5;");
  BOOST_TEST(contains(error_of([&] { (void)(*l.function("log, 2."))(-1.); }), "`log`: the argument must be positive"));
  BOOST_TEST(contains(error_of([&] { (void)(*l.function("pow, 0.5"))(-1.); }), "`pow` has no value at x = -1"));
  BOOST_TEST(
      contains(error_of([&] { (void)(*l.function("div, \"half\", \"x\""))(0.); }), "the divisor is zero at x = 0"));
  BOOST_TEST(contains(error_of([&] { (void)(*l.function("powfun, \"x\", \"half\""))(-1.); }), "`powfun` has no value"));
  // sqrt has a value at zero and no slope there
  BOOST_TEST((*l.function("pow, 0.5"))(0.) == 0.);
  BOOST_TEST(l.function("pow, 0.5")->at(0.).d == 0.);
}

BOOST_AUTO_TEST_CASE(drive_takes_a_function_by_name_or_defines_it) {
  LawLanguage l;
  l.run("scalar function: \"f\", linear, 0., 1., 1., 3.;");
  BOOST_TEST(l.drive("scalar function, \"f\"")->value(Taylor2(2, 1, 0), test::at_time(2)).f == 5., exact);
  const auto inline_drive = l.drive("array, 2, scalar function, \"g\", multilinear, 0., 0., 1., 2., end, const, 10.");
  const Taylor2 y = inline_drive->value(Taylor2(0.5, 1, 0), test::at_time(0.5));
  BOOST_TEST(y.f == 11., exact);
  BOOST_TEST(y.d == 2., exact);
  BOOST_TEST((ScalarFunctionLibrary::of(l.symbols)->find("g") != nullptr));
}

BOOST_AUTO_TEST_CASE(two_models_do_not_share_functions) {
  LawLanguage first, second;
  first.run("scalar function: \"f\", 1.;");
  second.run("scalar function: \"f\", 2.;");
  BOOST_TEST(first.diagnostics.empty());
  BOOST_TEST(second.diagnostics.empty());
  BOOST_TEST((*ScalarFunctionLibrary::of(first.symbols)->find("f"))(0.) == 1.);
  BOOST_TEST((*ScalarFunctionLibrary::of(second.symbols)->find("f"))(0.) == 2.);
}

BOOST_AUTO_TEST_CASE(errors_point_to_the_argument) {
  const auto check = [](const std::string& text, const std::string& place, const std::string& message) {
    const std::string error = first_error(text);
    BOOST_TEST(contains(error, "test.mbd:" + place + ": error: "), text << " -> " << error);
    BOOST_TEST(contains(error, message), text << " -> " << error);
  };
  check("scalar function: \"f\", multlinear, 0., 0., 1., 1.;", "1:23", "unknown scalar function `multlinear`, did you");
  check("scalar function: \"f\", 1.; scalar function: \"f\", 2.;", "1:44", "scalar function `f` is already defined");
  check("scalar function: \"f\", multilinear, 0., 0.;", "1:40", "needs at least 2 points, found 1");
  check("scalar function: \"f\", cubic spline, 0., 0., 1., 1.;", "1:49", "needs at least 3 points, found 2");
  check("scalar function: \"f\", multilinear, 0., 0., 1.;", "1:46", "an argument is missing");
  check("scalar function: \"f\", multilinear, 0., 0., 1., end;", "1:48",
        "the last point of the scalar function has no y");
  check("scalar function: \"f\", multilinear, 0., 0., 0., 1.;", "1:44", "ascending x, found 0 after 0");
  check("scalar function: \"f\", linear, 1., 0., 1., 1.;", "1:39", "two points of a line need different x");
  check("scalar function: \"f\", exp, base, 0., 1.;", "1:34", "base of a scalar function must be positive");
  check("scalar function: \"f\", log, base, 1., 1.;", "1:28", "a logarithm needs a base other than 1");
  check("scalar function: \"f\", chebychev, 1., 1., 2.;", "1:38", "needs two different bounds");
  check("scalar function: \"f\", chebychev, 0., 1.;", "1:38", "needs at least one coefficient");
  check("scalar function: \"f\", sum, \"g\", \"h\";", "1:28",
        "scalar function `g` is not defined; none is defined yet");
  check("scalar function: \"gap\", 1.; scalar function: \"f\", sum, \"gab\", \"gap\";", "1:56",
        "scalar function `gab` is not defined, did you mean `gap`?");
  check("scalar function: \"f\", octave, 1;", "1:23", "scalar function `octave` is not supported");
  check("scalar function: \"f\", const, 1., 2.;", "1:34", "one too many");
}

BOOST_AUTO_TEST_CASE(all_types_of_the_language_are_registered) {
  const std::vector<std::string> expected = {"chebychev", "const",  "cos", "cubic spline", "div",
                                             "exp",       "linear", "log", "mul",          "multilinear",
                                             "pow",       "powfun", "sin", "sub",          "sum"};
  BOOST_TEST(scalar_function_types().names() == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
