// A number that tells one model from another: made of the texts of all its files.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "input/symbol_table.h"
#include "support/check_sum.h"

namespace flexura {

/// Fingerprint of what a model is read from. Left out are comments, the kind of white space, and cards that may differ
/// when an analysis goes on: `final time`, `make restart file`, `load restart file`, `skip initial joint assembly`.
class Fingerprint {
 public:
  /// That of the model whose variables are `symbols`; readers of data files add to it, too.
  static Fingerprint& of(const std::shared_ptr<SymbolTable>& symbols);

  /// Text of a model file.
  void add_model_text(std::string_view text);
  /// Anything else.
  void add(std::string_view text);
  /// 16 hexadecimal digits.
  [[nodiscard]] std::string str() const;

 private:
  void mix(std::string_view text);
  void mix_number(std::uint64_t number);

  CheckSum sum_;
};

}  // namespace flexura
