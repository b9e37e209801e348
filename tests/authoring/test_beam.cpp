// The authored beam of the benchmark is the hand-written one: its Jacobian by differentiation is the other's by hand.
#include <boost/test/unit_test.hpp>

#include "bench/authored_beam.h"
#include "elements/check/scene.h"
#include "module.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(authored_beam)

BOOST_AUTO_TEST_CASE(jacobian_by_differentiation_is_the_hand_written_one) {
  authoring::add_element_type<bench::AuthoredBeam>(open_element_types("user defined"));
  const std::string ends = "1, position, 0.4, -0.1, 0.3, 2, position, -0.2, 0.5, 0.1, ";
  const std::string law = "linear elastic generic, diag, 90., 40., 50., 7., 8., 9.;";
  TextModel text(sample_nodes() + "beam2: 1, " + ends + "from nodes, " + law + "user defined: 1, authored beam, " +
                 ends + law);
  const ElementBatch& by_hand = batch_of(text.model, "beam2");
  const ElementBatch& authored = batch_of(text.model, "authored beam");
  for (unsigned seed = 1; seed <= 5; ++seed) {
    Scene scene(text.model, seed);
    scene.randomize(0.3);
    for (const bool statics : {false, true}) {
      scene.state.statics = statics;
      const Eigen::VectorXd r = scene.residual(by_hand, 0);
      BOOST_TEST((scene.residual(authored, 0) - r).norm() < 1e-13 * r.norm());
      const Eigen::MatrixXd j = scene.jacobian(by_hand, 0);
      BOOST_TEST((scene.jacobian(authored, 0) - j).norm() < 1e-13 * j.norm());
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
