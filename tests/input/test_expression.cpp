#include <cmath>
#include <limits>
#include <utility>

#include <boost/test/unit_test.hpp>

#include "tests/input/language.h"

using namespace flexura;
using flexura::test::contains;
using flexura::test::error_of;
using flexura::test::Language;

namespace expressions {
namespace {

struct Fixture : Language {
  double number(const std::string& text) { return evaluate(text).real().f; }
  std::int32_t integer(const std::string& text) {
    const Value value = evaluate(text);
    BOOST_TEST((value.type() == Type::integer || value.type() == Type::boolean), text << " is no integer");
    return value.is_number() && value.type() != Type::real ? value.integer() : -999;
  }
  bool truth(const std::string& text) {
    const Value value = evaluate(text);
    BOOST_TEST((value.type() == Type::boolean), text << " is not bool");
    return value.truth();
  }
  std::string text(const std::string& expression) { return evaluate(expression).string(); }
  std::string error(const std::string& expression) {
    return error_of([&] { evaluate(expression); });
  }
};

}  // namespace
}  // namespace expressions

BOOST_FIXTURE_TEST_SUITE(expressions, Fixture)

BOOST_AUTO_TEST_CASE(signs_bind_tighter_than_power) {
  BOOST_TEST(integer("-2^2") == 4);
  BOOST_TEST(integer("+2^2") == 4);
  BOOST_TEST(integer("2*3^2") == 18);
  BOOST_TEST(integer("!0+1") == 2);
  BOOST_TEST(integer("--3") == 3);
}

BOOST_AUTO_TEST_CASE(power_is_right_associative_and_integer_for_integers) {
  BOOST_TEST(integer("2^3^2") == 512);
  BOOST_TEST(number("2^-1.") == 0.5);
  BOOST_TEST(number("2^-1") == 0.5);
  BOOST_TEST(number("4^.5") == 2);
  BOOST_TEST(integer("(-2)^3") == -8);
  BOOST_TEST(integer("2^0") == 1);
}

BOOST_AUTO_TEST_CASE(integer_arithmetic_stays_integer) {
  BOOST_TEST(integer("1/3") == 0);
  BOOST_TEST(integer("7%3") == 1);
  BOOST_TEST(integer("-7/2") == -3);
  BOOST_TEST(integer("-7%3") == -1);
  BOOST_TEST(integer("8/2/2") == 2);
  BOOST_TEST(integer("2-3-4") == -5);
  BOOST_TEST(number("1+2.5") == 3.5);
  BOOST_TEST((evaluate("1.*2").type() == Type::real));
  BOOST_TEST((evaluate("2").type() == Type::integer));
  BOOST_TEST((evaluate("2.").type() == Type::real));
  BOOST_TEST((evaluate("2e0").type() == Type::real));
}

BOOST_AUTO_TEST_CASE(comparisons_share_one_level) {
  BOOST_TEST(!truth("3>2>1"));
  BOOST_TEST(truth("3>2==1"));
  BOOST_TEST(truth("1 <= 1.") == true);
  BOOST_TEST(truth("1 != 2"));
  BOOST_TEST(!truth("1 >= 2"));
  BOOST_TEST(truth("1+1 < 3"));
}

BOOST_AUTO_TEST_CASE(logic_operators_share_one_level) {
  BOOST_TEST(!truth("1||0&&0"));
  BOOST_TEST(truth("0&&0||1"));
  BOOST_TEST(!truth("1~|1"));
  BOOST_TEST(truth("0~|1"));
  BOOST_TEST(truth("2.5 && 3"));
}

BOOST_AUTO_TEST_CASE(logic_does_not_evaluate_what_it_does_not_need) {
  BOOST_TEST(!truth("0 && 1/0"));
  BOOST_TEST(truth("1 || 1/0"));
}

BOOST_AUTO_TEST_CASE(lists_declare_assign_and_give_the_last_value) {
  BOOST_TEST(integer("(integer a=1; a=a+1; a)") == 2);
  BOOST_TEST(number("(real r=2.*pi; integer i=3; i*r/pi)") == 6);
  BOOST_TEST(integer("(1; 2; 3;)") == 3);
  BOOST_TEST(integer("integer b; b") == 0);
  BOOST_TEST(integer("integer c; integer d; c = d = 4; c + d") == 8);
  BOOST_TEST(text("string s; s") == "");
}

BOOST_AUTO_TEST_CASE(declarations_follow_const_and_ifndef) {
  evaluate("const real k = 2.");
  BOOST_TEST(contains(error("k = 3."), "`k` is const and cannot be assigned"));
  evaluate("real copy = k; copy = copy + 1");
  BOOST_TEST(number("copy") == 3);
  evaluate("ifndef real k = 7.");
  BOOST_TEST(number("k") == 2);
  evaluate("ifndef integer fresh = 7");
  BOOST_TEST(integer("fresh") == 7);
  evaluate("ifndef const integer sure = 8");
  BOOST_TEST(contains(error("sure = 1"), "is const"));
  BOOST_TEST(contains(error("const real nothing"), "constant `nothing` needs a value"));
  BOOST_TEST(contains(error("real k = 1."), "variable `k` is already declared at expression:1:12"));
  BOOST_TEST(contains(error("real pi = 3."), "the name `pi` is predefined"));
  BOOST_TEST(contains(error("real e"), "the name `e` is predefined"));
  BOOST_TEST(contains(error("const 3"), "expected a declaration"));
}

