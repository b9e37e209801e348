// Files of airfoil coefficients: fixed columns, the free format, one table without Mach numbers.
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "input/airfoil_table.h"
#include "tests/input/language.h"

using namespace flexura;
using flexura::test::contains;
using flexura::test::error_of;

namespace airfoil_table {
namespace {

struct Folder {
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("flexura_airfoil_" + std::to_string(getpid()));
  Folder() { std::filesystem::create_directories(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path); }
  [[nodiscard]] std::string write(const std::string& text) const {
    const std::string file = (path / "airfoil").string();
    std::ofstream(file) << text;
    return file;
  }
};

// Eleven Mach numbers: a record takes two lines. The first two counts touch.
const std::string fixed_columns =
    "PROFILE                       11 2 1 2 2 2   ignored\n"
    "       0.     .1     .2     .3     .4     .5     .6     .7     .8     \n"
    "       .9     1.\n"
    "-180.  0.     1.     2.     3.     4.     5.     6.     7.     8.     \n"
    "       9.     10.\n"
    "180.   -1.    -2.    -3.    -4.    -5.    -6.    -7.    -8.    -9.    \n"
    "       -10.   -11.\n"
    "       0.\r\n"
    "-180.  .02\n"
    "180.   .03\n"
    "       0.     .9\n"
    "-180.  .1     .2\n"
    "180.   -172.5 .4\n";

std::string error_in(const Folder& folder, const std::string& text, AirfoilFormat format = AirfoilFormat::traditional) {
  return error_of([&] { read_airfoil_file(folder.write(text), format); });
}

}  // namespace
}  // namespace airfoil_table

BOOST_FIXTURE_TEST_SUITE(airfoil_table, Folder)

BOOST_AUTO_TEST_CASE(fixed_columns_are_not_split_at_blanks) {
  const AirfoilTable table = read_airfoil_file(write(fixed_columns), AirfoilFormat::traditional);
  BOOST_TEST(table.title == "PROFILE");
  BOOST_TEST(table.lift.mach.size() == 11u);
  BOOST_TEST(table.lift.mach[10] == 1);
  BOOST_TEST(table.lift.at(0, 9) == 9);
  BOOST_TEST(table.lift.at(1, 10) == -11);
  BOOST_TEST(table.drag.at(1, 0) == 0.03);
  BOOST_TEST(table.moment.at(1, 0) == -172.5);
}

BOOST_AUTO_TEST_CASE(what_is_written_is_read_again) {
  const AirfoilTable table = read_airfoil_file(write(fixed_columns), AirfoilFormat::traditional);
  for (const bool free : {false, true}) {
    const AirfoilTable again = read_airfoil_file(write(airfoil_text(table, free)), AirfoilFormat::traditional);
    BOOST_TEST(again.free_format == free);
    BOOST_TEST(again.title == table.title);
    BOOST_TEST((again.lift.values == table.lift.values));
    BOOST_TEST((again.moment.mach == table.moment.mach));
    BOOST_TEST((again.moment.values == table.moment.values));
  }
}

BOOST_AUTO_TEST_CASE(the_free_format_needs_no_first_line_when_its_keyword_is_given) {
  const AirfoilTable table = read_airfoil_file(
      write("a title; 1 2 1 2 1 2\n0.\n-180 1\n180 2\n0.\n-180 3\n180 4\n0.\n-180 5\n180 6.25\n"), AirfoilFormat::free);
  BOOST_TEST(table.title == "a title");
  BOOST_TEST(table.moment.at(1, 0) == 6.25);
}

BOOST_AUTO_TEST_CASE(one_table_without_mach_numbers) {
  std::string text = "title\nsecond line\n1 Number of airfoil tables\n";
  for (int i = 4; i <= 14; ++i) text += "0.0 text\n";
  const AirfoilTable table =
      read_airfoil_file(write(text + "-180. 0. .1 .2\n 10. 1.1 .3 -.4\n180. 0. .1 .5\n"), AirfoilFormat::nrel);
  BOOST_TEST(table.lift.at(1, 0) == 1.1);
  BOOST_TEST(table.drag.at(1, 0) == 0.3);
  BOOST_TEST(table.moment.at(2, 0) == 0.5);
  BOOST_TEST(contains(error_in(*this, "a\nb\n2\n", AirfoilFormat::nrel), ":3:1: error: a file with one table"));
}

