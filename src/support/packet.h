// How numbers are laid out in the packets of a stream (`copy cast`).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace flexura {

enum class WireType : std::uint8_t { int8, uint8, int16, uint16, int32, uint32, float32, float64 };
constexpr int wire_type_count = 8;

/// The type of a word of the language ("int8_t", ..., "float", "double") is its number in this list.
extern const std::string_view wire_type_names[wire_type_count];
[[nodiscard]] std::size_t size_of(WireType type);

/// Channels one behind the other without padding, native byte order unless swapped.
class PacketFormat {
 public:
  /// Doubles in native order.
  static PacketFormat plain(int channels);
  void add(WireType type) { parts_.push_back({type, 0}); }
  void skip(std::size_t bytes) { parts_.push_back({WireType::int8, bytes}); }
  void swap(WireType type) { swapped_[static_cast<std::size_t>(type)] = true; }
  void swap_all();
  /// Size of the whole packet, at least what the channels need.
  void set_size(std::size_t bytes) { size_ = bytes; }
  [[nodiscard]] std::size_t needed() const;
  [[nodiscard]] std::size_t size() const { return size_ ? size_ : needed(); }
  [[nodiscard]] int channels() const;

  /// Numbers that a type cannot hold become the nearest it can; integers are cut off as C does. Skipped bytes are 0.
  void encode(std::span<const double> values, std::vector<std::byte>& bytes) const;
  void decode(std::span<const std::byte> bytes, std::vector<double>& values) const;

 private:
  struct Part {
    WireType type;
    std::size_t skipped;  // bytes; 0: a channel
  };
  std::vector<Part> parts_;
  bool swapped_[wire_type_count] = {};
  std::size_t size_ = 0;
};

}  // namespace flexura
