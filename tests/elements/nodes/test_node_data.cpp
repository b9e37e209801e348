// Private data of nodes, functions `model::`, drives that look at the state.
#include <boost/test/unit_test.hpp>

#include "elements/nodes/model_access.h"
#include "elements/nodes/node_data.h"
#include "math/rotation.h"
#include "tests/elements/samples.h"
#include "tests/elements/scene.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(node_data_suite)

namespace {

/// Nodes 1 and 2 in motion with accelerations, and expressions about them.
struct Moving {
  Moving() : text(sample_nodes()), scene(text.model, 4) {
    scene.randomize();
    for (NodeState& n : scene.nodes) n.R = rotation_exp<double>(Vec3(scene.vector(0.5)));
    ModelAccess::install(text.model, text.symbols);
  }
  [[nodiscard]] DriveContext context() const {
    DriveContext c;
    c.time = Taylor2(scene.state.time, 1, 0);
    c.model = &text.model;
    c.state = &scene.state;
    return c;
  }
  Taylor2 datum(unsigned label, const std::string& name) {
    const NodeIndex i = *text.model.find_node(label);
    return node_datum(text.model.node(i), scene.nodes[i], *find_node_datum(text.model.node(i), name));
  }
  Taylor2 value(const std::string& expression) {
    Cursor cursor(std::make_shared<SourceText>("test", expression));
    return Expression::compile(cursor, *text.symbols, Expression::Mode::deferred)
        .evaluate_real(*text.symbols, context());
  }
  TextModel text;
  Scene scene;
};

}  // namespace

BOOST_AUTO_TEST_CASE(data_come_in_the_order_of_the_language) {
  TextModel text(sample_nodes());
  const auto names = node_data(text.model.node(1));
  BOOST_TEST(names.size() == 46u);
  BOOST_TEST(names[0] == "X[1]");
  BOOST_TEST(names[3] == "x[1]");
  BOOST_TEST(names[30] == "PE[0]");
  BOOST_TEST(names[34] == "XPP[1]");
  BOOST_TEST(node_data(text.model.node(*text.model.find_node(1, NodeFamily::abstract_))).size() == 2u);
  BOOST_TEST(node_data(text.model.node(*text.model.find_node(3, NodeFamily::abstract_))).size() == 1u);
  BOOST_TEST(*find_node_datum(text.model.node(1), "phi[2]") == *find_node_datum(text.model.node(1), "Phi[2]"));
  BOOST_TEST(!find_node_datum(text.model.node(1), "Y[1]"));
}

BOOST_AUTO_TEST_CASE(data_are_those_of_the_motion) {
  Moving m;
  const NodeState& n = m.scene.nodes[1];
  const Mat3 toward = n.R.transpose();
  for (int i = 0; i < 3; ++i) {
    const std::string at = "[" + std::to_string(i + 1) + "]";
    BOOST_TEST(m.datum(1, "X" + at).f == n.x(i));
    BOOST_TEST(std::abs(m.datum(1, "x" + at).f - (toward * n.x)(i)) < 1e-14);
    BOOST_TEST(std::abs(m.datum(1, "xP" + at).f - (toward * n.v)(i)) < 1e-14);
    BOOST_TEST(std::abs(m.datum(1, "omega" + at).f - (toward * n.w)(i)) < 1e-14);
    BOOST_TEST(std::abs(m.datum(1, "xPP" + at).f - (toward * n.a)(i)) < 1e-14);
    BOOST_TEST(std::abs(m.datum(1, "Phi" + at).f - rotation_log<double>(n.R)(i)) < 1e-14);
  }
  double angles[3];
  const auto compare = [&](const std::string& name, OrientationFormat format) {
    write_orientation(n.R, format, angles);
    for (int i = 0; i < 3; ++i)
      BOOST_TEST(std::abs(m.datum(1, name + "[" + std::to_string(i + 1) + "]").f - angles[i] * M_PI / 180) < 1e-13);
  };
  compare("E", OrientationFormat::euler123);
  compare("E313", OrientationFormat::euler313);
  compare("E321", OrientationFormat::euler321);
  const Eigen::Quaterniond q(n.R);
  const double sign = q.w() < 0 ? -1 : 1;
  BOOST_TEST(std::abs(m.datum(1, "PE[0]").f - sign * q.w()) < 1e-13);
  BOOST_TEST(std::abs(m.datum(1, "PE[2]").f - sign * q.y()) < 1e-13);
}

