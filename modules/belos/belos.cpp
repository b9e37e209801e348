// Krylov methods of Trilinos Belos as a KSP type of PETSc: -ksp_type belos -ksp_belos_method GCRODR.
// Loaded on demand, so that the program starts without Trilinos.
#include "belos/multivector.h"

#include <petsc/private/kspimpl.h>

#include <BelosLinearProblem.hpp>
#include <BelosSolverFactory_Generic.hpp>
#include <BelosStatusTest.hpp>
#include <Teuchos_ParameterList.hpp>
#include <cstring>

namespace {

using flexura::belos::MultiVector;
using flexura::belos::Operator;
using Problem = Belos::LinearProblem<double, MultiVector, Operator>;
using Manager = Belos::SolverManager<double, MultiVector, Operator>;
using Factory = Belos::GenericSolverFactory<double, MultiVector, Operator>;

/// Methods by their names in Belos; what a user may write is compared without regard to case.
struct Method {
  const char* name;
  bool right;       ///< takes a preconditioner from the right
  bool has_blocks;  ///< a Krylov space of limited size
};
constexpr Method methods[] = {
    {"BLOCK GMRES", true, true},    {"PSEUDOBLOCK GMRES", true, true},
    {"FLEXIBLE GMRES", true, true}, {"GCRODR", true, true},
    {"TFQMR", true, false},         {"PSEUDOBLOCK TFQMR", true, false},
    {"BICGSTAB", true, false},      {"MINRES", false, false},
    {"BLOCK CG", false, false},     {"PSEUDOBLOCK CG", false, false},
};

/// Tells PETSc of each iteration: its monitors and its history of residuals.
class Watch final : public Belos::StatusTest<double, MultiVector, Operator> {
 public:
  explicit Watch(KSP ksp) : ksp_(ksp) {}
  Belos::StatusType checkStatus(Belos::Iteration<double, MultiVector, Operator>* iteration) override {
    const int number = iteration->getNumIters();
    if (number != last_) {
      last_ = number;
      std::vector<double> norms(1, 0.0);
      const auto residual = iteration->getNativeResiduals(&norms);
      if (!residual.is_null()) Belos::MultiVecTraits<double, MultiVector>::MvNorm(*residual, norms);
      ksp_->its = number;
      ksp_->rnorm = norms[0];
      FLEXURA_CHECK(KSPLogResidualHistory(ksp_, norms[0]));
      FLEXURA_CHECK(KSPMonitor(ksp_, number, norms[0]));
    }
    return Belos::Failed;  // it never ends an iteration
  }
  [[nodiscard]] Belos::StatusType getStatus() const override { return Belos::Failed; }
  void reset() override { last_ = -1; }
  void print(std::ostream&, int) const override {}

