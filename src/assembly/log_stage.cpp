#include "assembly/log_stage.h"

#include <array>

#include "assembly/petsc.h"

namespace flexura {

namespace {

constexpr auto stage_count = static_cast<std::size_t>(LogStage::count);

std::array<PetscLogStage, stage_count> register_stages() {
  constexpr std::array<const char*, stage_count> names = {
      "Assemble residual", "Assemble Jacobian", "Factor", "Solve", "Halo", "Output"};
  std::array<PetscLogStage, stage_count> stages{};
  for (std::size_t k = 0; k < stage_count; ++k) FLEXURA_PETSC(PetscLogStageRegister(names[k], &stages[k]));
  return stages;
}

}  // namespace

bool LogScope::wanted() {
  static const bool wanted = [] {
    PetscBool given = PETSC_FALSE;
    FLEXURA_PETSC(PetscOptionsHasName(nullptr, nullptr, "-log_view", &given));
    return given == PETSC_TRUE;
  }();
  return wanted;
}

void LogScope::push(LogStage stage) {
  static const auto stages = register_stages();
  FLEXURA_PETSC(PetscLogStagePush(stages[static_cast<std::size_t>(stage)]));
}

}  // namespace flexura
