// All elements of one type, stored contiguously and evaluated together.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/element_info.h"
#include "model/entry_offsets.h"
#include "model/local.h"
#include "model/node_lists.h"
#include "model/output_spec.h"
#include "support/error.h"
#include "support/sparse_numbers.h"

namespace flexura {

class ElementSource;
class Model;
struct ElementNote;
struct ElementShape;

/// Place of an entry in the dense local matrix of an element: row * size + column.
using LocalEntry = std::uint32_t;

/// Which level of a constraint is asked for: phi, phidot (or psi), phiddot (or psidot) at zero accelerations.
enum class ConstraintLevel : int { position = 0, velocity = 1, acceleration = 2 };

/// A state in which everything is NaN: a Jacobian evaluated with it shows, entry by entry, what depends on the state.
class PatternProbe {
 public:
  PatternProbe(int max_nodes, int max_unknowns, int drives);
  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] const NodeIndex* nodes() const { return numbers_.data(); }
  [[nodiscard]] const int* own() const { return numbers_.data(); }

 private:
  std::vector<NodeState> nodes_;
  std::vector<Mat3> spin_;
  std::vector<double> unknowns_;
  std::vector<Taylor2> drives_;
  std::vector<int> numbers_;
  State state_;
};

/// Where the unknowns of a node are.
struct NodeUnknowns {
  int first = -1;          ///< local number of the first; negative: none here
  int count = 6;           ///< 6, 3 (no rotations) or 1
  bool algebraic = false;  ///< a scalar node without a rate
};

/// Where numbers of the elements of a batch, so many each, lie behind each other in an array: momenta, internal
/// variables.
class Histories {
 public:
  int begin = 0;  ///< of the batch in the array

  void append(int count) {
    offset_.append(count);
    total_ += count;
  }
  [[nodiscard]] int count(int i) const { return offset_.count(i); }
  [[nodiscard]] int total() const { return total_; }  ///< of the elements that are kept
  /// Defined for elements that are kept.
  [[nodiscard]] int first(int i) const { return begin + (kept_.empty() ? offset_[i] : kept_[i]); }
  /// Room is made for the elements listed, in increasing order; instead of for all.
  void keep(std::span<const int> which);

 private:
  EntryOffsets offset_;
  SparseNumbers kept_;  // offsets when not all elements are kept
  int total_ = 0;
};

/// Elements of one type as the assembly sees them: topology, numbering and batch evaluation.
///
/// The lists `which` hold element numbers in this batch. Dofs are numbers in the caller's local numbering, -1 for the
/// ground; the caller sets them once with set_dofs. On several ranks each keeps its elements; of others topology,
/// ElementInfo and the names of equations stay.
class ElementBatch {
 public:
  ElementBatch(std::string_view type, std::string_view family) : type_(type), family_(family) {}
  ElementBatch(const ElementBatch&) = delete;
  ElementBatch& operator=(const ElementBatch&) = delete;
  virtual ~ElementBatch() = default;

  [[nodiscard]] std::string_view type() const { return type_; }      ///< "spherical hinge"
  [[nodiscard]] std::string_view family() const { return family_; }  ///< "joint"
  [[nodiscard]] int size() const { return info_.size(); }
  /// A copy: loops that need no more ask for the label.
  [[nodiscard]] ElementInfo info(int i) const { return info_[i]; }
  [[nodiscard]] unsigned label(int i) const { return info_.label(i); }
  [[nodiscard]] bool has_output(int i) const { return info_.output(i); }
  void set_label(int i, unsigned label) { info_.set_label(i, label); }
  void set_output(int i, bool output) { info_.set_output(i, output); }
  void set_method(int i, int method) { info_.set_method(i, method); }

  [[nodiscard]] std::span<const NodeIndex> nodes(int i) const {
    return {nodes_[i], static_cast<std::size_t>(node_count(i))};
  }
  [[nodiscard]] int node_count(int i) const { return nodes_.count(i); }
  /// Scalar nodes (abstract, electric, ...) of element i; nodes(i) are the structural ones.
  [[nodiscard]] std::span<const NodeIndex> scalars(int i) const {
    return {scalars_.data() + scalar_offset_[i], static_cast<std::size_t>(scalar_count(i))};
  }
  [[nodiscard]] int scalar_count(int i) const { return scalar_offset_.count(i); }
  [[nodiscard]] int unknown_count(int i) const { return unknown_count_.count(i); }
  [[nodiscard]] int momentum_count(int i) const { return momenta_.count(i); }
  /// Internal variables (with trial and accepted values) of element i.
  [[nodiscard]] int memory_count(int i) const { return memories_.count(i); }
  /// Six for each structural node, then own unknowns, then one for each scalar node.
  [[nodiscard]] int local_size(int i) const { return 6 * node_count(i) + unknown_count(i) + scalar_count(i); }
  /// Own unknown j of element i: order, dimension and name of its equation.
  [[nodiscard]] virtual UnknownInfo unknown(int i, int j) const = 0;

