// What joints write: columns, signs, private data, log; how their cards are read.
#include "tests/elements/joints/one_joint.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(joint_records)

BOOST_AUTO_TEST_CASE(text_rows_have_the_columns_of_the_language) {
  // Without the label.
  const std::map<std::string, int> columns = {{"clamp", 12},
                                              {"in line", 12},
                                              {"revolute hinge", 18},
                                              {"revolute pin", 18},
                                              {"revolute rotation", 18},
                                              {"spherical hinge", 15},
                                              {"spherical pin", 15},
                                              {"axial rotation", 19},
                                              {"distance", 16},
                                              {"distance with offset", 16},
                                              {"rigid body displacement joint", 12},
                                              {"total equation", 24},
                                              {"total internal reaction", 12},
                                              {"total joint", 24},
                                              {"total pin joint", 24},
                                              {"prismatic", 12},
                                              {"coincidence", 12},
                                              {"drive hinge", 18},
                                              {"lock", 24},
                                              {"rolling wheel", 15},
                                              {"in plane", 12},
                                              {"imposed displacement", 24},
                                              {"imposed displacement pin", 24},
                                              {"drive displacement", 15},
                                              {"drive displacement pin", 15},
                                              {"Cardano hinge", 15},
                                              {"Cardano pin", 15},
                                              {"Cardano rotation", 15},
                                              {"plane displacement", 15},
                                              {"plane displacement pin", 15},
                                              {"gimbal rotation", 17},
                                              {"gimbal hinge", 23},
                                              {"linear velocity", 16},
                                              {"angular velocity", 16},
                                              {"linear acceleration", 13},
                                              {"angular acceleration", 13},
                                              {"offset displacement joint", 12},
                                              {"screw", 20},
                                              {"rod", 17},
                                              {"rod with offset", 17},
                                              {"rod bezier", 21},
                                              {"deformable hinge", 15},
                                              {"invariant deformable hinge", 15},
                                              {"deformable displacement joint", 15},
                                              {"invariant deformable displacement joint", 15},
                                              {"deformable joint", 18},
                                              {"invariant deformable joint", 18},
                                              {"deformable axial joint", 13},
                                              {"viscous body", 18},
                                              {"strapdown sensor", 18},
                                              {"beam slider", 17},
                                              {"brake", 20}};
  const std::map<std::string, int> friction_columns = {
      {"revolute hinge", 2}, {"revolute pin", 2}, {"axial rotation", 2}, {"in line", 4},
      {"brake", 0},          {"screw", 3},        {"beam slider", 3}};
  for (const Sample& sample : samples()) {
    if (sample.card != "joint") continue;
    if (sample.keyword == "modal") continue;  // rows of modes and of interfaces: tests/elements/modal
    TextModel text(sample_nodes() + sample.text);
    const ElementBatch& batch = batch_of(text.model, sample);
    const OutputSpec spec = batch.output_spec(0, text.model);
    BOOST_TEST(spec.extension == "jnt");
    BOOST_TEST(spec.family == "joint");
    // Viscous laws add the rates: columns of `dPrime` and `Omega` of joints with a law.
    int rates = sample.friction ? friction_columns.at(sample.type) : 0;
    for (const OutputVariable& variable : spec.variables)
      if (variable.name == "dPrime" || (variable.name == "Omega" && sample.type.starts_with("deformable")) ||
          (variable.name == "Omega" && sample.type.starts_with("invariant")))
        rates += variable.rows;
    BOOST_TEST(spec.text_columns == columns.at(sample.type) + rates, sample.type);
    for (const OutputVariable& variable : spec.variables)
      BOOST_TEST(variable.first + variable.rows * variable.columns <= spec.record_size, sample.type << variable.name);
    // Every number of the row is written.
    Scene scene(text.model, 3);
    if (sample.spread == 1) scene.randomize();
    std::vector<double> record(spec.record_size, std::nan(""));
    batch.output(scene.state, text.model, 0, record.data());
    for (const double x : record) BOOST_TEST(std::isfinite(x), sample.type);
    // Local and global reactions are the same vectors.
    BOOST_TEST(std::abs(part(record, 0).norm() - part(record, 6).norm()) < 1e-12, sample.type);
    BOOST_TEST(std::abs(part(record, 3).norm() - part(record, 9).norm()) < 1e-12, sample.type);
  }
}

