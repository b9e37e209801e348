// The time series for ParaView, read back.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <set>
#include <sstream>

#include "test_paths.h"
#include "tests/app/program.h"
#include "tests/app/vtk_grid.h"
#include "tests/sanitizers.h"

using namespace flexura::test;

namespace vtk {
namespace {

const std::string model =
    "begin: data; problem: initial value; end: data;\n"
    "begin: initial value; initial time: 0.; final time: 0.05; time step: 1.e-3; method: ms, 0.6;\n"
    "tolerance: 1.e-6; max iterations: 20; end: initial value;\n"
    "begin: control data; structural nodes: 4; rigid bodies: 3; beams: 1; joints: 2; forces: 1; gravity;\n"
    "output precision: 15; end: control data;\n"
    "begin: nodes; structural: 1, static, null, eye, null, null; structural: 2, dynamic, 0.5, 0., 0., eye, null, "
    "null;\n"
    "structural: 3, dynamic, 1., 0., 0., eye, null, null; structural: 7, dynamic, 1., 0., 0., eye, null, null;\n"
    "end: nodes;\n"
    "begin: elements; joint: 11, clamp, 1, node, node; joint: 12, spherical hinge, 3, null, 7, null;\n"
    "body: 7, 7, 0.1, null, diag, 1.e-3, 1.e-3, 1.e-3; body: 2, 2, 0.1, null, diag, 1.e-3, 1.e-3, 1.e-3; body: 3, 3, "
    "0.2, null, diag, 1.e-3, 1.e-3, 1.e-3;\n"
    "beam3: 21, 1, null, 2, null, 3, null, from nodes, linear elastic generic, diag, 1.e4, 1.e4, 1.e4, 30., 30., 30., "
    "same, same;\n"
    "force: 31, absolute, 3, position, null, 0., 1., 0., 2.;\n"
    "gravity: uniform, 0., 0., -1., const, 9.81; end: elements;\n";

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

}  // namespace
}  // namespace vtk

BOOST_FIXTURE_TEST_SUITE(vtk, Program)

BOOST_AUTO_TEST_CASE(pictures_show_nodes_beams_joints_and_loads) {
  if (!exists) return;
  write("model.mbd", model);
  BOOST_REQUIRE_MESSAGE(run({"model.mbd", "-s", "--vtk", "10"}) == 0, read("stderr"));
  const std::string series = read("model.pvd");
  BOOST_TEST(count(series, "<DataSet ") == 6U);
  BOOST_TEST(series.find("timestep=\"0.05\" part=\"0\" file=\"model.vtk/step_000000050.vtu\"") != std::string::npos);
  BOOST_TEST(series.ends_with("</Collection>\n</VTKFile>\n"));

  const Grid grid(read("model.vtk/step_000000050.vtu"));
  BOOST_TEST(grid.points == 4U);
  // Four nodes, two sections of the beam, two joints, a force.
  BOOST_TEST(grid.cells == 9U);
  BOOST_TEST(grid.get<double>("TimeValue").at(0) == 0.05);
  const auto labels = grid.get<std::int32_t>("label");
  const std::vector<std::int32_t> nodes = {1, 2, 3, 7};
  BOOST_TEST(labels == nodes, boost::test_tools::per_element());
  const auto kinds = grid.get<std::int32_t>("kind");
  const std::vector<std::int32_t> expected = {0, 0, 0, 0, 2, 2, 3, 1, 1};
  BOOST_TEST(std::multiset<int>(kinds.begin(), kinds.end()) == std::multiset<int>(expected.begin(), expected.end()),
             boost::test_tools::per_element());
  BOOST_TEST(grid.get<double>("mass")[2] == 0.2);

  // Positions, velocities and reactions are those of the text files.
  std::map<int, std::vector<double>> last;
  for (const char* name : {"model.mov", "model.jnt"}) {
    std::istringstream rows(read(name));
    for (std::string line; std::getline(rows, line);) {
      std::istringstream numbers(line);
      int label = 0;
      numbers >> label;
      last[label].clear();
      for (double x = 0; numbers >> x;) last[label].push_back(x);
    }
  }
  const auto points = grid.get<double>("Points"), velocity = grid.get<double>("velocity"),
             displacement = grid.get<double>("displacement");
  for (std::size_t k = 0; k < 4; ++k) {
    for (std::size_t i = 0; i < 3; ++i) {
      BOOST_TEST(std::abs(points[3 * k + i] - last[nodes[k]][i]) < 1e-14);
      BOOST_TEST(std::abs(velocity[3 * k + i] - last[nodes[k]][6 + i]) < 1e-13);
    }
  }
  BOOST_TEST(displacement[8] == points[8]);  // node 3 starts at z = 0
  BOOST_TEST(std::abs(displacement[8]) > 1e-6);
  const auto cell_labels = grid.get<std::int32_t>("label", 1);
  const auto force = grid.get<double>("force");
  bool found = false;
  for (std::size_t k = 0; k < grid.cells; ++k) {
    if (cell_labels[k] == 31) BOOST_TEST(force[3 * k + 1] == 2);
    if (cell_labels[k] != 11) continue;
    found = true;
    for (std::size_t i = 0; i < 3; ++i) BOOST_TEST(std::abs(force[3 * k + i] - last[11][6 + i]) < 1e-12);
  }
  BOOST_TEST(found);
  // The beam bends: a curvature, and a shear force that carries the tip.
  const auto curvature = grid.get<double>("curvature");
  double most = 0;
  for (const double x : curvature) most = std::max(most, std::abs(x));
  BOOST_TEST(most > 1e-6);
}

