// Numbers come back; pages of zeros are not made.
#include <boost/test/unit_test.hpp>

#include <unistd.h>

#include <cstdio>
#include <utility>
#include <vector>

#include "support/sparse_numbers.h"
#include "tests/sanitizers.h"

namespace flexura {

BOOST_AUTO_TEST_SUITE(sparse_numbers)

BOOST_AUTO_TEST_CASE(numbers_come_back_however_many_there_are) {
  for (const int count : {0, 1, 2, 1000, 40000, 300000}) {
    SparseNumbers added, set(static_cast<std::size_t>(count));
    const auto value = [](int i) { return i % 7 == 3 ? -i : i % 1000 < 500 ? 0 : i; };
    for (int i = 0; i < count; ++i) {
      added.push_back(value(i));
      set.set(static_cast<std::size_t>(i), value(i));
    }
    BOOST_TEST(added.size() == static_cast<std::size_t>(count));
    BOOST_TEST(added.empty() == (count == 0));
    const SparseNumbers moved = std::move(added);
    int wrong = 0;
    for (int i = 0; i < count; ++i)
      wrong += (moved[static_cast<std::size_t>(i)] != value(i)) + (set[static_cast<std::size_t>(i)] != value(i));
    BOOST_TEST(wrong == 0);
  }
}

BOOST_AUTO_TEST_CASE(what_is_added_is_zero) {
  SparseNumbers numbers;
  for (const std::size_t size : {3, 500, 30000, 50000, 500000}) {
    const std::size_t before = numbers.size();
    numbers.resize(size);
    for (std::size_t i = before; i < size; i += 17) BOOST_REQUIRE(numbers[i] == 0);
    numbers.set(size - 1, 9);
    if (before > 0) BOOST_TEST(numbers[before - 1] == 9);
  }
}

BOOST_AUTO_TEST_CASE(zeros_take_no_memory, *test::unless_sanitized()) {
  constexpr std::size_t count = 1 << 22;
  const auto resident = [] {
    long all = 0, here = 0;
    FILE* const file = std::fopen("/proc/self/statm", "r");
    BOOST_REQUIRE(std::fscanf(file, "%ld %ld", &all, &here) == 2);
    std::fclose(file);
    return here * sysconf(_SC_PAGESIZE);
  };
  const long before = resident();
  SparseNumbers numbers;
  for (std::size_t i = 0; i < count; ++i) numbers.push_back(i / 1000 == 2000 ? 1 : 0);
  BOOST_TEST(resident() - before < (1 << 20));
  int sum = 0;  // some systems make pages of zeros for those who look at them
  for (std::size_t i = 0; i < count; ++i) sum += numbers[i];
  BOOST_TEST(sum == 1000);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura
