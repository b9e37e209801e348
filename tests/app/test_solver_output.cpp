// Cards `output` and `output meter` of the problem block, from outside.
#include <boost/test/unit_test.hpp>

#include <string>

#include "tests/app/program.h"

using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(solver_output)

namespace {

/// A mass of 2 kg on a spring of 8 N/m, pushed with 3 N; steps of 0.5 s: with `bdf` the first coefficient is 1/4 s.
std::string spring(const std::string& cards, const std::string& force = "3.", const std::string& steps = "2") {
  return "begin: data; problem: initial value; end: data;\n"
         "begin: initial value; initial time: 0.; final time: 0.5*" +
         steps + "; time step: 0.5; method: bdf; tolerance: 1.e-9; max iterations: 5;\n" + cards +
         "\nend: initial value;\n"
         "begin: control data; structural nodes: 2; rigid bodies: 1; joints: 2; forces: 1; end: control data;\n"
         "begin: nodes; structural: 1, static, null, eye, null, null;\n"
         "structural: 2, dynamic, 1., 0., 0., eye, null, null; end: nodes;\n"
         "begin: elements; joint: 1, clamp, 1, node, node; body: 2, 2, 2., null, eye;\n"
         "joint: 2, deformable displacement joint, 1, position, 1., 0., 0., 2, position, null,\n"
         "    linear elastic isotropic, 8.;\n"
         "force: 5, absolute, 2, position, null, 1., 0., 0., " +
         force + "; end: elements;\n";
}

/// What a run prints on standard output.
std::string printed(const std::string& model, int code = 0) {
  const Program program;
  if (!program.exists) return {};
  program.write("model.mbd", model);
  BOOST_TEST(program.run({"model.mbd", "-s"}) == code, program.read("stderr"));
  return program.read("stdout");
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_CASE(nothing_is_printed_unless_it_is_asked_for) {
  const Program program;
  if (!program.exists) return;
  BOOST_TEST(printed(spring("")).empty());
  BOOST_TEST(printed(spring("output: iterations, residual, counter, none;")).empty());
}

BOOST_AUTO_TEST_CASE(iterations_have_their_errors) {
  const Program program;
  if (!program.exists) return;
  const std::string text = printed(spring("output: iterations;"));
  BOOST_TEST(contains(text, "iteration 0 residual "));
  BOOST_TEST(contains(text, "iteration 1 residual "));
  BOOST_TEST(contains(printed(spring("tolerance: 1.e-9, test, norm, 1.e-9, test, norm; output: iterations;")),
                      "iteration 1 solution "));
}

BOOST_AUTO_TEST_CASE(residuals_and_solutions_have_a_line_for_each_equation) {
  const Program program;
  if (!program.exists) return;
  // Predicted with its acceleration of 1.5 m/s^2 kept as zero rate, the mass stands where it was: the residual is 3 N
  // less its inertia.
  const std::string residual = printed(spring("output: residual;", "3.", "1"));
  BOOST_TEST(contains(residual, "residual of iteration 0\n      1 "));
  BOOST_TEST(contains(residual, " structural node 2: force balance, x\n"));
  BOOST_TEST(contains(residual, "residual of iteration 1\n"));
  const std::string solution = printed(spring("output: solution;", "3.", "1"));
  BOOST_TEST(contains(solution, "solution of iteration 1\n      1 "));
  // The trapezoidal rule, c = 0.25 s, from a rate of 0: (m + c^2 k) dv = c (F + m a), a = 1.5 m/s^2: dv = 1.5/2.5 m/s.
  BOOST_TEST(contains(solution, " 6.000000000e-01 structural node 2: force balance, x\n"), solution);
  BOOST_TEST(!contains(solution, "residual"));
}

BOOST_AUTO_TEST_CASE(the_jacobian_is_printed_entry_by_entry) {
  const Program program;
  if (!program.exists) return;
  const std::string text = printed(spring("output: jacobian matrix;", "3.", "1"));
  // Six unknowns of each node and of the clamp. Row and column 7: m + c^2 k = 2 + 0.0625 * 8.
  BOOST_TEST(contains(text, "Jacobian matrix, 18 rows"), text);
  BOOST_TEST(contains(text, "\n      7 7 2.5\n"), text);
  BOOST_TEST(contains(text, "\n      7 1 -0.5\n"), text);
}

BOOST_AUTO_TEST_CASE(condition_numbers_before_and_behind_scaling) {
  const Program program;
  if (!program.exists) return;
  const std::string cards = "linear solver: klu, scale, iterative;";
  const std::string text =
      printed(spring(cards + "output: matrix condition number, solver condition number, stat, yes;"));
  BOOST_TEST(contains(text, "condition number of the matrix "));
  BOOST_TEST(contains(text, "condition number of the scaled matrix "));
  BOOST_TEST(!contains(printed(spring("output: matrix condition number;")), "scaled"));
}

BOOST_AUTO_TEST_CASE(counter_and_processor_time_have_a_line_a_step) {
  const Program program;
  if (!program.exists) return;
  const std::string counter = printed(spring("output: counter;"));
  BOOST_TEST(contains(counter, "step 1 time 0.5 time step 0.5 iterations 1 error "));
  BOOST_TEST(contains(counter, "step 2 time 1 time step 0.5 iterations 1 error "));
  BOOST_TEST(contains(printed(spring("output: cpu time;")), "processor time of step 2: "));
}

BOOST_AUTO_TEST_CASE(the_meter_chooses_steps) {
  const Program program;
  if (!program.exists) return;
  // The drive is looked at when the step begins.
  const std::string text = printed(spring("output: counter, iterations; output meter: step, 0.25, 1., 0.;"));
  BOOST_TEST(!contains(text, "step 1 "));
  BOOST_TEST(contains(text, "step 2 "));
  BOOST_TEST(contains(text, "iteration 0 "));
}

BOOST_AUTO_TEST_CASE(bailout_is_the_residual_of_a_failure) {
  const Program program;
  if (!program.exists) return;
  const std::string push = "string, \"1.e4 - 2.e4*(model::xvelocity(2) > 0.)\"";
  const std::string text = printed(spring("output: bailout;", push), 4);
  BOOST_TEST(contains(text, "residual at the failure\n      1 "), text);
  BOOST_TEST(!contains(text, "residual of iteration"));
  BOOST_TEST(printed(spring("", push), 4).empty());
}

BOOST_AUTO_TEST_CASE(without_messages_only_warnings_are_told) {
  const Program program;
  if (!program.exists) return;
  // The assembly moves node 2 onto the axis of the joint, which is told.
  const auto moved = [&](const std::string& cards) {
    std::string model = spring(cards);
    model.replace(model.find("force: 5"), 0, "joint: 3, in line, 1, null, eye, 2;\n");
    model.replace(model.find("joints: 2"), 9, "joints: 3");
    model.replace(model.find("dynamic, 1., 0., 0."), 19, "dynamic, 0., 0.1, 1.");
    program.write("model.mbd", model);
    BOOST_TEST(program.run({"model.mbd"}) == 0, program.read("stderr"));
    return program.read("model.out");
  };
  const std::string with = moved(""), without = moved("output: none;");
  BOOST_TEST(contains(with, "assembly"), with);
  BOOST_TEST(with.size() > without.size());
}

BOOST_AUTO_TEST_SUITE_END()
