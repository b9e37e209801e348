// Cards of block `elements` that are not elements: `driven`, `joint regularization`.
#pragma once

#include "input/blocks/context.h"

namespace flexura {

/// Reads an element card: its keyword, for the block to count it, check it and give it its default output.
using ReadElementCard = std::function<ElementReference(const std::string& card)>;

/// `driven : label, drive, [initial state, ...,] {existing : class, label | element card}`. Throws InputError.
void read_driven_card(ReadContext& context, const ReadElementCard& read_card);

/// `joint regularization : label, Tikhonov [, {coefficient | list, coefficients}]`: checked, and not needed, because
/// redundant constraints are solved without it. Throws InputError.
void read_joint_regularization(ReadContext& context);

}  // namespace flexura
