// Initial assembly says which nodes it moved and by how much.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "input/blocks/analysis.h"
#include "solvers/problems/initial_value.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(initial_assembly)

namespace {

class Messages final : public StepObserver {
 public:
  void accepted(const StepReport&, const State& state, const double*, const double*) override {
    x = state.nodes[1].x;
    v = state.nodes[1].v;
    for (std::size_t i = 0; i < all_x.size(); ++i) all_x[i] = state.nodes[i + 1].x;
  }
  void message(const std::string& text) override { all += text + "\n"; }
  bool stop_requested() override { return false; }
  std::string all;
  std::vector<Vec3> all_x;  // of as many nodes as there is room for
  Vec3 x = Vec3::Zero(), v = Vec3::Zero();
};

/// Positions after the assembly of deformable elements and of the loads named, `node_count` of them.
std::vector<Vec3> equilibrium(const std::string& use, const std::string& stiffness, int node_count,
                              const std::string& nodes, const std::string& elements, std::string* told = nullptr) {
  const auto count = [&](const std::string& card) {
    int n = 0;
    for (std::size_t at = elements.find(card); at != std::string::npos; at = elements.find(card, at + 1)) ++n;
    return std::to_string(n);
  };
  const std::string deck =
      "begin: data; problem: initial value; end: data;"
      "begin: initial value; initial time: 0.; final time: 1e-3; time step: 1e-3; method: ms, 0.6; tolerance: 1e-9;"
      "abort after: assembly; end: initial value;"
      "begin: control data; structural nodes: " +
      std::to_string(node_count) + "; rigid bodies: " + count("body:") + "; joints: " + count("joint:") +
      "; forces: " + count("force:") + "; gravity; max iterations: 60; initial stiffness: " + stiffness +
      "; initial assembly of deformable and force elements;" + use + "end: control data; begin: nodes;" + nodes +
      "end: nodes; begin: elements;" + elements + "gravity: uniform, 0., 0., -1., const, 10.; end: elements;";
  const auto analysis = read_model_text(deck, "deck", {});
  Messages seen;
  seen.all_x.resize(static_cast<std::size_t>(node_count));
  InitialValueProblem(analysis->model, analysis->problem, analysis->assembly, MPI_COMM_SELF).run(seen);
  if (told) *told = seen.all;
  return seen.all_x;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_table_has_what_was_moved_and_how_far) {
  // A pendulum of 1 m that turns at 1 rad/s, placed 1 cm too far out and with 0.25 m/s along its arm.
  const std::string deck =
      "begin: data; problem: initial value; end: data;"
      "begin: initial value; initial time: 0.; final time: 1e-3; time step: 1e-3; method: ms, 0.6; tolerance: 1e-9;"
      "abort after: assembly; max iterations: 10; end: initial value;"
      "begin: control data; structural nodes: 1; rigid bodies: 1; joints: 1; end: control data;"
      "begin: nodes; structural: 7, dynamic, 1.01, 0., 0., eye, 0.25, 1., 0., 0., 0., 1.; end: nodes;"
      "begin: elements; joint: 1, spherical pin, 7, position, -1., 0., 0., position, null;"
      "body: 1, 7, 2., null, eye; end: elements;";
  const auto analysis = read_model_text(deck, "deck", {});
  Messages seen;
  InitialValueProblem(analysis->model, analysis->problem, analysis->assembly, MPI_COMM_SELF).run(seen);
  BOOST_TEST((seen.x - Vec3(1, 0, 0)).norm() < 1e-9);
  BOOST_TEST((seen.v - Vec3(0, 1, 0)).norm() < 1e-9);
  BOOST_TEST(seen.all.find("moved 1 node to satisfy the constraints") != std::string::npos, seen.all);
  BOOST_TEST(seen.all.find("node        7: position 1.000e-02,") != std::string::npos, seen.all);
  BOOST_TEST(seen.all.find(" velocity 2.500e-01, angular velocity") != std::string::npos, seen.all);
}

BOOST_AUTO_TEST_CASE(nodes_of_all_ranks_are_counted_and_the_largest_come_first) {
  // A row of separate pendulums, each further out than the one before.
  const int count = 30;
  std::string nodes, elements;
  for (int i = 1; i <= count; ++i) {
    const std::string n = std::to_string(i);
    nodes += "structural: " + n + ", dynamic, 1. + " + n + "*1e-3, " + n + ", 0., eye, null, null;";
    elements += "joint: " + n + ", spherical pin, " + n + ", position, -1. - " + n + "*1e-3 + " + n +
                "*2e-3, 0., 0., position, 0., " + n + ", 0.; body: " + n + ", " + n + ", 2., null, eye;";
  }
  const std::string deck =
      "begin: data; problem: initial value; end: data;"
      "begin: initial value; initial time: 0.; final time: 1e-3; time step: 1e-3; method: ms, 0.6; tolerance: 1e-9;"
      "abort after: assembly; max iterations: 10; end: initial value;"
      "begin: control data; structural nodes: 30; rigid bodies: 30; joints: 30; end: control data; begin: nodes;" +
      nodes + "end: nodes; begin: elements;" + elements + "end: elements;";
  const auto analysis = read_model_text(deck, "deck", {});
  class : public StepObserver {
   public:
    void accepted(const StepReport&, const State&, const double*, const double*) override {}
    void message(const std::string& text) override { all += text + "\n"; }
    bool stop_requested() override { return false; }
    std::string all;
  } seen;
  InitialValueProblem(analysis->model, analysis->problem, analysis->assembly, MPI_COMM_WORLD).run(seen);
  BOOST_TEST(seen.all.find("moved 30 nodes to satisfy") < seen.all.size(), seen.all);
  BOOST_TEST(seen.all.find("\n  ... and 10 more") < seen.all.size(), seen.all);
  std::size_t before = 0;
  for (int i = count; i > count - 20; --i) {
    const std::size_t at =
        seen.all.find("node " + std::string(i < 10 ? 7 : 6, ' ') + std::to_string(i) + ": position ");
    BOOST_TEST((at < seen.all.size() && at > before), "node " << i << " in\n" << seen.all);
    before = at;
  }
}

BOOST_AUTO_TEST_CASE(far_rotations_converge_quadratically) {
  // A body turned by more than a right angle out of its hinge, with the springs of the assembly on all three rotations.
  for (const std::string angle : {"0.2", "1.2", "2.1", "2.8"}) {
    const std::string deck =
        "begin: data; problem: initial value; end: data;"
        "begin: initial value; initial time: 0.; final time: 1e-3; time step: 1e-3; method: ms, 0.6; tolerance: 1e-9;"
        "abort after: assembly; end: initial value;"
        "begin: control data; structural nodes: 1; rigid bodies: 1; joints: 1; max iterations: 7; end: control data;"
        "begin: nodes; structural: 7, dynamic, 0.5, 0., 1., euler123, " +
        angle +
        ", 0.1, 0.4, null, null; end: nodes;"
        "begin: elements; joint: 1, revolute pin, 7, 0.1, 0., 0.2, hinge, eye, 0., 0., 0.2, hinge, eye;"
        "body: 1, 7, 2., null, eye; end: elements;";
    const auto analysis = read_model_text(deck, "deck", {});
    Messages seen;
    BOOST_CHECK_NO_THROW(
        InitialValueProblem(analysis->model, analysis->problem, analysis->assembly, MPI_COMM_SELF).run(seen));
    BOOST_TEST(seen.all.find("moved 1 node") != std::string::npos, seen.all);
  }
}

BOOST_AUTO_TEST_CASE(a_servo_through_a_spring_is_named_and_starts) {
  const auto deck = [](const std::string& servo) {
    return "begin: data; problem: initial value; end: data;"
           "begin: initial value; initial time: 0.; final time: 1e-2; time step: 1e-3; method: implicit euler; "
           "tolerance: "
           "1e-9; max iterations: 10; end: initial value;"
           "begin: control data; structural nodes: 3; rigid bodies: 2; joints: 4; end: control data;"
           "begin: nodes; structural: 1, static, null, eye, null, null; structural: 2, dynamic, null, eye, null, null;"
           "structural: 3, dynamic, 1., 0., 0., eye, null, null; end: nodes;"
           "begin: elements; joint: 1, clamp, 1, node, node;"
           "joint: 2, total equation, 1, 2, position constraint, active, inactive, inactive, component, string, "
           "\"Time^6\", 0., 0.;"
           "joint: 3, total internal reaction, 1, " +
           servo +
           ", position constraint, active, inactive, inactive, total equation, 2;"
           "joint: 4, rod, 2, 3, 1., linear elastic, 40.;"
           "body: 2, 2, 2., null, eye; body: 3, 3, 1., null, eye; end: elements;";
  };
  const auto messages = [&](const std::string& servo) {
    const auto analysis = read_model_text(deck(servo), "deck", {});
    Messages seen;
    InitialValueProblem(analysis->model, analysis->problem, analysis->assembly, MPI_COMM_SELF).run(seen);
    return seen.all;
  };
  const std::string through_spring = messages("3");
  BOOST_TEST(through_spring.find("acts on them only through other elements") != std::string::npos, through_spring);
  BOOST_TEST(through_spring.find("joint 3 (total internal reaction)") != std::string::npos, through_spring);
  BOOST_TEST(through_spring.find("joint 1") == std::string::npos, through_spring);
  // one that acts where it measures has its force from the start
  BOOST_TEST(messages("2").find("initial accelerations") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_mass_on_a_spring_hangs_where_its_weight_pulls_it) {
  const std::string nodes =
      "structural: 1, static, null, eye, null, null; structural: 2, dynamic, 0., 0., -1., eye, null, null;";
  const std::string elements =
      "joint: 1, clamp, 1, node, node; body: 2, 2, 3., null, eye; force: 2, absolute, 2, position, null, 1., 0., 0.,"
      "const, 4.; joint: 2, deformable displacement joint, 1, position, 0., 0., -1., 2, position, null, linear elastic "
      "isotropic, 200.;";
  const auto mass = [&](const std::string& use, const std::string& stiffness) {
    return equilibrium(use, stiffness, 2, nodes, elements)[1];
  };
  // x = natural length + m g / k
  BOOST_TEST((mass("use: rigid bodies, in assembly;", "0., 1.") - Vec3(0, 0, -1 - 30. / 200)).norm() < 1e-10);
  BOOST_TEST((mass("use: forces, in assembly;", "0., 1.") - Vec3(4. / 200, 0, -1)).norm() < 1e-10);
  // the weight of the given position is a spring beside the other
  BOOST_TEST((mass("use: rigid bodies, forces, in assembly;", "50.") - Vec3(4. / 250, 0, -1 - 30. / 250)).norm() <
             1e-10);
  // loads that nobody asked for take no part
  BOOST_TEST((mass("use: beams, gravity, in assembly;", "0., 1.") - Vec3(0, 0, -1)).norm() < 1e-12);
}

BOOST_AUTO_TEST_CASE(an_elastic_chain_is_stretched_by_what_hangs_below) {
  std::string nodes = "structural: 1, static, null, eye, null, null;", elements = "joint: 101, clamp, 1, node, node;";
  for (int i = 2; i <= 6; ++i) {
    const std::string here = std::to_string(i), before = std::to_string(i - 1);
    nodes += "structural: " + here + ", dynamic displacement, 0.1, 0., " + std::to_string(1 - i) + "., null;";
    elements += "body: " + here + ", " + here + ", 2.;";
    elements += "joint: " + before + ", rod, " + before + ", " + here + ", 1., linear elastic, 500.;";
  }
  const auto x = equilibrium("use: rigid bodies, in assembly;", "0., 1.", 6, nodes, elements);
  for (int i = 1; i < 6; ++i)  // a rod of unit length bears the masses below it
    BOOST_TEST((x[i] - x[i - 1] - Vec3(0, 0, -1 - (6 - i) * 20. / 500)).norm() < 1e-9);
}

BOOST_AUTO_TEST_CASE(a_chain_of_links_hangs_in_a_funicular_polygon) {
  // Equal weights: slopes of the links grow by the weight over the horizontal tension at each of them.
  std::string nodes =
                  "structural: 1, static, null, eye, null, null; structural: 6, static, 4., 0., 0., eye, null, null;",
              elements = "joint: 101, clamp, 1, node, node; joint: 106, clamp, 6, node, node;";
  for (int i = 2; i <= 5; ++i) {
    const std::string here = std::to_string(i);
    nodes += "structural: " + here + ", dynamic displacement, " + std::to_string(0.8 * (i - 1)) + ", 0., " +
             std::to_string(-0.1 * i) + ", null;";
    elements += "body: " + here + ", " + here + ", 2.;";
  }
  for (int i = 1; i <= 5; ++i)
    elements += "joint: " + std::to_string(i) + ", distance, " + std::to_string(i) + ", " + std::to_string(i + 1) +
                ", const, 1.;";
  auto x = equilibrium("use: rigid bodies, in assembly;", "0., 1.", 6, nodes, elements);
  std::rotate(x.begin() + 1, x.begin() + 2, x.end());  // in the order of the chain
  std::vector<double> slopes;
  for (int i = 1; i < 6; ++i) {
    const Vec3 link = x[i] - x[i - 1];
    BOOST_TEST(std::abs(link.norm() - 1) < 1e-10);
    BOOST_TEST(std::abs(link.y()) < 1e-10);
    slopes.push_back(link.z() / link.x());
  }
  for (int i = 1; i < 5; ++i) BOOST_TEST(std::abs(slopes[i] - slopes[i - 1] - (slopes[4] - slopes[0]) / 4) < 1e-8);
  BOOST_TEST(slopes[4] > 0.5);
  BOOST_TEST(std::abs(slopes[2]) < 1e-8);
}

BOOST_AUTO_TEST_CASE(the_way_to_equilibrium_does_not_depend_on_the_origin) {
  // A straight slack chain, which has no stiffness across itself before it has tension.
  const auto iterations = [](double shift) {
    std::string nodes, elements = "joint: 101, clamp, 1, node, node; joint: 106, clamp, 6, node, node;";
    for (int i = 1; i <= 6; ++i) {
      const std::string here = std::to_string(i);
      const bool end = i == 1 || i == 6;
      nodes += "structural: " + here + (end ? ", static, " : ", dynamic displacement, ") +
               std::to_string(shift + 0.5 * i) + ", 0., 0., " + (end ? "eye, null, null;" : "null;");
      if (!end) elements += "body: " + here + ", " + here + ", 1.;";
      if (i < 6)
        elements += "joint: " + here + ", rod, " + here + ", " + std::to_string(i + 1) + ", 0.6, linear elastic, 1e4;";
    }
    std::string told;
    equilibrium("use: rigid bodies, in assembly;", "0., 1.", 6, nodes, elements, &told);
    const std::size_t begin = told.find('(');
    return told.substr(begin, told.find(')') - begin);
  };
  BOOST_TEST(iterations(0) == iterations(1000));
  BOOST_TEST(iterations(0).find("iterations") < 10);
}

BOOST_AUTO_TEST_CASE(forces_that_nothing_bears_are_an_error_with_the_equation) {
  BOOST_CHECK_EXCEPTION(equilibrium("use: rigid bodies, in assembly;", "0., 1.", 1,
                                    "structural: 7, dynamic, null, eye, null, null;", "body: 7, 7, 2., null, eye;"),
                        Error, [](const Error& e) {
                          const std::string what = e.what();
                          return e.exit_code() == ExitCode::assembly_failed &&
                                 what.find("balance the forces after 60") < what.size() &&
                                 what.find("node 7") < what.size();
                        });
}

BOOST_AUTO_TEST_SUITE_END()
