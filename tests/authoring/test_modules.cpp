// Modules: loaded, refused, and what they bring.
#include <boost/test/unit_test.hpp>

#include <filesystem>

#include "elements/laws/library.h"
#include "elements/laws/register.h"
#include "module.h"
#include "tests/app/program.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(modules)

namespace {

std::string load(const std::string& name, const std::string& arguments = "") {
  Deck deck;
  deck.control = "module load: \"" + module_path(name) + "\"" + arguments + ";";
  return errors_of(deck);
}

}  // namespace

BOOST_AUTO_TEST_CASE(those_of_another_build_are_refused_with_the_reason) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"refused_interface", "it has interface 99, this program needs 1"},
      {"refused_scalar", "it computes with numbers of 4 and indices of 4 bytes"},
      {"refused_version", "it is built for Flexura 0.0.9, this is"},
      {"refused_abi", "its compiler lays out data in another way (libc++ 1; this program:"},
      {"refused_layout", "it was compiled with other headers than this program"},
      {"refused_mark", "its symbol `flexura_module` is not that of a Flexura module"},
      {"refused_none", "it has no symbol `flexura_module`"},
      {"refused_taken", "drive `ramp` is registered twice"},
      {"refused_table", "integration method `half step`: the last stage is at 0.5: it must be the end of the step"},
      {"refused_method_layout", "it was compiled with other headers than this program"},
      {"refused_writer_layout", "it was compiled with other headers than this program"},
      {"refused_writer", "format of results `netcdf` is registered twice"},
  };
  for (const auto& [name, reason] : cases) {
    const std::string errors = load(name);
    BOOST_TEST(contains(errors, reason), name << ": " << errors);
    BOOST_TEST(contains(errors, "deck:5:14: error: module "), name << ": " << errors);
  }
}

BOOST_AUTO_TEST_CASE(a_file_that_is_no_shared_object_is_refused) {
  const Program program;
  const std::string path = program.file("text.so", "no machine code");
  Deck deck;
  deck.control = "module load: \"" + path + "\";";
  BOOST_TEST(contains(errors_of(deck), "cannot be loaded: "));
}

BOOST_AUTO_TEST_CASE(a_missing_one_is_looked_for_in_all_places) {
  Deck deck;
  deck.control = "loadable path: set, \"/a/folder\"; module load: \"dir/libmine.la\", 3;";
  const std::string errors = errors_of(deck);
  BOOST_TEST(contains(errors, "module `mine` is not supported"), errors);
  BOOST_TEST(contains(errors, "dir/libmine.so, /a/folder/libmine.so"), errors);
}

BOOST_AUTO_TEST_CASE(it_is_found_by_path_by_folder_and_in_the_environment) {
  const std::string path = module_path("template");
  const std::string folder = path.substr(0, path.rfind('/'));
  Deck deck;
  deck.control = "loadable path: \"" + folder + "\"; module load: \"template\";";
  BOOST_TEST(errors_of(deck) == "");
  setenv("FLEXURA_MODULE_PATH", ("/nowhere:" + folder).c_str(), 1);
  BOOST_TEST(find_module("template.so", {}).found == path);
  unsetenv("FLEXURA_MODULE_PATH");
  BOOST_TEST(find_module("template.so", {}).found.empty());
}

BOOST_AUTO_TEST_CASE(loading_it_twice_does_no_harm) {
  BOOST_TEST(load("template") == "");
  BOOST_TEST(load("template", ", 1, \"two\"") == "");
  BOOST_TEST(contains(module_help(module_path("template")), "stop spring: spring that hardens towards a stop"));
}

BOOST_AUTO_TEST_CASE(its_law_drive_and_function_are_read_like_others) {
  use_module("template");
  Deck deck;
  deck.control =
      "drive caller: 1, chirp, frequency, 2., rate, 3., amplitude, 0.5;"
      "scalar function: \"wave\", chirp, frequency, 1.;"
      "drive caller: 2, scalar function, \"wave\";";
  deck.elements +=
      "force: 1, absolute, 1, position, null, 1., 0., 0., chirp, frequency, 2., output, no;"
      "joint: 1, rod, 1, 2, 1., saturating, stiffness, 50., limit, 4.;";
  deck.nodes += "structural: 2, static, 1., 0., 0., eye, null, null;";
  deck.counters = "structural nodes: 2; rigid bodies: 1; forces: 1; joints: 1;";
  BOOST_TEST(errors_of(deck) == "");
  deck.control = "drive caller: 1, chirp, amplitude, 0.5;";
  BOOST_TEST(contains(errors_of(deck), "chirp: `frequency` (rad/s: at x = 0) is missing"));
}

