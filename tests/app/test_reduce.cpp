// `flexura reduce` from outside: the body it makes, and what it says about wrong arguments.
#include <boost/test/unit_test.hpp>

#include <array>
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

/// Entries of a matrix of 6 rows, by row, column (from 1) and value.
std::string market(const std::vector<std::array<double, 3>>& entries, int size = 6) {
  std::ostringstream text;
  text << "%%MatrixMarket matrix coordinate real general\n" << size << ' ' << size << ' ' << entries.size() << '\n';
  for (const auto& [row, column, value] : entries) text << row << ' ' << column << ' ' << value << '\n';
  return text.str();
}

/// Two masses of 2 kg one behind the other on springs of 1000 N/m, the first of which the ground holds, in all three
/// directions.
struct Chain : Program {
  Chain() {
    if (!exists) return;
    for (double i : {1, 2, 3})
      springs.insert(springs.end(), {{i, i, 2000}, {i, i + 3, -1000}, {i + 3, i, -1000}, {i + 3, i + 3, 1000}});
    for (double i : {1, 2, 3, 4, 5, 6}) masses.push_back({i, i, 2});
    write("k.mtx", market(springs));
    write("m.mtx", market(masses));
    write("nodes", "a 0 0 0\nb 1 0 0\n");
  }
  [[nodiscard]] int reduce(std::vector<std::string> more, const std::string& stiffness = "k.mtx",
                           const std::string& mass = "m.mtx", const std::string& nodes = "nodes") const {
    more.insert(more.begin(), {"reduce", "--stiffness", stiffness, "--mass", mass, "--nodes", nodes, "-o", "body.fem"});
    return run(std::move(more));
  }
  [[nodiscard]] bool says(const std::string& words) const { return read("stderr").find(words) != std::string::npos; }
  std::vector<std::array<double, 3>> springs, masses;
};

BOOST_AUTO_TEST_CASE(matrices_are_reduced_as_models_are) {
  const Chain chain;
  if (!chain.exists) return;
  // w^2 = (3 -+ sqrt 5)/2 k/m, each in three directions.
  BOOST_REQUIRE(chain.reduce({"--modes", "6"}) == 0);
  const std::string table = chain.read("stdout");
  BOOST_TEST(table.find("6 modes, 2 nodes, mass 4;") != std::string::npos, table);
  std::vector<double> frequencies;
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    double f = 0;
    if (std::sscanf(line.c_str(), "%*d %lf", &f) == 1) frequencies.push_back(f);
  }
  BOOST_REQUIRE(frequencies.size() == 6);
  for (int k = 0; k < 6; ++k) {
    const double square = (3 + (k < 3 ? -1 : 1) * std::sqrt(5)) / 2 * 500;
    BOOST_TEST(frequencies[k] == std::sqrt(square) / (2 * M_PI), boost::test_tools::tolerance(1e-8));
  }
  // The shapes of the interface are combinations of these modes: nothing is left but the modes.
  BOOST_REQUIRE(chain.reduce({"--modes", "3", "--interface", "a"}) == 0);
  BOOST_TEST(chain.read("stdout").find("6 modes") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(matrices_that_make_no_structure_are_refused) {
  const Chain chain;
  if (!chain.exists) return;
  chain.write("three", "a 0 0 0\nb 1 0 0\nc 2 0 0\n");
  chain.write("small.mtx", market({{1, 1, 2}}, 3));
  chain.write("nothing.mtx", market({{1, 1, 0}}));
  chain.write("line.mtx", market({{1, 1, 1000}, {1, 4, -1000}, {4, 1, -1000}, {4, 4, 1000}}));
  BOOST_TEST(chain.reduce({"--modes", "1"}, "k.mtx", "m.mtx", "three") == 2);
  BOOST_TEST(chain.says("3 nodes have 9 or 18 unknowns, the matrices have 6"));
  BOOST_TEST(chain.reduce({"--modes", "1"}, "k.mtx", "small.mtx") == 2);
  BOOST_TEST(chain.says("square and of one size"));
  BOOST_TEST(chain.reduce({"--modes", "1"}, "k.mtx", "nothing.mtx") == 2);
  BOOST_TEST(chain.says("the structure has no mass"));
  BOOST_TEST(chain.reduce({"--modes", "1", "--free", "--interface", "a"}) == 2);
  BOOST_TEST(chain.says("leave out --free"));
  BOOST_TEST(chain.reduce({"--modes", "7"}) == 4);
  BOOST_TEST(chain.says("6 of 7 normal modes were found"));
  BOOST_TEST(chain.reduce({"--modes", "-1"}) == 7);
  BOOST_TEST(chain.says("at least 0 is expected, found `-1`"));
  // A spring along the line alone: the second mass moves across it.
  BOOST_TEST(chain.reduce({"--modes", "1", "--interface", "a"}, "line.mtx") == 5);
  BOOST_TEST(chain.says("can still move without any stiffness"));
  std::vector<std::array<double, 3>> askew = chain.springs;
  askew.push_back({1, 2, 50});
  chain.write("askew.mtx", market(askew));
  BOOST_TEST(chain.reduce({"--modes", "3"}, "askew.mtx") == 0);
  BOOST_TEST(chain.says("not symmetric, by 1.3e-02"), chain.read("stderr"));
}

BOOST_AUTO_TEST_SUITE_END()