BOOST_AUTO_TEST_CASE(the_model_file_can_ask_for_it) {
  if (!exists) return;
  std::string text = model;
  text.replace(text.find("output precision: 15;"), 21, "output results: vtk, every, 25;");
  write("model.mbd", text);
  BOOST_REQUIRE_MESSAGE(run({"model.mbd", "-s"}) == 0, read("stderr"));
  BOOST_TEST(count(read("model.pvd"), "<DataSet ") == 3U);
  BOOST_TEST(fs::exists(file("model.vtk/step_000000025.vtu")));
  text.replace(text.find("every, 25"), 9, "every, 0");
  write("wrong.mbd", text);
  BOOST_TEST(run({"wrong.mbd", "-s"}) == 2);
  BOOST_TEST(read("stderr").find("the number of steps from one VTK file to the next") != std::string::npos);
  BOOST_TEST(run({"model.mbd", "-s", "--vtk", "0"}) == 7);
  BOOST_TEST(read("stderr").find("--vtk: a whole number of at least 1 is expected, found `0`") != std::string::npos,
             read("stderr"));
}

BOOST_AUTO_TEST_CASE(a_restart_goes_on_with_the_series) {
  if (!exists) return;
  write("model.mbd", model);
  BOOST_REQUIRE(run({"model.mbd", "-s", "-o", "whole", "--vtk", "5"}) == 0);
  BOOST_REQUIRE(run({"model.mbd", "-s", "-o", "whale", "--vtk", "5", "--checkpoint", "22"}) == 0);
  BOOST_REQUIRE(run({"model.mbd", "-s", "-o", "whale", "--vtk", "5", "--restart", "whale.chk.previous"}) == 0);
  std::string series = read("whale.pvd");
  for (std::size_t at = series.find("whale"); at != std::string::npos; at = series.find("whale"))
    series.replace(at, 5, "whole");
  BOOST_TEST(series == read("whole.pvd"));
  BOOST_TEST((read("whale.vtk/step_000000050.vtu") == read("whole.vtk/step_000000050.vtu")));
}

BOOST_AUTO_TEST_CASE(a_folder_that_cannot_be_made_is_an_error) {
  if (!exists) return;
  write("model.mbd", model);
  write("model.vtk", "in the way");
  BOOST_TEST(run({"model.mbd", "-s", "--vtk", "5"}) == 6);
  BOOST_TEST(read("stderr").find("model.vtk") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(each_rank_writes_a_piece, *unless_sanitized()) {
  if (!exists) return;
  write("model.mbd", model);
  const std::string line = "cd " + folder + " && mpirun --allow-run-as-root --oversubscribe -n 2 " +
                           FLEXURA_EXECUTABLE + " model.mbd -s --vtk 25 2> stderr";
  BOOST_REQUIRE_MESSAGE(std::system(line.c_str()) == 0, read("stderr"));
  BOOST_TEST(read("model.pvd").find("model.vtk/step_000000050.pvtu") != std::string::npos);
  const std::string whole = read("model.vtk/step_000000050.pvtu");
  BOOST_TEST(count(whole, "<Piece Source=") == 2U);
  const Grid a(read("model.vtk/step_000000050_0.vtu")), b(read("model.vtk/step_000000050_1.vtu"));
  BOOST_TEST(a.cells + b.cells == 9U);
  for (const auto& [name, arrays] : a.arrays) BOOST_TEST(b.arrays.count(name) == 1U, name);
}

BOOST_AUTO_TEST_SUITE_END()
