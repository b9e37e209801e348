// An element type made of one class that writes its residual once, for a generic scalar.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "elements/authoring/declaration.h"
#include "elements/authoring/quantities.h"
#include "math/dual.h"
#include "model/batch.h"
#include "model/seeds.h"

namespace flexura::authoring {

/// Base of an element between `Nodes` structural nodes with `Unknowns` own unknowns.
///
/// The class derived from it has default values for its parameters and
///     static Declaration<T> declare();
///     template <class S> void residual(const Motion<S>& q, const Forces<S>& r) const;
/// and, when it has them:
///     void prepare(const Setup& setup);                              // once, when its card has been read
///     template <class S> S energy(const Motion<S>& q) const;         // J, stored
///     template <class S> S dissipation(const Motion<S>& q) const;    // W, lost
///     void quantities(const Motion<double>& q, Quantities& out) const;  // results and private data by name
template <int Nodes, int Unknowns = 0>
struct Element {
  static constexpr int node_count = Nodes;
  static constexpr int unknown_count = Unknowns;
};

/// What an element may look at when its card has been read: the input configuration.
class Setup {
 public:
  Setup(Reader& reader, std::span<const NodeIndex> nodes) : reader_(reader), nodes_(nodes) {}
  [[nodiscard]] NodeState node(int k) const { return reader_.model().node(nodes_[k]).initial; }
  /// InputError at the last argument of the card.
  [[noreturn]] void fail(const std::string& message) const { reader_.fail(message); }
  [[nodiscard]] Reader& reader() const { return reader_; }

 private:
  Reader& reader_;
  std::span<const NodeIndex> nodes_;
};

/// The element type behind an authored class E: what the model asks of an element, made of E's declarations.
///
/// The Jacobian is exact: forward-mode differentiation with eight directions in a SIMD register, for the columns that
/// E depends on at all. A unit of the Newton unknown moves a quantity and its rate together, so that n columns need n
/// directions.
template <class E>
class Authored {
 public:
  static constexpr int nodes_here = E::node_count;
  static constexpr int own = E::unknown_count;
  static constexpr int size = 6 * nodes_here + own;

  /// Names that are known when the declarations are.
  struct TypeName {
    constexpr operator std::string_view() const { return declaration<E>().name(); }  // NOLINT: stands for the name
  };
  struct FamilyName {
    constexpr operator std::string_view() const { return declaration<E>().family(); }  // NOLINT: likewise
  };
  static constexpr TypeName type{};
  static constexpr FamilyName family{};

  /// `element` has its parameters, the model its nodes and drives.
  Authored(E element, const std::array<NodeIndex, nodes_here>& nodes, const Model& model)
      : element_(std::move(element)), nodes_(nodes) {
    for (int j = 0; j < own; ++j) rows_[j] = unknown(j).row;
    for (const MemorySlot& slot : declaration<E>().memories()) {
      first_memory_.push_back(memory_);
      memory_ += slot.bind(&element_, memory_);
    }
    find_columns(model);
    list_quantities(model);
  }

  [[nodiscard]] const E& physics() const { return element_; }
  [[nodiscard]] const std::array<NodeIndex, nodes_here>& nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return own; }
  [[nodiscard]] UnknownInfo unknown(int j) const {
    const UnknownSlot& slot = declaration<E>().unknowns()[j];
    UnknownInfo info = slot.info;
    info.name = slot.name;
    return info;
  }
  void initial_unknowns(double* values, double*) const {
    for (int j = 0; j < own; ++j)
      if (const auto& initial = declaration<E>().unknowns()[j].initial) values[j] = initial(&element_);
  }
  [[nodiscard]] int memory_count() const { return memory_; }
  void initial_memory(double* memory) const {
    for (std::size_t k = 0; k < first_memory_.size(); ++k)
      declaration<E>().memories()[k].initial(&element_, memory + first_memory_[k]);
  }

  void residual(const Local& q, Residual& r) const {
    Storage<double> s;
    s.load(*this, q);
    const Motion<double> motion(q, s.nodes.data(), s.unknowns.data(), s.rates.data(), true);
    Forces<double> forces(r.force(0).data(), nodes_here);
    element_.residual(motion, forces);
  }

  void jacobian(const Local& q, Jacobian& jacobian) const {
    if (std::isnan(q.c())) {
      mark_pattern(q, jacobian.values());
      return;
    }
    for_each_seed(q, jacobian.factors(),
                  [&](const Seed& seed, const RowFactors& rows) { differentiate(q, jacobian, seed, rows); });
  }

