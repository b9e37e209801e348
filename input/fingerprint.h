// A number that tells one model from another: made of the texts of all its files.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "input/symbol_table.h"
#include "support/check_sum.h"

namespace flexura {

/// Sum of the cards of a model text, in normal form. Left out are comments, the kind of white space, and cards that may
/// differ when an analysis goes on: `final time`, `make restart file`, `load restart file`, `skip initial joint
/// assembly`.
class TextSum {
 public:
  /// The text must live as long.
  explicit TextSum(std::string_view text) : text_(text) {}
  /// Sums of the cards between two places of a text, which are ends of cards or the ends of the text.
  [[nodiscard]] static std::vector<std::uint64_t> cards(std::string_view text, std::size_t begin, std::size_t end);
  /// What cards() has found in this text, perhaps in another process, so that it need not be looked at here. In
  /// increasing order of places.
  void add_cards(std::span<const std::uint64_t> cards, std::size_t begin, std::size_t end);
  /// Of the whole text.
  [[nodiscard]] std::uint64_t value();

 private:
  void read_to(std::size_t position);

  std::string_view text_;
  std::size_t end_ = 0;  // of what has been added
  CheckSum sum_;
};

/// Fingerprint of what a model is read from.
class Fingerprint {
 public:
  /// That of the model whose variables are `symbols`; readers of data files add to it, too.
  static Fingerprint& of(const std::shared_ptr<SymbolTable>& symbols);

  void add(std::string_view text);
  void add(std::uint64_t sum) { sum_.add(&sum, 1); }
  /// 16 hexadecimal digits.
  [[nodiscard]] std::string str() const;

 private:
  CheckSum sum_;
};

}  // namespace flexura
