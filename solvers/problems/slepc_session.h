// SLEPc needs to be started once, after PETSc.
#pragma once

#include <slepcsys.h>

#include "assembly/petsc.h"

namespace flexura {

inline void use_slepc() {
  struct Session {
    Session() { FLEXURA_PETSC(SlepcInitializeNoArguments()); }
  };
  static const Session session;
}

}  // namespace flexura
