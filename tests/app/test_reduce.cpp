// `flexura reduce` from outside: the body it makes, and what it says about wrong arguments.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

#include "test_paths.h"
#include "tests/app/program.h"

using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(reduce_command)

BOOST_AUTO_TEST_CASE(reduce_makes_a_body_that_vibrates_like_the_model) {
  const Program program;
  if (!program.exists) return;
  const std::string beams = FLEXURA_SOURCE_DIR "/verification/eigen/free_beam/free_beam.mbd";
  BOOST_TEST(program.run({"reduce", beams, "--interface", "1", "33", "--modes", "8", "-o", "body.fem", "--binary"}) ==
             0);
  BOOST_TEST(program.read("stdout").find("14 modes, 33 nodes, mass 3.14") != std::string::npos, program.read("stdout"));
  BOOST_TEST(fs::exists(program.file("body.fem.fxb")));
  const std::string deck = R"(begin: data; problem: initial value; end: data;
begin: initial value; initial time: 0.; final time: 1.e-6; time step: 1.e-6; method: ms, 0.6; tolerance: 1.e-6;
max iterations: 20; eigenanalysis: 0., output eigenvectors, use lapack; end: initial value;
begin: control data; structural nodes: 2; joints: 1; end: control data;
begin: nodes; structural: 1, modal, 0., 0., 0., eye, null, null; structural: 2, static, 1., 0., 0., eye, null, null;
end: nodes;
begin: elements; joint: 1, modal, 1, 14, 33, no damping, "body.fem", use binary, 1, 33, 2, null; end: elements;
)";
  BOOST_TEST(program.run({program.file("body.mbd", deck)}) == 0);
  // Lines of the table: "7: real imaginary j damping Hz". The first elastic modes are two of bending,
  // (4.730041/L)^2 sqrt(E I/(rho A))/(2 pi) = 106.3 Hz, less 0.4 % by shear and rotary inertia.
  std::istringstream text(program.read("stdout") + program.read("stderr"));
  std::vector<double> frequencies;
  for (std::string line; std::getline(text, line);) {
    double frequency = 0;
    if (std::sscanf(line.c_str(), "%*d: %*f %*f j %*f %lf", &frequency) == 1) frequencies.push_back(frequency);
  }
  BOOST_REQUIRE(frequencies.size() >= 2);
  const double exact = 4.730041 * 4.730041 * std::sqrt(210e9 / 7850 / 12) * 0.02 / (2 * M_PI);
  for (int k = 0; k < 2; ++k) BOOST_TEST(std::abs(frequencies[k] / exact - 1) < 0.006, frequencies[k]);
}

BOOST_AUTO_TEST_CASE(reduce_says_what_is_wrong) {
  const Program program;
  if (!program.exists) return;
  const std::string ball = program.file(
      "ball.mbd",
      "begin: data; problem: initial value; end: data;\n"
      "begin: initial value; initial time: 0.; final time: 0.1; time step: 1.e-3; method: ms, 0.6; tolerance: 1.e-8;\n"
      "max iterations: 20; end: initial value;\n"
      "begin: control data; structural nodes: 1; rigid bodies: 1; end: control data;\n"
      "begin: nodes; structural: 1, dynamic, null, eye, null, null; end: nodes;\n"
      "begin: elements; body: 1, 1, 2., null, diag, 1., 1., 1.; end: elements;\n");
  BOOST_TEST(program.run({"reduce", "--help"}) == 0);
  BOOST_TEST(program.run({"reduce"}) == 7);
  BOOST_TEST(program.run({"reduce", ball}) == 7);
  BOOST_TEST(program.run({"reduce", ball, "--modes", "1", "--mass", "m.mtx"}) == 7);
  BOOST_TEST(program.run({"reduce", ball, "--modes", "1", "--interface", "7"}) == 2);
  BOOST_TEST(program.read("stderr").find("there is no node `7`") != std::string::npos);
  BOOST_TEST(program.run({"reduce", "--stiffness", "k.mtx", "--mass", "m.mtx", "--nodes", "n", "--modes", "1"}) == 2);
}

BOOST_AUTO_TEST_SUITE_END()
