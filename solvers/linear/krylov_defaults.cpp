#include "solvers/linear/krylov_defaults.h"

#include <petscsys.h>

#include <fmt/format.h>

#include "assembly/petsc.h"

namespace flexura {

KrylovDefaults::KrylovDefaults(const KrylovSettings& settings, int ranks) : ranks_(ranks) {
  add("-ksp_type", "gmres");
  add("-ksp_pc_side", "right");
  add("-ksp_gmres_restart", "100");
  add("-ksp_rtol", fmt::format("{}", settings.tolerance));
  add("-ksp_max_it", std::to_string(settings.max_iterations));
  add("-pc_type", "fieldsplit");
  add("-pc_fieldsplit_type", "schur");
  add("-pc_fieldsplit_schur_fact_type", "upper");
  add("-pc_fieldsplit_schur_precondition", "selfp");
  add("-fieldsplit_motion_ksp_type", "preonly");
  add("-fieldsplit_motion_pc_type", ranks > 1 ? "asm" : "ilu");
  add("-fieldsplit_multiplier_ksp_type", "preonly");
}

KrylovDefaults::~KrylovDefaults() {
  for (const std::string& name : added_) PetscOptionsClearValue(nullptr, name.c_str());
}

void KrylovDefaults::factor_multipliers(long rows) {
  constexpr long few = 50'000;  // gathered by every rank: a megabyte or so in each application
  if (ranks_ > 1 && rows <= few) {
    add("-fieldsplit_multiplier_pc_type", "redundant");
    add("-fieldsplit_multiplier_redundant_pc_type", "lu");
    add("-fieldsplit_multiplier_redundant_pc_factor_mat_solver_type", "umfpack");
  } else {
    add("-fieldsplit_multiplier_pc_type", "lu");
    add("-fieldsplit_multiplier_pc_factor_mat_solver_type", ranks_ > 1 ? "mumps" : "umfpack");
  }
}

void KrylovDefaults::add(const char* name, const std::string& value) {
  PetscBool given = PETSC_FALSE;
  FLEXURA_PETSC(PetscOptionsHasName(nullptr, nullptr, name, &given));
  if (given) return;
  FLEXURA_PETSC(PetscOptionsSetValue(nullptr, name, value.c_str()));
  added_.emplace_back(name);
}

}  // namespace flexura
