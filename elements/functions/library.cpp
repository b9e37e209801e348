#include "elements/functions/library.h"

#include <fmt/format.h>

#include "elements/functions/elementary.h"
#include "elements/functions/register.h"
#include "input/run_storage.h"

namespace flexura {

std::shared_ptr<ScalarFunctionLibrary> ScalarFunctionLibrary::of(const std::shared_ptr<SymbolTable>& symbols) {
  return run_storage<ScalarFunctionLibrary>(symbols);
}

ScalarFunctionPointer ScalarFunctionLibrary::find(std::string_view name) const {
  const auto entry = functions_.find(name);
  return entry == functions_.end() ? nullptr : entry->second;
}

bool ScalarFunctionLibrary::add(const std::string& name, ScalarFunctionPointer function) {
  return functions_.try_emplace(name, std::move(function)).second;
}

std::vector<std::string> ScalarFunctionLibrary::names() const {
  std::vector<std::string> result;
  for (const auto& [name, function] : functions_) result.push_back(name);
  return result;
}

ScalarFunctionPointer read_scalar_function(Reader& reader) {
  const std::string name = reader.string();
  const SourceLocation where = reader.where();
  const auto library = ScalarFunctionLibrary::of(reader.shared_symbols());
  if (auto found = library->find(name)) return found;
  if (!scalar_function_types().find(reader.peek_word())) {
    const auto names = library->names();
    reader.fail_at(where, fmt::format("scalar function `{}` is not defined{}", name,
                                      names.empty() ? "; none is defined yet" : did_you_mean(name, names)));
  }
  auto function = reader.entry(scalar_function_types()).read(reader);
  library->add(name, function);
  return function;
}

ScalarFunctionPointer read_optional_scalar_function(Reader& reader) {
  return reader.keyword("null") ? nullptr : read_scalar_function(reader);
}

void read_scalar_function_card(Reader& reader) {
  const std::string name = reader.string();
  const SourceLocation where = reader.where();
  const auto library = ScalarFunctionLibrary::of(reader.shared_symbols());
  if (library->find(name)) reader.fail_at(where, fmt::format("scalar function `{}` is already defined", name));
  ScalarFunctionPointer function;
  if (reader.at_number()) {
    function = std::make_shared<ConstantFunction>(reader.real());
  } else {
    function = reader.entry(scalar_function_types()).read(reader);
  }
  // `f` may have been defined inside its own definition.
  if (!library->add(name, function)) {
    reader.fail_at(where, fmt::format("scalar function `{}` is defined inside its own definition", name));
  }
}

void register_scalar_function_card(CardRegistry& registry) {
  registry.add("scalar function", read_scalar_function_card, "define a scalar function by name");
}

}  // namespace flexura
