// Momenta of nodes: rates, accelerations, the mass matrix; bodies of variable mass.
#include <boost/test/unit_test.hpp>

#include "elements/bodies/body.h"
#include "elements/bodies/node_inertia.h"
#include "elements/bodies/variable_mass_body.h"
#include "tests/elements/samples.h"
#include "tests/elements/scene.h"

using namespace flexura;
using namespace flexura::test;

namespace {

constexpr const char* constant_body =
    "body: 1, 1, condense, 2, 3., 0.2, -0.1, 0.4, sym, 0.9, 0.1, -0.2, 0.7, 0.05, 1.1, 1., -0.3, 0.2, 0.1, eye;";
constexpr const char* variable_body =
    "body: 1, 1, variable mass, string, \"3.+sin(Time)\", component, string, \"0.2*Time\", 0.3, string, "
    "\"0.1*cos(Time)\", component, diag, string, \"1.+0.2*Time\", 0.8, 1.1, component, sym, string, \"0.5+0.1*Time\", "
    "0.05, 0., 0.6, 0.02, string, \"0.7*cos(Time)\";";

/// The batch with momenta.
ElementBatch& inertia(Model& model) {
  for (int b = 0; b < model.batch_count(); ++b)
    if (model.batch(b).momentum_total() > 0) return model.batch(b);
  throw std::logic_error("no element has momenta");
}

Vec6 momenta(const Scene& scene, const ElementBatch& batch) {
  Vec6 p;
  batch.momenta(scene.state, 0, p.data());
  return p;
}

Vec6 rates(const Scene& scene, const ElementBatch& batch) {
  Vec6 p;
  batch.momentum_rates(scene.state, 0, p.data());
  return p;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(inertia_of_nodes)

BOOST_AUTO_TEST_CASE(rates_are_time_derivatives_of_momenta) {
  for (const char* text : {constant_body, variable_body}) {
    TextModel model(std::string(sample_nodes()) + text);
    const ElementBatch& batch = inertia(model.model);
    for (unsigned seed = 1; seed <= 4; ++seed) {
      Scene scene(model.model, seed);
      scene.randomize();
      const Vec6 expected = scene.difference(
          1e-4, [](Scene& s, double t) { s.advance_accelerated(t); }, [&](Scene& s) { return momenta(s, batch); });
      BOOST_TEST((rates(scene, batch) - expected).norm() < 1e-5 * expected.norm(), batch.type());
    }
  }
}

BOOST_AUTO_TEST_CASE(accelerations_follow_from_rates) {
  for (const char* text : {constant_body, variable_body}) {
    TextModel model(std::string(sample_nodes()) + text);
    const ElementBatch& batch = inertia(model.model);
    Scene scene(model.model, 2);
    scene.randomize();
    const NodeIndex node = batch.nodes(0)[0];
    const Vec6 p_rate = rates(scene, batch);
    std::vector<NodeState> found = scene.nodes;
    found[node].a.setZero();
    found[node].alpha.setZero();
    batch.accelerations(scene.state, p_rate.data(), 0, found.data());
    BOOST_TEST((found[node].a - scene.nodes[node].a).norm() < 1e-12);
    BOOST_TEST((found[node].alpha - scene.nodes[node].alpha).norm() < 1e-12);
  }
}

BOOST_AUTO_TEST_CASE(spinning_about_its_centre_of_mass_a_body_accelerates_the_node_centripetally) {
  TextModel model(sample_nodes() + "body: 1, 1, 2., 0.5, 0., 0., diag, 1., 2., 3.;");
  const ElementBatch& batch = inertia(model.model);
  Scene scene(model.model);
  NodeState& n = scene.nodes[1];
  n.R.setIdentity();
  n.w = Vec3(0, 0, 4);
  n.v = -n.w.cross(Vec3(0.5, 0, 0));
  const Vec6 no_loads = Vec6::Zero();
  batch.accelerations(scene.state, no_loads.data(), 0, scene.nodes.data());
  // -w x (w x b) = w^2 b
  BOOST_TEST((n.a - Vec3(8, 0, 0)).norm() < 1e-13);
  BOOST_TEST(n.alpha.norm() < 1e-13);
}

BOOST_AUTO_TEST_CASE(acceleration_problem_has_the_mass_matrix_and_the_rates_at_zero_acceleration) {
  for (const char* text : {constant_body, variable_body}) {
    TextModel model(std::string(sample_nodes()) + text);
    const ElementBatch& batch = inertia(model.model);
    Scene scene(model.model, 7);
    scene.randomize();
    for (Mat3& s : scene.spin) s.setIdentity();
    NodeState& n = scene.nodes[batch.nodes(0)[0]];
    Vec6 a;
    a << n.a, n.alpha;
    const Vec6 with = rates(scene, batch);
    n.a.setZero();
    n.alpha.setZero();
    const Vec6 without = rates(scene, batch);
    scene.state.c = 0;
    BOOST_TEST((scene.jacobian(batch, 0) * a - (with - without)).norm() < 1e-11, batch.type());
    // The same equation of motion as during integration, with p' known.
    const Eigen::VectorXd start = scene.residual(batch, 0);
    scene.state.c = 1;
    const Vec6 p = momenta(scene, batch);
    for (int k = 0; k < 6; ++k) scene.momentum_known[batch.first_momentum(0) + k] = p(k) - without(k);
    BOOST_TEST((scene.residual(batch, 0) - start).norm() < 1e-11, batch.type());
  }
}

BOOST_AUTO_TEST_CASE(a_point_mass_has_no_angular_acceleration_of_its_own) {
  TextModel model(sample_nodes() + "body: 1, 1, 2., null, null;");
  const ElementBatch& batch = inertia(model.model);
  Scene scene(model.model);
  Vec6 p_rate;
  p_rate << 2, 4, 6, 0, 0, 0;
  batch.accelerations(scene.state, p_rate.data(), 0, scene.nodes.data());
  BOOST_TEST((scene.nodes[1].a - Vec3(1, 2, 3)).norm() < 1e-14);
  BOOST_TEST(scene.nodes[1].alpha.norm() == 0);
}

BOOST_AUTO_TEST_CASE(one_element_a_dynamic_node_in_the_order_of_nodes) {
  TextModel model(
      "structural: 5, dynamic, null, eye, null, null; structural: 3, static, null, eye, null, null;"
      "structural: 4, dynamic, null, eye, null, null;"
      "body: 1, 4, 1., null, eye; body: 2, 5, 2., null, eye; body: 3, 3, 4., null, eye; body: 4, 4, 8., null, eye;");
  const ElementBatch& batch = inertia(model.model);
  BOOST_TEST(batch.type() == "node inertia");
  BOOST_TEST(batch.size() == 2);
  BOOST_TEST(batch.info(0).label == 5u);
  BOOST_TEST(batch.info(1).label == 4u);
  const auto& inertias = dynamic_cast<const Batch<NodeInertia>&>(batch);
  BOOST_TEST(inertias.element(0).mass().mass == 2);
  BOOST_TEST(inertias.element(1).mass().mass == 9);
  BOOST_TEST(model.model.node(2).mass.mass == 0);
}

BOOST_AUTO_TEST_CASE(inertia_rests_in_statics) {
  TextModel model(sample_nodes() + constant_body, true);
  const ElementBatch& batch = inertia(model.model);
  State state;
  BOOST_TEST(batch.active(state));
  state.statics = true;
  BOOST_TEST(!batch.active(state));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(variable_mass)

namespace {
/// Residual forces with momenta whose rates are those of the accelerations in the state: thrust that must act for them.
Vec6 required_load(Scene& scene, const ElementBatch& batch) {
  scene.state.c = 1;
  const Vec6 p = momenta(scene, batch);
  const Vec6 r = rates(scene, batch);
  for (int k = 0; k < 6; ++k) scene.momentum_known[batch.first_momentum(0) + k] = p(k) - r(k);
  return -scene.residual(batch, 0);
}
}  // namespace

BOOST_AUTO_TEST_CASE(a_rocket_needs_the_thrust_m_a) {
  TextModel model(sample_nodes() + "body: 1, 1, variable mass, string, \"5.-Time\", null, null, null;");
  const ElementBatch& batch = inertia(model.model);
  Scene scene(model.model);
  NodeState& n = scene.nodes[1];
  n.v = Vec3(100, 20, 3);
  n.w.setZero();
  n.a = Vec3(4, 0, -1);
  const Vec6 load = required_load(scene, batch);
  BOOST_TEST((load.head<3>() - (5 - 0.3) * n.a).norm() < 1e-12);
  BOOST_TEST(load.tail<3>().norm() < 1e-12);
}

BOOST_AUTO_TEST_CASE(redistribution_in_a_translating_body_makes_no_spurious_moment) {
  TextModel model(sample_nodes() +
                  "body: 1, 1, variable mass, 2., component, string, \"0.5*Time\", 0., 0., null, null;");
  const ElementBatch& batch = inertia(model.model);
  Scene scene(model.model);
  scene.set_time(0);
  NodeState& n = scene.nodes[1];
  n.R.setIdentity();
  n.v = Vec3(0, 3, 0);
  n.w.setZero();
  const Vec6 load = required_load(scene, batch);
  BOOST_TEST(load.norm() < 1e-12);
}

BOOST_AUTO_TEST_CASE(a_mass_sliding_along_a_turning_bar_needs_the_coriolis_couple) {
  // m at distance s(t) from the node on a bar that turns at w: couple 2 m s s' w.
  TextModel model(sample_nodes() +
                  "body: 1, 1, variable mass, 2., component, string, \"0.5*Time\", 0., 0., null, null;");
  const ElementBatch& batch = inertia(model.model);
  Scene scene(model.model);
  scene.set_time(4);
  NodeState& n = scene.nodes[1];
  n.R.setIdentity();
  n.v.setZero();
  n.w = Vec3(0, 0, 3);
  const Vec6 load = required_load(scene, batch);
  BOOST_TEST(std::abs(load(5) - 2 * 2 * 2 * 0.5 * 3) < 1e-12);
}

BOOST_AUTO_TEST_CASE(mass_that_evaporates_takes_its_momenta_along) {
  TextModel model(sample_nodes() +
                  "body: 1, 1, variable mass, string, \"5.-Time\", single, 0.2, 0., 0., 1., component, diag, string, "
                  "\"2.-0.3*Time\", string, \"2.-0.3*Time\", string, \"2.-0.3*Time\", null;");
  const ElementBatch& batch = inertia(model.model);
  Scene scene(model.model);
  NodeState& n = scene.nodes[1];
  n.R.setIdentity();
  n.w = Vec3(0, 0, 3);
  n.v = -n.w.cross(Vec3(0.2, 0, 0));
  n.a = n.w.cross(n.v);  // the centre of mass rests
  const Vec6 load = required_load(scene, batch);
  BOOST_TEST(load.norm() < 1e-12);
}

BOOST_AUTO_TEST_CASE(a_skater_keeps_angular_momentum) {
  TextModel model(sample_nodes() +
                  "body: 1, 1, variable mass, 5., null, null, component, diag, 1., 1., string, \"2.-0.3*Time\";");
  const ElementBatch& batch = inertia(model.model);
  Scene scene(model.model);
  scene.set_time(0);
  NodeState& n = scene.nodes[1];
  n.R.setIdentity();
  n.v.setZero();
  n.w = Vec3(0, 0, 3);
  n.alpha = Vec3(0, 0, 0.3 * 3 / 2);  // (J w)' = 0
  const Vec6 load = required_load(scene, batch);
  BOOST_TEST(load.norm() < 1e-12);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(bodies)

BOOST_AUTO_TEST_CASE(condensed_bodies_move_as_the_separate_ones) {
  TextModel one(sample_nodes() + constant_body);
  TextModel two(
      sample_nodes() +
      "body: 1, 1, 3., 0.2, -0.1, 0.4, sym, 0.9, 0.1, -0.2, 0.7, 0.05, 1.1; body: 2, 1, 1., -0.3, 0.2, 0.1, eye;");
  const MassProperties& a = one.model.node(1).mass;
  const MassProperties& b = two.model.node(1).mass;
  BOOST_TEST(a.mass == b.mass);
  BOOST_TEST((a.first - b.first).norm() < 1e-15);
  BOOST_TEST((a.inertia - b.inertia).norm() < 1e-14);
}

BOOST_AUTO_TEST_CASE(inertia_is_about_the_centre_of_mass_in_axes_of_its_own) {
  TextModel text(sample_nodes() +
                 "body: 1, 1, 2., 3., 0., 0., diag, 1., 2., 3., orientation, 1, 0.,1.,0., 3, 0.,0.,1.;");
  // Axis 1 of the tensor is axis 2 of the node; m d^2 = 18 is added about axes 2 and 3.
  Mat3 expected = Vec3(2, 1 + 18, 3 + 18).asDiagonal();
  BOOST_TEST((text.model.node(1).mass.inertia - expected).norm() < 1e-13);
}

BOOST_AUTO_TEST_CASE(private_data_are_energies_and_mass) {
  TextModel text(
      "structural: 1, dynamic, 0., 0., 5., eye, 1., 0., 0., 0., 2., 0.; gravity: 0., 0., -1., const, 10.;"
      "body: 7, 1, 2., 0., 0., 1., diag, 1., 3., 1.;");
  const ElementBatch& batch = text.model.batch(0);
  Scene scene(text.model);
  const auto value = [&](const char* name) {
    return batch.private_value(scene.state, 0, *batch.private_datum(0, name));
  };
  // The centre of mass moves at 1 + 2*1 = 3.
  BOOST_TEST(value("E") == 0.5 * (2 * 9 + 3 * 4));
  BOOST_TEST(value("V") == 2 * 10 * 6);
  BOOST_TEST(value("m") == 2);
  BOOST_TEST(batch.energy(scene.state, 0) == value("E") + value("V"));
  BOOST_TEST(batch.private_names(0)[0] == "E");
  BOOST_TEST(batch.log(0, text.model) == "body: 7 1 2 0 0 1 3 0 0 0 5 0 0 0 1");
}

BOOST_AUTO_TEST_CASE(private_data_of_a_node_are_its_momenta_and_their_rates) {
  TextModel text(
      "structural: 1, dynamic, 0., 0., 5., eye, 1., 0., 0., 0., 0., 2.;"
      "body: 7, 1, 2., null, diag, 1., 3., 4.; body: 8, 1, 1., null, diag, 1., 1., 1.;");
  const ElementBatch& batch = batch_of(text.model, "node inertia");
  Scene scene(text.model);
  const auto value = [&](const char* name) {
    return batch.private_value(scene.state, 0, *batch.private_datum(0, name));
  };
  BOOST_TEST(value("beta[1]") == 3);
  BOOST_TEST(value("gamma[3]") == 2 * 5);
  BOOST_TEST(value("KE") == 0.5 * (3 * 1 + 5 * 4));
  // p' = (p - known)/c
  scene.state.c = 0.5;
  for (int k = 0; k < 6; ++k) scene.momentum_known[k] = k + 1;
  BOOST_TEST(value("betaP[1]") == (3 - 1) / 0.5);
  BOOST_TEST(value("betaP[2]") == (0 - 2) / 0.5);
  BOOST_TEST(value("gammaP[1]") == (0 - 4) / 0.5);
  BOOST_TEST(value("gammaP[3]") == (10 - 6) / 0.5);
}

BOOST_AUTO_TEST_CASE(without_gravity_bodies_take_no_part) {
  TextModel text(sample_nodes() + constant_body);
  Scene scene(text.model);
  BOOST_TEST(!text.model.batch(0).active(scene.state));
}

BOOST_AUTO_TEST_CASE(central_gravity_attracts) {
  TextModel text(
      "structural: 1, dynamic, 3., 4., 0., eye, null, null; body: 1, 1, 2., null, eye;"
      "gravity: central, mass, 50., G, 0.5;");
  const ElementBatch& batch = text.model.batch(0);
  Scene scene(text.model);
  const Eigen::VectorXd f = scene.residual(batch, 0);
  BOOST_TEST((f.head<3>() - Vec3(-1.2, -1.6, 0)).norm() < 1e-14);  // 2 * 25/25
  BOOST_TEST(std::abs(batch.private_value(scene.state, 0, 1) + 2 * 25.0 / 5) < 1e-14);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(body_cards)

namespace {
void expect_error(const std::string& cards, const std::string& fragment) {
  try {
    TextModel text(sample_nodes() + "structural: 9, dummy, 1, offset, null, eye;\n" + cards);
    BOOST_ERROR("no error for: " << cards);
  } catch (const InputError& error) {
    BOOST_TEST(std::string(error.what()).find(fragment) != std::string::npos, cards << " gives: " << error.what());
  }
}
}  // namespace

BOOST_AUTO_TEST_CASE(errors_say_what_is_wrong) {
  expect_error("body: 1, 1, -2., null, eye;", "mass -2 is negative");
  expect_error("body: 1, 9, 2., null, eye;", "dummy");
  expect_error("body: 1, 17, 2., null, eye;", "structural node 17 is not defined");
  expect_error("body: 1, 1, 2., null, 1.,2.,0., 0.,1.,0., 0.,0.,1.;", "not symmetric");
  expect_error("body: 1, 1, 2., null, eye; body: 1, 2, 2., null, eye;", "body 1 is already defined");
  expect_error("gravity: 0.,0.,-1., 9.81; gravity: 0.,0.,-1., 9.81;", "already has a field of gravity");
  expect_error("automatic structural: 17, null, null, null, null;", "structural node 17 is not defined");
  expect_error("automatic structural: 9, null, null, null, null;", "is not dynamic");
}

BOOST_AUTO_TEST_CASE(negative_mass_is_allowed_when_asked_for) {
  TextModel text(sample_nodes() +
                 "body: 1, 1, allow negative mass, -2., null, eye;"
                 "body: 2, 2, condense, 2, allow negative mass, 3., null, eye, -1., null, eye;");
  BOOST_TEST(text.model.node(1).mass.mass == -2);
  BOOST_TEST(text.model.node(2).mass.mass == 2);
}

BOOST_AUTO_TEST_SUITE_END()
