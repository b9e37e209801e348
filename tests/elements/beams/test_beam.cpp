#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <numbers>
#include <random>
#include <string>

#include "elements/beams/finite_volume_beam.h"
#include "elements/laws/linear.h"
#include "math/rotation.h"
#include "model/model.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(beams)

namespace {

std::mt19937 generator(7);

Vec3 random_vector(double size) {
  std::uniform_real_distribution<double> u(-size, size);
  return {u(generator), u(generator), u(generator)};
}

Mat3 random_rotation(double angle) { return rotation_exp<double>(random_vector(angle)); }

Mat6 full_stiffness() {
  Mat6 k = Mat6::Zero();
  k.diagonal() << 1e3, 4e2, 3.5e2, 50, 70, 90;
  k(0, 4) = k(4, 0) = 12;
  k(1, 3) = k(3, 1) = -7;
  k(2, 5) = 9;  // need not be symmetric
  return k;
}

std::shared_ptr<const Law6> elastic(const Mat6& k) {
  return std::make_shared<LinearLaw<6>>(LawKind::elastic, k, Mat6::Zero());
}
std::shared_ptr<const Law6> viscoelastic(const Mat6& k, const Mat6& c) {
  return std::make_shared<LinearLaw<6>>(LawKind::viscoelastic, k, c);
}

/// A model with N nodes and one beam, and a state to evaluate it in.
template <int N>
struct OneBeam {
  Model model;
  std::vector<NodeState> nodes{NodeState{}};
  std::vector<Mat3> spin{Mat3::Identity()};
  State state;
  const ElementBatch* batch = nullptr;
  const FiniteVolumeBeam<N>* beam = nullptr;

  explicit OneBeam(const std::array<std::shared_ptr<const Law6>, N - 1>& laws, bool curved = true,
                   bool from_nodes = true) {
    typename FiniteVolumeBeam<N>::Data data;
    std::array<NodeState, N> initial;
    for (int i = 0; i < N; ++i) {
      StructuralNode node;
      node.label = static_cast<unsigned>(i + 1);
      node.initial.x = Vec3(2.0 * i, curved ? 0.3 * i * i : 0, curved ? -0.1 * i : 0);
      node.initial.R = curved ? random_rotation(0.4) : Mat3::Identity();
      data.nodes[i] = model.add_node(node);
      initial[i] = node.initial;
      if (curved) {
        data.attachments[i].offset = random_vector(0.2);
        data.attachments[i].orientation = node.initial.R.transpose() * random_rotation(0.2);
      }
      nodes.push_back(node.initial);
      spin.push_back(Mat3::Identity());
    }
    data.laws = laws;
    data.from_nodes = from_nodes;
    for (auto& r : data.orientation) r = curved ? random_rotation(0.5) : Mat3::Identity();
    const auto reference = model.add_element(ElementInfo{}, FiniteVolumeBeam<N>(data, initial));
    batch = &model.batch(reference.batch);
    beam = &static_cast<const Batch<FiniteVolumeBeam<N>>&>(*batch).element(0);
    model.batch(reference.batch)
        .set_dofs([](NodeIndex i) { return i == 0 ? -1 : 6 * (i - 1); }, [](int) { return -1; });
    state.c = 0.01;
    refresh();
  }
  void refresh() {
    state.nodes = nodes.data();
    state.spin = spin.data();
  }
  Eigen::VectorXd residual() {
    Eigen::VectorXd f = Eigen::VectorXd::Zero(6 * N);
    const int which[] = {0};
    batch->residual(state, which, f.data(), nullptr);
    return f;
  }
  void shake(double angle) {
    for (int i = 1; i <= N; ++i) {
      nodes[i].x += random_vector(0.3);
      nodes[i].R = random_rotation(angle) * nodes[i].R;
      nodes[i].v = random_vector(2);
      nodes[i].w = random_vector(2);
      spin[i] = Mat3::Identity() + 0.1 * skew(random_vector(1));
    }
  }
};

/// Largest relative difference between the scaled Jacobian and central differences in the Newton unknowns.
template <int N>
double jacobian_error(OneBeam<N>& one) {
  const int n = 6 * N;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> j(n, n);
  one.batch->local_jacobian(one.state, 0, j.data());
  Eigen::MatrixXd differences(n, n);
  const auto saved = one.nodes;
  const double c = one.state.c;
  for (int k = 0; k < n; ++k) {
    // Newton unknown u: x += c u, v += u; theta = c u, w += spin u. Balance rows are scaled by c.
    const auto move = [&](double u) {
      one.nodes = saved;
      NodeState& node = one.nodes[1 + k / 6];
      if (k % 6 < 3) {
        node.x(k % 3) += c * u;
        node.v(k % 3) += u;
      } else {
        Vec3 turn = Vec3::Zero();
        turn(k % 3) = u;
        node.R = rotation_exp<double>(c * turn) * node.R;
        node.w += one.spin[1 + k / 6] * turn;
      }
      one.refresh();
      return one.residual();
    };
    const double step = 1e-5 / c;
    differences.col(k) = -c * (move(step) - move(-step)) / (2 * step);
  }
  one.nodes = saved;
  one.refresh();
  return (j - differences).cwiseAbs().maxCoeff() / differences.cwiseAbs().maxCoeff();
}

}  // namespace

