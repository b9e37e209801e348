// The program hears what it says: a model whose file driver listens to its own output element.
#include <boost/test/unit_test.hpp>

#include <sstream>
#include <string>
#include <vector>

#include "tests/app/program.h"

using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(streams_of_the_program)

namespace {

/// A node that moves at 1 m/s. Its place is sent after each step and comes back in the next.
std::string echo_model(const std::string& receiver, const std::string& sender, const std::string& content) {
  return "begin: data; problem: initial value; end: data;\n"
         "begin: initial value; initial time: 0.; final time: 0.5; time step: 0.1; max iterations: 10;\n"
         "tolerance: 1.e-6; method: implicit euler; end: initial value;\n"
         "begin: control data; structural nodes: 1; rigid bodies: 1; file drivers: 1; output elements: 1;\n"
         "select timeout: 0.1; end: control data;\n"
         "begin: nodes; structural: 1, dynamic, null, eye, 1., 0., 0., null; end: nodes;\n"
         "begin: drivers; file: 7, stream, name, \"back\", create, " +
         receiver +
         ", receive first, no, timeout, 20.,\n"
         "echo, \"heard\", precision, 3, shift, -0.01, 3; end: drivers;\n"
         "begin: elements; body: 1, 1, 1., null, eye; stream output: 1, stream name, \"out\", " +
         sender + ",\n" + content + "; end: elements;\n";
}

const std::string x_and_more = "values, 3, 1, structural, 1, algebraic, drive, time, drive, file, 7, 2";

/// Columns of each line that is no comment.
std::vector<std::vector<double>> rows(const std::string& text) {
  std::vector<std::vector<double>> table;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    table.emplace_back();
    for (double number = 0; words >> number;) table.back().push_back(number);
  }
  return table;
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_is_sent_after_a_step_is_heard_in_the_next) {
  const Program program;
  if (!program.exists) return;
  const std::string text = echo_model("no, local, \"loop\"", "create, yes, local, \"loop\"", x_and_more);
  BOOST_TEST(program.run({program.file("m.mbd", text), "-s"}) == 0);
  const auto heard = rows(program.read("heard"));
  BOOST_REQUIRE(heard.size() == 5);
  for (std::size_t k = 0; k < heard.size(); ++k) {
    const double now = 0.1 * static_cast<double>(k + 1);
    // Time (shifted), place and time of the step before, and what had been heard then.
    const std::vector<double> expected{now - 0.01, now - 0.1, now - 0.1, k > 0 ? std::max(0., now - 0.2) : 0.};
    for (std::size_t j = 0; j < 4; ++j) BOOST_TEST(std::abs(heard[k][j] - expected[j]) < 1e-4, k << ' ' << j);
  }
}

BOOST_AUTO_TEST_CASE(what_is_predicted_is_heard_in_the_next_step_too) {
  const Program program;
  if (!program.exists) return;
  const std::string text = echo_model("yes, local, \"loop\", socket type, udp",
                                      "send after, predict, create, no, local, \"loop\", socket type, udp",
                                      "motion, output flags, position, 1");
  BOOST_TEST(program.run({program.file("m.mbd", text), "-s"}) == 0);
  const auto heard = rows(program.read("heard"));
  BOOST_REQUIRE(heard.size() == 5);
  BOOST_TEST(std::abs(heard[4][1] - 0.4) < 1e-4);
  BOOST_TEST(heard[4][2] == 0);
}

BOOST_AUTO_TEST_CASE(a_run_that_goes_on_hears_what_it_would_have_heard) {
  const Program program;
  if (!program.exists) return;
  // The force follows the place of the step before, the channel heard.
  std::string text = echo_model("no, local, \"loop\"", "create, yes, local, \"loop\"", x_and_more);
  text.replace(text.find("end: elements"), 13,
               "force: 1, absolute, 1, position, null, 0., 1., 0., file, 7, 1; end: elements");
  text.replace(text.find("output elements: 1;"), 19, "output elements: 1; forces: 1;");
  const std::string model = program.file("m.mbd", text);
  BOOST_REQUIRE(program.run({model, "-s", "-o", "whole"}) == 0);
  BOOST_REQUIRE(program.run({model, "-s", "-o", "part", "--checkpoint", "2"}) == 0);
  BOOST_REQUIRE(program.run({model, "-s", "-o", "part", "--restart", "part.chk.previous"}) == 0);
  for (const std::string extension : {".mov", ".frc", ".out"}) {
    BOOST_TEST(!program.read("whole" + extension).empty());
    BOOST_TEST(program.read("part" + extension) == program.read("whole" + extension));
  }
  // Steps 5 and, from checkpoint 4: one row of what was heard after the restart.
  const auto heard = rows(program.read("heard"));
  BOOST_REQUIRE(heard.size() == 1U);
  BOOST_TEST(std::abs(heard[0][1] - 0.4) < 1e-3);
}

BOOST_AUTO_TEST_CASE(a_check_opens_nothing) {
  const Program program;
  if (!program.exists) return;
  const std::string text = echo_model("no, local, \"nobody\"", "create, no, local, \"nobody\"", x_and_more);
  BOOST_TEST(program.run({program.file("m.mbd", text), "--check"}) == 0);
}

BOOST_AUTO_TEST_CASE(nobody_at_the_other_end_is_an_error_with_a_name) {
  const Program program;
  if (!program.exists) return;
  std::string text = echo_model("yes, local, \"mine\"", "create, no, local, \"nobody\"", x_and_more);
  text.replace(text.find("select timeout: 0.1"), 19, "select timeout: 0.002");
  BOOST_TEST(program.run({program.file("m.mbd", text), "-s"}) == 6);
  BOOST_TEST(program.read("stderr").find("nobody`: nobody is there") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
