// Symbolic phase of the multifrontal solver: elimination order, fronts and where every entry goes.
#pragma once

#include <cstddef>
#include <vector>

namespace flexura {

/// Entries or border positions that are consecutive on both sides: `length` of them from `source` to `target`.
struct FrontRun {
  int source;
  int target;
  int length;
};

/// Entries of the matrix that belong to one row of a front: runs up to `end`, whose targets are columns of the front.
struct FrontRow {
  int row;
  int end;
};

/// One dense front: `pivots` unknowns eliminated in it, then `border` ones that its parent takes over.
struct FrontShape {
  int first = 0;  ///< number of the first pivot in elimination order; the pivots are consecutive
  int pivots = 0;
  int border = 0;
  int border_begin = 0;  ///< of its border in AssemblyTree::border
  int parent = -1;
  int children = 0;
  int entries_begin = 0;               ///< of AssemblyTree::entries: the first run of the first row
  int rows_begin = 0, rows_end = 0;    ///< of AssemblyTree::entry_rows
  int links_begin = 0, links_end = 0;  ///< of AssemblyTree::links: own border to positions in the parent

  [[nodiscard]] int size() const { return pivots + border; }
};

/// Fronts in postorder.
struct AssemblyTree {
  int n = 0;
  int kept = 0;  ///< unknowns that are not eliminated: those of the last front, in the order of the matrix
  std::vector<FrontShape> fronts;
  std::vector<int> border;  ///< unknowns in elimination order, ascending in each front
  std::vector<FrontRow> entry_rows;
  std::vector<FrontRun> entries;  ///< values of the matrix to columns of fronts
  std::vector<FrontRun> links;
  std::vector<int> unknown;     ///< matrix row and column of each unknown in elimination order
  std::size_t factor_size = 0;  ///< doubles of all factors without delayed pivots
  std::size_t stack_size = 0;   ///< doubles of contribution blocks alive at once
  std::size_t index_size = 0;   ///< integers of all row and column lists
  int largest = 0;              ///< rows of the largest front
  double flops = 0;             ///< operations of a factorisation without delayed pivots
};

/// Orders and cuts an n x n matrix given by rows (CSR, zero-based, any order within a row).
///
/// Vertices and order of the graph come from elimination_order.h; fronts are merged where a cost model of the numeric
/// phase says that it pays. The last `kept` unknowns make a front of their own, the last, to which nothing is merged.
AssemblyTree build_assembly_tree(int n, const int* row, const int* column, const double* values, int kept = 0);

}  // namespace flexura
