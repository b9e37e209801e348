// Flexible bodies from outside: their rows in the files of results, checkpoints, pictures, several ranks.
#include <boost/test/unit_test.hpp>

#include <netcdf.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "test_paths.h"
#include "tests/app/program.h"
#include "tests/app/vtk_grid.h"
#include "tests/elements/modal/sample_fem.h"
#include "tests/sanitizers.h"

using namespace flexura::test;

namespace modal_results {
namespace {

/// A body with everything a file can have, between a pivot and a swinging mass; a second one clamped.
std::string model_text(const std::string& control = {}) {
  return "begin: data; problem: initial value; end: data;\n"
         "begin: initial value; initial time: 0.; final time: 0.1; time step: 2.e-3; method: ms, 0.6;\n"
         "tolerance: 1.e-8; max iterations: 20; end: initial value;\n"
         "begin: control data; structural nodes: 4; rigid bodies: 1; joints: 3; forces: 1; gravity;\n"
         "output precision: 15; " +
         control +
         " end: control data;\n"
         "begin: nodes;\n"
         "structural: 1, modal, null, eye, null, 0.2, -0.1, 0.3;\n"
         "structural: 2, static, 1., 0., 0., eye, null, null;\n"
         "structural: 3, dynamic, 0., 0., 1., eye, null, null;\n"
         "structural: 4, static, 0., 3., 0., eye, null, null;\n"
         "end: nodes;\n"
         "begin: elements;\n"
         "body: 3, 3, 0.3, null, diag, 0.02, 0.03, 0.04;\n"
         "joint: 1, spherical pin, 1, position, null, position, null;\n"
         "joint: 7, modal, 1, 4, list, 5, 1, 4, 2, initial value, mode, 2, 0.01, -0.03, from file, damping from file,\n"
         "  \"body.fem\", use invariant 9, 2, \"b\", 2, null, output, yes, \"c\", 3, 0.1, 0., 0.;\n"
         "joint: 8, modal, clamped, position, 0., 3., 0., 3, from file, single factor damping, 0.01, \"body.fem\",\n"
         "  1, \"a\", 4, null;\n"
         "force: 9, modal, 7, list, 1, 4, string, \"0.2*sin(20.*Time)\", resultant, 0., 0., 1., 0., 0., 0.;\n"
         "gravity: uniform, 0., 0., -1., const, 9.81;\nend: elements;\n";
}

struct Fixture : Program {
  Fixture() {
    if (exists) flexura::write_fem_text(random_fem(4, 5, true), file("body.fem"));
  }
  /// Words of the rows that begin with a label.
  [[nodiscard]] std::vector<std::vector<double>> rows(const std::string& name, const std::string& label) const {
    std::vector<std::vector<double>> found;
    std::istringstream text(read(name));
    for (std::string line; std::getline(text, line);) {
      std::istringstream words(line);
      std::string first;
      words >> first;
      if (first != label) continue;
      found.emplace_back();
      for (double x = 0; words >> x;) found.back().push_back(x);
    }
    return found;
  }
};

constexpr std::size_t instants = 51;

}  // namespace
}  // namespace modal_results

BOOST_FIXTURE_TEST_SUITE(modal_results, Fixture)

BOOST_AUTO_TEST_CASE(modes_and_interfaces_have_rows_of_their_own) {
  if (!exists) return;
  write("model.mbd", model_text("output results: netcdf, text;"));
  BOOST_REQUIRE_MESSAGE(run({"model.mbd", "-s"}) == 0, read("stderr"));
  for (const char* label : {"7.5", "7.1", "7.4", "7.2", "8.1", "8.2", "8.3"}) {
    const auto modes = rows("model.mod", label);
    BOOST_REQUIRE_MESSAGE(modes.size() == instants, label << ": " << modes.size());
    for (const auto& row : modes) BOOST_TEST(row.size() == 3U);
  }
  BOOST_TEST(rows("model.mod", "7.3").empty());
  // The initial assembly moves nodes rather than coordinates, 1000 to 1.
  BOOST_TEST(std::abs(rows("model.mod", "7.1").front()[1] + 0.03) < 2e-3);
  BOOST_TEST(rows("model.jnt", "7@2").size() == instants);
  BOOST_TEST(rows("model.jnt", "7@3").empty());
  // The rate of a coordinate is its slope: central differences of 2e-3 s.
  const auto mode = rows("model.mod", "7.4");
  double most = 0, size = 0;
  for (std::size_t k = 1; k + 1 < instants; ++k) {
    most = std::max(most, std::abs((mode[k + 1][0] - mode[k - 1][0]) / 4e-3 - mode[k][1]));
    size = std::max(size, std::abs(mode[k][1]));
  }
  BOOST_TEST(most < 5e-3 * size, most << " of " << size);

  int id = 0, variable = 0, dims = 0;
  BOOST_REQUIRE(nc_open(file("model.nc").c_str(), NC_NOWRITE, &id) == NC_NOERR);
  for (const char* name : {"a", "aPrime", "bPrime"}) {
    BOOST_REQUIRE(nc_inq_varid(id, ("elem.joint.7." + std::string(name)).c_str(), &variable) == NC_NOERR);
    BOOST_REQUIRE(nc_inq_varndims(id, variable, &dims) == NC_NOERR);
    BOOST_TEST(dims == 2);
    std::vector<double> values(4 * instants);
    BOOST_REQUIRE(nc_get_var_double(id, variable, values.data()) == NC_NOERR);
    const int column = name[0] == 'b' ? 2 : name[1] == 'P' ? 1 : 0;
    const auto text = rows("model.mod", "7.4");
    for (std::size_t k = 0; k < instants; ++k)
      BOOST_TEST(std::abs(values[4 * k + 2] - text[k][column]) <= 1e-13 * std::max(1.0, std::abs(text[k][column])));
  }
  nc_close(id);
}

BOOST_AUTO_TEST_CASE(a_run_goes_on_bit_for_bit) {
  if (!exists) return;
  write("model.mbd", model_text("output results: netcdf, text;"));
  BOOST_REQUIRE_MESSAGE(run({"model.mbd", "-s", "-o", "whole"}) == 0, read("stderr"));
  BOOST_REQUIRE_MESSAGE(run({"model.mbd", "-s", "-o", "part", "--checkpoint", "21"}) == 0, read("stderr"));
  BOOST_REQUIRE(fs::exists(file("part.chk.previous")));
  BOOST_REQUIRE_MESSAGE(run({"model.mbd", "-s", "-o", "part", "--restart", "part.chk.previous"}) == 0, read("stderr"));
  for (const char* extension : {".mov", ".mod", ".jnt", ".ine", ".frc", ".nc"})
    BOOST_TEST((read(std::string("whole") + extension) == read(std::string("part") + extension)), extension);
  BOOST_TEST(read("whole.mod").size() > 1000U);
}

BOOST_AUTO_TEST_CASE(a_restart_with_other_data_of_the_body_is_refused) {
  if (!exists) return;
  write("model.mbd", model_text());
  BOOST_REQUIRE_MESSAGE(run({"model.mbd", "-s", "-o", "part", "--checkpoint", "21"}) == 0, read("stderr"));
  flexura::FemModel fem = random_fem(4, 5, true);
  fem.stiffness(1, 1) *= 1.01;
  flexura::write_fem_text(fem, file("body.fem"));
  BOOST_TEST(run({"model.mbd", "-s", "-o", "part", "--restart", "part.chk.previous"}) == 2);
}

BOOST_AUTO_TEST_CASE(pictures_show_nodes_and_the_deformed_fem) {
  if (!exists) return;
  write("model.mbd", model_text());
  BOOST_REQUIRE_MESSAGE(run({"model.mbd", "-s", "--vtk", "10"}) == 0, read("stderr"));
  const Grid grid(read("model.vtk/step_000000010.vtu"));
  BOOST_REQUIRE(grid.points == 12U);  // nodes, then the FEM nodes of both bodies; no coordinates
  const auto x = grid.get<double>("Points"), moved = grid.get<double>("displacement"), v = grid.get<double>("velocity");
  const auto label = grid.get<std::int32_t>("label");
  const auto close = [&](const std::vector<double>& values, int a, int b, double tolerance) {
    for (int k = 0; k < 3; ++k) BOOST_TEST(std::abs(values[3 * a + k] - values[3 * b + k]) < tolerance);
  };
  BOOST_TEST(label[5] == 2);
  close(x, 5, 1, 1e-6);  // FEM node b is held by node 2, a of the clamped body by node 4
  close(v, 5, 1, 1e-4);
  close(x, 8, 3, 1e-6);
  BOOST_TEST(std::abs(moved[3 * 4] - moved[3 * 7]) > 1e-4);
  const auto mass = grid.get<double>("mass");
  BOOST_TEST(mass[5] > 0.3);
  const auto kind = grid.get<std::int32_t>("kind");
  BOOST_TEST(std::count(kind.begin(), kind.end(), 5) == 2);
}

