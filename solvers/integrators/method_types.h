// The integration methods by keyword, those of modules included.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "input/registry.h"
#include "solvers/integrators/method.h"

namespace flexura {

class Reader;
namespace authoring {
class Table;
}

/// Readers of what stands behind the keyword of a method; null instead of a reader: the method as it is without
/// arguments.
using MethodRegistry = Registry<MethodSettings(Reader*)>;

const MethodRegistry& method_types();
/// The same, to add methods of a module to.
MethodRegistry& open_method_types();

/// What a method that is declared as a table says of itself.
struct TableMethodType {
  const authoring::Table* about = nullptr;  ///< its declarations; null for those of the program
  int order = 0;                            ///< of convergence with equal steps
  int linear_order = 0;                     ///< the same on linear equations
  int unequal_order = 0;                    ///< with unequal steps
  bool a_stable = true;
  std::optional<double> radius;  ///< spectral radius at infinite frequency
  std::string name = {};
};

/// Those that have been registered so far; grows while modules are loaded.
const std::vector<TableMethodType>& table_method_types();
void add_table_method_type(const TableMethodType& type);

/// Throws std::logic_error when a module was compiled with other sizes of the classes of a method than the program.
void check_method_layout(std::uint64_t of_module);

}  // namespace flexura
