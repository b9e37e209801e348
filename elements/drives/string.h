// Drive `string`: an expression of the model file, evaluated at each call.
#pragma once

#include <memory>

#include "input/expression.h"
#include "input/reader.h"
#include "model/remembers.h"

namespace flexura {

/// The value of an expression with `Time` and `Var` (the argument) set; derivatives by the chain rule through it.
///
/// Variables are read when the drive is evaluated, and assignments in the expression last. The table of variables
/// outlives the evaluations; the drive does not own it, because the table holds the labelled drives.
class StringDrive final : public Drive, public Remembers {
 public:
  StringDrive(Expression expression, SymbolTable& symbols) : expression_(std::move(expression)), symbols_(symbols) {}
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext& context) const override;
  [[nodiscard]] bool constant() const override { return expression_.constant(); }
  [[nodiscard]] bool depends_on_state() const override { return expression_.uses().model; }
  void remember(Archive& archive) override;

 private:
  Expression expression_;
  SymbolTable& symbols_;
};

/// "expression": statements separated by `;`. All white space in the string is removed first.
DrivePointer read_string(Reader& reader);

}  // namespace flexura
