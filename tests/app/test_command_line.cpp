#include <boost/test/unit_test.hpp>

#include <vector>

#include "app/command_line.h"
#include "app/keyword_list.h"
#include "app/versions.h"

namespace flexura {
BOOST_AUTO_TEST_SUITE(command_line)

namespace {

CommandLine parse(std::vector<const char*> words) {
  words.insert(words.begin(), "flexura");
  return parse_command_line(static_cast<int>(words.size()), words.data());
}

using Action = CommandLine::Action;

}  // namespace

BOOST_AUTO_TEST_CASE(model_by_position_or_by_option) {
  for (const auto& line : {parse({"a.mbd", "-o", "out/a"}), parse({"-f", "a.mbd", "-o", "out/a"})}) {
    BOOST_TEST((line.action == Action::run));
    BOOST_TEST(line.models == std::vector<std::string>{"a.mbd"}, boost::test_tools::per_element());
    BOOST_TEST(line.prefix == "out/a");
    BOOST_TEST(!line.check);
    BOOST_TEST(!line.increments);
    BOOST_TEST(line.quiet == 0);
  }
}

BOOST_AUTO_TEST_CASE(several_models_keep_their_order) {
  const auto line = parse({"-s", "-f", "a.mbd", "b.mbd", "--check", "--increments", "c.mbd", "-s"});
  BOOST_TEST(line.models == (std::vector<std::string>{"a.mbd", "b.mbd", "c.mbd"}), boost::test_tools::per_element());
  BOOST_TEST(line.quiet == 2);
  BOOST_TEST(line.check);
  BOOST_TEST(line.increments);
}

BOOST_AUTO_TEST_CASE(words_behind_two_dashes_are_for_petsc) {
  const auto line = parse({"a.mbd", "--", "-log_view", "-pc_type", "lu", "-s"});
  BOOST_TEST(line.petsc_arguments == (std::vector<std::string>{"-log_view", "-pc_type", "lu", "-s"}),
             boost::test_tools::per_element());
  BOOST_TEST(line.models.size() == 1U);
  BOOST_TEST(line.quiet == 0);
}

BOOST_AUTO_TEST_CASE(wrong_lines_are_usage_errors_with_a_reason) {
  BOOST_TEST((parse({}).action == Action::usage_error));
  BOOST_TEST(parse({}).text.find("no model file") != std::string::npos);
  BOOST_TEST((parse({"--", "-log_view"}).action == Action::usage_error));
  const auto unknown = parse({"a.mbd", "--frobnicate"});
  BOOST_TEST((unknown.action == Action::usage_error));
  BOOST_TEST(unknown.text.find("frobnicate") != std::string::npos);
  BOOST_TEST(unknown.text.find("PETSc") == std::string::npos);
  BOOST_TEST((parse({"a.mbd", "-o"}).action == Action::usage_error));
  const auto misplaced = parse({"a.mbd", "-log_view"});
  BOOST_TEST((misplaced.action == Action::usage_error));
  BOOST_TEST(misplaced.text.find("flexura MODEL -- -log_view") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(questions_about_the_program_need_no_model) {
  const auto help = parse({"--help"});
  BOOST_TEST((help.action == Action::help));
  for (const char* option : {"-f", "-o", "-s", "--check", "--list", "--version", "Exit codes"})
    BOOST_TEST(help.text.find(option) != std::string::npos, option);
  BOOST_TEST((parse({"--version"}).action == Action::version));
  BOOST_TEST((parse({"--list"}).action == Action::list));
}

BOOST_AUTO_TEST_CASE(versions_name_every_library) {
  const std::string text = version_text();
  BOOST_TEST(text.starts_with("flexura "));
  for (const char* name : {"PETSc", "SLEPc", "MPI", "Eigen", "NetCDF", "KLU", "fmt"})
    BOOST_TEST(text.find(name) != std::string::npos, name);
}

BOOST_AUTO_TEST_CASE(list_has_all_kinds_of_keywords) {
  const std::string text = keyword_list();
  for (const char* word : {"\n  ramp ", "\n  revolute hinge ", "\n  body ", "\n  linear elastic ", "\n  dynamic ",
                           "\n  klu\n", "\n  ms ", "\n  follower "})
    BOOST_TEST(text.find(word) != std::string::npos, word);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura
