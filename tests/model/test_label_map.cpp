#include <boost/test/unit_test.hpp>

#include <map>
#include <random>

#include "model/label_map.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(label_map)

namespace {

/// Adds the same to a std::map and compares after each.
class Compared {
 public:
  void add(unsigned label, int number) {
    BOOST_TEST(map_.add(label, number) == expected_.emplace(label, number).second);
  }
  /// Every label up to `last` and what was added.
  void check(unsigned last) const {
    BOOST_TEST(map_.size() == static_cast<int>(expected_.size()));
    for (unsigned label = 0; label <= last; ++label) look_up(label);
    for (const auto& [label, number] : expected_) look_up(label);
  }

 private:
  void look_up(unsigned label) const {
    const auto found = map_.find(label);
    const auto at = expected_.find(label);
    BOOST_TEST(found.has_value() == (at != expected_.end()), label);
    if (found && at != expected_.end()) BOOST_TEST(*found == at->second, label);
  }
  LabelMap map_;
  std::map<unsigned, int> expected_;
};

}  // namespace

BOOST_AUTO_TEST_CASE(nothing_is_found_in_an_empty_one) {
  const LabelMap map;
  BOOST_TEST(!map.find(0));
  BOOST_TEST(map.size() == 0);
}

BOOST_AUTO_TEST_CASE(counted_labels) {
  Compared map;
  for (int i = 0; i < 50; ++i) map.add(10 + i, i);                 // one after the other
  for (int i = 0; i < 50; ++i) map.add(100 + 10 * i, 50 + 2 * i);  // in tens, every other number
  map.check(700);
}

BOOST_AUTO_TEST_CASE(a_label_is_taken_once) {
  Compared map;
  for (const unsigned label : {1U, 2U, 3U, 2U, 7U, 7U, 5U, 5U, 3U, 1U}) map.add(label, static_cast<int>(label));
  map.check(10);
}

BOOST_AUTO_TEST_CASE(labels_between_those_of_a_sequence) {
  Compared map;
  for (const unsigned label : {10U, 20U, 30U, 15U, 25U, 40U, 35U, 12U, 5U, 20U, 15U, 45U, 50U})
    map.add(label, 1000 - static_cast<int>(label));
  map.check(60);
}

BOOST_AUTO_TEST_CASE(a_sequence_does_not_run_over_labels_that_follow) {
  Compared map;
  for (const unsigned label : {5U, 1U, 3U, 7U, 9U, 4U, 6U, 8U}) map.add(label, static_cast<int>(label) + 1);
  map.check(12);
}

BOOST_AUTO_TEST_CASE(numbers_that_do_not_come_in_steps) {
  Compared map;
  int number = 0;
  for (unsigned label = 1; label < 30; ++label) map.add(label, number += label % 5 == 0 ? 3 : 1);
  map.check(40);
}

BOOST_AUTO_TEST_CASE(the_largest_labels) {
  Compared map;
  for (const unsigned label : {4294967295U, 4294967293U, 4294967294U, 0U, 2147483648U}) map.add(label, 7);
  map.check(3);
}

BOOST_AUTO_TEST_CASE(labels_at_random) {
  std::mt19937 random(1);
  for (const unsigned range : {30U, 300U, 4000U}) {
    Compared map;
    for (int i = 0; i < 300; ++i) {
      // Now and then a few that are counted.
      const unsigned first = random() % range;
      const unsigned step = 1 + random() % 3;
      for (unsigned k = 0; k < random() % 4; ++k) map.add(first + step * k, i + static_cast<int>(k));
    }
    map.check(range + 12);
  }
}

BOOST_AUTO_TEST_SUITE_END()
