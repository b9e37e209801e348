// The labelled constitutive laws of a model, and the reading of laws.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "input/reader.h"
#include "model/constitutive_law.h"

namespace flexura {

/// The laws of `constitutive law` cards. A label is unique within its dimension.
class LawLibrary {
 public:
  /// That of the model with these variables.
  static std::shared_ptr<LawLibrary> of(const std::shared_ptr<SymbolTable>& symbols);

  /// Null when no law of this dimension has the label.
  template <int N>
  [[nodiscard]] LawPointer<N> find(unsigned label) const {
    const auto& laws = std::get<Laws<N>>(laws_);
    const auto entry = laws.find(label);
    return entry == laws.end() ? nullptr : entry->second;
  }
  /// False when the label is taken in this dimension.
  template <int N>
  bool add(unsigned label, LawPointer<N> law) {
    return std::get<Laws<N>>(laws_).try_emplace(label, std::move(law)).second;
  }
  template <int N>
  [[nodiscard]] std::vector<std::string> labels() const {
    std::vector<std::string> result;
    for (const auto& [label, law] : std::get<Laws<N>>(laws_)) result.push_back(std::to_string(label));
    return result;
  }

  /// The same law, or an equal linear one that was read before: members of a structure repeat few sections, and a law
  /// of a beam is as large as the beam. The last few are remembered.
  template <int N>
  [[nodiscard]] LawPointer<N> share(LawPointer<N> law);

  int nesting = 0;  ///< laws inside laws that are being read

 private:
  template <int N>
  using Laws = std::map<unsigned, LawPointer<N>>;
  std::tuple<Laws<1>, Laws<3>, Laws<6>> laws_;
  template <int N>
  struct Recent {
    std::array<LawPointer<N>, 16> laws;
    std::size_t next = 0;
  };
  std::tuple<Recent<1>, Recent<3>, Recent<6>> recent_;
};

/// Reads a law of dimension N = 1, 3 or 6: `name, data [, prestress, T] [, prestrain, TDC]`, `reference, label`, or for
/// N = 1 a number, which is the stiffness of a linear elastic law. Drives in it are registered with the model. Throws
/// InputError.
template <int N>
LawPointer<N> read_law(Reader& reader);

/// Card `constitutive law : label, [name, "s",] dimension, law;`.
void read_law_card(Reader& reader);

/// Adds the card `constitutive law`.
void register_law_card(CardRegistry& registry);

}  // namespace flexura