BOOST_AUTO_TEST_CASE(spherical_hinge_reports_the_force_on_node_2) {
  OneJoint joint(
      "joint: 1, spherical hinge, 1, position, 2., 0., 0., 2, position, null, orientation, 1, 0.,1.,0., 3, 0.,0.,1.;");
  set(joint.own(), {1, 2, 3});
  const auto record = joint.record();
  BOOST_TEST(near(part(record, 6), {1, 2, 3}));
  BOOST_TEST(near(part(record, 0), {2, -1, 3}));  // axis 1 of node 1 is y
  BOOST_TEST(near(part(record, 12), Vec3::Zero()));
  BOOST_TEST(near(joint.force_on(1), {1, 2, 3}));
  BOOST_TEST(near(joint.force_on(0), {-1, -2, -3}));
  BOOST_TEST(joint.batch.log(0, joint.text.model) ==
             "sphericalhinge: 1 1 2 0 0 1 0 0 0 1 0 0 0 1 2 0 0 0 0 -1 0 1 0 0 0 0 1");
}

BOOST_AUTO_TEST_CASE(revolute_hinge_reports_couples_on_node_2_and_the_angle) {
  OneJoint joint("joint: 5, revolute hinge, 1, position, 2., 0., 0., 2, position, null, initial theta, 6.;");
  set(joint.own(), {1, 2, 3, 4, 5});
  // The multipliers are the couples about axes 1 and 2 of frame 2, here those of the globe.
  BOOST_TEST(near(joint.couple_on(1), {4, 5, 0}));
  const auto record = joint.record();
  BOOST_TEST(near(part(record, 9), {4, 5, 0}));
  BOOST_TEST(near(part(record, 3), {5, -4, 0}));
  BOOST_TEST(near(part(record, 12), {0, 0, -90}));
  joint.scene.nodes[2].w = Vec3(0, 0, 7);
  BOOST_TEST(near(part(joint.record(), 15), {0, 0, 7}));
  BOOST_TEST(joint.datum("wz") == 7);
  BOOST_TEST(joint.datum("Fx") == 2);
  BOOST_TEST(std::abs(joint.datum("Mx") - 5) < 1e-14);
  BOOST_TEST(std::abs(joint.datum("My") + 4) < 1e-14);
  BOOST_TEST(!joint.batch.private_datum(0, "rx"));
}

BOOST_AUTO_TEST_CASE(angle_counts_turns) {
  const double pi = 3.14159265358979323846;
  OneJoint joint("joint: 5, revolute hinge, 1, position, 2., 0., 0., 2, position, null, initial theta, 6.;");
  // The frames are -pi/2 apart; the angle that differs from 6 by less than half a turn is 3/2 pi.
  BOOST_TEST(std::abs(joint.datum("rz") - 1.5 * pi) < 1e-14);
  for (int step = 1; step <= 10; ++step) {
    joint.scene.nodes[2].R = rotation_exp<double>(Vec3(0, 0, 2.5 * step));
    joint.scene.residual(joint.batch, 0);
    BOOST_TEST(std::abs(joint.datum("rz") - (1.5 * pi + 2.5 * step)) < 1e-12);
    joint.scene.memory_accepted = joint.scene.memory_trial;
    joint.scene.state.memory_accepted = joint.scene.memory_accepted.data();
  }
}

BOOST_AUTO_TEST_CASE(pins_act_on_their_node) {
  OneJoint joint("joint: 1, revolute pin, 2, position, 1., 0., 0., position, 2., 2., 0., initial theta, 0.5;");
  BOOST_TEST(joint.batch.nodes(0)[0] == ground_node);
  BOOST_TEST(joint.batch.nodes(0)[1] == 2);
  BOOST_TEST(joint.scene.constraints(joint.batch, 0, ConstraintLevel::position).norm() < 1e-14);
  set(joint.own(), {1, 2, 3, 4, 5});
  BOOST_TEST(near(joint.force_on(1), {1, 2, 3}));
  BOOST_TEST(near(part(joint.record(), 6), {1, 2, 3}));
}