  /// Local numbers of the element's rows and columns, local_size(i) of them; none when set_dofs left it out or was not
  /// called.
  [[nodiscard]] std::span<const int> dofs(int i) const {
    if (dofs_.empty() || dof_place_[i] == 0) return {};
    return {dofs_.data() + dof_place_[i] - 1, static_cast<std::size_t>(local_size(i))};
  }
  /// Node k of any element starts at node_dof(node) (-1: ground or not needed here), own unknowns at own_dof(i).
  void set_dofs(const std::function<int(NodeIndex)>& node_dof, const std::function<int(int)>& own_dof);
  void set_dofs(const std::function<NodeUnknowns(NodeIndex)>& node, const std::function<int(int)>& own_dof);
  /// The same for the elements listed only, in increasing order.
  void set_dofs(std::span<const int> which, const std::function<NodeUnknowns(NodeIndex)>& node,
                const std::function<int(int)>& own_dof);
  /// Which scalar nodes count as algebraic in the initial problem, instead of those that set_dofs was told.
  void set_algebraic(const std::function<bool(NodeIndex)>& algebraic);
  /// Momenta and internal variables are those of the elements listed, in increasing order; without a list those of all.
  void keep_histories(std::span<const int> which);
  /// Number of the first momentum of element i in State::momentum_known.
  void set_first_momentum(int first) { momenta_.begin = first; }
  [[nodiscard]] int first_momentum(int i) const { return momenta_.first(i); }
  [[nodiscard]] int momentum_total() const { return momenta_.total(); }
  /// dp/dp' of the momenta of element i: they are integrated by the method of its first node.
  [[nodiscard]] double momenta_coefficient(const State& state, int i) const {
    return state.hybrid() && node_count(i) > 0 && !dofs(i).empty() ? state.coefficient(dofs(i).front()) : state.c;
  }
  /// The same for internal variables, in State::memory_accepted and memory_trial.
  void set_first_memory(int first) { memories_.begin = first; }
  [[nodiscard]] int first_memory(int i) const { return memories_.first(i); }
  [[nodiscard]] int memory_total() const { return memories_.total(); }
  /// Number of a shape for give_up().
  virtual int shape_number(const ElementShape& shape) = 0;
  /// Adds an element that is not kept: `source` makes it again when somebody looks at it, before keep() leaves it out.
  /// Elements that are looked at stay where they are then. Returns its number.
  virtual int give_up(const ElementNote& note, int shape, ElementSource& source, std::uint64_t ticket) = 0;
  /// Forgets what elements are, but for those listed, in increasing order: these alone can be evaluated from now on,
  /// written or asked for private data.
  virtual void keep(std::span<const int> which) = 0;
  [[nodiscard]] virtual bool is_here(int i) const = 0;
  /// Values and rates of own unknowns of element i at the start; arrays hold zeros.
  virtual void initial_unknowns(int i, double* values, double* rates) const = 0;
  /// Internal variables of element i before anything has happened.
  virtual void initial_memory(int i, double* memory) const = 0;

  /// Switches element i off or on again (`driven`). One that is off adds nothing to its nodes; its own unknowns are
  /// held at zero.
  void switch_on(int i, bool on);
  [[nodiscard]] bool is_on(int i) const { return off_.empty() || !off_[i]; }
  [[nodiscard]] bool any_off() const { return !off_.empty(); }

  /// True when elements of the type take part in the equations of a problem (a body without gravity does not).
  [[nodiscard]] virtual bool active(const State& state) const = 0;

