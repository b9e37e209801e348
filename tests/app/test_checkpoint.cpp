// Checkpoints from outside: a run that is killed and goes on leaves the files of one that was not.
#include <boost/test/unit_test.hpp>

#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <thread>

#include "test_paths.h"
#include "tests/app/program.h"
#include "tests/sanitizers.h"
#include "tests/solvers/sample_frame.h"

using namespace flexura::test;

namespace checkpoint {
namespace {

/// Everything that remembers: beams, a contact, a switched law, filters, samples, random numbers, a table over time, a
/// driven element, states of transfer functions, a door on two hinges.
std::string mixed_model(const std::string& end, const std::string& method = "ms, 0.6",
                        const std::string& problem_cards = {}, const std::string& control_cards = {}) {
  return "begin: data; problem: initial value; end: data;\n"
         "begin: initial value; initial time: 0.; final time: " +
         end + "; time step: 1.e-3; method: " + method +
         ";\n"
         "tolerance: 1.e-7; max iterations: 30; " +
         problem_cards +
         " end: initial value;\n"
         "begin: control data; structural nodes: 6; abstract nodes: 2; rigid bodies: 5; beams: 1; joints: 7; forces: "
         "3;\n"
         "genels: 2; gravity; file drivers: 1; " +
         control_cards +
         " end: control data;\n"
         "set: real total = 0.;\n"
         "begin: nodes;\n"
         "structural: 1, static, null, eye, null, null;\n"
         "structural: 2, dynamic, 0.5, 0., 0., eye, null, null;\n"
         "structural: 3, dynamic, 1., 0., 0., eye, null, null;\n"
         "structural: 4, dynamic, 0., 0., 0.105, eye, 0., 0., -1., null;\n"
         "structural: 5, dynamic, 0., 1., 0., eye, null, 0., 0., 1.;\n"
         "structural: 6, dynamic, 3., 0., 0., eye, null, null;\n"
         "abstract: 1, differential; abstract: 2, differential;\n"
         "end: nodes;\n"
         "begin: drivers; file: 1, fixed step, count, 1, initial time, 0., time step, 0.01, \"table.dat\";\n"
         "end: drivers;\n"
         "begin: elements;\n"
         "drive caller: 1, sample and hold, node, 3, structural, string, \"X[3]\", linear, 0., 1., meter, 0., forever, "
         "steps, 7;\n"
         "drive caller: 2, discrete filter, 2, 1.2, -0.5, 0.4, 1, 0.3, random, 1., 0., 0., forever, steps, 3;\n"
         "drive caller: 3, string, \"total = total + 0.01*random(); total\";\n"
         "drive caller: 4, bistop, meter, 0.01, forever, steps, 11, meter, 0.02, forever, steps, 13;\n"
         "body: 2, 2, 0.1, null, diag, 1.e-3, 1.e-3, 1.e-3; body: 3, 3, 0.1, null, diag, 1.e-3, 1.e-3, 1.e-3;\n"
         "body: 4, 4, 1., null, diag, 1., 1., 1.; body: 5, 5, 2., null, diag, 1., 1., 1.;\n"
         "body: 6, 6, 1., null, diag, 1., 1., 1.;\n"
         "beam3: 1, 1, null, 2, null, 3, null, from nodes, linear viscoelastic generic, diag, 1.e4, 1.e4, 1.e4, 30., "
         "30., 30., proportional, 1.e-3, same, same;\n"
         "joint: 1, clamp, 1, node, node;\n"
         "joint: 2, rod, 1, 4, from nodes, continuous contact, sign, negative, restitution, 0.6, kappa, 1.e4, exp, "
         "1.5;\n"
         "joint: 3, revolute hinge, 1, 0., 1., 0., 5, null; joint: 4, revolute hinge, 1, 0., 1., 0.5, 5, 0., 0., 0.5;\n"
         "joint: 5, deformable displacement joint, 1, position, 3., 0., 0., 6, position, null,\n"
         "  linear viscoelastic bistop, diag, 50., 50., 50., diag, 0.1, 0.1, 0.1, initial status, active, reference, "
         "4, string, \"Time > 0.05\";\n"
         "driven: 6, string, \"sin(300.*Time) > 0.\", joint: 6, deformable hinge, 1, 6, linear viscous, 0.1;\n"
         "joint: 7, spherical pin, 6, position, null, position, 3., 0., 0.;\n" +
         "force: 1, absolute, 3, position, null, 0., 1., 0., reference, 2;\n"
         "force: 2, absolute, 5, position, 0.3, 0., 0., 0., 1., 0., array, 2, reference, 3, file, 1;\n"
         "force: 3, absolute, 2, position, null, 0., 0., 1., mult, 30., reference, 1;\n"
         "genel: 1, spring support, 1, abstract, algebraic, linear elastic, 2.;\n"
         "genel: 2, scalar filter, 2, abstract, algebraic, drive, reference, 4, 1, 5., 0, 2.;\n"
         "gravity: uniform, 0., 0., -1., const, 9.81;\n"
         "end: elements;\n";
}

struct Fixture : Program {
  Fixture() {
    if (!exists) return;
    std::string table;
    for (int k = 0; k < 60; ++k) table += std::to_string(std::sin(0.9 * k)) + "\n";
    write("table.dat", table);
  }
  /// Names of result files of a prefix.
  [[nodiscard]] std::set<std::string> results(const std::string& prefix) const {
    std::set<std::string> extensions;
    for (const auto& entry : fs::directory_iterator(folder)) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with(prefix + ".") && name.find(".chk") == std::string::npos && !name.ends_with(".mbd"))
        extensions.insert(name.substr(prefix.size()));
    }
    return extensions;
  }
  void same_results(const std::string& one, const std::string& two) const {
    BOOST_TEST(results(one).size() >= 3U);
    BOOST_TEST(results(one) == results(two), boost::test_tools::per_element());
    for (const std::string& extension : results(one)) {
      const std::string a = read(one + extension), b = read(two + extension);
      const auto [at, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
      BOOST_TEST((a == b), one << extension << " and " << two << extension << " differ at byte " << at - a.begin()
                               << " of " << a.size() << ": " << a.substr(at - a.begin(), 60) << " | "
                               << b.substr(at - a.begin(), 60));
    }
  }
  /// Motions agree to a part of the largest number.
  void close_results(const std::string& one, const std::string& two, double tolerance = 1e-7) const {
    std::istringstream a(read(one + ".mov")), b(read(two + ".mov"));
    double most = 0;
    double size = 1;
    std::size_t count = 0;
    for (double x = 0, y = 0; a >> x; ++count) {
      BOOST_REQUIRE(static_cast<bool>(b >> y));
      most = std::max(most, std::abs(x - y));
      size = std::max(size, std::abs(x));
    }
    BOOST_TEST(count > 100U);
    BOOST_TEST(most <= tolerance * size, one << " and " << two << " differ by " << most / size);
  }
  /// A run without checkpoints, one with them, and one that goes on from the last but one.
  void goes_on(const std::string& model, const std::string& every, const std::vector<std::string>& options = {}) const {
    const auto with = [&](std::vector<std::string> arguments) {
      arguments.insert(arguments.end(), options.begin(), options.end());
      return arguments;
    };
    BOOST_REQUIRE_MESSAGE(run(with({model, "-s", "-o", "whole"})) == 0, read("stderr"));
    BOOST_REQUIRE_MESSAGE(run(with({model, "-s", "-o", "part", "--checkpoint", every})) == 0, read("stderr"));
    same_results("whole", "part");
    BOOST_REQUIRE(fs::exists(file("part.chk")) && fs::exists(file("part.chk.previous")));
    const int code = run(with({model, "-s", "-o", "part", "--restart", "part.chk.previous"}));
    BOOST_REQUIRE_MESSAGE(code == 0, read("stderr"));
    same_results("whole", "part");
  }
};

/// Problem cards that make different parts of the program remember.
const std::vector<std::pair<std::string, std::string>> variants = {
    {"ms, 0.6", ""},
    {"crank nicolson", ""},
    {"implicit euler", ""},
    {"bdf, order, 2", ""},
    {"ms3, 0.6", ""},
    {"ms4, 0.6", ""},
    {"hope, 0.6, 0.6", ""},
    {"ms, 0.6", "nonlinear solver: newton raphson, modified, 4, keep jacobian matrix;"},
    {"ms, 0.6", "linear solver: klu; nonlinear solver: newton raphson, modified, 4, keep jacobian matrix;"},
    {"ms, 0.6", "linear solver: umfpack; nonlinear solver: newton raphson, modified, 4, keep jacobian matrix;"},
    {"ms, 0.6", "linear solver: superlu;"},
    {"ms, 0.6", "linear solver: mumps;"},
    {"ms, 0.6", "linear solver: krylov;"},
    {"ms, 0.6", "linear solver: krylov; nonlinear solver: newton raphson, modified, 4, keep jacobian matrix;"},
    {"ms, 0.6", "tolerance: 1.e-7, test, sepnorm;"},
};

}  // namespace
}  // namespace checkpoint

