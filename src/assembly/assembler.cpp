#include "assembly/assembler.h"

#include <algorithm>
#include <optional>

#include "assembly/log_stage.h"

namespace flexura {

namespace {

/// Elements in a chunk: what eight to sixteen beams write stays in a cache of 48 kB.
constexpr int chunk_size = 16;

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
  seconds_.assign(static_cast<std::size_t>(model.batch_count()), 0.0);
  chosen_.assign(seconds_.size(), 1);

  int max_nodes = 1;
  int max_unknowns = 1;
  for (int b = 0; b < model.batch_count(); ++b) {
    const ElementBatch& batch = model.batch(b);
    for (int e = 0; e < batch.size(); ++e) {
      max_nodes = std::max(max_nodes, batch.node_count(e) + batch.scalar_count(e));
      max_unknowns = std::max({max_unknowns, batch.unknown_count(e), batch.momentum_count(e)});
    }
  }
  find_edge();
  const PatternProbe probe(max_nodes, max_unknowns, model.drive_count());
  for (int b = 0; b < model.batch_count(); ++b) model.batch(b).set_patterns(numbering.elements(b), probe);
  divide_into_chunks();
  const ChunkedEntry::Places places = [&](std::size_t k, std::vector<Coordinates>& all) {
    if (k < chunks_.size()) return add_places(chunks_[k], all);
    for (int j = 0; j < numbering.owned(); ++j) all.push_back({numbering.global(j), numbering.global(j)});
  };
  FLEXURA_PETSC(MatCreate(communicator, matrix_.out()));
  FLEXURA_PETSC(MatSetSizes(matrix_, numbering.owned(), numbering.owned(), numbering.total(), numbering.total()));
  FLEXURA_PETSC(MatSetType(matrix_, MATAIJ));
  FLEXURA_PETSC(MatSetFromOptions(matrix_));
  PetscBool plain = PETSC_FALSE;
  FLEXURA_PETSC(PetscObjectTypeCompareAny(reinterpret_cast<PetscObject>(static_cast<Mat>(matrix_)), &plain, MATSEQAIJ,
                                          MATMPIAIJ, ""));
  if (plain) {
    entry_.set_pattern(matrix_, chunks_, places);
    auto most = static_cast<std::size_t>(numbering.owned());
    for (const Chunk& chunk : chunks_) most = std::max(most, chunk.entries);
    values_.assign(most, 0.0);
  } else {
    std::vector<Coordinates> all;
    for (std::size_t k = 0; k <= chunks_.size(); ++k) places(k, all);
    std::vector<PetscInt> rows, columns;
    for (const Coordinates& at : all) {
      rows.push_back(at.row);
      columns.push_back(at.column);
    }
    values_.assign(all.size() + 1, 0.0);
    FLEXURA_PETSC(MatSetPreallocationCOO(matrix_, static_cast<PetscCount>(all.size()), rows.data(), columns.data()));
  }
}

void Assembler::add_places(const Chunk& chunk, std::vector<Coordinates>& places) const {
  const ElementBatch& batch = model_.batch(chunk.batch);
  const auto& elements = numbering_.elements(chunk.batch);
  for (int k = chunk.begin; k < chunk.end; ++k) {
    const auto dofs = batch.dofs(elements[k]);
    const auto n = static_cast<LocalEntry>(batch.local_size(elements[k]));
    for (const LocalEntry at : batch.entries(k))
      places.push_back({numbering_.global(dofs[at / n]), numbering_.global(dofs[at % n])});
  }
}

/// Chunks of the edge come first, so that their entries travel while the others are evaluated. Chunks whose rows are
/// near each other follow each other, whatever their batch: rows are entered while they are in the cache.
void Assembler::divide_into_chunks() {
  struct Sorted {
    bool inner;
    int first;  // row
    Chunk chunk;
  };
  std::vector<Sorted> chunks;
  for (int b = 0; b < model_.batch_count(); ++b) {
    const auto& elements = numbering_.elements(b);
    const int count = static_cast<int>(elements.size());
    for (int begin = 0; begin < count; begin += chunk_size) {
      const int end = std::min(begin + chunk_size, count);
      int first = numbering_.local();
      bool edge = false;
      for (int k = begin; k < end; ++k) {
        for (const int dof : model_.batch(b).dofs(elements[k])) {
          if (dof >= 0) first = std::min(first, dof);
          edge = edge || dof >= numbering_.owned();
        }
      }
      chunks.push_back({!edge, first, {b, begin, end, edge}});
    }
  }
  std::ranges::stable_sort(chunks, {}, [](const Sorted& c) { return std::pair(c.inner, c.first); });
  for (Sorted& c : chunks) {
    for (int k = c.chunk.begin; k < c.chunk.end; ++k) c.chunk.entries += model_.batch(c.chunk.batch).entries(k).size();
    chunks_.push_back(c.chunk);
  }
}

void Assembler::find_edge() {
  edge_.resize(static_cast<std::size_t>(model_.batch_count()));
  inner_.resize(edge_.size());
  for (int b = 0; b < model_.batch_count(); ++b) {
    for (const int e : numbering_.elements(b)) {
      const auto dofs = model_.batch(b).dofs(e);
      const bool edge = std::any_of(dofs.begin(), dofs.end(), [&](int dof) { return dof >= numbering_.owned(); });
      (edge ? edge_ : inner_)[static_cast<std::size_t>(b)].push_back(e);
    }
  }
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

/// `sum` is called with the elements by batch whose contributions it adds. While those of the edge travel it adds the
/// others.
template <class Sum>
void Assembler::sum_into(Vec f, Vec f_abs, Sum&& sum) const {
  const bool ghosted = ranks_ > 1;
  const int local = numbering_.local();
  double* target = nullptr;
  double* absolute = nullptr;
  {
    const LocalArray array(f, ghosted);
    target = array.data();
    std::fill_n(target, local, 0.0);
    std::optional<LocalArray> second;
    if (f_abs) {
      second.emplace(f_abs, ghosted);
      absolute = second->data();
      std::fill_n(absolute, local, 0.0);
    }
    sum(edge_, target, absolute);
    if (!ghosted) sum(inner_, target, absolute);
  }
  if (!ghosted) return;
  const auto travel = [&](auto&& step) {
    const LogScope scope(LogStage::halo);
    FLEXURA_PETSC(step(f, ADD_VALUES, SCATTER_REVERSE));
    if (f_abs) FLEXURA_PETSC(step(f_abs, ADD_VALUES, SCATTER_REVERSE));
  };
  // What arrives is added to owned entries at the end; until then nobody else touches them.
  travel(VecGhostUpdateBegin);
  sum(inner_, target, absolute);
  travel(VecGhostUpdateEnd);
}

void Assembler::residual(const State& state, Vec f, Vec f_abs) const {
  const LogScope scope(LogStage::residual);
  FLEXURA_PETSC(PetscLogEventBegin(residual_event_, f, 0, 0, 0));
  sum_into(f, f_abs, [&](const auto& elements, double* r, double* absolute) {
    for (int b = 0; b < model_.batch_count(); ++b) {
      const ElementBatch& batch = model_.batch(b);
      const auto& which = elements[static_cast<std::size_t>(b)];
      if (which.empty() || !takes_part(b, state)) continue;
      const double start = MPI_Wtime();
      batch.residual(state, which, r, absolute);
      seconds_[b] += MPI_Wtime() - start;
    }
  });
  FLEXURA_PETSC(PetscLogEventEnd(residual_event_, f, 0, 0, 0));
}

void Assembler::constraints(const State& state, ConstraintLevel level, Vec f) const {
  sum_into(f, nullptr, [&](const auto& elements, double* r, double*) {
    for (int b = 0; b < model_.batch_count(); ++b) {
      const ElementBatch& batch = model_.batch(b);
      const auto& which = elements[static_cast<std::size_t>(b)];
      if (!which.empty() && takes_part(b, state)) batch.constraints(state, level, which, r);
    }
  });
}

void Assembler::evaluate(const State& state, const Chunk& chunk, double* values) const {
  if (!takes_part(chunk.batch, state)) {
    std::fill_n(values, chunk.entries, 0.0);
    return;
  }
  const ElementBatch& batch = model_.batch(chunk.batch);
  const double start = MPI_Wtime();
  const auto& elements = numbering_.elements(chunk.batch);
  batch.jacobian(state, {elements.data() + chunk.begin, elements.data() + chunk.end}, chunk.begin, values);
  seconds_[chunk.batch] += MPI_Wtime() - start;
}

void Assembler::evaluate_diagonal(const double* diagonal, double* values) const {
  if (diagonal) {
    std::copy_n(diagonal, numbering_.owned(), values);
  } else {
    std::fill_n(values, numbering_.owned(), 0.0);
  }
  for (int b = 0; b < model_.batch_count(); ++b) {
    const ElementBatch& batch = model_.batch(b);
    if (!batch.any_off()) continue;
    for (const int e : numbering_.elements(b)) {
      if (batch.is_on(e)) continue;
      const int* dof = batch.dofs(e).data() + 6 * batch.node_count(e);
      for (int j = 0; j < batch.unknown_count(e); ++j) values[dof[j]] += 1;
    }
  }
}

void Assembler::jacobian(const State& state, const double* diagonal) const {
  const LogScope scope(LogStage::jacobian);
  Mat matrix = matrix_;
  FLEXURA_PETSC(PetscLogEventBegin(jacobian_event_, matrix, 0, 0, 0));
  if (!entry_.has_pattern()) {
    double* next = values_.data();
    for (const Chunk& chunk : chunks_) {
      evaluate(state, chunk, next);
      next += chunk.entries;
    }
    evaluate_diagonal(diagonal, next);
    FLEXURA_PETSC(MatSetValuesCOO(matrix, values_.data(), INSERT_VALUES));
  } else {
    ChunkedEntry::Values entered(entry_);
    double* const values = values_.data();
    for (const Chunk& chunk : chunks_) {
      evaluate(state, chunk, values);
      entered.enter(values);
    }
    evaluate_diagonal(diagonal, values);
    entered.enter(values);
    entered.finish();
  }
  FLEXURA_PETSC(PetscLogEventEnd(jacobian_event_, matrix, 0, 0, 0));
}

void Assembler::save(Snapshot& snapshot) const {
  ElementCosts used = numbering_.owner().costs, measured;
  if (ranks_ > 1) {  // a run alone is saved in the same bits whenever it is repeated
    measured = seconds_;
    MPI_Allreduce(MPI_IN_PLACE, measured.data(), static_cast<int>(measured.size()), MPI_DOUBLE, MPI_SUM, communicator_);
    for (std::size_t b = 0; b < measured.size(); ++b)
      measured[b] /= std::max(1, model_.batch(static_cast<int>(b)).size());
  }
  Archive archive = snapshot.save("division");
  archive(used, measured);
}

ElementCosts saved_costs(const Snapshot& snapshot, bool measured) {
  Archive archive = snapshot.restore("division");
  ElementCosts used, found;
  archive(used, found);
  archive.finish();
  return measured && !found.empty() ? found : used;
}

void Assembler::set_filter(const BatchFilter& filter) {
  for (int b = 0; b < model_.batch_count(); ++b) chosen_[b] = !filter || filter(model_.batch(b)) ? 1 : 0;
}

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