  /// f[dof] += r, f_abs[dof] += |r| (the latter may be null); constraint rows come divided by c when c > 0.
  virtual void residual(const State& state, std::span<const int> which, double* f, double* f_abs) const = 0;
  /// Local entries that can be nonzero, as i * local_size + j, found once from the way the element computes.
  [[nodiscard]] virtual std::vector<LocalEntry> pattern(int i, const PatternProbe& probe) const = 0;
  void set_patterns(std::span<const int> which, const PatternProbe& probe);
  /// The pattern of the k-th element of the list given to set_patterns.
  [[nodiscard]] std::span<const LocalEntry> entries(int k) const { return patterns_[pattern_of_[k]]; }
  /// Writes the entries of the scaled Jacobian of each listed element, element after element in the order of entries();
  /// returns the end. The list is a part of that of set_patterns, from place `first` on.
  virtual double* jacobian(const State& state, std::span<const int> which, int first, double* values) const = 0;
  /// The dense scaled local Jacobian of one element, local_size x local_size by rows (tests, diagnostics).
  virtual void local_jacobian(const State& state, int i, double* values) const = 0;
  /// f[dof] += value of own constraint rows at a level; other rows are left alone.
  virtual void constraints(const State& state, ConstraintLevel level, std::span<const int> which, double* f) const = 0;
  /// Momenta of element i at this state, momentum_count(i) of them.
  virtual void momenta(const State& state, int i, double* p) const = 0;
  /// Their rates when node accelerations are those in the state.
  virtual void momentum_rates(const State& state, int i, double* p_rate) const = 0;
  /// Sets accelerations of nodes from the momentum rates (types that own the inertia of a node).
  virtual void accelerations(const State& state, const double* p_rate, int i, NodeState* nodes) const = 0;

  [[nodiscard]] virtual OutputSpec output_spec(int i, const Model& model) const = 0;
  virtual void output(const State& state, const Model& model, int i, double* record) const = 0;
  /// The record of the model log, without the line end; empty when there is none.
  [[nodiscard]] virtual std::string log(int i, const Model& model) const = 0;
  /// Number of a private datum by name; nothing when there is no such datum.
  [[nodiscard]] virtual std::optional<int> private_datum(int i, std::string_view name) const = 0;
  [[nodiscard]] virtual double private_value(const State& state, int i, int datum) const = 0;
  [[nodiscard]] virtual std::vector<std::string> private_names(int i) const = 0;
  /// Kinetic and potential energy of element i, J.
  [[nodiscard]] virtual double energy(const State& state, int i) const = 0;

 protected:
  /// Registers the topology of one more element.
  void append(ElementInfo info, std::span<const NodeIndex> nodes, std::span<const NodeIndex> scalars, int unknowns,
              int momenta, int memory);
  [[nodiscard]] Local local(const State& state, int i) const {
    return {state,
            nodes_[i],
            dofs(i).empty() ? nullptr : dofs(i).data() + 6 * node_count(i),
            first_momentum(i),
            first_memory(i),
            scalars_.data() + scalar_offset_[i],
            momenta_coefficient(state, i)};
  }
  /// `hybrid`: whether a column of element i has another coefficient than c.
  [[nodiscard]] bool differs(const State& state, int i) const;
  /// Gives the columns their own coefficients; `by_values` is the part of `dense` that was multiplied by c.
  void scale_columns(const State& state, int i, const double* by_values, double* dense) const;
  /// Whether the matrix of the initial problem (c = 0) of element i needs combine_initial.
  [[nodiscard]] bool has_equations(int i) const;
  /// Completes the local matrix of the initial problem: columns of differential unknowns hold derivatives by rates,
  /// those of algebraic scalar nodes derivatives by values; equations do not depend on node accelerations.
  void combine_initial(int i, double* dense, const double* by_value, const double* by_rate) const;
  /// The equations of own unknowns of an element that is off: their values (rates) are zero.
  void residual_when_off(const State& state, int i, double* f) const;
  [[noreturn]] void fail_forgotten(int i) const;
  [[nodiscard]] const NodeIndex* node_list(int i) const { return nodes_[i]; }

 private:
  std::string type_, family_;
  ElementInfos info_;
  NodeLists nodes_;
  std::vector<NodeIndex> scalars_;
  std::vector<char> scalar_algebraic_;  // by scalar node of the elements
  std::vector<char> off_;               // by element; empty when all are on
  EntryOffsets scalar_offset_, unknown_count_;
  SparseNumbers dof_place_;                        // in dofs_, by element, from 1 on
  std::vector<int> dofs_;                          // empty before set_dofs
  std::vector<std::vector<LocalEntry>> patterns_;  // each once: elements of one type have few different ones
  std::vector<int> pattern_of_;                    // by place in the list given to set_patterns
  Histories momenta_, memories_;
};

}  // namespace flexura
