// Inertia of beams: momenta of rigid motions, rates, and its input.
#include <boost/test/unit_test.hpp>

#include <array>
#include <string>

#include "elements/beams/beam_inertia.h"
#include "elements/bodies/gravity.h"
#include "math/rotation.h"
#include "tests/elements/samples.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(beam_inertia)

namespace {

constexpr double length = 2.0, mass = 3.0;
const Mat3 section_inertia = Vec3(0.09, 0.04, 0.05).asDiagonal();
const Vec3 centre(0, 0.1, -0.05);

/// N nodes along axis 1 of a frame, with the section points on their line.
template <int N>
struct OneBeam {
  std::array<NodeState, N> initial;
  std::vector<NodeState> nodes{NodeState{}};
  State state;
  std::array<NodeIndex, N> numbers{};
  typename BeamInertia<N>::Data data;

  explicit OneBeam(const Mat3& attitude) {
    std::array<Mat3, N - 1> sections;
    sections.fill(Mat3::Identity());
    for (int i = 0; i < N; ++i) {
      data.offset[i] = Vec3(0.02 * i, 0.1, -0.2);
      data.relative[i] = Mat3::Identity();
      initial[i].R = attitude;
      initial[i].x = attitude * Vec3(Vec3(length * i / (N - 1), 0, 0) - data.offset[i]);
      numbers[i] = data.nodes[i] = i + 1;
      nodes.push_back(initial[i]);
    }
    data.line = {mass, centre, section_inertia};
    data.points = inertia_points<N>(initial, data.offset, sections);
    state.c = 0.01;
    state.nodes = nodes.data();
  }
  [[nodiscard]] Local local() const { return {state, numbers.data(), nullptr, 0}; }
};

template <int N>
void compare_with_rod() {
  const Mat3 attitude = rotation_exp<double>(Vec3(0.3, -0.5, 0.8));
  OneBeam<N> beam(attitude);
  const Vec3 v(0.4, -1.2, 0.7), w(2.0, 1.5, -0.6);  // of the point at the global origin
  for (int i = 1; i <= N; ++i) {
    beam.nodes[i].w = w;
    beam.nodes[i].v = v + w.cross(beam.nodes[i].x);
  }
  const BeamInertia<N> inertia(beam.data);
  std::array<double, 12 * N> p{};
  inertia.momenta(beam.local(), p.data());
  Vec3 momentum = Vec3::Zero(), moment = Vec3::Zero();
  for (int i = 0; i < N; ++i) {
    const Vec3 beta = Eigen::Map<Vec3>(p.data() + 6 * i), gamma = Eigen::Map<Vec3>(p.data() + 6 * i + 3);
    momentum += beta;
    moment += gamma + beam.nodes[i + 1].x.cross(beta);
  }
  // A rod of that length: the whole mass at its centre, and the inertia about it.
  const double whole = mass * length;
  const Vec3 middle = attitude * Vec3(Vec3(length / 2, 0, 0) + centre);
  Mat3 central = section_inertia * length;
  central(1, 1) += whole * length * length / 12;
  central(2, 2) += whole * length * length / 12;
  central = Mat3(attitude * central * attitude.transpose());
  const Vec3 exact_momentum = whole * (v + w.cross(middle));
  const Vec3 exact_moment = middle.cross(exact_momentum) + central * w;
  BOOST_TEST((momentum - exact_momentum).norm() < 1e-13 * exact_momentum.norm());
  BOOST_TEST((moment - exact_moment).norm() < 1e-13 * exact_moment.norm());
  const double energy = 0.5 * (whole * (v + w.cross(middle)).squaredNorm() + w.dot(central * w));
  BOOST_TEST(std::abs(inertia.energy(beam.local()) - energy) < 1e-13 * energy);
}

/// Bent, and in any motion.
void bend(OneBeam<3>& beam) {
  for (int i = 1; i <= 3; ++i) {
    NodeState& n = beam.nodes[i];
    n.R = Mat3(rotation_exp<double>(Vec3(0.1 * i, -0.2, 0.15 * i * i)) * n.R);
    n.v = Vec3(1, 0.2 * i, -0.5);
    n.w = Vec3(-0.4 * i, 2, 0.3);
    n.a = Vec3(3, -1.0 * i, 2);
    n.alpha = Vec3(0.7, 5, -2.0 * i);
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_rigid_motion_has_the_momenta_and_energy_of_a_rod) {
  compare_with_rod<2>();
  compare_with_rod<3>();
}

BOOST_AUTO_TEST_CASE(rates_are_derivatives_of_momenta) {
  OneBeam<3> beam(rotation_exp<double>(Vec3(0.3, -0.5, 0.8)));
  bend(beam);
  const BeamInertia<3> inertia(beam.data);
  std::array<double, 36> rate{}, ahead{}, behind{};
  inertia.momentum_rates(beam.local(), rate.data());
  const std::vector<NodeState> now = beam.nodes;
  const double h = 1e-5;
  const auto move = [&](double t, std::array<double, 36>& p) {
    for (int i = 1; i <= 3; ++i) {
      const NodeState& n = now[i];
      beam.nodes[i].x = n.x + t * n.v;
      beam.nodes[i].R = Mat3(rotation_exp<double>(Vec3(t * n.w + 0.5 * t * t * n.alpha)) * n.R);
      beam.nodes[i].v = n.v + t * n.a;
      beam.nodes[i].w = n.w + t * n.alpha;
    }
    inertia.momenta(beam.local(), p.data());
  };
  move(h, ahead);
  move(-h, behind);
  for (int k = 0; k < 36; ++k)
    BOOST_TEST(std::abs((ahead[k] - behind[k]) / (2 * h) - rate[k]) < 1e-7, "momentum " << k);
  std::vector<NodeState> out(4);
  inertia.accelerations(beam.local(), rate.data(), out.data());
  for (int i = 1; i <= 3; ++i) {
    BOOST_TEST((out[i].a - now[i].a).norm() < 1e-14);
    BOOST_TEST((out[i].alpha - now[i].alpha).norm() < 1e-14);
  }
}

BOOST_AUTO_TEST_CASE(forces_balance_the_momenta_and_do_the_work_of_the_energy) {
  OneBeam<3> beam(rotation_exp<double>(Vec3(0.3, -0.5, 0.8)));
  bend(beam);
  beam.state.c = 0;  // forces at zero accelerations
  const CentralGravity gravity(Vec3(3, -4, 2), 700);
  for (const bool heavy : {false, true}) {
    beam.state.gravity = heavy ? &gravity : nullptr;
    beam.data.central = heavy;
    const BeamInertia<3> inertia(beam.data);
    std::array<double, 18> values{};
    Residual r(values.data(), 3);
    inertia.residual(beam.local(), r);
    Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
    double power = 0;
    for (int i = 0; i < 3; ++i) {
      const NodeState& n = beam.nodes[i + 1];
      force += r.force(i);
      moment += r.moment(i) + n.x.cross(Vec3(r.force(i)));
      power += n.v.dot(r.force(i)) + n.w.dot(r.moment(i));
    }
    struct Totals {
      Vec3 momentum = Vec3::Zero(), moment = Vec3::Zero();
      double energy = 0;
    };
    const std::vector<NodeState> now = beam.nodes;
    const auto totals = [&](double t) {
      for (int i = 1; i <= 3; ++i) {
        beam.nodes[i].x = now[i].x + t * now[i].v;
        beam.nodes[i].R = Mat3(rotation_exp<double>(Vec3(t * now[i].w)) * now[i].R);
      }
      std::array<double, 36> p{};
      inertia.momenta(beam.local(), p.data());
      Totals sum;
      for (int i = 0; i < 3; ++i) {
        const Vec3 beta = Eigen::Map<Vec3>(p.data() + 6 * i);
        sum.momentum += beta;
        sum.moment += Vec3(Eigen::Map<Vec3>(p.data() + 6 * i + 3)) + beam.nodes[i + 1].x.cross(beta);
      }
      sum.energy = inertia.energy(beam.local());  // of motion and weight
      beam.nodes = now;
      beam.state.nodes = beam.nodes.data();
      return sum;
    };
    const double h = 1e-5;
    const Totals ahead = totals(h), behind = totals(-h);
    const double size = 1e-6 * force.norm();
    // Inertia takes what the energy loses; so does weight, which is no rate of momentum.
    BOOST_TEST(std::abs(power + (ahead.energy - behind.energy) / (2 * h)) < size, "power " << power);
    if (heavy) continue;
    BOOST_TEST((force + (ahead.momentum - behind.momentum) / (2 * h)).norm() < size);
    BOOST_TEST((moment + (ahead.moment - behind.moment) / (2 * h)).norm() < size);
  }
}

BOOST_AUTO_TEST_CASE(its_card) {
  const std::string nodes =
      "structural: 11, dynamic, null, eye, null, null; structural: 12, dynamic, 1., 0., 0., eye, null, null;"
      "structural: 13, static, 2., 0., 0., eye, null, null;";
  const auto card = [&](const std::string& ends, const std::string& rest) {
    return nodes + "beam2: 1, " + ends + ", eye, linear elastic generic, diag, 9., 8., 7., 6., 5., 4., inertia, " +
           rest + ";";
  };
  const auto error = [](const std::string& text) -> std::string {
    try {
      TextModel model(text);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  const std::string ends = "11, null, 12, null";
  BOOST_TEST(error(card(ends, "2., null, diag, 0.2, 0.1, 0.1")) == "");
  const TextModel model(card(ends, "2., null, diag, 0.2, 0.1, 0.1"));
  int found = 0;
  for (int b = 0; b < model.model.batch_count(); ++b) found += model.model.batch(b).type() == "beam2 inertia";
  BOOST_TEST(found == 1);
  for (const auto& [text, message] :
       {std::pair{card(ends, "0., null, eye"), "must be positive, not 0"},
        std::pair{card(ends, "1., null, matr, 1., 2., 3., 4., 5., 6., 7., 8., 9."), "is not symmetric"},
        std::pair{card(ends, "1., null, diag, 1., -1., 1."), "negative principal moment"},
        std::pair{card("12, null, 13, null", "1., null, eye"), "node 13 is not dynamic"}})
    BOOST_TEST(error(text).find(message) != std::string::npos, text << ": " << error(text));
}

BOOST_AUTO_TEST_SUITE_END()
