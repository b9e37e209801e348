// All authored types of the program, and how they become known to it: one line each.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "elements/authoring/element.h"
#include "elements/authoring/functions.h"
#include "elements/functions/register.h"
#include "elements/laws/register.h"
#include "elements/nodes/node_argument.h"
#include "elements/register.h"

namespace flexura::authoring {

/// An authored type, for documentation and common checks.
struct CatalogueEntry {
  enum class Kind { element, law, drive, function, integrator, writer };
  Kind kind = Kind::element;
  const Table* table = nullptr;
  int dimension = 0;        ///< of a law
  bool has_energy = false;  ///< of an element
  /// Power that element i of its batch loses, W.
  std::function<double(const ElementBatch&, const State&, int i)> dissipation;
};

/// Those that have been registered so far; grows while modules are loaded.
const std::vector<CatalogueEntry>& catalogue();
/// Adds a type, unless it is there: some registries are made for each model.
void add_to_catalogue(CatalogueEntry entry);

/// Throws std::logic_error when an element declares other numbers of nodes or unknowns than its class has.
void check_declaration(const Table& table, int nodes, int unknowns);

/// Reads an authored element behind its keyword.
template <class E>
ElementReference read_authored_element(Reader& reader, ElementInfo info) {
  const Declaration<E>& about = declaration<E>();
  E element;
  const std::vector<NodeIndex> list = about.read_nodes(reader, &element);
  std::vector<Pose> poses;
  std::array<NodeIndex, E::node_count> nodes{};
  for (std::size_t k = 0; k < list.size(); ++k) {
    nodes[k] = list[k];
    poses.push_back(pose_of(reader.model(), list[k]));
  }
  about.read_parameters(reader, &element, poses, true);
  if constexpr (requires(const Setup& setup) { element.prepare(setup); }) element.prepare(Setup(reader, nodes));
  return reader.model().add_element(std::move(info), Authored<E>(std::move(element), nodes, reader.model()));
}

/// Registers an element in the registry of its card.
template <class E>
void add_element_type(ElementRegistry& registry) {
  const Declaration<E>& about = declaration<E>();
  check_declaration(about, E::node_count, E::unknown_count);
  registry.add(about.name(), read_authored_element<E>, std::string(about.documentation()));
  const auto dissipation = [](const ElementBatch& batch, const State& state, int i) {
    const Local local(state, batch.nodes(i).data(), batch.dofs(i).data() + 6 * batch.node_count(i),
                      batch.first_momentum(i), batch.first_memory(i), batch.scalars(i).data());
    return static_cast<const Batch<Authored<E>>&>(batch).element(i).dissipation(local);
  };
  add_to_catalogue({CatalogueEntry::Kind::element, &declaration<E>(), 0, Authored<E>::has_energy, dissipation});
}
template <class L>
void add_law_type(LawRegistry<L::dimension>& registry) {
  const Declaration<L>& about = declaration<L>();
  registry.add(about.name(), read_authored_law<L>, std::string(about.documentation()));
  add_to_catalogue({CatalogueEntry::Kind::law, &about, L::dimension, false, nullptr});
}
template <class D>
void add_drive_type(DriveRegistry& registry) {
  const Declaration<D>& about = declaration<D>();
  registry.add(about.name(), read_authored_drive<D>, std::string(about.documentation()));
  add_to_catalogue({CatalogueEntry::Kind::drive, &about, 0, false, nullptr});
}
template <class F>
void add_function_type(ScalarFunctionRegistry& registry) {
  const Declaration<F>& about = declaration<F>();
  registry.add(about.name(), read_authored_function<F>, std::string(about.documentation()));
  add_to_catalogue({CatalogueEntry::Kind::function, &about, 0, false, nullptr});
}

}  // namespace flexura::authoring