BOOST_AUTO_TEST_CASE(redefinition_can_be_allowed) {
  evaluate("const real k = 2.");
  symbols->allow_redefinition(true);
  evaluate("integer k = 5");
  BOOST_TEST(integer("k") == 5);
  BOOST_TEST(contains(error("real Var"), "predefined"));
}

BOOST_AUTO_TEST_CASE(a_failed_declaration_is_reported_once) {
  BOOST_TEST(contains(error("real q = nowhere"), "unknown variable `nowhere`"));
  BOOST_TEST(error("1./q") == "");
}

BOOST_AUTO_TEST_CASE(assignment_converts_to_the_type_of_the_variable) {
  BOOST_TEST(integer("integer i = 3.; i") == 3);
  BOOST_TEST(contains(error("integer j = 2.5"), "expected an integer, found 2.5; use `integer(...)`"));
  BOOST_TEST(number("real r = 1; r/2") == .5);
  BOOST_TEST(truth("bool b = 2.5; b"));
  BOOST_TEST(text("string s = 3; s") == "3");
  BOOST_TEST(contains(error("real t = \"x\""), "found the string \"x\""));
}

BOOST_AUTO_TEST_CASE(predefined_names_have_their_values) {
  const std::vector<std::pair<std::string, double>> values = {{"e", std::exp(1.0)},
                                                              {"pi", std::acos(-1.0)},
                                                              {"in2m", .0254},
                                                              {"m2in", 1 / .0254},
                                                              {"in2mm", 25.4},
                                                              {"mm2in", 1 / 25.4},
                                                              {"ft2m", .3048},
                                                              {"m2ft", 1 / .3048},
                                                              {"lb2kg", .45359237},
                                                              {"kg2lb", 1 / .45359237},
                                                              {"deg2rad", std::acos(-1.0) / 180},
                                                              {"rad2deg", 180 / std::acos(-1.0)},
                                                              {"slug2kg", 14.5939},
                                                              {"kg2slug", 1 / 14.5939},
                                                              {"INT_MAX", 2147483647.},
                                                              {"INT_MIN", -2147483648.},
                                                              {"REAL_MAX", std::numeric_limits<double>::max()},
                                                              {"REAL_MIN", std::numeric_limits<double>::min()},
                                                              {"TRUE", 1},
                                                              {"FALSE", 0},
                                                              {"RAND_MAX", RAND_MAX}};
  for (const auto& [name, value] : values) BOOST_TEST(number(name) == value, boost::test_tools::tolerance(1e-15));
  BOOST_TEST((evaluate("TRUE").type() == Type::boolean));
  BOOST_TEST((evaluate("INT_MAX").type() == Type::integer));
  for (const auto& [name, value] : values) BOOST_TEST(contains(error(name + " = 1"), "const"));
}

BOOST_AUTO_TEST_CASE(time_is_unknown_before_the_control_data) {
  BOOST_TEST(contains(error("Time"), "unknown variable `Time`: time is known from the control data block on"));
  symbols->declare_time();
  BOOST_TEST(number("Time") == 0);
  symbols->declare_time();
  BOOST_TEST(number("Var + TimeStep + Step") == 0);
}

BOOST_AUTO_TEST_CASE(a_variable_named_time_is_taken_over_when_it_is_real) {
  evaluate("real Time = 4.");
  symbols->declare_time();
  BOOST_TEST(number("Time") == 4);
  Language other;
  other.evaluate("integer Time = 4");
  BOOST_TEST(contains(error_of([&] { other.symbols->declare_time(); }), "declared as integer"));
}

BOOST_AUTO_TEST_CASE(names_are_case_sensitive) {
  evaluate("real Mass = 1.; real mass = 2.");
  BOOST_TEST(number("Mass/mass") == .5);
  BOOST_TEST(contains(error("MASS"), "unknown variable `MASS`"));
}

BOOST_AUTO_TEST_CASE(strings_concatenate_and_take_numbers) {
  BOOST_TEST(text("\"a\" + \"b\"") == "ab");
  BOOST_TEST(text("\"node \" + 3") == "node 3");
  BOOST_TEST(text("1.5 + \"m\"") == "1.5m");
  BOOST_TEST(contains(error("\"a\" * 2"), "`*` needs numbers, found a string"));
  BOOST_TEST(contains(error("\"a\" == \"a\""), "compares numbers"));
  BOOST_TEST(contains(error("-\"a\""), "needs a number"));
  BOOST_TEST(contains(error("!\"a\""), "needs truth values"));
  BOOST_TEST(contains(error("\"a\" && 1"), "needs truth values"));
}

