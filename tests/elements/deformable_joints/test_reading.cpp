// How the cards of deformable joints are read, what the joints write, and errors.
#include <boost/test/unit_test.hpp>

#include "tests/elements/samples.h"
#include "tests/elements/scene.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(deformable_joint_reading)

namespace {

/// Node 1 with axis 1 along y, node 2 at a distance of 2 along y, and an element at rest.
struct OneJoint {
  explicit OneJoint(const std::string& joint)
      : text(
            "structural: 1, dynamic, 1., 0., 0., 3, 0.,0.,1., 1, 0.,1.,0., null, null;"
            "structural: 2, dynamic, 1., 2., 0., eye, null, null;"
            "structural: 3, dynamic, 1., 2., 0., eye, null, null;\n" +
            joint),
        batch(text.model.batch(0)),
        scene(text.model) {}
  std::vector<double> record() { return scene.output(batch, 0); }
  double datum(const std::string& name) {
    const auto number = batch.private_datum(0, name);
    BOOST_REQUIRE_MESSAGE(number, name << " is no private datum");
    return batch.private_value(scene.state, 0, *number);
  }
  Vec3 force_on(int node) { return scene.residual(batch, 0).segment<3>(6 * node); }
  Vec3 moment_on(int node) { return scene.residual(batch, 0).segment<3>(6 * node + 3); }

  TextModel text;
  ElementBatch& batch;
  Scene scene;
};

Vec3 part(const std::vector<double>& record, int first) {
  return {record[first], record[first + 1], record[first + 2]};
}
bool near(const Vec3& a, const Vec3& b, double tolerance = 1e-13) { return (a - b).norm() < tolerance; }

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

}  // namespace

BOOST_AUTO_TEST_CASE(rod_pulls_along_its_line) {
  OneJoint rod("joint: 1, rod, 1, 2, 1.6, linear viscoelastic, 40., 8.;");
  rod.scene.nodes[2].v = Vec3(5, 0.2, 0);
  // e = 0.25, e' = 0.125: 10 + 1
  BOOST_TEST(near(rod.force_on(0), {0, 11, 0}));
  BOOST_TEST(near(rod.force_on(1), {0, -11, 0}));
  const auto record = rod.record();
  BOOST_TEST(near(part(record, 0), {11, 0, 0}));
  BOOST_TEST(near(part(record, 6), {0, 11, 0}));
  BOOST_TEST(record[12] == 2);
  BOOST_TEST(near(part(record, 13), {0, 1, 0}));
  BOOST_TEST(record[16] == 0.2);
  BOOST_TEST(std::abs(rod.datum("F") - 11) < 1e-13);
  BOOST_TEST(rod.datum("l") == 2);
  BOOST_TEST(rod.datum("L") == 2);
  BOOST_TEST(rod.datum("lP") == 0.2);
  BOOST_TEST(!rod.batch.private_datum(0, "Lp").has_value());
  BOOST_TEST(rod.batch.type() == "rod");
  BOOST_TEST(rod.batch.log(0, rod.text.model) == "rod: 1 1 0 0 0 2 0 0 0");
}

BOOST_AUTO_TEST_CASE(rods_need_no_orientation_of_their_nodes) {
  TextModel text(
      "structural: 1, dynamic, 0., 0., 0., eye, null, null; structural: 2, dynamic displacement, 3., 0., 0., null;"
      "joint: 1, rod, 1, position, 0., 1., 0., 2, from nodes, linear elastic, 5., prestress, 2.;");
  Scene scene(text.model);
  const auto r = scene.residual(text.model.batch(0), 0);
  const double line = std::sqrt(10.0);
  BOOST_TEST((r.segment<3>(6) - Vec3(-3, 1, 0) * (2 / line)).norm() < 1e-14);
  BOOST_TEST(r.segment<3>(9).norm() == 0);
}

