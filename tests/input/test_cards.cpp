#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <boost/test/unit_test.hpp>

#include "tests/input/language.h"

using namespace flexura;
using flexura::test::contains;
using flexura::test::error_of;
using flexura::test::Language;

namespace cards {
namespace {

struct Fixture : Language {
  Fixture() { std::filesystem::create_directories(folder); }
  ~Fixture() { std::filesystem::remove_all(folder); }
  void write(const std::string& name, const std::string& text) {
    std::filesystem::create_directories((folder / name).parent_path());
    std::ofstream(folder / name) << text;
  }
  /// Runs the general cards of a file in the folder.
  void run_file(const std::string& name) {
    restart();
    reader->open((folder / name).string());
    reader->all_cards([this](const std::string& description) { reader->fail_unknown_card(description, {}); });
  }
  std::string errors() {
    return error_of([&] { diagnostics.raise(); });
  }
  std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("flexura_cards_" + std::to_string(std::rand()));
};

}  // namespace
}  // namespace cards

BOOST_FIXTURE_TEST_SUITE(cards, Fixture)

BOOST_AUTO_TEST_CASE(set_declares_and_assigns) {
  run("set: real a = 1.; SET: a = a + 1.; set: ( real b = 2.*a; integer c = 3; 0 ); set: const real d = 5.;");
  BOOST_TEST(errors() == "");
  BOOST_TEST(evaluate("a + b + c + d").real().f == 14);
}

BOOST_AUTO_TEST_CASE(remarks_print_where_and_what) {
  run("\nremark: 1+1, \"text\", 2.5;\nremark;");
  BOOST_TEST(errors() == "");
  BOOST_REQUIRE(printed.size() == 2U);
  BOOST_TEST(printed[0] == "line 2, file <test.mbd>: 2, text, 2.5");
  BOOST_TEST(printed[1] == "line 3, file <test.mbd>");
}

BOOST_AUTO_TEST_CASE(setenv_sets_keeps_and_unsets) {
  unsetenv("FLEXURA_A");
  run("setenv: \"FLEXURA_A=one\"; setenv: \"FLEXURA_A=two\";");
  BOOST_TEST(std::string(std::getenv("FLEXURA_A")) == "one");
  run("setenv: overwrite, yes, \"FLEXURA_A=two\"; setenv: overwrite, no, \"FLEXURA_A=three\";");
  BOOST_TEST(std::string(std::getenv("FLEXURA_A")) == "two");
  run("setenv: overwrite, yes, \"FLEXURA_A=\";");
  BOOST_TEST(std::string(std::getenv("FLEXURA_A")) == "");
  run("setenv: \"FLEXURA_A\";");
  BOOST_TEST(std::getenv("FLEXURA_A") == nullptr);
  BOOST_TEST(errors() == "");
  run("setenv: \"=x\";");
  BOOST_TEST(contains(errors(), "the name of the environment variable is missing"));
}

BOOST_AUTO_TEST_CASE(the_symbol_table_can_be_printed) {
  run("set: real mass = 2.; print symbol table; print symbol table: model; print symbol table: all;");
  BOOST_TEST(errors() == "");
  BOOST_TEST(contains(printed[0], "real mass = 2\n"));
  bool listed = false;
  for (const auto& line : printed) listed = listed || line == "model::distance";
  BOOST_TEST(listed);
}

BOOST_AUTO_TEST_CASE(license_and_warranty_are_printed) {
  run("license; warranty;");
  BOOST_TEST(errors() == "");
  BOOST_TEST(contains(printed[0], "BSD"));
  BOOST_TEST(contains(printed[1], "without any warranty"));
}

BOOST_AUTO_TEST_CASE(exit_ends_the_run) {
  BOOST_CHECK_THROW(run("set: real a = 1.; exit; set: real b = c;"), StopRequest);
  BOOST_TEST(symbols->find("b") == nullptr);
  Language other;
  BOOST_CHECK_THROW(other.run("set: real a = zz; exit;"), CollectedErrors);
}

BOOST_AUTO_TEST_CASE(drive_callers_are_kept_by_label) {
  run("drive caller: 5, name, \"ramp up\", ramp, 2., 0., 1., 0.; drive caller: 6, reference, 5; drive caller: 7, "
      "3.*2;");
  BOOST_TEST(errors() == "");
  BOOST_TEST(symbols->drives.find(6)->value(.5, {}).f == 1);
  BOOST_TEST(symbols->drives.find(7)->value(.5, {}).f == 6);
  BOOST_TEST(symbols->drives.all().at(5).name == "ramp up");
}

