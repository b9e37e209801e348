// Arguments that the readers of laws share.
#pragma once

#include <memory>
#include <utility>

#include "elements/drives/hint_reader.h"
#include "input/reader.h"
#include "model/constitutive_law.h"

namespace flexura {

template <int N>
LawVector<N> read_law_vector(Reader& reader) {
  if constexpr (N == 1) {
    return LawVector<1>(reader.real());
  } else if constexpr (N == 3) {
    return reader.vec3();
  } else {
    return reader.vec6();
  }
}

template <int N>
LawMatrix<N> read_law_matrix(Reader& reader) {
  if constexpr (N == 1) {
    return LawMatrix<1>(reader.real());
  } else if constexpr (N == 3) {
    return reader.mat3();
  } else {
    return reader.mat6();
  }
}

/// `{ C | proportional, r }` with C = r K.
template <int N>
LawMatrix<N> read_damping(Reader& reader, const LawMatrix<N>& stiffness) {
  if (reader.keyword("proportional")) return reader.real() * stiffness;
  return read_law_matrix<N>(reader);
}

/// A number, or `proportional, r` with c = r k.
inline double read_scalar_damping(Reader& reader, double stiffness) {
  return reader.keyword("proportional") ? reader.real() * stiffness : reader.real();
}

/// Of a driven element a hint (`drive`, `drive3`, `drive6`) may give another prestrain.
template <int N>
TemplateDrive<LawVector<N>> read_prestrain(Reader& reader) {
  if constexpr (N == 1) {
    TemplateDrive<LawVector<1>> result;
    result.add(LawVector<1>(1.0), reader.register_drive(with_hint(reader, "drive", reader.drive1())));
    return result;
  } else if constexpr (N == 3) {
    return with_hint(reader, "drive3", reader.drive3());
  } else {
    return with_hint(reader, "drive6", reader.drive6());
  }
}

/// Reads `[, prestress, T] [, prestrain, TDC]` behind a law's own data and gives them to the law.
template <int N>
LawPointer<N> finish_law(Reader& reader, std::shared_ptr<ConstitutiveLaw<N>> law) {
  if (reader.keyword("prestress")) law->set_prestress(read_law_vector<N>(reader));
  if (reader.keyword("prestrain")) law->set_prestrain(read_prestrain<N>(reader));
  return law;
}

/// The same for laws that take no prestrain.
template <int N>
LawPointer<N> finish_viscous_law(Reader& reader, std::shared_ptr<ConstitutiveLaw<N>> law) {
  if (reader.keyword("prestress")) law->set_prestress(read_law_vector<N>(reader));
  if (reader.keyword("prestrain")) reader.fail("a viscous law takes no prestrain");
  return law;
}

}  // namespace flexura
