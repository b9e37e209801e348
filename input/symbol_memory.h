// Variables of a model file as a part of the state of an analysis.
#pragma once

#include "input/symbol_table.h"
#include "support/archive.h"

namespace flexura {

/// Saves the values of all variables that can change and the state of the random numbers, or takes them back.
void remember_symbols(SymbolTable& symbols, Archive& archive);

}  // namespace flexura
