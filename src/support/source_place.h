// A place in a model file in half the room.
#pragma once

#include <cstdint>

#include "support/error.h"

namespace flexura {

/// As a SourceLocation, in 12 bytes.
class SourcePlace {
 public:
  SourcePlace() = default;
  explicit SourcePlace(const SourceLocation& where);
  [[nodiscard]] SourceLocation location() const;

 private:
  std::uint32_t file_ = 0;  // number of its name among those of the process
  std::int32_t line_ = 0, column_ = 0;
};

}  // namespace flexura