BOOST_AUTO_TEST_CASE(jacobian_is_exact_at_large_states) {
  const Mat6 k = full_stiffness();
  const Mat6 c = 0.05 * full_stiffness();
  for (int trial = 0; trial < 5; ++trial) {
    for (const double coefficient : {1.0, 1e-2, 1e-4}) {
      OneBeam<3> three({elastic(k), elastic(k)});
      three.shake(0.6);
      three.state.c = coefficient;
      BOOST_CHECK_SMALL(jacobian_error(three), 2e-7);
      OneBeam<2> two({elastic(k)}, true, false);
      two.shake(0.6);
      two.state.c = coefficient;
      BOOST_CHECK_SMALL(jacobian_error(two), 2e-7);
      OneBeam<3> damped({viscoelastic(k, c), viscoelastic(k, c)}, true, false);
      damped.shake(0.6);
      damped.state.c = coefficient;
      BOOST_CHECK_SMALL(jacobian_error(damped), 2e-7);
      OneBeam<2> damped_two({viscoelastic(k, c)});
      damped_two.shake(0.6);
      damped_two.state.c = coefficient;
      BOOST_CHECK_SMALL(jacobian_error(damped_two), 2e-7);
    }
  }
}

BOOST_AUTO_TEST_CASE(strain_does_not_see_a_rigid_motion) {
  OneBeam<3> one({elastic(full_stiffness()), elastic(full_stiffness())}, true, false);
  one.shake(0.5);
  const int nodes[] = {1, 2, 3};
  const int own[] = {0};
  const auto strain = [&](int section) {
    return one.beam->section_states(Local(one.state, nodes, own, 0), false)[section].strain;
  };
  const Vec6 before[] = {strain(0), strain(1)};
  const Mat3 turn = random_rotation(3);
  const Vec3 shift = random_vector(100);
  for (int i = 1; i <= 3; ++i) {
    one.nodes[i].x = shift + turn * one.nodes[i].x;
    one.nodes[i].R = turn * one.nodes[i].R;
  }
  for (int s = 0; s < 2; ++s) BOOST_CHECK_SMALL((strain(s) - before[s]).norm(), 1e-12 * 100);
}

BOOST_AUTO_TEST_CASE(no_force_in_the_initial_configuration_whatever_its_shape) {
  OneBeam<3> one({elastic(full_stiffness()), elastic(full_stiffness())}, true, false);
  BOOST_CHECK_SMALL(one.residual().norm(), 1e-10);
}

BOOST_AUTO_TEST_CASE(rigid_rotation_gives_no_strain_rate) {
  OneBeam<3> one({viscoelastic(Mat6::Zero(), full_stiffness()), viscoelastic(Mat6::Zero(), full_stiffness())});
  one.shake(0.5);
  const Vec3 w = random_vector(3);
  for (int i = 1; i <= 3; ++i) {
    one.nodes[i].w = w;
    one.nodes[i].v = w.cross(one.nodes[i].x);
  }
  BOOST_CHECK_SMALL(one.residual().norm(), 1e-9);
}