BOOST_AUTO_TEST_CASE(euler_parameters_of_small_rotations_are_those_of_large_ones) {
  Moving m;
  for (const double size : {1e-7, 9e-3, 1.1e-2}) {  // the series ends at an angle of 0.01
    const Vec3 axis = Vec3(2, -1, 2) / 3;
    m.scene.nodes[1].R = Eigen::AngleAxisd(size, axis).toRotationMatrix();
    BOOST_TEST(std::abs(m.datum(1, "PE[0]").f - std::cos(size / 2)) < 1e-15);
    for (int i = 0; i < 3; ++i)
      BOOST_TEST(std::abs(m.datum(1, "PE[" + std::to_string(i + 1) + "]").f - std::sin(size / 2) * axis(i)) < 1e-15);
  }
}

BOOST_AUTO_TEST_CASE(time_derivatives_are_exact) {
  Moving m;
  const StructuralNode& node = m.text.model.node(1);
  const auto names = node_data(node);
  for (int datum = 1; datum <= 34; ++datum) {
    const Taylor2 exact = node_datum(node, m.scene.nodes[1], datum);
    const auto at = [&](double t) {
      Scene s(m.scene);
      s.advance_accelerated(t);
      return node_datum(node, s.nodes[1], datum);
    };
    constexpr double h = 1e-4;
    const double rate = (at(h).f - at(-h).f) / (2 * h);
    BOOST_TEST(std::abs(exact.d - rate) < 1e-5, names[datum - 1] << ": " << exact.d << ", by differences " << rate);
    // The third derivative of the motion is unknown: second ones are compared where they do not need it.
    if (datum <= 9 || (datum >= 22 && datum <= 34)) {
      const double acceleration = (at(h).f - 2 * exact.f + at(-h).f) / (h * h);
      BOOST_TEST(std::abs(exact.dd - acceleration) < 1e-4, names[datum - 1]);
    }
  }
}

BOOST_AUTO_TEST_CASE(model_functions_of_one_and_two_nodes) {
  Moving m;
  const NodeState& a = m.scene.nodes[1];
  const NodeState& b = m.scene.nodes[2];
  const Vec3 d = b.x - a.x;
  BOOST_TEST(m.value("model::xposition(1)").f == a.x(0));
  BOOST_TEST(std::abs(m.value("model::position2(1)").f - a.x.squaredNorm()) < 1e-14);
  BOOST_TEST(std::abs(m.value("model::position(1)").f - a.x.norm()) < 1e-14);
  BOOST_TEST(std::abs(m.value("model::angvel(2)").f - b.w.norm()) < 1e-14);
  BOOST_TEST(std::abs(m.value("model::zangle(2)").f - rotation_log<double>(b.R)(2)) < 1e-14);
  BOOST_TEST(std::abs(m.value("model::distance(1, 2)").f - d.norm()) < 1e-14);
  BOOST_TEST(std::abs(m.value("model::distancep(1, 2)").f - d.dot(b.v - a.v) / d.norm()) < 1e-13);
  BOOST_TEST(std::abs(m.value("model::yunitvec(1, 2)").f - d(1) / d.norm()) < 1e-14);
  BOOST_TEST(std::abs(m.value("model::zvrel(1, 2)").f - (b.v - a.v)(2)) < 1e-14);
  BOOST_TEST(std::abs(m.value("model::xanglerel(1, 2)").f - rotation_log<double>(Mat3(a.R.transpose() * b.R))(0)) <
             1e-14);
  BOOST_TEST(std::abs(m.value("model::distance(1, 2)").d - d.dot(b.v - a.v) / d.norm()) < 1e-13);
  BOOST_TEST(m.value("model::node::structural(1, \"X[2]\")").f == a.x(1));
  BOOST_TEST(m.value("model::node::structural(1, 11)").f == a.v(1));
  BOOST_TEST(m.value("model::node::abstract(2, \"xP\")").f ==
             m.scene.nodes[*m.text.model.find_node(2, NodeFamily::abstract_)].v(0));
}

