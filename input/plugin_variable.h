// Variables whose value is read from a node or element at each use.
#pragma once

#include "input/cursor.h"
#include "input/symbol_table.h"

namespace flexura {

/// Reads `[node|element, var, label, type [, {string=name | index=i}]]` or
/// `[dof, var, label, node type [, dof], {algebraic|differential} [, prev={true|false}]]`, the cursor at `[`, and
/// declares the variable. Throws InputError.
void declare_plugin_variable(Cursor& cursor, SymbolTable& symbols);

}  // namespace flexura
