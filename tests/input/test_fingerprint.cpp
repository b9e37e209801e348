// The fingerprint of a model: what may change when an analysis goes on.
#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

#include "input/fingerprint.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(fingerprints)

namespace {

std::string of(const std::string& text) { return std::to_string(TextSum(text).value()); }

const std::string model =
    "begin: initial value; final time: 1.; end: initial value;\nbegin: control data; title: \"a # b; c\"; end: control "
    "data;\n";

std::string with(const std::string& from, const std::string& to) {
  std::string text = model;
  return text.replace(text.find(from), from.size(), to);
}

}  // namespace

BOOST_AUTO_TEST_CASE(comments_white_space_and_cards_of_stages_do_not_count) {
  BOOST_TEST(of(model) == of("# a comment\n" + model));
  BOOST_TEST(of(model) == of(with("value; final", "value;\n\t/* two\n lines; */ # one; \n final")));
  BOOST_TEST(of(model) == of(with("final time: 1.;", "FINAL\n time : 2. ;")));
  BOOST_TEST(of(model) == of(with("title", "make restart file: times, 1, 0.5, format, binary; title")));
  BOOST_TEST(of(model) ==
             of(with("title", "load restart file: \"one; # two.rst\"; skip initial joint assembly; title")));
  BOOST_TEST(of(model) == of(with("title", "load restart file \"one.rst\";\n title")));
}

BOOST_AUTO_TEST_CASE(everything_else_counts) {
  BOOST_TEST(of(model) != of(with("a # b", "a # c")));
  BOOST_TEST(of(model) != of(with("; c\"", "; d\"")));
  BOOST_TEST(of(model) != of(with("a # b", "a  # b")));
  BOOST_TEST(of(model) != of(with("title", "titles")));
  BOOST_TEST(of(model) != of(with("final time: 1.;", "final time: 1.; initial time: 1.;")));
  BOOST_TEST(of(model) != of(with("title", "skip initial joint assembly of some kind; title")));
  BOOST_TEST(of("skip: 1;") != of("skip: 2;"));
  BOOST_TEST(of("xfinal time: 1.;") != of("xfinal time: 2.;"));
}

BOOST_AUTO_TEST_CASE(long_texts_count_to_their_end) {
  std::string plain, commented;
  for (int i = 0; i < 20000; ++i) {
    const std::string card =
        "beam2: " + std::to_string(i) + ", \"a name\", 1./2, final, x" + std::to_string(i % 7) + ";";
    plain += card + "\n";
    commented += card + (i % 3 == 0 ? "# " + std::string(static_cast<std::size_t>(i % 11), '"') + "\n" : "  /**/\t");
  }
  BOOST_TEST(of(plain) == of(commented));
  for (const std::size_t at : {std::size_t{65535}, std::size_t{65536}, plain.size() - 3}) {
    std::string other = plain;
    other[at] = other[at] == 'z' ? 'y' : 'z';
    BOOST_TEST(of(plain) != of(other));
  }
  BOOST_TEST(of(plain) != of(plain + "x"));
}

BOOST_AUTO_TEST_CASE(parts_of_a_text_may_be_looked_at_elsewhere) {
  std::string text;
  std::vector<std::size_t> ends = {0};
  for (int i = 0; i < 300; ++i) {
    text += "beam2: " + std::to_string(i) + ", \"a; name\", 1.  /* ; */;" + (i % 5 == 0 ? "  # comment; \n" : "\n");
    if (i % 7 == 0) text += "final time: " + std::to_string(i) + ".;";
    ends.push_back(text.size());
  }
  for (std::size_t k = 1; k < 20; ++k) {
    TextSum sum(text);
    for (std::size_t i = k; i + k < ends.size(); i += 3 * k)
      sum.add_cards(TextSum::cards(text, ends[i], ends[i + k]), ends[i], ends[i + k]);
    BOOST_TEST(sum.value() == TextSum(text).value());
  }
  TextSum other(text);
  other.add_cards(TextSum::cards(text, ends[3], ends[5]), ends[3], ends[6]);
  BOOST_TEST(other.value() != TextSum(text).value());
}

BOOST_AUTO_TEST_CASE(texts_do_not_run_into_each_other) {
  const auto of_two = [](const std::string& a, const std::string& b) {
    Fingerprint fingerprint;
    fingerprint.add(a);
    fingerprint.add(b);
    return fingerprint.str();
  };
  BOOST_TEST(of_two("ab", "c") != of_two("a", "bc"));
  BOOST_TEST(of_two("abc", "") != of_two("", "abc"));
  BOOST_TEST(of_two("a", "b") != of_two("b", "a"));
  BOOST_TEST(of_two("12345678", "") != of_two("1234567", ""));
}

BOOST_AUTO_TEST_SUITE_END()
