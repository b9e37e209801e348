#include <cmath>
#include <numbers>

#include <boost/test/unit_test.hpp>

#include "elements/functions/symbolic_expression.h"
#include "support/error.h"
#include "tests/input/language.h"

using namespace flexura;
using flexura::test::contains;
using flexura::test::error_of;

BOOST_AUTO_TEST_SUITE(symbolic_expressions)

namespace {

SymbolicExpression compile(const std::string& text) {
  return SymbolicExpression::compile(std::make_shared<SourceText>("law", text), {"x", "y"});
}

double value(const std::string& text, double x = 0, double y = 0) {
  const double arguments[] = {x, y};
  return compile(text).evaluate(arguments);
}

}  // namespace

BOOST_AUTO_TEST_CASE(operators_bind_as_in_algebra) {
  BOOST_TEST(value("-2^2") == -4.);
  BOOST_TEST(value("2^3^2") == 512.);
  BOOST_TEST(value("2^-1") == 0.5);
  BOOST_TEST(value("1/4") == 0.25);
  BOOST_TEST(value("7 - 2 - 1") == 4.);
  BOOST_TEST(value("8/2/2") == 2.);
  BOOST_TEST(value("2*x^2 + 3*y", 2, 1) == 11.);
  BOOST_TEST(value("-(x + y)*2", 1, 2) == -6.);
  BOOST_TEST(value("+x - -y", 1, 2) == 3.);
  BOOST_TEST(value("x^2", -3) == 9.);
}

BOOST_AUTO_TEST_CASE(constants_and_functions) {
  BOOST_TEST(value("Pi") == std::numbers::pi);
  BOOST_TEST(value("Euler") == std::numbers::egamma);
  BOOST_TEST(value("Catalan") == 0.915965594177219015);
  BOOST_TEST(value("atan2(x, y)", 1, -1) == std::atan2(1., -1.));
  BOOST_TEST(value("pow(x, 3)", -2) == -8.);
  BOOST_TEST(value("abs(x)", -2) == 2.);
  BOOST_TEST(value("csgn(x)", -2) == -1.);
  BOOST_TEST(value("csgn(x)", 0) == 0.);
  BOOST_TEST(value("step(x)", 0) == 0.5);
  BOOST_TEST(value("step(x)", 1) == 1.);
  BOOST_TEST(std::isnan(value("log(x)", -1)));
}

BOOST_AUTO_TEST_CASE(a_long_sum_of_functions_is_not_a_deep_one) {
  std::string sum = "0";
  for (int i = 0; i < 40; ++i) sum += " + sin(x) + pow(y, 2)";
  BOOST_TEST(value(sum, 0.5, 3) == 40 * (std::sin(0.5) + 9), boost::test_tools::tolerance(1e-14));
}

BOOST_AUTO_TEST_CASE(derivatives_agree_with_differences) {
  for (const std::string function : {"sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh",
                                     "atanh", "exp", "log", "sqrt", "abs", "csgn", "step", "acosh"}) {
    const auto e = compile(function + (function == "acosh" ? "(1.5 + x*y)" : "(x*y)") + "^2");
    const double x = 0.7;
    const double y = 0.4;
    const Dual<2> arguments[] = {Dual<2>::variable(x, 0), Dual<2>::variable(y, 1)};
    const Dual<2> f = e.evaluate(arguments);
    constexpr double h = 1e-6;
    const double up[] = {x + h, y}, down[] = {x - h, y}, right[] = {x, y + h}, left[] = {x, y - h};
    BOOST_TEST_INFO(function);
    BOOST_TEST(std::abs(f.d[0] - (e.evaluate(up) - e.evaluate(down)) / (2 * h)) < 1e-8);
    BOOST_TEST_INFO(function);
    BOOST_TEST(std::abs(f.d[1] - (e.evaluate(right) - e.evaluate(left)) / (2 * h)) < 1e-8);
  }
}

BOOST_AUTO_TEST_CASE(time_derivatives_follow_too) {
  const Taylor2 arguments[] = {Taylor2(0.5, 1, 0), Taylor2()};
  const Taylor2 f = compile("x^3").evaluate(arguments);
  BOOST_TEST(f.d == 0.75);
  BOOST_TEST(f.dd == 3.);
}

BOOST_AUTO_TEST_CASE(used_arguments_are_known) {
  BOOST_TEST(compile("2*x").uses(0));
  BOOST_TEST(!compile("2*x").uses(1));
}

BOOST_AUTO_TEST_CASE(mistakes_are_found_at_their_place) {
  const auto check = [](const std::string& text, int column, const std::string& message) {
    const std::string error = error_of([&] { compile(text); });
    BOOST_TEST(contains(error, "law:1:" + std::to_string(column) + ": error: "), text << " -> " << error);
    BOOST_TEST(contains(error, message), text << " -> " << error);
  };
  check("x + ", 5, "expected a number, a symbol or `(`");
  check("x + (y", 7, "expected `)`");
  check("2 x", 3, "expected an operator, found `x`");
  check("1 + sn(x)", 5, "unknown symbol `sn`, did you mean `sin`");
  check("1 + pi", 5, "unknown symbol `pi`, did you mean `Pi`");
  check("sin x", 5, "expected `(`");
  check("atan2(x)", 8, "expected `,`");
  check("", 1, "expected a number");
  check(std::string(300, '(') + "x" + std::string(300, ')'), 201, "nested too deeply");
  check(std::string(300, '-') + "x", 201, "nested too deeply");
  std::string deep = "x";
  for (int i = 0; i < 40; ++i) deep = "x+(" + deep;
  BOOST_TEST(contains(error_of([&] { compile(deep + std::string(40, ')')); }), "nested too deeply"));
}

BOOST_AUTO_TEST_SUITE_END()
