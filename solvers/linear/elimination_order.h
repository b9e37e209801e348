// From a sparse matrix to an order of elimination: unknowns compressed to vertices, their graph, minimum degree.
#pragma once

#include <vector>

namespace flexura {

/// A list of lists in one array: list k is [begin[k], begin[k + 1]).
struct IndexLists {
  std::vector<int> begin{0};
  std::vector<int> items;
  void close() { begin.push_back(static_cast<int>(items.size())); }
};

/// Compressed form of an n x n matrix given by rows (CSR, zero-based): unknowns that are eliminated together are one
/// vertex.
struct CompressedGraph {
  std::vector<char> zero;   ///< of each unknown: its diagonal is absent or zero
  std::vector<int> vertex;  ///< of each unknown
  std::vector<char> kept;   ///< of each vertex: its unknowns are not eliminated
  int vertices = 0;
  IndexLists adjacent;  ///< neighbours of each vertex in A + A^T, without itself
};

/// Unknowns of equal pattern become one vertex; an unknown without diagonal (absent, or zero in `values`, which may be
/// null) is tied to a neighbour with one. The last `kept` unknowns, which are not eliminated, join each other only.
CompressedGraph compress(int n, const int* row, const int* column, const double* values, int kept);

/// Vertices in order of elimination by approximate minimum degree (Amestoy, Davis, Duff 1996), kept ones last. Throws
/// std::bad_alloc.
std::vector<int> minimum_degree(const CompressedGraph& graph);

/// Vertices in order of elimination by their distance from the kept ones, the farthest first; in a component without
/// any, from a vertex at its rim (reverse Cuthill-McKee order; rim after George, Liu 1979). Best for chains and trees.
std::vector<int> farthest_first(const CompressedGraph& graph);

}  // namespace flexura
