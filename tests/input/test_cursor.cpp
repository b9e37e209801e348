#include <boost/test/unit_test.hpp>

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "input/cursor.h"
#include "input/keyword.h"
#include "tests/input/language.h"

using namespace flexura;
using flexura::test::contains;
using flexura::test::error_of;

BOOST_AUTO_TEST_SUITE(lexer)

namespace {
Cursor at(const std::string& text) { return Cursor(std::make_shared<SourceText>("f", text)); }
std::string rest(Cursor cursor) { return std::string(cursor.source()->text().substr(cursor.position())); }
std::string after_blanks(const std::string& text) {
  Cursor cursor = at(text);
  cursor.skip_blanks();
  return rest(cursor);
}
}  // namespace

BOOST_AUTO_TEST_CASE(keywords_ignore_blanks_and_case) {
  BOOST_TEST(normal_form(" Control \t\n DATA ") == "controldata");
  BOOST_TEST(is_keyword("controldata", "control data"));
  BOOST_TEST(is_keyword("controldata", "ControlData"));
  BOOST_TEST(!is_keyword("controldata", "control dat"));
  BOOST_TEST(!is_keyword("control", "control data"));
}

BOOST_AUTO_TEST_CASE(blanks_and_comments_are_skipped) {
  BOOST_TEST(after_blanks(" \t\r\n\v\f x") == "x");
  BOOST_TEST(after_blanks("# line ; \" \n# another\nx") == "x");
  BOOST_TEST(after_blanks("## x\ny") == "y");
  BOOST_TEST(after_blanks("/* a\n b */ /**/x") == "x");
  BOOST_TEST(after_blanks("#/* a switch\nx\n#*/") == "x\n#*/");
  BOOST_TEST(after_blanks("#{ text stays\nx\n#}") == "x\n#}");
  BOOST_TEST(after_blanks("# only a comment") == "");
  BOOST_TEST(after_blanks("/2") == "/2");
  BOOST_TEST(contains(error_of([] { after_blanks("\n /* open"); }), "f:2:2: error: comment `/*` is not closed"));
}

BOOST_AUTO_TEST_CASE(numbers_keep_their_type) {
  const auto number = [](const std::string& text) { return *at(text).number(); };
  BOOST_TEST(number("12").is_integer);
  BOOST_TEST(number("12").integer == 12);
  BOOST_TEST(!number("12.").is_integer);
  for (const char* text : {"12.", "1.2e1", "1.2E+1", "120e-1", "12.e0", "0012."}) BOOST_TEST(number(text).real == 12);
  BOOST_TEST(number(".5").real == .5);
  BOOST_TEST(number("210e+9").real == 210e9);
  BOOST_TEST(!at("x").number().has_value());
  BOOST_TEST(!at(".").number().has_value());
  BOOST_TEST(contains(error_of([&] { number("1.2.3"); }), "unexpected `.` in the number `1.2`"));
  BOOST_TEST(contains(error_of([&] { number("0x1F"); }), "unexpected `x` in the number `0`"));
}

BOOST_AUTO_TEST_CASE(strings_know_their_escapes) {
  const auto text = [](const std::string& literal) { return at(literal).string_literal().text; };
  BOOST_TEST(text("\"plain # /* text */\"") == "plain # /* text */");
  BOOST_TEST(text("\"a\\\\b\"") == "a\\b");
  BOOST_TEST(text("\"say \\\"x\\\"\"") == "say \"x\"");
  BOOST_TEST(text("\"two \\\nlines\"") == "two lines");
  BOOST_TEST(text("\"two \\\r\nlines\"") == "two lines");
  BOOST_TEST(text("\"\\41\\7e\\0A\"") == "A~\n");
  BOOST_TEST(text("\"\\n\"") == "n");
  BOOST_TEST(text("\"two\nlines\"") == "two\nlines");
  BOOST_TEST(contains(error_of([&] { text("\"open"); }), "f:1:1: error: string is not closed"));
}

BOOST_AUTO_TEST_CASE(locations_count_lines_and_columns_from_one) {
  const SourceText source("f", "ab\ncd\r\n\n  e", 1);
  BOOST_TEST(source.locate(0).str() == "f:1:1");
  BOOST_TEST(source.locate(4).str() == "f:2:2");
  BOOST_TEST(source.locate(10).str() == "f:4:3");
  BOOST_TEST(source.locate(99).str() == "f:4:4");
  BOOST_TEST(source.excerpt(source.locate(4)) == "\n  cd\n   ^");
  BOOST_TEST(source.excerpt({"other", 1, 1}) == "");
}

BOOST_AUTO_TEST_CASE(large_files_are_read_as_small_ones) {
  const auto path = std::filesystem::temp_directory_path() / ("flexura_source_" + std::to_string(getpid()));
  // Two megabytes to the last byte of a page, where nothing follows the text.
  for (const std::size_t size : {std::size_t{4096}, std::size_t{2} << 20}) {
    std::string text;
    while (text.size() + 16 <= size) text += "a = 1.5 * b - c\n";
    text.replace(size - 4, 4, "12.5");
    std::ofstream(path, std::ios::binary) << text;
    const auto source = SourceText::load(path.string());
    BOOST_TEST((source->text() == text));
    BOOST_TEST(source->locate(size - 4).line == static_cast<int>(size / 16));
    BOOST_TEST(source->locate(size - 4).column == 13);
    BOOST_TEST(source->excerpt(source->locate(size - 4)) == "\n  a = 1.5 * b 12.5\n              ^");
    Cursor cursor(source, size - 4);
    BOOST_TEST(cursor.number().value().real == 12.5);
    BOOST_TEST(cursor.at_end());
  }
  std::filesystem::remove(path);
}

BOOST_AUTO_TEST_CASE(carets_stay_under_their_place_in_long_and_tabbed_lines) {
  const SourceText tabbed("f", "\tx");
  BOOST_TEST(tabbed.excerpt(tabbed.locate(1)) == "\n  \tx\n  \t^");
  const SourceText wide("f", std::string(500, 'a') + "X" + std::string(500, 'b'));
  const std::string excerpt = wide.excerpt(wide.locate(500));
  BOOST_TEST(excerpt.size() < 400U);
  const std::size_t line = excerpt.find('X') - 1;
  BOOST_TEST(excerpt.find('^') - excerpt.find('\n', 1) - 1 == line);
}

BOOST_AUTO_TEST_CASE(derived_texts_point_back_to_where_they_were_written) {
  const auto outer = std::make_shared<SourceText>("f", "one;\ntwo \"a\\\"b\";\nthree");
  Cursor cursor(outer, 9);
  StringToken token = cursor.string_literal();
  const auto inner = outer->derive(token.text, token.offsets);
  BOOST_TEST(std::string(inner->text()) == "a\"b");
  BOOST_TEST(inner->locate(0).str() == "f:2:6");
  BOOST_TEST(inner->locate(2).str() == "f:2:9");
  BOOST_TEST(inner->locate(3).str() == "f:2:10");
  BOOST_TEST(inner->excerpt(inner->locate(2)) == "\n  two \"a\\\"b\";\n          ^");
  const auto twice = inner->derive("b", {2, 3});
  BOOST_TEST(twice->locate(0).str() == "f:2:9");
}

BOOST_AUTO_TEST_SUITE_END()