BOOST_FIXTURE_TEST_SUITE(checkpoint, Fixture)

BOOST_AUTO_TEST_CASE(a_run_goes_on_bit_for_bit_with_every_method_and_solver) {
  if (!exists) return;
  for (const auto& [method, cards] : variants) {
    BOOST_TEST_CONTEXT(method << "; " << cards) {
      write("model.mbd", mixed_model("0.1", method, cards));
      goes_on("model.mbd", "41");
    }
  }
}

BOOST_AUTO_TEST_CASE(a_solver_taken_for_lack_of_memory_stays_when_the_run_goes_on) {
  if (!exists) return;
  write("model.mbd", mixed_model("0.1"));
  const std::vector<std::string> scarce = {"--", "-flexura_memory", "1e-6"};
  goes_on("model.mbd", "41", scarce);
  BOOST_TEST(run({"model.mbd", "-o", "direct"}) == 0);
  BOOST_TEST(read("stderr").find("takes over") == std::string::npos);
  BOOST_TEST(read("direct.mov") != read("whole.mov"));  // the last digits differ
  close_results("direct", "whole", 1e-4);
  // Now there is memory, but the run goes on as it was.
  BOOST_TEST(run({"model.mbd", "-s", "-o", "part", "--restart", "part.chk.previous"}) == 0);
  same_results("whole", "part");
}

