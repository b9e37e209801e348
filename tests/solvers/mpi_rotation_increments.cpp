// Methods applied to increments of rotations about the prediction (`method form: increments`).
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "input/blocks/analysis.h"
#include "math/rotation.h"
#include "solvers/problems/initial_value.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(rotation_increments)

namespace {

struct Motion {
  std::vector<NodeState> nodes;
  NodeState table;     // of node 2 at the end
  int iterations = 0;  // most in a step
};

class Recorder final : public StepObserver {
 public:
  void accepted(const StepReport& report, const State& state, const double*, const double*) override {
    motion.nodes.push_back(state.nodes[1]);
    if (several) motion.table = state.nodes[2];
    motion.iterations = std::max(motion.iterations, report.iterations);
  }
  void message(const std::string&) override {}
  bool stop_requested() override { return false; }
  Motion motion;
  bool several = false;  // nodes
};

const Mat3 inertia = Vec3(1, 2, 3).asDiagonal();

/// A free body that tumbles from w = (0.3, 2, 0.5) rad/s.
Motion tumble(const std::string& method, double h, double end, const std::string& rotations = "increments") {
  const std::string deck =
      "begin: data; problem: initial value; end: data; begin: initial value; initial time: 0.; final time: " +
      std::to_string(end) + "; time step: " + std::to_string(h) + "; method: " + method +
      "; method form: " + rotations +
      "; tolerance: 1e-12; max iterations: 20; end: initial value;"
      "begin: control data; structural nodes: 1; rigid bodies: 1; end: control data;"
      "begin: nodes; structural: 1, dynamic, null, eye, null, 0.3, 2., 0.5; end: nodes;"
      "begin: elements; body: 1, 1, 2., null, diag, 1., 2., 3.; end: elements;";
  const auto analysis = read_model_text(deck, "deck", {});
  Recorder recorder;
  InitialValueProblem(analysis->model, analysis->problem, analysis->assembly, MPI_COMM_SELF).run(recorder);
  return recorder.motion;
}

Vec3 spin_of_increment(const NodeState& now, const Mat3& predicted, const Vec3& w_predicted, double c) {
  const Vec3 d = gibbs::parameters(now.R * predicted.transpose());
  return gibbs::rotation(d) * w_predicted + gibbs::tangent(d) * d / c;
}

}  // namespace

BOOST_AUTO_TEST_CASE(implicit_euler_adds_an_increment_to_the_motion_with_the_last_spin) {
  const double h = 0.1;
  const Motion motion = tumble("implicit euler", h, 0.5);
  BOOST_REQUIRE(motion.nodes.size() == 6u);
  const Vec3 momentum = inertia * Vec3(0.3, 2, 0.5);
  for (std::size_t k = 1; k < motion.nodes.size(); ++k) {
    const NodeState &before = motion.nodes[k - 1], &now = motion.nodes[k];
    const Vec3 g = h * before.w;
    const Vec3 spin = spin_of_increment(now, gibbs::rotation(g) * before.R, gibbs::tangent(g) * before.w, h);
    BOOST_TEST((now.w - spin).norm() < 1e-11);
    BOOST_TEST((now.R * inertia * now.R.transpose() * now.w - momentum).norm() < 1e-11);
  }
  // the exact tangent: quadratic convergence
  BOOST_TEST(motion.iterations <= 5);
}

BOOST_AUTO_TEST_CASE(a_multistep_method_holds_for_the_prediction) {
  // ms, 0.6 with the cubic prediction, in the chart at the last orientation
  const double h = 0.1, rho = 0.6, a2 = (3 * rho - 1) / (3 - rho), b0 = 2 / ((1 + rho) * (3 - rho));
  const Motion motion = tumble("ms, 0.6", h, 0.5);
  for (std::size_t k = 2; k < motion.nodes.size(); ++k) {
    const NodeState &older = motion.nodes[k - 2], &before = motion.nodes[k - 1];
    const Vec3 g2 = gibbs::parameters(older.R * before.R.transpose()), rate2 = gibbs::inverse_tangent(g2) * older.w;
    const Vec3 rate = 12 / h * g2 + 8 * before.w + 5 * rate2;
    const Vec3 g = a2 * g2 + h * b0 * (rate + 2 * rho * before.w + rho * rho * rate2);
    const Vec3 spin =
        spin_of_increment(motion.nodes[k], gibbs::rotation(g) * before.R, gibbs::tangent(g) * rate, b0 * h);
    BOOST_TEST((motion.nodes[k].w - spin).norm() < 1e-11);
  }
}