  /// Constraints at a level, by exact time derivatives of the same residual along the motion of the nodes.
  void constraints(const Local& q, ConstraintLevel level, double* out) const {
    if constexpr (own > 0) {
      Storage<Taylor2> s;
      for (int k = 0; k < nodes_here; ++k) s.nodes[k] = steady_motion(q.node(k));
      for (int j = 0; j < own; ++j) {
        s.unknowns[j] = q.unknown(j);
        s.rates[j] = has_rate(j) ? q.unknown_rate(j) : 0.0;
      }
      s.evaluate(*this, q, false);
      for (int j = 0; j < own; ++j) {
        const Taylor2& r = s.r[6 * nodes_here + j];
        if (rows_[j] == Row::constraint)
          out[j] = -(level == ConstraintLevel::position ? r.f : level == ConstraintLevel::velocity ? r.d : r.dd);
        if (rows_[j] == Row::rate && level != ConstraintLevel::position)
          out[j] = -(level == ConstraintLevel::velocity ? r.f : r.d);
      }
    }
  }

  [[nodiscard]] double energy(const Local& q) const {
    if constexpr (requires(const E& e, const Motion<double>& m) { e.energy(m); }) {
      return with_motion(q, [&](const Motion<double>& m) { return element_.energy(m); });
    } else {
      return 0;
    }
  }
  static constexpr bool has_energy = requires(const E& e, const Motion<double>& m) { e.energy(m); };
  [[nodiscard]] double dissipation(const Local& q) const {
    if constexpr (requires(const E& e, const Motion<double>& m) { e.dissipation(m); }) {
      return with_motion(q, [&](const Motion<double>& m) { return element_.dissipation(m); });
    } else {
      return 0;
    }
  }

  // Joints and forces begin with what others of their family write; see ResultRow.
  [[nodiscard]] OutputSpec output_spec(const Model& model) const {
    if constexpr (requires(const E& e) { e.output_spec(model); }) {
      return element_.output_spec(model);
    } else {
      return ResultRow(family).spec(type, *quantities_);
    }
  }
  void output(const Local& q, const Model& model, double* record) const {
    with_motion(q, [&](const Motion<double>& m) {
      if constexpr (requires(const E& e) { e.output(m, model, record); }) {
        element_.output(m, model, record);
      } else {
        double* const values = record + ResultRow(family).write(model, q, first_forces(m), record);
        write_quantities(m, values);
      }
      return 0;
    });
  }
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const {
    if constexpr (requires(const E& e) { e.log(info, model, nodes_); }) {
      return element_.log(info, model, nodes_);
    } else {
      return {};
    }
  }
  [[nodiscard]] std::vector<std::string> private_names() const { return names_of(*quantities_); }
  [[nodiscard]] double private_value(const Local& q, int datum) const {
    std::vector<double> values(names_of(*quantities_).size());
    with_motion(q, [&](const Motion<double>& m) {
      write_quantities(m, values.data());
      return 0;
    });
    return values[datum];
  }

 private:
  static constexpr int width = 8;  // directions of one evaluation
  using Gradient = Dual<width>;

  /// Input and result of one evaluation with scalar S.
  template <class S>
  struct Storage {
    std::array<NodeMotion<S>, nodes_here> nodes;
    std::array<S, own + 1> unknowns, rates;
    std::array<S, size + 1> r;

    void load(const Authored& element, const Local& q) {
      for (int k = 0; k < nodes_here; ++k) {
        const NodeState& from = q.node(k);
        NodeMotion<S>& to = nodes[k];
        for (int i = 0; i < 3; ++i) {
          to.x(i) = S(from.x(i));
          to.v(i) = S(from.v(i));
          to.w(i) = S(from.w(i));
          for (int j = 0; j < 3; ++j) to.R(i, j) = S(from.R(i, j));
        }
      }
      for (int j = 0; j < own; ++j) {
        unknowns[j] = S(q.unknown(j));
        rates[j] = S(element.has_rate(j) ? q.unknown_rate(j) : 0.0);
      }
    }
    void evaluate(const Authored& element, const Local& q, bool remember) {
      std::fill_n(r.begin(), size, S(0));
      Forces<S> forces(r.data(), nodes_here);
      element.element_.residual(Motion<S>(q, nodes.data(), unknowns.data(), rates.data(), remember), forces);
    }
  };

  [[nodiscard]] bool has_rate(int j) const { return declaration<E>().unknowns()[j].info.order == Order::differential; }

