// Flexible bodies against the sums over the points they consist of.
#include <boost/test/unit_test.hpp>

#include "elements/bodies/gravity.h"
#include "elements/modal/modal_body.h"
#include "elements/modal/modal_frame_inertia.h"
#include "tests/elements/modal/sample_fem.h"
#include "tests/elements/scene.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(modal_body)

namespace {

constexpr int modes = 5;
const Vec3 origin(0.1, -0.2, 0.3);

/// A body of point masses on node 1, all invariants.
struct Points {
  explicit Points(bool clamped = false, bool stiff = false) : fem(random_fem(6, modes, false, 7)) {
    if (!stiff) {
      fem.stiffness.setZero();
      fem.damping.setZero();
    }
    fem.stiffening.clear();
    selection.modes = {0, 1, 2, 3, 4};
    selection.origin = origin;
    selection.invariant9 = true;
    data = make_modal_data(fem, selection);
    StructuralNode node;
    node.label = 1;
    node.kind = NodeKind::modal;
    const NodeIndex base = model.add_node(node);
    for (int first = 0; first < modes; first += 3) {
      StructuralNode c;
      c.family = NodeFamily::modal;
      c.kind = NodeKind::modal_coordinates;
      c.coordinates = std::min(3, modes - first);
      c.label = static_cast<unsigned>(model.node_count());
      coordinates.push_back(model.add_node(c));
    }
    frame.clamped = clamped;
    frame.node = clamped ? ground_node : base;
    frame.x = Vec3(0.3, 0.2, 0.1);
    frame.R = rotation_exp<double>(Vec3(0.3, -0.2, 0.5));
    model.add_element(ElementInfo{}, ModalBody(frame, coordinates, data, std::make_shared<FemModel>(fem), origin));
    model.add_element(ElementInfo{}, ModalFrameInertia(ModalFrameInertiaPhysics(frame, coordinates, data)));
  }
  [[nodiscard]] const ElementBatch& batch() const { return model.batch(0); }

  struct Motion {
    Vec3 arm, x, v, a, u_rate;
  };
  /// Of point i; accelerations from those in the state, or without them.
  [[nodiscard]] Motion motion(const Scene& scene, int i, double accelerate) const {
    NodeState n;
    if (frame.clamped) {
      n.x = frame.x;
      n.R = frame.R;
    } else {
      n = scene.nodes[frame.node];
    }
    Vec3 r = fem.positions.col(i) - origin, rate = Vec3::Zero(), second = Vec3::Zero();
    for (int j = 0; j < modes; ++j) {
      const NodeState& c = scene.nodes[coordinates[j / 3]];
      const Vec3 u = fem.displacement(i).col(j);
      r += u * c.x(j % 3);
      rate += u * c.v(j % 3);
      second += accelerate * u * c.a(j % 3);
    }
    Motion m;
    m.arm = n.R * r;
    m.u_rate = n.R * rate;
    m.x = n.x + m.arm;
    m.v = n.v + n.w.cross(m.arm) + m.u_rate;
    m.a = accelerate * (n.a + n.alpha.cross(m.arm)) + n.R * second + n.w.cross(Vec3(n.w.cross(m.arm) + 2 * m.u_rate));
    return m;
  }
  /// Generalised forces of a field of force per mass: force, moment about the node, modes.
  template <class Field>
  [[nodiscard]] Eigen::VectorXd generalized(const Scene& scene, double accelerate, Field&& field) const {
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(6 + modes);
    const Mat3& R = frame.clamped ? frame.R : scene.nodes[frame.node].R;
    for (int i = 0; i < fem.node_count(); ++i) {
      const Motion m = motion(scene, i, accelerate);
      const Vec3 f = fem.lumped(0, i) * field(m);
      sum.head<3>() += f;
      sum.segment<3>(3) += m.arm.cross(f);
      sum.tail(modes) += fem.displacement(i).transpose() * R.transpose() * f;
    }
    return sum;
  }
  /// The same order from a local residual.
  [[nodiscard]] Eigen::VectorXd ordered(const Eigen::VectorXd& r) const {
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(6 + modes);
    const int first = frame.clamped ? 0 : 6;
    sum.head(first) = r.head(first);
    for (int j = 0; j < modes; ++j) sum(6 + j) = r(first + 6 * (j / 3) + j % 3);
    return sum;
  }

