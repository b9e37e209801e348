// Messages of bytes.
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/bytes.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(bytes)

BOOST_AUTO_TEST_CASE(what_is_written_is_read) {
  ByteWriter to;
  const std::vector<std::string> words = {"one", "", std::string("t\0wo", 4)};
  const double values[] = {1.5, -0.0, 1e-310};
  to.number(std::uint64_t{1} << 40);
  to.number(false);
  to.text(words[2]);
  to.numbers(values, 3);
  to.list(words, [&](const std::string& word) { to.text(word); });
  ByteReader from(to.bytes());
  BOOST_TEST(from.number<std::uint64_t>() == std::uint64_t{1} << 40);
  BOOST_TEST(!from.number<bool>());
  BOOST_TEST(from.text() == words[2]);
  double read[3] = {};
  from.numbers(read, 3);
  for (int i = 0; i < 3; ++i) BOOST_TEST(read[i] == values[i]);
  std::vector<std::string> list = {"before"};
  from.list(list, [&] { return std::string(from.text()); });
  BOOST_TEST((list == words));
  BOOST_TEST(from.at_end());
}

BOOST_AUTO_TEST_CASE(a_message_that_is_too_short_is_an_error) {
  ByteWriter to;
  to.number(std::uint32_t{7});
  to.number('a');
  ByteReader text(to.bytes());
  BOOST_CHECK_THROW(static_cast<void>(text.text()), std::out_of_range);
  ByteReader number(to.bytes());
  BOOST_CHECK_THROW(static_cast<void>(number.number<double>()), std::out_of_range);
  BOOST_TEST(number.number<std::uint32_t>() == 7U);
}

BOOST_AUTO_TEST_SUITE_END()
