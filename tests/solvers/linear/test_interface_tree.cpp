// Pairing of parts in which the interface is eliminated.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <set>
#include <vector>

#include "solvers/linear/interface_tree.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(interface_tree)

namespace {

using Touched = std::vector<std::vector<int>>;

/// Parts in a row, each with `width` unknowns in common with the next one, numbered by `order`.
Touched chain(int parts, int width, const std::vector<int>& order) {
  Touched touched(parts);
  for (int k = 0; k < parts; ++k)
    for (const int cut : {k - 1, k})
      for (int i = 0; i < width && cut >= 0 && cut + 1 < parts; ++i) touched[order[k]].push_back(cut * width + i);
  return touched;
}

std::vector<int> in_order(int parts) {
  std::vector<int> order(parts);
  for (int k = 0; k < parts; ++k) order[k] = k;
  return order;
}

/// n x n parts of a plane, with `width` unknowns on each side and one where four meet.
Touched plane(int n, int width) {
  Touched touched(n * n);
  int unknown = 0;
  const auto part = [&](int x, int y) -> std::vector<int>& { return touched[y * n + x]; };
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) {
      const auto share = [&](int dx, int dy) {
        if (x + dx >= n || y + dy >= n) return;
        for (int i = 0; i < width; ++i, ++unknown) {
          part(x, y).push_back(unknown);
          part(x + dx, y + dy).push_back(unknown);
        }
      };
      share(1, 0);
      share(0, 1);
      if (x + 1 >= n || y + 1 >= n) continue;
      for (int dx : {0, 1})
        for (int dy : {0, 1}) part(x + dx, y + dy).push_back(unknown);
      ++unknown;
    }
  }
  for (auto& list : touched) std::sort(list.begin(), list.end());
  return touched;
}

/// Goes through the trees of all ranks as their messages do, and checks what has to be true of each; returns the
/// largest number of entries that any rank receives.
double received_by_one(const Touched& touched) {
  const int ranks = static_cast<int>(touched.size());
  std::vector<InterfaceTree> trees;
  for (int r = 0; r < ranks; ++r) trees.push_back(join_parts(touched, r));
  std::set<int> all, eliminated;
  for (const auto& list : touched) all.insert(list.begin(), list.end());
  double most = 0;
  std::size_t done = 0;
  for (const InterfaceTree& tree : trees) {
    BOOST_TEST(tree.levels == trees[0].levels);
    BOOST_TEST(tree.largest == trees[0].largest);
  }
  // What a rank has left after its joins; those it receives from first.
  std::vector<std::vector<int>> left(ranks);
  std::vector<char> ready(ranks, 0);
  const auto finish = [&](auto&& self, int r) -> void {
    std::vector<int> own = touched[r];
    double received = 0;
    for (const Join& join : trees[r].joins) {
      std::vector<int> arriving;
      if (join.other >= 0) {
        BOOST_TEST(trees[join.other].receiver == r);
        self(self, join.other);
        arriving = left[join.other];
      }
      received += static_cast<double>(arriving.size()) * static_cast<double>(arriving.size());
      BOOST_REQUIRE(join.own.size() == own.size());
      BOOST_REQUIRE(join.arriving.size() == arriving.size());
      for (std::size_t i = 0; i < own.size(); ++i) BOOST_TEST(join.unknowns[join.own[i]] == own[i]);
      for (std::size_t i = 0; i < arriving.size(); ++i) BOOST_TEST(join.unknowns[join.arriving[i]] == arriving[i]);
      BOOST_TEST(join.size() <= trees[r].largest);
      for (int i = 0; i < join.eliminated; ++i) BOOST_TEST(eliminated.insert(join.unknowns[i]).second);
      own.assign(join.unknowns.begin() + join.eliminated, join.unknowns.end());
    }
    BOOST_TEST(own.empty() == (trees[r].receiver < 0));
    left[r] = own;
    most = std::max(most, received);
    ready[r] = 1;
    ++done;
  };
  for (int r = 0; r < ranks; ++r)
    if (trees[r].receiver < 0) finish(finish, r);
  BOOST_TEST(done == touched.size());
  BOOST_TEST(eliminated == all);
  return most;
}

}  // namespace

BOOST_AUTO_TEST_CASE(fronts_of_a_chain_do_not_grow_with_the_number_of_parts) {
  for (const int parts : {2, 3, 4, 5, 7, 8, 64, 100, 1000}) {
    const Touched touched = chain(parts, 6, in_order(parts));
    const InterfaceTree tree = join_parts(touched, 0);
    int levels = 0;
    while (1 << levels < parts) ++levels;
    BOOST_TEST(tree.levels == levels);
    BOOST_TEST(tree.largest <= 18);
    if (parts <= 100) BOOST_TEST(received_by_one(touched) <= 144 * levels);
  }
}

BOOST_AUTO_TEST_CASE(neighbours_are_found_whatever_their_numbers) {
  const int parts = 64;
  std::vector<int> order = in_order(parts);
  for (int k = 0; k < parts; ++k) order[k] = 37 * k % parts;
  const Touched touched = chain(parts, 6, order);
  const InterfaceTree tree = join_parts(touched, 0);
  BOOST_TEST(tree.levels == 6);
  BOOST_TEST(tree.largest <= 18);
  (void)received_by_one(touched);
}

BOOST_AUTO_TEST_CASE(a_plane_has_fronts_of_the_length_of_its_cuts) {
  const int n = 8, width = 20;
  const Touched touched = plane(n, width);
  const int interface = 2 * n * (n - 1) * width + (n - 1) * (n - 1);
  BOOST_TEST(join_parts(touched, 0).levels == 6);
  BOOST_TEST(join_parts(touched, 0).largest <= 3 * n * (width + 1));
  const double all = static_cast<double>(interface) * interface;
  BOOST_TEST(received_by_one(touched) < 0.1 * all);
}

BOOST_AUTO_TEST_CASE(what_all_have_in_common_waits_for_the_last_front) {
  const Touched touched(40, {0, 1, 2, 3, 4, 5});
  const InterfaceTree tree = join_parts(touched, 0);
  BOOST_TEST(tree.levels == 6);
  BOOST_TEST(tree.largest == 6);
  (void)received_by_one(touched);
}

BOOST_AUTO_TEST_CASE(a_hub_takes_its_neighbours_in_pairs) {
  Touched touched(9);
  for (int k = 1; k < 9; ++k) {
    touched[0].push_back(k);
    touched[k].push_back(k);
  }
  BOOST_TEST(join_parts(touched, 0).levels == 4);
  (void)received_by_one(touched);
}

BOOST_AUTO_TEST_CASE(parts_without_interface_have_no_fronts) {
  BOOST_TEST(join_parts(Touched(5), 3).joins.empty());
  BOOST_TEST(join_parts(Touched(5), 3).levels == 0);
  Touched touched(4);
  touched[2] = {0, 1};  // of one part alone
  const InterfaceTree tree = join_parts(touched, 2);
  BOOST_REQUIRE(tree.joins.size() == 1);
  BOOST_TEST(tree.joins[0].other == -1);
  BOOST_TEST(tree.joins[0].eliminated == 2);
  (void)received_by_one(touched);
  Touched pairs(4);  // two islands
  pairs[0] = pairs[3] = {0};
  pairs[1] = pairs[2] = {1};
  BOOST_TEST(join_parts(pairs, 0).levels == 1);
  (void)received_by_one(pairs);
}

BOOST_AUTO_TEST_SUITE_END()
