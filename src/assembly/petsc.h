// PETSc calls that throw, and handles that destroy themselves.
#pragma once

#include <petscksp.h>

#include <string>
#include <utility>

#include "support/error.h"

namespace flexura {

/// From now on errors of PETSc print nothing and are told by those who check its calls. To be called once PETSc is
/// initialised.
void take_petsc_errors();

/// Throws Error when a PETSc call fails; `what` names the call. A lack of memory, in whatever call, is out_of_memory
/// (after take_petsc_errors()).
[[noreturn]] void throw_petsc_error(PetscErrorCode code, const char* what);

inline void check_petsc(PetscErrorCode code, const char* what) {
  if (PetscUnlikely(code != 0)) throw_petsc_error(code, what);
}
#define FLEXURA_PETSC(call) ::flexura::check_petsc((call), #call)

/// The latest error of PETSc began with a lack of memory (after take_petsc_errors()).
bool petsc_lacks_memory();

/// Owner of a PETSc object. Where memory ended, objects are half-made, PETSc does not survive their end, and that of
/// the program is near: they stay.
template <class T, PetscErrorCode (*Destroy)(T*)>
class PetscHandle {
 public:
  PetscHandle() = default;
  PetscHandle(const PetscHandle&) = delete;
  PetscHandle& operator=(const PetscHandle&) = delete;
  PetscHandle(PetscHandle&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  PetscHandle& operator=(PetscHandle&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~PetscHandle() {
    if (object_ && !petsc_lacks_memory()) Destroy(&object_);
  }
  operator T() const { return object_; }  // NOLINT: used like the object
  T* out() { return &object_; }

 private:
  T object_ = nullptr;
};

using VecHandle = PetscHandle<Vec, VecDestroy>;
using MatHandle = PetscHandle<Mat, MatDestroy>;
using KspHandle = PetscHandle<KSP, KSPDestroy>;

}  // namespace flexura
