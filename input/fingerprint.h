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

/// Fingerprint of what a model is read from. Left out are comments, the kind of white space, and cards that may differ
/// when an analysis goes on: `final time`, `make restart file`, `load restart file`, `skip initial joint assembly`.
class Fingerprint {
 public:
  /// That of the model whose variables are `symbols`; readers of data files add to it, too.
  static Fingerprint& of(const std::shared_ptr<SymbolTable>& symbols);

  /// Text of a model file, which must live until str() has been called. Texts are numbered in this order.
  void add_model_text(std::string_view text) { texts_.emplace_back(text); }
  /// Sums of the cards between two places of a text, which are ends of cards or the ends of the text.
  [[nodiscard]] static std::vector<std::uint64_t> cards(std::string_view text, std::size_t begin, std::size_t end);
  /// What cards() has found in a model text, perhaps in another process, so that it need not be looked at here. In
  /// increasing order of places.
  void add_cards(std::uint32_t number, std::span<const std::uint64_t> cards, std::size_t begin, std::size_t end);
  /// Anything else.
  void add(std::string_view text);
  /// 16 hexadecimal digits.
  [[nodiscard]] std::string str();

 private:
  struct ModelText {
    explicit ModelText(std::string_view of) : text(of) {}
    void add(std::span<const std::uint64_t> cards, std::size_t behind);
    void read_to(std::size_t position);

    std::string_view text;
    std::size_t end = 0;  // of what has been added
    CheckSum sum;
    std::uint64_t count = 0;  // of cards
  };

  CheckSum sum_;
  std::vector<ModelText> texts_;
};

}  // namespace flexura
