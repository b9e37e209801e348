#include "assembly/assembler.h"

#include <algorithm>
#include <optional>
#include <type_traits>

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
  seconds_.assign(static_cast<std::size_t>(model.batch_count()), 0.0);

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
  PetscBool plain = PETSC_FALSE;
  FLEXURA_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(static_cast<Mat>(matrix_)), MATSEQAIJ, &plain));
  if (plain) {
    preallocate_rows(rows, columns);
  } else {
    FLEXURA_PETSC(MatSetPreallocationCOO(matrix_, static_cast<PetscCount>(rows.size()), rows.data(), columns.data()));
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

/// The pattern of a sequential matrix, and where each coordinate entry goes in it.
void Assembler::preallocate_rows(const std::vector<PetscInt>& rows, const std::vector<PetscInt>& columns) {
  const int n = numbering_.owned();
  std::vector<PetscInt> begin(n + 1, 0);
  for (const PetscInt row : rows) ++begin[row + 1];
  for (int i = 0; i < n; ++i) begin[i + 1] += begin[i];
  std::vector<PetscInt> pattern(rows.size());
  {
    std::vector<PetscInt> next(begin.begin(), begin.end() - 1);
    for (std::size_t k = 0; k < rows.size(); ++k) pattern[next[rows[k]]++] = columns[k];
  }
  std::vector<PetscInt> unique_begin(n + 1, 0);
  PetscInt count = 0;
  for (int i = 0; i < n; ++i) {
    const auto first = pattern.begin() + begin[i];
    const auto last = pattern.begin() + begin[i + 1];
    std::sort(first, last);
    const auto end = std::unique(first, last);
    count = static_cast<PetscInt>(std::move(first, end, pattern.begin() + count) - pattern.begin());
    unique_begin[i + 1] = count;
  }
  std::vector<bool> taken(count, false);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto first = pattern.begin() + unique_begin[rows[k]];
    const auto last = pattern.begin() + unique_begin[rows[k] + 1];
    const auto place = static_cast<PetscInt>(std::lower_bound(first, last, columns[k]) - pattern.begin());
    const bool is_first = !taken[place];
    taken[place] = true;
    if (!runs_.empty() && place == runs_.back().place + runs_.back().count && is_first == runs_.back().first) {
      ++runs_.back().count;
    } else {
      runs_.push_back({place, 1, is_first});
    }
  }
  runs_.shrink_to_fit();
  const std::vector<double> zeros(count, 0.0);
  FLEXURA_PETSC(MatSeqAIJSetPreallocationCSR(matrix_, unique_begin.data(), pattern.data(), zeros.data()));
}

/// Sums the coordinate entries. On one rank the unknowns of a node, which lie together in the entries of an element and
/// in a row of the matrix, are added together.
void Assembler::enter_values() const {
  if (runs_.empty()) {
    FLEXURA_PETSC(MatSetValuesCOO(matrix_, values_.data(), INSERT_VALUES));
    return;
  }
  double* entries = nullptr;
  FLEXURA_PETSC(MatSeqAIJGetArrayWrite(matrix_, &entries));
  const double* from = values_.data();
  const auto enter = [&](double* to, auto count, bool first) {
    if (first) {
      for (int k = 0; k < count; ++k) to[k] = from[k];
    } else {
      for (int k = 0; k < count; ++k) to[k] += from[k];
    }
  };
  for (const Run& run : runs_) {
    double* const to = entries + run.place;
    switch (run.count) {
      case 6:
        enter(to, std::integral_constant<int, 6>(), run.first);
        break;
      case 3:
        enter(to, std::integral_constant<int, 3>(), run.first);
        break;
      default:
        enter(to, static_cast<int>(run.count), run.first);
    }
    from += run.count;
  }
  FLEXURA_PETSC(MatSeqAIJRestoreArrayWrite(matrix_, &entries));
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
      if (which.empty() || !takes_part(batch, state)) continue;
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
      if (!which.empty() && takes_part(batch, state)) batch.constraints(state, level, which, r);
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
      const double start = MPI_Wtime();
      batch.jacobian(state, numbering_.elements(b), begin);
      seconds_[b] += MPI_Wtime() - start;
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
  enter_values();
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
