// Writers of results that a module brings.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <fstream>
#include <map>

#include "module.h"
#include "tests/app/program.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(authored_writers)

namespace {

/// A mass on a spring that starts at x = 1 with the frequency 2 rad/s, integrated by the module's method.
std::string model(const std::string& end, const std::string& results) {
  return "module load: \"" + module_path("template") +
         "\";\n"
         "begin: data; problem: initial value; end: data;\n"
         "begin: initial value; initial time: 0.; final time: " +
         end +
         "; time step: 1.e-3; method: tr bdf2; tolerance: 1.e-10; max iterations: 20; end: initial value;\n"
         "begin: control data; structural nodes: 2; rigid bodies: 1; joints: 2; output results: " +
         results +
         "; end: control data;\n"
         "begin: nodes; structural: 1, static, null, eye, null, null; structural: 2, dynamic, 1., 0., 0., eye, null, "
         "null; end: nodes;\n"
         "begin: elements; body: 2, 2, 1., null, eye; joint: 1, clamp, 1, node, node; joint: 2, deformable "
         "displacement "
         "joint, 1, position, null, 2, position, null, linear elastic isotropic, 4.; end: elements;\n";
}

struct Line {
  double time;
  std::string kind;
  std::vector<double> numbers;
};

std::vector<Line> rows_of(const std::string& text) {
  std::vector<Line> rows;
  std::istringstream lines(text);
  std::string line, cell;
  std::getline(lines, line);
  BOOST_TEST(line == "time,kind,label,values");
  while (std::getline(lines, line)) {
    std::istringstream cells(line);
    Line row;
    std::getline(cells, cell, ',');
    row.time = std::stod(cell);
    std::getline(cells, row.kind, ',');
    while (std::getline(cells, cell, ',')) row.numbers.push_back(std::stod(cell));
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

BOOST_AUTO_TEST_CASE(it_receives_all_results_and_the_method_is_right) {
  const Program program;
  if (!program.exists) return;
  program.write("model.mbd", model("1.", "csv, only, \"mov\", every, 100"));
  BOOST_TEST(program.run({"model.mbd", "-s", "-o", "out"}) == 0, program.read("stderr"));
  const std::vector<Line> rows = rows_of(program.read("out.csv"));
  BOOST_TEST(rows.size() == 22U);  // two nodes, eleven instants
  for (const Line& row : rows) {
    BOOST_TEST(row.kind == "mov");
    BOOST_TEST(row.numbers.size() == 13U);
    if (row.numbers.at(0) == 2) BOOST_TEST(std::abs(row.numbers.at(1) - std::cos(2 * row.time)) < 1e-6);
  }
  BOOST_TEST(rows.back().time == 1);
  // Text files are there besides.
  BOOST_TEST(!program.read("out.mov").empty());
}

BOOST_AUTO_TEST_CASE(all_kinds_without_restriction_and_no_text_files) {
  const Program program;
  if (!program.exists) return;
  program.write("model.mbd", model("0.002", "csv; output results: netcdf, no text"));
  BOOST_TEST(program.run({"model.mbd", "-s", "-o", "out"}) == 0, program.read("stderr"));
  std::map<std::string, int> count;
  for (const Line& row : rows_of(program.read("out.csv"))) ++count[row.kind];
  BOOST_TEST(count["mov"] == 6);
  BOOST_TEST(count["jnt"] == 6);
  BOOST_TEST(count["ine"] == 3);
}

BOOST_AUTO_TEST_CASE(a_run_that_goes_on_continues_its_file) {
  const Program program;
  if (!program.exists) return;
  program.write("whole.mbd", model("0.2", "csv"));
  BOOST_TEST(program.run({"whole.mbd", "-s"}) == 0, program.read("stderr"));
  program.write("model.mbd", model("0.1", "csv"));
  BOOST_TEST(program.run({"model.mbd", "-s", "--checkpoint", "1000000"}) == 0, program.read("stderr"));
  program.write("model.mbd", model("0.2", "csv"));
  // What a killed run had written behind its checkpoint.
  std::ofstream(program.file("model.csv"), std::ios::app) << "rest\n";
  BOOST_TEST(program.run({"model.mbd", "-s", "--restart", "model"}) == 0, program.read("stderr"));
  BOOST_TEST(program.read("model.csv") == program.read("whole.csv"));
}

BOOST_AUTO_TEST_CASE(wrong_words_are_refused_where_they_stand) {
  use_module("template");
  const auto errors = [](const std::string& results) {
    Deck deck;
    deck.control = "output results: " + results + ";";
    return errors_of(deck);
  };
  BOOST_TEST(errors("csv, every, 3") == "");
  BOOST_TEST(contains(errors("csv, every, 0"), "`every` must be >= 1, found 0"));
  BOOST_TEST(contains(errors("csv, evry, 3"), "csv: unknown parameter `evry`, did you mean `every`?"));
  BOOST_TEST(contains(errors("csw"), "deck:5:17: error: unknown format of results `csw`, did you mean `csv`?"));
}

BOOST_AUTO_TEST_CASE(it_is_listed_and_described) {
  const Program program;
  if (!program.exists) return;
  BOOST_TEST(program.run({"--list", "--module", module_path("template")}) == 0);
  const std::string list = program.read("stdout");
  for (const char* line : {"  csv                              one table with all results",
                           "  tr bdf2                          trapezoidal rule, then backward difference; L-stable",
                           "  netcdf                           one binary file, NetCDF"})
    BOOST_TEST(contains(list, line), list);
  BOOST_TEST(program.run({"--describe", "csv", "--module", module_path("template")}) == 0);
  BOOST_TEST(contains(program.read("stdout"), "every                integer              steps from one instant"));
}

BOOST_AUTO_TEST_SUITE_END()
