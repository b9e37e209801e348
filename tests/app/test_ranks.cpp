// One rank and two give the same files.
#include <boost/test/unit_test.hpp>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "test_paths.h"
#include "tests/app/program.h"
#include "tests/sanitizers.h"

BOOST_AUTO_TEST_SUITE(ranks)

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

/// Largest differences of files by extension.
using Allowed = std::vector<std::pair<std::string, double>>;

[[maybe_unused]] void compare_file(const std::string& model, const Allowed& files, int ranks = 2) {
  const fs::path folder = fs::path("ranks_" + fs::path(model).stem().string());
  fs::create_directories(folder);
  const std::string program = std::string(FLEXURA_EXECUTABLE) + " " + model + " -s -o ";
  // The definitions shorten the run; decks declare them with `ifndef`.
  const std::string environment = "MBDYN_real_t_end=0.2 ";
  const std::string output = fs::absolute(folder).string();
  BOOST_REQUIRE_EQUAL(std::system((environment + program + output + "/one").c_str()), 0);
  const std::string launcher = "mpirun --allow-run-as-root --oversubscribe -n " + std::to_string(ranks) + " ";
  BOOST_REQUIRE_EQUAL(std::system((environment + launcher + program + output + "/two").c_str()), 0);
  for (const auto& [extension, allowed] : files) {
    const double error = difference(folder / ("one" + extension), folder / ("two" + extension));
    BOOST_TEST(error < allowed, model << extension << ": one and " << ranks << " ranks differ by " << error);
  }
}

[[maybe_unused]] void compare(const std::string& model) {
  // Reactions and rates of momenta are what the iteration leaves: they agree to its tolerance, 1e-9 N, over c.
  compare_file(FLEXURA_SOURCE_DIR "/" + model, {{".mov", 1e-9}, {".ine", 1e-6}, {".jnt", 1e-7}});
}

/// Weights on springs in a row. Their loads look at springs: by the drive `element`, by a function of an element that
/// is defined before, of one that is defined behind, and of one that changes.
[[maybe_unused]] std::string deck_of_observers() {
  constexpr int weights = 12;
  std::string text =
      "begin: data; problem: initial value; end: data;\n"
      "begin: initial value; initial time: 0.; final time: 0.2; time step: 1.e-3; method: ms, 0.6; tolerance: 1.e-9;\n"
      "max iterations: 30; end: initial value;\n"
      "begin: control data; structural nodes: 13; rigid bodies: 12; joints: 13; forces: 4; output precision: 15;\n"
      "output meter: meter, 0., forever, steps, 10; end: control data;\n"
      "begin: nodes;\nstructural: 0, static, null, eye, null, null;\n";
  for (int i = 1; i <= weights; ++i)
    text +=
        "structural: " + std::to_string(i) + ", dynamic, " + std::to_string(i) + "., 0., 0., eye, 0., 0.1, 0., null;\n";
  text += "end: nodes;\nset: integer which = 0;\nbegin: elements;\njoint: 100, clamp, 0, node, node;\n";
  for (int i = 1; i <= weights; ++i) {
    const std::string k = std::to_string(i), before = std::to_string(i - 1);
    if (i == weights)
      text +=
          "force: 3, absolute, 3, position, null, 0., 0., 1., string, \"5.*model::element::joint(12, \\\"l\\\")\";\n";
    text += "body: " + k + ", " + k + ", 1., null, diag, 0.1, 0.1, 0.1;\n";
    text += "joint: " + k + ", rod, " + before + ", " + k + ", from nodes, linear viscoelastic, 1.e3, 1.;\n";
  }
  text +=
      "force: 1, absolute, 12, position, null, 0., 1., 0., element, 1, joint, string, \"F\", linear, 1., 0.2;\n"
      "force: 2, absolute, 1, position, null, 0., 1., 0., string, \"0.1*model::element::joint(12, \\\"F\\\")\";\n"
      "force: 4, absolute, 6, position, null, 0., 1., 0., string,\n"
      "  \"which = 1 + (Time > 0.1)*11; 3.*model::element::joint(which, \\\"l\\\")\";\nend: elements;\n";
  return text;
}

/// Springs and masses in a row that take long.
[[maybe_unused]] std::string long_chain(int masses) {
  std::string nodes, elements;
  for (int i = 1; i <= masses; ++i) {
    const std::string k = std::to_string(i), after = std::to_string(i + 1);
    nodes += "structural: " + k + ", dynamic, " + k + "., 0., 0., eye, null, null;\n";
    elements += "body: " + k + ", " + k + ", 1., null, diag, 1., 1., 1.;\n";
    if (i < masses) elements += "joint: " + k + ", rod, " + k + ", " + after + ", from nodes, linear elastic, 1.e3;\n";
  }
  const std::string count = std::to_string(masses);
  return "begin: data; problem: initial value; end: data;\n"
         "begin: initial value; initial time: 0.; final time: 1000.; time step: 1.e-3; method: ms, 0.6;\n"
         "tolerance: 1.e-6; max iterations: 10; end: initial value;\n"
         "begin: control data; structural nodes: " +
         count + "; rigid bodies: " + count + "; joints: " + std::to_string(masses - 1) +
         "; output meter: meter, 0., forever, steps, 1000; end: control data;\n"
         "begin: nodes;\n" +
         nodes + "end: nodes;\nbegin: elements;\n" + elements + "end: elements;\n";
}