  template <class F>
  auto with_motion(const Local& q, F&& f) const {
    Storage<double> s;
    s.load(*this, q);
    return f(Motion<double>(q, s.nodes.data(), s.unknowns.data(), s.rates.data(), false));
  }
  /// Force and moment on the first node.
  [[nodiscard]] Vec6 first_forces(const Motion<double>& m) const {
    std::array<double, size + 1> r{};
    Forces<double> forces(r.data(), nodes_here);
    element_.residual(m, forces);
    Vec6 first = Vec6::Zero();
    if constexpr (nodes_here > 0) first = Eigen::Map<const Vec6>(r.data());
    return first;
  }
  void write_quantities(const Motion<double>& m, double* values) const {
    if constexpr (requires(const E& e, Quantities& out) { e.quantities(m, out); }) {
      Quantities out(values);
      element_.quantities(m, out);
    }
  }
  /// Names come from an evaluation at the input configuration.
  void list_quantities(const Model& model) {
    auto list = std::make_shared<std::vector<Quantity>>();
    if constexpr (requires(const E& e, const Motion<double>& m, Quantities& out) { e.quantities(m, out); }) {
      std::array<NodeState, nodes_here + 1> states;
      std::array<NodeIndex, size + 1> numbers{};
      for (int k = 0; k < nodes_here; ++k) states[k] = model.node(nodes_[k]).initial;
      for (int j = 0; j < size; ++j) numbers[j] = j;
      std::array<double, size + 1> zeros{};
      const std::vector<Taylor2> drives(static_cast<std::size_t>(model.drive_count()) + 1);
      State state;
      state.nodes = states.data();
      state.y = state.y_rate = zeros.data();
      state.drives = drives.data();
      const Local local(state, numbers.data(), numbers.data(), 0);
      with_motion(local, [&](const Motion<double>& m) {
        Quantities out(*list);
        element_.quantities(m, out);
        return 0;
      });
    }
    quantities_ = std::move(list);
  }

  // --- derivatives -------------------------------------------------------------------------------------------------
  void differentiate(const Local& q, Jacobian& jacobian, const Seed& seed, const RowFactors& rows) const {
    Storage<Gradient> s;
    for (int first = 0; first < column_count_; first += width) {
      const int count = std::min(width, column_count_ - first);
      s.load(*this, q);
      for (int i = 0; i < count; ++i) plant(s, q, columns_[first + i], i, seed);
      s.evaluate(*this, q, true);
      for (int row = 0; row < size; ++row) {
        const double factor = row < 6 * nodes_here                             ? rows.balance
                              : rows_[row - 6 * nodes_here] == Row::constraint ? rows.constraint
                                                                               : rows.equation;
        double* const values = jacobian.values() + row * size;
        for (int i = 0; i < count; ++i) values[columns_[first + i]] += factor * s.r[row].d[i];
      }
    }
  }

  /// Makes column `column` of the local matrix the direction `i` of an evaluation.
  void plant(Storage<Gradient>& s, const Local& q, int column, int i, const Seed& seed) const {
    const int j = column - 6 * nodes_here;
    if (j >= 0) {
      plant_unknown(s.unknowns[j], s.rates[j], has_rate(j), i, seed);
    } else {
      plant_node(s.nodes[column / 6], q, column / 6, column % 6, i, seed);
    }
  }

  /// Calls f(row, column) for every entry that can be nonzero.
  template <class F>
  void for_each_dependence(const Local& q, F&& f) const {
    constexpr int bits = 60;  // a multiple of 6, so that a node is never cut in two
    Storage<Dependence> s;
    for (int first = 0; first < size; first += bits) {
      const int end = std::min(size, first + bits);
      s.unknowns.fill({});
      s.rates.fill({});
      for (NodeMotion<Dependence>& node : s.nodes) {
        node.x.setConstant({});
        node.v.setConstant({});
        node.w.setConstant({});
        node.R.setConstant({});
      }
      for (int column = first; column < end; ++column) {
        const Dependence x = Dependence::variable(column - first);
        if (column >= 6 * nodes_here) {
          s.unknowns[column - 6 * nodes_here] = s.rates[column - 6 * nodes_here] = x;
        } else if (column % 6 < 3) {
          s.nodes[column / 6].x(column % 3) = s.nodes[column / 6].v(column % 3) = x;
        } else {
          NodeMotion<Dependence>& node = s.nodes[column / 6];
          for (int i = 0; i < 3; ++i) {
            node.w(i) += x;
            if (i == column % 3) continue;
            for (int j = 0; j < 3; ++j) node.R(i, j) += x;
          }
        }
      }
      s.evaluate(*this, q, false);
      for (int row = 0; row < size; ++row)
        for (int column = first; column < end; ++column)
          if (s.r[row].on >> (column - first) & 1) f(row, column);
    }
  }
  void mark_pattern(const Local& q, double* values) const {
    for_each_dependence(q, [&](int row, int column) { values[row * size + column] = 1; });
  }
  /// Columns that something depends on: only those are differentiated.
  void find_columns(const Model& model) {
    const PatternProbe probe(nodes_here + 1, own + 1, model.drive_count() + 1);
    std::array<bool, size + 1> used{};
    for_each_dependence(Local(probe.state(), probe.nodes(), probe.own(), 0),
                        [&](int, int column) { used[column] = true; });
    column_count_ = 0;
    for (int column = 0; column < size; ++column)
      if (used[column]) columns_[column_count_++] = static_cast<std::uint8_t>(column);
  }
  static_assert(size < 256);

  E element_;
  std::array<NodeIndex, nodes_here> nodes_;
  std::array<Row, own + 1> rows_{};
  std::array<std::uint8_t, size + 1> columns_{};
  int column_count_ = 0;
  int memory_ = 0;
  std::vector<int> first_memory_;  // of each law among the parameters
  std::shared_ptr<const std::vector<Quantity>> quantities_;
};

}  // namespace flexura::authoring
