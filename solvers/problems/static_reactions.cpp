#include "solvers/problems/static_reactions.h"

namespace flexura {

void reactions_from_rest(Assembler& assembler, const Numbering& numbering, Model& model, Trajectory& trajectory,
                         DriveTable& drives, LinearSolver& linear, Redundancy& redundancy, int max_passes) {
  State& state = trajectory.state();
  NodeArray<NodeState>& nodes = trajectory.nodes();
  const NodeArray<NodeState> before = nodes;
  for (const NodeIndex i : numbering.local_nodes()) {
    if (!model.properties(i).balanced()) continue;
    nodes[i].v.setZero();
    nodes[i].w.setZero();
  }
  state.statics = false;
  initial_accelerations(assembler, numbering, model, trajectory, drives, linear, redundancy, max_passes);
  linear.forget_pivots();
  state.statics = true;
  nodes = before;
  trajectory.restart();
  trajectory.end_step();
}

}  // namespace flexura