  FemModel fem;
  ModalSelection selection;
  std::shared_ptr<ModalData> data;
  Model model;
  BodyFrame frame;
  std::vector<NodeIndex> coordinates;
};

double largest(const Eigen::VectorXd& v) { return v.cwiseAbs().maxCoeff(); }

}  // namespace

BOOST_AUTO_TEST_CASE(invariants_are_the_direct_sums) {
  const FemModel f = random_fem(5, modes, true, 3);
  ModalSelection selection;
  selection.modes = {4, 0, 2};
  selection.origin = origin;
  selection.invariant9 = true;
  const auto d = make_modal_data(f, selection);
  const int m = d->modes;
  double mass = 0;
  Vec3 first = Vec3::Zero();
  Mat3 inertia = Mat3::Zero();
  Eigen::Matrix3Xd i3 = Eigen::Matrix3Xd::Zero(3, m), i4 = i3;
  std::vector<Mat3> slope(m, Mat3::Zero()), i8(m, Mat3::Zero());
  std::vector<Mat3> i9(m * m, Mat3::Zero());
  std::vector<Vec3> i5(m * m, Vec3::Zero());
  for (int i = 0; i < f.node_count(); ++i) {
    const double mi = f.lumped(0, i);
    const Mat3 j = f.lumped.block<3, 1>(3, i).asDiagonal();
    const Vec3 x = f.positions.col(i) - origin;
    mass += mi;
    first += mi * x;
    inertia += mi * skew(x) * skew(x).transpose() + j;
    for (int a = 0; a < m; ++a) {
      const Vec3 u = f.displacement(i).col(selection.modes[a]), v = f.rotation(i).col(selection.modes[a]);
      i3.col(a) += mi * u;
      i4.col(a) += mi * x.cross(u) + j * v;
      const Mat3 eight = mi * skew(x) * skew(u).transpose();
      const Mat3 ten = skew(v) * j;
      i8[a] += eight;
      slope[a] += eight + eight.transpose() + ten + ten.transpose();
      for (int b = 0; b < m; ++b) {
        const Vec3 ub = f.displacement(i).col(selection.modes[b]);
        i5[a + m * b] += mi * u.cross(ub);
        const Mat3 nine = mi * skew(u) * skew(ub);
        i9[a + m * b] += nine + nine.transpose();
      }
    }
  }
  constexpr double tolerance = 1e-12;  // sums of a few numbers of size one
  BOOST_TEST(std::abs(d->mass - mass) < tolerance);
  BOOST_TEST((d->first - first).norm() < tolerance);
  BOOST_TEST((d->inertia - inertia).norm() < tolerance);
  BOOST_TEST((d->i3 - i3).norm() < tolerance);
  BOOST_TEST((d->i4 - i4).norm() < tolerance);
  for (int a = 0; a < m; ++a) {
    BOOST_TEST((symmetric(d->slope.col(a)) - slope[a]).norm() < tolerance);
    BOOST_TEST((d->i8.middleCols<3>(3 * a) - i8[a]).norm() < tolerance);
    for (int b = 0; b < m; ++b) {
      const Vec3 five(d->i5[0](a, b), d->i5[1](a, b), d->i5[2](a, b));
      BOOST_TEST((five - i5[a + m * b]).norm() < tolerance);
      Vec6 six;
      for (int c = 0; c < 6; ++c) six(c) = d->curve[c](a, b);
      BOOST_TEST((symmetric(six) - i9[a + m * b]).norm() < tolerance);
    }
  }
}

