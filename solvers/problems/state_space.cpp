#include "solvers/problems/state_space.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include <fmt/format.h>

#include "solvers/nonlinear/agree.h"
#include "solvers/problems/input_output.h"
#include "solvers/problems/linearisation.h"

namespace flexura {

namespace {

using Matrix = Eigen::MatrixXd;

constexpr double time_tolerance = 1e-12;

}  // namespace

StateSpaces::StateSpaces(const Assembler& assembler, const Numbering& numbering, const Model& model,
                         const std::vector<StateSpaceSettings>& settings)
    : assembler_(assembler), numbering_(numbering), model_(model) {
  for (const StateSpaceSettings& card : settings)
    for (const double time : card.times) instants_.push_back({time, &card, false});
}

bool StateSpaces::due(double time) const {
  const double slack = time_tolerance * std::max(1.0, std::abs(time));
  return std::any_of(instants_.begin(), instants_.end(),
                     [&](const Instant& instant) { return !instant.done && instant.time <= time + slack; });
}

int StateSpaces::left() const {
  return static_cast<int>(std::count_if(instants_.begin(), instants_.end(), [](const auto& i) { return !i.done; }));
}

void StateSpaces::run(const State& state, const DriveContext& context, const std::vector<DependentSet>& dependent,
                      StepObserver& observer) {
  const double slack = time_tolerance * std::max(1.0, std::abs(state.time));
  for (std::size_t k = 0; k < instants_.size(); ++k) {
    Instant& instant = instants_[k];
    if (instant.done || instant.time > state.time + slack) continue;
    instant.done = true;
    linearise_at(*instant.settings, static_cast<int>(k), state, context, dependent, observer);
  }
}

std::vector<char> StateSpaces::multipliers() const {
  std::vector<int> flags(static_cast<std::size_t>(numbering_.total()), 0);
  for (int j = numbering_.owned_balance(); j < numbering_.owned(); ++j)
    flags[numbering_.global(j)] = numbering_.equation(j).order == Order::algebraic;
  if (assembler_.ranks() > 1)
    MPI_Allreduce(MPI_IN_PLACE, flags.data(), static_cast<int>(flags.size()), MPI_INT, MPI_SUM,
                  assembler_.communicator());
  return {flags.begin(), flags.end()};
}

int StateSpaces::not_orthogonal(const Matrix& columns, const std::vector<DependentSet>& dependent) const {
  for (const DependentSet& set : dependent) {
    for (const auto& combination : set.combinations) {
      Matrix sums = Matrix::Zero(2, columns.cols());  // with signs and without
      for (const auto& [number, weight] : combination) {
        const ConstraintEquation& at = set.equations[number];
        const auto& here = numbering_.elements(at.batch);
        if (!std::binary_search(here.begin(), here.end(), at.element)) continue;
        const ElementBatch& batch = model_.batch(at.batch);
        const int dof = batch.dofs(at.element)[6 * batch.node_count(at.element) + at.equation];
        const Eigen::RowVectorXd row = weight * columns.row(numbering_.global(dof));
        sums.row(0) += row;
        sums.row(1) += row.cwiseAbs();
      }
      if (assembler_.ranks() > 1)
        MPI_Allreduce(MPI_IN_PLACE, sums.data(), static_cast<int>(sums.size()), MPI_DOUBLE, MPI_SUM,
                      assembler_.communicator());
      constexpr double round_off = 1e-8;
      for (Eigen::Index i = 0; i < sums.cols(); ++i)
        if (std::abs(sums(0, i)) > round_off * sums(1, i)) return static_cast<int>(i);
    }
  }
  return -1;
}

std::string StateSpaces::name_of_unknown(PetscInt unknown) const {
  const PetscInt local = unknown - numbering_.first();
  std::string name;
  if (local >= 0 && local < numbering_.owned()) {
    name = numbering_.describe(static_cast<int>(local));
    if (local < numbering_.owned_balance()) {
      // The equation is a balance; what it is that moves has the place in its name.
      const std::size_t colon = name.find(':');
      const bool turns = name.find("moment") != std::string::npos;
      name = name.substr(0, colon) + (turns ? ": rotation about " : ": displacement ") + name.back();
    } else if (local < numbering_.owned_nodes()) {
      name = name.substr(0, name.find(':')) + ": value";
    }
  }
  return said_by_largest(name.empty() ? 0 : 1, name, assembler_.communicator());
}

void StateSpaces::linearise_at(const StateSpaceSettings& settings, int number, const State& state,
                               const DriveContext& context, const std::vector<DependentSet>& dependent,
                               StepObserver& observer) {
  const auto fail = [&](const std::string& reason) {
    throw Error(ExitCode::not_converged, fmt::format("state space at time {:.6g}: {}", state.time, reason));
  };
  if (numbering_.total() == 0) fail("the model has no unknowns");
  if (settings.reduced && numbering_.total() > most_unknowns)
    fail(
        fmt::format("the model has {} unknowns, and is not reduced to minimal coordinates beyond {}: `descriptor only` "
                    "writes the sparse matrices of E x' = A x + B u",
                    numbering_.total(), most_unknowns));
  const Linearisation linear = linearise(assembler_, numbering_, model_, state, context, dependent);
  InputOutputEquations q;
  q.mass = gathered(linear.mass, assembler_.communicator());
  q.damping = gathered(linear.damping, assembler_.communicator());
  q.stiffness = gathered(linear.stiffness, assembler_.communicator());
  Perturbation perturbation(assembler_, numbering_, model_, state, context);
  differentiate(perturbation, settings, linear.time_scale, context, q);
  const auto refuse_input = [&](int which) {
    fail(fmt::format("the constraints of the model contradict each other when input `{}` changes alone",
                     settings.inputs[which].name));
  };
  const auto refuse_output = [&](int which) {
    fail(fmt::format("output `{}` depends on reactions that are not determined", settings.outputs[which].name));
  };
  for (const Matrix& force : q.force)
    if (const int which = not_orthogonal(force, dependent); which >= 0) refuse_input(which);
  if (const int which = not_orthogonal(q.output[0].transpose(), dependent); which >= 0) refuse_output(which);
  std::vector<double> taken_out(static_cast<std::size_t>(numbering_.owned()), 0.0);
  for (const PetscInt row : linear.removed) taken_out[row - numbering_.first()] = 1;
  const std::vector<double> all = perturbation.gather(taken_out.data());
  for (std::size_t j = 0; j < all.size(); ++j)
    for (Matrix& force : q.force)
      if (all[j] != 0) force.row(static_cast<Eigen::Index>(j)).setZero();
  q.find_fast();

  StateSpaceResult result;
  result.number = number;
  result.step = state.step;
  result.time = state.time;
  for (const auto& input : settings.inputs) result.inputs.push_back(input.name);
  for (const auto& output : settings.outputs) result.outputs.push_back(output.name);
  result.input_value = q.input_value;
  result.output_value = q.output_value;
  for (PetscInt j = 0; j < numbering_.total() && numbering_.total() <= most_unknowns; ++j)
    result.unknowns.push_back(name_of_unknown(j));
  std::string text = fmt::format("State space {} at time {:.9g}, step {}: {} inputs, {} outputs", number, state.time,
                                 state.step, result.inputs.size(), result.outputs.size());
  if (settings.descriptor) {
    result.has_full = true;
    as_they_are(q, result.full);
    text += fmt::format(", {} unknowns as they are", result.full.a.rows());
  }
  if (settings.reduced) {
    result.has_reduced = true;
    std::vector<int> chosen;
    const ReductionFailure failure = reduce_to_states(q, linear.time_scale, multipliers(), result, chosen);
    switch (failure.kind) {
      case ReductionFailure::Kind::none:
        break;
      case ReductionFailure::Kind::open:
        fail("the equations leave part of the motion open: a part without mass is held by nothing");
        break;
      case ReductionFailure::Kind::input:
        refuse_input(failure.which);
        break;
      case ReductionFailure::Kind::undetermined:
        refuse_output(failure.which);
        break;
      case ReductionFailure::Kind::coordinates:
        fail("no unknowns of the model serve as coordinates of its motion");
    }
    const auto n = static_cast<int>(numbering_.total());
    for (const int k : chosen)
      result.states.push_back(k < n ? result.unknowns[k] : "rate of " + result.unknowns[q.fast[k - n]]);
    text += fmt::format(", {} states", result.states.size());
    constexpr std::size_t most_names = 20;
    for (std::size_t k = 0; k < std::min(most_names, result.states.size()); ++k)
      text += fmt::format("\n{:>9}: {}", k + 1, result.states[k]);
    if (result.states.size() > most_names)
      text += fmt::format("\n           ... and {} more", result.states.size() - most_names);
    if (result.d.size() > 1)
      text += fmt::format("\noutputs follow derivatives of inputs, too, up to order {}", result.d.size() - 1);
  }
  observer.message(text);
  observer.state_space(result);
}

}  // namespace flexura