BOOST_AUTO_TEST_CASE(the_order_is_that_of_the_other_form) {
  const NodeState exact = tumble("ms, 0.6", 1e-3, 1, "chart").nodes.back();
  for (const std::string method : {"ms, 0.6", "bdf", "crank nicolson"}) {
    const auto error = [&](double h) { return (tumble(method, h, 1).nodes.back().R - exact.R).norm(); };
    const double order = std::log2(error(0.05) / error(0.025));
    BOOST_TEST(std::abs(order - 2) < 0.15, method << ": order " << order);
  }
}

BOOST_AUTO_TEST_CASE(the_first_step_starts_from_constraints_at_rest) {
  // A bead on a slot of a massless table, driven outward as r = 1 + 1 - cos(w t), turning at W: the reaction is along
  // the slot, so that tan(phi) = W h/(r + h^2 F/4) behind a first step of the trapezoidal rule, with the force F along
  // the slot at the start; it counts only in the complete form.
  const auto turned = [](const std::string& form) {
    const std::string deck =
        "begin: data; problem: initial value; end: data; begin: initial value; initial time: 0.; final time: 1e-3; "
        "time "
        "step: 1e-3; method: crank nicolson; method form: " +
        form +
        "; tolerance: 1e-9; max iterations: 20; end: initial value; begin: control data; structural nodes: 3; rigid "
        "bodies: 1; joints: 3; end: control data; begin: nodes; structural: 1, static, null, eye, null, null;"
        "structural: 2, static, null, eye, null, 0., 0., 20.; structural: 3, dynamic, 1., 0., 0., eye, 0., 20., 0., "
        "null;"
        "end: nodes; begin: elements; joint: 1, clamp, 1, node, node; joint: 2, revolute hinge, 1, null, 2, null;"
        "joint: 3, drive displacement, 2, null, 3, null, 1., 0., 0., cosine, 0., 60., 1., forever, 1.;"
        "body: 3, 3, 1., null, eye; end: elements;";
    const auto analysis = read_model_text(deck, "deck", {});
    Recorder recorder;
    recorder.several = true;
    InitialValueProblem(analysis->model, analysis->problem, analysis->assembly, MPI_COMM_SELF).run(recorder);
    const Mat3& R = recorder.motion.table.R;
    return R(1, 0) / R(0, 0);
  };
  const double force = 60. * 60 - 20. * 20;
  BOOST_TEST(std::abs(turned("chart") - 0.02 / (1 + 0.25e-6 * force)) < 1e-8);
  BOOST_TEST(std::abs(turned("increments") - 0.02) < 1e-8);
}

BOOST_AUTO_TEST_CASE(forces_within_the_tolerance_of_derivatives_do_not_act_at_the_start) {
  const auto fallen = [](const std::string& form, const std::string& tolerance) {
    const std::string deck =
        "begin: data; problem: initial value; end: data; begin: initial value; initial time: 0.; final time: 1e-2; "
        "time "
        "step: 1e-2; method: crank nicolson; method form: " +
        form + "; derivatives tolerance: " + tolerance +
        "; tolerance: 1e-9; max iterations: 20; end: initial value; begin: control data; structural nodes: 1; rigid "
        "bodies: 1; gravity; end: control data; begin: nodes; structural: 1, dynamic, null, eye, null, null; end: "
        "nodes;"
        "begin: elements; body: 1, 1, 2., null, eye; gravity: uniform, 0., 0., -1., const, 10.; end: elements;";
    const auto analysis = read_model_text(deck, "deck", {});
    Recorder recorder;
    InitialValueProblem(analysis->model, analysis->problem, analysis->assembly, MPI_COMM_SELF).run(recorder);
    return recorder.motion.nodes.back().v.z();
  };
  BOOST_TEST(std::abs(fallen("increments", "19.9") + 0.1) < 1e-12);  // the weight is 20 N
  BOOST_TEST(std::abs(fallen("increments", "20.1") + 0.05) < 1e-12);
  BOOST_TEST(std::abs(fallen("chart", "20.1") + 0.1) < 1e-12);
}

BOOST_AUTO_TEST_SUITE_END()