BOOST_AUTO_TEST_CASE(a_spherical_pin_with_one_position_has_that_on_the_ground) {
  OneJoint one("joint: 1, spherical pin, 2, position, 1., 2., 0.;");
  BOOST_TEST(one.scene.constraints(one.batch, 0, ConstraintLevel::position).norm() < 1e-15);
  OneJoint framed("joint: 1, spherical pin, 2, position, reference, node, null, orientation, reference, node, eye;");
  BOOST_TEST(framed.scene.constraints(framed.batch, 0, ConstraintLevel::position).norm() < 1e-15);
  OneJoint two("joint: 1, spherical pin, 2, position, 1., 0., 0., orientation, eye, position, 2., 2., 0.;");
  BOOST_TEST(two.scene.constraints(two.batch, 0, ConstraintLevel::position).norm() < 1e-15);
}

BOOST_AUTO_TEST_CASE(other_frames_place_the_second_end_at_the_first) {
  for (const char* p : {"reference, other node, 2., 0., 0.", "reference, other position, null"}) {
    OneJoint joint(
        "joint: 1, revolute hinge, 1, position, 2., 0., 0., orientation, euler, 0.1, 0.2, 0.3, 2, position, " +
        std::string(p) + ", orientation, reference, other orientation, eye;");
    BOOST_TEST(joint.scene.constraints(joint.batch, 0, ConstraintLevel::position).norm() < 1e-14, p);
  }
}

BOOST_AUTO_TEST_CASE(axial_rotation_reports_the_driving_couple) {
  OneJoint joint("joint: 1, axial rotation, 1, 2., 0., 0., 2, null, const, 3.;");
  set(joint.own(), {0, 0, 0, 0, 0, 6});
  joint.scene.nodes[2].w = Vec3(0, 0, 4);
  BOOST_TEST(near(joint.couple_on(1), {0, 0, 6}));
  BOOST_TEST(near(joint.couple_on(0), {0, 0, -6}));
  const auto record = joint.record();
  BOOST_TEST(near(part(record, 3), {0, 0, 6}));
  BOOST_TEST(near(part(record, 12), {0, 0, -90}));
  BOOST_TEST(record[15] == 3);
  BOOST_TEST(near(part(record, 16), {0, 0, 4}));
  BOOST_TEST(joint.datum("Mz") == 6);
  // psi = W - a . (w2 - w1)
  BOOST_TEST(joint.scene.constraints(joint.batch, 0, ConstraintLevel::velocity)(5) == -1);
}

BOOST_AUTO_TEST_CASE(in_line_reports_the_force_on_node_1) {
  OneJoint joint("joint: 1, in line, 1, null, 1, 1.,0.,0., 3, 0.,0.,1., 2, offset, 0., -2., 5.;");
  BOOST_TEST(joint.scene.constraints(joint.batch, 0, ConstraintLevel::position).norm() < 1e-14);
  set(joint.own(), {3, 4});
  const auto record = joint.record();
  BOOST_TEST(near(part(record, 0), {3, 4, 0}));
  BOOST_TEST(near(part(record, 6), {-4, 3, 0}));
  BOOST_TEST(near(joint.force_on(0), {-4, 3, 0}));
  BOOST_TEST(joint.batch.log(0, joint.text.model) == "inline: 1 1 0 0 0 1 0 0 0 1 0 0 0 1 2 0 -2 5 1 0 0 0 1 0 0 0 1");
}

BOOST_AUTO_TEST_CASE(distance_reports_its_tension) {
  OneJoint joint("joint: 1, distance, 1, 2, from nodes;");
  set(joint.own(), {7});
  const auto record = joint.record();
  BOOST_TEST(near(part(record, 0), {7, 0, 0}));
  BOOST_TEST(near(part(record, 6), {0, 7, 0}));
  BOOST_TEST(near(part(record, 12), {0, 1, 0}));
  BOOST_TEST(record[15] == 2);
  BOOST_TEST(near(joint.force_on(0), {0, 7, 0}));
  BOOST_TEST(joint.datum("d") == 2);
  BOOST_TEST(joint.batch.type() == "distance");
  BOOST_TEST(joint.batch.log(0, joint.text.model) == "distance: 1 1 0 0 0 2 0 0 0");
}

