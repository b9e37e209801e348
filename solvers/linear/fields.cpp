#include "solvers/linear/fields.h"

#include <petscis.h>
#include <petscmat.h>

#include <array>
#include <cmath>
#include <numeric>

#include "assembly/petsc.h"

namespace flexura {

namespace {

using IsHandle = PetscHandle<IS, ISDestroy>;
using NullSpaceHandle = PetscHandle<MatNullSpace, MatNullSpaceDestroy>;

/// Where a row goes.
enum class Field { displacement, rotation, multiplier };

/// Nodes that one element holds in all their unknowns: grounds. Most have neither mass nor stiffness, so that their
/// rows are regular together with the reactions only.
std::vector<bool> held_nodes(const Model& model) {
  std::vector<bool> held(model.node_count(), false);
  for (int b = 0; b < model.batch_count(); ++b) {
    const ElementBatch& batch = model.batch(b);
    for (int e = 0; e < batch.size(); ++e)
      if (batch.node_count(e) == 1 && batch.unknown_count(e) >= 6) held[batch.nodes(e)[0]] = true;
  }
  return held;
}

std::vector<Field> fields_of(const Numbering& numbering, const Model& model) {
  std::vector<Field> fields(numbering.owned(), Field::displacement);
  for (int j = 0; j < numbering.owned(); ++j) {
    const EquationInfo& equation = numbering.equation(j);
    if (equation.row == Row::constraint || equation.row == Row::rate) {
      fields[j] = Field::multiplier;
    } else if (equation.row == Row::balance && equation.dimension == Dimension::moment) {
      fields[j] = Field::rotation;
    }
  }
  const std::vector<bool> held = held_nodes(model);
  for (const NodeIndex i : numbering.local_nodes()) {
    if (!held[i] || numbering.node(i) >= numbering.owned_balance()) continue;
    for (int a = 0; a < model.properties(i).unknown_count(); ++a) fields[numbering.node(i) + a] = Field::multiplier;
  }
  return fields;
}

void make_set(MPI_Comm communicator, const std::vector<PetscInt>& rows, IsHandle& set) {
  FLEXURA_PETSC(
      ISCreateGeneral(communicator, static_cast<PetscInt>(rows.size()), rows.data(), PETSC_COPY_VALUES, set.out()));
}

/// The six rigid motions as increments of the rows of a field, orthonormal.
void rigid_motions(MPI_Comm communicator, const std::vector<PetscInt>& rows, const Numbering& numbering,
                   const Model& model, const State& state, NullSpaceHandle& space) {
  // Sum of positions and number of nodes, for the centre.
  std::array<double, 4> sum{};
  for (const NodeIndex i : numbering.local_nodes()) {
    if (!model.properties(i).structural() || numbering.node(i) >= numbering.owned_balance()) continue;
    for (int a = 0; a < 3; ++a) sum[a] += state.nodes[i].x(a);
    sum[3] += 1;
  }
  MPI_Allreduce(MPI_IN_PLACE, sum.data(), 4, MPI_DOUBLE, MPI_SUM, communicator);
  if (sum[3] == 0) return;
  const Vec3 centre = Vec3(sum[0], sum[1], sum[2]) / sum[3];
  std::array<VecHandle, 6> modes;
  std::array<Vec, 6> plain{};
  for (int k = 0; k < 6; ++k) {
    FLEXURA_PETSC(VecCreateMPI(communicator, static_cast<PetscInt>(rows.size()), PETSC_DETERMINE, modes[k].out()));
    plain[k] = modes[k];
  }
  std::vector<int> position(numbering.owned(), -1);
  for (std::size_t p = 0; p < rows.size(); ++p) position[rows[p] - numbering.first()] = static_cast<int>(p);
  for (int k = 0; k < 6; ++k) {
    double* values = nullptr;
    FLEXURA_PETSC(VecGetArray(plain[k], &values));
    for (const NodeIndex i : numbering.local_nodes()) {
      if (!model.properties(i).structural() || numbering.node(i) >= numbering.owned_balance()) continue;
      const Vec3 axis = Vec3::Unit(k % 3);
      const Vec3 shift = k < 3 ? axis : Vec3(axis.cross(state.nodes[i].x - centre));
      for (int a = 0; a < model.properties(i).unknown_count(); ++a) {
        const int at = position[numbering.node(i) + a];
        if (at >= 0) values[at] = a < 3 ? shift(a) : (k < 3 ? 0 : axis(a - 3));
      }
    }
    FLEXURA_PETSC(VecRestoreArray(plain[k], &values));
  }
  // Gram-Schmidt, twice; a motion that is a combination of others (all nodes on a line) is left out.
  std::vector<Vec> kept;
  for (const Vec mode : plain) {
    double before = 0, after = 0;
    FLEXURA_PETSC(VecNorm(mode, NORM_2, &before));
    for (int pass = 0; pass < 2; ++pass) {
      for (const Vec other : kept) {
        double product = 0;
        FLEXURA_PETSC(VecDot(mode, other, &product));
        FLEXURA_PETSC(VecAXPY(mode, -product, other));
      }
    }
    FLEXURA_PETSC(VecNorm(mode, NORM_2, &after));
    if (after <= 1e-9 * before || after == 0) continue;
    FLEXURA_PETSC(VecScale(mode, 1 / after));
    kept.push_back(mode);
  }
  FLEXURA_PETSC(
      MatNullSpaceCreate(communicator, PETSC_FALSE, static_cast<PetscInt>(kept.size()), kept.data(), space.out()));
}

}  // namespace

long set_fields(PC pc, const Numbering& numbering, const Model& model, const State& state) {
  const MPI_Comm communicator = PetscObjectComm(reinterpret_cast<PetscObject>(pc));
  PetscInt count = 2;
  FLEXURA_PETSC(PetscOptionsGetInt(nullptr, nullptr, "-flexura_fields", &count, nullptr));
  if (count != 2 && count != 3)
    throw Error(ExitCode::usage, "-flexura_fields " + std::to_string(count) + ": 2 or 3 is expected");
  const std::vector<Field> fields = fields_of(numbering, model);
  const auto add = [&](const char* name, auto&& belongs, bool with_rigid_motions) {  // returns the rows of all ranks
    std::vector<PetscInt> rows;
    for (int j = 0; j < numbering.owned(); ++j)
      if (belongs(fields[j])) rows.push_back(numbering.first() + j);
    auto total = static_cast<long>(rows.size());
    MPI_Allreduce(MPI_IN_PLACE, &total, 1, MPI_LONG, MPI_SUM, communicator);
    if (total == 0) return total;
    IsHandle set;
    make_set(communicator, rows, set);
    if (with_rigid_motions) {
      NullSpaceHandle space;
      rigid_motions(communicator, rows, numbering, model, state, space);
      if (space)
        FLEXURA_PETSC(PetscObjectCompose(reinterpret_cast<PetscObject>(static_cast<IS>(set)), "nearnullspace",
                                         reinterpret_cast<PetscObject>(static_cast<MatNullSpace>(space))));
    }
    FLEXURA_PETSC(PCFieldSplitSetIS(pc, name, set));
    return total;
  };
  if (count == 2) {
    add(
        "motion", [](Field f) { return f != Field::multiplier; }, true);
  } else {
    add(
        "displacement", [](Field f) { return f == Field::displacement; }, false);
    add(
        "rotation", [](Field f) { return f == Field::rotation; }, false);
  }
  return add(
      "multiplier", [](Field f) { return f == Field::multiplier; }, false);
}

}  // namespace flexura