BOOST_AUTO_TEST_CASE(sections_are_the_same_with_rates_and_without) {
  const Mat6 k = full_stiffness();
  const int nodes[] = {1, 2, 3};
  const int own[] = {0};
  OneBeam<3> one({elastic(k), elastic(k)}, true, false);
  one.shake(0.6);
  const Local at(one.state, nodes, own, 0);
  const auto still = one.beam->section_states(at, false), moving = one.beam->section_states(at, true);
  for (int s = 0; s < 2; ++s) {
    BOOST_CHECK_SMALL((still[s].p - moving[s].p).norm(), 1e-13);
    BOOST_CHECK_SMALL((still[s].r - moving[s].r).norm(), 1e-13);
    BOOST_CHECK_SMALL((still[s].strain - moving[s].strain).norm(), 1e-13);
    BOOST_CHECK_SMALL((still[s].action - moving[s].action).norm(), 1e-10);
    BOOST_TEST(still[s].rate.isZero());
    BOOST_TEST(!moving[s].rate.isZero());
    BOOST_TEST(!moving[s].omega.isZero());
  }
  // A law that needs them gets them.
  OneBeam<3> damped({viscoelastic(k, 0.1 * k), viscoelastic(k, 0.1 * k)}, true, false);
  damped.shake(0.6);
  const auto states = damped.beam->section_states(Local(damped.state, nodes, own, 0), false);
  for (const auto& s : states) BOOST_CHECK_SMALL((s.action - k * (s.strain + 0.1 * s.rate)).norm(), 1e-10);
  for (const auto& s : states) BOOST_TEST(!s.rate.isZero());
}

BOOST_AUTO_TEST_CASE(private_data_are_those_of_the_sections) {
  OneBeam<3> one({elastic(full_stiffness()), elastic(full_stiffness())}, true, false);
  one.shake(0.6);
  const int nodes[] = {1, 2, 3};
  const int own[] = {0};
  const Local at(one.state, nodes, own, 0);
  const auto states = one.beam->section_states(at, true);
  const auto names = one.beam->private_names();
  const auto datum = [&](const std::string& name) {
    const auto found = std::find(names.begin(), names.end(), name);
    BOOST_REQUIRE_MESSAGE(found != names.end(), name);
    return one.beam->private_value(at, static_cast<int>(found - names.begin()));
  };
  for (int s = 0; s < 2; ++s) {
    const std::string prefix = s == 0 ? "pI." : "pII.";
    const auto check = [&](std::initializer_list<const char*> of, const auto& expected) {
      int i = 0;
      for (const char* name : of) {
        BOOST_TEST(expected(i) != 0);
        BOOST_TEST(datum(prefix + name) == expected(i), boost::test_tools::tolerance(1e-10));
        ++i;
      }
    };
    check({"ex", "ey", "ez", "kx", "ky", "kz"}, states[s].strain);
    check({"Fx", "Fy", "Fz", "Mx", "My", "Mz"}, states[s].action);
    check({"Xx", "Xy", "Xz"}, states[s].p);
    check({"Phix", "Phiy", "Phiz"}, rotation_log<double>(states[s].r));
    check({"Omegax", "Omegay", "Omegaz"}, states[s].omega);
    check({"ePx", "ePy", "ePz", "kPx", "kPy", "kPz"}, states[s].rate);
  }
}

BOOST_AUTO_TEST_CASE(internal_forces_are_in_equilibrium) {
  OneBeam<3> one({elastic(full_stiffness()), elastic(full_stiffness())});
  one.shake(1.0);
  const Eigen::VectorXd f = one.residual();
  Vec3 force = Vec3::Zero();
  Vec3 moment = Vec3::Zero();
  for (int i = 0; i < 3; ++i) {
    force += f.segment<3>(6 * i);
    moment += f.segment<3>(6 * i + 3) + one.nodes[1 + i].x.cross(f.segment<3>(6 * i));
  }
  BOOST_CHECK_SMALL(force.norm(), 1e-10 * f.norm());
  BOOST_CHECK_SMALL(moment.norm(), 1e-10 * f.norm());
}

BOOST_AUTO_TEST_CASE(pattern_contains_every_nonzero) {
  OneBeam<3> one({elastic(full_stiffness()), elastic(full_stiffness())});
  one.shake(0.5);
  const PatternProbe probe(3, 1, 1);
  const auto pattern = one.batch->pattern(0, probe);
  std::vector<double> j(18 * 18);
  one.batch->local_jacobian(one.state, 0, j.data());
  for (const auto at : pattern) j[at] = 0;
  for (const double left : j) BOOST_CHECK_EQUAL(left, 0.0);
}

BOOST_AUTO_TEST_SUITE_END()
