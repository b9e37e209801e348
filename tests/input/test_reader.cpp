#include <ctime>

#include <boost/test/unit_test.hpp>

#include "tests/input/language.h"

using namespace flexura;
using flexura::test::contains;
using flexura::test::error_of;
using flexura::test::Language;

namespace argument_reader {
namespace {
struct Fixture : Language {
  void open_cards(const std::string& text) {
    restart();
    reader->open_text("test.mbd", text);
  }
  /// Message of the error when `action` reads the arguments.
  template <class Action>
  std::string error(const std::string& arguments, Action&& action) {
    return error_of([&] {
      Reader& r = read(arguments);
      action(r);
      r.end_card();
    });
  }
};
}  // namespace
}  // namespace argument_reader

BOOST_FIXTURE_TEST_SUITE(argument_reader, Fixture)

BOOST_AUTO_TEST_CASE(keywords_match_whole_words_in_any_spelling) {
  Reader& r = read("ANGULAR  velocity, position #comment\n, orientation");
  BOOST_TEST(!r.keyword("angular"));
  BOOST_TEST(!r.keyword("velocity"));
  BOOST_TEST(r.keyword("angular velocity"));
  BOOST_TEST(r.peek_word() == "position");
  BOOST_TEST(r.one_of({"velocity", "position"}) == 1);
  BOOST_TEST(r.one_of({"velocity", "position"}) == -1);
  BOOST_TEST(r.more());
  BOOST_TEST(r.word() == "orientation");
  BOOST_TEST(!r.more());
  BOOST_TEST(!r.keyword("position"));
  BOOST_TEST(r.peek_word() == "");
  r.end_card();
}

BOOST_AUTO_TEST_CASE(a_keyword_shadows_a_variable_only_where_it_is_valid) {
  evaluate("real position = 4.");
  Reader& r = read("position, position");
  BOOST_TEST(r.keyword("position"));
  BOOST_TEST(!r.keyword("velocity"));
  BOOST_TEST(r.real() == 4);
}

BOOST_AUTO_TEST_CASE(words_stop_at_no_namespace) {
  Reader& r = read("model::x(1)");
  BOOST_TEST(r.peek_word() == "");
}

BOOST_AUTO_TEST_CASE(numbers_take_literals_and_expressions) {
  Reader& r = read("1, -2.5, 1e3 /* c */, 1./4, (real a = 3.; a/2), 2 # c\n, -2^2, pi, .5, TRUE");
  BOOST_TEST(r.real() == 1);
  BOOST_TEST(r.real() == -2.5);
  BOOST_TEST(r.real() == 1000);
  BOOST_TEST(r.real() == .25);
  BOOST_TEST(r.real() == 1.5);
  BOOST_TEST(r.integer() == 2);
  BOOST_TEST(r.real() == 4);
  BOOST_TEST(r.real() == std::acos(-1.0));
  BOOST_TEST(r.real() == .5);
  BOOST_TEST(r.real() == 1);
  r.end_card();
}

BOOST_AUTO_TEST_CASE(an_argument_may_declare_a_variable) {
  Reader& r = read("real L = 2., 500.*L, const integer n = 3, ifndef real L = 7., real (n)");
  BOOST_TEST(r.real() == 2);
  BOOST_TEST(r.real() == 1000);
  BOOST_TEST(r.integer() == 3);
  BOOST_TEST(r.real() == 2);
  BOOST_TEST(r.real() == 3);
  r.end_card();
  BOOST_TEST(contains(error("real 3.", [](Reader& from) { from.real(); }), "real"));
}

BOOST_AUTO_TEST_CASE(empty_fields_take_the_default) {
  Reader& r = read(" , , 3, ,");
  BOOST_TEST(r.real() == 0);
  BOOST_TEST(r.real(7.5) == 7.5);
  BOOST_TEST(r.integer(8) == 3);
  BOOST_TEST(r.integer(8) == 8);
  BOOST_TEST(r.more());
  BOOST_TEST(r.integer() == 0);
  BOOST_TEST(!r.more());
  r.end_card();
}

