// A rank that dies takes the run with it, not its results: the checkpoint is whole, and the run goes on from it.
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <optional>
#include <thread>
#include <tuple>
#include <utility>

#include "test_paths.h"
#include "tests/app/children.h"
#include "tests/app/program.h"
#include "tests/sanitizers.h"

using namespace flexura::test;

namespace lost_ranks {
namespace {

const std::string chain = FLEXURA_SOURCE_DIR "/verification/rigid/free_chain/free_chain.mbd";

struct TwoRanks : Program {
  /// Waits for a condition, at most a minute.
  template <class Condition>
  static bool wait_for(Condition&& condition) {
    for (int k = 0; k < 60000; ++k) {
      if (condition()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }
  /// Ends one of two ranks by a signal once there is a checkpoint; the exit code of the launcher, if it has one.
  std::optional<int> run_with_signal(int rank, int signal) const {
    for (const char* old : {"part.chk", "part.chk.previous", "part.mov", "part.out"}) fs::remove(file(old));
    const pid_t launcher = start_ranks(2, {chain, "-s", "-o", "part", "--checkpoint", "5"});
    BOOST_REQUIRE(wait_for([&] { return fs::exists(file("part.chk")); }));
    const auto ranks = children(launcher);
    BOOST_REQUIRE(ranks.size() == 2U);
    kill(ranks[static_cast<std::size_t>(rank)], signal);
    return result_of_launcher(launcher);
  }
  void goes_on() const {
    BOOST_REQUIRE(fs::exists(file("part.chk")));
    BOOST_REQUIRE_MESSAGE(result(start_ranks(2, {chain, "-s", "-o", "part", "--restart", "part"})) == 0,
                          read("stderr"));
    for (const std::string extension : {".mov", ".jnt", ".ine", ".out"}) {
      BOOST_TEST(!read("whole" + extension).empty());
      BOOST_TEST((read("part" + extension) == read("whole" + extension)), extension);
    }
  }
};

}  // namespace
}  // namespace lost_ranks

BOOST_FIXTURE_TEST_SUITE(lost_ranks, TwoRanks)

BOOST_AUTO_TEST_CASE(a_rank_that_dies_ends_the_run_and_leaves_its_checkpoint, *unless_sanitized()) {
  if (!exists) return;
  BOOST_REQUIRE(result(start_ranks(2, {chain, "-s", "-o", "whole"})) == 0);
  BOOST_TEST(read("whole.out").find("divided among 2 ranks: ") != std::string::npos);
  for (const auto& [rank, signal] : {std::pair{0, SIGKILL}, {1, SIGKILL}, {1, SIGSEGV}, {1, SIGABRT}}) {
    BOOST_TEST_CONTEXT("rank " << rank << ", signal " << signal) {
      const auto code = run_with_signal(rank, signal);
      if (code == 0) continue;  // it was faster
      if (code)
        BOOST_TEST(read("stderr").find("signal " + std::to_string(signal)) != std::string::npos, read("stderr"));
      goes_on();
    }
  }
}

BOOST_AUTO_TEST_CASE(a_signal_to_one_rank_stops_all_at_the_same_step, *unless_sanitized()) {
  if (!exists) return;
  BOOST_REQUIRE(result(start_ranks(2, {chain, "-s", "-o", "whole"})) == 0);
  for (const auto& [rank, signal, code] : {std::tuple{0, SIGTERM, 143}, {1, SIGTERM, 143}, {1, SIGINT, 130}}) {
    BOOST_TEST_CONTEXT("rank " << rank << ", signal " << signal) {
      const auto ended = run_with_signal(rank, signal);
      if (ended == 0) continue;
      BOOST_REQUIRE(ended.has_value());
      BOOST_TEST(*ended == code);
      BOOST_TEST(read("part.out").find("stopped by a signal at time") != std::string::npos);
      goes_on();
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
