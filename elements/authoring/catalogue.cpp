#include "elements/authoring/catalogue.h"

#include <stdexcept>

#include <fmt/format.h>

namespace flexura::authoring {

namespace {
std::vector<CatalogueEntry>& entries() {
  static std::vector<CatalogueEntry> all;
  return all;
}
}  // namespace

const std::vector<CatalogueEntry>& catalogue() { return entries(); }

void add_to_catalogue(CatalogueEntry entry) {
  for (const CatalogueEntry& known : entries())
    if (known.kind == entry.kind && known.table == entry.table) return;
  entries().push_back(std::move(entry));
}

void check_declaration(const Table& table, int nodes, int unknowns) {
  const auto fail = [&](const char* what, int in_class, std::size_t declared) {
    throw std::logic_error(
        fmt::format("element `{}` has {} {} and declares {}", table.name(), in_class, what, declared));
  };
  if (table.nodes().size() != static_cast<std::size_t>(nodes)) fail("nodes", nodes, table.nodes().size());
  if (table.unknowns().size() != static_cast<std::size_t>(unknowns))
    fail("own unknowns", unknowns, table.unknowns().size());
}

}  // namespace flexura::authoring
