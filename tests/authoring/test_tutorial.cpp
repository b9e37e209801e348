// The elements of docs/new-element.md against closed forms.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <map>

#include "elements/check/scene.h"
#include "module.h"
#include "tests/app/program.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(tutorial)

namespace {

/// A model that the program runs with a module.
struct Case {
  std::string module, nodes, elements, counters;
  std::string steps = "final time: 1.; time step: 1.e-3;";
  std::string control = "";

  [[nodiscard]] std::string text() const {
    return "begin: data; problem: initial value; end: data;\nbegin: initial value; initial time: 0.; " + steps +
           " method: ms, 0.6; tolerance: 1.e-9; max iterations: 20; end: initial value;\n"
           "begin: control data; module load: \"" +
           module_path(module) + "\"; " + control + counters + " loadable elements: 1; end: control data;\n" +
           "begin: nodes; " + nodes + " end: nodes;\nbegin: elements; " + elements + " end: elements;\n";
  }
};

/// The last row of each label in a result file.
std::map<int, std::vector<double>> last_rows(const std::string& text) {
  std::map<int, std::vector<double>> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream numbers(line);
    std::vector<double> row;
    for (double number; numbers >> number;) row.push_back(number);
    if (!row.empty()) rows[static_cast<int>(row[0])] = row;
  }
  return rows;
}

struct Results {
  explicit Results(const Case& model) {
    const Program program;
    if (!program.exists) return;
    program.write("model.mbd", model.text());
    BOOST_TEST(program.run({"model.mbd", "-s", "-o", "out"}) == 0, program.read("stderr"));
    nodes = last_rows(program.read("out.mov"));
    elements = last_rows(program.read("out.usr"));
  }
  std::map<int, std::vector<double>> nodes, elements;
};

const std::string fixed = "structural: 1, static, null, eye, null, null; ";

}  // namespace

BOOST_AUTO_TEST_CASE(coaxial_magnets_attract_as_the_fourth_power) {
  use_module("magnetic_spring");
  TextModel text(sample_nodes() + "user defined: 1, magnetic spring, 1, 2, strength, 0.8;");
  const ElementBatch& batch = batch_of(text.model, "magnetic spring");
  Scene scene(text.model);
  for (NodeState& node : scene.nodes) node = {};
  scene.nodes[2].x = Vec3(0, 0, 1.5);
  const Eigen::VectorXd r = scene.residual(batch, 0);
  BOOST_TEST(std::abs(r(8) + 6 * 0.8 / std::pow(1.5, 4)) < 1e-15);
  BOOST_TEST((r.head<3>() + r.segment<3>(6)).norm() < 1e-15);
  // Side by side they repel with half of that.
  scene.nodes[2].x = Vec3(1.5, 0, 0);
  BOOST_TEST(std::abs(scene.residual(batch, 0)(6) - 3 * 0.8 / std::pow(1.5, 4)) < 1e-15);
}

BOOST_AUTO_TEST_CASE(a_compass_swings_with_the_period_of_its_field) {
  // J theta'' = -2 K/r^3 sin(theta)
  const Results run({"magnetic_spring",
                     fixed + "structural: 2, dynamic, 0., 0., 1.5, euler, 1.e-3, 0., 0., null, null;",
                     "body: 2, 2, 1., null, diag, 0.02, 0.02, 0.02; joint: 1, clamp, 1, node, node;"
                     "joint: 2, spherical pin, 2, position, null, position, 0., 0., 1.5;"
                     "user defined: 1, magnetic spring, 1, 2, strength, 0.8;",
                     "structural nodes: 2; rigid bodies: 1; joints: 2;"});
  if (run.nodes.empty()) return;
  const double w = std::sqrt(2 * 0.8 / (std::pow(1.5, 3) * 0.02));
  // Phase error of order 2: (w h)^2 w t/10.
  BOOST_TEST(std::abs(run.nodes.at(2).at(4) * M_PI / 180 / 1e-3 - std::cos(w)) < 2e-5);
  BOOST_TEST(std::abs(run.elements.at(1).at(1) - 1.5) < 1e-9);
}

BOOST_AUTO_TEST_CASE(a_disc_rolls_down_a_slope_with_two_thirds_of_the_acceleration) {
  const Results run({"rolling_wheel", "structural: 1, dynamic, 0., 0., 0.5, eye, null, null;",
                     "body: 1, 1, 2., null, diag, 0.125, 0.25, 0.125; gravity: component, 1.2, 0., -9.81;"
                     "user defined: 7, rolling wheel, 1, orientation, 3, 0., 1., 0., 2, 0., 0., 1., radius, 0.5;",
                     "structural nodes: 1; rigid bodies: 1; gravity: 1;"});
  if (run.nodes.empty()) return;
  const std::vector<double>& hub = run.nodes.at(1);
  BOOST_TEST(std::abs(hub.at(1) - 0.5 * 0.8) < 1e-6);  // the first step is one of order 1
  BOOST_TEST(std::abs(hub.at(7) - 0.8) < 1e-6);
  BOOST_TEST(std::abs(hub.at(11) - 1.6) < 1e-6);
  BOOST_TEST(std::abs(hub.at(3) - 0.5) < 1e-12);
  BOOST_TEST(std::abs(run.elements.at(7).at(1) - 2 * 9.81) < 1e-6);
}

