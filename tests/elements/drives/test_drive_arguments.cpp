// Every drive type reads its arguments, misses the last one and refuses one more.
#include <algorithm>
#include <set>

#include <boost/test/unit_test.hpp>

#include "tests/input/language.h"

using namespace flexura;
using flexura::test::contains;
using flexura::test::error_of;
using flexura::test::Language;

namespace drive_arguments {
namespace {

/// Shortest valid forms; the last argument is not optional, unless the type has none.
const std::vector<std::string> complete = {
    "array, 2, 1., 2.",
    "bistop, 1., 0.",
    "closest next, 0., forever, 1.",
    "const, 1.",
    "cosine, 0., 1., 2., half, 3.",
    "cubic, 1., 2., 3., 4.",
    "direct",
    "discrete filter, 1, .5, 1., 1, .25, time",
    "double ramp, 1., 0., 1., -1., 2., 3., 0.",
    "double step, 0., 1., 2., 0.",
    "drive, time, direct",
    "exponential, 1., 2., 3., 4.",
    "fourier series, 0., 1., 1, 1., 2., 3., one, 4.",
    "frequency sweep, 0., 1., 2., 0., 1., 3.",
    "linear, 1., 2.",
    "meter, 0., forever",
    "mult, 1., time",
    "null",
    "one",
    "parabolic, 1., 2., 3.",
    "periodic, 0., 1., time",
    "piecewise linear, 2, 0., 1., 2., 3.",
    "postponed, 4",
    "ramp, 1., 0., 1., 0.",
    "random, 1., 0., 0., 5.",
    "boost random, 1., 2.",
    "sample and hold, time, 1.",
    "sine, 0., 1., 2., -3, 3.",
    "step, 1., 2., 3.",
    "step5, 0., 1., 2., 3.",
    "string, \"1.+Var\"",
    "tanh, 1., 2., 3., 4.",
    "time",
    "timestep",
    "unit",
};

/// Column of the first character behind `text` in `card: text;`.
std::string place_behind(const std::string& text) {
  return "test.mbd:1:" + std::to_string(7 + text.size()) + ": error: ";
}

}  // namespace
}  // namespace drive_arguments

BOOST_FIXTURE_TEST_SUITE(drive_arguments, Language)

BOOST_AUTO_TEST_CASE(every_registered_type_is_listed_here) {
  // Those that need a model or a file: test_state_drives.cpp, test_file_drivers.cpp.
  std::set<std::string> listed = {"dof", "element", "file", "node"};
  for (const auto& text : complete) listed.insert(text.substr(0, text.find(',')));
  for (const auto& name : drives.names()) BOOST_TEST(listed.count(name) == 1U, name);
}

BOOST_AUTO_TEST_CASE(complete_forms_are_read) {
  for (const auto& text : complete) {
    BOOST_TEST(error_of([&] { drive(text); }) == "", text);
    std::string spelled;
    for (const char c : text.substr(0, text.find(','))) {
      if (c != ' ') spelled += static_cast<char>(std::toupper(c));
    }
    const std::string rest = text.find(',') == std::string::npos ? "" : text.substr(text.find(','));
    BOOST_TEST(error_of([&] { drive(spelled + rest); }) == "", spelled);
  }
}

BOOST_AUTO_TEST_CASE(a_missing_argument_is_reported_behind_the_last_one) {
  for (const auto& text : complete) {
    const std::size_t comma = text.rfind(',');
    if (comma == std::string::npos) continue;
    const std::string cut = text.substr(0, comma);
    const std::string error = error_of([&] { drive(cut); });
    BOOST_TEST(error.rfind(place_behind(cut) + "an argument is missing: expected ", 0) == 0U, cut << ": " << error);
  }
}

BOOST_AUTO_TEST_CASE(one_argument_more_is_refused) {
  for (const auto& text : complete) {
    const std::string error = error_of([&] { drive(text + ", 99."); });
    BOOST_TEST(error.rfind(place_behind(text + ", ") + "this argument is one too many", 0) == 0U,
               text << ": " << error);
  }
}

BOOST_AUTO_TEST_CASE(types_that_cannot_be_read_say_so) {
  for (const char* name : {"ginac", "octave"}) {
    const std::string error = error_of([&] { drive(std::string(name) + ", 1."); });
    BOOST_TEST(contains(error, "test.mbd:1:7: error: drive `" + std::string(name) + "` is not supported"), error);
  }
}

BOOST_AUTO_TEST_CASE(words_inside_drives_are_checked_where_they_stand) {
  const std::vector<std::pair<const char*, const char*>> table = {
      {"ramp, 1., 0., forevr, 0.", "test.mbd:1:21: error: unknown variable `forevr`, did you mean `forever`?"},
      {"sine, 0., 1., 2., halv, 3.", "test.mbd:1:25: error: unknown variable `halv`, did you mean `half`?"},
      {"cosine, 0., 1., 2., 1.5, 3.", "test.mbd:1:27: error: expected an integer, found 1.5"},
      {"meter, 0., forever, step, 2", "test.mbd:1:27: error: unexpected `step`, did you mean `steps`?"},
      {"random, 1., 0., 0., forever, steps, 0", "test.mbd:1:43: error: the number of steps must be positive, found 0"},
      {"random, 1., 0., 0., forever, sed, 3", "test.mbd:1:36: error: unexpected `sed`, did you mean `seed`?"},
      {"boost random, 0., -1.", "test.mbd:1:25: error: standard deviation must not be negative, found -1"},
      {"bistop, initial status, activ, 1., 0.",
       "test.mbd:1:31: error: unknown variable `activ`, did you mean `active`"},
      {"sample and hold, time, 1., initial valu, 3.", "test.mbd:1:34: error: unexpected `initial`, did you mean"},
      {"discrete filter, -1, 1., 0, 1.", "test.mbd:1:24: error: the number of coefficients must not be negative"},
      {"fourier series, 0., 1., 1, 1., 2., 3., on, 4.", "test.mbd:1:46: error: unknown variable `on`"},
      {"fourier series, 0., 0., 1, 1., 2., 3., 2, 4.", "needs a positive angular frequency"},
      {"double step, 2., 1., 2., 0.", "test.mbd:1:24: error: final time lies before the initial time"},
      {"closest next, 0., 1., fast", "test.mbd:1:29: error: unknown drive `fast`"},
      {"array, two, 1., 2.", "test.mbd:1:14: error: unknown variable `two`"},
      {"postponed, -4", "test.mbd:1:18: error: a label cannot be negative"},
      {"string, Time", "test.mbd:1:15: error: expected a string in quotes, found `Time`"},
  };
  for (const auto& [text, expected] : table) {
    const std::string error = error_of([&, written = text] { drive(written); });
    BOOST_TEST(contains(error, expected), text << ": " << error);
  }
}

BOOST_AUTO_TEST_SUITE_END()
