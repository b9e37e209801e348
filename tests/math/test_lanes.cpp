// Numbers in SIMD lanes.
#include <boost/test/unit_test.hpp>

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

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura
