#include "solvers/linear/linear_solver.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "assembly/log_stage.h"
#include "assembly/matrix_values.h"
#include "assembly/ranks.h"
#include "solvers/linear/direct_pc.h"
#include "solvers/linear/substructuring.h"
#include "support/own_module.h"

namespace flexura {

std::vector<std::string> linear_solver_names() {
  return {"aztecoo", "amesos",       "klu",           "krylov", "lapack", "mumps",   "naive",
          "pardiso", "pardiso_64",   "pastix",        "qr",     "spqr",   "superlu", "taucs",
          "umfpack", "siconosdense", "siconossparse", "watson", "y12"};
}

namespace {

/// Measured: beams and grids of beams have 20-30 entries in a row, rigid mechanisms 5 to 8; the multifrontal solver is
/// 3 to 19 times faster than KLU for the former, and slower by a third for the latter.
bool has_long_rows(Mat matrix) {
  MatInfo info;
  PetscInt n = 0;
  FLEXURA_PETSC(MatGetInfo(matrix, MAT_LOCAL, &info));
  FLEXURA_PETSC(MatGetLocalSize(matrix, &n, nullptr));
  return n > 0 && info.nz_used > 14.0 * n;
}

/// Krylov methods of Belos are a module: loaded when an option asks for them.
void load_belos_when_asked_for() {
  char type[32] = "";
  PetscBool given = PETSC_FALSE;
  FLEXURA_PETSC(PetscOptionsGetString(nullptr, nullptr, "-ksp_type", type, sizeof type, &given));
  if (!given || std::strcmp(type, "belos") != 0) return;
  using Register = PetscErrorCode (*)();
  static const auto add =
      reinterpret_cast<Register>(function_of_own_module("flexura_belos", "flexura_register_belos", "Trilinos Belos"));
  FLEXURA_PETSC(add());
}

/// MUMPS has errors for too little memory that PETSc does not tell from others (MUMPS manual, INFOG(1)).
bool mumps_lacks_memory(PC pc) {
  MatSolverType package = nullptr;
  PetscBool lu = PETSC_FALSE;
  FLEXURA_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(pc), PCLU, &lu));
  if (!lu) return false;
  FLEXURA_PETSC(PCFactorGetMatSolverType(pc, &package));
  if (!package || std::strcmp(package, MATSOLVERMUMPS) != 0) return false;
  Mat factors = nullptr;
  PetscInt info = 0;
  FLEXURA_PETSC(PCFactorGetMatrix(pc, &factors));
  FLEXURA_PETSC(MatMumpsGetInfog(factors, 1, &info));
  return info == -7 || info == -8 || info == -9 || info == -11 || info == -13 || info == -14 || info == -19 ||
         info == -20;
}

/// Option -flexura_direct klu|multifrontal.
bool asked_for_multifrontal() {
  char option[32] = "";
  PetscBool set = PETSC_FALSE;
  FLEXURA_PETSC(PetscOptionsGetString(nullptr, nullptr, "-flexura_direct", option, sizeof option, &set));
  if (!set || std::strcmp(option, "klu") == 0) return false;
  if (std::strcmp(option, "multifrontal") == 0) return true;
  throw Error(ExitCode::usage, std::string("-flexura_direct ") + option + ": klu or multifrontal is expected");
}

PetscInt size_of(Mat matrix) {
  PetscInt n = 0;
  FLEXURA_PETSC(MatGetSize(matrix, &n, nullptr));
  return n;
}

void factorise_with(PC pc, MatSolverType type) {
  FLEXURA_PETSC(PCSetType(pc, PCLU));
  FLEXURA_PETSC(PCFactorSetMatSolverType(pc, type));
}

}  // namespace

LinearSolver::LinearSolver(const LinearSettings& settings, Mat matrix, DescribeFields describe_fields,
                           std::function<void(const std::string&)> tell)
    : matrix_(matrix), settings_(settings), describe_fields_(std::move(describe_fields)), tell_(std::move(tell)) {
  if (settings.scaling.kind != ScalingSettings::Kind::none)
    scaling_ = std::make_unique<MatrixScaling>(settings.scaling);
  create_ksp();
  const auto communicator = PetscObjectComm(reinterpret_cast<PetscObject>(matrix));
  PetscBool set = PETSC_FALSE;
  FLEXURA_PETSC(PetscOptionsHasName(nullptr, nullptr, "-flexura_direct", &set));
  const auto named = {"klu", "umfpack", "superlu", "mumps", "krylov"};
  if (!set && describe_fields_ && std::find(named.begin(), named.end(), settings.name) == named.end()) {
    memory_ = std::make_unique<FactorMemory>(communicator);
    trial_ = std::make_unique<KrylovTrial>(matrix);
  }
  if (settings.name == "krylov") {
    // Below, when the options of the user have been seen.
  } else if (ranks_in(communicator) > 1) {
    take_distributed();
  } else if (settings.name == "umfpack") {
    factorise_with(pc_, MATSOLVERUMFPACK);
  } else if (settings.name == "mumps") {
    factorise_with(pc_, MATSOLVERMUMPS);
  } else if (settings.name == "superlu") {
    factorise_with(pc_, MATSOLVERSUPERLU);
  } else {
    // Only KLU's own pivot factor has KLU's meaning; those of other solvers do not carry over.
    const bool given = settings.name == "klu" && settings.pivot_factor >= 0 && settings.pivot_factor <= 1;
    const bool multifrontal = settings.name != "klu" && has_long_rows(matrix);
    const bool wanted = set ? asked_for_multifrontal() : multifrontal;
    take_direct(wanted ? make_multifrontal() : make_klu(given ? settings.pivot_factor : 0.1));
    may_change_ = !set && settings.name != "klu" && !wanted;
  }
  load_belos_when_asked_for();
  if (settings.name == "krylov") {
    take_krylov();
    return;
  }
  FLEXURA_PETSC(KSPSetFromOptions(ksp_));
  PetscBool split = PETSC_FALSE;
  FLEXURA_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(pc_), PCFIELDSPLIT, &split));
  if (split && describe_fields_) describe_fields_(pc_);
  PetscBool preonly = PETSC_FALSE;
  PetscBool shell = PETSC_FALSE;
  FLEXURA_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(static_cast<KSP>(ksp_)), KSPPREONLY, &preonly));
  FLEXURA_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(pc_), PCSHELL, &shell));
  direct_ = preonly && shell;
  may_change_ = may_change_ && direct_;
  for (const char* asked : {"-ksp_type", "-pc_type"}) {
    FLEXURA_PETSC(PetscOptionsHasName(nullptr, nullptr, asked, &set));
    if (!set) continue;
    memory_.reset();
    trial_.reset();
  }
}

void LinearSolver::create_ksp() {
  FLEXURA_PETSC(KSPCreate(PetscObjectComm(reinterpret_cast<PetscObject>(matrix_)), ksp_.out()));
  FLEXURA_PETSC(KSPSetType(ksp_, KSPPREONLY));
  FLEXURA_PETSC(KSPSetErrorIfNotConverged(ksp_, PETSC_FALSE));
  FLEXURA_PETSC(KSPGetPC(ksp_, &pc_));
  FLEXURA_PETSC(KSPSetOperators(ksp_, matrix_, matrix_));
}

void LinearSolver::take_distributed() {
  factorise_with(pc_, MATSOLVERMUMPS);
  std::unique_ptr<Substructuring> parts;
  if (settings_.name != "mumps") parts = std::make_unique<Substructuring>(matrix_);
  if (parts && (asked_for_multifrontal() || parts->tree().flops <= Substructuring::most_flops))
    take_direct(std::move(parts));
}

/// Whether the factors are worth their memory and time; the same answer on all ranks.
bool LinearSolver::judge(const FactorDemand& demand) {
  takes_long_ = false;
  if (memory_ && !memory_->fits(demand.bytes)) return false;
  takes_long_ = trial_ && trial_->worth_it(demand.flops);
  return !takes_long_;
}

