#include "assembly/matrix_values.h"

#include <petscmat.h>

namespace flexura {

namespace {

void exchange_sequential(Archive& archive, Mat matrix) {
  MatInfo info;
  FLEXURA_PETSC(MatGetInfo(matrix, MAT_LOCAL, &info));
  auto count = static_cast<std::size_t>(info.nz_used);
  const std::size_t own = count;
  archive(count);
  if (count != own) throw Error(ExitCode::input_error, "the saved matrix has another pattern");
  double* values = nullptr;
  FLEXURA_PETSC(MatSeqAIJGetArray(matrix, &values));
  archive.numbers(values, count);
  FLEXURA_PETSC(MatSeqAIJRestoreArray(matrix, &values));
}

}  // namespace

void exchange_values(Archive& archive, Mat matrix) {
  PetscBool distributed = PETSC_FALSE;
  FLEXURA_PETSC(PetscObjectTypeCompare(reinterpret_cast<PetscObject>(matrix), MATMPIAIJ, &distributed));
  if (distributed) {
    Mat diagonal = nullptr;
    Mat rest = nullptr;
    FLEXURA_PETSC(MatMPIAIJGetSeqAIJ(matrix, &diagonal, &rest, nullptr));
    exchange_sequential(archive, diagonal);
    exchange_sequential(archive, rest);
  } else {
    exchange_sequential(archive, matrix);
  }
  if (archive.saving()) return;
  FLEXURA_PETSC(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
  FLEXURA_PETSC(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
}

}  // namespace flexura
