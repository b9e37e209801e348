// The batch of one element type: loops over elements stored by value, with everything inlined into the loop.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <memory>
#include <utility>

#include "model/block_vector.h"
#include "model/element_batch.h"
#include "model/given_up.h"

namespace flexura {

/// What an element type must offer. Optional members are found by name: see Batch.
///
///   static constexpr std::string_view type, family;
///   std::span<const NodeIndex> nodes() const;                  // or an std::array
///   int unknown_count() const;  UnknownInfo unknown(int j) const;
///   void residual(const Local&, Residual&) const;
///   void jacobian(const Local&, Jacobian&) const;
///
/// and, when it has them: scalars() (scalar nodes it touches), memory_count(), initial_memory(out) (internal variables,
/// read and written through Local), initial_unknowns(values, rates) (of own unknowns; zero without it),
/// constraints(local, level, out), momentum_count(), momenta(local, out),
/// momentum_rates(local, out), accelerations(local, p_rate, nodes), active(state), output_spec(model),
/// output(local, model, record), log(model), private_names(), private_datum(name), private_value(local, datum),
/// energy(local). Types that large models have many of may say `static constexpr bool can_be_read_again = true`:
/// reading their card makes an element and has no other effect but Model::add_mass, nobody changes the element
/// afterwards, its output_spec and log can be asked for at once. Ranks then give such elements up while they read.
template <class E>
concept ElementType = requires(const E& e, const Local& q, Residual& r, Jacobian& j) {
  { E::type } -> std::convertible_to<std::string_view>;
  { E::family } -> std::convertible_to<std::string_view>;
  {std::span<const NodeIndex>(e.nodes())};
  { e.unknown_count() } -> std::convertible_to<int>;
  e.residual(q, r);
  e.jacobian(q, j);
};

template <ElementType E>
class Batch final : public ElementBatch {
 public:
  Batch() : ElementBatch(E::type, E::family) {}

  int add(ElementInfo info, E element) {
    append_topology(std::move(info), element);
    if (!places_.empty()) places_.push_back(static_cast<int>(elements_.size()) + 1);
    elements_.push_back(std::move(element));
    return size() - 1;
  }
  /// What stays of an element that is not kept; as `batch` of the model.
  [[nodiscard]] ElementNote note(ElementInfo info, const E& element, bool log, const Model& model, int batch) const {
    ElementNote note;
    note.batch = batch;
    const auto nodes = element.nodes();
    note.nodes.assign(std::begin(nodes), std::end(nodes));
    if constexpr (requires { std::span<const NodeIndex>(element.scalars()); }) {
      const std::span<const NodeIndex> scalars(element.scalars());
      note.scalars.assign(scalars.begin(), scalars.end());
    }
    if constexpr (requires { element.log(info, model); })
      if (log) note.log = element.log(info, model);
    note.info = std::move(info);
    return note;
  }
  [[nodiscard]] ElementShape shape(const E& element, const Model& model) const {
    ElementShape shape;
    shape.equations = equations(element);
    if constexpr (requires { element.momentum_count(); }) shape.momenta = element.momentum_count();
    if constexpr (requires { element.memory_count(); }) shape.memory = element.memory_count();
    if constexpr (requires { element.output_spec(model); }) shape.spec = element.output_spec(model);
    return shape;
  }
  int shape_number(const ElementShape& shape) override {
    if (!given_up_) {
      given_up_ = std::make_unique<GivenUpElements>();
      for (int i = 0; i < size(); ++i) places_.push_back(i + 1);
      elements_.stay_in_place();
    }
    return given_up_->number_of(shape);
  }
  int give_up(const ElementNote& note, int shape, ElementSource& source, ElementSource::Ticket ticket) override {
    const ElementShape& known = given_up_->shape(shape);
    append_topology(note.info, note.nodes, note.scalars, static_cast<int>(known.equations.size()), known.momenta,
                    known.memory);
    source_ = &source;
    places_.push_back(-number_of_equations(known.equations));
    given_up_->add(size() - 1, ticket, shape, note.log);
    return size() - 1;
  }
  /// The element i that was given up.
  void take_back(int i, E element) {
    places_.set(static_cast<std::size_t>(i), static_cast<int>(elements_.size()) + 1);
    elements_.push_back(std::move(element));
  }
  /// Throws Error(internal_error) when the element has been forgotten.
  [[nodiscard]] const E& element(int i) const { return elements_[place(i)]; }
  [[nodiscard]] E& element(int i) { return elements_[place(i)]; }

