// The constitutive laws of the language.
#pragma once

#include "input/registry.h"
#include "model/constitutive_law.h"

namespace flexura {

class Reader;

/// Readers of the laws of one dimension; the word that names the law has been consumed when a reader is called.
template <int N>
using LawRegistry = Registry<LawPointer<N>(Reader&)>;

/// All laws of dimension N = 1, 3 or 6.
template <int N>
const LawRegistry<N>& law_types();
template <>
const LawRegistry<1>& law_types<1>();
template <>
const LawRegistry<3>& law_types<3>();
template <>
const LawRegistry<6>& law_types<6>();

}  // namespace flexura
