// Integration methods made of one class that writes down its table.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "elements/authoring/catalogue.h"
#include "elements/authoring/module.h"
#include "solvers/integrators/method_types.h"
#include "solvers/integrators/table_method.h"

namespace flexura::authoring {

constexpr std::uint64_t method_layout = layout_of({sizeof(MethodSettings), sizeof(StageFormula), sizeof(NextStep),
                                                   sizeof(Tableau), sizeof(MultistepTable), sizeof(TableMethodType)});

/// The settings of the method behind a class T with `declare()`, `static constexpr int order` and one of
///     Tableau table() const;         // a diagonally implicit Runge-Kutta method
///     MultistepTable table() const;  // a linear multistep method
/// and, when they are not what is assumed: `static constexpr int linear_order` (order), `unequal_order` (order; at most
/// 2 for multistep tables), `static constexpr bool a_stable` (true), `static constexpr double radius` (not checked).
/// Its table may depend on its parameters. Throws InputError for parameters without a method, std::logic_error without
/// a reader.
template <class T>
MethodSettings read_table_method(Reader* reader) {
  const Declaration<T>& about = declaration<T>();
  T method;
  if (reader) about.read_parameters(*reader, &method, {}, !about.parameters().empty());
  auto table = method.table();
  const std::string wrong = objection(table);
  if (!wrong.empty()) {
    const std::string message = "integration method `" + std::string(about.name()) + "`: " + wrong;
    if (!reader) throw std::logic_error(message);
    reader->fail(message);
  }
  MethodSettings settings;
  settings.keyword = normal_form(about.name());
  settings.make = [name = std::string(about.name()), table = std::move(table)] {
    return make_table_method(name, table);
  };
  return settings;
}

template <class T>
TableMethodType table_method_type() {
  TableMethodType type;
  type.order = type.linear_order = type.unequal_order = T::order;
  if constexpr (std::is_same_v<decltype(std::declval<const T&>().table()), MultistepTable>)
    type.unequal_order = std::min(2, T::order);
  if constexpr (requires { T::linear_order; }) type.linear_order = T::linear_order;
  if constexpr (requires { T::unequal_order; }) type.unequal_order = T::unequal_order;
  if constexpr (requires { T::a_stable; }) type.a_stable = T::a_stable;
  if constexpr (requires { T::radius; }) type.radius = T::radius;
  return type;
}

/// Makes an integration method known; `types.integrator<T>()` in a module. Throws std::logic_error for a keyword that
/// is taken and for a table without parameters that is no method.
template <class T>
void add_integrator_type(MethodRegistry& registry) {
  const Declaration<T>& about = declaration<T>();
  if (about.parameters().empty()) read_table_method<T>(nullptr);
  registry.add(about.name(), read_table_method<T>, std::string(about.documentation()));
  TableMethodType type = table_method_type<T>();
  type.about = &about;
  type.name = about.name();
  add_table_method_type(type);
  add_to_catalogue({CatalogueEntry::Kind::integrator, &about, 0, false, nullptr});
}
template <class T>
void add_type(Integrator<T>) {
  check_method_layout(method_layout);
  add_integrator_type<T>(open_method_types());
}

}  // namespace flexura::authoring
