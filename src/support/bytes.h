// Numbers and texts one behind the other in a message to another process of the same program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace flexura {

/// Takes bytes as they are in memory.
class ByteWriter {
 public:
  template <class T>
  void number(const T& value) {
    static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(T));
  }
  void numbers(const double* values, std::size_t count) {
    bytes_.append(reinterpret_cast<const char*>(values), count * sizeof(double));
  }
  void text(std::string_view value) {
    number(static_cast<std::uint32_t>(value.size()));
    bytes_.append(value);
  }
  /// A list, `one(member)` for each.
  template <class List, class One>
  void list(const List& members, One&& one) {
    number(static_cast<std::uint32_t>(members.size()));
    for (const auto& member : members) one(member);
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// Gives them back in the same order. What is not there is a std::out_of_range.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  template <class T>
  T number() {
    static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
    T value{};
    std::memcpy(&value, take(sizeof(T)).data(), sizeof(T));
    return value;
  }
  void numbers(double* values, std::size_t count) {
    std::memcpy(values, take(count * sizeof(double)).data(), count * sizeof(double));
  }
  /// Valid as long as the message.
  std::string_view text() { return take(number<std::uint32_t>()); }
  template <class T, class One>
  void list(std::vector<T>& members, One&& one) {
    const auto count = number<std::uint32_t>();
    members.clear();
    for (std::uint32_t i = 0; i < count; ++i) members.push_back(one());
  }
  [[nodiscard]] bool at_end() const { return bytes_.empty(); }

 private:
  std::string_view take(std::size_t count) {
    if (count > bytes_.size()) throw std::out_of_range("a message is shorter than what it should tell");
    const std::string_view taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }
  std::string_view bytes_;
};

}  // namespace flexura
