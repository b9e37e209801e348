#include <cmath>

#include <boost/test/unit_test.hpp>

#include "input/functions.h"
#include "tests/input/language.h"

using namespace flexura;
using flexura::test::contains;
using flexura::test::error_of;
using flexura::test::Language;

namespace functions {
namespace {

struct Fixture : Language {
  double number(const std::string& text) { return evaluate(text).real().f; }
  std::string error(const std::string& expression) {
    return error_of([&] { evaluate(expression); });
  }
};

struct RealFunction {
  const char* name;
  double at;
  double value;
};

/// Answers model functions with what it was asked.
struct Recorder : ModelFunctions {
  Taylor2 call(std::string_view name, const std::vector<Value>& arguments, const DriveContext& context) override {
    last = name;
    for (const auto& argument : arguments) last += " " + argument.text();
    return context.time * Taylor2(10);
  }
  void check(std::string_view name, const std::vector<Value>& arguments) override {
    if (arguments[0].integer() == 404) throw Error(ExitCode::input_error, std::string(name) + " 404 is not defined");
    ++checked;
  }
  std::string last;
  int checked = 0;
};

}  // namespace
}  // namespace functions

BOOST_FIXTURE_TEST_SUITE(functions, Fixture)

BOOST_AUTO_TEST_CASE(real_functions_of_one_argument_have_their_values_and_derivatives) {
  const std::vector<RealFunction> table = {{"sin", .3, std::sin(.3)},
                                           {"cos", .3, std::cos(.3)},
                                           {"tan", .3, std::tan(.3)},
                                           {"ctan", .3, 1 / std::tan(.3)},
                                           {"asin", .3, std::asin(.3)},
                                           {"acos", .3, std::acos(.3)},
                                           {"atan", .3, std::atan(.3)},
                                           {"actan", .3, std::atan(1 / .3)},
                                           {"sinh", .3, std::sinh(.3)},
                                           {"cosh", .3, std::cosh(.3)},
                                           {"tanh", .3, std::tanh(.3)},
                                           {"ctanh", .3, 1 / std::tanh(.3)},
                                           {"asinh", .3, std::asinh(.3)},
                                           {"acosh", 1.3, std::acosh(1.3)},
                                           {"atanh", .3, std::atanh(.3)},
                                           {"actanh", 1.3, std::atanh(1 / 1.3)},
                                           {"sqrt", .3, std::sqrt(.3)},
                                           {"exp", .3, std::exp(.3)},
                                           {"log", .3, std::log(.3)},
                                           {"log10", .3, std::log10(.3)},
                                           {"abs", -.3, .3},
                                           {"sign", -.3, -1},
                                           {"step", .3, 1},
                                           {"step", -.3, 0},
                                           {"ramp", .3, .3},
                                           {"ramp", -.3, 0},
                                           {"par", .3, .045},
                                           {"par", -.3, 0}};
  const auto value_at = [&](const char* name, double x) {
    const auto source = std::make_shared<SourceText>("t", std::string("default::") + name + "(Var)");
    const Expression f = Expression::compile_list(source, *symbols, Expression::Mode::deferred);
    const DriveContext context;
    const SymbolTable::Evaluation evaluation(*symbols, Taylor2(x, 1, 0), context);
    return f.evaluate_real(*symbols, context);
  };
  for (const auto& [name, at, expected] : table) {
    BOOST_TEST_CONTEXT(name << " at " << at) {
      const double h = 1e-4;
      const Taylor2 f = value_at(name, at);
      const double before = value_at(name, at - h).f;
      const double after = value_at(name, at + h).f;
      BOOST_TEST(f.f == expected, boost::test_tools::tolerance(1e-14));
      // Central differences with h = 1e-4: truncation about h^2 times the third (fourth) derivative, round-off eps/h^2.
      BOOST_TEST(std::abs(f.d - (after - before) / (2 * h)) < 1e-5);
      BOOST_TEST(std::abs(f.dd - (after - 2 * f.f + before) / (h * h)) < 1e-4);
    }
  }
}