BOOST_AUTO_TEST_CASE(labels_are_whole_and_not_negative) {
  Reader& r = read("7, 10*2+1, 3., 0, 0.1*30");
  BOOST_TEST(r.label() == 7U);
  BOOST_TEST(r.label() == 21U);
  BOOST_TEST(r.label() == 3U);
  BOOST_TEST(r.label() == 0U);
  BOOST_TEST(r.label() == 3U);  // but for round-off
  const auto label = [](Reader& x) { x.label(); };
  BOOST_TEST(contains(error("-1", label), "a label cannot be negative, found -1"));
  BOOST_TEST(
      contains(error("2.6", label), "1:7: error: expected a label, a whole number that is not negative, found 2.6"));
  BOOST_TEST(contains(error("3/2., 1", label), "found 1.5"));
  BOOST_TEST(contains(error("\"a\"", label), "expected a label, found the string"));
  BOOST_TEST(contains(error(" , 1", label), "expected a label, found an empty field"));
  BOOST_TEST(contains(error("5e9", label), "too large"));
}

BOOST_AUTO_TEST_CASE(truth_values) {
  Reader& r = read("yes, no, YES, 1, 2 > 3, TRUE, 0.5");
  BOOST_TEST(r.yes_no());
  BOOST_TEST(!r.yes_no());
  BOOST_TEST(r.yes_no());
  BOOST_TEST(r.yes_no());
  BOOST_TEST(!r.yes_no());
  BOOST_TEST(r.boolean());
  BOOST_TEST(r.boolean());
  BOOST_TEST(contains(error("maybe", [](Reader& x) { x.yes_no(); }), "expected `yes` or `no`, found `maybe`"));
  BOOST_TEST(contains(error("\"yes\"", [](Reader& x) { x.yes_no(); }), "expected a truth value"));
  BOOST_TEST(contains(error(" ,1", [](Reader& x) { x.boolean(); }), "found an empty field"));
}

BOOST_AUTO_TEST_CASE(strings_are_literals_or_expressions) {
  evaluate("string s = \"ab\"");
  Reader& r = read("\"x;,\\\"y\", s, s + \"c\", \"n\" + 1, name, \"called\", 5");
  BOOST_TEST(r.string() == "x;,\"y");
  BOOST_TEST(r.string() == "ab");
  BOOST_TEST(r.string() == "abc");
  BOOST_TEST(r.string() == "n1");
  BOOST_TEST(r.optional_name() == "called");
  BOOST_TEST(r.optional_name() == "");
  BOOST_TEST(contains(error_of([&] { r.string(); }), "expected a string, found 5"));
  BOOST_TEST(contains(error("word", [](Reader& x) { x.string(); }), "expected a string in quotes, found `word`"));
}

BOOST_AUTO_TEST_CASE(file_names_are_expanded) {
  setenv("FLEXURA_TEST_FOLDER", "data", 1);
  setenv("HOME", "/home/tester", 1);
  Reader& r =
      read("\"a/../b.dat\", \"/abs/x\", \"$FLEXURA_TEST_FOLDER/x\", \"p${FLEXURA_TEST_FOLDER}q\", \"~/x\", \"5$\"");
  BOOST_TEST(r.file_name() == "b.dat");
  BOOST_TEST(r.file_name() == "/abs/x");
  BOOST_TEST(r.file_name() == "data/x");
  BOOST_TEST(r.file_name() == "pdataq");
  BOOST_TEST(r.file_name() == "/home/tester/x");
  BOOST_TEST(r.file_name() == "5$");
  const auto file = [](Reader& x) { x.file_name(); };
  BOOST_TEST(contains(error("\"$FLEXURA_UNSET_NAME\"", file), "`FLEXURA_UNSET_NAME` in the file name"));
  BOOST_TEST(contains(error("\"${FLEXURA_TEST\"", file), "is not closed by `}`"));
  BOOST_TEST(contains(error("\"~nobody_at_all/x\"", file), "is not known"));
  BOOST_TEST(contains(error("\"\"", file), "found an empty string"));
}