BOOST_AUTO_TEST_CASE(rod_lengths_may_come_from_the_nodes) {
  for (const char* card :
       {"joint: 1, rod, 1, 2, from nodes, linear elastic, 1.;",
        "joint: 1, rod, 1, 2, 1., linear elastic, 1., prestress, model::current(\"L\");",
        "joint: 1, rod, 1, 2, 2., linear elastic, 1., prestress, model::current(\"L0\");",
        "joint: 1, rod, 1, position, 1., 0., 0., 2, position, 0., 1., 0., from nodes, linear elastic, "
        "1., prestress, 2.;",
        "joint: 1, rod with offset, 1, 1., 0., 0., 2, reference, other node, 3., 0., 0., 2., linear "
        "elastic, 1., prestress, 2.;"}) {
    OneJoint rod(card);
    const bool relaxed = std::string(card).find("prestress") == std::string::npos;
    const bool stretched = std::string(card).find("2, 1., linear") != std::string::npos;
    BOOST_TEST(near(rod.force_on(0), {0, relaxed ? 0. : stretched ? 3. : 2., 0}), card);
  }
  OneJoint offset("joint: 1, rod with offset, 1, 1., 0., 0., 2, 0., 0., 3., 2., 5.;");
  BOOST_TEST(offset.batch.type() == "rod with offset");
  BOOST_TEST(offset.datum("l") == std::sqrt(10.0));
}

BOOST_AUTO_TEST_CASE(rods_show_what_their_law_knows) {
  OneJoint rod(
      "joint: 1, rod, 1, 2, 2.1, shock absorber, prestrain, 0., 1.e5, 2.e-2, 1., 1.4, metering, const, 1.e-3, 1.e-2, "
      "1000., 1.;");
  const auto names = rod.batch.private_names(0);
  BOOST_REQUIRE(names.size() == 7);
  BOOST_TEST(names[3].starts_with("constitutiveLaw."));
  const OutputSpec spec = rod.batch.output_spec(0, rod.text.model);
  BOOST_TEST(spec.text_columns == 12 + 5 + 4);
  const auto record = rod.record();
  for (int k = 0; k < 4; ++k) BOOST_TEST(record[17 + k] == rod.datum(names[3 + k]));
}

BOOST_AUTO_TEST_CASE(variables_of_the_law_lie_where_their_values_are) {
  const std::string law =
      "shock absorber, prestrain, 0., 1.e5, 2.e-2, 1., 1.4, metering, const, 1.e-3, 1.e-2, 1000., 1.;";
  for (const std::string joint_text : {"joint: 1, rod, 1, 2, 2.1, ", "joint: 1, deformable axial joint, 1, 2, ",
                                       "joint: 1, rod bezier, 1, position, null, position, 1., 0., 0., 2, position, "
                                       "0., -1., 0., position, null, 2., "}) {
    OneJoint joint(joint_text + law);
    joint.scene.nodes[2].w = Vec3(0.3, -0.2, 0.4);
    const OutputSpec spec = joint.batch.output_spec(0, joint.text.model);
    const auto record = joint.record();
    int found = 0;
    for (const auto& variable : spec.variables) {
      if (!variable.name.starts_with("constitutiveLaw.")) continue;
      BOOST_TEST(record.at(variable.first) == joint.datum(variable.name), joint_text << variable.name);
      ++found;
    }
    BOOST_TEST(found == 4, joint_text);
  }
}

BOOST_AUTO_TEST_CASE(bezier_rods_read_their_quadrature) {
  const std::string ends =
      "joint: 1, rod bezier, 1, position, null, position, 1., 0., 0., 2, position, 0., -1., 0., "
      "position, null, ";
  for (const char* rest : {"2., linear elastic, 5., prestress, 3.;", "from nodes, linear elastic, 5., prestress, 3.;",
                           "from nodes, integration order, 7, linear elastic, 5., prestress, 3.;",
                           "2., integration segments, 4, linear elastic, 5., prestress, 3.;",
                           "2., integration order, 1, integration segments, 9, linear elastic, 5., prestress, 3.;"}) {
    OneJoint rod(ends + rest);
    // Control points on the line between the nodes: its length is 2 for any quadrature that is exact for squares.
    if (std::string(rest).find("order, 1") == std::string::npos)
      BOOST_TEST(near(rod.force_on(0), {0, 3, 0}, 1e-12), rest);
    BOOST_TEST(rod.batch.log(0, rod.text.model) == "rodbezier: 1 1 0 0 0 1 0 0 2 0 -1 0 0 0 0");
  }
}