BOOST_AUTO_TEST_CASE(functions_of_two_arguments) {
  BOOST_TEST(number("atan2(1., -1.)") == std::atan2(1, -1));
  BOOST_TEST(number("actan2(1., 1.)") == std::atan2(1, 1));
  BOOST_TEST(number("actan2(0., 1.)") == std::acos(0.0));
  BOOST_TEST(number("copysign(3, -0.5)") == -3);
  BOOST_TEST(number("copysign(-3, 2)") == 3);
  BOOST_TEST(number("min(3, -0.5)") == -.5);
  BOOST_TEST(number("max(3, -0.5)") == 3);
  BOOST_TEST(number("sramp(5, 2)") == 2);
  BOOST_TEST(number("sramp(1, 2)") == 1);
  BOOST_TEST(number("sramp(-1, 2)") == 0);
}

BOOST_AUTO_TEST_CASE(rounding_functions_give_integers) {
  BOOST_TEST(evaluate("ceil(1.2)").integer() == 2);
  BOOST_TEST(evaluate("floor(-1.2)").integer() == -2);
  BOOST_TEST(evaluate("round(1.5)").integer() == 2);
  BOOST_TEST(evaluate("round(5/2.)/2").integer() == 1);
  BOOST_TEST(contains(error("floor(1e12)"), "does not fit in an integer"));
}

BOOST_AUTO_TEST_CASE(interval_functions_include_the_ends_their_name_says) {
  BOOST_TEST(evaluate("in_el(0,0,1)+in_el(0,1,1)").integer() == 1);
  BOOST_TEST(evaluate("in_ee(0,0,1)+in_ee(0,1,1)").integer() == 2);
  BOOST_TEST(evaluate("in_le(0,0,1)*10+in_le(0,1,1)").integer() == 1);
  BOOST_TEST(evaluate("in_ll(0,0,1)+in_ll(0,1,1)").integer() == 0);
  BOOST_TEST(evaluate("in_ll(0,.5,1)").truth());
}

BOOST_AUTO_TEST_CASE(random_numbers_repeat_after_seed) {
  evaluate("seed(7)");
  const double first = number("random()");
  const std::int32_t whole = evaluate("rand()").integer();
  evaluate("seed(7)");
  BOOST_TEST(number("random()") == first);
  BOOST_TEST(evaluate("rand()").integer() == whole);
  BOOST_TEST(whole >= 0);
  for (int i = 0; i < 100; ++i) BOOST_TEST(std::abs(number("random()")) <= 1);
}

BOOST_AUTO_TEST_CASE(sprintf_formats_one_value) {
  BOOST_TEST(evaluate("sprintf(\"%d\", 5)").string() == "5");
  BOOST_TEST(evaluate("sprintf(\"n%03d%%\", 5)").string() == "n005%");
  BOOST_TEST(evaluate("sprintf(\"%.2f\", 1)").string() == "1.00");
  BOOST_TEST(evaluate("sprintf(\"%-8s|\", \"ab\")").string() == "ab      |");
  BOOST_TEST(evaluate("sprintf(\"%x\", 255)").string() == "ff");
  BOOST_TEST(contains(error("sprintf(\"%d\", 1.5)"), "expected an integer, found 1.5"));
  BOOST_TEST(contains(error("sprintf(\"none\", 1)"), "exactly one conversion"));
  BOOST_TEST(contains(error("sprintf(\"%d %d\", 1)"), "exactly one conversion"));
  BOOST_TEST(contains(error("sprintf(\"%n\", 1)"), "unknown conversion `%n`"));
  BOOST_TEST(contains(error("sprintf(\"%\", 1)"), "ends inside a conversion"));
  BOOST_TEST(contains(error("sprintf(\"%9999d\", 1)"), "too large"));
  BOOST_TEST(contains(error("sprintf(1, 1)"), "must be a string"));
}