BOOST_AUTO_TEST_CASE(bounds_of_numbers_are_checked_where_they_stand) {
  BOOST_TEST(contains(error("1., -2.",
                            [](Reader& x) {
                              x.real();
                              x.positive_real("mass");
                            }),
                      "test.mbd:1:11: error: mass must be positive, found -2"));
  BOOST_TEST(contains(error("0", [](Reader& x) { x.positive_real("mass"); }), "must be positive"));
  BOOST_TEST(contains(error("-1e-9", [](Reader& x) { x.non_negative_real("radius"); }), "must not be negative"));
  BOOST_TEST(contains(error("0", [](Reader& x) { x.positive_integer("count"); }), "count must be positive, found 0"));
  BOOST_TEST(contains(error("1.5", [](Reader& x) { x.integer(); }), "expected an integer, found 1.5"));
  BOOST_TEST(contains(error(" , 1", [](Reader& x) { x.positive_integer("count"); }), "found an empty field"));
  Reader& r = read("2., 0., 4");
  BOOST_TEST(r.positive_real("mass") == 2);
  BOOST_TEST(r.non_negative_real("radius") == 0);
  BOOST_TEST(r.positive_integer("count") == 4);
}

BOOST_AUTO_TEST_CASE(choices_list_what_is_valid) {
  Reader& r = read("Dynamic");
  BOOST_TEST(r.choice({"static", "dynamic"}, "node type") == 1);
  const auto choose = [](Reader& x) { x.choice({"static", "dynamic"}, "node type"); };
  const std::string text = error("dinamic", choose);
  BOOST_TEST(contains(text, "expected node type: `static`, `dynamic`; found `dinamic`, did you mean `dynamic`?"));
  BOOST_TEST(contains(error("3", choose), "found `3`"));
  BOOST_TEST(contains(error("1",
                            [&](Reader& x) {
                              x.real();
                              choose(x);
                            }),
                      "an argument is missing"));
}

BOOST_AUTO_TEST_CASE(at_number_tells_numbers_from_words) {
  evaluate("real x = 1.");
  const auto is_number = [&](const std::string& text) { return read(text).at_number(); };
  BOOST_TEST(is_number("1"));
  BOOST_TEST(is_number("-x"));
  BOOST_TEST(is_number("x"));
  BOOST_TEST(is_number("(1; 2)"));
  BOOST_TEST(is_number("sin(1.)"));
  BOOST_TEST(!is_number("word"));
  BOOST_TEST(!is_number("two words"));
  BOOST_TEST(!is_number("\"s\""));
  BOOST_TEST(!is_number(", 1"));
}

BOOST_AUTO_TEST_CASE(unread_arguments_are_an_error_that_names_what_was_expected) {
  const auto text = error("1, positon, 2", [](Reader& x) {
    x.real();
    if (x.keyword("position")) x.real();
  });
  BOOST_TEST(contains(text, "test.mbd:1:10: error: unexpected `positon`, did you mean `position`?"));
  BOOST_TEST(contains(error("1, 2", [](Reader& x) { x.real(); }), "one too many: expected `;`"));
  BOOST_TEST(contains(error("1,", [](Reader& x) { x.real(); }), "expected an argument between `,` and `;`"));
}

BOOST_AUTO_TEST_CASE(inner_colons_need_permission) {
  Reader& r = read("existing: joint, 4");
  r.allow_inner_colon(true);
  BOOST_TEST(r.keyword("existing"));
  BOOST_TEST(r.word() == "joint");
  BOOST_TEST(r.label() == 4U);
  BOOST_TEST(contains(error("existing: joint", [](Reader& x) { x.keyword("existing"); }), "found `:`"));
}

BOOST_AUTO_TEST_CASE(registry_entries_are_read_by_keyword) {
  Registry<int(Reader&)> registry("law");
  registry.add(
      "linear elastic", [](Reader& r) { return static_cast<int>(r.integer()); }, "spring");
  registry.alias("linear elastic isotropic", "linear elastic");
  registry.add_unsupported("magic", "not yet");
  Reader& r = read("Linear Elastic, 5, linear elastic isotropic, 6");
  BOOST_TEST(r.entry(registry).read(r) == 5);
  BOOST_TEST(r.entry(registry).read(r) == 6);
  BOOST_TEST(contains(error("linear elastc", [&](Reader& x) { x.entry(registry); }),
                      "unknown law `linear elastc`, did you mean `linear elastic`?"));
  BOOST_TEST(contains(error("magic", [&](Reader& x) { x.entry(registry); }), "law `magic` is not supported: not yet"));
}