// Under AddressSanitizer this takes minutes; krylov_choice has the same solvers there.
BOOST_AUTO_TEST_CASE(a_solver_that_is_tried_or_was_given_up_stays_so_when_the_run_goes_on, *unless_sanitized()) {
  if (!exists) return;
  const std::vector<std::string> slow = {"--", "-flexura_factor_seconds", "1e-3"};
  for (const auto& [step, solver] : {std::pair{"1e-3", "Krylov method"}, {"0.1", "multifrontal"}}) {
    BOOST_TEST_CONTEXT("steps of " << step) {
      write("model.mbd", frame({.n = 8,
                                .height = 10,
                                .step = step,
                                .steps = 4,
                                .force = "1.e3",
                                .control = "output results: netcdf, text;"}));
      goes_on("model.mbd", "2", slow);
      // Without the option the run goes on as it was, too.
      BOOST_TEST(run({"model.mbd", "-o", "part", "--restart", "part.chk.previous"}) == 0);
      BOOST_TEST(read("stderr").find(std::string("factorisations by ") + solver) != std::string::npos, read("stderr"));
      same_results("whole", "part");
    }
  }
}

BOOST_AUTO_TEST_CASE(steps_of_every_strategy_go_on) {
  if (!exists) return;
  const std::string control =
      "output results: netcdf, text; monitors: yes; output meter: meter, 0., forever, steps, 3;";
  for (const std::string strategy :
       {"strategy: factor, 0.5, 2, 1.5, 5, 2, 4;",
        "strategy: change, array, 2, 1.e-3, sine, 0., 300., 3.e-4, forever, 0.;", "strategy: error, 1.e-3;"}) {
    BOOST_TEST_CONTEXT(strategy) {
      std::string model = mixed_model("0.1", "ms, 0.6", strategy, control);
      // A filter needs steps of one size, and first-order equations have no accelerations to begin anew with.
      for (const std::string part :
           {"discrete filter, 2, 1.2, -0.5, 0.4, 1, 0.3, ", "abstract nodes: 2; ", "genels: 2; ",
            "abstract: 1, differential; abstract: 2, differential;\n",
            "genel: 1, spring support, 1, abstract, algebraic, linear elastic, 2.;\n",
            "genel: 2, scalar filter, 2, abstract, algebraic, drive, reference, 4, 1, 5., 0, 2.;\n"})
        model.erase(model.find(part), part.size());
      write("model.mbd", model);
      goes_on("model.mbd", "17");
    }
  }
}

