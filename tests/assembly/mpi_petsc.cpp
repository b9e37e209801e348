// What PETSc cannot do becomes an error with an exit code.
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <string>

#include "assembly/petsc.h"
#include "tests/sanitizers.h"

using namespace flexura;

namespace petsc_errors {
namespace {

struct OwnErrors {
  OwnErrors() { take_petsc_errors(); }
  ~OwnErrors() { PetscPopErrorHandler(); }
};

constexpr std::size_t too_much = std::size_t{1} << 60;

bool lacks_memory(const Error& error) {
  return error.exit_code() == ExitCode::out_of_memory &&
         std::string(error.what()).find("out of memory") != std::string::npos;
}

bool is_internal(const Error& error) {
  return error.exit_code() == ExitCode::internal_error &&
         std::string(error.what()).find("VecSetType") != std::string::npos;
}

}  // namespace
}  // namespace petsc_errors

BOOST_FIXTURE_TEST_SUITE(petsc_errors, OwnErrors)

BOOST_AUTO_TEST_CASE(what_cannot_be_allocated_is_a_lack_of_memory, *flexura::test::unless_sanitized()) {
  void* nothing = nullptr;
  BOOST_CHECK_EXCEPTION(FLEXURA_PETSC(PetscMalloc(too_much, &nothing)), Error, lacks_memory);
}

BOOST_AUTO_TEST_CASE(other_failures_are_internal_errors) {
  BOOST_CHECK_EXCEPTION(FLEXURA_PETSC(VecSetType(nullptr, VECSEQ)), Error, is_internal);
}

BOOST_AUTO_TEST_CASE(a_lack_that_was_coped_with_is_forgotten, *flexura::test::unless_sanitized()) {
  void* nothing = nullptr;
  BOOST_TEST(PetscMalloc(too_much, &nothing) != 0);
  BOOST_CHECK_EXCEPTION(FLEXURA_PETSC(VecSetType(nullptr, VECSEQ)), Error, is_internal);
}

BOOST_AUTO_TEST_SUITE_END()
