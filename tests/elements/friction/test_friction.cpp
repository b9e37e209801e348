// Friction laws at single states, and how friction blocks and brakes are read and written.
#include <boost/test/unit_test.hpp>

#include "elements/friction/friction.h"
#include "tests/elements/samples.h"
#include "tests/elements/scene.h"

using namespace flexura;
using namespace flexura::test;

namespace {

/// mu(v) = 0.5 - 0.02 v
class Falling final : public ScalarFunction {
 public:
  [[nodiscard]] Taylor2 at(double x) const override { return {0.5 - 0.02 * x, -0.02, 0}; }
};

class Constant final : public ScalarFunction {
 public:
  [[nodiscard]] Taylor2 at(double) const override { return {0.3, 0, 0}; }
};

Friction law(Friction::Model model, Friction::Shape shape = Friction::Shape::simple) {
  Friction friction;
  friction.model = model;
  friction.shape = shape;
  friction.sigma0 = 100;
  friction.sigma1 = 2;
  friction.sigma2 = 0.1;
  friction.kappa = 0.6;
  friction.coefficient = std::make_shared<Falling>();
  return friction;
}

/// Node 2 on axis 3 of node 1, axes alike, at rest.
struct OneJoint {
  explicit OneJoint(const std::string& joint)
      : text(
            "structural: 1, dynamic, 0., 0., 0., eye, null, null;"
            "structural: 2, dynamic, 0., 0., 2., eye, null, null;\n" +
            joint),
        batch(text.model.batch(0)),
        scene(text.model) {}
  double* own() { return scene.y.data() + batch.dofs(0)[6 * batch.node_count(0)]; }
  Eigen::VectorXd residual() { return scene.residual(batch, 0); }

  TextModel text;
  ElementBatch& batch;
  Scene scene;
};

void expect_error(const std::string& cards, const std::string& fragment, int column) {
  try {
    const OneJoint joint(cards);
    BOOST_ERROR("no error for: " << cards);
  } catch (const InputError& error) {
    const std::string what = error.what();
    BOOST_TEST(what.find(fragment) != std::string::npos, cards << " gives: " << what);
    BOOST_TEST(what.find(":2:" + std::to_string(column) + ":") != std::string::npos, cards << " gives: " << what);
  }
}

const std::string hinge = "joint: 1, revolute hinge, 1, 0., 0., 2., 2, null, ";
const std::string brake = "joint: 1, brake, 1, 0., 0., 2., 2, null, ";

}  // namespace

BOOST_AUTO_TEST_SUITE(friction_laws)

/// What was before: a deflection, and a scale of velocities.
Friction::Memory before(double state, double velocity = 0) { return {1, state, 0, Friction::slips, velocity, 0}; }

/// The result at the force that belongs to a velocity.
Friction::Result sliding(const Friction& f, double normal, double v, double dt, const Friction::Memory& memory) {
  double force = 0;
  for (int k = 0; k < 200; ++k) {
    const auto r = f.evaluate(normal, {v}, force, dt, memory);
    force -= r.force / r.by_force;
  }
  return f.evaluate(normal, {v}, force, dt, memory);
}

BOOST_AUTO_TEST_CASE(bristles_deflect_elastically_below_their_limit) {
  const Friction f = law(Friction::Model::lugre);
  for (const double v : {-0.3, 0.3}) {
    const double limit = f.kappa * (0.5 - 0.02 * 0.3) / f.sigma0;
    const double dt = 0.1 * limit / 0.3;
    for (const double z : {-0.8 * limit, 0.0, 0.8 * limit})
      BOOST_TEST(std::abs(sliding(f, 1, v, dt, before(z, v)).state - (z + v * dt)) < 1e-12);
    // unloading is elastic at any deflection
    const double far = v > 0 ? -0.02 : 0.02;
    BOOST_TEST(std::abs(sliding(f, 1, v, dt, before(far, v)).state - (far + v * dt)) < 1e-12);
  }
}

BOOST_AUTO_TEST_CASE(bristles_come_to_rest_in_steady_slip) {
  const Friction f = law(Friction::Model::lugre);
  for (const double v : {-2.0, 0.4, 3.0}) {
    const double mu = 0.5 - 0.02 * std::abs(v);
    const double side = v > 0 ? 1 : -1;
    // from any deflection, in a step however long
    for (const double z : {-0.03, 0.0, 0.002, 0.03}) {
      Friction::Memory now = before(z, v);
      for (int step = 0; step < 60; ++step) now.state = sliding(f, 10, v, 0.01, now).state;
      const auto r = sliding(f, 10, v, 0.01, now);
      BOOST_TEST(std::abs(r.state - side * mu / f.sigma0) < 1e-10);
      BOOST_TEST(std::abs(r.coefficient - side * mu - f.sigma2 * v) < 1e-8);
      BOOST_TEST(std::abs(r.force) < 1e-12);
    }
  }
}

