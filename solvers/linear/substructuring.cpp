#include "solvers/linear/substructuring.h"

#include <algorithm>
#include <array>
#include <limits>
#include <new>
#include <numeric>

namespace flexura {

namespace {

/// What a rank says instead of the rows of its Schur complement when it has none.
constexpr int no_factors = -1;

/// Doubles of a message with rows of Schur complements, unless a row is longer.
constexpr std::size_t rows_at_once = 1 << 15;

int as_count(std::size_t size) { return static_cast<int>(size); }

int rows_in_message(int rows) { return std::max(1, as_count(rows_at_once) / rows); }

/// Interface unknowns that each rank touches.
std::vector<std::vector<int>> gather(const std::vector<int>& own, MPI_Comm communicator) {
  int ranks = 1;
  MPI_Comm_size(communicator, &ranks);
  std::vector<int> count(ranks), begin(ranks + 1, 0);
  const int size = as_count(own.size());
  MPI_Allgather(&size, 1, MPI_INT, count.data(), 1, MPI_INT, communicator);
  std::partial_sum(count.begin(), count.end(), begin.begin() + 1);
  std::vector<int> all(begin[ranks]);
  MPI_Allgatherv(own.data(), size, MPI_INT, all.data(), count.data(), begin.data(), MPI_INT, communicator);
  std::vector<std::vector<int>> lists;
  for (int r = 0; r < ranks; ++r) lists.emplace_back(all.begin() + begin[r], all.begin() + begin[r + 1]);
  return lists;
}

}  // namespace

Substructuring::Substructuring(Mat matrix)
    : interface_(matrix), communicator_(PetscObjectComm(reinterpret_cast<PetscObject>(matrix))) {
  int rank = 0;
  MPI_Comm_rank(communicator_, &rank);
  FLEXURA_PETSC(PetscObjectGetNewTag(reinterpret_cast<PetscObject>(matrix), &tag_));
  FLEXURA_PETSC(MatGetOwnershipRange(matrix, &first_, nullptr));
  tree_ = join_parts(gather(interface_.touched(), communicator_), rank);
  std::size_t widest = interface_.touched().size();
  for (Join& join : tree_.joins) {
    widest = std::max(widest, join.unknowns.size());
    fronts_.emplace_back(std::move(join));
  }
  tree_.joins.clear();
  rows_.resize(rows_at_once);
  remainders_.resize(widest);
  joined_.resize(widest);
  part_.resize(interface_.size());
  FLEXURA_PETSC(MatCreateVecs(matrix, solution_.out(), rest_.out()));
  PetscInt owned = 0;
  FLEXURA_PETSC(VecGetLocalSize(solution_, &owned));
  right_side_.resize(owned);
}

bool Substructuring::factor(Mat matrix) {
  matrix_ = matrix;
  if (take_as_before()) return factor_with(&Multifrontal::factor_as_before);
  ++counts_.factorisations;
  return factor_with(&Multifrontal::factor_balanced);
}

void Substructuring::remember(Archive& archive, Mat matrix) {
  matrix_ = matrix;
  std::size_t fronts = fronts_.size();
  archive(analysed_, fronts, counts_.factorisations, counts_.refactorisations);
  refinement_.remember(archive);
  if (!analysed_) return;
  if (fronts != fronts_.size()) throw Error(ExitCode::input_error, "the saved matrix has another number of parts");
  interior_.remember(archive, interface_.size(), interface_.row(), interface_.column());
  for (JoinedFront& front : fronts_) front.remember(archive);
}

/// Of an unknown of top(joins).
double Substructuring::global_number(std::size_t joins, int unknown) const {
  if (unknown < 0) return -1;
  if (joins > 0) {
    const JoinedFront& front = fronts_[joins - 1];
    const int number = front.unknown(unknown);
    return number < 0 ? front.waiting()[-1 - number] : interface_.unknowns()[number];
  }
  const int interior = as_count(interface_.interior().size());
  return unknown < interior ? first_ + interface_.interior()[unknown]
                            : interface_.unknowns()[interface_.touched()[unknown - interior]];
}

/// Calls `work`, which returns whether there are factors, and notes when there is no memory.
template <class Work>
void Substructuring::attempt(Work&& work) {
  try {
    outcome_.factored = work();
  } catch (const std::bad_alloc&) {
    outcome_.factored = false;
    outcome_.lacks_memory = true;
  }
}

/// The interior of this part.
void Substructuring::eliminate(FactorFunction function) {
  bool asked = false;
  attempt([&] {
    if (!analysed_) {
      FactorJudge ask;
      if (judge()) {
        ask = [&](const FactorDemand& demand) {
          asked = true;
          FactorDemand all = demand;
          all.flops += tree().flops;
          for (const JoinedFront& front : fronts_) all.bytes += front.bytes();
          return judge()(all);
        };
      }
      interior_.analyse(interface_.size(), interface_.row(), interface_.column(), values_, top_kept(0), ask);
      asked = true;
    }
    if ((interior_.*function)(interface_.row(), interface_.column(), values_)) return true;
    outcome_.singular = global_number(0, interior_.singular_unknown());
    return false;
  });
  // The other ranks ask for room together: not even the analysis has it here.
  if (outcome_.lacks_memory && !analysed_ && judge() && !asked) judge()({std::numeric_limits<double>::infinity(), 0});
}

/// A front of the interface, after those before it on this rank.
void Substructuring::join(std::size_t at, FactorFunction function) {
  JoinedFront& front = fronts_[at];
  const Multifrontal& own = top(at);
  int arriving = 0;
  if (front.other() >= 0) MPI_Recv(&arriving, 1, MPI_INT, front.other(), tag_, communicator_, MPI_STATUS_IGNORE);
  if (arriving == no_factors) outcome_.factored = false;
  if (outcome_.factored) {
    attempt([&] {
      front.begin(own.schur_size(), arriving);
      if (rows_.size() < static_cast<std::size_t>(arriving)) rows_.resize(arriving);
      return true;
    });
  }
  if (front.other() >= 0 && arriving != no_factors) {
    const int wanted = outcome_.factored ? 1 : 0;
    MPI_Send(&wanted, 1, MPI_INT, front.other(), tag_, communicator_);
  }
  if (!outcome_.factored) return;
  const int own_waiting = own.schur_size() - top_kept(at);
  for (int i = 0; i < own_waiting; ++i) front.waiting()[i] = schur_name(at, top_kept(at) + i);
  for (int i = 0; i < own.schur_size(); ++i) front.add_own(i, own.schur_row(i));
  if (front.other() >= 0) receive(front, arriving, front.waiting().data() + own_waiting);
  attempt([&] { return front.factor(function); });
  if (!outcome_.factored && !outcome_.lacks_memory)
    outcome_.singular = global_number(at + 1, front.solver().singular_unknown());
}

void Substructuring::receive(JoinedFront& front, int rows, double* names) {
  const int waiting = rows - as_count(front.join().arriving.size());
  if (waiting > 0) MPI_Recv(names, waiting, MPI_DOUBLE, front.other(), tag_, communicator_, MPI_STATUS_IGNORE);
  const int once = rows_in_message(rows);
  for (int begin = 0; begin < rows; begin += once) {
    const int count = std::min(once, rows - begin);
    MPI_Recv(rows_.data(), count * rows, MPI_DOUBLE, front.other(), tag_, communicator_, MPI_STATUS_IGNORE);
    for (int i = 0; i < count; ++i) front.add_arriving(begin + i, rows_.data() + static_cast<std::ptrdiff_t>(i) * rows);
  }
}

/// What is left after the fronts of this rank goes to the receiver.
void Substructuring::pass_up() {
  const std::size_t joins = fronts_.size();
  const Multifrontal& own = top(joins);
  int rows = no_factors;
  if (outcome_.factored) {
    attempt([&] {
      if (rows_.size() < static_cast<std::size_t>(own.schur_size())) rows_.resize(own.schur_size());
      return true;
    });
  }
  if (outcome_.factored) rows = own.schur_size();
  MPI_Send(&rows, 1, MPI_INT, tree_.receiver, tag_, communicator_);
  if (rows == no_factors) return;
  int wanted = 0;
  MPI_Recv(&wanted, 1, MPI_INT, tree_.receiver, tag_, communicator_, MPI_STATUS_IGNORE);
  if (wanted == 0) return;
  const int waiting = rows - top_kept(joins);
  for (int i = 0; i < waiting; ++i) rows_[i] = schur_name(joins, top_kept(joins) + i);
  if (waiting > 0) MPI_Send(rows_.data(), waiting, MPI_DOUBLE, tree_.receiver, tag_, communicator_);
  const int once = rows_in_message(rows);
  for (int begin = 0; begin < rows; begin += once) {
    const int count = std::min(once, rows - begin);
    for (int i = 0; i < count; ++i)
      std::copy_n(own.schur_row(begin + i), rows, rows_.data() + static_cast<std::ptrdiff_t>(i) * rows);
    MPI_Send(rows_.data(), count * rows, MPI_DOUBLE, tree_.receiver, tag_, communicator_);
  }
}

bool Substructuring::factor_with(FactorFunction function) {
  values_ = interface_.update(matrix_);
  outcome_ = {};
  singular_ = -1;
  eliminate(function);
  for (std::size_t at = 0; at < fronts_.size(); ++at) join(at, function);
  if (tree_.receiver >= 0) pass_up();
  std::array<double, 3> told{outcome_.factored ? 0. : 1., outcome_.lacks_memory ? 1. : 0., outcome_.singular};
  MPI_Allreduce(MPI_IN_PLACE, told.data(), as_count(told.size()), MPI_DOUBLE, MPI_MAX, communicator_);
  const auto& [failed, lacks_memory, singular] = told;
  if (lacks_memory > 0) throw std::bad_alloc();
  if (failed > 0) {
    const double owned = singular - first_;
    if (owned >= 0 && owned < static_cast<double>(right_side_.size())) singular_ = static_cast<int>(owned);
    return false;
  }
  analysed_ = true;
  reduced_.resize(interior_.schur_size());
  return true;
}

void Substructuring::solve(double* x) {
  if (!refinement_.refine_next()) {
    solve_once(x);
    return;
  }
  const int owned = static_cast<int>(right_side_.size());
  std::copy_n(x, owned, right_side_.begin());
  solve_once(x);
  double* values = nullptr;
  FLEXURA_PETSC(VecGetArrayWrite(solution_, &values));
  std::copy_n(x, owned, values);
  FLEXURA_PETSC(VecRestoreArrayWrite(solution_, &values));
  FLEXURA_PETSC(MatMult(matrix_, solution_, rest_));
  FLEXURA_PETSC(VecGetArray(rest_, &values));
  for (int i = 0; i < owned; ++i) values[i] = right_side_[i] - values[i];
  refinement_.measured(backward_error(values));
  solve_once(values);
  for (int i = 0; i < owned; ++i) x[i] += values[i];
  FLEXURA_PETSC(VecRestoreArray(rest_, &values));
}

double Substructuring::backward_error(const double* rest) {
  const std::vector<int>& owned = interface_.touched_owned();
  const int interior = as_count(interface_.interior().size());
  const double* scale = interior_.column_scale();
  double largest = largest_scaled(interface_.size(), part_.data(), scale);
  MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, communicator_);
  // Row i of this part, which is number k of the owned ones.
  const auto row = [&](int i, int k) {
    const int begin = interface_.row()[i];
    RowRemainder part = remainder_of(interface_.row()[i + 1] - begin, interface_.column() + begin, values_ + begin,
                                     k < 0 ? 0.0 : right_side_[k], part_.data(), scale);
    part.rest = k < 0 ? 0.0 : rest[k];
    return part;
  };
  double error = 0;
  for (int i = 0; i < interior; ++i) error = std::max(error, row(i, interface_.interior()[i]).backward_error(largest));
  // Rows of the interface are the sum of what the parts have of them, which goes up the tree until it is complete.
  for (std::size_t i = 0; i < owned.size(); ++i) remainders_[i] = row(interior + as_count(i), owned[i]);
  for (const JoinedFront& front : fronts_) {
    const Join& join = front.join();
    std::fill_n(joined_.begin(), join.size(), RowRemainder{});
    for (std::size_t i = 0; i < join.own.size(); ++i) joined_[join.own[i]].add(remainders_[i]);
    if (join.other >= 0)
      MPI_Recv(remainders_.data(), 3 * as_count(join.arriving.size()), MPI_DOUBLE, join.other, tag_, communicator_,
               MPI_STATUS_IGNORE);
    for (std::size_t i = 0; i < join.arriving.size(); ++i) joined_[join.arriving[i]].add(remainders_[i]);
    for (int i = 0; i < join.eliminated; ++i) error = std::max(error, joined_[i].backward_error(largest));
    std::copy_n(joined_.begin() + join.eliminated, join.kept(), remainders_.begin());
  }
  if (tree_.receiver >= 0)
    MPI_Send(remainders_.data(), 3 * top_kept(fronts_.size()), MPI_DOUBLE, tree_.receiver, tag_, communicator_);
  MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, communicator_);
  return error;
}

