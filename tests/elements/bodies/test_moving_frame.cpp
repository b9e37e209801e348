// Inertia in a frame with a prescribed motion.
#include <boost/test/unit_test.hpp>

#include "elements/bodies/moving_frame_inertia.h"
#include "tests/elements/samples.h"
#include "tests/elements/scene.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(moving_frame)

namespace {

/// A body on node 1 in a frame that turns and accelerates; the batch of what the frame adds.
struct Framed {
  Framed() : text(sample_nodes()) {
    const Mat3 inertia = (Mat3() << 0.9, 0.1, -0.2, 0.1, 0.7, 0.05, -0.2, 0.05, 1.1).finished();
    const MassProperties mass{3, Vec3(0.6, -0.3, 1.2), inertia};
    ElementInfo info;
    info.label = 1;
    const auto at =
        text.model.add_element(std::move(info), MovingFrameInertia(MovingFrameInertiaPhysics(1, mass, true)));
    batch = &text.model.batch(at.batch);
    frame.a = Vec3(0.4, -1.1, 0.7);
    frame.w = Vec3(1.3, 0.5, -0.8);
    frame.alpha = Vec3(-0.6, 0.9, 0.2);
  }
  TextModel text;
  MovingFrame frame;
  ElementBatch* batch = nullptr;
};

}  // namespace

BOOST_AUTO_TEST_CASE(jacobian_is_the_derivative_of_the_residual) {
  Framed f;
  for (const double c : {1e-2, 0.6}) {
    Scene scene(f.text.model, 8);
    scene.state.c = c;
    scene.state.frame = &f.frame;
    scene.randomize();
    const Eigen::MatrixXd exact = scene.jacobian(*f.batch, 0);
    for (int column = 0; column < 6; ++column) {
      // Truncation is the fourth power of 2e-3, round-off epsilon over it.
      const Eigen::VectorXd numeric =
          -c * scene.difference(
                   2e-3 / c, [&](Scene& s, double step) { s.disturb(*f.batch, 0, column, step); },
                   [&](Scene& s) { return s.residual(*f.batch, 0); });
      BOOST_TEST((exact.col(column) - numeric).norm() < 1e-8 * std::max(c, numeric.norm()), "column " << column);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_point_at_rest_in_a_turning_frame_feels_the_centrifugal_force) {
  Framed f;
  f.frame = {};
  f.frame.w = Vec3(0, 0, 2);
  Scene scene(f.text.model, 8);
  scene.state.frame = &f.frame;
  scene.nodes[1] = {};
  scene.nodes[1].x = Vec3(0.5, 0, 7);
  const Eigen::VectorXd r = scene.residual(*f.batch, 0);
  // m w^2 times the distance of the centre of mass, at (0.7, -0.1), from the axis.
  BOOST_TEST((r.head(3) - Eigen::Vector3d(3 * 4 * 0.7, 3 * 4 * -0.1, 0)).norm() < 1e-12);
}

BOOST_AUTO_TEST_CASE(pattern_covers_the_jacobian) {
  Framed f;
  const PatternProbe probe(1, 1, 0);
  const auto pattern = f.batch->pattern(0, probe);
  BOOST_TEST(pattern.size() >= 33u);  // force and moment by position and rotation; the force of the whole by turning
}

BOOST_AUTO_TEST_SUITE_END()
