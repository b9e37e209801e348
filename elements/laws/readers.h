// Readers of the constitutive laws; the word that names the law has been consumed. All throw InputError.
#pragma once

#include "elements/laws/library.h"

namespace flexura {

template <int N>
LawPointer<N> read_linear_elastic(Reader& reader);
template <int N>
LawPointer<N> read_linear_elastic_generic(Reader& reader);
template <int N>
LawPointer<N> read_linear_viscous(Reader& reader);
template <int N>
LawPointer<N> read_linear_viscous_generic(Reader& reader);
template <int N>
LawPointer<N> read_linear_viscoelastic(Reader& reader);
template <int N>
LawPointer<N> read_linear_viscoelastic_generic(Reader& reader);
template <int N>
LawPointer<N> read_time_variant(Reader& reader);
LawPointer<6> read_axial_torsion_elastic(Reader& reader);
LawPointer<6> read_axial_torsion_viscoelastic(Reader& reader);

template <int N>
LawPointer<N> read_cubic_elastic(Reader& reader);
template <int N>
LawPointer<N> read_cubic_viscoelastic(Reader& reader);
template <int N>
LawPointer<N> read_double_linear_elastic(Reader& reader);
template <int N>
LawPointer<N> read_double_linear_viscoelastic(Reader& reader);
template <int N>
LawPointer<N> read_hardening(Reader& reader);
LawPointer<1> read_turbulent(Reader& reader);

template <int N>
LawPointer<N> read_scalar_function_law(Reader& reader);
template <int N>
LawPointer<N> read_scalar_function_law_orthotropic(Reader& reader);
/// `nlsf` laws.
template <int N, LawKind kind>
LawPointer<N> read_added_function(Reader& reader);
/// `nlp` laws.
template <int N, LawKind kind>
LawPointer<N> read_added_modulus(Reader& reader);
template <int N, LawKind kind>
LawPointer<N> read_symbolic(Reader& reader);
/// `ann` laws.
template <int N, LawKind kind>
LawPointer<N> read_neural_network_law(Reader& reader);

template <int N>
LawPointer<N> read_linear_elastic_bistop(Reader& reader);
template <int N>
LawPointer<N> read_linear_viscoelastic_bistop(Reader& reader);
template <int N>
LawPointer<N> read_bistop_law(Reader& reader);
template <int N>
LawPointer<N> read_law_array(Reader& reader);
LawPointer<3> read_axial_wrapper(Reader& reader);
template <int N>
LawPointer<N> read_drive_caller_wrapper(Reader& reader);
LawPointer<3> read_invariant_angular(Reader& reader);

template <int N>
LawPointer<N> read_maxwell_1(Reader& reader);
template <int N>
LawPointer<N> read_maxwell_n(Reader& reader);
LawPointer<1> read_shock_absorber(Reader& reader);
template <int N>
LawPointer<N> read_continuous_contact(Reader& reader);

}  // namespace flexura
