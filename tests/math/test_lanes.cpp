// Numbers in SIMD lanes.
#include <boost/test/unit_test.hpp>

#include <array>

#include "math/lanes.h"

namespace flexura {

BOOST_AUTO_TEST_SUITE(lanes)

BOOST_AUTO_TEST_CASE(transposition_exchanges_rows_and_lanes) {
  Lanes::Register rows[Lanes::count];
  for (int i = 0; i < Lanes::count; ++i)
    for (int lane = 0; lane < Lanes::count; ++lane) rows[i][lane] = 10 * i + lane;
  transpose(rows);
  for (int i = 0; i < Lanes::count; ++i)
    for (int lane = 0; lane < Lanes::count; ++lane) BOOST_TEST(rows[i][lane] == 10 * lane + i);
}

template <int M>
void check_gather() {
  std::array<std::array<double, M>, Lanes::count> numbers{};
  std::array<const double*, Lanes::count> places{};
  for (int lane = 0; lane < Lanes::count; ++lane) {
    for (int j = 0; j < M; ++j) numbers[lane][j] = 100 * lane + j;
    places[lane] = numbers[lane].data();
  }
  Lanes to[M];
  gather<M>(places, to);
  for (int lane = 0; lane < Lanes::count; ++lane)
    for (int j = 0; j < M; ++j) BOOST_TEST(to[j][lane] == numbers[lane][j]);
}

BOOST_AUTO_TEST_CASE(numbers_of_eight_places_are_gathered) {
  check_gather<3>();
  check_gather<8>();
  check_gather<9>();
  check_gather<18>();
  check_gather<24>();
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura
