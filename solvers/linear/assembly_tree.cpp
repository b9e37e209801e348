#include "solvers/linear/assembly_tree.h"

#include <amd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <stdexcept>

#include "solvers/linear/dense_front.h"

namespace flexura {

namespace {

/// A list of lists in one array: list k is [begin[k], begin[k + 1]).
struct Lists {
  std::vector<int> begin{0};
  std::vector<int> items;
  void close() { begin.push_back(static_cast<int>(items.size())); }
};

struct Matrix {
  int n;
  const int* row;
  const int* column;
  const double* values;
};

std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

int root(std::vector<int>& link, int i) {
  while (link[i] != i) i = link[i] = link[link[i]];
  return i;
}

std::vector<char> zero_diagonals(const Matrix& a) {
  std::vector<char> zero(a.n, 1);
  for (int i = 0; i < a.n; ++i)
    for (int k = a.row[i]; k < a.row[i + 1]; ++k)
      if (a.column[k] == i && (!a.values || a.values[k] != 0)) zero[i] = 0;
  return zero;
}

/// Vertex of each unknown: unknowns of equal pattern, and those without diagonal together with one that has it.
std::vector<int> compress(const Matrix& a, const std::vector<char>& zero, int& vertices) {
  // Equal rows and equal columns, both with the diagonal, have equal sums of hashes. A chance collision would only
  // make a denser front, since the pattern of a vertex is that of all its unknowns.
  std::vector<std::uint64_t> random(a.n);
  for (int i = 0; i < a.n; ++i) random[i] = mix(static_cast<std::uint64_t>(i));
  std::vector<std::uint64_t> of_row(a.n, 0);
  std::vector<std::uint64_t> of_column(a.n, 0);
  for (int i = 0; i < a.n; ++i) {
    std::uint64_t sum = random[i];
    for (int k = a.row[i]; k < a.row[i + 1]; ++k) {
      const int j = a.column[k];
      if (j == i) continue;
      sum += random[j];
      of_column[j] += random[i];
    }
    of_row[i] = sum;
  }
  std::size_t slots = 16;
  while (slots < 2 * static_cast<std::size_t>(a.n)) slots *= 2;
  std::vector<int> table(slots, -1);
  std::vector<std::uint64_t> key(a.n);
  std::vector<int> link(a.n);
  for (int i = 0; i < a.n; ++i) {
    key[i] = mix(of_row[i]) + 3 * (of_column[i] + random[i]);
    std::size_t slot = mix(key[i]) & (slots - 1);
    while (table[slot] >= 0 && key[table[slot]] != key[i]) slot = (slot + 1) & (slots - 1);
    if (table[slot] < 0) table[slot] = i;
    link[i] = table[slot];
  }
  std::vector<char> taken(a.n, 0);
  for (int i = 0; i < a.n; ++i) {
    if (!zero[i]) continue;
    int best = -1;
    double size = 0;
    for (int k = a.row[i]; k < a.row[i + 1]; ++k) {
      const int j = a.column[k];
      const double value = a.values ? std::abs(a.values[k]) : 1;
      if (zero[j] || taken[j] || !(value > size)) continue;
      size = value;
      best = j;
    }
    if (best < 0) continue;
    taken[best] = 1;
    link[root(link, i)] = root(link, best);
  }
  std::vector<int> vertex(a.n, -1);
  vertices = 0;
  for (int i = 0; i < a.n; ++i) {
    const int r = root(link, i);
    if (vertex[r] < 0) vertex[r] = vertices++;
    if (r != i) vertex[i] = vertex[r];
  }
  return vertex;
}

/// Neighbours of each vertex in A + A^T, without itself.
Lists graph(const Matrix& a, const std::vector<int>& vertex, int vertices) {
  Lists members;
  members.begin.assign(vertices + 1, 0);
  members.items.resize(a.n);
  for (const int v : vertex) ++members.begin[v + 1];
  std::partial_sum(members.begin.begin(), members.begin.end(), members.begin.begin());
  std::vector<int> at(members.begin.begin(), members.begin.end() - 1);
  for (int i = 0; i < a.n; ++i) members.items[at[vertex[i]]++] = i;

  Lists rows;
  std::vector<int> seen(vertices, -1);
  std::vector<int> incoming(vertices + 1, 0);
  for (int v = 0; v < vertices; ++v) {
    seen[v] = v;
    for (int m = members.begin[v]; m < members.begin[v + 1]; ++m) {
      const int i = members.items[m];
      for (int k = a.row[i]; k < a.row[i + 1]; ++k) {
        const int w = vertex[a.column[k]];
        if (seen[w] == v) continue;
        seen[w] = v;
        rows.items.push_back(w);
        ++incoming[w + 1];
      }
    }
    rows.close();
  }
  std::partial_sum(incoming.begin(), incoming.end(), incoming.begin());
  std::vector<int> transposed(rows.items.size());
  at.assign(incoming.begin(), incoming.end() - 1);
  for (int v = 0; v < vertices; ++v)
    for (int k = rows.begin[v]; k < rows.begin[v + 1]; ++k) transposed[at[rows.items[k]]++] = v;
  Lists both;
  both.items.reserve(rows.items.size() * 5 / 4 + 1);  // AMD wants an array even when there is no neighbour
  std::fill(seen.begin(), seen.end(), -1);
  for (int v = 0; v < vertices; ++v) {
    const auto add = [&](int w) {
      if (seen[w] != v) both.items.push_back(w);
      seen[w] = v;
    };
    for (int k = rows.begin[v]; k < rows.begin[v + 1]; ++k) add(rows.items[k]);
    for (int k = incoming[v]; k < incoming[v + 1]; ++k) add(transposed[k]);
    both.close();
  }
  return both;
}

/// Nanoseconds of one front on a processor of 2020 or so, to weigh merging against zeros.
double cost(double pivots, double border) {
  const double size = pivots + border;
  const double flops = (size * (size + 1) * (2 * size + 1) - border * (border + 1) * (2 * border + 1)) / 3;
  return 120 + 0.15 * size * (size + 4) + 0.4 * border * border + 10 * pivots + flops / 8;
}

/// The elimination tree of the vertices in elimination order, with merged fronts.
struct Elimination {
  Lists order;                 // vertices of each front, in any order
  std::vector<int> parent;     // of fronts
  std::vector<int> top;        // last vertex eliminated in a front, as position in the order
  Lists structure;             // border of each vertex, as positions in the order
  std::vector<int> vertex_at;  // vertex at each position
};

Elimination eliminate_symbolically(const Lists& adjacent, const std::vector<int>& order,
                                   const std::vector<int>& weight) {
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
    if (least == count) continue;
    parent[k] = least;
    next_sibling[k] = first_child[least];
    first_child[least] = k;
  }
  // Merge children into their parent, the fullest first. `into` leads from a merged vertex to its front's top.
  std::vector<int> into(count);
  std::iota(into.begin(), into.end(), 0);
  std::vector<double> pivots(count);
  std::vector<int> children;
  std::vector<std::vector<int>> kept(count);
  for (int k = 0; k < count; ++k) {
    pivots[k] = weight[order[k]];
    children.clear();
    for (int c = first_child[k]; c >= 0; c = next_sibling[c]) children.push_back(c);
    std::sort(children.begin(), children.end(), [&](int a, int b) { return border[a] > border[b]; });
    for (std::size_t i = 0; i < children.size(); ++i) {
      const int c = children[i];
      if (cost(pivots[c] + pivots[k], border[k]) > cost(pivots[c], border[c]) + cost(pivots[k], border[k])) {
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

std::vector<int> minimum_degree(const Lists& adjacent) {
  const int count = static_cast<int>(adjacent.begin.size()) - 1;
  std::vector<int> order(count);
  if (adjacent.items.empty()) {  // nothing is coupled; AMD refuses the null pointer of an empty list
    std::iota(order.begin(), order.end(), 0);
    return order;
  }
  double control[AMD_CONTROL];
  amd_defaults(control);
  const int status = amd_order(count, adjacent.begin.data(), adjacent.items.data(), order.data(), control, nullptr);
  if (status == AMD_OUT_OF_MEMORY) throw std::bad_alloc();
  if (status == AMD_INVALID) throw std::invalid_argument("the sparsity pattern is not valid");
  return order;
}

/// Entries of the matrix to their fronts, runs of neighbours together.
void place_entries(const Matrix& a, const std::vector<int>& number, const std::vector<int>& front_of, AssemblyTree& t) {
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
    const int stride = front_stride(shape.size());
    for (int i = 0; i < shape.pivots; ++i) place[shape.first + i] = i;
    for (int i = 0; i < shape.border; ++i) place[t.border[shape.border_begin + i]] = shape.pivots + i;
    shape.entries_begin = static_cast<int>(t.entries.size());
    for (int k = begin[f]; k < begin[f + 1]; ++k) {
      const int target = place[entries[k].row] * stride + place[entries[k].column];
      FrontRun* last = k > begin[f] ? &t.entries.back() : nullptr;
      // Not across row ends, so that a run can be moved as one when delayed pivots widen the front.
      if (last && entries[k].row == entries[k - 1].row && last->source + last->length == entries[k].source &&
          last->target + last->length == target) {
        ++last->length;
      } else {
        t.entries.push_back({entries[k].source, target, 1});
      }
    }
    shape.entries_end = static_cast<int>(t.entries.size());
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

AssemblyTree build_assembly_tree(int n, const int* row, const int* column, const double* values) {
  const Matrix a{n, row, column, values};
  const std::vector<char> zero = zero_diagonals(a);
  int vertices = 0;
  const std::vector<int> vertex = compress(a, zero, vertices);
  const Lists adjacent = graph(a, vertex, vertices);
  std::vector<int> weight(vertices, 0);
  for (const int v : vertex) ++weight[v];
  const Elimination e = eliminate_symbolically(adjacent, minimum_degree(adjacent), weight);

  AssemblyTree t;
  t.n = n;
  const int fronts = static_cast<int>(e.top.size());
  std::vector<int> front_of_vertex(vertices);
  for (int f = 0; f < fronts; ++f)
    for (int k = e.order.begin[f]; k < e.order.begin[f + 1]; ++k) front_of_vertex[e.order.items[k]] = f;
  // Elimination numbers: by front; inside one, as in the matrix, unknowns without diagonal last.
  std::vector<int> size(fronts + 1, 0);
  for (const int v : vertex) ++size[front_of_vertex[v] + 1];
  std::partial_sum(size.begin(), size.end(), size.begin());
  std::vector<int> at(size.begin(), size.end() - 1);
  t.unknown.resize(n);
  for (const char pass : {0, 1})
    for (int i = 0; i < n; ++i)
      if (zero[i] == pass) t.unknown[at[front_of_vertex[vertex[i]]]++] = i;
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