 private:
  KSP ksp_;
  int last_ = -1;
};

/// What a KSP of this type keeps between solutions: above all the subspace that GCRO-DR recycles.
struct Data {
  int method = 3;
  PetscInt blocks = 50;
  PetscInt recycled = 20;
  PetscInt verbosity = 0;
  PetscBool keep = PETSC_TRUE;
  Teuchos::RCP<Problem> problem;
  Teuchos::RCP<Manager> manager;
  Teuchos::RCP<Watch> watch;
};

Data& data_of(KSP ksp) { return *static_cast<Data*>(ksp->data); }

void prepare(KSP ksp) {
  Data& data = data_of(ksp);
  const Method& method = methods[data.method];
  const auto matrix = Teuchos::rcp(new Operator{ksp, false});
  const auto preconditioner = Teuchos::rcp(new Operator{ksp, true});
  data.problem = Teuchos::rcp(new Problem);
  data.problem->setOperator(matrix);
  if (method.right) {
    data.problem->setRightPrec(preconditioner);
  } else {
    data.problem->setLeftPrec(preconditioner);
  }
  const auto options = Teuchos::rcp(new Teuchos::ParameterList);
  std::string name = method.name;
  if (name == "FLEXIBLE GMRES") {
    name = "BLOCK GMRES";
    options->set("Flexible Gmres", true);
  }
  if (method.has_blocks) {
    options->set("Num Blocks", static_cast<int>(data.blocks));
    options->set("Maximum Restarts", 100000);  // the number of iterations ends it
  }
  if (name == "GCRODR") options->set("Num Recycled Blocks", static_cast<int>(data.recycled));
  if (data.verbosity > 0)
    options->set("Verbosity", static_cast<int>(Belos::Errors + Belos::Warnings + Belos::FinalSummary +
                                               (data.verbosity > 1 ? Belos::StatusTestDetails : 0)));
  data.manager = Factory().create(name, options);
  data.watch = Teuchos::rcp(new Watch(ksp));
  try {
    data.manager->setDebugStatusTest(data.watch);
  } catch (const std::logic_error&) {  // some methods offer none: only the last iteration is told
  }
}

void solve_throwing(KSP ksp) {
  Data& data = data_of(ksp);
  if (data.manager.is_null()) prepare(ksp);
  if (ksp->guess_zero) FLEXURA_CHECK(VecSet(ksp->vec_sol, 0));
  const auto x = Teuchos::rcp(new MultiVector);
  const auto b = Teuchos::rcp(new MultiVector);
  x->share(ksp->vec_sol);
  b->share(ksp->vec_rhs);
  double right_side = 0;
  FLEXURA_CHECK(VecNorm(ksp->vec_rhs, NORM_2, &right_side));
  ksp->its = 0;
  if (right_side == 0) {
    FLEXURA_CHECK(VecSet(ksp->vec_sol, 0));
    ksp->rnorm = 0;
    ksp->reason = KSP_CONVERGED_ATOL;
    return;
  }
  // PETSc's test: the norm of the residual is at most rtol times that of the right side, or abstol.
  const bool absolute = ksp->abstol > ksp->rtol * right_side;
  const auto options = Teuchos::rcp(new Teuchos::ParameterList);
  options->set("Convergence Tolerance", absolute ? ksp->abstol / right_side : ksp->rtol);
  options->set("Maximum Iterations", static_cast<int>(ksp->max_it));
  if (methods[data.method].has_blocks) {
    options->set("Implicit Residual Scaling", std::string("Norm of RHS"));
    options->set("Explicit Residual Scaling", std::string("Norm of RHS"));
  }
  data.manager->setParameters(options);
  if (!data.problem->setProblem(x, b)) throw std::runtime_error("Belos does not take the problem");
  if (!data.keep) data.manager->reset(Belos::RecycleSubspace);
  data.manager->reset(Belos::Problem);
  data.manager->setProblem(data.problem);
  data.watch->reset();
  const Belos::ReturnType outcome = data.manager->solve();
  ksp->its = data.manager->getNumIters();
  // Not all methods tell how far they came.
  const auto residual = Belos::MultiVecTraits<double, MultiVector>::Clone(*b, 1);
  Mat matrix = nullptr;
  FLEXURA_CHECK(KSPGetOperators(ksp, &matrix, nullptr));
  FLEXURA_CHECK(MatMult(matrix, ksp->vec_sol, residual->column(0)));
  FLEXURA_CHECK(VecAYPX(residual->column(0), -1, ksp->vec_rhs));
  FLEXURA_CHECK(VecNorm(residual->column(0), NORM_2, &ksp->rnorm));
  const bool converged = outcome == Belos::Converged && !data.manager->isLOADetected();
  if (converged) {
    ksp->reason = absolute ? KSP_CONVERGED_ATOL : KSP_CONVERGED_RTOL;
  } else {
    ksp->reason = ksp->its >= ksp->max_it ? KSP_DIVERGED_ITS : KSP_DIVERGED_BREAKDOWN;
  }
}

PetscErrorCode solve(KSP ksp) {
  PetscFunctionBegin;
  ksp->reason = KSP_CONVERGED_ITERATING;
  std::string what;
  try {
    solve_throwing(ksp);
  } catch (const std::exception& error) {  // C++ exceptions do not cross PETSc
    what = error.what();
  }
  // Belos throws when a method breaks down, too.
  if (!what.empty()) {
    PetscCall(PetscInfo(ksp, "Belos: %s\n", what.c_str()));
    ksp->reason = KSP_DIVERGED_BREAKDOWN;
  }
  PetscFunctionReturn(0);
}

PetscErrorCode set_up(KSP) { return 0; }

PetscErrorCode reset(KSP ksp) {
  Data& data = data_of(ksp);
  data.manager = Teuchos::null;
  data.problem = Teuchos::null;
  return 0;
}

PetscErrorCode destroy(KSP ksp) {
  delete static_cast<Data*>(ksp->data);
  ksp->data = nullptr;
  return 0;
}

PetscErrorCode set_from_options(KSP ksp, PetscOptionItems* PetscOptionsObject) {
  Data& data = data_of(ksp);
  const char* names[std::size(methods)];
  for (std::size_t k = 0; k < std::size(methods); ++k) names[k] = methods[k].name;
  PetscInt method = data.method;
  PetscBool given = PETSC_FALSE;
  PetscOptionsHeadBegin(PetscOptionsObject, "Krylov methods of Belos");
  PetscCall(
      PetscOptionsEList("-ksp_belos_method", "Method", "", names, std::size(methods), names[method], &method, &given));
  PetscCall(PetscOptionsInt("-ksp_belos_blocks", "Size of the Krylov space before a restart", "", data.blocks,
                            &data.blocks, nullptr));
  PetscCall(
      PetscOptionsInt("-ksp_belos_recycled", "Vectors that GCRODR keeps", "", data.recycled, &data.recycled, nullptr));
  PetscCall(
      PetscOptionsBool("-ksp_belos_keep", "GCRODR keeps them for the next system", "", data.keep, &data.keep, nullptr));
  PetscCall(PetscOptionsInt("-ksp_belos_verbosity", "What Belos prints: 0, 1, 2", "", data.verbosity, &data.verbosity,
                            nullptr));
  PetscOptionsHeadEnd();
  data.method = static_cast<int>(method);
  PetscCheck(data.blocks > 0 && data.recycled > 0 && data.recycled < data.blocks, PetscObjectComm((PetscObject)ksp),
             PETSC_ERR_ARG_OUTOFRANGE, "0 < -ksp_belos_recycled < -ksp_belos_blocks is needed");
  data.manager = Teuchos::null;  // made anew with these options
  return 0;
}

PetscErrorCode view(KSP ksp, PetscViewer viewer) {
  const Data& data = data_of(ksp);
  PetscBool text = PETSC_FALSE;
  PetscCall(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(viewer), PETSCVIEWERASCII, &text));
  if (!text) return 0;
  PetscCall(PetscViewerASCIIPrintf(viewer, "  method of Belos: %s\n", methods[data.method].name));
  if (methods[data.method].has_blocks)
    PetscCall(PetscViewerASCIIPrintf(viewer, "  restart after %" PetscInt_FMT " iterations\n", data.blocks));
  if (std::strcmp(methods[data.method].name, "GCRODR") == 0)
    PetscCall(PetscViewerASCIIPrintf(viewer, "  recycled vectors: %" PetscInt_FMT "\n", data.recycled));
  return 0;
}

PetscErrorCode create(KSP ksp) {
  PetscFunctionBegin;
  PetscCall(KSPSetSupportedNorm(ksp, KSP_NORM_UNPRECONDITIONED, PC_RIGHT, 3));
  PetscCall(KSPSetSupportedNorm(ksp, KSP_NORM_PRECONDITIONED, PC_LEFT, 2));
  PetscCall(KSPSetSupportedNorm(ksp, KSP_NORM_NONE, PC_RIGHT, 1));
  ksp->data = new Data;
  ksp->ops->setup = set_up;
  ksp->ops->solve = solve;
  ksp->ops->reset = reset;
  ksp->ops->destroy = destroy;
  ksp->ops->view = view;
  ksp->ops->setfromoptions = set_from_options;
  ksp->ops->buildsolution = KSPBuildSolutionDefault;
  ksp->ops->buildresidual = KSPBuildResidualDefault;
  PetscFunctionReturn(0);
}

}  // namespace

/// Makes `-ksp_type belos` known.
extern "C" PetscErrorCode flexura_register_belos() { return KSPRegister("belos", create); }