BOOST_AUTO_TEST_CASE(invariants_of_a_file_are_those_of_its_lumped_masses) {
  FemModel f = random_fem(5, modes, false, 3);
  ModalSelection selection;
  selection.modes = {1, 3, 4};
  selection.origin = origin;
  selection.invariant9 = true;
  const auto computed = make_modal_data(f, selection);
  // The groups of a file, with the order of indices of the format.
  f.i3.setZero(3, modes);
  f.i4.setZero(3, modes);
  f.i8.setZero(3, 3 * modes);
  f.i5.setZero(3, modes * modes);
  f.i9.setZero(3, 3 * modes * modes);
  GlobalInertia g;
  for (int i = 0; i < f.node_count(); ++i) {
    const double mi = f.lumped(0, i);
    const Vec3 x = f.positions.col(i);
    g.mass += mi;
    g.centre += mi * x;
    for (int b = 0; b < modes; ++b) {
      const Vec3 ub = f.displacement(i).col(b);
      f.i3.col(b) += mi * ub;
      f.i4.col(b) += mi * x.cross(ub);
      f.i8.middleCols<3>(3 * b) += mi * skew(x) * skew(ub).transpose();
      for (int a = 0; a < modes; ++a) {
        const Vec3 ua = f.displacement(i).col(a);
        f.i5.col(a + modes * b) += mi * ub.cross(ua);
        f.i9.middleCols<3>(3 * (a + modes * b)) += mi * skew(ua) * skew(ub);
      }
    }
  }
  g.centre /= g.mass;
  for (int i = 0; i < f.node_count(); ++i) {
    const Mat3 arm = skew(Vec3(f.positions.col(i) - g.centre));
    g.inertia += f.lumped(0, i) * arm * arm.transpose();
  }
  f.inertia = g;
  f.lumped.resize(0, 0);
  const auto read = make_modal_data(f, selection);
  BOOST_TEST(std::abs(read->mass - computed->mass) < 1e-12);
  BOOST_TEST((read->first - computed->first).norm() < 1e-12);
  BOOST_TEST((read->inertia - computed->inertia).norm() < 1e-12);
  BOOST_TEST((read->i3 - computed->i3).norm() < 1e-12);
  BOOST_TEST((read->i4 - computed->i4).norm() < 1e-12);
  BOOST_TEST((read->i8 - computed->i8).norm() < 1e-12);
  BOOST_TEST((read->slope - computed->slope).norm() < 1e-12);
  for (int c = 0; c < 3; ++c) BOOST_TEST((read->i5[c] - computed->i5[c]).norm() < 1e-12);
  for (int c = 0; c < 6; ++c) BOOST_TEST((read->curve[c] - computed->curve[c]).norm() < 1e-12);
}

BOOST_AUTO_TEST_CASE(forces_of_inertia_are_those_of_the_points) {
  for (const bool clamped : {false, true}) {
    Points p(clamped);
    Scene scene(p.model, 5);
    scene.randomize();
    scene.state.c = 0;
    const Eigen::VectorXd r = p.ordered(scene.residual(p.batch(), 0));
    Eigen::VectorXd expected = -p.generalized(scene, 0, [](const auto& m) { return m.a; });
    if (clamped) expected.head<6>().setZero();
    BOOST_TEST(largest(r - expected) < 1e-11, "clamped " << clamped << ": " << largest(r - expected));
  }
}