BOOST_AUTO_TEST_CASE(tangents_of_an_authored_law_are_exact) {
  use_module("template");
  TextModel text(sample_nodes() + "joint: 1, rod, 1, 2, 1., saturating, stiffness, 50., limit, 4., damping, 0.3;");
  const auto* entry = law_types<1>().find("saturating");
  BOOST_REQUIRE(entry);
  Model model;
  auto symbols = std::make_shared<SymbolTable>();
  DriveRegistry drives("drive");
  CardRegistry cards("card");
  Diagnostics diagnostics;
  Reader reader(model, symbols, drives, cards, diagnostics);
  reader.open_text("law", "law: saturating, stiffness, 50., limit, 4., damping, 0.3, prestress, 1.5;");
  std::string card;
  reader.next_card(card);
  const LawPointer<1> law = read_law<1>(reader);
  LawResult<1> result;
  law->evaluate(LawVector<1>(0.07), LawVector<1>(2.0), {}, {}, result);
  BOOST_TEST(std::abs(result.stress(0) - (4 * std::tanh(50 / 4.0 * 0.07) + 0.6 + 1.5)) < 1e-14);
  BOOST_TEST(std::abs(result.by_strain(0) - 50 / std::pow(std::cosh(50 / 4.0 * 0.07), 2)) < 1e-12);
  BOOST_TEST(std::abs(result.by_rate(0) - 0.3) < 1e-15);
}

BOOST_AUTO_TEST_CASE(element_check_judges_a_module_by_its_exit_code) {
  const Program program;
  if (!program.exists) return;
  for (const char* name : {"template", "magnetic_spring", "rolling_wheel", "creeping_damper", "membrane"}) {
    BOOST_TEST(program.run({"element-check", "--all", module_path(name)}) == 0, name << program.read("stdout"));
    BOOST_TEST(contains(program.read("stdout"), " types pass"));
    for (const char* column : {"  sepnorm ", "  parallel "}) BOOST_TEST(contains(program.read("stdout"), column));
  }
  BOOST_TEST(program.run({"element-check", "magnetic spring", module_path("magnetic_spring")}) == 0);
  BOOST_TEST(program.run({"element-check", "magnetc spring", module_path("magnetic_spring")}) == 7);
  BOOST_TEST(contains(program.read("stderr"), "did you mean `magnetic spring`?"));
  BOOST_TEST(program.run({"element-check", "--all", module_path("refused_abi")}) == 2);
  BOOST_TEST(program.run({"element-check"}) == 7);
  BOOST_TEST(program.run({"element-check", "--what"}) == 7);
}

BOOST_AUTO_TEST_CASE(element_check_fails_where_sums_or_ranks_are_wrong) {
  const Program program;
  if (!program.exists) return;
  BOOST_TEST(program.run({"element-check", "sees too much", module_path("faulty")}) == 1);
  BOOST_TEST(
      contains(program.read("stdout"), "user defined: sees too much: parallel nan, at most 1e-12: residual on 2"));
  BOOST_TEST(program.run({"element-check", "wrong group", module_path("faulty")}) == 1);
  BOOST_TEST(
      contains(program.read("stdout"), "sepnorm 1, at most 1e-12: equation 0: a constraint of velocities has the"));
  BOOST_TEST(program.run({"element-check", "--all", module_path("faulty")}) == 1);
  BOOST_TEST(contains(program.read("stdout"), "0 of 2 types pass"));
  BOOST_TEST(program.run({"element-check", "wrong order", module_path("faulty")}) == 1);
  BOOST_TEST(contains(program.read("stdout"), "wrong order: order 1, at most 1e-01: measured 2, declared 3"));
  BOOST_TEST(contains(program.read("stdout"), "wrong order: infinity 1, at most 1e-03: measured 1, declared 0"));
  BOOST_TEST(program.run({"element-check", "unstable", module_path("faulty")}) == 1);
  BOOST_TEST(contains(program.read("stdout"), "unstable: stability"));
  BOOST_TEST(program.run({"element-check", "two steps", "DIRK54", module_path("faulty")}) == 7);
  BOOST_TEST(program.run({"element-check", "two steps", module_path("faulty")}) == 0, program.read("stdout"));
}

BOOST_AUTO_TEST_CASE(every_type_of_the_program_passes_element_check) {
  const Program program;
  if (!program.exists) return;
  BOOST_TEST(program.run({"element-check", "--all"}) == 0, program.read("stdout"));
  BOOST_TEST(contains(program.read("stdout"), "joint: revolute hinge"));
  BOOST_TEST(program.run({"element-check", "total", "spherical hinge"}) == 0);
  BOOST_TEST(contains(program.read("stdout"), "2 of 2 types pass"));
}

BOOST_AUTO_TEST_CASE(list_and_describe_know_loaded_types) {
  const Program program;
  if (!program.exists) return;
  BOOST_TEST(program.run({"--list", "--module", module_path("template")}) == 0);
  BOOST_TEST(contains(program.read("stdout"), "stop spring                      spring that hardens towards a stop"));
  BOOST_TEST(contains(program.read("stdout"), "chirp "));
  BOOST_TEST(program.run({"--describe", "stop spring", "--module", module_path("template")}) == 0);
  BOOST_TEST(contains(program.read("stdout"), "stiffness            real                 N/m; >= 0"));
  BOOST_TEST(program.run({"--describe", "stop sprig", "--module", module_path("template")}) == 7);
}

BOOST_AUTO_TEST_SUITE_END()
