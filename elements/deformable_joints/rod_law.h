// The law of a rod, which may look at the length.
#pragma once

#include "elements/current_value.h"
#include "elements/laws/library.h"

namespace flexura {

/// The law, in which `model::current("L0")` is the free length and `model::current("L")` the initial one, m.
inline LawPointer<1> read_rod_law(Reader& reader, double free_length, double initial) {
  const CurrentValue current0(reader.symbols(), "L0", free_length);
  const CurrentValue current(reader.symbols(), "L", initial);
  return read_law<1>(reader);
}

}  // namespace flexura
