// The six-unknown node with condensed momentum gives the motion of the twelve-unknown momentum form.
#include <boost/test/unit_test.hpp>

#include <Eigen/Dense>
#include <array>
#include <vector>

#include "assembly/trajectory.h"
#include "elements/bodies/node_inertia.h"
#include "math/rotation.h"
#include "solvers/problems/initial_value.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(condensed_momentum)

namespace {

constexpr double mass = 1.7;
const Vec3 first_moment(0.2, -0.1, 0.35);
Mat3 node_inertia() {
  Mat3 central;
  central << 0.9, 0.1, -0.05, 0.1, 0.6, 0.08, -0.05, 0.08, 0.4;
  return central - skew_product(first_moment, first_moment) / mass;
}

NodeState start() {
  NodeState s;
  s.x = Vec3(0.3, -0.2, 0.1);
  s.R = rotation_exp<double>(Vec3(0.4, -0.7, 0.2));
  s.v = Vec3(1, -0.5, 0.2);
  s.w = Vec3(2.1, 3.3, -1.2);
  return s;
}

/// Twelve unknowns a step: rates of x, g, beta, gamma; equations: two momentum definitions, two balances.
class TwelveUnknowns {
 public:
  explicit TwelveUnknowns(const NodeState& s) : now_(s) {
    point_.x = s.x;
    point_.R = s.R;
    point_.v = s.v;
    point_.w = s.w;
    const Vec3 moment = s.R * first_moment;
    const Mat3 inertia = s.R * node_inertia() * s.R.transpose();
    point_.beta = mass * s.v + s.w.cross(moment);
    point_.gamma = moment.cross(s.v) + inertia * s.w;
    // free body: beta' = 0, gamma' = -v x beta
    point_.beta_rate = Vec3::Zero();
    point_.gamma_rate = -s.v.cross(point_.beta);
    history_ = {point_};
  }

  void step(const StageFormula& f) {
    Eigen::Matrix<double, 12, 1> u;
    // Prediction as the solver makes it, so that both iterate in the same chart.
    Vec3 rate = Vec3::Zero();
    for (std::size_t k = 0; k < f.p.size(); ++k) rate += f.p[k] * history_[k].x;
    for (std::size_t k = 0; k < f.q.size(); ++k) rate += f.q[k] * history_[k].v;
    u.segment<3>(0) = rate;
    Vec3 unused;
    Vec3 g_rate;
    const Vec3 g = chart(f, history_[0].R, g_rate) + f.c * g_rate;
    predicted_ = gibbs::rotation(g) * history_[0].R;
    const Vec3 known = chart(f, predicted_, unused);
    u.segment<3>(3) = -known / f.c;
    u.segment<6>(6).setZero();
    for (int iteration = 0; iteration < 20; ++iteration) {
      const Eigen::Matrix<double, 12, 1> r = residual(f, known, u);
      if (r.norm() < 1e-13) break;
      Eigen::Matrix<double, 12, 12> jacobian;
      for (int j = 0; j < 12; ++j) {
        Eigen::Matrix<double, 12, 1> plus = u;
        Eigen::Matrix<double, 12, 1> minus = u;
        plus(j) += 1e-6;
        minus(j) -= 1e-6;
        jacobian.col(j) = (residual(f, known, plus) - residual(f, known, minus)) / 2e-6;
      }
      u -= jacobian.fullPivLu().solve(r);
    }
    residual(f, known, u);
    history_.insert(history_.begin(), point_);
    if (history_.size() > 2) history_.pop_back();
    now_.x = point_.x;
    now_.R = point_.R;
    now_.v = point_.v;
    now_.w = point_.w;
  }
  [[nodiscard]] const NodeState& now() const { return now_; }

 private:
  struct Point {
    Vec3 x, v, w, beta, gamma, beta_rate, gamma_rate;
    Mat3 R;
  };

  Vec3 chart(const StageFormula& f, const Mat3& centre, Vec3& rate) const {
    Vec3 known = Vec3::Zero();
    rate.setZero();
    for (std::size_t k = 0; k < history_.size(); ++k) {
      const Vec3 g = gibbs::parameters(history_[k].R * centre.transpose());
      const Vec3 g_rate = gibbs::inverse_tangent(g) * history_[k].w;
      if (k < f.a.size()) known += f.a[k] * g;
      if (k < f.b.size()) known += f.b[k] * g_rate;
      if (k < f.p.size()) rate += f.p[k] * g;
      if (k < f.q.size()) rate += f.q[k] * g_rate;
    }
    return known;
  }

