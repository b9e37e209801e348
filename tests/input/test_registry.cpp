#include <stdexcept>

#include <boost/test/unit_test.hpp>

#include "input/registry.h"
#include "tests/input/language.h"

using namespace flexura;
using flexura::test::contains;
using flexura::test::error_of;

BOOST_AUTO_TEST_SUITE(registry)

BOOST_AUTO_TEST_CASE(names_are_found_in_any_spelling_and_listed_once) {
  Registry<int(int)> numbers("number");
  numbers.add(
      "second one", [](int x) { return 2 * x; }, "doubles");
  numbers.add(
      "First One", [](int x) { return x; }, "keeps");
  numbers.alias("deux", "second one");
  numbers.add_unsupported("third", "later");
  BOOST_TEST(numbers.find("SECOND  ONE")->read(3) == 6);
  BOOST_TEST(numbers.find("deux")->read(3) == 6);
  BOOST_TEST(numbers.find("third") != nullptr);
  BOOST_TEST(numbers.find("none") == nullptr);
  const std::vector<std::string> expected = {"First One", "second one"};
  BOOST_TEST(numbers.names() == expected, boost::test_tools::per_element());
  BOOST_TEST(numbers.keys().size() == 4U);
  BOOST_TEST(numbers.find("firstone")->documentation == "keeps");
}

BOOST_AUTO_TEST_CASE(duplicates_are_refused) {
  Registry<int(int)> numbers("number");
  numbers.add(
      "one", [](int x) { return x; }, "");
  BOOST_CHECK_THROW(numbers.add(
                        "O N E", [](int x) { return x; }, ""),
                    std::logic_error);
  BOOST_CHECK_THROW(numbers.alias("one", "one"), std::logic_error);
  BOOST_CHECK_THROW(numbers.alias("two", "missing"), std::logic_error);
}

BOOST_AUTO_TEST_CASE(an_announced_name_can_be_replaced_by_a_reader) {
  Registry<int(int)> numbers("number");
  numbers.add_unsupported("one", "later");
  numbers.add(
      "one", [](int x) { return x; }, "");
  BOOST_TEST(numbers.find("one")->read(4) == 4);
}

BOOST_AUTO_TEST_CASE(errors_name_the_family_and_the_nearest_names) {
  Registry<int(int)> numbers("number");
  numbers.add(
      "linear elastic", [](int x) { return x; }, "");
  numbers.add_unsupported("magic", "");
  const SourceLocation where{"f", 3, 4};
  BOOST_TEST(error_of([&] { numbers.at("liner elastic", where); }) ==
             "f:3:4: error: unknown number `liner elastic`, did you mean `linear elastic`?");
  BOOST_TEST(error_of([&] { numbers.at("xyz", where); }) == "f:3:4: error: unknown number `xyz`");
  BOOST_TEST(error_of([&] { numbers.at("Magic", where); }) == "f:3:4: error: number `magic` is not supported");
}

BOOST_AUTO_TEST_CASE(all_drives_are_documented) {
  DriveRegistry drives("drive");
  register_drives(drives);
  for (const auto& name : drives.names()) BOOST_TEST(!drives.find(name)->documentation.empty(), name);
  BOOST_TEST(drives.names().size() >= 33U);
}

BOOST_AUTO_TEST_SUITE_END()
