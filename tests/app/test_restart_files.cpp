// Cards `make restart file` and `load restart file`.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>

#include "input/blocks/restart_cards.h"
#include "tests/app/program.h"

using namespace flexura;
using namespace flexura::test;

namespace restart_files {
namespace {

/// A pendulum of 100 steps of 1 ms.
std::string pendulum(const std::string& control, const std::string& comment = "first stage", double mass = 1) {
  return "# " + comment +
         "\nbegin: data; problem: initial value; end: data;\n"
         "begin: initial value; initial time: 0.; final time: 0.1; time step: 1e-3; method: ms, 0.6; tolerance: 1e-8;"
         "max iterations: 10; end: initial value;\n"
         "begin: control data; structural nodes: 1; rigid bodies: 1; joints: 1; gravity;\n" +
         control +
         "\nend: control data; begin: nodes; structural: 1, dynamic, 1., 0., 0., eye, null, null; end: nodes;\n"
         "begin: elements; body: 1, 1, " +
         std::to_string(mass) + ", null, eye; /* " + comment +
         " */ joint: 1, spherical pin, 1, position, -1., 0., 0., position, null;"
         "gravity: uniform, 0., 0., -1., 9.81; end: elements;\n";
}

}  // namespace
}  // namespace restart_files

BOOST_FIXTURE_TEST_SUITE(restart_files, Program)

BOOST_AUTO_TEST_CASE(times_steps_and_the_end_are_due) {
  RestartFiles files;
  BOOST_TEST(!files.due(10, 0.9, 1., true));
  files.times = {0.95, 2.};
  BOOST_TEST(files.due(10, 0.9, 1., false));
  BOOST_TEST(!files.due(11, 1., 1.1, false));
  BOOST_TEST(files.due(20, 1.9, 2. - 1e-9, false));  // a sum of steps just short of it
  BOOST_TEST(!files.due(21, 2. - 1e-9, 2.1 - 1e-9, false));
  files = {};
  files.steps = 5;
  BOOST_TEST((files.due(10, 0.9, 1., false) && !files.due(11, 1., 1.1, false) && !files.due(0, 0., 0., false)));
  files = {};
  files.interval = 0.25;
  BOOST_TEST((files.due(5, 0.4, 0.5, false) && !files.due(6, 0.5, 0.6, false) && !files.due(7, 0.6, 0.7, false) &&
              files.due(8, 0.7, 0.8, false)));
  files = {};
  files.at_end = true;
  BOOST_TEST((files.due(10, 0.9, 1., true) && !files.due(10, 0.9, 1., false)));
}

BOOST_AUTO_TEST_CASE(a_second_stage_goes_on_where_the_first_one_wrote_its_file) {
  if (!exists) return;
  write("first.mbd", pendulum("make restart file: times, 2, 0.04, 0.07, format, binary;"));
  BOOST_REQUIRE_MESSAGE(run({"first.mbd", "-s", "-o", "stage1"}) == 0, read("stderr"));
  BOOST_TEST(!fs::exists(file("stage1.chk")));
  BOOST_TEST(!fs::exists(file("stage1.2.rst")));
  const std::string whole = read("stage1.mov");
  for (const auto& [number, left] : {std::pair{"0", 60}, {"1", 30}}) {
    write("second.mbd",
          pendulum("skip initial joint assembly;\n  load restart file: \"stage1." + std::string(number) + ".rst\"; ",
                   "second stage; others"));
    BOOST_REQUIRE_MESSAGE(run({"second.mbd", "-s", "-o", "stage2"}) == 0, read("stderr"));
    const std::string rest = read("stage2.mov");
    BOOST_TEST(std::count(rest.begin(), rest.end(), '\n') == left);
    BOOST_TEST(whole.ends_with(rest));
  }
}

BOOST_AUTO_TEST_CASE(files_that_do_not_belong_to_the_model_are_refused) {
  if (!exists) return;
  write("first.mbd", pendulum("make restart file: iterations, 40, format, binary;"));
  BOOST_REQUIRE_MESSAGE(run({"first.mbd", "-s", "-o", "stage1"}) == 0, read("stderr"));
  BOOST_TEST(fs::exists(file("stage1.1.rst")));
  const std::string load = "load restart file: \"stage1.0.rst\";";
  write("second.mbd", pendulum(load, "heavier", 2));
  BOOST_TEST(run({"second.mbd", "-s", "-o", "stage2"}) == 2);
  BOOST_TEST(read("stderr").find("belongs to another model") != std::string::npos, read("stderr"));
  write("second.mbd", pendulum(load));
  write("stage1.0.rst", "memory of another program");
  BOOST_TEST(run({"second.mbd", "-s", "-o", "stage2"}) == 2);
  BOOST_TEST(read("stderr").find("restart files of others are images of their memory") != std::string::npos,
             read("stderr"));
  fs::remove(file("stage1.0.rst"));
  BOOST_TEST(run({"second.mbd", "-s", "-o", "stage2"}) == 2);
  BOOST_TEST(read("stderr").find("cannot be read") != std::string::npos, read("stderr"));
}

BOOST_AUTO_TEST_SUITE_END()
