// States as flat lists: what was saved comes back, what belongs to something else is refused.
#include <boost/test/unit_test.hpp>

#include <limits>
#include <string>
#include <vector>

#include "support/archive.h"
#include "support/error.h"
#include "support/snapshot.h"

namespace flexura {
BOOST_AUTO_TEST_SUITE(archive)

namespace {

struct Memory {
  double value = 0;
  int count = 0;
  bool on = false;
  std::vector<double> list;
  void state(Archive& a) { a(value, count, on, list); }
};

/// Whether it throws with these words.
template <class F>
bool refuses(F&& f, const std::string& words) {
  try {
    f();
  } catch (const Error& e) {
    return std::string(e.what()).find(words) != std::string::npos;
  }
  return false;
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_was_saved_comes_back) {
  std::vector<double> list;
  Memory saved{0.1, -7, true, {1.5, -2.5}};
  Archive out = Archive::save(list);
  saved.state(out);
  Memory restored;
  Archive in = Archive::restore(list);
  restored.state(in);
  in.finish();
  BOOST_TEST(restored.value == 0.1);
  BOOST_TEST(restored.count == -7);
  BOOST_TEST(restored.on);
  BOOST_TEST(restored.list == saved.list, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_state_of_something_else_is_refused) {
  std::vector<double> list;
  Memory saved{0.1, 1, false, {1, 2, 3}};
  Archive out = Archive::save(list);
  saved.state(out);
  Memory restored;
  std::vector<double> shorter(list.begin(), list.end() - 1), longer = list;
  longer.push_back(0);
  BOOST_TEST(refuses(
      [&] {
        Archive in = Archive::restore(shorter);
        restored.state(in);
      },
      "shorter than"));
  BOOST_TEST(refuses(
      [&] {
        Archive in = Archive::restore({});
        restored.state(in);
      },
      "shorter than"));
  BOOST_TEST(refuses(
      [&] {
        Archive in = Archive::restore(longer);
        restored.state(in);
        in.finish();
      },
      "longer than"));
  // A length that no list can have must not ask for that much memory.
  std::vector<double> absurd{0.1, 1, 0, 1e15};
  BOOST_TEST(refuses(
      [&] {
        Archive in = Archive::restore(absurd);
        restored.state(in);
      },
      "shorter than"));
}

BOOST_AUTO_TEST_CASE(integers_that_a_double_cannot_hold_are_refused) {
  std::vector<double> list;
  Archive out = Archive::save(list);
  long long large = std::numeric_limits<long long>::max();
  BOOST_CHECK_THROW(out(large), std::logic_error);
}

BOOST_AUTO_TEST_CASE(lists_are_found_by_name) {
  Snapshot snapshot(0, 2);
  double value = 3, part = 4;
  snapshot.save("clock")(value);
  snapshot.save_part("nodes")(part);
  BOOST_TEST(snapshot.has("clock"));
  BOOST_TEST(!snapshot.has("nodes"));
  double back = 0;
  snapshot.restore("clock")(back);
  BOOST_TEST(back == 3.0);
  snapshot.restore_part("nodes", 0)(back);
  BOOST_TEST(back == 4.0);
  BOOST_TEST(refuses([&] { (void)snapshot.restore("clocks"); }, "no list `clocks`"));
  BOOST_TEST(refuses([&] { (void)snapshot.restore_part("nodes", 1); }, "no list `nodes`"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura
