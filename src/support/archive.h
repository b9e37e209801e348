// The state of a running analysis as a flat list of numbers, written and taken back by one and the same function.
#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <type_traits>
#include <vector>

namespace flexura {

/// A list of doubles that is either being written or being read.
///
/// Whoever has a state offers one function `f(Archive&)` that names its members in a fixed order; the archive stores
/// them or gives them new values. What is restored is bit for bit what was saved. Integers are stored as doubles.
class Archive {
 public:
  /// Appends to `list`.
  static Archive save(std::vector<double>& list) {
    Archive archive;
    archive.to_ = &list;
    return archive;
  }
  /// Reads from `list`, which outlives the archive.
  static Archive restore(std::span<const double> list) {
    Archive archive;
    archive.from_ = list;
    return archive;
  }

  [[nodiscard]] bool saving() const { return to_ != nullptr; }

  template <class... T>
  void operator()(T&... members) {
    (one(members), ...);
  }
  /// `count` doubles in a row.
  void numbers(double* values, std::size_t count);
  /// Numbers that have not been read yet.
  [[nodiscard]] std::size_t left() const { return from_.size() - at_; }
  /// Throws unless everything has been read: the state was that of something else.
  void finish() const;

 private:
  Archive() = default;
  template <class T>
  void one(T& member) {
    if constexpr (std::is_same_v<T, double>) {
      numbers(&member, 1);
    } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      double value = whole(static_cast<long long>(member));
      numbers(&value, 1);
      if (!saving()) member = static_cast<T>(static_cast<long long>(value));
    } else if constexpr (requires { member.f, member.d, member.dd; }) {  // a value with its time derivatives
      operator()(member.f, member.d, member.dd);
    } else if constexpr (requires { T::SizeAtCompileTime; }) {  // a matrix
      numbers(member.data(), static_cast<std::size_t>(member.size()));
    } else {
      list(member);
    }
  }
  template <class List>
  void list(List& members) {
    std::size_t size = members.size();
    one(size);
    if (!saving()) resize(members, size);
    if constexpr (std::is_same_v<List, std::vector<double>>) {
      numbers(members.data(), size);
    } else {
      for (auto& member : members) one(member);
    }
  }
  /// A list cannot have more members than there are numbers left.
  template <class List>
  void resize(List& members, std::size_t size) {
    require(size);
    members.resize(size);
  }
  void require(std::size_t count) const;
  static double whole(long long value);

  std::vector<double>* to_ = nullptr;
  std::span<const double> from_;
  std::size_t at_ = 0;
};

}  // namespace flexura