void Substructuring::solve_once(double* x) {
  const std::vector<int>& interior = interface_.interior();
  const std::vector<int>& owned = interface_.touched_owned();
  double* touched = part_.data() + interior.size();
  for (std::size_t i = 0; i < interior.size(); ++i) part_[i] = x[interior[i]];
  for (std::size_t i = 0; i < owned.size(); ++i) touched[i] = owned[i] < 0 ? 0.0 : x[owned[i]];
  interior_.reduce(part_.data(), reduced_.data());
  double* left = reduced_.data();
  for (JoinedFront& front : fronts_) {
    std::vector<double>& arriving = front.arriving();
    if (front.other() >= 0)
      MPI_Recv(arriving.data(), as_count(arriving.size()), MPI_DOUBLE, front.other(), tag_, communicator_,
               MPI_STATUS_IGNORE);
    left = front.reduce(left);
  }
  if (tree_.receiver >= 0) {
    const int rows = top(fronts_.size()).schur_size();
    MPI_Send(left, rows, MPI_DOUBLE, tree_.receiver, tag_, communicator_);
    MPI_Recv(left, rows, MPI_DOUBLE, tree_.receiver, tag_, communicator_, MPI_STATUS_IGNORE);
  }
  for (std::size_t at = fronts_.size(); at-- > 0;) {
    JoinedFront& front = fronts_[at];
    const std::vector<double>& leaving = front.arriving();
    front.expand(at > 0 ? fronts_[at - 1].left() : reduced_.data());
    if (front.other() >= 0)
      MPI_Send(leaving.data(), as_count(leaving.size()), MPI_DOUBLE, front.other(), tag_, communicator_);
  }
  interior_.expand(reduced_.data(), part_.data());
  for (std::size_t i = 0; i < interior.size(); ++i) x[interior[i]] = part_[i];
  for (std::size_t i = 0; i < owned.size(); ++i)
    if (owned[i] >= 0) x[owned[i]] = touched[i];
}

}  // namespace flexura
