// Layout of numbers in packets, and the readers of its description.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstring>

#include "input/blocks/streams/stream_arguments.h"
#include "tests/input/language.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(packets)

namespace {

PacketFormat format(const std::string& text, int channels) {
  Language language;
  Reader& reader = language.read("0, " + text);
  reader.integer();
  PacketFormat result = read_packet_format(reader, channels);
  reader.end_card();
  return result;
}

std::vector<int> bytes_of(const PacketFormat& format, const std::vector<double>& values) {
  std::vector<std::byte> bytes;
  format.encode(values, bytes);
  std::vector<int> out;
  for (const std::byte b : bytes) out.push_back(std::to_integer<int>(b));
  return out;
}

std::string error(const std::string& text, int channels) {
  return error_of([&] { format(text, channels); });
}

}  // namespace

BOOST_AUTO_TEST_CASE(without_a_modifier_doubles_are_sent_as_they_are) {
  Language language;
  Reader& reader = language.read("2");
  reader.integer();
  const PacketFormat plain = read_packet_format(reader, 2);
  std::vector<std::byte> bytes;
  plain.encode(std::vector<double>{1.5, -2.25}, bytes);
  BOOST_REQUIRE(bytes.size() == 16);
  double second = 0;
  std::memcpy(&second, bytes.data() + 8, 8);
  BOOST_TEST(second == -2.25);
  BOOST_TEST(format("modifier, copy", 3).size() == 24);
}

BOOST_AUTO_TEST_CASE(channels_are_cast_and_packed_without_padding) {
  const std::vector<int> expected{3, 0, 0, 0xfe, 0xff, 1, 0, 0, 0};
  BOOST_TEST(bytes_of(format("modifier, copy cast, uint8_t, skip, 2, int16_t, uint32_t", 3), {3.9, -2, 1}) == expected,
             boost::test_tools::per_element());
  const std::vector<int> swapped{3, 0, 0, 0xff, 0xfe, 0, 0, 0, 1, 0};
  BOOST_TEST(bytes_of(format("modifier, copy cast, swap, detect, uint8_t, skip, 2, int16_t, uint32_t, size, 10", 3),
                      {3.9, -2, 1}) == swapped,
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_list_of_swapped_types_ends_where_the_casts_begin) {
  const std::vector<int> expected{0, 1, 2, 0, 0, 0};
  const std::vector<double> values{1, 2};
  BOOST_TEST(bytes_of(format("modifier, copy cast, swap, int16_t, int16_t, int32_t", 2), values) == expected,
             boost::test_tools::per_element());
  const std::vector<int> all{0, 1, 0, 2};
  BOOST_TEST(bytes_of(format("modifier, copy cast, swap, int16_t, double, all, int16_t", 2), values) == all,
             boost::test_tools::per_element());
  BOOST_TEST(bytes_of(format("modifier, copy cast, swap, yes, all, int16_t", 2), values) == all,
             boost::test_tools::per_element());
  const std::vector<int> native{1, 0, 2, 0};
  BOOST_TEST(bytes_of(format("modifier, copy cast, swap, no, all, int16_t", 2), values) == native,
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(numbers_that_do_not_fit_become_the_nearest_that_does) {
  const std::vector<int> expected{127, 0x80, 255, 0, 0};
  BOOST_TEST(bytes_of(format("modifier, copy cast, int8_t, int8_t, uint8_t, uint8_t, int8_t", 5),
                      {1e9, -1e9, 300, -1, std::nan("")}) == expected,
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_was_encoded_is_decoded) {
  for (const std::string types : {"all, double", "swap, yes, all, double", "swap, yes, all, float", "all, int32_t"}) {
    const PacketFormat f = format("modifier, copy cast, " + types, 3);
    std::vector<std::byte> bytes;
    std::vector<double> values;
    f.encode(std::vector<double>{1, -7, 1000}, bytes);
    f.decode(bytes, values);
    BOOST_TEST(values == (std::vector<double>{1, -7, 1000}), boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(errors_have_their_place) {
  BOOST_TEST(contains(error("modifier, move", 1), ":1:20: error: expected modifier"));
  BOOST_TEST(contains(error("modifier, copy cast, long", 1), "expected type of a number"));
  BOOST_TEST(contains(error("modifier, copy cast, int8_t", 2), "missing"));
  BOOST_TEST(contains(error("modifier, copy cast, skip, 0, int8_t", 1), "number of bytes"));
  BOOST_TEST(contains(error("modifier, copy cast, all, double, size, 15", 2), "the channels need 16 bytes, found 15"));
  BOOST_TEST(contains(error("modifier, copy cast, swap, float, float", 2), "followed by the type of each channel"));
}

BOOST_AUTO_TEST_SUITE_END()
