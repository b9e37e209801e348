// The element cards of the language and the types behind them.
#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "input/reader.h"
#include "input/registry.h"
#include "model/model.h"

namespace flexura {

/// Reads the arguments of an element behind its label and adds it to the model. Cards that add none (gravity, automatic
/// structural) return a reference to batch -1.
using ElementRegistry = Registry<ElementReference(Reader&, ElementInfo)>;

/// An element card of the elements block.
struct ElementCard {
  std::string_view keyword;
  std::string_view family;  ///< whose labels it shares, whose default output flag it takes
  bool labelled = true;
};

/// Element cards by keyword: joint, body, force, couple, gravity, genel, ...
const ElementRegistry& element_cards();
/// Types of `joint`, `force` and `couple` cards.
const ElementRegistry& joint_types();
const ElementRegistry& force_types();
const ElementRegistry& couple_types();
/// Types of `genel` cards.
const ElementRegistry& genel_types();
/// Types of `user defined` cards: those of modules.
const ElementRegistry& user_types();
/// The types of a card, to add one. Throws std::logic_error when the card has no types.
ElementRegistry& open_element_types(std::string_view card);
/// Null when `keyword` (any spelling) is no supported element card.
const ElementCard* find_element_card(std::string_view keyword);

/// Reads all arguments of an element card, the flag `output` at its end included. `default_output` is that of the
/// card's family. Throws InputError.
ElementReference read_element(Reader& reader, std::string_view keyword, bool default_output);

/// To be called at the end of the elements block. Throws InputError.
void finish_elements(Model& model);

}  // namespace flexura