BOOST_AUTO_TEST_CASE(casts_convert_explicitly) {
  BOOST_TEST(integer("integer(2.9)") == 2);
  BOOST_TEST(integer("integer(-2.9)") == -2);
  BOOST_TEST(truth("bool(0.1)"));
  BOOST_TEST(number("real(3)/2") == 1.5);
  BOOST_TEST(text("string(2.5)") == "2.5");
  BOOST_TEST(number("real(\"1.5e3\")") == 1500);
  BOOST_TEST(integer("integer_eval(2.9)") == 2);
  BOOST_TEST(number("real_eval(1)/2") == .5);
  BOOST_TEST(truth("bool_eval(7)"));
  BOOST_TEST(text("string_eval(7)") == "7");
  BOOST_TEST(contains(error("real(\"x1\")"), "the string \"x1\" is not a number"));
  BOOST_TEST(contains(error("integer(1e10)"), "does not fit in an integer"));
}

BOOST_AUTO_TEST_CASE(integers_have_limits) {
  BOOST_TEST(contains(error("2147483648"), "write `2147483648.` if a real number is meant"));
  BOOST_TEST(integer("2147483647") == 2147483647);
  BOOST_TEST(contains(error("INT_MAX + 1"), "does not fit in an integer"));
  BOOST_TEST(contains(error("INT_MIN - 1"), "does not fit"));
  BOOST_TEST(contains(error("65536*65536"), "does not fit"));
  BOOST_TEST(contains(error("INT_MIN/(-1)"), "does not fit"));
  BOOST_TEST(contains(error("2^31"), "does not fit"));
  BOOST_TEST(contains(error("-INT_MIN"), "does not fit"));
}

BOOST_AUTO_TEST_CASE(operations_without_result_are_errors) {
  BOOST_TEST(contains(error("1/0"), "division by zero"));
  BOOST_TEST(contains(error("1./0"), "division by zero"));
  BOOST_TEST(contains(error("1%0"), "division by zero"));
  BOOST_TEST(contains(error("1.5%2"), "remainder of integers"));
  BOOST_TEST(contains(error("0^-1"), "division by zero"));
  BOOST_TEST(contains(error("(-1)^0.5"), "does not exist"));
  BOOST_TEST(contains(error("1e200*1e200"), "beyond the range"));
  BOOST_TEST(contains(error("1e999"), "outside the range"));
  BOOST_TEST(number("1e-999") == 0);
}

BOOST_AUTO_TEST_CASE(comments_may_stand_inside_expressions) {
  BOOST_TEST(integer("1 + # one\n 2 /* two */ * 3") == 7);
  BOOST_TEST(integer("1 #/* not hidden\n + 2 #*/\n + 1") == 4);
}

BOOST_AUTO_TEST_CASE(errors_point_to_the_operation) {
  BOOST_TEST(contains(error("1 +\n  2/0"), "expression:2:4: error: division by zero"));
  BOOST_TEST(contains(error("1 + missing"), "expression:1:5"));
  BOOST_TEST(contains(error("1 + missing"), "\n  1 + missing\n      ^"));
  BOOST_TEST(contains(error("1 + "), "expected an expression, found end of the text"));
  BOOST_TEST(contains(error("(1"), "expression:1:1: error: `(` is not closed by `)`"));
  BOOST_TEST(contains(error("()"), "expected an expression"));
  BOOST_TEST(contains(error("1 2"), "expected an operator or `;`, found `2`"));
  BOOST_TEST(contains(error("2x"), "unexpected `x` in the number `2`"));
  BOOST_TEST(contains(error("1e+"), "exponent of a number has no digits"));
}

BOOST_AUTO_TEST_CASE(nesting_is_bounded) {
  BOOST_TEST(contains(error(std::string(100000, '(') + "1"), "nested too deeply"));
  BOOST_TEST(contains(error(std::string(100000, '-') + "1"), "nested too deeply"));
  std::string sum = "1";
  for (int i = 0; i < 9000; ++i) sum += "+1";
  BOOST_TEST(integer(sum) == 9001);
  std::string mixed = "1000";
  for (int i = 0; i < 200; ++i) mixed += "-2*3+1";
  BOOST_TEST(integer(mixed) == 0);
}

BOOST_AUTO_TEST_CASE(uses_are_known) {
  symbols->declare_time();
  evaluate("real x = 1.");
  const auto uses = [&](const std::string& text) {
    return Expression::compile_list(std::make_shared<SourceText>("t", text), *symbols, Expression::Mode::deferred);
  };
  BOOST_TEST(uses("2*pi").constant());
  BOOST_TEST(!uses("Time").constant());
  BOOST_TEST(uses("Time").uses().time);
  BOOST_TEST(uses("Var").uses().argument);
  BOOST_TEST(uses("x").uses().variables);
  BOOST_TEST(uses("x = 2").uses().effects);
  BOOST_TEST(uses("model::distance(1,2)").uses().model);
  BOOST_TEST(uses("random()").uses().effects);
  BOOST_TEST(uses("real_eval(x)").constant());
}

BOOST_AUTO_TEST_SUITE_END()
