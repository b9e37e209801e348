// Modes as states to be drawn: size, phase, rotations.
#include <mpi.h>

#include <boost/test/unit_test.hpp>

#include <cmath>

#include "math/rotation.h"
#include "output/vtk_modes.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(vtk_modes)

namespace {

struct Pair {
  Pair() {
    for (const unsigned label : {7U, 9U}) {
      StructuralNode node;
      node.label = label;
      node.initial.x = Vec3(label == 7 ? 0 : 2, 0, 0);
      model.add_node(node);
    }
    for (NodeIndex i = 0; i < model.node_count(); ++i) nodes.push_back(model.node(i).initial);
    state.nodes = nodes.data();
    result.labels = {7, 9};
    result.offsets = {0, 6};
    result.geometry = {{0, 0, 0, 0, 0, 0}, {2, 0, 0, 0, 0, 0}};
    mode.s = {0, 3};
    mode.vector.assign(12, 0.0);
  }
  Model model;
  std::vector<NodeState> nodes;
  State state;
  EigenResult result;
  EigenMode mode;
};

}  // namespace

BOOST_AUTO_TEST_CASE(displacements_are_a_twentieth_of_the_model_and_turn_with_the_phase) {
  Pair pair;
  pair.mode.vector[6] = 4;
  pair.mode.vector[7] = {0, -2};  // a quarter of a period later
  ModeMotion motion(pair.model, pair.result, pair.state, MPI_COMM_WORLD);
  const double unit = 0.05 * 2 / std::sqrt(20.0);
  BOOST_TEST((motion.at(pair.mode, 0).nodes[2].x - Vec3(2 + 4 * unit, 0, 0)).norm() < 1e-14);
  BOOST_TEST((motion.at(pair.mode, 0).nodes[2].v - Vec3(0, 2 * unit, 0)).norm() < 1e-14);
  BOOST_TEST((motion.at(pair.mode, M_PI / 2).nodes[2].x - Vec3(2, 2 * unit, 0)).norm() < 1e-14);
  BOOST_TEST((motion.at(pair.mode, M_PI).nodes[2].x - Vec3(2 - 4 * unit, 0, 0)).norm() < 1e-14);
  BOOST_TEST(motion.at(pair.mode, 1).nodes[1].x.norm() == 0);
}

BOOST_AUTO_TEST_CASE(a_mode_of_rotations_alone_can_be_seen) {
  Pair pair;
  pair.mode.vector[5] = 1;
  ModeMotion motion(pair.model, pair.result, pair.state, MPI_COMM_WORLD);
  const double angle = 0.05 * 2 / (0.2 * 2);
  BOOST_TEST((motion.at(pair.mode, 0).nodes[1].R - rotation_exp<double>(Vec3(0, 0, angle))).norm() < 1e-14);
  BOOST_TEST((motion.at(pair.mode, M_PI / 2).nodes[1].R - Mat3::Identity()).norm() < 1e-14);
}

BOOST_AUTO_TEST_SUITE_END()
