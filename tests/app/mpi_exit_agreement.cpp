#include <boost/test/unit_test.hpp>

#include <new>
#include <stdexcept>

#include "app/exit_agreement.h"

namespace flexura {

BOOST_AUTO_TEST_SUITE(exit_agreement)

BOOST_AUTO_TEST_CASE(errors_become_exit_codes_and_messages) {
  std::string text;
  const auto code = [&](const std::function<ExitCode()>& function) {
    text.clear();
    return guarded_run(function, text);
  };
  BOOST_TEST((code([] { return ExitCode::success; }) == ExitCode::success));
  BOOST_TEST(text.empty());
  const auto fails = []() -> ExitCode { throw Error(ExitCode::not_converged, "step 3"); };
  BOOST_TEST((code(fails) == ExitCode::not_converged));
  BOOST_TEST(text == "error: step 3");
  const auto wrong_input = []() -> ExitCode { throw InputError({"a.mbd", 3, 7}, "what"); };
  BOOST_TEST((code(wrong_input) == ExitCode::input_error));
  BOOST_TEST(text == "a.mbd:3:7: error: what");
  BOOST_TEST((code([]() -> ExitCode { throw std::bad_alloc(); }) == ExitCode::out_of_memory));
  BOOST_TEST((code([]() -> ExitCode { throw std::logic_error("x"); }) == ExitCode::internal_error));
}

BOOST_AUTO_TEST_CASE(all_ranks_end_with_the_code_of_the_lowest_that_fails) {
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  ExitAgreement agreement(MPI_COMM_WORLD);
  BOOST_TEST((agreement.run([] { return ExitCode::success; }) == ExitCode::success));
  const ExitCode code = agreement.run([&]() -> ExitCode {
    if (rank == ranks - 1) throw Error(ExitCode::singular_matrix, "expected by a test");
    return ExitCode::success;
  });
  BOOST_TEST((code == ExitCode::singular_matrix));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura
