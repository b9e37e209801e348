// The Jacobian of an element type that writes only its residual.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <vector>

#include "math/dual.h"
#include "model/motion.h"
#include "model/seeds.h"

namespace flexura {

/// Makes an element type of a class that has no Jacobian of its own: `model.add_element(info, Automatic<Spring>(...))`.
///
/// `Physics` offers what the element contract asks for (type, family, nodes(), unknown_count(), unknown(j), output,
/// ...) except residual and jacobian; in their place it writes once
///
///     template <class S> void residual(const MotionLocal<S>& q, MotionResidual<S>& r) const;
///
/// with S standing for double or an automatic differentiation scalar, and adds forces, moments and own equations to r.
/// Scalar nodes (optional scalars()) are own unknowns behind the own ones: value q.unknown(unknown_count() + k), rate
/// q.unknown_rate(unknown_count() + k), equation r.equation(unknown_count() + k).
/// The Jacobian is exact: the seed direction of an unknown moves a quantity and its rate together, so n unknowns need n
/// directions, evaluated eight at a time. Branches must compare
/// `value_of(...)`, and the nodes and unknowns the result depends on must not change with the branch. A class with
/// momenta writes its Jacobian itself. A result that depends on few of many nodes at a time: active_nodes(q), optional,
/// returns their places in nodes().
template <class Physics>
class Automatic : public Physics {
 public:
  using Physics::Physics;
  explicit Automatic(Physics physics) : Physics(std::move(physics)) {}

  void residual(const Local& q, Residual& r) const {
    Sweep<double>& sweep = Sweep<double>::get(*this);
    sweep.load(*this, q, [](double& to, double value) { to = value; });
    sweep.evaluate(*this, q);
    for (int k = 0; k < sweep.node_count; ++k) {
      r.force(k) += sweep.force(k);
      r.moment(k) += sweep.moment(k);
    }
    for (int j = 0; j < column_count(); ++j) r.equation(j) += sweep.r[6 * sweep.node_count + j];
  }

  void jacobian(const Local& q, Jacobian& jacobian) const {
    if (std::isnan(q.c())) {
      mark_pattern(q, jacobian);
      return;
    }
    for_each_seed(q, jacobian.factors(),
                  [&](const Seed& seed, const RowFactors& rows) { differentiate(q, jacobian, seed, rows); });
  }

 private:
  static constexpr int width = 8;  // directions of one sweep
  static constexpr bool has_active_nodes = requires(const Physics& p, const Local& q) { p.active_nodes(q); };

  [[nodiscard]] int scalar_count() const {
    if constexpr (requires { std::span<const NodeIndex>(this->scalars()); }) {
      const auto list = this->scalars();
      return static_cast<int>(std::span<const NodeIndex>(list).size());
    } else {
      return 0;
    }
  }
  /// Own unknowns and scalar nodes.
  [[nodiscard]] int column_count() const { return this->unknown_count() + scalar_count(); }
  [[nodiscard]] bool has_rate(int j) const {
    return j >= this->unknown_count() || this->unknown(j).order == Order::differential;
  }

  /// Storage of one evaluation with scalar S, reused so that nothing is allocated once it has grown.
  template <class S>
  struct Sweep {
    int node_count = 0;
    std::vector<NodeMotion<S>> nodes;
    std::vector<S> unknowns, rates, r;

    static Sweep& get(const Automatic& element) {
      thread_local Sweep sweep;
      const auto list = element.nodes();
      const auto nodes_here = std::span<const NodeIndex>(list).size();
      const auto unknowns_here = static_cast<std::size_t>(element.column_count());
      sweep.node_count = static_cast<int>(nodes_here);
      if (sweep.nodes.size() < nodes_here) sweep.nodes.resize(nodes_here);
      if (sweep.unknowns.size() < unknowns_here) {
        sweep.unknowns.resize(unknowns_here);
        sweep.rates.resize(unknowns_here);
      }
      if (sweep.r.size() < 6 * nodes_here + unknowns_here) sweep.r.resize(6 * nodes_here + unknowns_here);
      return sweep;
    }
    /// Copies the state; `set(to, value)` makes a constant.
    template <class Set>
    void load(const Automatic& element, const Local& q, Set set) {
      const auto load_node = [&](int k) {
        const NodeState& from = q.node(k);
        NodeMotion<S>& to = nodes[k];
        for (int i = 0; i < 3; ++i) {
          set(to.x(i), from.x(i));
          set(to.v(i), from.v(i));
          set(to.w(i), from.w(i));
          for (int j = 0; j < 3; ++j) set(to.R(i, j), from.R(i, j));
        }
      };
      if constexpr (has_active_nodes && !std::is_same_v<S, Dependence>) {
        for (const int k : element.active_nodes(q)) load_node(k);
      } else {
        for (int k = 0; k < node_count; ++k) load_node(k);
      }
      const int own = element.unknown_count();
      for (int j = 0; j < own; ++j) {
        set(unknowns[j], q.unknown(j));
        set(rates[j], element.has_rate(j) ? q.unknown_rate(j) : 0.0);
      }
      for (int k = 0; k < element.scalar_count(); ++k) {
        set(unknowns[own + k], q.scalar(k));
        set(rates[own + k], q.scalar_rate(k));
      }
    }
    void evaluate(const Automatic& element, const Local& q) {
      const int size = 6 * node_count + element.column_count();
      std::fill(r.begin(), r.begin() + size, S(0));
      MotionResidual<S> out(r.data(), node_count);
      static_cast<const Physics&>(element).residual(MotionLocal<S>(q, nodes.data(), unknowns.data(), rates.data()),
                                                    out);
    }
    [[nodiscard]] Eigen::Map<Vector3<S>> force(int k) { return Eigen::Map<Vector3<S>>(r.data() + 6 * k); }
    [[nodiscard]] Eigen::Map<Vector3<S>> moment(int k) { return Eigen::Map<Vector3<S>>(r.data() + 6 * k + 3); }
  };