  Eigen::Matrix<double, 12, 1> residual(const StageFormula& f, const Vec3& g_known,
                                        const Eigen::Matrix<double, 12, 1>& u) {
    Point& p = point_;
    p.v = u.segment<3>(0);
    const Vec3 g_rate = u.segment<3>(3);
    p.beta_rate = u.segment<3>(6);
    p.gamma_rate = u.segment<3>(9);
    p.x = f.c * p.v;
    p.beta = f.c * p.beta_rate;
    p.gamma = f.c * p.gamma_rate;
    for (std::size_t k = 0; k < f.a.size(); ++k) {
      p.x += f.a[k] * history_[k].x;
      p.beta += f.a[k] * history_[k].beta;
      p.gamma += f.a[k] * history_[k].gamma;
    }
    for (std::size_t k = 0; k < f.b.size(); ++k) {
      p.x += f.b[k] * history_[k].v;
      p.beta += f.b[k] * history_[k].beta_rate;
      p.gamma += f.b[k] * history_[k].gamma_rate;
    }
    const Vec3 g = g_known + f.c * g_rate;
    p.R = gibbs::rotation(g) * predicted_;
    p.w = gibbs::tangent(g) * g_rate;
    const Vec3 s = p.R * first_moment;
    const Mat3 inertia = p.R * node_inertia() * p.R.transpose();
    Eigen::Matrix<double, 12, 1> r;
    r.segment<3>(0) = mass * p.v + p.w.cross(s) - p.beta;
    r.segment<3>(3) = s.cross(p.v) + inertia * p.w - p.gamma;
    r.segment<3>(6) = p.beta_rate;
    r.segment<3>(9) = p.gamma_rate + p.v.cross(p.beta);
    return r;
  }

  NodeState now_;
  Point point_;
  Mat3 predicted_;
  std::vector<Point> history_;
};

/// Keeps the states of the run.
class Recorder final : public StepObserver {
 public:
  void accepted(const StepReport& report, const State& state, const double* momenta, const double*) override {
    states.push_back(state.nodes[1]);
    beta.emplace_back(momenta[0], momenta[1], momenta[2]);
    gamma.emplace_back(momenta[3], momenta[4], momenta[5]);
    iterations = std::max(iterations, report.iterations);
  }
  void message(const std::string&) override {}
  bool stop_requested() override { return false; }
  std::vector<NodeState> states;
  std::vector<Vec3> beta, gamma;
  int iterations = 0;
};

class ConstantRadius final : public Drive {
 public:
  explicit ConstantRadius(double rho) : rho_(rho) {}
  [[nodiscard]] Taylor2 value(const Taylor2&, const DriveContext&) const override { return rho_; }
  [[nodiscard]] bool constant() const override { return true; }

 private:
  double rho_;
};

void run(double rho, double h, double end, Recorder& recorder) {
  Model model;
  StructuralNode node;
  node.label = 1;
  node.initial = start();
  const NodeIndex index = model.add_node(node);
  MassProperties properties{mass, first_moment, node_inertia()};
  model.change_node(index, [&](StructuralNode& changed) { changed.mass = properties; });
  model.add_element(ElementInfo{}, NodeInertia(index, properties));
  InitialValueSettings settings;
  settings.final_time = end;
  settings.time_step = h;
  settings.method.rho = std::make_shared<ConstantRadius>(rho);
  settings.nonlinear.residual_tolerance = 1e-11;
  settings.nonlinear.max_iterations = 20;
  InitialValueProblem(model, settings, AssemblySettings{}, MPI_COMM_SELF).run(recorder);
}

}  // namespace

BOOST_AUTO_TEST_CASE(equals_the_twelve_unknown_form_to_roundoff) {
  for (const double rho : {0.0, 0.6, 1.0}) {
    constexpr double h = 0.01;
    Recorder condensed;
    run(rho, h, 1.0, condensed);
    TwelveUnknowns reference(start());
    const auto method = make_method(MethodSettings{});
    BOOST_REQUIRE_EQUAL(condensed.states.size(), 101U);
    std::vector<double> past;
    for (std::size_t n = 1; n < condensed.states.size(); ++n) {
      reference.step(method->stages(h, past, rho)[0]);
      past = {h};
      const NodeState& a = condensed.states[n];
      const NodeState& b = reference.now();
      // 100 steps, each solved to 1e-11 in forces: differences stay at accumulated round-off
      BOOST_CHECK_SMALL((a.x - b.x).norm(), 1e-11);
      BOOST_CHECK_SMALL((a.R - b.R).norm(), 1e-11);
      BOOST_CHECK_SMALL((a.v - b.v).norm(), 1e-10);
      BOOST_CHECK_SMALL((a.w - b.w).norm(), 1e-10);
    }
  }
}

BOOST_AUTO_TEST_CASE(linear_momentum_is_conserved_exactly_and_angular_momentum_to_second_order) {
  const auto drift = [](double h) {
    Recorder r;
    run(0.6, h, 1.0, r);
    for (const Vec3& beta : r.beta) BOOST_CHECK_SMALL((beta - r.beta[0]).norm(), 1e-11);
    double most = 0;
    const Vec3 total = r.states[0].x.cross(r.beta[0]) + r.gamma[0];
    for (std::size_t n = 0; n < r.states.size(); ++n)
      most = std::max(most, (r.states[n].x.cross(r.beta[n]) + r.gamma[n] - total).norm());
    return most;
  };
  const double coarse = drift(0.02);
  const double fine = drift(0.01);
  BOOST_TEST_MESSAGE("angular momentum drift " << coarse << " " << fine);
  BOOST_CHECK_GT(std::log2(coarse / fine), 1.7);  // order 2, first step included
}

BOOST_AUTO_TEST_CASE(newton_converges_quadratically) {
  Recorder recorder;
  run(0.6, 0.01, 0.5, recorder);
  BOOST_CHECK_LE(recorder.iterations, 3);
}

BOOST_AUTO_TEST_SUITE_END()
