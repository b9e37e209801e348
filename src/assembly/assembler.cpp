#include "assembly/assembler.h"

#include <algorithm>

#include "assembly/log_stage.h"

namespace flexura {

namespace {

PetscLogEvent log_event(const char* name) {
  static PetscClassId id = 0;
  if (id == 0) FLEXURA_PETSC(PetscClassIdRegister("Flexura", &id));
  PetscLogEvent event = 0;
  FLEXURA_PETSC(PetscLogEventRegister(name, id, &event));
  return event;
}

/// Access to the array of a vector, owned entries then ghosts.
class LocalArray {
 public:
  LocalArray(Vec v, bool ghosted) : v_(v), local_(v) {
    if (ghosted) FLEXURA_PETSC(VecGhostGetLocalForm(v_, &local_));
    FLEXURA_PETSC(VecGetArray(local_, &data_));
  }
  LocalArray(const LocalArray&) = delete;
  LocalArray& operator=(const LocalArray&) = delete;
  ~LocalArray() {
    VecRestoreArray(local_, &data_);
    if (local_ != v_) VecGhostRestoreLocalForm(v_, &local_);
  }
  [[nodiscard]] double* data() const { return data_; }

 private:
  Vec v_, local_;
  double* data_ = nullptr;
};

}  // namespace

Assembler::Assembler(Model& model, const Numbering& numbering, MPI_Comm communicator)
    : model_(model), numbering_(numbering), communicator_(communicator) {
  MPI_Comm_size(communicator, &ranks_);
  residual_event_ = log_event("AssembleResidual");
  jacobian_event_ = log_event("AssembleJacobian");

  int max_nodes = 1;
  int max_unknowns = 1;
  for (int b = 0; b < model.batch_count(); ++b) {
    const ElementBatch& batch = model.batch(b);
    for (int e = 0; e < batch.size(); ++e) {
      max_nodes = std::max(max_nodes, batch.node_count(e) + batch.scalar_count(e));
      max_unknowns = std::max({max_unknowns, batch.unknown_count(e), batch.momentum_count(e)});
    }
  }
  const PatternProbe probe(max_nodes, max_unknowns, model.drive_count());
  std::vector<PetscInt> rows;
  std::vector<PetscInt> columns;
  for (int b = 0; b < model.batch_count(); ++b) {
    ElementBatch& batch = model.batch(b);
    const auto& elements = numbering.elements(b);
    batch.set_patterns(elements, probe);
    batch_begin_.push_back(rows.size());
    for (std::size_t k = 0; k < elements.size(); ++k) {
      const auto dofs = batch.dofs(elements[k]);
      const auto n = static_cast<LocalEntry>(batch.local_size(elements[k]));
      for (const LocalEntry at : batch.entries(static_cast<int>(k))) {
        rows.push_back(numbering.global(dofs[at / n]));
        columns.push_back(numbering.global(dofs[at % n]));
      }
    }
  }
  batch_begin_.push_back(rows.size());
  for (int j = 0; j < numbering.owned(); ++j) {
    rows.push_back(numbering.global(j));
    columns.push_back(numbering.global(j));
  }
  values_.assign(rows.size() + 1, 0.0);

  FLEXURA_PETSC(MatCreate(communicator, matrix_.out()));
  FLEXURA_PETSC(MatSetSizes(matrix_, numbering.owned(), numbering.owned(), numbering.total(), numbering.total()));
  FLEXURA_PETSC(MatSetType(matrix_, MATAIJ));
  FLEXURA_PETSC(MatSetFromOptions(matrix_));
  FLEXURA_PETSC(MatSetPreallocationCOO(matrix_, static_cast<PetscCount>(rows.size()), rows.data(), columns.data()));
}

VecHandle Assembler::create_vector() const {
  VecHandle v;
  const auto& ghosts = numbering_.ghosts();
  if (ranks_ == 1) {
    FLEXURA_PETSC(VecCreateSeq(communicator_, numbering_.owned(), v.out()));
  } else {
    FLEXURA_PETSC(VecCreateGhost(communicator_, numbering_.owned(), numbering_.total(),
                                 static_cast<PetscInt>(ghosts.size()), ghosts.data(), v.out()));
  }
  return v;
}

template <class Sum>
void Assembler::sum_into(Vec f, Vec f_abs, Sum&& sum) const {
  const bool ghosted = ranks_ > 1;
  const int local = numbering_.local();
  {
    const LocalArray target(f, ghosted);
    std::fill_n(target.data(), local, 0.0);
    if (f_abs) {
      const LocalArray absolute(f_abs, ghosted);
      std::fill_n(absolute.data(), local, 0.0);
      sum(target.data(), absolute.data());
    } else {
      sum(target.data(), nullptr);
    }
  }
  if (ghosted) {
    const LogScope scope(LogStage::halo);
    FLEXURA_PETSC(VecGhostUpdateBegin(f, ADD_VALUES, SCATTER_REVERSE));
    if (f_abs) FLEXURA_PETSC(VecGhostUpdateBegin(f_abs, ADD_VALUES, SCATTER_REVERSE));
    FLEXURA_PETSC(VecGhostUpdateEnd(f, ADD_VALUES, SCATTER_REVERSE));
    if (f_abs) FLEXURA_PETSC(VecGhostUpdateEnd(f_abs, ADD_VALUES, SCATTER_REVERSE));
  }
}

void Assembler::residual(const State& state, Vec f, Vec f_abs) const {
  const LogScope scope(LogStage::residual);
  FLEXURA_PETSC(PetscLogEventBegin(residual_event_, f, 0, 0, 0));
  sum_into(f, f_abs, [&](double* r, double* absolute) {
    for (int b = 0; b < model_.batch_count(); ++b) {
      const ElementBatch& batch = model_.batch(b);
      if (takes_part(batch, state)) batch.residual(state, numbering_.elements(b), r, absolute);
    }
  });
  FLEXURA_PETSC(PetscLogEventEnd(residual_event_, f, 0, 0, 0));
}

void Assembler::constraints(const State& state, ConstraintLevel level, Vec f) const {
  sum_into(f, nullptr, [&](double* r, double*) {
    for (int b = 0; b < model_.batch_count(); ++b) {
      const ElementBatch& batch = model_.batch(b);
      if (takes_part(batch, state)) batch.constraints(state, level, numbering_.elements(b), r);
    }
  });
}

void Assembler::jacobian(const State& state, const double* diagonal) const {
  const LogScope scope(LogStage::jacobian);
  Mat matrix = matrix_;
  FLEXURA_PETSC(PetscLogEventBegin(jacobian_event_, matrix, 0, 0, 0));
  for (int b = 0; b < model_.batch_count(); ++b) {
    const ElementBatch& batch = model_.batch(b);
    double* begin = values_.data() + batch_begin_[b];
    if (takes_part(batch, state)) {
      batch.jacobian(state, numbering_.elements(b), begin);
    } else {
      std::fill(begin, values_.data() + batch_begin_[b + 1], 0.0);
    }
  }
  double* own = values_.data() + batch_begin_.back();
  if (diagonal) {
    std::copy_n(diagonal, numbering_.owned(), own);
  } else {
    std::fill_n(own, numbering_.owned(), 0.0);
  }
  for (int b = 0; b < model_.batch_count(); ++b) {
    const ElementBatch& batch = model_.batch(b);
    if (!batch.any_off()) continue;
    for (const int e : numbering_.elements(b)) {
      if (batch.is_on(e)) continue;
      const int* dof = batch.dofs(e).data() + 6 * batch.node_count(e);
      for (int j = 0; j < batch.unknown_count(e); ++j) own[dof[j]] += 1;
    }
  }
  FLEXURA_PETSC(MatSetValuesCOO(matrix, values_.data(), INSERT_VALUES));
  FLEXURA_PETSC(PetscLogEventEnd(jacobian_event_, matrix, 0, 0, 0));
}

void Assembler::set_filter(BatchFilter filter) { filter_ = std::move(filter); }

void Assembler::with_ghosts(Vec v, const std::function<void(const double*)>& use) const {
  if (ranks_ > 1) {
    const LogScope scope(LogStage::halo);
    FLEXURA_PETSC(VecGhostUpdateBegin(v, INSERT_VALUES, SCATTER_FORWARD));
    FLEXURA_PETSC(VecGhostUpdateEnd(v, INSERT_VALUES, SCATTER_FORWARD));
  }
  const LocalArray array(v, ranks_ > 1);
  use(array.data());
}

}  // namespace flexura
