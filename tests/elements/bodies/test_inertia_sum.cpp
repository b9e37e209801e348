// Card `inertia`: sums over bodies, its text row, its record of the log.
#include <boost/test/unit_test.hpp>

#include <fmt/format.h>

#include "tests/elements/samples.h"
#include "tests/elements/scene.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(inertia_sum)

namespace {

struct Report {
  explicit Report(const std::string& cards)
      : text(sample_nodes() + cards), batch(batch_of(text.model, "inertia")), scene(text.model) {}
  double datum(const std::string& name) {
    const auto number = batch.private_datum(0, name);
    BOOST_REQUIRE_MESSAGE(number, name << " is no private datum");
    return batch.private_value(scene.state, 0, *number);
  }
  TextModel text;
  ElementBatch& batch;
  Scene scene;
};

const std::string bodies =
    "body: 1, 1, 3., 0.2, -0.1, 0.4, sym, 0.9, 0.1, -0.2, 0.7, 0.05, 1.1;"
    "body: 2, 2, 2., null, diag, 1., 2., 2.5; body: 3, 2, 1., 0.1, 0.2, 0.3, diag, 0.1, 0.2, 0.2;";

}  // namespace

BOOST_AUTO_TEST_CASE(two_masses_make_a_dumbbell) {
  Report report(
      "structural: 11, dynamic, 1., 0., 0., eye, 0., 2., 0., 0., 0., 2.; structural: 12, dynamic, -1., 0., 0., eye, "
      "0., "
      "-2., 0., 0., 0., 2.; body: 1, 11, 3., null, null; body: 2, 12, 3., null, null;"
      "inertia: 7, position, 0., 0., 1., orientation, 3, 0.,0.,1., 1, 0.,1.,0., body, 1, 2, output, always;");
  // Mass 6, J = 6 about y and z, spin 2 about z.
  const double expected[] = {0, 0, 0, 0, 0, 12, 6, 0, 0, 0, 0, 0, 0, 0, 0,  2, 0, 0, -1, 0, 0, -1, 0,
                             6, 6, 0, 0, 0, 0,  0, 0, 0, 6, 0, 0, 0, 6, 12, 0, 0, 0, 6,  0, 0, 0,  6};
  const auto record = report.scene.output(report.batch, 0);
  BOOST_REQUIRE_EQUAL(record.size(), 46U);
  for (int i = 0; i < 46; ++i)
    if (i < 25 || i > 27) BOOST_TEST(std::abs(record[i] - expected[i]) < 1e-12, "number " << i);
  BOOST_TEST(report.datum("m") == 6);
  BOOST_TEST(std::abs(report.datum("Omega[3]") - 2) < 1e-13);
  BOOST_TEST(std::abs(report.datum("gamma[3]") - 12) < 1e-13);
  BOOST_TEST(std::abs(report.datum("J[1][1]") - 12) < 1e-13);  // 6 about y, and 6 from the distance
  BOOST_TEST(std::abs(report.datum("Jcg[2][2]") - 6) < 1e-13);
  BOOST_TEST(std::abs(report.datum("JP[1]")) < 1e-13);
}

BOOST_AUTO_TEST_CASE(inertia_about_a_point_depends_on_the_distance_from_it) {
  Report report(
      "structural: 11, dynamic, 1., 2., 3., eye, null, null; body: 1, 11, 2., null, null;"
      "inertia: 7, position, 0.5, 0., -1., body, 1, output, always;");
  const Vec3 d(0.5, 2, 4);
  const Mat3 expected = 2 * (d.squaredNorm() * Mat3::Identity() - d * d.transpose());
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      BOOST_TEST(std::abs(report.datum(fmt::format("J[{}][{}]", i + 1, j + 1)) - expected(i, j)) < 1e-13);
}