BOOST_AUTO_TEST_CASE(coulomb_sticks_within_the_bounds_and_slips_at_them) {
  const Friction f = law(Friction::Model::coulomb);
  const auto at = [&](double n, double v, double t) {
    return f.evaluate(n, {v}, t, 1, {1, 0, 0, Friction::slips, v, 0});
  };
  // |T| < L = 10 * 0.5: the equation says v = 0, whatever T
  BOOST_TEST(at(10, 0, 4.9).force == 0);
  BOOST_TEST(at(10, 0, -4.9).force == 0);
  BOOST_TEST(at(10, 0, 4.9).by_velocity == 1);
  BOOST_TEST(at(10, 0, 4.9).by_force == 0);
  // beyond: T = L
  BOOST_TEST(std::abs(at(10, 0, 5.5).force - 0.5) < 1e-14);
  // at a bound the velocity decides
  const double v = 0.01;
  const double limit = 10 * (0.5 - 0.02 * v), viscous = 10 * 0.1 * v;
  BOOST_TEST(std::abs(at(10, v, limit + viscous).force) < 1e-14);
  BOOST_TEST(at(10, -v, limit - viscous).by_force == 0);
  // a falling coefficient is that of the velocity extrapolated, here 0.1 + 2 * 0.01
  const Friction::Memory moving{1, 0, 0, Friction::slips, 0.1, 2};
  BOOST_TEST(std::abs(f.evaluate(10, {0.3}, 10 * (0.5 - 0.02 * 0.12) + 0.3, 0.01, moving).force) < 1e-14);
  // after a step that stuck, the mean of the forces of two steps counts
  const auto stuck = [&](double t, double t_before) {
    return f.evaluate(10, {0}, t, 1, {1, t_before, 0, Friction::sticks});
  };
  BOOST_TEST(stuck(6, 3.9).by_velocity == 1);
  BOOST_TEST(stuck(6, 4.1).by_force == 0.5);
  BOOST_TEST(std::abs(stuck(6, 4).force) < 1e-14);
  // nothing presses: no friction, and an equation that is not singular
  BOOST_TEST(at(0, v, 0.3).force == 0.3);
  BOOST_TEST(at(0, v, 0.3).by_force == 1);
}

BOOST_AUTO_TEST_CASE(coulomb_at_rest_looks_at_accelerations) {
  const Friction f = law(Friction::Model::coulomb);
  const auto at = [&](double v, double known, double a, double t) {
    return f.initial(10, {v, known, a, false}, t, {1e-6, 0, 0, 1});
  };
  // it stays at rest: the known part of the acceleration is met by those of the nodes, whatever T within the bounds
  BOOST_TEST(at(0, 0.7, 0.7, 4.5).force == 0.7);
  BOOST_TEST(at(0, 0.7, 0.7, 4.5).by_velocity == 1);
  BOOST_TEST(at(0, 0.7, 0.7, 4.5).by_force == 0);
  // at a bound it is released by an acceleration along the force, and held when that turns back
  BOOST_TEST(std::abs(at(0, 0, 0.1, 5).force) < 1e-14);
  BOOST_TEST(at(0, 0, 0.1, 5).by_force == 1);
  BOOST_TEST(at(0, 0, 0.1, 5).by_velocity == 0);
  BOOST_TEST(at(0, 0, -0.1, 5).by_force == 0);
  // what slides does not ask
  BOOST_TEST(at(-0.1, 0, 3, 1).by_force == 1);
  BOOST_TEST(std::abs(at(-0.1, 0, 3, -10 * (0.5 - 0.002) - 0.1).force) < 1e-14);
}