BOOST_AUTO_TEST_CASE(degrees_of_freedom_are_those_of_plugin_variables) {
  Moving m;
  // As `set: [dof, name, label, type, number, order, prev=...]` calls it.
  const auto dof = [&](const std::string& type, int label, int number, const std::string& order, bool previous = false,
                       const State* before = nullptr) {
    DriveContext context = m.context();
    context.previous = before;
    return m.text.symbols->model_functions->call("dof::" + type,
                                                 {Value(label), Value(number), Value(order), Value(previous)}, context);
  };
  const NodeState& n = m.scene.nodes[1];
  for (int i = 0; i < 3; ++i) {
    const Taylor2 place = dof("structural", 1, i + 1, "algebraic");
    BOOST_TEST(place.f == n.x(i));
    BOOST_TEST(place.d == n.v(i));
    BOOST_TEST(place.dd == n.a(i));
    const Taylor2 rate = dof("structural", 1, i + 1, "differential");
    BOOST_TEST(rate.f == n.v(i));
    BOOST_TEST(rate.d == n.a(i));
    const Taylor2 spin = dof("structural", 1, i + 4, "differential");
    BOOST_TEST(spin.f == n.w(i));
    BOOST_TEST(spin.d == n.alpha(i));
  }
  const NodeState& scalar = m.scene.nodes[*m.text.model.find_node(2, NodeFamily::abstract_)];
  BOOST_TEST(dof("abstract", 2, 1, "algebraic").f == scalar.x(0));
  BOOST_TEST(dof("abstract", 2, 1, "differential").f == scalar.v(0));
  Scene before(m.scene);
  before.nodes[1].x = Vec3(7, 8, 9);
  BOOST_TEST(dof("structural", 1, 3, "algebraic", true, &before.state).f == 9);
  BOOST_TEST(dof("structural", 1, 3, "algebraic", false, &before.state).f == n.x(2));
  const auto refuses = [&](const std::string& type, int label, int number, const std::string& part) {
    try {
      dof(type, label, number, "algebraic");
    } catch (const std::exception& e) {
      return std::string(e.what()).find(part) != std::string::npos;
    }
    return false;
  };
  BOOST_TEST(refuses("structural", 1, 7, "has 6 degrees of freedom, found 7"));
  BOOST_TEST(refuses("structural", 1, 5, "rotations are no coordinates"));
  BOOST_TEST(refuses("abstract", 2, 2, "has 1 degrees of freedom, found 2"));
}

BOOST_AUTO_TEST_CASE(previous_values_are_those_of_the_last_step) {
  Moving m;
  Scene before(m.scene);
  before.nodes[1].x = Vec3(7, 8, 9);
  DriveContext context = m.context();
  context.previous = &before.state;
  Cursor cursor(std::make_shared<SourceText>("test", "model::yposition_prev(1)"));
  const auto expression = Expression::compile(cursor, *m.text.symbols, Expression::Mode::deferred);
  BOOST_TEST(expression.evaluate_real(*m.text.symbols, context).f == 8);
  context.previous = nullptr;
  BOOST_TEST(expression.evaluate_real(*m.text.symbols, context).f == m.scene.nodes[1].x(1));
}

BOOST_AUTO_TEST_CASE(while_the_model_is_read_nodes_are_where_the_file_puts_them) {
  TextModel text(sample_nodes());
  ModelAccess::install(text.model, text.symbols);
  const auto& n = text.model.node(1).initial;
  BOOST_TEST(evaluate_text("model::yposition(1)", *text.symbols).real().f == n.x(1));
}

BOOST_AUTO_TEST_CASE(errors_name_what_is_missing) {
  Moving m;
  const auto error = [&](const std::string& expression) {
    try {
      m.value(expression);
    } catch (const std::exception& e) {
      return std::string(e.what());
    }
    return std::string("none");
  };
  const auto has = [&](const std::string& expression, const std::string& part) {
    const std::string text = error(expression);
    BOOST_TEST(text.find(part) != std::string::npos, expression << " gives: " << text);
  };
  has("model::xposition(9)", "structural node 9 is not defined");
  has("model::xposition(-1)", "not negative");
  has("model::node::structural(1, \"Q[1]\")", "has no datum `Q[1]`");
  has("model::node::structural(1, 99)", "there is no number 99");
  has("model::node::abstract(7, \"x\")", "abstract node 7 is not defined");
  has("model::node::elastic(1, \"x\")", "unknown kind of node `elastic`");
  has("model::element::joint(4, \"Fx\")", "joint 4 is not defined");
  has("model::unitvec(1, 2)", "unknown function");
  has("model::sf::f(1.)", "scalar function `f` is not defined");
  has("model::current(\"L\")", "has no value here");
}

BOOST_AUTO_TEST_SUITE_END()