BOOST_AUTO_TEST_CASE(momenta_are_those_of_the_nodes) {
  Report report(bodies + "inertia: 7, body, all, output, always;");
  report.scene.randomize();
  const auto record = report.scene.output(report.batch, 0);
  Vec3 beta = Vec3::Zero(), gamma = Vec3::Zero();
  const ElementBatch& nodes = batch_of(report.text.model, "node inertia");
  for (int i = 0; i < nodes.size(); ++i) {
    double p[6];
    nodes.momenta(report.scene.state, i, p);
    const Vec3 x = report.scene.nodes[nodes.nodes(i)[0]].x;
    const Vec3 b(p[0], p[1], p[2]);
    beta += b;
    gamma += Vec3(p[3], p[4], p[5]) + x.cross(b);
  }
  const Vec3 centre(record[7], record[8], record[9]);
  BOOST_TEST((Vec3(record[0], record[1], record[2]) - beta).norm() < 1e-12);
  BOOST_TEST((Vec3(record[3], record[4], record[5]) - (gamma - centre.cross(beta))).norm() < 1e-11);
  BOOST_TEST((Vec3(record[10], record[11], record[12]) * record[6] - beta).norm() < 1e-12);
  // Principal axes make the inertia about the centre of mass diagonal.
  const Mat3 axes = rotation_exp<double>(Vec3(record[25], record[26], record[27]));
  Mat3 inertia;
  for (int i = 0; i < 9; ++i) inertia(i / 3, i % 3) = record[28 + i];
  BOOST_TEST((axes.transpose() * inertia * axes - Mat3(Vec3(record[22], record[23], record[24]).asDiagonal())).norm() <
             1e-11);
}

BOOST_AUTO_TEST_CASE(a_body_of_variable_mass_counts_as_it_is) {
  const std::string variable =
      "body: 4, 1, variable mass, string, \"3.+sin(Time)\", component, string, \"0.2*Time\", 0.3, 0.1, null, diag, 1., "
      "1., 1., const, 2.;";
  Report report(variable + "inertia: 7, body, 4, output, always;");
  const double t = report.scene.state.time;
  BOOST_TEST(std::abs(report.datum("m") - 3 - std::sin(t)) < 1e-14);
  const NodeState& n = report.scene.nodes[1];
  const Vec3 arm = n.R * Vec3(0.2 * t, 0.3, 0.1);
  const Vec3 v = n.v + n.w.cross(arm) + n.R * Vec3(0.2, 0, 0);
  BOOST_TEST(std::abs(report.datum("X[1]") - (n.x + arm).x()) < 1e-14);
  BOOST_TEST(std::abs(report.datum("V[2]") - v.y()) < 1e-14);
}

BOOST_AUTO_TEST_CASE(the_log_has_a_line_for_each_quantity) {
  Report report(bodies + "inertia: 7, name, \"all\", body, 1, 3;");
  const std::string log = report.batch.log(0, report.text.model);
  BOOST_TEST(log.rfind("inertia: 7 \"all\"\n mass: 4\n J: ", 0) == 0, log);
  for (const char* key : {"\n Xcg: ", "\n Jcg: ", "\n Vcg: ", "\n Wcg: ", "\n Xcg-X: ", "\n R^T*(Xcg-X): ", "\n J(X): ",
                          "\n R^T*J(X)*R: ", "\n Rp: ", "\n Thetap: ", "\n Jp: "})
    BOOST_TEST(log.find(key) != std::string::npos, key);
  BOOST_TEST(report.batch.output_spec(0, report.text.model).extension.empty());
  BOOST_TEST(report.batch.private_names(0).empty());
  Report silent(bodies + "inertia: 7, body, all, output, no;");
  BOOST_TEST(silent.batch.log(0, silent.text.model).empty());
}

BOOST_AUTO_TEST_CASE(cards_say_what_is_wrong) {
  const auto expect_error = [](const std::string& card, const std::string& fragment) {
    try {
      Report report(bodies + card);
      BOOST_ERROR("no error for: " << card);
    } catch (const InputError& error) {
      BOOST_TEST(std::string(error.what()).find(fragment) != std::string::npos, card << " gives: " << error.what());
    }
  };
  expect_error("inertia: 7, body, 1, 9;", "body 9 is not defined");
  expect_error("inertia: 7, body, 1, 1;", "listed twice");
  expect_error("inertia: 7, body, all, body, all;", "listed twice");
  expect_error("inertia: 7, bodies, all;", "class of elements");
  expect_error("inertia: 7, body;", "expected `all`");
  expect_error("inertia: 7, joint, 3;", "joint 3 is not defined");
  expect_error("inertia: 7, solid, 3;", "modal joints have inertia");
  expect_error("inertia: 7, body, all, output, sometimes;", "output of the card");
  expect_error("inertia: 7, output, always;", "expected a class");
}

BOOST_AUTO_TEST_SUITE_END()
