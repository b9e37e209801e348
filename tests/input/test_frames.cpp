#include <Eigen/Geometry>

#include <boost/test/unit_test.hpp>

#include "math/rotation.h"
#include "tests/input/language.h"

using namespace flexura;
using flexura::test::contains;
using flexura::test::error_of;
using flexura::test::Language;

namespace frames {
namespace {

struct Fixture : Language {
  Fixture() {
    node.x = Vec3(.3, -.2, .5);
    node.R = rotation_exp<double>(Vec3(.4, -.3, .8));
    node.v = Vec3(1, 2, -1);
    node.w = Vec3(.5, .7, -.2);
    other.x = Vec3(-1, .4, .2);
    other.R = rotation_exp<double>(Vec3(-.9, .2, .1));
    offset = Vec3(.1, .2, .3);
    hinge = rotation_exp<double>(Vec3(.2, .5, -.4));
    frame.x = Vec3(1, 2, 3);
    frame.R = rotation_exp<double>(Vec3(0, 0, .5));
    frame.v = Vec3(.1, 0, 0);
    frame.w = Vec3(0, 0, 2);
  }
  /// A reader with frame 8 defined.
  Reader& with_frame(const std::string& text) {
    Reader& r = read(text);
    r.frames().add(8, frame, "turned");
    return r;
  }
  static void near(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b, double tolerance = 1e-14) {
    BOOST_TEST((a - b).cwiseAbs().maxCoeff() < tolerance, a << "\nis not\n" << b);
  }
  Vec3 position(const std::string& text, const FrameContext& context) {
    Reader& r = with_frame(text);
    const Vec3 x = r.position(context);
    r.end_card();
    return x;
  }
  Mat3 orientation(const std::string& text, const FrameContext& context) {
    Reader& r = with_frame(text);
    const Mat3 x = r.orientation(context);
    r.end_card();
    return x;
  }
  Pose node, other, frame;
  Vec3 offset;
  Mat3 hinge;
};

}  // namespace
}  // namespace frames

BOOST_FIXTURE_TEST_SUITE(frames, Fixture)

BOOST_AUTO_TEST_CASE(motion_of_a_frame_adds_to_entities_given_in_it) {
  Reader& r = with_frame("reference, 8, 1.,0.,0., reference, 8, 0.,.5,0., reference, 8, 0.,1.,0., reference, 8, eye");
  const FrameContext absolute = FrameContext::absolute();
  const Vec3 x = r.position(absolute);
  const double tolerance = 1e-8;  // printed digits of the reference
  near(x, Vec3(1.87758256, 2.47942554, 3), tolerance);
  near(r.velocity(absolute, x), Vec3(-1.09856385, 2.1939564, 0), tolerance);
  near(r.angular_velocity(absolute), Vec3(-.47942554, .87758256, 2), tolerance);
  near(r.orientation(absolute), frame.R);
}

BOOST_AUTO_TEST_CASE(a_zero_velocity_in_a_moving_frame_moves_with_it) {
  Reader& r = with_frame("reference, 8, null, reference, 8, null");
  const Vec3 x(2, 2, 3);
  near(r.velocity(FrameContext::absolute(), x), frame.v + frame.w.cross(x - frame.x));
  near(r.angular_velocity(FrameContext::absolute()), frame.w);
}

BOOST_AUTO_TEST_CASE(absolute_entities_default_to_the_global_frame) {
  const FrameContext absolute = FrameContext::absolute();
  near(position("1., 2., 3.", absolute), Vec3(1, 2, 3));
  near(position("reference, global, 1., 2., 3.", absolute), Vec3(1, 2, 3));
  near(position("reference, local, 1., 2., 3.", absolute), Vec3(1, 2, 3));
  near(position("reference, node, 1., 2., 3.", FrameContext::absolute_with(node)), node.x + node.R * Vec3(1, 2, 3));
  BOOST_TEST(contains(error_of([&] { position("reference, node, null", absolute); }), "there is no node here"));
}

BOOST_AUTO_TEST_CASE(entities_of_elements_default_to_the_node) {
  const FrameContext context = FrameContext::relative_to(node);
  const Vec3 p(1, 2, 3);
  near(position("1., 2., 3.", context), p);
  near(position("reference, node, 1., 2., 3.", context), p);
  near(position("reference, global, 1., 2., 3.", context), node.R.transpose() * (p - node.x));
  near(position("reference, 8, 1., 2., 3.", context), node.R.transpose() * (frame.x + frame.R * p - node.x));
  const Mat3 q = rotation_exp<double>(Vec3(.1, .2, .3));
  near(orientation("vector, .1, .2, .3", context), q);
  near(orientation("reference, node, vector, .1, .2, .3", context), q);
  near(orientation("reference, global, vector, .1, .2, .3", context), node.R.transpose() * q);
  near(orientation("reference, 8, vector, .1, .2, .3", context), node.R.transpose() * frame.R * q);
  Reader& r = with_frame("reference, 8, 1., 2., 3., reference, global, 1., 2., 3., 1., 2., 3.");
  near(r.direction(context), node.R.transpose() * frame.R * p);
  near(r.direction(context), node.R.transpose() * p);
  near(r.direction(context), p);
}

