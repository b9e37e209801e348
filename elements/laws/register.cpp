#include "elements/laws/register.h"

#include "elements/authoring/catalogue.h"
#include "elements/laws/closed_forms.h"
#include "elements/laws/readers.h"

namespace flexura {

namespace {

/// Laws of every dimension.
template <int N>
LawRegistry<N> make_general_types() {
  using enum LawKind;
  LawRegistry<N> r("constitutive law");
  r.add("linear elastic", read_linear_elastic<N>, "k eps");
  r.alias("linear elastic isotropic", "linear elastic");
  r.add("linear elastic generic", read_linear_elastic_generic<N>, "K eps");
  r.add("linear viscous", read_linear_viscous<N>, "c eps'");
  r.alias("linear viscous isotropic", "linear viscous");
  r.add("linear viscous generic", read_linear_viscous_generic<N>, "C eps'");
  r.add("linear viscoelastic", read_linear_viscoelastic<N>, "k eps + c eps'");
  r.alias("linear viscoelastic isotropic", "linear viscoelastic");
  r.add("linear viscoelastic generic", read_linear_viscoelastic_generic<N>, "K eps + C eps'");
  r.add("linear time variant viscoelastic generic", read_time_variant<N>, "sk(t) K eps + sc(t) C eps'");
  r.add("isotropic hardening elastic", read_hardening<N>, "stiffness that grows with |eps|^2 up to a limit");
  r.add("scalar function elastic", read_scalar_function_law<N>, "one scalar function of each component");
  r.alias("scalar function elastic isotropic", "scalar function elastic");
  r.add("scalar function elastic orthotropic", read_scalar_function_law_orthotropic<N>, "a function a component");
  r.add("nlsf elastic", read_added_function<N, elastic>, "K eps + F(eps)");
  r.add("nlsf viscous", read_added_function<N, viscous>, "C eps' + G(eps')");
  r.add("nlsf viscoelastic", read_added_function<N, viscoelastic>, "K eps + F(eps) + C eps' + G(eps')");
  r.add("nlp elastic", read_added_modulus<N, elastic>, "(K + F(eps)) eps");
  r.add("nlp viscous", read_added_modulus<N, viscous>, "(C + G(eps)) eps'");
  r.add("nlp viscoelastic", read_added_modulus<N, viscoelastic>, "(K + F(eps)) eps + (C + G(eps)) eps'");
  r.add("symbolic elastic", read_symbolic<N, elastic>, "expressions of the strains");
  r.add("symbolic viscous", read_symbolic<N, viscous>, "expressions of the strain rates");
  r.add("symbolic viscoelastic", read_symbolic<N, viscoelastic>, "expressions of strains and strain rates");
  r.add("linear elastic bistop", read_linear_elastic_bistop<N>, "K eps while switched on");
  r.add("linear viscoelastic bistop", read_linear_viscoelastic_bistop<N>, "K eps + C eps' while switched on");
  r.add("bistop", read_bistop_law<N>, "another law while switched on");
  r.add("array", read_law_array<N>, "sum of laws");
  r.add("drive caller wrapper", read_drive_caller_wrapper<N>, "w(t) times another law");
  r.add("ann elastic", read_neural_network_law<N, elastic>, "a neural network of the strains");
  r.add("ann viscoelastic", read_neural_network_law<N, viscoelastic>, "a neural network of strains and strain rates");
  return r;
}

/// Laws of dimensions 1 and 3.
template <int N>
void add_low_dimensional(LawRegistry<N>& r) {
  r.add("cubic elastic generic", read_cubic_elastic<N>, "k1 e + k2 |e| e + k3 e^3 a component");
  r.add("cubic viscoelastic generic", read_cubic_viscoelastic<N>, "the same with C eps'");
  r.add("double linear elastic", read_double_linear_elastic<N>, "other slopes outside a range");
  r.add("double linear viscoelastic", read_double_linear_viscoelastic<N>, "the same with damping");
  r.add("continuous contact", read_continuous_contact<N>, "contact with a restitution coefficient");
  r.alias("cont contact", "continuous contact");
}

/// Laws of dimensions 3 and 6.
template <int N>
void add_maxwell(LawRegistry<N>& r) {
  r.add("linear viscoelastic maxwell 1", read_maxwell_1<N>, "a spring and a Maxwell element: stress that relaxes");
  r.add("linear viscoelastic maxwell n", read_maxwell_n<N>, "a spring and several Maxwell elements");
}

LawRegistry<1> make_types_1() {
  LawRegistry<1> r = make_general_types<1>();
  add_low_dimensional(r);
  authoring::add_law_type<InverseSquareLaw>(r);
  authoring::add_law_type<LogLaw>(r);
  r.add("turbulent viscoelastic", read_turbulent, "damping proportional to the square of the rate");
  r.add("shock absorber", read_shock_absorber, "gas spring and metered fluid");
  for (const char* name : {"muscle", "damper graall", "hydraulic damper"})
    r.add_unsupported(name, "law of a plug-in module");
  return r;
}

LawRegistry<3> make_types_3() {
  LawRegistry<3> r = make_general_types<3>();
  add_low_dimensional(r);
  r.add("axial wrapper", read_axial_wrapper, "a law of dimension 1 along a direction");
  r.add("invariant angular", read_invariant_angular, "another law in a frame between the nodes of a hinge");
  add_maxwell(r);
  return r;
}

LawRegistry<6> make_types_6() {
  LawRegistry<6> r = make_general_types<6>();
  r.add("linear elastic generic axial torsion coupling", read_axial_torsion_elastic,
        "torsional stiffness that depends on the axial strain");
  r.add("linear viscoelastic generic axial torsion coupling", read_axial_torsion_viscoelastic, "the same with damping");
  for (const char* name :
       {"hookean linear elastic isotropic", "hookean linear viscoelastic isotropic", "neo hookean elastic",
        "neo hookean viscoelastic", "mooney rivlin elastic", "bilinear isotropic hardening", "mfront small strain"})
    r.add_unsupported(name, "law of solid elements");
  add_maxwell(r);
  return r;
}

}  // namespace

template <>
LawRegistry<1>& open_law_types<1>() {
  static LawRegistry<1> registry = make_types_1();
  return registry;
}
template <>
LawRegistry<3>& open_law_types<3>() {
  static LawRegistry<3> registry = make_types_3();
  return registry;
}
template <>
LawRegistry<6>& open_law_types<6>() {
  static LawRegistry<6> registry = make_types_6();
  return registry;
}

}  // namespace flexura
