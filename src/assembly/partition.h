// Which rank owns which node and element.
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

#include "model/model.h"
#include "model/table.h"

namespace flexura {

/// What an element of each batch costs to evaluate, in any unit. Empty: what the size of its local Jacobian lets
/// expect.
using ElementCosts = std::vector<double>;

/// Owners of nodes (by NodeIndex) and elements (by batch and number).
struct Ownership {
  std::vector<int> node_rank;
  std::vector<Table<int>> element_rank;
  ElementCosts costs;  ///< that the model was divided by
};

/// Everything on rank 0 of one.
Ownership undivided(const Model& model);

/// Cuts the bipartite graph of elements and the nodes they touch into as many parts as there are ranks.
///
/// Vertices are nodes and elements, edges join an element to its nodes. An element weighs its local Jacobian or its
/// cost, a node next to nothing; cutting an edge costs the unknowns of the node. One cut so balances assembly and gives
/// the subdivision of unknowns. Every rank returns the same answer.
Ownership partition(const Model& model, MPI_Comm communicator, const ElementCosts& costs = {});

/// The same for any number of parts.
Ownership partition_into(int parts, const Model& model, MPI_Comm communicator, const ElementCosts& costs = {});

/// "divided among 2 ranks: 120 to 124 elements each; 24 of 1500 unknowns of nodes are in the interface": those of nodes
/// that elements of several ranks touch. Empty for one rank.
std::string describe_division(const Model& model, const Ownership& owner, int ranks);

}  // namespace flexura
