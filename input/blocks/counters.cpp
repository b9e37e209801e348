#include "input/blocks/counters.h"

#include <unordered_map>

#include <fmt/format.h>

#include "input/keyword.h"

namespace flexura {

namespace {

// Cards of solid and surface load elements come in families: shape, and a suffix for the formulation.
std::vector<std::string> with_suffixes(const std::vector<std::string>& shapes,
                                       const std::vector<std::string>& suffixes) {
  std::vector<std::string> cards;
  for (const auto& shape : shapes)
    for (const auto& suffix : suffixes) cards.push_back(shape + suffix);
  return cards;
}

std::vector<Counters::Kind> make_kinds() {
  using enum Counters::Block;
  return {
      {"abstract nodes", nodes, {"abstract"}},
      {"electric nodes", nodes, {"electric"}},
      {"hydraulic nodes", nodes, {"hydraulic"}},
      {"parameter nodes", nodes, {"parameter"}},
      {"structural nodes", nodes, {"structural"}},
      {"thermal nodes", nodes, {"thermal"}},
      {"file drivers", drivers, {"file"}},
      {"aerodynamic elements",
       elements,
       {"aerodynamic body", "aerodynamic beam", "aerodynamic beam2", "aerodynamic beam3", "generic aerodynamic force",
        "aircraft instruments"}},
      {"aeromodals", elements, {"aeromodal"}},
      {"air properties", elements, {"air properties"}, true},
      {"automatic structural elements", elements, {"automatic structural"}},
      {"beams", elements, {"beam", "beam2", "beam3", "hbeam", "hbeam2"}},
      {"bulk elements", elements, {"bulk"}},
      {"electric bulk elements", elements, {"electric bulk"}},
      {"electric elements", elements, {"electric"}},
      {"external elements", elements, {"external"}},
      {"forces", elements, {"force", "couple"}},
      {"genels", elements, {"genel"}},
      {"gravity", elements, {"gravity"}, true},
      {"hydraulic elements", elements, {"hydraulic"}},
      {"induced velocity elements", elements, {"induced velocity", "rotor"}},
      {"joints", elements, {"joint"}},
      {"joint regularizations", elements, {"joint regularization"}},
      {"loadable elements", elements, {"loadable", "user defined"}},
      {"output elements", elements, {"stream output", "stream motion output", "RTAI output"}},
      {"plates", elements, {"shell4eas", "shell4easans", "membrane4eas"}},
      {"solids", elements,
       with_suffixes({"hexahedron8", "hexahedron20", "hexahedron20r", "hexahedron27", "pentahedron15", "tetrahedron10"},
                     {"", "upc", "upcr", "f", "fr"})},
      {"surface loads", elements, with_suffixes({"pressure", "traction"}, {"q4", "q8", "q8r", "q9", "t6"})},
      {"thermal elements", elements, {"thermal"}},
      {"rigid bodies", elements, {"body"}},
      {"inertia", elements, {}},  // of `inertia` cards that use `always`, which announce themselves
  };
}

// The nodes and the elements block use some words for different things ("hydraulic", "electric", "thermal").
std::string key(Counters::Block block, std::string_view card) {
  return static_cast<char>('0' + static_cast<int>(block)) + std::string(card);
}

}  // namespace

const std::vector<Counters::Kind>& Counters::kinds() {
  static const std::vector<Kind> all = make_kinds();
  return all;
}

void Counters::announce(const Kind& kind, int number, const SourceLocation& where) {
  Tally& tally = tallies_[kind.name];
  if (tally.announced >= 0)
    throw InputError(where, fmt::format("`{}` was announced before, at {}", kind.name, tally.where.str()));
  tally.announced = number;
  tally.where = where;
}

Counters::Tally* Counters::tally(Block block, std::string_view description) {
  static const auto kind_by_card = [] {
    std::unordered_map<std::string, const Kind*> map;
    for (const Kind& kind : kinds())
      for (const auto& card : kind.cards) map.emplace(key(kind.block, normal_form(card)), &kind);
    return map;
  }();
  const auto found = kind_by_card.find(key(block, description));
  return found == kind_by_card.end() ? nullptr : &tallies_[found->second->name];
}

void Counters::count(Block block, std::string_view description) {
  if (Tally* found = tally(block, description)) ++found->read;
}

std::vector<Counters::Difference> Counters::differences(Block block) const {
  std::vector<Difference> found;
  for (const Kind& kind : kinds()) {
    if (kind.block != block || kind.cards.empty()) continue;
    const auto entry = tallies_.find(kind.name);
    if (entry == tallies_.end()) continue;
    const Tally& tally = entry->second;
    if (tally.announced < 0) {
      found.push_back({{},
                       fmt::format("{} `{}` were read, but control data announces none: add `{}: {};`", tally.read,
                                   kind.name, kind.name, tally.read)});
    } else if (tally.announced != tally.read) {
      found.push_back({tally.where, fmt::format("expected {} `{}` as announced here, but {} were read", tally.announced,
                                                kind.name, tally.read)});
    }
  }
  return found;
}

}  // namespace flexura