BOOST_AUTO_TEST_CASE(includes_nest_and_start_from_their_own_folder) {
  write("main.mbd", "set: integer N = 0;\ninclude: \"parts/arm.mbd\"; include: \"parts/arm.mbd\";\nremark: N;\n");
  write("parts/arm.mbd", "set: N = N + 1; # no newline at the end\ninclude: \"detail.mbd\"; set: N = N + 100;");
  write("parts/detail.mbd", "set: N = N + 10");
  run_file("main.mbd");
  BOOST_TEST(contains(errors(), "parts/detail.mbd:1:1: error: the text ends inside this card: `;` is missing"));
  Language other;
  write("parts/detail.mbd", "set: N = N + 10;");
  other.restart();
  other.reader->open((folder / "main.mbd").string());
  other.reader->all_cards([](const std::string&) {});
  other.diagnostics.raise();
  BOOST_TEST(contains(other.printed.at(0), ": 222"));
}

BOOST_AUTO_TEST_CASE(recursive_and_missing_includes_are_reported) {
  write("main.mbd", "include: \"a.mbd\";\ninclude: \"none.mbd\";\nset: real ok = 1.;");
  write("a.mbd", "\n  include: \"b.mbd\";");
  write("b.mbd", "include:\n \"./a.mbd\";");
  run_file("main.mbd");
  const std::string text = errors();
  BOOST_TEST(contains(text, "b.mbd:2:2: error: file `" + (folder / "a.mbd").string() + "` includes itself"));
  BOOST_TEST(
      contains(text, "main.mbd:2:10: error: cannot read `" + (folder / "none.mbd").string() + "`: No such file"));
  BOOST_TEST(contains(text, "2 errors"));
  BOOST_TEST(evaluate("ok").real().f == 1);
}

BOOST_AUTO_TEST_CASE(a_missing_main_file_is_an_input_error) {
  BOOST_CHECK_EXCEPTION(reader->open("/nowhere/x.mbd"), Error, [](const Error& error) {
    return error.exit_code() == ExitCode::input_error && contains(error.what(), "cannot read `/nowhere/x.mbd`");
  });
}

BOOST_AUTO_TEST_CASE(all_errors_of_a_model_are_reported_together) {
  run("set: real a = lenght;\n"
      "set: real length = 2.; set: real b = lengt;\n"
      "reference: 1, nul, eye, null, null;\n"
      "refrence: 2, null, eye, null, null;\n"
      "reference: 3, reference, 77, null, eye, null, null;\n"
      "drive caller: 1, lineer, 0., 1.;\n"
      "set: real last = 4.;");
  const std::string text = errors();
  BOOST_TEST(contains(text, "test.mbd:1:15: error: unknown variable `lenght`"));
  BOOST_TEST(contains(text, "test.mbd:2:38: error: unknown variable `lengt`, did you mean `length`?"));
  BOOST_TEST(contains(text, "test.mbd:3:15: error: unknown variable `nul`, did you mean `null`?"));
  BOOST_TEST(contains(text, "test.mbd:4:1: error: unknown card `refrence`, did you mean `reference`?"));
  BOOST_TEST(contains(text, "test.mbd:5:26: error: reference frame 77 is not defined"));
  BOOST_TEST(contains(text, "test.mbd:6:18: error: unknown drive `lineer`, did you mean `linear`?"));
  BOOST_TEST(contains(text, "6 errors"));
  BOOST_TEST(evaluate("last").real().f == 4);
}

BOOST_AUTO_TEST_CASE(errors_are_capped) {
  std::string text;
  for (int i = 0; i < 80; ++i) text += "set: zz" + std::to_string(i) + ";\n";
  BOOST_CHECK_THROW(run(text), CollectedErrors);
  BOOST_TEST(diagnostics.errors().size() == Diagnostics::most_errors);
  BOOST_TEST(contains(errors(), "50 errors; the rest is not shown"));
}

BOOST_AUTO_TEST_CASE(recovery_respects_strings_parentheses_and_comments) {
  run("set: bad(1; 2, \"; \", /* ; */ # ;\n 3); set: real a = 1.;\n"
      "drive caller: 1, string, \"x;y\"; set: real b = 1.;\n"
      "set: (1 + ; set: real c = 1.;\n");
  BOOST_TEST(diagnostics.errors().size() == 3U);
  for (const char* name : {"a", "b", "c"}) BOOST_TEST((symbols->find(name) != nullptr), name);
}

