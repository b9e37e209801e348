// The executable from outside: exit codes and what it leaves. Skipped where only the tests are built.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <utility>

#include "tests/app/program.h"

using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(program)

namespace {

/// A ball that falls; `end` is the final time.
std::string falling_ball(const std::string& end) {
  return "begin: data; problem: initial value; end: data;\n"
         "begin: initial value; initial time: 0.; final time: " +
         end +
         "; time step: 1.e-3; method: ms, 0.6;\n"
         "tolerance: 1.e-8; max iterations: 20; end: initial value;\n"
         "begin: control data; structural nodes: 1; rigid bodies: 1; gravity; end: control data;\n"
         "begin: nodes; structural: 1, dynamic, null, eye, null, null; end: nodes;\n"
         "begin: elements; body: 1, 1, 2., null, diag, 1., 1., 1.;\n"
         "gravity: uniform, 0., 0., -1., const, 9.81; end: elements;\n";
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_model_is_run_and_leaves_its_results) {
  const Program program;
  if (!program.exists) return;
  BOOST_TEST(program.run({program.file("ball.mbd", falling_ball("0.1"))}) == 0);
  // z = -g t^2 / 2 = -0.04905: second order formulas are exact for a constant acceleration.
  BOOST_TEST(program.read("ball.mov").find(" -4.905000e-02 ") != std::string::npos);
  BOOST_TEST(program.read("ball.out").find("\nStep 100 0.1 0.001 ") != std::string::npos);
  BOOST_TEST(program.read("ball.log").find("\nbody: 1 1 2 ") != std::string::npos);
  BOOST_TEST(program.read("stderr").find("100 steps") != std::string::npos);
  BOOST_TEST(program.run({"-s", "-f", "ball.mbd", "-o", "other"}) == 0);
  BOOST_TEST(program.read("other.mov") == program.read("ball.mov"));
  BOOST_TEST(program.read("stderr").empty());
}

BOOST_AUTO_TEST_CASE(memory_is_in_huge_pages_unless_the_environment_says_no) {
  const Program program;
  if (!program.exists) return;
  BOOST_TEST(program.run({"--version"}) == 0);
  const bool has_it = program.read("stdout").find("mimalloc") != std::string::npos;
  BOOST_TEST(has_it == (FLEXURA_EXECUTABLE_USES_MIMALLOC != 0));
  if (!has_it) return;
  int reserved = 0;
  std::ifstream("/proc/sys/vm/nr_hugepages") >> reserved;
  const auto option = [&](const char* name, const char* environment) {
    BOOST_TEST(Program::result(program.start({"--version"}, [&] {
                 setenv("MIMALLOC_VERBOSE", "1", 1);
                 if (environment) setenv("MIMALLOC_LARGE_OS_PAGES", environment, 1);
               })) == 0);
    const std::string text = program.read("stderr"), line = std::string("option '") + name + "': ";
    const std::size_t at = text.find(line);
    BOOST_REQUIRE_MESSAGE(at != std::string::npos, text);
    return text[at + line.size()];
  };
  BOOST_TEST(option("large_os_pages", nullptr) == (reserved == 0 ? '1' : '0'));
  BOOST_TEST(option("large_os_pages", "0") == '0');
  BOOST_TEST(option("large_os_pages", "1") == '1');
  BOOST_TEST(option("allow_decommit", nullptr) == '0');
}

BOOST_AUTO_TEST_CASE(a_check_writes_nothing) {
  const Program program;
  if (!program.exists) return;
  BOOST_TEST(program.run({program.file("ball.mbd", falling_ball("0.1")), "--check"}) == 0);
  BOOST_TEST(!fs::exists(program.file("ball.out")));
  BOOST_TEST(program.read("stdout").find("1 nodes") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(each_failure_has_its_exit_code) {
  const Program program;
  if (!program.exists) return;
  const std::string ball = program.file("ball.mbd", falling_ball("0.1"));
  BOOST_TEST(program.run({}) == 7);
  BOOST_TEST(program.run({"--what"}) == 7);
  BOOST_TEST(program.run({"missing.mbd"}) == 2);
  BOOST_TEST(program.run({program.file("wrong.mbd", "begin: dada;\n")}) == 2);
  BOOST_TEST(program.read("stderr").find("wrong.mbd:1:8: error:") != std::string::npos);
  BOOST_TEST(program.run({ball, "-o", "nowhere/a"}) == 6);
  BOOST_TEST(program.read("stderr").find("`nowhere`") != std::string::npos);
  BOOST_TEST(program.run({"--version"}) == 0);
  BOOST_TEST(program.run({"--list"}) == 0);
}

BOOST_AUTO_TEST_CASE(keywords_are_described_in_all_their_meanings) {
  const Program program;
  if (!program.exists) return;
  BOOST_TEST(program.run({"--describe", "screw"}) == 0);
  const std::string screw = program.read("stdout");
  BOOST_TEST(screw.starts_with("elements: joint: screw\n    advance along axis 3"));
  BOOST_TEST(screw.find("\n        joint: 1, screw, 1, ") != std::string::npos);
  BOOST_TEST(program.run({"--describe", "CONST"}) == 0);
  const std::string constant = program.read("stdout");
  BOOST_TEST(constant.find("drives: const\n") != std::string::npos);
  BOOST_TEST(constant.find("scalar functions: const\n") != std::string::npos);
  BOOST_TEST(program.run({"--describe", "scrw"}) == 7);
  BOOST_TEST(program.read("stderr").find("did you mean `screw`?") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_failed_step_leaves_the_results_before_it) {
  const Program program;
  if (!program.exists) return;
  // The force grows without bound: infinite from 0.071 s on.
  std::string deck = falling_ball("0.2");
  deck.replace(deck.find("gravity; end"), 8, "forces: 1; gravity;");
  deck.replace(deck.find("gravity: uniform"), 0,
               "force: 1, absolute, 1, position, null, 0., 0., 1., exponential, 1.e-300, -1.e-4, 0., 0.;\n");
  BOOST_TEST(program.run({program.file("grows.mbd", deck)}) == 8);
  const std::string mov = program.read("grows.mov"), out = program.read("grows.out");
  BOOST_TEST(std::count(mov.begin(), mov.end(), '\n') > 1);
  BOOST_TEST(mov.ends_with('\n'));
  BOOST_TEST(out.find("the value of a drive is") != std::string::npos);
  BOOST_TEST(program.read("stderr").find("used by force 1") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_signal_ends_the_run_after_a_step_with_complete_files) {
  const Program program;
  if (!program.exists) return;
  const std::string ball = program.file("ball.mbd", falling_ball("forever"));
  const std::pair<int, int> cases[] = {{SIGTERM, 143}, {SIGINT, 130}};
  for (const auto& [signal, code] : cases) {
    fs::remove(program.file("ball.out"));
    const pid_t child = program.start({ball});
    for (int k = 0; k < 3000 && !fs::exists(program.file("ball.out")); ++k)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    kill(child, signal);
    BOOST_TEST(Program::result(child) == code);
    const std::string out = program.read("ball.out"), mov = program.read("ball.mov");
    BOOST_TEST(out.ends_with('\n'));
    std::size_t steps = 0;
    for (std::size_t at = out.find("\nStep "); at != std::string::npos; at = out.find("\nStep ", at + 1)) ++steps;
    BOOST_TEST(static_cast<std::size_t>(std::count(mov.begin(), mov.end(), '\n')) == steps);
    BOOST_TEST(steps > 0U);
  }
}

BOOST_AUTO_TEST_CASE(log_view_names_the_stages_of_a_run) {
  const Program program;
  if (!program.exists) return;
  BOOST_TEST(program.run({program.file("ball.mbd", falling_ball("0.1")), "-s", "--", "-log_view"}) == 0);
  const std::string text = program.read("stdout");
  const std::size_t stages = text.find("Summary of Stages");
  BOOST_REQUIRE(stages != std::string::npos);
  for (const char* stage : {"Assemble residual", "Assemble Jacobian", "Factor", "Solve", "Output"})
    BOOST_TEST(text.find(stage, stages) != std::string::npos, stage);
}

BOOST_AUTO_TEST_SUITE_END()
