#include <boost/test/unit_test.hpp>

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

#include "output/number_format.h"

namespace flexura {
BOOST_AUTO_TEST_SUITE(number_format)

namespace {

std::string fast(const NumberFormat& format, double x) {
  char text[NumberFormat::max_width];
  return {text, format.write(text, x)};
}

std::string by_printf(int precision, double x) {
  char text[128];
  return {text, static_cast<std::size_t>(std::snprintf(text, sizeof(text), "%.*e", precision, x))};
}

std::string label(unsigned value, bool padded) {
  char text[16];
  return {text, write_label(text, value, padded)};
}

}  // namespace

BOOST_AUTO_TEST_CASE(writes_what_printf_writes) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  for (int precision = 0; precision <= 18; ++precision) {
    const NumberFormat format(precision);
    for (int i = 0; i < 20000; ++i) {
      double x = normal(random);
      if (i % 4 == 0) x = std::bit_cast<double>(random());  // any double at all
      if (i % 4 == 1) x *= std::pow(10., static_cast<int>(random() % 60) - 30);
      if (i % 4 == 2) x = static_cast<double>(random() % 200000) / 1024;  // often a tie
      if (std::isnan(x)) continue;
      BOOST_REQUIRE_EQUAL(fast(format, x), by_printf(precision, x));
    }
  }
}

BOOST_AUTO_TEST_CASE(powers_of_ten_and_their_neighbours_have_the_right_exponent) {
  for (const int precision : {0, 1, 6, 15}) {
    const NumberFormat format(precision);
    for (int e = -320; e <= 308; ++e) {
      const double power = std::strtod(("1e" + std::to_string(e)).c_str(), nullptr);
      for (const double x : {power, std::nextafter(power, 0.), std::nextafter(power, 1e308), -power})
        BOOST_REQUIRE_EQUAL(fast(format, x), by_printf(precision, x));
    }
  }
}

BOOST_AUTO_TEST_CASE(special_numbers) {
  const NumberFormat format(6);
  BOOST_TEST(fast(format, 0.) == "0.000000e+00");
  BOOST_TEST(fast(format, -0.) == "-0.000000e+00");
  BOOST_TEST(fast(format, 1e-120) == "1.000000e-120");
  BOOST_TEST(fast(format, 9.9999999e99) == "1.000000e+100");
  BOOST_TEST(fast(format, std::numeric_limits<double>::infinity()) == "inf");
  BOOST_TEST(fast(format, std::numeric_limits<double>::denorm_min()) == "4.940656e-324");
  BOOST_TEST(fast(format, -std::numeric_limits<double>::max()) == "-1.797693e+308");
}

BOOST_AUTO_TEST_CASE(precision_is_kept_within_what_the_buffer_holds) {
  const NumberFormat format(1000);
  BOOST_TEST(fast(format, -1e-300).size() <= NumberFormat::max_width);
  BOOST_TEST(NumberFormat(-3).precision() == 0);
}

BOOST_AUTO_TEST_CASE(labels_are_aligned_in_eight_columns) {
  BOOST_TEST(label(7, true) == "       7");
  BOOST_TEST(label(7, false) == "7");
  BOOST_TEST(label(4294967295U, true) == "4294967295");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura
