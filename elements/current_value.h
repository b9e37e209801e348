// `model::current("NAME")`: a value that a reader knows while it reads a drive.
#pragma once

#include <string>

#include "input/expression.h"
#include "input/symbol_table.h"

namespace flexura {

/// Answers `model::current(name)` with a value as long as it lives; passes everything else on.
class CurrentValue final : public ModelFunctions {
 public:
  CurrentValue(SymbolTable& symbols, std::string name, double value)
      : symbols_(symbols), outer_(symbols.model_functions), name_(std::move(name)), value_(value) {
    symbols_.model_functions = this;
  }
  CurrentValue(const CurrentValue&) = delete;
  CurrentValue& operator=(const CurrentValue&) = delete;
  ~CurrentValue() override { symbols_.model_functions = outer_; }

  Taylor2 call(std::string_view name, const std::vector<Value>& arguments, const DriveContext& context) override;
  void check(std::string_view name, const std::vector<Value>& arguments) override;

 private:
  SymbolTable& symbols_;
  ModelFunctions* outer_;
  std::string name_;
  double value_;
};

}  // namespace flexura