BOOST_AUTO_TEST_CASE(print_writes_a_line) {
  evaluate("print(1.5); print(\"text\")");
  BOOST_TEST(printed.size() == 2U);
  BOOST_TEST(printed[0] == "1.5");
  BOOST_TEST(printed[1] == "text");
}

BOOST_AUTO_TEST_CASE(stop_ends_the_run_with_its_code) {
  BOOST_TEST(evaluate("stop(1 > 2, 7)").integer() == 7);
  BOOST_CHECK_EXCEPTION(evaluate("stop(TRUE, 7)"), StopRequest,
                        [](const StopRequest& stop) { return static_cast<int>(stop.exit_code()) == 7; });
}

BOOST_AUTO_TEST_CASE(functions_refuse_arguments_outside_their_domain) {
  BOOST_TEST(contains(error("sqrt(-1)"), "`sqrt(-1)` does not exist: the argument must be not negative"));
  BOOST_TEST(number("sqrt(0)") == 0);
  BOOST_TEST(number("sign(0)") == 0);
  for (const char* bad :
       {"log(0)", "log10(-1)", "asin(1.1)", "acos(-2)", "acosh(.5)", "atanh(1)", "actanh(.5)", "ctanh(0)", "ctan(0)"}) {
    BOOST_TEST(contains(error(bad), "does not exist"), bad);
  }
  BOOST_TEST(contains(error("exp(1000)"), "infinite"));
  BOOST_TEST(contains(error("sin(\"x\")"), "expected a number, found the string"));
}

BOOST_AUTO_TEST_CASE(functions_check_their_number_of_arguments) {
  BOOST_TEST(contains(error("sin()"), "function `sin` takes 1 argument, found 0"));
  BOOST_TEST(contains(error("sin(1,2)"), "function `sin` takes 1 argument, found 2"));
  BOOST_TEST(contains(error("atan2(1)"), "takes 2 arguments, found 1"));
  BOOST_TEST(contains(error("random(1)"), "takes 0 arguments"));
  BOOST_TEST(contains(error("real(1,2)"), "takes 1 argument, found 2"));
  BOOST_TEST(contains(error("sin(1"), "expected an operator, `,` or `)`"));
}

BOOST_AUTO_TEST_CASE(unknown_functions_name_the_nearest) {
  BOOST_TEST(contains(error("sinn(1)"), "unknown function `sinn`, did you mean `sign` or `sin`"));
  BOOST_TEST(contains(error("distance(1,2)"), "did you mean `model::distance`?"));
  BOOST_TEST(contains(error("model::distanc(1,2)"), "unknown function `model::distanc`, did you mean `distance`"));
  BOOST_TEST(contains(error("modell::distance(1,2)"), "unknown namespace `modell`, did you mean `model`"));
  BOOST_TEST(contains(error("pi(1)"), "`pi` is a variable, not a function"));
  BOOST_TEST(contains(error("sin + 1"), "`sin` is a function"));
  BOOST_TEST(contains(error("default::model::x(1)"), "holds no namespace"));
  BOOST_TEST(contains(error("model::"), "expected a name after `::`"));
  BOOST_TEST(contains(error("model::distance"), "expected `(`"));
}

BOOST_AUTO_TEST_CASE(the_current_value_is_that_when_a_text_is_read) {
  Recorder recorder;
  symbols->model_functions = &recorder;
  const DriveContext read = test::at_time(3), used = test::at_time(2);
  symbols->present = &read;
  const Expression f = Expression::compile_list(std::make_shared<SourceText>("t", "2. + model::current(\"L\")"),
                                                *symbols, Expression::Mode::deferred);
  const Expression frozen = Expression::compile_list(
      std::make_shared<SourceText>("t", "real_eval(model::distance(1, 2))"), *symbols, Expression::Mode::deferred);
  symbols->present = nullptr;
  BOOST_TEST(frozen.evaluate_real(*symbols, used).f == 30);
  BOOST_TEST(frozen.evaluate_real(*symbols, used).d == 0);
  BOOST_TEST(recorder.last == "distance 1 2");
  recorder.last.clear();
  const Taylor2 value = f.evaluate_real(*symbols, used);
  BOOST_TEST(value.f == 2 + 30);
  BOOST_TEST(value.d == 0);
  BOOST_TEST(recorder.last == "");
}

