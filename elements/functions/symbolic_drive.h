// Drive caller `ginac`: an expression in the notation of computer algebra.
#pragma once

#include <utility>

#include "elements/functions/symbolic_expression.h"
#include "input/reader.h"

namespace flexura {

/// The expression of the argument of the drive. Variables of the model file are not known in it.
class SymbolicDrive final : public Drive {
 public:
  explicit SymbolicDrive(SymbolicExpression expression) : expression_(std::move(expression)) {}
  /// NaN where the expression has no value.
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext&) const override { return expression_.evaluate(&x); }
  [[nodiscard]] bool constant() const override { return !expression_.uses(0); }

 private:
  SymbolicExpression expression_;
};

/// `ginac, [symbol, "x",] "expression"`; the symbol is `Var` unless given.
DrivePointer read_symbolic_drive(Reader& reader);

}  // namespace flexura