BOOST_AUTO_TEST_CASE(models_of_the_verification_go_on) {
  if (!exists) return;
  // Multifrontal factors, redundant constraints, a chain of rigid bodies, states of a filter, steps from their error.
  const std::string decks = FLEXURA_SOURCE_DIR "/verification/";
  for (const auto& [model, every] : {std::pair{"beams/bend45/bend4.mbd", "3"},
                                     {"redundant/door/door.mbd", "90"},
                                     {"redundant/four_bar/four_bar.mbd", "90"},
                                     {"scalar/filter/filter.mbd", "300"},
                                     {"adaptive/pendulum/pendulum.mbd", "300"},
                                     {"language/switching/switching.mbd", "400"},
                                     {"language/hints/hints.mbd", "400"}}) {
    BOOST_TEST_CONTEXT(model) { goes_on(decks + model, every); }
  }
}

BOOST_AUTO_TEST_CASE(eigenanalyses_of_both_parts_are_in_the_results) {
  if (!exists) return;
  std::ostringstream text;
  text << std::ifstream(FLEXURA_SOURCE_DIR "/verification/eigen/pendulum/pendulum.mbd").rdbuf();
  std::string model = text.str();
  for (const auto& [from, to] : {std::pair<std::string, std::string>{"final time: 1.e-3", "final time: 20.e-3"},
                                 {"eigenanalysis: 0.,", "eigenanalysis: list, 3, 0., 5.e-3, 18.e-3,"}})
    model.replace(model.find(from), from.size(), to);
  write("model.mbd", model);
  goes_on("model.mbd", "8");
  BOOST_TEST(results("part").count(".nc") == 1U);
}

BOOST_AUTO_TEST_CASE(a_run_goes_on_to_a_later_time) {
  if (!exists) return;
  write("model.mbd", mixed_model("0.05"));
  BOOST_REQUIRE(run({"model.mbd", "-s", "-o", "part", "--checkpoint", "1000"}) == 0);
  write("model.mbd", mixed_model("0.1"));
  BOOST_REQUIRE(run({"model.mbd", "-s", "-o", "whole"}) == 0);
  BOOST_REQUIRE_MESSAGE(run({"model.mbd", "-s", "-o", "part", "--restart", "part"}) == 0, read("stderr"));
  same_results("whole", "part");
}

BOOST_AUTO_TEST_CASE(results_with_another_prefix_are_those_behind_the_checkpoint) {
  if (!exists) return;
  write("model.mbd", mixed_model("0.1"));
  BOOST_REQUIRE(run({"model.mbd", "-s", "-o", "part", "--checkpoint", "40"}) == 0);
  const std::string whole = read("part.mov");
  BOOST_REQUIRE_MESSAGE(run({"model.mbd", "-s", "-o", "rest", "--restart", "part.chk.previous"}) == 0, read("stderr"));
  const std::string rest = read("rest.mov");
  // Steps 81 to 100 of 101 instants.
  BOOST_TEST(std::count(rest.begin(), rest.end(), '\n') * 101 == std::count(whole.begin(), whole.end(), '\n') * 20);
  BOOST_TEST(whole.ends_with(rest));
  BOOST_TEST(read("part.mov") == whole);
}