void LinearSolver::take_direct(std::unique_ptr<DirectFactorisation> factorisation) {
  if (memory_) factorisation->obey([this](const FactorDemand& demand) { return judge(demand); });
  FLEXURA_PETSC(make_direct(pc_, std::move(factorisation)));
}

/// Returns the number of multipliers.
long LinearSolver::take_krylov() {
  direct_ = false;
  may_change_ = false;
  FLEXURA_PETSC(PCSetFailedReason(pc_, PC_NOERROR));
  const int ranks = ranks_in(PetscObjectComm(reinterpret_cast<PetscObject>(matrix_)));
  defaults_ = std::make_unique<KrylovDefaults>(settings_.krylov, ranks);
  FLEXURA_PETSC(KSPSetFromOptions(ksp_));
  PetscBool split = PETSC_FALSE;
  FLEXURA_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(pc_), PCFIELDSPLIT, &split));
  if (!split) return 0;
  const long multipliers = describe_fields_ ? describe_fields_(pc_) : 0;
  if (multipliers > 0) {
    defaults_->factor_multipliers(multipliers);
  } else {
    FLEXURA_PETSC(PCSetType(pc_, ranks > 1 ? PCASM : PCILU));
  }
  return multipliers;
}

/// MUMPS takes its memory in the same call in which it finds out how much it needs: its analysis is done twice where
/// the factors might be large.
void LinearSolver::look_for_room() {
  const int ranks = ranks_in(PetscObjectComm(reinterpret_cast<PetscObject>(matrix_)));
  const double n = size_of(matrix_);
  constexpr double quickly_factored = 20'000;
  if (judge({3 * sizeof(double) * n * n / ranks, n > quickly_factored ? n * n * n / ranks : 0})) return;
  Mat factors = nullptr;
  MatFactorInfo info;
  PetscInt megabytes = 0;
  PetscReal flops = 0;
  FLEXURA_PETSC(PCFactorSetUpMatSolverType(pc_));
  FLEXURA_PETSC(PCFactorGetMatrix(pc_, &factors));
  FLEXURA_PETSC(MatFactorInfoInitialize(&info));
  FLEXURA_PETSC(MatLUFactorSymbolic(factors, matrix_, nullptr, nullptr, &info));
  FLEXURA_PETSC(MatMumpsGetInfo(factors, 15, &megabytes));
  FLEXURA_PETSC(MatMumpsGetRinfo(factors, 1, &flops));
  FLEXURA_PETSC(PCReset(pc_));
  if (!judge({1e6 * megabytes, flops})) find_way_without_factors();
}

/// Another solver for a matrix whose factors were refused; false when there is none.
bool LinearSolver::find_way_without_factors() {
  if (!memory_) return false;
  if (may_change_) {
    change_to_multifrontal();
    return true;
  }
  const std::string direct = fmt::format("{}, {} unknowns: ", name(), size_of(matrix_));
  if (takes_long_) {
    try_krylov();
    if (tell_ && trying_)
      tell_(direct + trial_->describe() + "; GMRES is tried first (`linear solver: krylov;` asks for nothing else)");
    return true;
  }
  const std::string reason = memory_->describe();
  memory_.reset();
  trial_.reset();
  take_krylov();
  if (tell_) tell_(direct + reason + "; GMRES takes over (`linear solver: krylov;` asks for it at once)");
  return true;
}

void LinearSolver::try_krylov() {
  takes_long_ = false;
  trying_ = true;
  trial_->begin_matrix();
  // The factors of the multipliers' field are exact, and as expensive as others when it is large.
  constexpr long share = 4;
  if (share * take_krylov() > size_of(matrix_)) end_trial(nullptr);
}

