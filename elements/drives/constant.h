// Constant drives: `const`, `null`, `unit`.
#pragma once

#include "input/reader.h"

namespace flexura {

/// f(x) = c.
class ConstantDrive final : public Drive {
 public:
  explicit ConstantDrive(double c) : c_(c) {}
  [[nodiscard]] Taylor2 value(const Taylor2&, const DriveContext&) const override { return c_; }
  [[nodiscard]] bool constant() const override { return true; }

 private:
  double c_;
};

DrivePointer read_constant(Reader& reader);  ///< `const, c`, or a bare expression
DrivePointer read_null(Reader& reader);      ///< 0
DrivePointer read_unit(Reader& reader);      ///< 1

}  // namespace flexura
