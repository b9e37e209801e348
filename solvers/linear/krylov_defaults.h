// The Krylov method that the program takes where no option of PETSc says otherwise.
#pragma once

#include <string>
#include <vector>

#include "solvers/linear/settings.h"

namespace flexura {

/// Options of PETSc for GMRES with the two fields of fields.h: incomplete factors of "motion" (on several ranks of
/// parts that overlap by one), exact factors of the Schur complement that its diagonal leaves of "multiplier". Set
/// where the user has set nothing; taken back at the end of life, for the next solver. (M. Benzi, G. H. Golub, J.
/// Liesen, Acta Numerica 14 (2005), sec. 10.)
class KrylovDefaults {
 public:
  KrylovDefaults(const KrylovSettings& settings, int ranks);
  KrylovDefaults(const KrylovDefaults&) = delete;
  KrylovDefaults& operator=(const KrylovDefaults&) = delete;
  ~KrylovDefaults();

  /// How the Schur complement of so many rows is factored: on every rank, or shared when there are many of them.
  void factor_multipliers(long rows);

 private:
  void add(const char* name, const std::string& value);

  int ranks_;
  std::vector<std::string> added_;
};

}  // namespace flexura
