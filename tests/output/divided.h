// A structure divided among the ranks of a test.
#pragma once

#include <mpi.h>

#include <limits>
#include <string>

#include "fixture.h"

namespace flexura::test {

inline int rank_here() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}
inline int ranks_here() {
  int ranks = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  return ranks;
}

/// Nodes and elements dealt out among the ranks, masses of a node on different ranks.
inline Ownership dealt_out(const Model& model, int ranks) {
  Ownership owner = undivided(model);
  for (std::size_t i = 0; i < owner.node_rank.size(); ++i) owner.node_rank[i] = static_cast<int>(i / 2) % ranks;
  int next = 1;
  for (int b = 0; b < model.batch_count(); ++b) {
    for (int i = 0; i < model.batch(b).size(); ++i) {
      // A mass may live anywhere, its momenta travel; other elements read the node they are attached to.
      owner.element_rank[b][i] =
          model.batch(b).momentum_count(i) > 0 ? next++ % ranks : owner.node_rank[model.batch(b).nodes(i)[0]];
    }
  }
  return owner;
}

/// Spoils everything that this rank does not own.
inline void keep_own(Structure& s, const Ownership& owner, int rank) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (int i = 1; i < s.model.node_count(); ++i)
    if (owner.node_rank[i] != rank) s.nodes[i].x = s.nodes[i].v = s.nodes[i].w = Vec3::Constant(nan);
  for (int b = 0; b < s.model.batch_count(); ++b) {
    const ElementBatch& batch = s.model.batch(b);
    for (int i = 0; i < batch.size(); ++i) {
      if (owner.element_rank[b][i] == rank) continue;
      for (int k = 0; k < batch.momentum_count(i); ++k) s.momenta[batch.first_momentum(i) + k] = nan;
    }
  }
}

inline Structure structure(int nodes) {
  return Structure(nodes, [nodes](Structure& s) {
    s.add_dummy(7, {2, 3});      // same owner
    s.add_dummy(8, {1, nodes});  // other owners
    s.model.change_node(3, [](StructuralNode& node) { node.accelerations = true; });
    s.model.change_node(nodes + 2, [](StructuralNode& node) { node.accelerations = true; });
    s.add_node(9);  // dynamic, without mass
  });
}

inline std::string shared_path(const TemporaryFolder& folder, const std::string& name) {
  std::string path = folder / name;
  path.resize(500, '\0');
  MPI_Bcast(path.data(), 500, MPI_CHAR, 0, MPI_COMM_WORLD);
  return path.c_str();
}

}  // namespace flexura::test