BOOST_AUTO_TEST_CASE(a_thread_resists_more_when_it_lifts) {
  Friction f = law(Friction::Model::coulomb, Friction::Shape::screw);
  f.gain = 1.2;
  f.lead = 0.4;
  f.sigma2 = 0;
  f.coefficient = std::make_shared<Constant>();
  const auto at = [&](double v, double t, double load) {
    return f.evaluate(10, {v, 0, 0, false, load}, t, 1, {1, 0, 0, Friction::slips, v, 0}).force;
  };
  const double lifts = 10 * 1.2 * 0.3 / (1 - 0.4 * 0.3), sinks = 10 * 1.2 * 0.3 / (1 + 0.4 * 0.3);
  BOOST_TEST(std::abs(at(1, lifts, 1)) < 1e-14);
  BOOST_TEST(std::abs(at(-1, -sinks, 1)) < 1e-14);
  BOOST_TEST(std::abs(at(1, sinks, -1)) < 1e-14);
  // what jams is no number
  f.lead = 4;
  BOOST_TEST(std::isnan(at(1, 1, 1)));
}

BOOST_AUTO_TEST_CASE(an_imposed_velocity_does_not_stick) {
  const Friction f = law(Friction::Model::coulomb);
  BOOST_TEST(f.driven(10, {0}, 0, 1, before(0)).force == 0);
  BOOST_TEST(f.driven(10, {0}, 0, 1, before(0)).by_force == 1);
  BOOST_TEST(std::abs(f.driven(10, {-1}, -10 * 0.48 - 1, 1, before(0)).force) < 1e-14);
}