BOOST_AUTO_TEST_CASE(model_functions_reach_the_model) {
  BOOST_TEST(contains(error("model::distance(1, 2)"), "needs the state of the model"));
  Recorder recorder;
  symbols->model_functions = &recorder;
  const DriveContext context = test::at_time(2);
  const auto call = [&](const std::string& text) {
    const Expression f =
        Expression::compile_list(std::make_shared<SourceText>("t", text), *symbols, Expression::Mode::deferred);
    const Taylor2 value = f.evaluate_real(*symbols, context);
    BOOST_TEST(value.f == 20);
    BOOST_TEST(value.d == 10);
    return recorder.last;
  };
  BOOST_TEST(call("model::distance(1, 1+1)") == "distance 1 2");
  BOOST_TEST(call("model::xposition_prev(3)") == "xposition_prev 3");
  BOOST_TEST(call("model::angvel2(3)") == "angvel2 3");
  BOOST_TEST(call("model::zangvrel_prev(3,4)") == "zangvrel_prev 3 4");
  BOOST_TEST(call("model::sf::stiff(0.5)") == "sf::stiff 0.5");
  BOOST_TEST(call("model::sf::stiff(0.5, 1)") == "sf::stiff 0.5 1");
  BOOST_TEST(call("model::node::structural(7, \"X[1]\")") == "node::structural 7 X[1]");
  BOOST_TEST(call("model::element::joint(99, \"Fz\")") == "element::joint 99 Fz");
  BOOST_TEST(call("model::element::gravity(\"g\")") == "element::gravity g");
  BOOST_TEST(contains(error("model::anglerel2(1,2)"), "unknown function"));
  BOOST_TEST(contains(error("model::drive_prev(1)"), "unknown function"));
  BOOST_TEST(contains(error("model::distance(1)"), "takes 2 arguments"));
}

BOOST_AUTO_TEST_CASE(plugin_variables_are_read_at_each_use) {
  Recorder recorder;
  symbols->model_functions = &recorder;
  run("set: [node, a, 5, structural, string=\"X[3]\"];\n"
      "set: [element, b, 2+1, joint, string=Fz];\n"
      "set: [node, c, 5, structural, index=3];\n"
      "set: [node, d, 5, abstract, 2];\n"
      "set: [dof, f, 5, structural, 4, differential];\n"
      "set: [dof, g, 6, abstract, algebraic, prev=true];\n"
      "set: [node, h, 6, Static Displacement];");
  diagnostics.raise();
  BOOST_TEST(recorder.checked == 7);
  const auto asked = [&](const std::string& name) {
    evaluate(name);
    return recorder.last;
  };
  BOOST_TEST(asked("a") == "node::structural 5 X[3]");
  BOOST_TEST(asked("b + 1") == "element::joint 3 Fz");
  BOOST_TEST(asked("c") == "node::structural 5 3");
  BOOST_TEST(asked("d") == "node::abstract 5 2");
  BOOST_TEST(asked("f") == "dof::structural 5 4 differential 0");
  BOOST_TEST(asked("g") == "dof::abstract 6 1 algebraic 1");
  BOOST_TEST(asked("h") == "node::staticdisplacement 6");
  BOOST_TEST(contains(error("a = 1"), "cannot be assigned"));
}

BOOST_AUTO_TEST_CASE(every_type_has_a_word) {
  for (const Type type : {Type::boolean, Type::integer, Type::real, Type::string}) {
    Type found{};
    BOOST_TEST(parse_type(name_of(type), found));
    BOOST_TEST((found == type));
  }
  Type none{};
  BOOST_TEST(!parse_type("double", none));
}

BOOST_AUTO_TEST_SUITE_END()