/// Back to the factors, with which the run goes on.
void LinearSolver::end_trial(const char* why) {
  trying_ = false;
  trial_.reset();
  defaults_.reset();
  first_.clear();
  solutions_ = 0;
  stale_ = true;
  ksp_ = KspHandle();
  create_ksp();
  if (ranks_in(PetscObjectComm(reinterpret_cast<PetscObject>(matrix_))) > 1) {
    take_distributed();
  } else {
    take_direct(make_multifrontal());
  }
  FLEXURA_PETSC(KSPSetFromOptions(ksp_));
  direct_ = direct_factorisation(pc_) != nullptr;
  if (tell_ && why) tell_(fmt::format("GMRES {}: {} takes over", why, name()));
}

void LinearSolver::forget_pivots() {
  if (DirectFactorisation* direct = direct_factorisation(pc_)) direct->forget_pivots();
}

void LinearSolver::factor() {
  const LogScope scope(LogStage::factor);
  if (first_.empty() && !direct_factorisation(pc_)) {
    Archive archive = Archive::save(first_);
    exchange_values(archive, matrix_);
  }
  PCFailedReason failure = PC_NOERROR;
  FLEXURA_PETSC(PCGetFailedReason(pc_, &failure));
  // PETSc's interface to MUMPS leaves every factorisation out that follows one that failed.
  if (failure != PC_NOERROR && !direct_) FLEXURA_PETSC(PCReset(pc_));
  if (trying_) trial_->begin_matrix();
  const Mat present = system();
  FLEXURA_PETSC(KSPSetOperators(ksp_, present, present));
  if (memory_ && !direct_ && !trying_ && factorisations_ == 0) {
    look_for_room();
    FLEXURA_PETSC(KSPSetOperators(ksp_, present, present));
  }
  FLEXURA_PETSC(KSPSetUp(ksp_));
  FLEXURA_PETSC(PCSetUp(pc_));
  ++factorisations_;
  stale_ = false;
  // Loops of joints have short rows, but KLU's pivots fill the factors: measured, up to four times the time.
  if (may_change_ && direct_factorisation(pc_)->fill() > 4) {
    change_to_multifrontal();
    factor();
    --factorisations_;
  }
}

/// A solver that looks for pivots in whole columns has the last word.
void LinearSolver::replace() {
  replaced_ = true;
  may_change_ = false;
  if (name() == "substructuring") {
    factorise_with(pc_, MATSOLVERMUMPS);
    direct_ = false;
  } else {
    FLEXURA_PETSC(make_direct(pc_, make_klu(0.1)));
  }
}

void LinearSolver::change_to_multifrontal() {
  may_change_ = false;
  changed_ = true;
  take_direct(make_multifrontal());
}

void LinearSolver::remember(Archive& archive, bool matrix_too) {
  bool replaced = replaced_;
  bool changed = changed_;
  bool krylov = defaults_ != nullptr;
  bool trying = trying_;
  bool factored = matrix_too && !stale_;
  archive(replaced, changed, krylov, trying, factored, factorisations_, first_);
  if (scaling_) scaling_->remember(archive, matrix_);
  if (changed && !changed_) change_to_multifrontal();
  if (replaced && !replaced_) replace();
  if (krylov && !trying) memory_.reset();
  trying_ = trying;
  if (trying_ && !trial_) trial_ = std::make_unique<KrylovTrial>(matrix_);
  if (trying_) trial_->remember(archive);
  if (krylov && !defaults_) take_krylov();
  const long factorisations = factorisations_;
  if (!archive.saving() && !first_.empty()) {
    Archive first = Archive::restore(first_);
    exchange_values(first, matrix_);
    factor();
  }
  if (factored) exchange_values(archive, matrix_);
  DirectFactorisation* direct = direct_factorisation(pc_);
  if (direct) direct->remember(archive, matrix_);
  if (archive.saving()) return;
  if (factored) {
    if (direct) direct->factor_as_before();
    factor();
  }
  factorisations_ = factorisations;
  stale_ = !factored;
}