BOOST_AUTO_TEST_CASE(deformable_hinge_writes_rotation_and_moment) {
  for (const char* type : {"deformable hinge", "invariant deformable hinge"}) {
    // Node 2 is turned by -90 degrees about axis 3 of node 1.
    OneJoint hinge(std::string("joint: 1, ") + type + ", 1, 2, linear viscoelastic isotropic, 6., 2.;");
    const double angle = -std::acos(0.0);
    hinge.scene.nodes[2].w = Vec3(0, 0, 3);
    const auto record = hinge.record();
    BOOST_TEST(near(part(record, 3), {0, 0, 6 * angle + 6}), type);
    BOOST_TEST(near(part(record, 9), {0, 0, 6 * angle + 6}), type);
    BOOST_TEST(near(part(record, 12), {0, 0, -90}), type);
    BOOST_TEST(near(part(record, 15), {0, 0, 3}), type);
    BOOST_TEST(near(hinge.moment_on(0), {0, 0, 6 * angle + 6}), type);
    BOOST_TEST(near(hinge.moment_on(1), {0, 0, -6 * angle - 6}), type);
    BOOST_TEST(std::abs(hinge.datum("rz") - angle) < 1e-14);
    BOOST_TEST(hinge.datum("wz") == 3);
    BOOST_TEST(std::abs(hinge.datum("Mz") - 6 * angle - 6) < 1e-13);
    BOOST_TEST(hinge.batch.log(0, hinge.text.model).starts_with("deformablehinge: 1 1 0 0 0 1 0 0 0 1 0 0 0 1 2 "));
  }
}

BOOST_AUTO_TEST_CASE(rotations_are_written_in_the_format_asked_for) {
  const auto columns = [](const std::string& format) {
    OneJoint hinge("joint: 1, deformable hinge, 1, 2, linear elastic, 1." + format + ";");
    return hinge.batch.output_spec(0, hinge.text.model).text_columns - 12;
  };
  BOOST_TEST(columns("") == 3);
  BOOST_TEST(columns(", orientation description, euler313") == 3);
  BOOST_TEST(columns(", orientation description, orientation matrix") == 9);
  OneJoint vector(
      "joint: 1, deformable joint, 1, 2, linear elastic, 1., orientation description, orientation vector, output, no;");
  BOOST_TEST(near(part(vector.record(), 15), {0, 0, -std::acos(0.0)}));
  BOOST_TEST(!vector.batch.info(0).output);
}

BOOST_AUTO_TEST_CASE(displacement_joint_measures_in_axes_of_node_1) {
  for (const char* type : {"deformable displacement joint", "Deformable Displacement Hinge"}) {
    OneJoint joint(
        std::string("joint: 1, ") + type +
        ", 1, position, 0.5, 0., 0., 2, position, 0., 0., 3., linear viscoelastic generic, diag, 2., 3., 4., "
        "diag, 1., 1., 1.;");
    joint.scene.nodes[2].v = Vec3(0, 0.5, 0);
    // d = (0, 1.5, 3) global, axis 1 of node 1 is y
    const auto record = joint.record();
    BOOST_TEST(near(part(record, 12), {1.5, 0, 3}));
    BOOST_TEST(near(part(record, 15), {0.5, 0, 0}));
    BOOST_TEST(near(part(record, 0), {3.5, 0, 12}));
    BOOST_TEST(near(part(record, 6), {0, 3.5, 12}));
    BOOST_TEST(near(joint.force_on(0), {0, 3.5, 12}));
    // arm from node 1 to the point of node 2
    BOOST_TEST(near(joint.moment_on(0), Vec3(0, 2, 3).cross(Vec3(0, 3.5, 12))));
    BOOST_TEST(near(joint.moment_on(1), -Vec3(0, 0, 3).cross(Vec3(0, 3.5, 12))));
    BOOST_TEST(joint.datum("dx") == 1.5);
    BOOST_TEST(joint.datum("vx") == 0.5);
    BOOST_TEST(joint.datum("Fz") == 12);
    BOOST_TEST(joint.batch.private_names(0).size() == 9);
  }
}

BOOST_AUTO_TEST_CASE(deformable_joint_has_eighteen_private_data) {
  OneJoint joint("joint: 1, deformable joint, 1, position, null, 2, position, null, linear viscoelastic, 2., 1.;");
  const std::vector<std::string> names = {"dx", "dy", "dz", "rx", "ry", "rz", "vx", "vy", "vz",
                                          "wx", "wy", "wz", "Fx", "Fy", "Fz", "Mx", "My", "Mz"};
  BOOST_TEST(joint.batch.private_names(0) == names, boost::test_tools::per_element());
  BOOST_TEST(joint.datum("Fx") == 4);
  BOOST_TEST(std::abs(joint.datum("Mz") + 2 * std::acos(0.0)) < 1e-14);
  BOOST_TEST(joint.record().size() == 12 + 12 + 6);  // and d, d' in global axes for the binary file
  BOOST_TEST(joint.batch.output_spec(0, joint.text.model).text_columns == 24);
}