BOOST_AUTO_TEST_CASE(a_distance_can_be_given_by_the_current_one) {
  OneJoint joint("joint: 1, distance, 1, position, 1., 0., 0., 2, position, null, const, 2.*model::current(\"L\");");
  BOOST_TEST(joint.batch.type() == "distance with offset");
  BOOST_TEST(joint.datum("d") == 2);
  OneJoint text(
      "joint: 1, distance, 1, position, 1., 0., 0., 2, position, null, string, "
      "\"3.*model::current(\\\"L\\\")\";");
  BOOST_TEST(text.datum("d") == 3);
}

BOOST_AUTO_TEST_CASE(a_text_asks_for_the_current_distance_where_there_is_one) {
  expect_error("drive caller: 1, string, \"model::current(\\\"L\\\")\"; joint: 1, clamp, 1;",
               "`model::current` needs the state of the model");
}

BOOST_AUTO_TEST_CASE(clamp_reports_what_the_node_exerts_on_the_ground) {
  OneJoint joint("joint: 1, clamp, 1, node, node;");
  BOOST_TEST(joint.scene.constraints(joint.batch, 0, ConstraintLevel::position).norm() < 1e-15);
  set(joint.own(), {1, 2, 3, 4, 5, 6});
  const auto record = joint.record();
  BOOST_TEST(near(part(record, 6), {1, 2, 3}));
  BOOST_TEST(near(part(record, 0), {2, -1, 3}));
  BOOST_TEST(near(part(record, 9), {4, 5, 6}));
  BOOST_TEST(near(joint.force_on(0), {-1, -2, -3}));
  BOOST_TEST(joint.datum("Fx") == 1);
  BOOST_TEST(joint.datum("Mx") == 5);
  BOOST_TEST(joint.batch.log(0, joint.text.model) == "clamp: 1 1 0 0 0 1 0 0 0 1 0 0 0 1 1 0 0 0 1 0 0 0 1 0 0 0 1");
}

BOOST_AUTO_TEST_CASE(a_clamp_without_arguments_holds_the_node_where_it_is) {
  for (const char* card :
       {"joint: 1, clamp, 1;", "joint: 1, clamp, 1, output, no;", "joint: 1, clamp, 1, position, node;"}) {
    OneJoint joint(card);
    BOOST_TEST(joint.scene.constraints(joint.batch, 0, ConstraintLevel::position).norm() < 1e-15, card);
  }
}

BOOST_AUTO_TEST_CASE(output_and_name_belong_to_the_card) {
  OneJoint joint("joint: 1, name, \"hook\", clamp, 1, node, node, output, no;");
  BOOST_TEST(!joint.batch.info(0).output);
  BOOST_TEST(joint.batch.info(0).name == "hook");
}

BOOST_AUTO_TEST_CASE(old_spellings_are_read) {
  OneJoint hinge("joint: 1, plane hinge, 1, 2., 0., 0., hinge, eye, 2, null, hinge, eye;");
  BOOST_TEST(hinge.batch.type() == "revolute hinge");
  OneJoint pin("joint: 1, Plane Pin, 2, null, position, 1., 2., 0.;");
  BOOST_TEST(pin.batch.type() == "revolute pin");
  OneJoint line("joint: 1, inline, 1, position, null, orientation, eye, 2;");
  BOOST_TEST(line.batch.type() == "in line");
}

BOOST_AUTO_TEST_CASE(errors_say_what_is_wrong) {
  expect_error("joint: 1, revolute hinj, 1, null, 2, null;", "did you mean `revolute hinge`");
  expect_error("joint: 1, total reaction, 1, 2;", "`total reaction` is not supported");
  expect_error("joint: 1, spherical hinge, 1, 1;", "the same");
  expect_error("joint: 1, spherical hinge, 1, 9;", "dummy");
  expect_error("joint: 1, spherical hinge, 1, 3;", "structural node 3 is not defined");
  expect_error("joint: 1, distance, 1, 2, const, -1.;", "must be positive");
  expect_error("joint: 1, distance, 1, position, 2., 0., 0., 2, position, null, from nodes;", "the points coincide");
  expect_error("joint: 1, clamp, 1; joint: 1, clamp, 2;", "joint 1 is already defined");
}

BOOST_AUTO_TEST_SUITE_END()