BOOST_AUTO_TEST_CASE(blocks_are_read_card_by_card) {
  restart();
  reader->open_text("t",
                    "begin: Some Block; one: 1; set: real a = 2.; two: a; end: someblock; begin: other; end: other;");
  std::vector<std::string> seen;
  double sum = 0;
  reader->all_cards([&](const std::string& card) {
    BOOST_TEST(card == "begin");
    const std::string name = reader->word();
    reader->end_card();
    reader->block(name, [&](const std::string& inner) {
      seen.push_back(inner);
      sum += reader->real();
    });
  });
  BOOST_TEST(errors() == "");
  const std::vector<std::string> expected = {"one", "two"};
  BOOST_TEST(seen == expected, boost::test_tools::per_element());
  BOOST_TEST(sum == 3);
}

BOOST_AUTO_TEST_CASE(blocks_that_do_not_match_are_reported_and_reading_goes_on) {
  restart();
  reader->open_text("t",
                    "begin: nodes;\n one: 1;\nbegin: elements;\n two: 2;\nend: nodes;\nbegin: nodes;\n three: x;\n");
  std::vector<std::string> seen;
  reader->all_cards([&](const std::string& card) {
    BOOST_TEST(card == "begin");
    const std::string name = reader->word();
    reader->end_card();
    reader->block(name, [&](const std::string& inner) {
      seen.push_back(name + "/" + inner);
      reader->real();
    });
  });
  const std::vector<std::string> expected = {"nodes/one", "elements/two", "nodes/three"};
  BOOST_TEST(seen == expected, boost::test_tools::per_element());
  const std::string text = errors();
  BOOST_TEST(contains(text, "t:3:1: error: a block begins inside block `nodes`; is `end: nodes;` missing?"));
  BOOST_TEST(contains(text, "t:5:6: error: expected `end: elements;` to close the block begun at t:3:1"));
  BOOST_TEST(contains(text, "t:7:9: error: unknown variable `x`"));
}

BOOST_AUTO_TEST_CASE(a_block_without_end_is_reported_where_it_begins) {
  restart();
  reader->open_text("t", "\nbegin: nodes;\n one: 1;\n");
  reader->all_cards([&](const std::string&) {
    const std::string name = reader->word();
    reader->end_card();
    reader->block(name, [&](const std::string&) { reader->real(); });
  });
  BOOST_TEST(contains(errors(), "t:2:1: error: block `nodes` is not closed by `end: nodes;`"));
}

BOOST_AUTO_TEST_CASE(blocks_can_be_skipped) {
  restart();
  reader->open_text("t", "begin: nodse; a: \"end: x;\"; b; end: nodse; after: 1;");
  std::string card;
  reader->next_card(card);
  reader->word();
  reader->end_card();
  reader->skip_block();
  BOOST_TEST(reader->next_card(card));
  BOOST_TEST(card == "after");
}

BOOST_AUTO_TEST_CASE(errors_without_a_place_get_that_of_their_card) {
  restart();
  reader->open_text("t", "ok;\n card: 1;");
  reader->all_cards([&](const std::string& card) {
    if (card == "card") throw Error(ExitCode::input_error, "label taken");
  });
  BOOST_TEST(contains(errors(), "t:2:2: error: label taken\n   card: 1;\n   ^"));
}

BOOST_AUTO_TEST_CASE(errors_of_other_kinds_pass_through) {
  restart();
  reader->open_text("t", "card: 1;");
  BOOST_CHECK_THROW(reader->all_cards([](const std::string&) { throw Error(ExitCode::internal_error, "x"); }), Error);
}

BOOST_AUTO_TEST_CASE(postponed_drives_must_be_defined_in_the_end) {
  run("drive caller: 1, postponed, 2; drive caller: 3, postponed, 4;\ndrive caller: 2, linear, 0., 2.;");
  const std::string text = error_of([&] { reader->finish(); });
  BOOST_TEST(contains(text, "test.mbd:1:60: error: postponed drive caller 4 is not defined anywhere in the model"));
  BOOST_TEST(!contains(text, "caller 2"));
  BOOST_TEST(symbols->drives.find(1)->value(3.0, {}).f == 6);
}

BOOST_AUTO_TEST_SUITE_END()