BOOST_AUTO_TEST_CASE(pictures_of_modes_show_the_deformed_fem) {
  if (!exists) return;
  std::string text = model_text();
  text.replace(text.find("max iterations: 20;"), 0, "eigenanalysis: 0.; ");
  write("model.mbd", text);
  BOOST_REQUIRE_MESSAGE(run({"model.mbd", "-s", "--vtk", "100"}) == 0, read("stderr"));
  int seen = 0;
  for (int mode = 1; mode < 20; ++mode) {
    const auto name = [&](int k) {
      return "model.vtk/eigen_0_mode_" + std::to_string(mode) + (k < 10 ? "_0" : "_") + std::to_string(k) + ".vtu";
    };
    if (!fs::exists(file(name(0)))) continue;
    ++seen;
    const auto there = Grid(read(name(0))).get<double>("Points"), back = Grid(read(name(12))).get<double>("Points");
    double most = 0;
    for (std::size_t k = 12; k < there.size(); k += 3)
      most = std::max(most, std::hypot(there[k] - back[k], there[k + 1] - back[k + 1], there[k + 2] - back[k + 2]));
    // From one side to the other: a twentieth of the extent of 3 m twice, if the phase of the mode is that of its size.
    BOOST_TEST(most > 0.02, "mode " << mode << ": " << most);
    BOOST_TEST(most < 0.7, "mode " << mode << ": " << most);
  }
  BOOST_TEST(seen >= 3);
}

BOOST_AUTO_TEST_CASE(two_ranks_give_the_files_of_one, *unless_sanitized()) {
  if (!exists) return;
  write("model.mbd", model_text());
  BOOST_REQUIRE(run({"model.mbd", "-s", "-o", "one"}) == 0);
  const std::string command = "cd " + folder + " && mpirun --allow-run-as-root --oversubscribe -n 2 " +
                              FLEXURA_EXECUTABLE + " model.mbd -s -o two > two.log 2>&1";
  BOOST_REQUIRE_MESSAGE(std::system(command.c_str()) == 0, read("two.log"));
  for (const char* label : {"7.5", "7.4", "8.1"}) {
    const auto one = rows("one.mod", label), two = rows("two.mod", label);
    BOOST_REQUIRE(one.size() == instants);
    BOOST_REQUIRE(two.size() == instants);
    // Accelerations are what the iteration leaves: its tolerance over c.
    for (std::size_t k = 0; k < instants; ++k)
      for (int c = 0; c < 3; ++c) BOOST_TEST(std::abs(one[k][c] - two[k][c]) < (c < 2 ? 1e-8 : 1e-4));
  }
}

BOOST_AUTO_TEST_CASE(a_bad_file_is_refused_with_record_and_line) {
  if (!exists) return;
  std::string fem = read("body.fem");
  const std::size_t at = fem.find("RECORD GROUP 10");
  const std::size_t line = std::count(fem.begin(), fem.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 2;
  fem.insert(fem.find('\n', at) + 1, "nan ");
  write("body.fem", fem);
  write("model.mbd", model_text());
  BOOST_TEST(run({"model.mbd", "-s"}) == 2);
  const std::string message = read("stderr");
  BOOST_TEST(message.find("body.fem:" + std::to_string(line) + ":") != std::string::npos, message);
  BOOST_TEST(message.find("record group 10") != std::string::npos, message);
}

BOOST_AUTO_TEST_SUITE_END()