BOOST_AUTO_TEST_CASE(a_leaning_disc_rolls_in_a_circle) {
  // Steady motion on a circle of radius a with the lean b: the balance of moments about the direction of motion,
  //   W^2 sin b ((Ia a/r) - (Ia - Id) cos b + m r (a - r cos b)) = m g r cos b.
  const double r = 0.5, m = 2, id = m * r * r / 4, ia = 2 * id, a = 2, b = 1.2, g = 9.81;
  const double w = std::sqrt(m * g * r * std::cos(b) /
                             (std::sin(b) * (ia * a / r - (ia - id) * std::cos(b) + m * r * (a - r * std::cos(b)))));
  const double spin = -w * a / r, distance = a - r * std::cos(b);
  const auto text = [](const Vec3& v) { return fmt::format("{:.17g}, {:.17g}, {:.17g}", v.x(), v.y(), v.z()); };
  const Vec3 axle(std::sin(b), 0, std::cos(b));
  Case model{
      "rolling_wheel",
      fmt::format("structural: 1, dynamic, {}, 3, {}, 2, 0., 1., 0., {}, {};", text(Vec3(distance, 0, r * std::sin(b))),
                  text(axle), text(Vec3(0, w * distance, 0)), text(Vec3(w * Vec3::UnitZ() + spin * axle))),
      fmt::format("body: 1, 1, {}, null, diag, {}, {}, {}; gravity: component, 0., 0., {};"
                  "user defined: 7, rolling wheel, 1, radius, {};",
                  m, id, id, ia, -g, r),
      "structural nodes: 1; rigid bodies: 1; gravity: 1;"};
  model.steps = fmt::format("final time: {:.17g}; time step: {:.17g};", 2 * M_PI / w, 2 * M_PI / w / 4000);
  const Results run(model);
  if (run.nodes.empty()) return;
  const std::vector<double>& hub = run.nodes.at(1);
  // Back where it started after a turn; phase error of order 2.
  BOOST_TEST(std::abs(hub.at(1) - distance) < 1e-4);
  BOOST_TEST(std::abs(hub.at(2)) < 1e-3);
  BOOST_TEST(std::abs(hub.at(3) - r * std::sin(b)) < 1e-5);
  BOOST_TEST(std::abs(run.elements.at(7).at(2) - b) < 1e-5);
  BOOST_TEST(std::abs(run.elements.at(7).at(1) - m * g) < 1e-3);
}

BOOST_AUTO_TEST_CASE(a_stretched_damper_relaxes_as_eyring_says) {
  // z' = -v0 sinh(k z/f0): tanh(k z/(2 f0)) decays exponentially
  const Results run({"creeping_damper", fixed + "structural: 2, static, 1., 0., 0., eye, null, null;",
                     "joint: 1, clamp, 1, node, node; joint: 2, clamp, 2, node, node;"
                     "user defined: 3, creeping damper, 1, 2, stiffness, 100., creep velocity, 0.02, creep force, 5.,"
                     "initial stretch, 0.1;",
                     "structural nodes: 2; joints: 2;"});
  if (run.elements.empty()) return;
  const double z = 2 * 5.0 / 100 * std::atanh(std::tanh(1.0) * std::exp(-100 * 0.02 / 5));
  BOOST_TEST(std::abs(run.elements.at(3).at(2) - z) < 2e-8);  // order 2: (0.4 h)^2 z/10
  BOOST_TEST(std::abs(run.elements.at(3).at(1) - 100 * z) < 2e-6);
}

BOOST_AUTO_TEST_CASE(a_membrane_stretches_under_its_load) {
  // Without lateral contraction: stretch s from s (s^2 - 1)/2 E h W = F.
  const std::string corner = ", static displacement, ";
  Case model{"membrane",
             fixed + "structural: 2, static, 0., 1., 0., eye, null, null; structural: 3" + corner +
                 "2., 1., 0., null; structural: 4" + corner + "2., 0., 0., null;",
             "joint: 1, clamp, 1, node, node; joint: 2, clamp, 2, node, node;"
             "force: 3, absolute displacement, 3, 1., 0., 0., const, 30.;"
             "force: 4, absolute displacement, 4, 1., 0., 0., const, 30.;"
             // Flat, it has no stiffness across its plane.
             "genel: 3, spring support, 3, structural, 3, algebraic, linear elastic, 1.;"
             "genel: 4, spring support, 4, structural, 3, algebraic, linear elastic, 1.;"
             "user defined: 1, membrane, 1, 4, 3, 2, modulus, 1.e4, thickness, 0.01, Poisson ratio, 0.;",
             "structural nodes: 4; joints: 2; forces: 2; genels: 2;"};
  model.steps = "final time: 1.; time step: 1.;";
  model.control = "model: static;";
  const Results run(model);
  if (run.nodes.empty()) return;
  double low = 1, high = 3;
  for (int k = 0; k < 60; ++k) {
    const double s = (low + high) / 2;
    (s * (s * s - 1) / 2 * 100 < 60 ? low : high) = s;
  }
  BOOST_TEST(std::abs(run.nodes.at(3).at(1) - 2 * low) < 1e-6);  // seven digits are written
  BOOST_TEST(std::abs(run.nodes.at(4).at(1) - 2 * low) < 1e-6);
  BOOST_TEST(std::abs(run.nodes.at(3).at(2) - 1) < 1e-8);
}

BOOST_AUTO_TEST_CASE(a_membrane_of_corners_on_a_line_is_refused) {
  use_module("membrane");
  const std::string errors = errors_of_text(
      "structural: 1, static, null, eye, null, null; structural: 2, static, 1., 0., 0., eye, null, null;"
      "structural: 3, static, 2., 0., 0., eye, null, null; structural: 4, static, 3., 0., 0., eye, null, null;\n"
      "user defined: 1, membrane, 1, 2, 3, 4, modulus, 1., thickness, 1.;");
  BOOST_TEST(contains(errors, "sample:2:"), errors);
  BOOST_TEST(contains(errors, "the corners of the membrane are on a line"), errors);
}

BOOST_AUTO_TEST_SUITE_END()