BOOST_AUTO_TEST_CASE(a_killed_run_goes_on_wherever_it_was_killed) {
  if (!exists) return;
  write("model.mbd", mixed_model("0.4", "ms, 0.6", "", "output results: netcdf, text;"));
  const auto start = std::chrono::steady_clock::now();
  BOOST_REQUIRE(run({"model.mbd", "-s", "-o", "whole"}) == 0);
  double duration = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::mt19937 generator(std::random_device{}());
  int went_on = 0;
  for (int k = 0; k < repetitions(20); ++k) {
    for (const std::string& extension : results("part")) fs::remove(file("part" + extension));
    for (const char* old : {"part.chk", "part.chk.previous", "part.chk.new"}) fs::remove(file(old));
    const double moment = std::uniform_real_distribution<double>(0, 1.2 * duration)(generator);
    const pid_t child = this->start({"model.mbd", "-s", "-o", "part", "--checkpoint", "7"});
    std::this_thread::sleep_for(std::chrono::duration<double>(moment));
    kill(child, SIGKILL);
    (void)result(child);
    std::vector<std::string> arguments = {"model.mbd", "-s", "-o", "part"};
    if (fs::exists(file("part.chk"))) {
      arguments.insert(arguments.end(), {"--restart", "part"});
      ++went_on;
    } else if (went_on == 0) {
      duration *= 1.3;  // the machine has become slower
    }
    BOOST_REQUIRE_MESSAGE(run(arguments) == 0, "killed after " << moment << " s: " << read("stderr"));
    BOOST_TEST_CONTEXT("killed after " << moment << " s of " << duration) { same_results("whole", "part"); }
  }
  BOOST_TEST(went_on > 0);
}

BOOST_AUTO_TEST_CASE(the_checkpoint_before_is_kept) {
  if (!exists) return;
  write("model.mbd", mixed_model("0.05"));
  BOOST_REQUIRE(run({"model.mbd", "-s", "--checkpoint", "20"}) == 0);
  const std::string last = read("model.chk"), previous = read("model.chk.previous");
  BOOST_TEST(!last.empty());
  BOOST_TEST(!previous.empty());
  BOOST_TEST((last != previous));
  BOOST_TEST(!fs::exists(file("model.chk.new")));
  // Going on from the one before writes the last one again, bit for bit.
  BOOST_REQUIRE(run({"model.mbd", "-s", "--checkpoint", "20", "--restart", "model.chk.previous"}) == 0);
  BOOST_TEST((read("model.chk") == last));
}

BOOST_AUTO_TEST_CASE(a_signal_leaves_a_checkpoint) {
  if (!exists) return;
  write("model.mbd", mixed_model("0.5"));
  BOOST_REQUIRE(run({"model.mbd", "-s", "-o", "whole"}) == 0);
  for (const auto& [signal, code] : {std::pair{SIGTERM, 143}, {SIGINT, 130}}) {
    fs::remove(file("part.chk"));
    fs::remove(file("part.out"));
    const pid_t child = start({"model.mbd", "-s", "-o", "part", "--checkpoint", "3600s"});
    for (int k = 0; k < 3000 && !fs::exists(file("part.out")); ++k)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    kill(child, signal);
    const int ended = result(child);
    if (ended == 0) continue;  // it was faster
    BOOST_TEST(ended == code);
    if (!fs::exists(file("part.chk"))) {  // before the first step there is nothing to save
      BOOST_TEST(read("part.out").find("\nStep 1 ") == std::string::npos);
      continue;
    }
    BOOST_REQUIRE_MESSAGE(run({"model.mbd", "-s", "-o", "part", "--restart", "part"}) == 0, read("stderr"));
    same_results("whole", "part");
  }
}