BOOST_AUTO_TEST_CASE(derivatives_are_those_of_the_equations) {
  for (const auto model : {Friction::Model::lugre, Friction::Model::coulomb}) {
    for (const auto shape : {Friction::Shape::simple, Friction::Shape::plane_hinge}) {
      const Friction f = law(model, shape);
      for (const double z : {-0.0052, -0.004, 0.002, 0.0038, 0.0046, 0.006}) {
        for (const double v : {-0.7, 0.2, 1.1}) {
          for (const double t : {-7.0, 0.5, 6.0}) {
            for (const double dt : {1e-4, 3e-3, 1.0})
              for (const double phase : {Friction::unknown_yet, Friction::slips, Friction::sticks}) {
                const Friction::Memory now{1, z, 0, phase, 0.3 * v, 0};
                const auto r = f.evaluate(10, {v}, t, dt, now);
                const auto slope = [&](double dn, double dv, double dt_force) {
                  const double h = 1e-5;
                  const auto value = [&](double k) {
                    return f.evaluate(10 + k * dn, {v + k * dv}, t + k * dt_force, dt, now).force;
                  };
                  return (value(h) - value(-h)) / (2 * h);
                };
                // Central differences: round-off of forces 1e-11/1e-5, and 1e-5^2 times third derivatives.
                const auto close = [](double a, double b) { return std::abs(a - b) < 1e-5 * (1 + std::abs(b)); };
                BOOST_TEST(close(slope(1, 0, 0), r.by_normal), slope(1, 0, 0) << " " << r.by_normal);
                BOOST_TEST(close(slope(0, 1, 0), r.by_velocity),
                           "z " << z << " v " << v << " dt " << dt << ": " << slope(0, 1, 0) << " " << r.by_velocity);
                BOOST_TEST(close(slope(0, 0, 1), r.by_force), slope(0, 0, 1) << " " << r.by_force);
              }
          }
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(unknown_states_give_unknown_results) {
  const auto r = law(Friction::Model::coulomb).evaluate(std::nan(""), {1}, 1, 1, before(0));
  BOOST_TEST(std::isnan(r.force));
  BOOST_TEST(std::isnan(r.by_velocity));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(friction_in_joints)

BOOST_AUTO_TEST_CASE(the_couple_acts_against_the_rotation) {
  OneJoint joint(hinge + "friction, 0.5, preload, 3., discrete coulomb, \"mu\", const, 0.4, simple;");
  BOOST_TEST(joint.batch.unknown_count(0) == 6);
  joint.own()[0] = 4;  // F
  joint.own()[5] = -2.8;
  joint.scene.nodes[2].w = Vec3(0, 0, 5);
  const auto r = joint.residual();
  // T = -mu (|F| + preload), couple r T on node 2
  BOOST_TEST(std::abs(r(12 + 5)) < 1e-14);
  BOOST_TEST(std::abs(r(6 + 5) + 1.4) < 1e-14);
  BOOST_TEST(std::abs(r(5) - 1.4 - 0) < 1e-14);
  const auto record = joint.scene.output(joint.batch, 0);
  BOOST_TEST(record.size() == 20);
  BOOST_TEST(std::abs(record[18] + 1.4) < 1e-14);
  BOOST_TEST(std::abs(record[19] + 0.4) < 1e-14);
  BOOST_TEST(std::abs(record[11] + 1.4) < 1e-14);  // of the couple about axis 3
}

BOOST_AUTO_TEST_CASE(a_slider_feels_its_guide) {
  OneJoint joint(
      "joint: 1, in line, 1, null, orientation, eye, 2, friction, preload, 1., discrete coulomb, \"mu\", const, 0.4, "
      "simple;");
  joint.own()[0] = 3;
  joint.own()[1] = -4;
  joint.own()[2] = -2.4;
  joint.scene.nodes[2].v = Vec3(0, 0, 5);
  const auto r = joint.residual();
  BOOST_TEST(std::abs(r(12 + 2)) < 1e-14);
  BOOST_TEST(std::abs(r(6 + 2) + 2.4) < 1e-14);
  BOOST_TEST(std::abs(r(2) - 2.4) < 1e-14);
  const auto record = joint.scene.output(joint.batch, 0);
  BOOST_TEST(std::abs(record[12] + 2.4) < 1e-14);
  BOOST_TEST(record[14] == 5);
  BOOST_TEST(record[15] == 2);
}

BOOST_AUTO_TEST_CASE(a_brake_presses_with_its_drive) {
  OneJoint joint(brake + "friction, 0.5, preload, 1., modlugre, 100., 1., 0., 0.7, \"mu\", const, 0.4, simple, 9.;");
  BOOST_TEST(joint.batch.unknown_count(0) == 1);
  joint.own()[0] = -4;
  joint.scene.memory_accepted[2] = -0.004;  // steady slip
  joint.scene.nodes[2].w = Vec3(0, 0, 5);
  const auto r = joint.residual();
  BOOST_TEST(std::abs(r(12)) < 1e-12);
  BOOST_TEST(std::abs(r(11) + 2) < 1e-13);
  const auto record = joint.scene.output(joint.batch, 0);
  BOOST_TEST(std::abs(record[18] + 0.4) < 1e-13);
  BOOST_TEST(record[19] == 10);
  BOOST_TEST(std::abs(record[5] + 2) < 1e-13);
  BOOST_TEST(*joint.batch.private_datum(0, "wz") == 1);
  BOOST_TEST(joint.batch.private_value(joint.scene.state, 0, 1) == 5);
}

BOOST_AUTO_TEST_CASE(statics_know_no_friction) {
  OneJoint joint(hinge + "friction, 0.5, preload, 3., modlugre, 100., 1., 0., 0.7, \"mu\", const, 0.4, simple;");
  joint.scene.state.statics = true;
  joint.own()[5] = 2;
  BOOST_TEST(joint.residual()(12 + 5) == -2);
}

BOOST_AUTO_TEST_CASE(errors_say_what_is_wrong) {
  expect_error(hinge + "friction, -1., modlugre, 1., 0., 0., 0.5, \"m\", const, 1., simple;", "the radius of friction",
               61);
  expect_error(hinge + "friction, 1., lugre, 1., 0., 0., 0.5, \"m\", const, 1., simple;", "friction model", 65);
  expect_error(hinge + "friction, 1., modlugre, 0., 0., 0., 0.5, \"m\", const, 1., simple;", "sigma0", 75);
  expect_error(hinge + "friction, 1., modlugre, 1., 0., 0., 1., \"m\", const, 1., simple;", "less than 1", 87);
  expect_error(hinge + "friction, 1., modlugre, 1., 0., 0., 0.5, \"m\", const, 0., simple;", "must be positive", 104);
  expect_error(hinge + "friction, 1., modlugre, 1., 0., 0., 0.5, \"m\", const, 1., round;", "shape of friction", 108);
  expect_error(hinge + "friction, 1., preload, -1., modlugre;", "a preload", 74);
  expect_error(brake + "3.;", "friction", 42);
  expect_error(
      "joint: 1, in line, 1, null, orientation, eye, 2, offset, 1., 0., 0., friction, discrete coulomb, \"m\", const, "
      "1., simple;",
      "no offset", 114);
  expect_error(
      "joint: 1, in line, 1, null, orientation, eye, 2, friction, discrete coulomb, \"m\", const, 1., simple plane "
      "hinge;",
      "joints that turn", 94);
  expect_error(hinge + "friction, 1., discrete coulomb, \"m\", const, 1., screw joint;", "belongs to the joint `screw`",
               99);
}

BOOST_AUTO_TEST_SUITE_END()