BOOST_AUTO_TEST_CASE(momenta_and_their_rates_are_those_of_the_points) {
  Points p;
  Scene scene(p.model, 6);
  scene.randomize();
  std::vector<double> momenta(p.batch().momentum_count(0)), rates(momenta);
  p.batch().momenta(scene.state, 0, momenta.data());
  p.batch().momentum_rates(scene.state, 0, rates.data());
  const Eigen::VectorXd sum = p.generalized(scene, 1, [](const auto& m) { return m.v; });
  const Eigen::VectorXd force = p.generalized(scene, 1, [](const auto& m) { return m.a; });
  const NodeState& n = scene.nodes[p.frame.node];
  Eigen::Map<Eigen::VectorXd> found(momenta.data(), 6), found_rate(rates.data(), 6);
  BOOST_TEST(largest(found - sum.head<6>()) < 1e-11);
  // gamma' + v x beta is the moment.
  BOOST_TEST(largest(found_rate.head<3>() - force.head<3>()) < 1e-11);
  const Vec3 moment = found_rate.tail<3>() + n.v.cross(Vec3(sum.head<3>()));
  BOOST_TEST((moment - force.segment<3>(3)).norm() < 1e-10);

  // Accelerations come back from the rates.
  std::vector<NodeState> nodes = scene.nodes;
  for (NodeState& node : nodes) node.a = node.alpha = Vec3::Zero();
  p.batch().accelerations(scene.state, rates.data(), 0, nodes.data());
  BOOST_TEST((nodes[p.frame.node].a - n.a).norm() < 1e-9);
  BOOST_TEST((nodes[p.frame.node].alpha - n.alpha).norm() < 1e-9);
  for (int j = 0; j < modes; ++j) {
    const NodeIndex c = p.coordinates[j / 3];
    BOOST_TEST(std::abs(nodes[c].a(j % 3) - scene.nodes[c].a(j % 3)) < 1e-9);
  }
}

BOOST_AUTO_TEST_CASE(rates_of_momenta_are_their_derivatives) {
  Points p;
  Scene scene(p.model, 9);
  scene.randomize();
  const auto momenta_after = [&](double t) {
    Scene s(scene);
    s.advance_accelerated(t);
    Eigen::VectorXd momenta(p.batch().momentum_count(0));
    p.batch().momenta(s.state, 0, momenta.data());
    return momenta;
  };
  Eigen::VectorXd rates(p.batch().momentum_count(0));
  p.batch().momentum_rates(scene.state, 0, rates.data());
  const double h = 1e-3;
  const Eigen::VectorXd numeric =
      (8 * (momenta_after(h) - momenta_after(-h)) - (momenta_after(2 * h) - momenta_after(-2 * h))) / (12 * h);
  BOOST_TEST(largest(rates - numeric) < 1e-6 * largest(rates));  // the motion is of third order in t
}

BOOST_AUTO_TEST_CASE(kinetic_energy_is_that_of_the_points) {
  for (const bool clamped : {false, true}) {
    Points p(clamped);
    Scene scene(p.model, 4);
    scene.randomize();
    double sum = 0;
    for (int i = 0; i < p.fem.node_count(); ++i)
      sum += 0.5 * p.fem.lumped(0, i) * p.motion(scene, i, 0).v.squaredNorm();
    BOOST_TEST(std::abs(p.batch().energy(scene.state, 0) - sum) < 1e-11 * sum);
  }
}

BOOST_AUTO_TEST_CASE(a_moving_frame_acts_on_every_point) {
  for (const bool clamped : {false, true}) {
    Points p(clamped);
    MovingFrame frame;
    frame.a = Vec3(0.4, -1.1, 0.7);
    frame.w = Vec3(1.3, 0.5, -0.8);
    frame.alpha = Vec3(-0.6, 0.9, 0.2);
    Scene scene(p.model, 5);
    scene.randomize();
    scene.state.frame = &frame;
    const Eigen::VectorXd r = p.ordered(scene.residual(p.model.batch(1), 0));
    Eigen::VectorXd expected = -p.generalized(scene, 0, [&](const auto& m) {
      return Vec3(frame.a + frame.alpha.cross(m.x) + frame.w.cross(Vec3(frame.w.cross(m.x) + 2 * m.v)));
    });
    if (clamped) expected.head<6>().setZero();
    BOOST_TEST(largest(r - expected) < 1e-11, "clamped " << clamped << ": " << largest(r - expected));

    const ElementBatch& batch = p.model.batch(1);
    const Eigen::MatrixXd exact = scene.jacobian(batch, 0);
    for (int column = 0; column < batch.local_size(0); ++column) {
      const Eigen::VectorXd numeric =
          -scene.state.c * scene.difference(
                               2e-3 / scene.state.c, [&](Scene& s, double step) { s.disturb(batch, 0, column, step); },
                               [&](Scene& s) { return s.residual(batch, 0); });
      BOOST_TEST((exact.col(column) - numeric).norm() < 1e-8 * (1 + numeric.norm()), "column " << column);
    }
  }
}

