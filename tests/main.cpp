// Entry point of every unit-test executable. With FLEXURA_TEST_MPI the tests run inside an MPI and PETSc session.
#define BOOST_TEST_NO_MAIN
#define BOOST_TEST_ALTERNATIVE_INIT_API
#include <boost/test/unit_test.hpp>

#ifdef FLEXURA_TEST_MPI
#include <slepcsys.h>
#endif

int main(int argc, char* argv[]) {
#ifdef FLEXURA_TEST_MPI
  // PETSc gets no arguments: those on the command line are for Boost.Test.
  if (SlepcInitialize(nullptr, nullptr, nullptr, nullptr) != 0) return 1;
#endif
  int result = boost::unit_test::unit_test_main([] { return true; }, argc, argv);
#ifdef FLEXURA_TEST_MPI
  // A rank that failed must make the whole run fail, and no rank may leave before the others are done.
  int worst = result;
  if (MPI_Allreduce(&result, &worst, 1, MPI_INT, MPI_MAX, PETSC_COMM_WORLD) != MPI_SUCCESS) worst = 1;
  if (SlepcFinalize() != 0) worst = worst ? worst : 1;
  result = worst;
#endif
  return result;
}