BOOST_AUTO_TEST_CASE(a_failed_step_leaves_a_checkpoint) {
  if (!exists) return;
  // The third step needs more than two iterations.
  std::string model = mixed_model("0.1");
  model.replace(model.find("max iterations: 30;"), 19, "max iterations: 2;");
  model.replace(model.find("tolerance: 1.e-7"), 16, "tolerance: 1.e-9");
  write("model.mbd", model);
  const int code = run({"model.mbd", "-s", "--checkpoint", "10000"});
  BOOST_TEST(code == 4);
  BOOST_TEST(fs::exists(file("model.chk")));
  // It goes on to the same end: what is there is that of the steps before.
  const std::string mov = read("model.mov");
  BOOST_TEST(run({"model.mbd", "-s", "--restart", "model"}) == code);
  BOOST_TEST(read("model.mov") == mov);
  BOOST_TEST(read("model.out").find("\nStep 2 ") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_full_disk_is_an_error_that_leaves_the_old_file) {
  if (!exists) return;
  write("model.mbd", mixed_model("0.1", "ms, 0.6", "", "output meter: meter, 0., forever, steps, 1000;"));
  BOOST_REQUIRE(run({"model.mbd", "-s", "-o", "part", "--checkpoint", "40"}) == 0);
  fs::rename(file("part.chk.previous"), file("part.chk"));
  const std::string old = read("part.chk");
  for (const rlim_t most : {rlim_t{9000}, static_cast<rlim_t>(old.size() / 2), static_cast<rlim_t>(old.size() - 100)}) {
    const pid_t child = start({"model.mbd", "-s", "-o", "part", "--checkpoint", "10", "--restart", "part"}, [most] {
      const rlimit limit{most, most};
      setrlimit(RLIMIT_FSIZE, &limit);
    });
    BOOST_TEST(result(child) == 6);
    BOOST_TEST(read("stderr").find("cannot write checkpoint `part.chk`") != std::string::npos, read("stderr"));
    BOOST_TEST((read("part.chk") == old));
    BOOST_TEST(!fs::exists(file("part.chk.new")));
  }
  BOOST_TEST(run({"model.mbd", "-s", "-o", "part", "--checkpoint", "10", "--restart", "part"}) == 0);
}

BOOST_AUTO_TEST_CASE(a_damaged_or_foreign_checkpoint_is_refused) {
  if (!exists) return;
  write("model.mbd", mixed_model("0.05"));
  BOOST_REQUIRE(run({"model.mbd", "-s", "-o", "part", "--checkpoint", "20"}) == 0);
  const std::string good = read("part.chk.previous"), mov = read("part.mov");
  const auto restart_with = [&](const std::string& bytes) {
    std::ofstream(file("part.chk"), std::ios::binary) << bytes;
    return run({"model.mbd", "-s", "-o", "part", "--restart", "part"});
  };
  const auto refused = [&](const std::string& bytes, const std::string& reason) {
    BOOST_TEST(restart_with(bytes) == 2);
    const std::string text = read("stderr");
    BOOST_TEST(text.find("checkpoint `part.chk`") != std::string::npos, text);
    BOOST_TEST(text.find(reason) != std::string::npos, text);
    BOOST_TEST((read("part.mov") == mov));
  };
  refused(good.substr(0, good.size() / 2), "is damaged");
  refused(good.substr(0, 100), "is damaged");
  refused("nothing of the kind", "is damaged");
  // Wherever a byte is wrong, the file is refused, or the byte had no meaning.
  std::mt19937 generator(3);
  int found = 0;
  for (int k = 0; k < repetitions(40); ++k) {
    std::string bad = good;
    bad[std::uniform_int_distribution<std::size_t>(0, bad.size() - 1)(generator)] ^= 0x55;
    const int code = restart_with(bad);
    BOOST_TEST((code == 2 || code == 0), "exit code " << code << ": " << read("stderr"));
    if (code == 2) ++found;
    BOOST_TEST((read("part.mov") == mov));
  }
  BOOST_TEST(found > repetitions(40) / 4);
  BOOST_TEST(restart_with(good) == 0);

  std::string other = mixed_model("0.05");
  other.replace(other.find("body: 5, 5, 2."), 14, "body: 5, 5, 3.");
  write("other.mbd", other);
  BOOST_TEST(run({"other.mbd", "-s", "-o", "part", "--restart", "part"}) == 2);
  BOOST_TEST(read("stderr").find("belongs to another model") != std::string::npos);
  BOOST_TEST((read("part.mov") == mov));
  // The table of a file driver is a part of the model.
  write("table.dat", "1.\n2.\n");
  BOOST_TEST(run({"model.mbd", "-s", "-o", "part", "--restart", "part"}) == 2);
  BOOST_TEST(run({"model.mbd", "-s", "-o", "part", "--restart", "missing"}) == 2);
  BOOST_TEST(read("stderr").find("cannot be read") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_result_file_that_is_too_short_is_an_error) {
  if (!exists) return;
  write("model.mbd", mixed_model("0.05"));
  BOOST_REQUIRE(run({"model.mbd", "-s", "-o", "part", "--checkpoint", "20"}) == 0);
  fs::resize_file(file("part.mov"), 100);
  BOOST_TEST(run({"model.mbd", "-s", "-o", "part", "--restart", "part"}) == 6);
  BOOST_TEST(read("stderr").find("when the checkpoint was made") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(several_ranks_go_on_bit_for_bit_and_on_another_number_to_tolerance, *unless_sanitized()) {
  if (!exists) return;
  for (const std::string model : {"rigid/free_chain/free_chain.mbd", "redundant/door/door.mbd"}) {
    const auto command = [&](int ranks, const std::string& options) {
      const std::string launcher =
          ranks == 1 ? "" : "mpirun --allow-run-as-root --oversubscribe -n " + std::to_string(ranks) + " ";
      const std::string line = "cd " + folder + " && MBDYN_real_t_end=0.2 " + launcher + FLEXURA_EXECUTABLE + " " +
                               FLEXURA_SOURCE_DIR + "/verification/" + model + " -s " + options + " 2> stderr";
      BOOST_REQUIRE_MESSAGE(std::system(line.c_str()) == 0, line << ": " << read("stderr"));
    };
    BOOST_TEST_CONTEXT(model) {
      command(2, "-o whole");
      command(2, "-o part --checkpoint 33");
      same_results("whole", "part");
      command(2, "-o part --restart part.chk.previous");
      same_results("whole", "part");
      // Divided by what elements have cost; from there on bit for bit again.
      command(2, "-o part --restart part.chk.previous --repartition");
      close_results("whole", "part");
      command(2, "-o divided --restart part.chk.previous --repartition --checkpoint 1");
      command(2, "-o again --restart divided.chk.previous");
      const std::string rest = read("again.mov");
      BOOST_TEST((!rest.empty() && read("divided.mov").ends_with(rest)));
      // Written by two ranks, read by one; and the other way round.
      command(1, "-o part --restart part.chk.previous --checkpoint 1");
      close_results("whole", "part");
      command(2, "-o part --restart part.chk.previous");
      close_results("whole", "part");
    }
  }
}

BOOST_AUTO_TEST_CASE(intervals_are_numbers_of_steps_or_seconds) {
  if (!exists) return;
  write("model.mbd", mixed_model("0.01"));
  for (const char* wrong : {"0", "-3", "s", "5m", "1.5", "0s", "-1s", "x"})
    BOOST_TEST(run({"model.mbd", "-s", std::string("--checkpoint=") + wrong}) == 7, wrong);
  BOOST_TEST(run({"model.mbd", "-s", "--repartition"}) == 7);  // only a run that goes on is divided anew
  BOOST_TEST(run({"model.mbd", "-s", "--checkpoint", "0.5s"}) == 0);
  BOOST_TEST(fs::exists(file("model.chk")));
  BOOST_TEST(run({"model.mbd", "model.mbd", "-s", "--restart", "model"}) == 7);
}

BOOST_AUTO_TEST_SUITE_END()
