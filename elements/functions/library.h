// The scalar functions of a model by name, and the reading of scalar functions.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "input/reader.h"
#include "input/registry.h"
#include "model/scalar_function.h"

namespace flexura {

/// Readers of scalar functions; the word that names the type has been consumed when a reader is called.
using ScalarFunctionRegistry = Registry<ScalarFunctionPointer(Reader&)>;

/// The functions that a model file has defined, by name.
class ScalarFunctionLibrary {
 public:
  /// That of the model with these variables.
  static std::shared_ptr<ScalarFunctionLibrary> of(const std::shared_ptr<SymbolTable>& symbols);

  /// Null when there is no function of this name.
  [[nodiscard]] ScalarFunctionPointer find(std::string_view name) const;
  /// False when the name is taken.
  bool add(const std::string& name, ScalarFunctionPointer function);
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  std::map<std::string, ScalarFunctionPointer, std::less<>> functions_;
};

/// Reads `"name"` of a defined function, or `"name", type, ...`, which defines it on the spot. An unknown name is an
/// InputError with the nearest names.
ScalarFunctionPointer read_scalar_function(Reader& reader);

/// The same, or the word `null` for no function.
ScalarFunctionPointer read_optional_scalar_function(Reader& reader);

/// Card `scalar function : "name", [type,] arguments;`.
void read_scalar_function_card(Reader& reader);

/// Adds the card `scalar function`.
void register_scalar_function_card(CardRegistry& registry);

}  // namespace flexura