  /// Adds row factor times derivative to the local matrix, `width` columns a sweep.
  void differentiate(const Local& q, Jacobian& jacobian, const Seed& seed, const RowFactors& rows) const {
    using S = Dual<width>;
    Sweep<S>& sweep = Sweep<S>::get(*this);
    const int own = 6 * sweep.node_count;
    const int size = own + column_count();
    const auto constraint = [&](int row) {
      return row - own < this->unknown_count() && this->unknown(row - own).row == Row::constraint;
    };
    std::array<int, width> columns{};
    int filled = 0;
    sweep.load(*this, q, [](S& to, double value) { to = S(value); });
    const auto evaluate = [&] {
      for (int i = 0; i < filled; ++i) plant(sweep, q, columns[i], i, seed);
      sweep.evaluate(*this, q);
      for (int row = 0; row < size; ++row) {
        const double factor = row < own ? rows.balance : constraint(row) ? rows.constraint : rows.equation;
        double* values = jacobian.values() + row * size;
        for (int i = 0; i < filled; ++i) values[columns[i]] += factor * sweep.r[row].d[i];
      }
      for (int i = 0; i < filled; ++i) plant(sweep, q, columns[i], i, Seed{0, 0, 0});
      filled = 0;
    };
    const auto add = [&](int column) {
      columns[filled++] = column;
      if (filled == width) evaluate();
    };
    if constexpr (has_active_nodes) {
      for (const int k : this->active_nodes(q))
        for (int column = 6 * k; column < 6 * (k + 1); ++column) add(column);
      for (int column = own; column < size; ++column) add(column);
    } else {
      for (int column = 0; column < size; ++column) add(column);
    }
    if (filled > 0) evaluate();
  }

  /// Makes column `column` of the local matrix the direction `i` of the sweep.
  void plant(Sweep<Dual<width>>& sweep, const Local& q, int column, int i, const Seed& seed) const {
    const int j = column - 6 * sweep.node_count;
    if (j >= 0) {
      plant_unknown(sweep.unknowns[j], sweep.rates[j], has_rate(j), i, seed);
    } else {
      plant_node(sweep.nodes[column / 6], q, column / 6, column % 6, i, seed);
    }
  }

  /// Sets to one every entry that can be nonzero.
  void mark_pattern(const Local& q, Jacobian& jacobian) const {
    Sweep<Dependence>& sweep = Sweep<Dependence>::get(*this);
    const int own = 6 * sweep.node_count;
    const int size = own + column_count();
    constexpr int bits = 60;  // a multiple of 6, so that a node is never cut in two
    for (int first = 0; first < size; first += bits) {
      sweep.load(*this, q, [](Dependence& to, double) { to = Dependence(); });
      for (int column = first; column < std::min(size, first + bits); ++column) {
        const Dependence x = Dependence::variable(column - first);
        if (column >= own) {
          sweep.unknowns[column - own] = sweep.rates[column - own] = x;
        } else if (column % 6 < 3) {
          sweep.nodes[column / 6].x(column % 3) = sweep.nodes[column / 6].v(column % 3) = x;
        } else {
          auto& node = sweep.nodes[column / 6];
          for (int i = 0; i < 3; ++i) {
            node.w(i) += x;
            if (i == column % 3) continue;
            for (int j = 0; j < 3; ++j) node.R(i, j) += x;
          }
        }
      }
      sweep.evaluate(*this, q);
      for (int row = 0; row < size; ++row)
        for (int column = first; column < std::min(size, first + bits); ++column)
          if (sweep.r[row].on >> (column - first) & 1) jacobian.values()[row * size + column] = 1;
    }
  }
};

}  // namespace flexura
