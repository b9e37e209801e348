#include "support/packet.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace flexura {

const std::string_view wire_type_names[wire_type_count] = {"int8_t",  "uint8_t",  "int16_t", "uint16_t",
                                                           "int32_t", "uint32_t", "float",   "double"};

namespace {

/// Calls `f` with a number of the type.
template <class F>
void with_type(WireType type, F&& f) {
  switch (type) {
    case WireType::int8:
      return f(std::int8_t{});
    case WireType::uint8:
      return f(std::uint8_t{});
    case WireType::int16:
      return f(std::int16_t{});
    case WireType::uint16:
      return f(std::uint16_t{});
    case WireType::int32:
      return f(std::int32_t{});
    case WireType::uint32:
      return f(std::uint32_t{});
    case WireType::float32:
      return f(float{});
    case WireType::float64:
      return f(double{});
  }
}

template <class T>
T cast(double value) {
  if constexpr (std::is_integral_v<T>) {
    if (std::isnan(value)) return 0;
    return static_cast<T>(std::clamp(value, static_cast<double>(std::numeric_limits<T>::min()),
                                     static_cast<double>(std::numeric_limits<T>::max())));
  } else if constexpr (std::is_same_v<T, float>) {
    constexpr double most = std::numeric_limits<float>::max();
    return std::isfinite(value) ? static_cast<float>(std::clamp(value, -most, most)) : static_cast<float>(value);
  } else {
    return value;
  }
}

}  // namespace

std::size_t size_of(WireType type) {
  std::size_t size = 0;
  with_type(type, [&](auto number) { size = sizeof number; });
  return size;
}

PacketFormat PacketFormat::plain(int channels) {
  PacketFormat format;
  for (int k = 0; k < channels; ++k) format.add(WireType::float64);
  return format;
}

void PacketFormat::swap_all() { std::fill(std::begin(swapped_), std::end(swapped_), true); }

std::size_t PacketFormat::needed() const {
  std::size_t size = 0;
  for (const Part& part : parts_) size += part.skipped ? part.skipped : size_of(part.type);
  return size;
}

int PacketFormat::channels() const {
  return static_cast<int>(std::count_if(parts_.begin(), parts_.end(), [](const Part& p) { return p.skipped == 0; }));
}

void PacketFormat::encode(std::span<const double> values, std::vector<std::byte>& bytes) const {
  bytes.assign(size(), std::byte{0});
  std::size_t at = 0, channel = 0;
  for (const Part& part : parts_) {
    if (part.skipped) {
      at += part.skipped;
      continue;
    }
    with_type(part.type, [&](auto number) {
      number = cast<decltype(number)>(values[channel]);
      std::memcpy(bytes.data() + at, &number, sizeof number);
      if (swapped_[static_cast<std::size_t>(part.type)])
        std::reverse(bytes.data() + at, bytes.data() + at + sizeof number);
      at += sizeof number;
    });
    ++channel;
  }
}

void PacketFormat::decode(std::span<const std::byte> bytes, std::vector<double>& values) const {
  values.clear();
  std::size_t at = 0;
  for (const Part& part : parts_) {
    if (part.skipped) {
      at += part.skipped;
      continue;
    }
    with_type(part.type, [&](auto number) {
      std::byte raw[sizeof number];
      std::memcpy(raw, bytes.data() + at, sizeof number);
      if (swapped_[static_cast<std::size_t>(part.type)]) std::reverse(raw, raw + sizeof number);
      std::memcpy(&number, raw, sizeof number);
      at += sizeof number;
      values.push_back(static_cast<double>(number));
    });
  }
}

}  // namespace flexura