/// Writable mappings of a file in memory, of each process of the program that runs in a folder.
[[maybe_unused]] std::vector<int> blocks_in_common(const std::string& folder) {
  std::vector<int> counts;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    std::error_code gone;
    std::string name;
    std::ifstream(entry.path() / "comm") >> name;
    if (name != "flexura" || fs::read_symlink(entry.path() / "cwd", gone) != folder) continue;
    std::ifstream maps(entry.path() / "maps");
    counts.push_back(0);
    for (std::string line; std::getline(maps, line);)
      counts.back() += line.find("rw-p") != std::string::npos && line.find("/memfd:model") != std::string::npos;
  }
  return counts;
}

}  // namespace

// Sanitizers watch two ranks in the tests that start MPI themselves.

BOOST_AUTO_TEST_CASE(two_give_the_files_of_one, *flexura::test::unless_sanitized()) {
  compare("verification/rigid/four_bar/four_bar.mbd");
  compare("verification/rigid/slider_crank/slider_crank.mbd");
  compare("verification/rigid/free_chain/free_chain.mbd");
}

BOOST_AUTO_TEST_CASE(loads_look_at_elements_of_other_ranks, *flexura::test::unless_sanitized()) {
  const fs::path model = fs::absolute("ranks_observers.mbd");
  std::ofstream(model) << deck_of_observers();
  for (const int ranks : {2, 3})
    compare_file(model.string(), {{".mov", 1e-9}, {".ine", 1e-6}, {".jnt", 1e-6}, {".frc", 1e-6}}, ranks);
}

BOOST_AUTO_TEST_CASE(they_read_a_long_text_together, *flexura::test::unless_sanitized()) {
  const flexura::test::Program program;
  if (!program.exists) return;
  const auto check = [&](const std::string& text, int code) {
    const std::string model = program.file("model.mbd", text);
    BOOST_TEST(program.run({model, "--check", "-s"}) == code);
    const std::string expected = program.read("stderr");
    BOOST_TEST(flexura::test::Program::result(program.start_ranks(3, {model, "--check", "-s"})) == code);
    const std::string got = program.read("stderr");
    BOOST_TEST(got.substr(0, expected.size()) == expected);  // the launcher has its say behind it
  };
  const std::string text = long_chain(500);
  check(text, 0);
  std::string wrong = text;
  wrong.replace(wrong.find("body: 400, 400, 1."), 18, "body: 400, 400, heavy");
  wrong.replace(wrong.find("joint: 123, rod, 123"), 20, "joint: 123, rodd, 123");
  check(wrong, 2);
}

BOOST_AUTO_TEST_CASE(on_one_machine_they_search_no_networks, *flexura::test::unless_sanitized()) {
  const flexura::test::Program program;
  if (!program.exists) return;
  // Open MPI says what it has been told by the environment.
  const auto parameters = [&](const std::vector<std::string>& of_launcher) {
    std::vector<std::string> words = {"mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "2"};
    words.insert(words.end(), {"--mca", "mpi_show_mca_params", "environment"});
    words.insert(words.end(), of_launcher.begin(), of_launcher.end());
    const std::string model = FLEXURA_SOURCE_DIR "/verification/rigid/four_bar/four_bar.mbd";
    words.insert(words.end(), {FLEXURA_EXECUTABLE, model, "--check", "-s"});
    BOOST_TEST(flexura::test::Program::result(program.launch(words)) == 0);
    return program.read("stdout") + program.read("stderr");
  };
  BOOST_TEST(parameters({}).find("pml=ob1") != std::string::npos);
  const std::string chosen = parameters({"--mca", "pml", "^cm"});  // who knows better is not contradicted
  BOOST_TEST(chosen.find("pml=^cm") != std::string::npos);
  BOOST_TEST(chosen.find("pml=ob1") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(on_one_machine_they_have_tables_of_the_model_in_common, *flexura::test::unless_sanitized()) {
  const flexura::test::Program program;
  if (!program.exists) return;
  program.write("model.mbd", long_chain(40000));
  const pid_t launcher = program.start_ranks(2, {"model.mbd", "-s"});
  const auto late = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  const auto shared = [&] {
    const std::vector<int> counts = blocks_in_common(program.folder);
    // Nodes, labels and cards of bodies and springs take more than that.
    return counts.size() == 2 && counts[0] >= 8 && counts[1] >= 8;
  };
  bool seen = false;
  while (!(seen = shared()) && std::chrono::steady_clock::now() < late)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  BOOST_TEST(seen);
  kill(launcher, SIGTERM);
  BOOST_TEST(flexura::test::Program::result(launcher) != 0);
}

BOOST_AUTO_TEST_SUITE_END()
