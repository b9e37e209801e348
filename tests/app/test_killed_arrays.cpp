// Result files of a run that is killed at any moment: it goes on to what the run without interruption gives.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "test_paths.h"
#include "tests/app/children.h"
#include "tests/app/program.h"
#include "tests/output/netcdf_contents.h"
#include "tests/sanitizers.h"

using namespace flexura::test;

namespace killed_arrays {
namespace {

struct Killed : Program {
  /// A chain of bodies with results in a format.
  void write_model(const std::string& format) const {
    std::ostringstream text;
    text << std::ifstream(FLEXURA_SOURCE_DIR "/verification/rigid/free_chain/free_chain.mbd").rdbuf();
    std::string model = text.str();
    const std::string block = "begin: control data;";
    if (format != "text")
      model.replace(model.find(block), block.size(), block + " output results: netcdf, " + format + ";");
    write("model.mbd", model);
  }
  [[nodiscard]] pid_t begin(int ranks, const std::vector<std::string>& arguments) const {
    return ranks == 1 ? start(arguments) : start_ranks(ranks, arguments);
  }
  /// Kills all ranks and waits for them.
  static void kill_all(int ranks, pid_t launched) {
    if (ranks == 1) {
      kill(launched, SIGKILL);
      (void)result(launched);
    } else {
      for (const pid_t rank : children(launched)) kill(rank, SIGKILL);
      (void)result_of_launcher(launched);
    }
  }
  /// Whether all files of results are those of the run without interruption.
  [[nodiscard]] bool same_results(const std::string& format) const {
    if (format != "text" && !(Contents(file("part.nc")) == Contents(file("whole.nc")))) return false;
    if (!format.ends_with("text") || format.ends_with("no text")) return true;
    for (const std::string extension : {".mov", ".ine", ".jnt", ".out"})
      if (read("whole" + extension).empty() || read("part" + extension) != read("whole" + extension)) return false;
    return true;
  }
  void goes_on(const std::string& format, int ranks, int times) const {
    if (!exists) return;
    write_model(format);
    const auto started = std::chrono::steady_clock::now();
    BOOST_REQUIRE_MESSAGE(result(begin(ranks, {"model.mbd", "-s", "-o", "whole"})) == 0, read("stderr"));
    const double least = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    double duration = least;
    std::mt19937 generator(std::random_device{}());
    int went_on = 0;
    for (int k = 0; went_on < times && k < 10 * times; ++k) {
      for (const char* old : {"part.chk", "part.chk.previous", "part.chk.new", "part.nc", "part.mov"})
        fs::remove(file(old));
      const double moment = std::uniform_real_distribution<double>(0.2, 1.2)(generator) * duration;
      const pid_t launched = begin(ranks, {"model.mbd", "-s", "-o", "part", "--checkpoint", ranks == 1 ? "3" : "100"});
      std::this_thread::sleep_for(std::chrono::duration<double>(moment));
      kill_all(ranks, launched);
      if (!fs::exists(file("part.chk"))) {
        duration *= 1.1;  // the machine may have become slower
        continue;
      }
      duration = std::max(least, 0.95 * duration);
      ++went_on;
      BOOST_TEST_CONTEXT(format << ", killed after " << moment << " s") {
        BOOST_REQUIRE_MESSAGE(result(begin(ranks, {"model.mbd", "-s", "-o", "part", "--restart", "part"})) == 0,
                              read("stderr"));
        BOOST_TEST(same_results(format));
      }
    }
    BOOST_TEST(went_on == times);
  }
};

}  // namespace
}  // namespace killed_arrays

BOOST_FIXTURE_TEST_SUITE(killed_arrays, Killed)

BOOST_AUTO_TEST_CASE(arrays_of_one_rank_go_on) { goes_on("arrays, no text", 1, repetitions(20)); }
BOOST_AUTO_TEST_CASE(variables_of_entities_go_on) { goes_on("nc4, no text", 1, repetitions(10)); }
BOOST_AUTO_TEST_CASE(classic_files_go_on) { goes_on("classic, no text", 1, repetitions(10)); }

BOOST_AUTO_TEST_CASE(arrays_of_two_ranks_go_on, *unless_sanitized()) { goes_on("arrays, no text", 2, 5); }
BOOST_AUTO_TEST_CASE(classic_files_of_two_ranks_go_on, *unless_sanitized()) { goes_on("classic, no text", 2, 3); }
BOOST_AUTO_TEST_CASE(text_files_of_two_ranks_go_on, *unless_sanitized()) { goes_on("text", 2, 5); }
BOOST_AUTO_TEST_CASE(text_and_binary_files_of_two_ranks_go_on, *unless_sanitized()) { goes_on("classic, text", 2, 3); }

BOOST_AUTO_TEST_CASE(the_file_of_another_run_is_refused) {
  if (!exists) return;
  write_model("arrays, sync, no text");
  BOOST_REQUIRE(run({"model.mbd", "-s", "-o", "part", "--checkpoint", "1500"}) == 0);
  std::string other = read("part.nc");
  for (std::size_t k = 0; k < other.size(); ++k) other[k] ^= 0x55;
  std::ofstream(file("part.nc"), std::ios::binary) << other;
  BOOST_TEST(run({"model.mbd", "-s", "-o", "part", "--restart", "part.chk.previous"}) == 6);
  BOOST_TEST(read("stderr").find("another run has written it") != std::string::npos, read("stderr"));
  BOOST_TEST((read("part.nc") == other));
}

BOOST_AUTO_TEST_SUITE_END()
