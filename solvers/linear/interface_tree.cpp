#include "solvers/linear/interface_tree.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace flexura {

namespace {

/// Parts that are joined already: one Schur complement.
struct Group {
  int holder;
  std::vector<int> unknowns;  // left of them, ascending
  double held = 0;            // entries of the fronts of the holder
  double flops = 0;           // of the longest path below
};

/// LU elimination of `own` unknowns of a dense front with `border` more.
double flops_of_join(double own, double border) {
  return own * (2. / 3 * own * own + 2 * own * border + 2 * border * border);
}

/// An unknown of so many groups (a hub) does not tell who is whose neighbour.
constexpr int common = 16;

/// Neighbours of each group and how many unknowns they share.
std::vector<std::map<int, int>> neighbours_of(const std::vector<Group>& groups, std::size_t unknowns) {
  std::vector<std::vector<int>> having(unknowns);
  for (std::size_t g = 0; g < groups.size(); ++g)
    for (const int u : groups[g].unknowns) having[u].push_back(static_cast<int>(g));
  std::vector<std::map<int, int>> shared(groups.size());
  for (const std::vector<int>& list : having) {
    if (list.size() > common) continue;
    for (const int a : list)
      for (const int b : list)
        if (a != b) ++shared[a][b];
  }
  return shared;
}

/// Partner of each group, -1 for the one that may be left over.
std::vector<int> pair_up(const std::vector<std::map<int, int>>& shared) {
  const int count = static_cast<int>(shared.size());
  std::vector<int> partner(count, -1), free(count);
  for (int g = 0; g < count; ++g) free[g] = static_cast<int>(shared[g].size());
  const auto join = [&](int a, int b) {
    partner[a] = b;
    partner[b] = a;
    for (const int g : {a, b})
      for (const auto& [other, unknowns] : shared[g]) --free[other];
  };
  while (true) {
    int first = -1;
    for (int g = 0; g < count; ++g)
      if (partner[g] < 0 && free[g] > 0 && (first < 0 || free[g] < free[first])) first = g;
    if (first < 0) break;
    int second = -1;
    for (const auto& [other, unknowns] : shared[first]) {
      if (partner[other] >= 0) continue;
      const auto better = [&](int g) { return std::pair(-shared[first].at(g), free[g]); };
      if (second < 0 || better(other) < better(second)) second = other;
    }
    join(first, second);
  }
  int waiting = -1;
  for (int g = 0; g < count; ++g) {
    if (partner[g] >= 0) continue;
    if (waiting < 0) {
      waiting = g;
    } else {
      join(waiting, g);
      waiting = -1;
    }
  }
  return partner;
}

std::vector<int> places(const std::vector<int>& of, const Join& join) {
  std::vector<int> place;
  place.reserve(of.size());
  const auto middle = join.unknowns.begin() + join.eliminated;
  for (const int u : of) {
    auto at = std::lower_bound(join.unknowns.begin(), middle, u);
    if (at == middle || *at != u) at = std::lower_bound(middle, join.unknowns.end(), u);
    place.push_back(static_cast<int>(at - join.unknowns.begin()));
  }
  return place;
}

}  // namespace

InterfaceTree join_parts(const std::vector<std::vector<int>>& touched, int rank) {
  InterfaceTree tree;
  std::vector<Group> groups;
  int unknowns = 0;
  for (std::size_t r = 0; r < touched.size(); ++r) {
    if (touched[r].empty()) continue;
    groups.push_back({static_cast<int>(r), touched[r]});
    unknowns = std::max(unknowns, touched[r].back() + 1);
  }
  std::vector<int> holders(unknowns, 0);  // groups that have an unknown
  for (const Group& group : groups)
    for (const int u : group.unknowns) ++holders[u];
  for (; !groups.empty(); ++tree.levels) {
    const std::vector<int> partner = pair_up(neighbours_of(groups, holders.size()));
    std::vector<Group> joined;
    for (int g = 0; g < static_cast<int>(groups.size()); ++g) {
      if (partner[g] >= 0 && partner[g] < g) continue;
      if (partner[g] < 0 && groups.size() > 1) {
        joined.push_back(std::move(groups[g]));
        continue;
      }
      const Group nobody{-1, {}};
      const Group* own = &groups[g];
      const Group* other = partner[g] < 0 ? &nobody : &groups[partner[g]];
      if (other->holder >= 0 && other->held < own->held) std::swap(own, other);
      Join join;
      join.other = other->holder;
      std::vector<int> all, kept;
      std::set_union(own->unknowns.begin(), own->unknowns.end(), other->unknowns.begin(), other->unknowns.end(),
                     std::back_inserter(all));
      std::vector<int> both;
      std::set_intersection(own->unknowns.begin(), own->unknowns.end(), other->unknowns.begin(), other->unknowns.end(),
                            std::back_inserter(both));
      for (const int u : both) --holders[u];
      for (const int u : all) (holders[u] == 1 ? join.unknowns : kept).push_back(u);
      join.eliminated = static_cast<int>(join.unknowns.size());
      join.unknowns.insert(join.unknowns.end(), kept.begin(), kept.end());
      join.own = places(own->unknowns, join);
      join.arriving = places(other->unknowns, join);
      const double size = join.size();
      Group group{own->holder, std::move(kept), own->held + size * size,
                  std::max(own->flops, other->flops) + flops_of_join(join.eliminated, join.kept())};
      tree.largest = std::max(tree.largest, join.size());
      tree.flops = std::max(tree.flops, group.flops);
      if (other->holder == rank) tree.receiver = own->holder;
      if (own->holder == rank) tree.joins.push_back(std::move(join));
      if (!group.unknowns.empty()) joined.push_back(std::move(group));
    }
    groups = std::move(joined);
  }
  return tree;
}

}  // namespace flexura