BOOST_AUTO_TEST_CASE(a_flipped_airfoil_is_the_mirror_image) {
  AirfoilTable table = read_airfoil_file(
      write("t; 1 3 1 2 1 2\n0\n-180 1\n10 2\n180 3\n0\n-180 4\n180 5\n0\n-180 6\n180 7\n"), AirfoilFormat::free);
  flip(table);
  BOOST_TEST((table.lift.angle == std::vector<double>{-180, -10, 180}));
  BOOST_TEST((table.lift.values == std::vector<double>{-3, -2, -1}));
  BOOST_TEST((table.drag.values == std::vector<double>{5, 4}));
  BOOST_TEST((table.moment.values == std::vector<double>{-7, -6}));
}

BOOST_AUTO_TEST_CASE(errors_have_their_place_in_the_file) {
  BOOST_TEST(contains(error_in(*this, ""), "the file ends where the title should follow"));
  BOOST_TEST(contains(error_in(*this, "a title\n"), ":1:8: error: expected six counts"));
  BOOST_TEST(contains(error_in(*this, "t; 1 2\n"), "expected six counts"));
  BOOST_TEST(contains(error_in(*this, "t 1 2 1 2 1 2\n", AirfoilFormat::free), "the title ends with `;`"));
  BOOST_TEST(
      contains(error_in(*this, "t; 1 2 1 2 1 2\n0.\n-180 x\n", AirfoilFormat::free), ":3:6: error: expected a nu"));
  BOOST_TEST(
      contains(error_in(*this, "t; 1 2 1 2 1 2\n0.\n-180 1 2\n", AirfoilFormat::free), "expected 2 numbers, found 3"));
  BOOST_TEST(contains(error_in(*this, "t; 1 2 1 2 1 2\n0.\n10 1\n-10 1\n", AirfoilFormat::free),
                      ":4:1: error: angles must ascend"));
  BOOST_TEST(contains(error_in(*this, "t; 0 2 1 2 1 2\n", AirfoilFormat::free), "numbers of Mach numbers"));
  std::string text = fixed_columns;
  text.replace(text.find("       .9"), 8, "1.     .");
  BOOST_TEST(contains(error_in(*this, text), ":3:1: error: a continuation line (9 of 11 numbers"));
  BOOST_TEST(contains(error_in(*this, fixed_columns.substr(0, fixed_columns.find('\r') - 9)),
                      "the file ends where a line of Mach numbers should follow"));
}

BOOST_AUTO_TEST_CASE(the_card_keeps_tables_by_label) {
  test::Language language;
  const std::string file = write(fixed_columns);
  const std::string echo = (path / "echo").string();
  CardRegistry cards("card");
  register_airfoil_card(cards);
  const auto read = [&](const std::string& card) {
    Diagnostics diagnostics;
    DriveRegistry drives("drive");
    Reader reader(language.model, language.symbols, drives, cards, diagnostics);
    reader.open_text("deck", card);
    std::string description;
    reader.next_card(description);
    diagnostics.raise();
  };
  read("c81 data: 7, name, \"profile\", \"" + file + "\", tolerance, 1e-3, flip, echo, \"" + echo + "\", free format;");
  const auto library = AirfoilLibrary::of(language.symbols);
  BOOST_TEST(library->tables.at(7)->tolerance == 1e-3);
  BOOST_TEST(library->tables.at(7)->lift.at(0, 10) == 11);
  BOOST_TEST(read_airfoil_file(echo, AirfoilFormat::traditional).lift.at(0, 10) == 11);
  BOOST_TEST(contains(error_of([&] { read("c81 data: 7, \"" + file + "\";"); }), "c81 data 7 is already defined"));
  BOOST_TEST(contains(error_of([&] { read("c81 data: 8, \"" + file + "\", fc511;"); }), "documented nowhere"));
  BOOST_TEST(contains(error_of([&] { read("c81 data: 8, \"" + file + ".no\";"); }), "deck:1:14: error: cannot read"));
}

BOOST_AUTO_TEST_SUITE_END()
