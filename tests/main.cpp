// Entry point of every unit-test executable. With FLEXURA_TEST_MPI the tests run inside an MPI and PETSc session.
#define BOOST_TEST_NO_MAIN
#define BOOST_TEST_ALTERNATIVE_INIT_API
#include <boost/test/unit_test.hpp>

#include <slepcsys.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>

namespace {
bool leaks_checked = false;
}

// MPI unloads its plug-ins with memory still allocated in them, which no suppression can name afterwards: at exit leaks
// are looked for only in a process that never used MPI.
extern "C" int __lsan_is_turned_off() {
  int mpi_used = 0;
  MPI_Initialized(&mpi_used);
  return mpi_used && leaks_checked ? 1 : 0;
}

// What MPI itself allocates while the tests run, and what SuperLU keeps of a factorisation that found no pivot. PETSc
// is not listed: an object that was not destroyed is a leak.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libmpi\nleak:libopen-\nleak:libpmix\nleak:libhwloc\nleak:mca_\nleak:libsuperlu\n";
}
#endif

namespace {

bool nothing_to_prepare() { return true; }

#ifdef FLEXURA_TEST_MPI
int run_tests_with_mpi(int argc, char* argv[]) {
#ifdef __SANITIZE_ADDRESS__
  __lsan_disable();
#endif
  // PETSc gets no arguments: those on the command line are for Boost.Test.
  if (SlepcInitialize(nullptr, nullptr, nullptr, nullptr) != 0) return 1;
#ifdef __SANITIZE_ADDRESS__
  __lsan_enable();
#endif
  int result = boost::unit_test::unit_test_main(&nothing_to_prepare, argc, argv);
#ifdef __SANITIZE_ADDRESS__
  // Before MPI is gone, what the tests leaked can be told from what MPI keeps.
  if (__lsan_do_recoverable_leak_check() != 0) result = 1;
  leaks_checked = true;
#endif
  // A rank that failed makes the whole run fail, and no rank leaves before the others are done.
  int worst = 1;
  if (MPI_Allreduce(&result, &worst, 1, MPI_INT, MPI_MAX, PETSC_COMM_WORLD) != MPI_SUCCESS) worst = 1;
  if (SlepcFinalize() != 0) worst = 1;
  return worst;
}
#endif

}  // namespace

int main(int argc, char* argv[]) {
#ifdef FLEXURA_TEST_MPI
  return run_tests_with_mpi(argc, argv);
#else
  const int result = boost::unit_test::unit_test_main(&nothing_to_prepare, argc, argv);
#ifdef __SANITIZE_ADDRESS__
  leaks_checked = true;
#endif
  return result;
#endif
}
