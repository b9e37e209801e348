#include "solvers/linear/assembly_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "solvers/linear/dense_front.h"
#include "solvers/linear/elimination_order.h"
#include "solvers/linear/nested_dissection.h"

namespace flexura {

namespace {

/// Operations of the elimination of some pivots from a dense front.
double flops_of(double pivots, double border) {
  const double size = pivots + border;
  return (size * (size + 1) * (2 * size + 1) - border * (border + 1) * (2 * border + 1)) / 3;
}

/// Nanoseconds of one front on a processor of 2020 or so, to weigh merging against zeros.
double cost(double pivots, double border) {
  const double size = pivots + border;
  return 120 + 0.15 * size * (size + 4) + 0.4 * border * border + 10 * pivots + flops_of(pivots, border) / 8;
}

/// The elimination tree of the vertices in elimination order, with merged fronts.
struct Elimination {
  IndexLists order;            // vertices of each front, in any order
  std::vector<int> parent;     // of fronts
  std::vector<int> top;        // last vertex eliminated in a front, as position in the order
  IndexLists structure;        // border of each vertex, as positions in the order
  std::vector<int> vertex_at;  // vertex at each position
  double cost = 0;             // of the numeric phase, in nanoseconds
};

/// Vertices from position `eliminated` on are kept: one front without border, the last. Gives up, at an infinite cost,
/// when all borders together have more than `most` vertices.
Elimination eliminate_symbolically(const IndexLists& adjacent, const std::vector<int>& order,
                                   const std::vector<int>& weight, int eliminated,
                                   std::size_t most = std::numeric_limits<std::size_t>::max()) {
  const int count = static_cast<int>(order.size());
  Elimination e;
  e.vertex_at = order;
  std::vector<int> position(count);
  for (int k = 0; k < count; ++k) position[order[k]] = k;
  std::vector<int> parent(count, -1);
  std::vector<int> first_child(count, -1);
  std::vector<int> next_sibling(count, -1);
  std::vector<int> seen(count, -1);
  std::vector<double> border(count, 0);
  for (int k = 0; k < count; ++k) {
    if (k >= eliminated) {
      e.structure.close();
      continue;
    }
    seen[k] = k;
    int least = count;
    const auto add = [&](int p) {
      if (p <= k || seen[p] == k) return;
      seen[p] = k;
      e.structure.items.push_back(p);
      border[k] += weight[order[p]];
      least = std::min(least, p);
    };
    const int v = order[k];
    for (int i = adjacent.begin[v]; i < adjacent.begin[v + 1]; ++i) add(position[adjacent.items[i]]);
    for (int c = first_child[k]; c >= 0; c = next_sibling[c])
      for (int i = e.structure.begin[c]; i < e.structure.begin[c + 1]; ++i) add(e.structure.items[i]);
    e.structure.close();
    if (e.structure.items.size() > most) {
      e.cost = std::numeric_limits<double>::infinity();
      return e;
    }
    if (least == count) continue;
    if (least >= eliminated) least = count - 1;
    parent[k] = least;
    next_sibling[k] = first_child[least];
    first_child[least] = k;
  }
  // Merge children into their parent, the fullest first. `into` leads from a merged vertex to its front's top.
  std::vector<int> into(count);
  std::iota(into.begin(), into.end(), 0);
  std::vector<double> pivots(count, 0);
  std::vector<int> children;
  std::vector<std::vector<int>> kept(count);
  for (int k = 0; k < count; ++k) {
    pivots[k] += weight[order[k]];
    if (k >= eliminated && k < count - 1) {
      into[k] = count - 1;
      pivots[count - 1] += pivots[k];
      continue;
    }
    children.clear();
    for (int c = first_child[k]; c >= 0; c = next_sibling[c]) children.push_back(c);
    std::sort(children.begin(), children.end(), [&](int a, int b) { return border[a] > border[b]; });
    for (std::size_t i = 0; i < children.size(); ++i) {
      const int c = children[i];
      if (k >= eliminated ||
          cost(pivots[c] + pivots[k], border[k]) > cost(pivots[c], border[c]) + cost(pivots[k], border[k])) {
        kept[k].push_back(c);
        continue;
      }
      into[c] = k;
      pivots[k] += pivots[c];
      // The grandchildren are children now and may follow.
      children.insert(children.end(), kept[c].begin(), kept[c].end());
      kept[c].clear();
    }
  }
  // Postorder of the fronts, the child with the largest need of stack beyond its own block first.
  std::vector<double> need(count, 0);
  const auto block = [&](int k) { return border[k] * border[k]; };
  std::vector<int> roots;
  for (int k = 0; k < count; ++k) {
    if (into[k] != k) continue;
    auto& own = kept[k];
    std::sort(own.begin(), own.end(), [&](int a, int b) { return need[a] - block(a) > need[b] - block(b); });
    double alive = 0;
    for (const int c : own) {
      need[k] = std::max(need[k], alive + need[c]);
      alive += block(c);
    }
    need[k] = std::max({need[k], alive, block(k)});
    e.cost += cost(pivots[k], border[k]);
    if (parent[k] < 0) roots.push_back(k);
  }
  std::vector<int> front_of(count, -1);
  std::vector<std::pair<int, std::size_t>> path;
  for (const int r : roots) {
    path.emplace_back(r, 0);
    while (!path.empty()) {
      auto& [k, next] = path.back();
      if (next < kept[k].size()) {
        path.emplace_back(kept[k][next++], 0);
        continue;
      }
      front_of[k] = static_cast<int>(e.top.size());
      e.top.push_back(k);
      path.pop_back();
    }
  }
  const int fronts = static_cast<int>(e.top.size());
  for (int k = count - 1; k >= 0; --k)
    if (into[k] != k) front_of[k] = front_of[into[k]];
  e.parent.assign(fronts, -1);
  for (int f = 0; f < fronts; ++f)
    if (const int p = parent[e.top[f]]; p >= 0) e.parent[f] = front_of[p];
  e.order.begin.assign(fronts + 1, 0);
  e.order.items.resize(count);
  for (const int f : front_of) ++e.order.begin[f + 1];
  std::partial_sum(e.order.begin.begin(), e.order.begin.end(), e.order.begin.begin());
  std::vector<int> at(e.order.begin.begin(), e.order.begin.end() - 1);
  for (int k = 0; k < count; ++k) e.order.items[at[front_of[k]]++] = order[k];
  return e;
}

/// The cheapest of up to three orders. Minimum degree takes all inner nodes of a chain of elements first, where no end
/// of the chain has a degree as small, and leaves twice as many fronts as going from one end to the other. Nested
/// dissection, which takes longer to find, is tried where the factors are worth it.
Elimination eliminate(const CompressedGraph& g, const std::vector<int>& weight) {
  constexpr double nanoseconds_worth_it = 3e8;
  const int eliminated = static_cast<int>(std::count(g.kept.begin(), g.kept.end(), 0));
  Elimination least = eliminate_symbolically(g.adjacent, minimum_degree(g), weight, eliminated);
  const auto take_if_cheaper = [&](Elimination other) {
    if (other.cost < 0.95 * least.cost) least = std::move(other);
  };
  take_if_cheaper(
      eliminate_symbolically(g.adjacent, farthest_first(g), weight, eliminated, least.structure.items.size()));
  if (least.cost > nanoseconds_worth_it)
    take_if_cheaper(eliminate_symbolically(g.adjacent, nested_dissection(g), weight, eliminated));
  return least;
}

struct Pattern {
  int n;
  const int* row;
  const int* column;
};

/// Entries of the matrix to their fronts, runs of neighbours together.
void place_entries(const Pattern& a, const std::vector<int>& number, const std::vector<int>& front_of,
                   AssemblyTree& t) {
  const int fronts = static_cast<int>(t.fronts.size());
  struct Entry {
    int source, row, column;
  };
  std::vector<int> begin(fronts + 1, 0);
  const auto owner = [&](int i, int j) { return std::min(front_of[number[i]], front_of[number[j]]); };
  for (int i = 0; i < a.n; ++i)
    for (int k = a.row[i]; k < a.row[i + 1]; ++k) ++begin[owner(i, a.column[k]) + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<Entry> entries(begin.back());
  std::vector<int> at(begin.begin(), begin.end() - 1);
  for (int i = 0; i < a.n; ++i)
    for (int k = a.row[i]; k < a.row[i + 1]; ++k)
      entries[at[owner(i, a.column[k])]++] = {k, number[i], number[a.column[k]]};
  std::vector<int> place(t.n, -1);
  t.entries.reserve(entries.size() / 3);
  for (int f = 0; f < fronts; ++f) {
    FrontShape& shape = t.fronts[f];
    for (int i = 0; i < shape.pivots; ++i) place[shape.first + i] = i;
    for (int i = 0; i < shape.border; ++i) place[t.border[shape.border_begin + i]] = shape.pivots + i;
    shape.entries_begin = static_cast<int>(t.entries.size());
    shape.rows_begin = static_cast<int>(t.entry_rows.size());
    for (int k = begin[f]; k < begin[f + 1]; ++k) {
      const bool same_row = k > begin[f] && entries[k].row == entries[k - 1].row;
      const int target = place[entries[k].column];
      FrontRun* last = same_row ? &t.entries.back() : nullptr;
      if (last && last->source + last->length == entries[k].source && last->target + last->length == target) {
        ++last->length;
      } else {
        t.entries.push_back({entries[k].source, target, 1});
      }
      if (!same_row) t.entry_rows.push_back({place[entries[k].row], 0});
      t.entry_rows.back().end = static_cast<int>(t.entries.size());
    }
    shape.rows_end = static_cast<int>(t.entry_rows.size());
  }
}

void link_children(AssemblyTree& t) {
  for (FrontShape& child : t.fronts) {
    child.links_begin = child.links_end = static_cast<int>(t.links.size());
    if (child.parent < 0) continue;
    FrontShape& parent = t.fronts[child.parent];
    ++parent.children;
    const int* border = t.border.data() + child.border_begin;
    const int* of_parent = t.border.data() + parent.border_begin;
    int p = 0;
    for (int i = 0; i < child.border; ++i) {
      int target = border[i] - parent.first;
      if (target >= parent.pivots) {
        while (of_parent[p] != border[i]) ++p;
        target = parent.pivots + p;
      }
      FrontRun* last = i > 0 ? &t.links.back() : nullptr;
      if (last && last->target + last->length == target) {
        ++last->length;
      } else {
        t.links.push_back({i, target, 1});
      }
    }
    child.links_end = static_cast<int>(t.links.size());
  }
}

void measure(AssemblyTree& t) {
  std::size_t alive = 0;
  std::vector<std::size_t> open;
  for (const FrontShape& shape : t.fronts) {
    const int size = shape.size();
    t.largest = std::max(t.largest, size);
    if (t.kept == 0 || &shape != &t.fronts.back()) t.flops += flops_of(shape.pivots, shape.border);
    t.factor_size += static_cast<std::size_t>(shape.pivots) * front_stride(size) +
                     static_cast<std::size_t>(shape.border) * front_stride(shape.pivots);
    t.index_size += 2 * static_cast<std::size_t>(size);
    for (int c = 0; c < shape.children; ++c) {
      alive -= open.back();
      open.pop_back();
    }
    if (shape.parent < 0) continue;
    open.push_back(static_cast<std::size_t>(shape.border) * shape.border);
    alive += open.back();
    t.stack_size = std::max(t.stack_size, alive);
  }
}

}  // namespace

AssemblyTree build_assembly_tree(int n, const int* row, const int* column, const double* values, int kept) {
  const Pattern a{n, row, column};
  const CompressedGraph g = compress(n, row, column, values, kept);
  const std::vector<int>& vertex = g.vertex;
  const int vertices = g.vertices;
  std::vector<int> weight(vertices, 0);
  for (const int v : vertex) ++weight[v];
  const Elimination e = eliminate(g, weight);

  AssemblyTree t;
  t.n = n;
  t.kept = kept;
  const int fronts = static_cast<int>(e.top.size());
  std::vector<int> front_of_vertex(vertices);
  for (int f = 0; f < fronts; ++f)
    for (int k = e.order.begin[f]; k < e.order.begin[f + 1]; ++k) front_of_vertex[e.order.items[k]] = f;
  // Elimination numbers: by front; inside one, as in the matrix, unknowns without diagonal last, kept ones in order.
  std::vector<int> size(fronts + 1, 0);
  for (const int v : vertex) ++size[front_of_vertex[v] + 1];
  std::partial_sum(size.begin(), size.end(), size.begin());
  std::vector<int> at(size.begin(), size.end() - 1);
  t.unknown.resize(n);
  for (const char pass : {0, 1})
    for (int i = 0; i < n; ++i)
      if ((i < n - kept && g.zero[i]) == (pass == 1)) t.unknown[at[front_of_vertex[vertex[i]]]++] = i;
  std::vector<int> number(n);
  std::vector<int> front_of(n);
  std::vector<std::vector<int>> numbers_of(vertices);
  for (int k = 0; k < n; ++k) {
    number[t.unknown[k]] = k;
    front_of[k] = front_of_vertex[vertex[t.unknown[k]]];
    numbers_of[vertex[t.unknown[k]]].push_back(k);
  }
  t.fronts.resize(fronts);
  for (int f = 0; f < fronts; ++f) {
    FrontShape& shape = t.fronts[f];
    shape.first = size[f];
    shape.pivots = size[f + 1] - size[f];
    shape.parent = e.parent[f];
    shape.border_begin = static_cast<int>(t.border.size());
    for (int k = e.structure.begin[e.top[f]]; k < e.structure.begin[e.top[f] + 1]; ++k) {
      const auto& numbers = numbers_of[e.vertex_at[e.structure.items[k]]];
      t.border.insert(t.border.end(), numbers.begin(), numbers.end());
    }
    std::sort(t.border.begin() + shape.border_begin, t.border.end());
    shape.border = static_cast<int>(t.border.size()) - shape.border_begin;
  }
  place_entries(a, number, front_of, t);
  link_children(t);
  measure(t);
  return t;
}

}  // namespace flexura
