#include "solvers/linear/elimination_order.h"

#include <amd.h>
#include <camd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <new>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace flexura {

namespace {

struct Matrix {
  int n;
  int kept;
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

/// Vertex of each unknown: unknowns of equal pattern, and those without diagonal together with one that has it; kept
/// unknowns only among themselves.
std::vector<int> vertices_of(const Matrix& a, const std::vector<char>& zero, int& vertices) {
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
    key[i] = mix(of_row[i]) + 3 * (of_column[i] + random[i]) + (i < a.n - a.kept ? 0 : 1);
    std::size_t slot = mix(key[i]) & (slots - 1);
    while (table[slot] >= 0 && key[table[slot]] != key[i]) slot = (slot + 1) & (slots - 1);
    if (table[slot] < 0) table[slot] = i;
    link[i] = table[slot];
  }
  std::vector<char> taken(a.n, 0);
  for (int i = 0; i < a.n - a.kept; ++i) {
    if (!zero[i]) continue;
    int best = -1;
    double size = 0;
    for (int k = a.row[i]; k < a.row[i + 1]; ++k) {
      const int j = a.column[k];
      const double value = a.values ? std::abs(a.values[k]) : 1;
      if (j >= a.n - a.kept || zero[j] || taken[j] || !(value > size)) continue;
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
IndexLists graph(const Matrix& a, const std::vector<int>& vertex, int vertices) {
  IndexLists members;
  members.begin.assign(vertices + 1, 0);
  members.items.resize(a.n);
  for (const int v : vertex) ++members.begin[v + 1];
  std::partial_sum(members.begin.begin(), members.begin.end(), members.begin.begin());
  std::vector<int> at(members.begin.begin(), members.begin.end() - 1);
  for (int i = 0; i < a.n; ++i) members.items[at[vertex[i]]++] = i;

  IndexLists rows;
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
  IndexLists both;
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

}  // namespace

CompressedGraph compress(int n, const int* row, const int* column, const double* values, int kept) {
  const Matrix a{n, kept, row, column, values};
  CompressedGraph g;
  g.zero = zero_diagonals(a);
  g.vertex = vertices_of(a, g.zero, g.vertices);
  g.kept.assign(g.vertices, 0);
  for (int i = n - kept; i < n; ++i) g.kept[g.vertex[i]] = 1;
  g.adjacent = graph(a, g.vertex, g.vertices);
  return g;
}

std::vector<int> minimum_degree(const CompressedGraph& g) {
  const IndexLists& adjacent = g.adjacent;
  std::vector<int> order(g.vertices);
  if (adjacent.items.empty()) {  // nothing is coupled; AMD refuses the null pointer of an empty list
    std::iota(order.begin(), order.end(), 0);
    std::stable_partition(order.begin(), order.end(), [&](int v) { return g.kept[v] == 0; });
    return order;
  }
  int status = AMD_OK;
  if (std::find(g.kept.begin(), g.kept.end(), 1) != g.kept.end()) {
    // The constrained form numbers its sets from zero; with every vertex kept there is one set only.
    const bool all = std::find(g.kept.begin(), g.kept.end(), 0) == g.kept.end();
    std::vector<int> set(g.vertices);
    for (int v = 0; v < g.vertices; ++v) set[v] = all ? 0 : g.kept[v];
    double control[CAMD_CONTROL];
    camd_defaults(control);
    status = camd_order(g.vertices, adjacent.begin.data(), adjacent.items.data(), order.data(), control, nullptr,
                        set.data());
  } else {
    double control[AMD_CONTROL];
    amd_defaults(control);
    status = amd_order(g.vertices, adjacent.begin.data(), adjacent.items.data(), order.data(), control, nullptr);
  }
  if (status == AMD_OUT_OF_MEMORY) throw std::bad_alloc();
  if (status == AMD_INVALID) throw std::invalid_argument("the sparsity pattern is not valid");
  return order;
}

std::vector<int> farthest_first(const CompressedGraph& g) {
  const IndexLists& adjacent = g.adjacent;
  const auto degree = [&](int v) { return adjacent.begin[v + 1] - adjacent.begin[v]; };
  std::vector<int> order;
  order.reserve(g.vertices);
  std::vector<int> visit(g.vertices, 0);  // the last sweep that met a vertex
  int sweep = 1;
  // Appends what can be reached from the vertices from `first` on, and returns the levels and where the last one
  // begins.
  struct Levels {
    int count = 0;
    std::size_t last = 0;
  };
  const auto spread = [&](std::size_t first) {
    Levels levels;
    while (first < order.size()) {
      levels.last = first;
      ++levels.count;
      for (const std::size_t end = order.size(); first < end; ++first) {
        const std::size_t next = order.size();
        for (int i = adjacent.begin[order[first]]; i < adjacent.begin[order[first] + 1]; ++i) {
          const int w = adjacent.items[i];
          if (visit[w] == sweep) continue;
          visit[w] = sweep;
          order.push_back(w);
        }
        std::sort(order.begin() + static_cast<std::ptrdiff_t>(next), order.end(),
                  [&](int v, int w) { return std::pair(degree(v), v) < std::pair(degree(w), w); });
      }
    }
    return levels;
  };
  const auto spread_from = [&](int start) {
    ++sweep;
    visit[start] = sweep;
    order.push_back(start);
    return spread(order.size() - 1);
  };
  for (int v = 0; v < g.vertices; ++v) {
    if (g.kept[v] == 0) continue;
    visit[v] = sweep;
    order.push_back(v);
  }
  spread(0);
  for (int v = 0; v < g.vertices; ++v) {
    if (visit[v] != 0) continue;
    const std::size_t begin = order.size();
    Levels levels = spread_from(v);
    for (bool deeper = true; deeper;) {
      const int rim = *std::min_element(order.begin() + static_cast<std::ptrdiff_t>(levels.last), order.end(),
                                        [&](int a, int b) { return degree(a) < degree(b); });
      order.resize(begin);
      const Levels found = spread_from(rim);
      deeper = found.count > levels.count;
      levels = found;
    }
  }
  // The kept ones were first, and are last now, in any order: they are one front.
  std::reverse(order.begin(), order.end());
  return order;
}

}  // namespace flexura