bool LinearSolver::solve(Vec b, Vec x) {
  const LogScope scope(LogStage::solve);
  if (stale_) factor();
  PCFailedReason failure = PC_NOERROR;
  FLEXURA_PETSC(PCGetFailedReason(pc_, &failure));
  if (!trying_ && (failure == PC_FACTOR_OUTMEMORY || (failure == PC_FACTOR_OTHER && mumps_lacks_memory(pc_)))) {
    if (find_way_without_factors()) {
      --factorisations_;
      stale_ = true;
      return solve(b, x);
    }
    throw Error(
        ExitCode::out_of_memory,
        fmt::format("out of memory in the factorisation of {} unknowns ({}); `linear solver: krylov;` needs less",
                    size_of(matrix_), name()));
  }
  if (failure != PC_NOERROR && direct_ && !replaced_ && (name() == "substructuring" || name() == "multifrontal")) {
    replace();
    factor();
    FLEXURA_PETSC(PCGetFailedReason(pc_, &failure));
  }
  const bool solved = failure == PC_NOERROR && solve_scaled(scaling_ ? scaling_->right_side(b) : b, x);
  if (!solved && trying_) {
    end_trial("would take longer than factors");
    return solve(b, x);
  }
  if (!solved) return false;
  ++solutions_;
  if (scaling_) scaling_->scale_solution(x);
  return true;
}

bool LinearSolver::solve_scaled(Vec b, Vec x) {
  if (direct_) {
    FLEXURA_PETSC(PCApply(pc_, b, x));
    return true;
  }
  if (trying_) {
    const int most = std::min(trial_->left(), settings_.krylov.max_iterations);
    if (most <= 0) return false;
    FLEXURA_PETSC(KSPSetTolerances(ksp_, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT, most));
  }
  FLEXURA_PETSC(KSPSolve(ksp_, b, x));
  if (trying_) {
    PetscInt iterations = 0;
    FLEXURA_PETSC(KSPGetIterationNumber(ksp_, &iterations));
    trial_->take(iterations);
  }
  KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
  PCFailedReason failure = PC_NOERROR;
  FLEXURA_PETSC(KSPGetConvergedReason(ksp_, &reason));
  FLEXURA_PETSC(PCGetFailedReason(pc_, &failure));
  if (failure != PC_NOERROR || reason == KSP_DIVERGED_PC_FAILED) return false;
  if (reason < 0 && trying_) return false;
  if (reason < 0) fail_to_converge(reason);
  return true;
}

void LinearSolver::fail_to_converge(int reason) const {
  const char* method = "";
  PetscInt iterations = 0;
  double residual = 0;
  KSPGetType(ksp_, &method);
  KSPGetIterationNumber(ksp_, &iterations);
  KSPGetResidualNorm(ksp_, &residual);
  throw KrylovFailure(
      fmt::format("the Krylov method `{}` with preconditioner `{}` does not solve the linear system: {} after {} "
                  "iterations, residual {:.3g}; try -ksp_max_it, another method or a stronger preconditioner, or "
                  "a direct solver",
                  method ? method : "?", name(), KSPConvergedReasons[reason], iterations, residual));
}

int LinearSolver::singular_unknown() const {
  const DirectFactorisation* direct = direct_factorisation(pc_);
  return direct ? direct->singular_unknown() : -1;
}

std::string LinearSolver::name() const {
  const char* type = nullptr;
  PCGetType(pc_, &type);
  if (const DirectFactorisation* direct = direct_factorisation(pc_)) return direct->name();
  if (defaults_ && solutions_ > 0) {
    PetscInt iterations = 0;
    KSPGetTotalIterations(ksp_, &iterations);
    return fmt::format("Krylov method, {:.1f} iterations a solution", static_cast<double>(iterations) / solutions_);
  }
  std::string text = type ? type : "?";
  MatSolverType package = nullptr;
  if (text == PCLU && PCFactorGetMatSolverType(pc_, &package) == 0 && package) text = package;
  return text;
}

}  // namespace flexura
