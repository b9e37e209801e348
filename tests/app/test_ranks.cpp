// One rank and two give the same files.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "test_paths.h"

namespace {

namespace fs = std::filesystem;

std::vector<std::vector<std::string>> rows(const fs::path& path) {
  std::ifstream file(path);
  BOOST_REQUIRE_MESSAGE(file, path << " cannot be read");
  std::vector<std::vector<std::string>> all;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    all.emplace_back();
    for (std::string word; words >> word;) all.back().push_back(word);
  }
  return all;
}

/// Largest difference relative to the largest number of the file; rows and labels must be the same.
double difference(const fs::path& a, const fs::path& b) {
  const auto one = rows(a);
  const auto two = rows(b);
  BOOST_REQUIRE_EQUAL(one.size(), two.size());
  double most = 0;
  double size = 1;
  for (std::size_t i = 0; i < one.size(); ++i) {
    BOOST_REQUIRE_EQUAL(one[i].size(), two[i].size());
    BOOST_REQUIRE_EQUAL(one[i].at(0), two[i].at(0));
    for (std::size_t k = 1; k < one[i].size(); ++k) {
      const double x = std::stod(one[i][k]);
      most = std::max(most, std::abs(x - std::stod(two[i][k])));
      size = std::max(size, std::abs(x));
    }
  }
  return most / size;
}

[[maybe_unused]] void compare(const std::string& model) {
  const fs::path folder = fs::path("ranks_" + fs::path(model).stem().string());
  fs::create_directories(folder);
  const std::string program = std::string(FLEXURA_EXECUTABLE) + " " + FLEXURA_SOURCE_DIR "/" + model + " -s -o ";
  // The definitions shorten the run; decks declare them with `ifndef`.
  const std::string environment = "MBDYN_real_t_end=0.2 ";
  const std::string output = fs::absolute(folder).string();
  BOOST_REQUIRE_EQUAL(std::system((environment + program + output + "/one").c_str()), 0);
  const std::string launcher = "mpirun --allow-run-as-root --oversubscribe -n 2 ";
  BOOST_REQUIRE_EQUAL(std::system((environment + launcher + program + output + "/two").c_str()), 0);
  // Reactions and rates of momenta are what the iteration leaves: they agree to its tolerance, 1e-9 N, over c.
  for (const auto& [extension, allowed] : {std::pair{".mov", 1e-9}, std::pair{".ine", 1e-6}, std::pair{".jnt", 1e-7}}) {
    const double error =
        difference(folder / (std::string("one") + extension), folder / (std::string("two") + extension));
    BOOST_TEST(error < allowed, model << extension << ": one and two ranks differ by " << error);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ranks)

#ifndef __SANITIZE_ADDRESS__  // mpirun keeps memory; the sanitizers watch two ranks in the tests that start MPI
                              // themselves
BOOST_AUTO_TEST_CASE(two_give_the_files_of_one) {
  compare("verification/rigid/four_bar/four_bar.mbd");
  compare("verification/rigid/slider_crank/slider_crank.mbd");
  compare("verification/rigid/free_chain/free_chain.mbd");
}
#else
BOOST_AUTO_TEST_CASE(programs_under_mpirun_are_not_run_with_sanitizers) { BOOST_TEST(true); }
#endif

BOOST_AUTO_TEST_SUITE_END()
