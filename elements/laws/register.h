// The constitutive laws of the language.
#pragma once

#include "input/registry.h"
#include "model/constitutive_law.h"

namespace flexura {

class Reader;

/// Readers of the laws of one dimension; the word that names the law has been consumed when a reader is called.
template <int N>
using LawRegistry = Registry<LawPointer<N>(Reader&)>;

/// All laws of dimension N = 1, 3 or 6, to add one.
template <int N>
LawRegistry<N>& open_law_types();
template <>
LawRegistry<1>& open_law_types<1>();
template <>
LawRegistry<3>& open_law_types<3>();
template <>
LawRegistry<6>& open_law_types<6>();

/// The same, to read with.
template <int N>
const LawRegistry<N>& law_types() {
  return open_law_types<N>();
}

}  // namespace flexura
