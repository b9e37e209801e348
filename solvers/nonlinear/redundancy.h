// Linear systems with redundant constraints: the motion of the exact Newton step, reactions of least norm.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "solvers/linear/linear_solver.h"
#include "solvers/nonlinear/dependent_constraints.h"
#include "support/snapshot.h"

namespace flexura {

/// The dependent constraint equations of a model and the linear systems that contain them.
///
/// With dependent constraints the matrix [A, -B; phi_q, 0] of a Newton step is singular: some combinations of
/// multipliers act on nothing. The constraint rows of the joints concerned get a diagonal d, a small part of
/// phi_q A^-1 B; the factors of this matrix precondition an iteration (GCR) with the matrix without d. The motion is
/// that of the exact Newton step; of the multipliers those of least 2-norm are found (in the units of the model), anew
/// in every system. Works with every linear solver, at any attitude of the model, and when equations become independent
/// again. Docs: docs/solvers.md.
///
/// What dependent equations contradict each other by (data with few digits) is a gap that no motion can close; it is
/// kept apart, in m and rad, and taken out of the residual.
class Redundancy {
 public:
  Redundancy(const Assembler& assembler, const Numbering& numbering, const Model& model);

  /// Replaces the known sets by the ones at this state. Overwrites the matrix of the assembler. Collective.
  void detect(const State& state, double tolerance);
  /// Adds the sets at this state that concern joints not known before; true when there are such. Collective.
  bool detect_more(const State& state, double tolerance);
  [[nodiscard]] bool any() const { return !sets_.empty(); }
  [[nodiscard]] const std::vector<DependentSet>& sets() const { return sets_; }

  /// Adds d to the matrix that has just been assembled. `added`: the diagonal it was assembled with (null: none), of
  /// which entries below `light` stand for no inertia or stiffness. Rows in `skip` (null: none) are left alone.
  void add_diagonal(const double* added = nullptr, double light = 0, const char* skip = nullptr,
                    double relative = relative_diagonal);
  /// What is done about a part of the right side that no motion can meet.
  enum class Unmet {
    ignore,  ///< nothing: a nonlinear iteration is under way
    drop,    ///< it is left out
    note     ///< it is left out and added to the gap
  };
  /// Solves the system without d; b and x are owned vectors, b may change. `multipliers`: present values by owned row
  /// (null: zero), of which the unknowns are `scale` times the increments. Constraint rows of b are divided by
  /// `divisor`.
  bool solve(LinearSolver& linear, Vec b, Vec x, const double* multipliers, double scale, double divisor, Unmet unmet);
  /// Constraint rows need not be met better than this (in the scale of their rows); 0: as well as round-off allows.
  void set_enough(double rest) { enough_ = rest; }
  /// Solves with d left in: a damped step (Levenberg-Marquardt) for equations that are far from being met.
  bool solve_damped(LinearSolver& linear, Vec b, Vec x, const double* multipliers);
  /// Takes the gap found so far out of a residual.
  void remove_gap(Vec f, double divisor) const;
  /// Largest gap, m or rad. Collective.
  [[nodiscard]] double gap() const;
  void reset_gap();

  /// Saves what is known of dependent equations, and the diagonal that is in the matrix; or takes it back.
  void save(Snapshot& snapshot);
  void restore(const Snapshot& snapshot);

  /// Part of the compliance phi_q A^-1 B of a set that d is: large against round-off, small against what the iteration
  /// has to undo. Values from 1e-1 to 1e-6 give the same motion, but the split of undetermined reactions carries the
  /// round-off of positions over c^2, divided by this number: 4e-6 of the largest with 1e-2, ten times that with 1e-3.
  static constexpr double relative_diagonal = 1e-2;

  /// The product with the matrix without the diagonal that add_diagonal() put in.
  void multiply(Vec x, Vec product) const;

 private:
  struct Member {
    int owned = 0;
    int set = 0;
    double sign = 1;
    bool positional = true;  // divided by c
    int batch = 0, element = 0;
    std::vector<std::array<double, 6>> squares;  // of its entries, by node of the element
  };

  void exchange_sets(Archive& archive);
  [[nodiscard]] int first_row(const Member& member) const;
  void shift(Vec b, const double* multipliers, double scale);
  bool adopt(std::vector<DependentSet> found, bool keep_old);
  void register_members();
  void find_signs();
  [[nodiscard]] double compliance(const Member& member, const double* diagonal) const;
  void measure_sets();
  bool iterate(LinearSolver& linear, Vec b, Vec x, bool& contradiction);

  const Assembler& assembler_;
  const Numbering& numbering_;
  const Model& model_;
  std::vector<DependentSet> sets_;
  std::vector<Member> members_;                           // on this rank
  std::vector<double> d_;                                 // by member
  std::vector<double> compliance_, least_, sums_, size_;  // of members and sets, storage of measure_sets
  VecHandle right_, rest_, diagonal_;
  std::vector<VecHandle> directions_, products_;
  double enough_ = 0;
  std::vector<double> gap_;  // by member, m or rad
};

}  // namespace flexura