  [[nodiscard]] bool is_here(int i) const override { return places_.empty() || places_[i] > 0; }
  void keep(std::span<const int> which) override {
    if (given_up_)
      for (const int i : which) static_cast<void>(place(i));
    given_up_.reset();
    if (static_cast<int>(which.size()) == size()) return;
    std::vector<int> number(elements_.size());  // of each that is here
    for (int i = 0; i < size(); ++i)
      if (is_here(i)) number[place(i)] = i;
    SparseNumbers places(static_cast<std::size_t>(size()));
    std::vector<char> wanted(places.size(), 0);
    for (const int i : which) wanted[i] = 1;
    for (int i = 0; i < size(); ++i) {
      const int place = wanted[i] != 0 ? 0 : is_here(i) ? -number_of_equations(equations(element(i))) : places_[i];
      if (place != 0) places.set(i, place);
    }
    int kept = 0;
    for (const int i : number)
      if (wanted[i] != 0) places.set(i, ++kept);
    elements_.keep([&](std::size_t k) { return wanted[number[k]] != 0; });
    places_ = std::move(places);
  }

  [[nodiscard]] UnknownInfo unknown(int i, int j) const override {
    if (!is_here(i)) return forgotten_[-places_[i]][j];
    if constexpr (requires(const E& e) { e.unknown(j); }) {
      return element(i).unknown(j);
    } else {
      return {};
    }
  }

  [[nodiscard]] bool active(const State& state) const override {
    if constexpr (requires { E::active(state); }) {
      return E::active(state);
    } else {
      return true;
    }
  }

  void residual(const State& state, std::span<const int> which, double* f, double* f_abs) const override {
    const double inverse_c = state.c > 0 ? 1 / state.c : 1;
    double* r = scratch_.data();
    for (const int i : which) {
      const int n = local_size(i);
      const int own = 6 * node_count(i);
      if (!is_on(i)) {
        residual_when_off(state, i, f);
        continue;
      }
      std::fill(r, r + n, 0.0);
      Residual local_residual(r, node_count(i));
      element(i).residual(local(state, i), local_residual);
      for (int j = own; j < own + unknown_count(i); ++j)
        if (unknown(i, j - own).row == Row::constraint) r[j] *= inverse_c;
      const auto dof = dofs(i);
      if (f_abs) {
        for (int j = 0; j < n; ++j) {
          if (dof[j] < 0) continue;
          f[dof[j]] += r[j];
          f_abs[dof[j]] += std::abs(r[j]);
        }
      } else {
        for (int j = 0; j < n; ++j)
          if (dof[j] >= 0) f[dof[j]] += r[j];
      }
    }
  }

  [[nodiscard]] std::vector<LocalEntry> pattern(int i, const PatternProbe& probe) const override {
    const int n = local_size(i);
    std::vector<double> values(static_cast<std::size_t>(n) * n, 0.0);
    const JacobianFactors factors = JacobianFactors::ones();
    Jacobian view(values.data(), n, node_count(i), factors, probe.state(), probe.nodes());
    element(i).jacobian(Local(probe.state(), probe.nodes(), probe.own(), 0, 0, probe.nodes() + node_count(i)), view);
    std::vector<LocalEntry> entries;
    for (int at = 0; at < n * n; ++at)
      if (values[at] != 0) entries.push_back(static_cast<LocalEntry>(at));
    return entries;
  }

