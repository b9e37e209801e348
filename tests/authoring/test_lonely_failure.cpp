// An element that fails on the one rank that has it, while the others wait for its part of the residual.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "module.h"
#include "tests/app/program.h"
#include "tests/sanitizers.h"

using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(lonely_failure)

namespace {

constexpr int bodies = 6;

/// Bodies in a row with springs between neighbours; the element of one node has no memory from 0.042 s on.
std::string model(int failing) {
  const auto text = [](int k) { return std::to_string(k); };
  std::string nodes, elements;
  for (int k = 1; k <= bodies; ++k) {
    nodes += "structural: " + text(k) + ", dynamic, " + text(k) + "., 0., 0., eye, null, null;\n";
    elements += "body: " + text(k) + ", " + text(k) + ", 1., null, diag, 1., 1., 1.;\n";
    if (k < bodies)
      elements += "joint: " + text(k) + ", deformable displacement joint, " + text(k) + ", null, " + text(k + 1) +
                  ", null, linear elastic isotropic, 1.e3;\n";
  }
  return "begin: data; problem: initial value; end: data;\n"
         "begin: initial value; initial time: 0.; final time: 0.1; time step: 1.e-3; method: ms, 0.6;\n"
         "tolerance: 1.e-7; max iterations: 10; end: initial value;\nbegin: control data; module load: \"" +
         module_path("exhausted") + "\"; structural nodes: " + text(bodies) + "; rigid bodies: " + text(bodies) +
         "; joints: " + text(bodies - 1) + "; loadable elements: 1; end: control data;\nbegin: nodes;\n" + nodes +
         "end: nodes;\nbegin: elements;\n" + elements + "user defined: 1, exhausted, " + text(failing) +
         ", from, 0.0415;\nend: elements;\n";
}

}  // namespace

BOOST_AUTO_TEST_CASE(it_ends_the_run_with_its_message_its_code_and_whole_files, *unless_sanitized()) {
  const Program program;
  if (!program.exists) return;
  std::size_t of_root = 0;
  for (const int failing : {1, bodies}) {
    program.write("model.mbd", model(failing));
    std::vector<std::string> arguments = {"model.mbd", "-s", "-o", "part", "--checkpoint", "10"};
    for (const bool again : {false, true}) {
      BOOST_TEST_CONTEXT("element of node " << failing << (again ? ", from the checkpoint" : "")) {
        if (again) arguments.insert(arguments.end(), {"--restart", "part"});
        const auto start = std::chrono::steady_clock::now();
        BOOST_TEST(Program::result(program.start_ranks(2, arguments)) == 9);
        BOOST_TEST((std::chrono::steady_clock::now() - start < std::chrono::seconds(30)));
        const std::string errors = program.read("stderr"), mov = program.read("part.mov");
        BOOST_TEST(errors.find("error: out of memory\n  on rank ") != std::string::npos, errors);
        const bool root = errors.find("on rank 0 of 2") != std::string::npos;
        if (!again) of_root += root ? 1 : 0;
        // Each instant is handed over when all ranks have written it.
        const std::ptrdiff_t steps = 41;
        BOOST_TEST(std::count(mov.begin(), mov.end(), '\n') == bodies * (steps + 1));
        BOOST_TEST(mov.ends_with('\n'));
        if (root) BOOST_TEST(program.read("part.out").find("# out of memory") != std::string::npos);
        BOOST_REQUIRE(fs::exists(program.file("part.chk")));
        BOOST_TEST(!fs::exists(program.file("part.chk.new")));
      }
    }
  }
  BOOST_TEST(of_root == 1U);  // each of the two ranks was the one
}

BOOST_AUTO_TEST_SUITE_END()