BOOST_AUTO_TEST_CASE(axial_joint_writes_angle_and_rate) {
  OneJoint joint("joint: 1, deformable axial joint, 1, 2, linear viscoelastic, 2., 0.5;");
  joint.scene.nodes[2].w = Vec3(9, 9, 4);
  const double angle = -std::acos(0.0);
  const auto record = joint.record();
  BOOST_TEST(near(part(record, 3), {0, 0, 2 * angle + 2}));
  BOOST_TEST(std::abs(record[12] - angle) < 1e-14);
  BOOST_TEST(record[13] == 4);
  BOOST_TEST(std::abs(joint.datum("Mz") - 2 * angle - 2) < 1e-14);
  BOOST_TEST(joint.datum("wz") == 4);
}

BOOST_AUTO_TEST_CASE(viscous_body_resists_motion) {
  OneJoint body("joint: 1, viscous body, 1, position, 0., 2., 0., linear viscous isotropic, 3.;");
  body.scene.nodes[1].v = Vec3(0, 1, 0);
  body.scene.nodes[1].w = Vec3(0, 0, 0.5);
  // The point lies at -2 along x: velocity (0, 1 - 1, 0).
  BOOST_TEST(near(body.force_on(0), Vec3::Zero()));
  BOOST_TEST(near(body.moment_on(0), {0, 0, -1.5}));
  const auto record = body.record();
  BOOST_TEST(near(part(record, 3), {0, 0, -1.5}));
  BOOST_TEST(near(part(record, 15), {0, 0, 0.5}));
}

BOOST_AUTO_TEST_CASE(old_files_leave_position_out) {
  OneJoint hinge(
      "joint: 1, deformable hinge, 1, reference, node, null, hinge, reference, node, eye, 2, reference, node, null, "
      "hinge, reference, node, eye, linear elastic, 1.;");
  BOOST_TEST(hinge.batch.type() == "deformable hinge");
  // `reference` behind node 2 is a law when node 1 has no offset.
  TextModel model(sample_nodes() +
                  "joint: 1, deformable hinge, 1, orientation, eye, 2, linear elastic, 1.;"
                  "joint: 2, deformable hinge, 1, null, 2, null, linear elastic, 1.;");
  BOOST_TEST(model.model.count("joint") == 2);
}

BOOST_AUTO_TEST_CASE(errors_say_what_is_wrong) {
  expect_error("joint: 1, rod, 1, 1, 1., linear elastic, 1.;", "both nodes of the joint are the same", 19);
  expect_error(
      "structural: 9, dynamic displacement, 0., 0., 5., null; joint: 1, rod, 9, position, 1., 0., 0., 2, 1., "
      "linear elastic, 1.;",
      "node 9 has no orientation: it cannot carry an offset", 92);
  expect_error("joint: 1, rod, 1, 2, -1., linear elastic, 1.;", "the length of a rod", 22);
  expect_error("joint: 1, rod, 2, 3, from nodes, linear elastic, 1.;", "the points coincide", 22);
  expect_error("joint: 1, rod, 2, 3, 1., linear elastic, 1.;", "it has no direction", 22);
  expect_error("joint: 1, rod, 1, 2, 1., linear elastik, 1.;", "did you mean", 26);
  expect_error("joint: 1, rod bezier, 2, position, null, position, null, 3, position, null, position, null, 1., 1.;",
               "it has no direction", 93);
  expect_error(
      "joint: 1, rod bezier, 1, position, null, position, null, 2, position, null, position, null, 1., integration "
      "order, 0, 1.;",
      "Gauss points", 116);
  expect_error("joint: 1, deformable hinge, 1, 7, linear elastic, 1.;", "structural node 7 is not defined", 32);
  expect_error("joint: 1, deformable joint, 1, 2, invariant angular, 0.5, linear elastic, 1.;", "invariant angular",
               35);
  expect_error("joint: 1, invariant deformable hinge, 1, 2, invariant angular, 0.5, linear elastic, 1.;",
               "belong to a `deformable hinge`", 85);
  expect_error("joint: 1, deformable hinge, 1, 2, linear elastic, 1., orientation description, euler;",
               "orientation description", 80);
  expect_error("joint: 1, deformable axial joint, 1, 1, 1.;", "the same", 38);
  expect_error("joint: 1, viscous body, 1, null, linear elastic, 1.;", "needs a viscous law", 50);
}

BOOST_AUTO_TEST_SUITE_END()
