// Drive caller `scalar function`: a scalar function of the argument of the drive.
#pragma once

#include <utility>

#include "input/reader.h"
#include "model/scalar_function.h"

namespace flexura {

class ScalarFunctionDrive final : public Drive {
 public:
  explicit ScalarFunctionDrive(ScalarFunctionPointer function) : function_(std::move(function)) {}
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext&) const override { return (*function_)(x); }

 private:
  ScalarFunctionPointer function_;
};

/// `scalar function, "name" [, definition]`.
DrivePointer read_scalar_function_drive(Reader& reader);

}  // namespace flexura