BOOST_AUTO_TEST_CASE(gravity_acts_on_every_point) {
  for (const bool clamped : {false, true}) {
    Points p(clamped);
    Scene scene(p.model, 5);
    scene.randomize();
    const UniformGravity field{Drive3()};
    scene.state.c = 0;
    const Eigen::VectorXd without = p.ordered(scene.residual(p.batch(), 0));
    scene.state.gravity = &field;
    scene.state.uniform_gravity = Vec3(1, -2, -9.81);
    const Eigen::VectorXd with = p.ordered(scene.residual(p.batch(), 0));
    Eigen::VectorXd expected = p.generalized(scene, 0, [&](const auto&) { return scene.state.uniform_gravity; });
    if (clamped) expected.head<6>().setZero();
    BOOST_TEST(largest(with - without - expected) < 1e-11);
  }
}

BOOST_AUTO_TEST_CASE(a_constant_velocity_changes_no_force) {
  Points p;
  Scene scene(p.model, 5);
  scene.randomize();
  scene.state.c = 0.3;
  // Momenta known such that the rates are those of the accelerations in the state.
  const auto settle = [&](Scene& s) {
    std::vector<double> momenta(p.batch().momentum_count(0)), rates(momenta);
    p.batch().momenta(s.state, 0, momenta.data());
    p.batch().momentum_rates(s.state, 0, rates.data());
    for (std::size_t k = 0; k < momenta.size(); ++k) s.momentum_known[k] = momenta[k] - s.state.c * rates[k];
  };
  settle(scene);
  Scene fast(scene);
  fast.nodes[p.frame.node].v += Vec3(30, -20, 10);
  settle(fast);
  const Eigen::VectorXd slow_force = scene.residual(p.batch(), 0), fast_force = fast.residual(p.batch(), 0);
  BOOST_TEST(largest(slow_force - fast_force) < 1e-10);
}

BOOST_AUTO_TEST_CASE(private_data_of_points_are_their_motion) {
  Points p;
  Scene scene(p.model, 5);
  scene.randomize();
  const auto m = p.motion(scene, 2, 1);
  const std::pair<const char*, const Vec3*> data[] = {{"x", &m.x}, {"xP", &m.v}, {"xPP", &m.a}};
  for (const auto& [name, value] : data) {
    for (int k = 0; k < 3; ++k) {
      const auto datum = p.batch().private_datum(0, std::string(name) + "[c," + std::to_string(k + 1) + "]");
      BOOST_REQUIRE(datum.has_value());
      BOOST_TEST(std::abs(p.batch().private_value(scene.state, 0, *datum) - (*value)(k)) < 1e-11);
    }
  }
  const auto q = p.batch().private_datum(0, "qP[#2]");
  BOOST_REQUIRE(q.has_value());
  BOOST_TEST(p.batch().private_value(scene.state, 0, *q) == scene.nodes[p.coordinates[0]].v(1));
  for (const char* wrong : {"q[6]", "q[0]", "q[#6]", "x[z,1]", "x[a,4]", "y[1]", "q", "x[a]"})
    BOOST_TEST(!p.batch().private_datum(0, wrong).has_value(), wrong);
}

BOOST_AUTO_TEST_SUITE_END()