  double* jacobian(const State& state, std::span<const int> which, int first, double* values) const override {
    JacobianFactors factors = JacobianFactors::of(state);
    double* dense = scratch_.data();
    for (int k = 0; k < static_cast<int>(which.size()); ++k) {
      const int i = which[k];
      if (is_on(i)) {
        if (state.hybrid()) factors = JacobianFactors::of(state, momenta_coefficient(state, i));
        fill_jacobian(state, i, factors, dense);
      } else {
        std::fill(dense, dense + local_size(i) * local_size(i), 0.0);
      }
      for (const LocalEntry at : entries(first + k)) *values++ = dense[at];
    }
    return values;
  }

  void local_jacobian(const State& state, int i, double* values) const override {
    fill_jacobian(state, i, JacobianFactors::of(state, momenta_coefficient(state, i)), values);
  }

  void constraints(const State& state, ConstraintLevel level, std::span<const int> which, double* f) const override {
    if constexpr (requires(const E& e, const Local& q, double* out) { e.constraints(q, level, out); }) {
      double* value = scratch_.data();
      for (const int i : which) {
        if (!is_on(i)) continue;
        const int own = unknown_count(i);
        std::fill(value, value + own, 0.0);
        element(i).constraints(local(state, i), level, value);
        const int* dof = dofs(i).data() + 6 * node_count(i);
        for (int j = 0; j < own; ++j)
          if (dof[j] >= 0) f[dof[j]] += value[j];
      }
    }
  }

  void momenta(const State& state, int i, double* p) const override {
    if constexpr (requires(const E& e, const Local& q) { e.momenta(q, p); }) element(i).momenta(local(state, i), p);
  }
  void momentum_rates(const State& state, int i, double* p_rate) const override {
    if constexpr (requires(const E& e, const Local& q) { e.momentum_rates(q, p_rate); })
      element(i).momentum_rates(local(state, i), p_rate);
  }
  void accelerations(const State& state, const double* p_rate, int i, NodeState* nodes_out) const override {
    if constexpr (requires(const E& e, const Local& q) { e.accelerations(q, p_rate, nodes_out); })
      element(i).accelerations(local(state, i), p_rate, nodes_out);
  }

  void initial_unknowns(int i, double* values, double* rates) const override {
    if constexpr (requires(const E& e) { e.initial_unknowns(values, rates); })
      element(i).initial_unknowns(values, rates);
  }
  void initial_memory(int i, double* memory) const override {
    if constexpr (requires(const E& e) { e.initial_memory(memory); }) element(i).initial_memory(memory);
  }

  [[nodiscard]] OutputSpec output_spec(int i, const Model& model) const override {
    if (given_up_ && given_up_->has(i)) return given_up_->spec(i);
    if constexpr (requires(const E& e) { e.output_spec(model); }) {
      return element(i).output_spec(model);
    } else {
      return {};
    }
  }
  void output(const State& state, const Model& model, int i, double* record) const override {
    if constexpr (requires(const E& e, const Local& q) { e.output(q, model, record); })
      element(i).output(local(state, i), model, record);
  }
  [[nodiscard]] std::string log(int i, const Model& model) const override {
    if (given_up_ && given_up_->has(i) && source_->wants_log()) return given_up_->log(i);
    if constexpr (requires(const E& e, const ElementInfo& about) { e.log(about, model); }) {
      return element(i).log(info(i), model);
    } else {
      return {};
    }
  }
  [[nodiscard]] std::vector<std::string> private_names(int i) const override {
    if constexpr (requires(const E& e) { e.private_names(); }) {
      return element(i).private_names();
    } else {
      return {};
    }
  }
  [[nodiscard]] std::optional<int> private_datum(int i, std::string_view name) const override {
    if constexpr (requires { element(i).private_datum(name); }) {
      // Types with more data than one would list: not all of private_datum's are in private_names.
      return element(i).private_datum(name);
    }
    const auto names = private_names(i);
    for (std::size_t k = 0; k < names.size(); ++k)
      if (names[k] == name) return static_cast<int>(k);
    return std::nullopt;
  }
  [[nodiscard]] double private_value(const State& state, int i, int datum) const override {
    if constexpr (requires(const E& e, const Local& q) { e.private_value(q, datum); }) {
      return element(i).private_value(local(state, i), datum);
    } else {
      return 0;
    }
  }
  [[nodiscard]] double energy(const State& state, int i) const override {
    if constexpr (requires(const E& e, const Local& q) { e.energy(q); }) {
      return element(i).energy(local(state, i));
    } else {
      return 0;
    }
  }

