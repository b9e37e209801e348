// Storage that a family of readers keeps for one model: labelled laws, scalar functions by name, airfoil tables, ...
#pragma once

#include <functional>
#include <memory>
#include <typeindex>

#include "input/symbol_table.h"

namespace flexura {

namespace detail {
std::shared_ptr<void> run_storage(const std::shared_ptr<SymbolTable>& symbols, std::type_index type,
                                  const std::function<std::shared_ptr<void>()>& make);
}

/// The object of type T that belongs to the model whose variables are `symbols`: made at the first call, kept as long
/// as the symbol table lives. In this way the reader need not know the families that keep something between cards, and
/// two models in one process keep apart. T has a default constructor.
template <class T>
std::shared_ptr<T> run_storage(const std::shared_ptr<SymbolTable>& symbols) {
  return std::static_pointer_cast<T>(
      detail::run_storage(symbols, std::type_index(typeid(T)), [] { return std::make_shared<T>(); }));
}

}  // namespace flexura
