#include "solvers/linear/nested_dissection.h"

#include <cholmod.h>

#include <memory>
#include <new>
#include <stdexcept>

namespace flexura {

namespace {

/// CHOLMOD's settings and work space for as long as this object lives.
class Cholmod {
 public:
  Cholmod() {
    cholmod_start(&common_);
    common_.print = 0;
    common_.error_handler = nullptr;
  }
  Cholmod(const Cholmod&) = delete;
  Cholmod& operator=(const Cholmod&) = delete;
  ~Cholmod() { cholmod_finish(&common_); }
  cholmod_common* get() { return &common_; }
  /// After a call that did not succeed.
  [[noreturn]] void fail() const {
    if (common_.status == CHOLMOD_OUT_OF_MEMORY || common_.status == CHOLMOD_TOO_LARGE) throw std::bad_alloc();
    throw std::invalid_argument("nested dissection fails");
  }

 private:
  cholmod_common common_{};
};

}  // namespace

std::vector<int> nested_dissection(const CompressedGraph& g) {
  // The graph without the vertices that are kept: half of it, as CHOLMOD reads a symmetric pattern.
  std::vector<int> number(g.vertices, -1), vertex;
  for (int v = 0; v < g.vertices; ++v) {
    if (g.kept[v] != 0) continue;
    number[v] = static_cast<int>(vertex.size());
    vertex.push_back(v);
  }
  std::vector<int> begin{0}, upper;
  for (const int v : vertex) {
    for (int k = g.adjacent.begin[v]; k < g.adjacent.begin[v + 1]; ++k)
      if (const int w = number[g.adjacent.items[k]]; w >= 0 && w < number[v]) upper.push_back(w);
    begin.push_back(static_cast<int>(upper.size()));
  }
  const std::size_t n = vertex.size();
  std::vector<int> order(n), parent(n), member(n);
  if (!upper.empty()) {
    Cholmod cholmod;
    cholmod_sparse pattern{};
    pattern.nrow = pattern.ncol = n;
    pattern.nzmax = upper.size();
    pattern.p = begin.data();
    pattern.i = upper.data();
    pattern.stype = 1;
    pattern.itype = CHOLMOD_INT;
    pattern.xtype = CHOLMOD_PATTERN;
    pattern.dtype = CHOLMOD_DOUBLE;
    pattern.sorted = 0;
    pattern.packed = 1;
    if (cholmod_nested_dissection(&pattern, nullptr, 0, order.data(), parent.data(), member.data(), cholmod.get()) < 0)
      cholmod.fail();
    for (int& v : order) v = vertex[v];
  } else {
    order = vertex;  // nothing is coupled
  }
  for (int v = 0; v < g.vertices; ++v)
    if (g.kept[v] != 0) order.push_back(v);
  return order;
}

}  // namespace flexura