BOOST_AUTO_TEST_CASE(many_numbers_are_read_fast) {
  std::string text;
  const int cards_count = 20000;
  for (int i = 0; i < cards_count; ++i) {
    text +=
        "card: 1.25, -3e-4, 100, 0.001, 5.5, 6, 7., 8.125, -9, 10, 11.5, 12, 13, 14, 15, 16.25, 17, 18, 19, 20.5;\n";
  }
  restart();
  reader->open_text("large", std::move(text));
  const std::clock_t start = std::clock();  // CPU time: the machine may be busy
  std::string description;
  double sum = 0;
  int count = 0;
  while (reader->next_card(description)) {
    for (int i = 0; i < 20; ++i) sum += reader->real();
    reader->end_card();
    ++count;
  }
  const double elapsed = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  BOOST_TEST(count == cards_count);
  BOOST_TEST(sum > 0);
  BOOST_TEST(elapsed < 2, "20 000 cards took " << elapsed << " s");
}

BOOST_AUTO_TEST_CASE(cards_that_leave_traces_cannot_be_read_again) {
  evaluate("real a = 1.");
  evaluate("const real b = 1.");
  const auto repeatable = [&](const std::string& arguments, auto&& take) {
    Reader& r = read(arguments);
    BOOST_TEST(r.card_can_be_read_again());
    take(r);
    r.end_card();
    return r.card_can_be_read_again();
  };
  const auto real = [](Reader& r) { r.real(); };
  BOOST_TEST(repeatable("1.", real));
  BOOST_TEST(repeatable("2*b", real));
  BOOST_TEST(!repeatable("a", real));
  BOOST_TEST(!repeatable("random()", real));
  BOOST_TEST(!repeatable("(real c = 1.; b)", real));
  BOOST_TEST(repeatable("a word", [](Reader& r) { r.word(); }));
  BOOST_TEST(!repeatable("1.", [](Reader& r) { r.drive(); }));
  BOOST_TEST(!repeatable("const, 1.", [](Reader& r) { r.drive_id(); }));
  BOOST_TEST(!repeatable("1.", [](Reader& r) {
    r.real();
    r.warn("doubtful");
  }));
}

BOOST_AUTO_TEST_CASE(a_card_is_read_again_in_the_middle_of_another) {
  open_cards("first: 1., \"of the first\", 2.; second: 3., third, 4., 5.;");
  std::string description;
  reader->next_card(description);
  const Reader::CardPlace first = reader->card_place();
  reader->skip_card();
  reader->next_card(description);
  BOOST_TEST(reader->real() == 3);
  BOOST_TEST(reader->peek_word() == "third");
  const std::string where = reader->where().str();
  reader->read_again(first, [&](const std::string& again) {
    BOOST_TEST(again == "first");
    BOOST_TEST(reader->real() == 1);
    BOOST_TEST(reader->string() == "of the first");
  });
  BOOST_TEST(reader->where().str() == where);
  BOOST_TEST(reader->word() == "third");
  BOOST_TEST(reader->real() == 4);
  BOOST_TEST(reader->real() == 5);
  reader->end_card();
}

BOOST_AUTO_TEST_CASE(words_at_the_same_place_of_two_files_are_not_confused) {
  open_cards("card: alpha, 1.;");
  std::string description;
  reader->next_card(description);
  const Reader::CardPlace first = reader->card_place();
  reader->skip_card();
  reader->open_text("second", "card: bravo, 2.;");
  reader->next_card(description);
  BOOST_TEST(reader->peek_word() == "bravo");
  reader->read_again(first, [&](const std::string&) { BOOST_TEST(reader->peek_word() == "alpha"); });
  BOOST_TEST(reader->peek_word() == "bravo");
  reader->read_again(first, [&](const std::string&) { BOOST_TEST(reader->word() == "alpha"); });
  BOOST_TEST(reader->word() == "bravo");
  BOOST_TEST(reader->real() == 2);
  reader->end_card();
}

BOOST_AUTO_TEST_SUITE_END()