BOOST_AUTO_TEST_CASE(relative_velocities_leave_the_motion_of_the_node_out) {
  const FrameContext context = FrameContext::relative_to(node);
  const Vec3 x(.7, .8, .9);
  Reader& r = with_frame("reference, global, 1.,2.,3., reference, global, 1.,2.,3., 1.,2.,3., 1.,2.,3.");
  near(r.velocity(context, x), node.R.transpose() * (Vec3(1, 2, 3) - node.v - node.w.cross(x - node.x)));
  near(r.angular_velocity(context), node.R.transpose() * (Vec3(1, 2, 3) - node.w));
  near(r.velocity(context, x), Vec3(1, 2, 3));
  near(r.angular_velocity(context), Vec3(1, 2, 3));
}

BOOST_AUTO_TEST_CASE(the_second_node_can_follow_the_first) {
  const FrameContext context = FrameContext::relative_to(node).set_other(other, offset, hinge);
  const Vec3 p(1, 2, 3);
  const Mat3 q = rotation_exp<double>(Vec3(.1, .2, .3));
  const Mat3 rt = node.R.transpose();
  near(position("reference, other position, 1., 2., 3.", context), rt * (other.x + other.R * (offset + p) - node.x));
  near(position("reference, other node, 1., 2., 3.", context), rt * (other.x + other.R * p - node.x));
  near(orientation("reference, other orientation, vector, .1,.2,.3", context), rt * other.R * hinge * q);
  near(orientation("reference, other node, vector, .1,.2,.3", context), rt * other.R * q);
  Reader& r = with_frame("reference, other orientation, 1.,2.,3., reference, other node, 1.,2.,3.");
  near(r.direction(context), rt * other.R * hinge * p);
  near(r.direction(context), rt * other.R * p);
  BOOST_TEST(contains(error_of([&] { position("reference, other orientation, null", context); }),
                      "a position cannot be given in `other orientation`"));
  BOOST_TEST(contains(error_of([&] { orientation("reference, other position, eye", context); }),
                      "an orientation cannot be given in `other position`"));
  BOOST_TEST(contains(error_of([&] { position("reference, other node, null", FrameContext::relative_to(node)); }),
                      "`other node` is valid for the second node of a two-node joint only"));
}

BOOST_AUTO_TEST_CASE(reference_cards_define_frames) {
  run("reference: 1, null, eye, null, null;\n"
      "reference: 2, name, \"arm\", position, 1.,2.,3., orientation, vector, 0.,0.,.5, velocity, .1,0.,0.,\n"
      "  angular velocity, 0.,0.,2.;\n"
      "reference: 2+1, reference, 2, 1.,0.,0., reference, 2, eye, reference, 2, 0.,.5,0., reference, 2, 0.,1.,0.;\n");
  diagnostics.raise();
  const auto& all = reader->frames().all();
  BOOST_REQUIRE(all.size() == 3U);
  BOOST_TEST(all.at(2).name == "arm");
  near(all.at(2).pose.R, frame.R);
  near(all.at(3).pose.x, Vec3(1.87758256, 2.47942554, 3), 1e-8);
  near(all.at(3).pose.v, Vec3(-1.09856385, 2.1939564, 0), 1e-8);
  near(all.at(3).pose.w, Vec3(-.47942554, .87758256, 2), 1e-8);
}

BOOST_AUTO_TEST_CASE(denavit_hartenberg_frames) {
  run("reference: 1, Denavit Hartenberg, .5, .4, 1.2, -.7;\n"
      "reference: 2, denavithartenberg, reference, global, .5, .4, 1.2, -.7;\n"
      "reference: 3, 1.,2.,3., vector, 0.,0.,.5, .1,0.,0., 0.,0.,2.;\n"
      "reference: 4, name, \"tip\", Denavit Hartenberg, reference, 3, .5, .4, 1.2, -.7;");
  diagnostics.raise();
  const auto pose = [&](unsigned label) { return *reader->frames().find(label); };
  near(pose(1).x, Vec3(1.10527319, .46730201, .5), 1e-8);
  near(pose(1).R.row(0), Eigen::RowVector3d(.92106099, -.29784358, -.25087018), 1e-8);
  near(pose(2).R, pose(1).R);
  const Vec3 arm = frame.R * pose(1).x;
  near(pose(4).x, frame.x + arm);
  near(pose(4).R, frame.R * pose(1).R);
  near(pose(4).v, frame.v + frame.w.cross(arm));
  near(pose(4).w, frame.w);
}

BOOST_AUTO_TEST_CASE(labels_of_frames_can_be_read_alone) {
  Reader& r = with_frame("8, 9");
  near(r.reference_pose().x, frame.x);
  BOOST_TEST(contains(error_of([&] { r.reference_pose(); }), "reference frame 9 is not defined, did you mean `8`?"));
}

BOOST_AUTO_TEST_SUITE_END()