 private:
  void fill_jacobian(const State& state, int i, const JacobianFactors& factors, double* dense) const {
    const int n = local_size(i);
    const auto evaluate = [&](const JacobianFactors& with, double* values) {
      std::fill(values, values + n * n, 0.0);
      Jacobian view(values, n, node_count(i), with, state, node_list(i));
      element(i).jacobian(local(state, i), view);
    };
    evaluate(factors, dense);
    if (state.hybrid() && differs(state, i)) {
      by_values_.resize(scratch_.size());
      evaluate(factors.by_values(), by_values_.data());
      scale_columns(state, i, by_values_.data(), dense);
    }
    if (state.c != 0 || !has_equations(i)) return;
    std::vector<double> by_value(static_cast<std::size_t>(n) * n), by_rate(by_value);  // once, at the initial time
    evaluate(JacobianFactors::of_values(), by_value.data());
    evaluate(JacobianFactors::of_rates(), by_rate.data());
    combine_initial(i, dense, by_value.data(), by_rate.data());
  }

  [[nodiscard]] std::size_t place(int i) const {
    if (places_.empty()) return static_cast<std::size_t>(i);
    if (places_[i] <= 0) bring_back(i);
    return static_cast<std::size_t>(places_[i]) - 1;
  }
  void bring_back(int i) const {
    if (!given_up_ || !given_up_->has(i)) fail_forgotten(i);
    source_->read_again(*this, i, given_up_->ticket(i));
  }
  /// Registers the topology of one more element, and makes room for its evaluation.
  void append_topology(ElementInfo info, std::span<const NodeIndex> nodes, std::span<const NodeIndex> scalars,
                       int unknowns, int momenta, int memory) {
    append(std::move(info), nodes, scalars, unknowns, momenta, memory);
    const auto n = static_cast<std::size_t>(local_size(size() - 1));
    scratch_.resize(std::max(scratch_.size(), n * (n + 1)));
  }
  void append_topology(ElementInfo info, const E& element) {
    int momenta = 0;
    if constexpr (requires { element.momentum_count(); }) momenta = element.momentum_count();
    int memory = 0;
    if constexpr (requires { element.memory_count(); }) memory = element.memory_count();
    if constexpr (requires { std::span<const NodeIndex>(element.scalars()); }) {
      append_topology(std::move(info), element.nodes(), element.scalars(), element.unknown_count(), momenta, memory);
    } else {
      append_topology(std::move(info), element.nodes(), {}, element.unknown_count(), momenta, memory);
    }
  }
  [[nodiscard]] static std::vector<UnknownInfo> equations(const E& element) {
    std::vector<UnknownInfo> equations(static_cast<std::size_t>(element.unknown_count()));
    if constexpr (requires { element.unknown(0); })
      for (std::size_t j = 0; j < equations.size(); ++j) equations[j] = element.unknown(static_cast<int>(j));
    return equations;
  }
  /// Number in forgotten_ of what messages say of the unknowns of an element that is to be forgotten.
  int number_of_equations(std::vector<UnknownInfo> equations) {
    const auto at = std::find(forgotten_.begin(), forgotten_.end(), equations);
    if (at != forgotten_.end()) return static_cast<int>(at - forgotten_.begin());
    forgotten_.push_back(std::move(equations));
    return static_cast<int>(forgotten_.size()) - 1;
  }

  BlockVector<E> elements_;
  // In elements_, from 1 on; empty: all are here; -k: forgotten, with the unknowns forgotten_[k].
  SparseNumbers places_;
  std::vector<std::vector<UnknownInfo>> forgotten_;
  std::unique_ptr<GivenUpElements> given_up_;
  ElementSource* source_ = nullptr;  // of those
  mutable std::vector<double> scratch_ = std::vector<double>(1);
  mutable std::vector<double> by_values_;  // `hybrid`
};

}  // namespace flexura
