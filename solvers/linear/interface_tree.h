// Binary tree of the ranks in which the Schur complements of their parts are joined.
#pragma once

#include <vector>

namespace flexura {

/// One front of the tree: the sum of two Schur complements, of which the unknowns that no part outside has are
/// eliminated.
struct Join {
  int other = -1;  ///< rank whose Schur complement arrives; -1: none, what this rank has left is eliminated
  int eliminated = 0;
  std::vector<int> unknowns;       ///< interface numbers: the eliminated ones, then those kept, ascending each
  std::vector<int> own, arriving;  ///< place in `unknowns` of the unknowns of the two, as they are ordered there

  [[nodiscard]] int size() const { return static_cast<int>(unknowns.size()); }
  [[nodiscard]] int kept() const { return size() - eliminated; }
};

/// What one rank does in the tree, and how large that is.
struct InterfaceTree {
  std::vector<Join> joins;  ///< fronts of this rank, in order of time
  int receiver = -1;        ///< rank that its last Schur complement goes to; -1: nothing is left of it
  int levels = 0;           ///< joins in turn at most, about the logarithm of the number of parts to the base of two
  int largest = 0;          ///< unknowns of the largest front of any rank
  double flops = 0;         ///< of fronts that have to wait for each other, in the longest path
};

/// Nested dissection of the interface across parts (George 1973), from bottom to top: groups of parts are joined by
/// pairs, level by level, until nothing is left of them. On each level the group with the fewest neighbours chooses
/// first, and takes the one with which it shares most unknowns (Karp and Sipser 1981); groups without a free neighbour
/// take each other, so that P parts have log2 P levels. The front of a pair is with that of the two ranks which had
/// less so far.
///
/// `touched`: interface numbers of the unknowns of each part, ascending. The same on every rank.
InterfaceTree join_parts(const std::vector<std::vector<int>>& touched, int rank);

}  // namespace flexura
