// Every keyword of general elements: accepted in a model, refused with a wrong argument.
#include "tests/input_blocks/probe.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(genel_keywords)

namespace {

const std::vector<Probe> genels = {
    {"", "genel: 1, clamp, 1, abstract, algebraic, const, 1.;"},
    {"", "genel: 1, clamp, 1, abstract, algebraic, 1.;"},
    {"", "genel: 1, clamp, 1, abstract, algebraic, from node;"},
    {"", "genel: 1, clamp, 1, abstract, differential, 1.;"},
    {"", "genel: 1, clamp, 1, abstract, 1.;"},
    {"", "genel: 1, clamp, 1, structural, 2, algebraic, from node;"},
    {"", "genel: 1, clamp, 1, abstract, algebraic, from node, output, yes;"},
    {"", "genel: 1, distance, 1, abstract, algebraic, 2, abstract, algebraic, 1.;"},
    {"", "genel: 1, spring, 1, abstract, algebraic, 2, abstract, algebraic, linear elastic, 3.;"},
    {"", "genel: 1, spring, 1, abstract, algebraic, 1, structural, 2, algebraic, 3.;"},
    {"", "genel: 1, spring, 1, abstract, differential, 2, abstract, algebraic, linear elastic, 3.;"},
    {"", "genel: 1, spring support, 1, abstract, algebraic, linear elastic, 3.;"},
    {"", "genel: 1, spring support, 1, abstract, algebraic, linear viscous, 3.;"},
    {"", "genel: 1, spring support, 1, abstract, algebraic, linear viscoelastic, 3., 4.;"},
    {"",
     "genel: 1, cross spring support, 1, abstract, algebraic, 2, abstract, algebraic, linear viscoelastic, 3., 4.;"},
    {"", "genel: 1, mass, 1, abstract, algebraic, 2.;"},
    {"", "genel: 1, mass, 1, structural, 2, algebraic, const, 2.;"},
    {"", "genel: 1, scalar filter, 1, abstract, algebraic, 2, abstract, algebraic, 1, 2., 0, 1.;"},
    {"", "genel: 1, scalar filter, 1, abstract, algebraic, node dof, 2, abstract, algebraic, 1, 2., 0, 1.;"},
    {"", "genel: 1, scalar filter, 1, abstract, algebraic, drive, time, 2, 2., 3., 1, 1., 2., gain, 3.;"},
    {"",
     "genel: 1, scalar filter, 1, abstract, algebraic, 2, abstract, algebraic, canonical form, controllable, 1, 2., 1, "
     "1., 2., balance, no;"},
    {"",
     "genel: 1, scalar filter, 1, abstract, algebraic, 2, abstract, algebraic, canonical form, observable, 1, 2., 1, "
     "1., 2., gain, 2., balance, yes;"},
    {"", "genel: 1, scalar filter, 1, abstract, algebraic, 2, abstract, algebraic, 0, 0, 3.;"},
    {"",
     "genel: 1, state space SISO, 1, abstract, algebraic, 2, abstract, algebraic, 1, matrix A, -1., matrix B, 1., "
     "matrix C, 1.;"},
    {"",
     "genel: 1, state space SISO, 1, abstract, algebraic, node dof, 2, abstract, algebraic, 1, matrix E, 2., matrix A, "
     "-1., matrix B, 1., matrix C, 1., matrix D, 2., gain, 3., balance, no, value, 1., derivative, 2.;"},
    {"",
     "genel: 1, state space SISO, 1, abstract, algebraic, drive, time, 2, matrix A, -1., 0., 0., -2., matrix B, 1., "
     "1., matrix C, 1., 0., value, 1., 2.;"},
    {"",
     "genel: 1, state space MIMO, 2, 1, abstract, algebraic, 2, abstract, algebraic, 2, drive, time, node dof, 4, "
     "abstract, algebraic, 1, matrix A, -1., matrix B, 1., 2., matrix C, 1., 2., matrix D, 1., 0., 0., 1., gain, 2., "
     "balance, yes, value, 1.;"},
    {"",
     "genel: 1, state space MIMO, 1, 1, abstract, algebraic, 1, 2, abstract, algebraic, 1, matrix E, 2., matrix A, "
     "-1., matrix B, 1., matrix C, 1., value, 1., derivative, 2.;"},
    {"", "genel: 1, swash plate, 1, 2, 3, 4, 5, 6;"},
    {"", "genel: 1, swashplate, 1, limits, -1., 1., 2, limits, -1., 1., 3, limits, -1., 1., 4, 5, 6, 0.1, 1., 1.;"},
    {"", "genel: 1, swash plate, 1, limits, -1., 1., 2, 3, 4, 5, 6, output, yes;"},
    {"", "genel: 1, clamp, 1, abstract, algebraic;", 40, "an argument is missing: expected a drive caller"},
    {"", "genel: 1, clamp, 1, abstract, algebraic, from;", 42, "unknown drive `from`"},
    {"", "genel: 1, clamp, 99, abstract, algebraic, 1.;", 18, "abstract node 99 is not defined"},
    {"", "genel: 1, clamp, 1, abstract, algebraic, 1., 2.;", 46, "this argument is one too many: expected `;`"},
    {"", "genel: 1, clamp, 1, abstrct, 1.;", 21,
     "expected kind of node: `structural`, `abstract`, `electric`, `hydraulic`, `thermal`, `parameter`"},
    {"", "genel: 1, distance, 1, abstract, algebraic, 2, abstract, algebraic;", 67,
     "an argument is missing: expected a drive caller"},
    {"", "genel: 1, distance, 1, abstract, algebraic, 2, abstract, algebraic, \"x\";", 69,
     "expected a real number, found the string \"x\""},
    {"", "genel: 1, spring, 1, abstract, algebraic, 2, abstract, algebraic;", 65,
     "expected a constitutive law of dimension 1"},
    {"", "genel: 1, spring, 1, abstract, algebraic, 2, abstract, algebraic, linear elast, 3.;", 67,
     "unknown constitutive law `linear elast`, did you mean `linear elastic`?"},
    {"", "genel: 1, spring support, 1, abstract, algebraic;", 49, "expected a constitutive law of dimension 1"},
    {"", "genel: 1, cross spring support, 1, abstract, algebraic, 2, abstract, algebraic;", 79,
     "expected a constitutive law of dimension 1"},
    {"", "genel: 1, mass, 1, abstract, algebraic;", 39, "an argument is missing: expected a drive caller"},
    {"", "genel: 1, mass, 1, abstract, algebraic, \"m\";", 41, "expected a real number, found the string \"m\""},
    {"", "genel: 1, scalar filter, 1, abstract, algebraic, 2, abstract, algebraic, -1, 0, 1.;", 74,
     "the order of the denominator must be at least 0, found -1"},
    {"",
     "genel: 1, scalar filter, 1, abstract, algebraic, 2, abstract, algebraic, canonical form, modal, 1, 2., 0, 1.;",
     90, "expected canonical form: `controllable`, `observable`"},
    {"", "genel: 1, scalar filter, 1, abstract, algebraic, 2, abstract, algebraic, 1, 2., 0, 1., gain;", 92,
     "an argument is missing: expected a real number"},
    {"", "genel: 1, scalar filter, 1, abstract, algebraic, 2, abstract, algebraic, 1, 2., 0, 1., balance, maybe;", 97,
     "expected `yes` or `no`, found `maybe`"},
    {"", "genel: 1, scalar filter, 1, abstract, algebraic, 2, abstract, algebraic, 2, 2., 1, 1.;", 86,
     "an argument is missing: expected a real number"},
    {"", "genel: 1, scalar filter, 1, abstract, algebraic, drive, 1, 2., 0, 1.;", 69,
     "an argument is missing: expected an integer"},
    {"", "genel: 1, state space SISO, 1, abstract, algebraic, 2, abstract, algebraic, 1, matrix A, -1., matrix B, 1.;",
     107, "an argument is missing: expected `matrix C`"},
    {"", "genel: 1, state space SISO, 1, abstract, algebraic, 2, abstract, algebraic, 1, matrix B, 1.;", 80,
     "expected `matrix A`, found `matrix`"},
    {"",
     "genel: 1, state space SISO, 1, abstract, algebraic, 2, abstract, algebraic, 1, matrix A, -1., matrix B, 1., "
     "matrix C, 1., matrix D;",
     131, "an argument is missing: expected a real number"},
    {"",
     "genel: 1, state space SISO, 1, abstract, algebraic, 2, abstract, algebraic, 1, matrix A, -1., matrix B, 1., "
     "matrix C, 1., gain, \"x\";",
     129, "expected a real number, found the string \"x\""},
    {"",
     "genel: 1, state space SISO, 1, abstract, algebraic, 2, abstract, algebraic, 1, matrix A, -1., matrix B, 1., "
     "matrix C, 1., balance, x;",
     132, "expected `yes` or `no`, found `x`"},
    {"",
     "genel: 1, state space SISO, 1, abstract, algebraic, 2, abstract, algebraic, 1, matrix A, -1., matrix B, 1., "
     "matrix C, 1., value;",
     128, "an argument is missing: expected a real number"},
    {"",
     "genel: 1, state space SISO, 1, abstract, algebraic, 2, abstract, algebraic, 1, matrix A, -1., matrix B, 1., "
     "matrix C, 1., value, 1., derivative;",
     144, "an argument is missing: expected a real number"},
    {"",
     "genel: 1, state space SISO, 1, abstract, algebraic, 2, abstract, algebraic, 1, matrix A, -1., matrix B, 1., "
     "matrix C, 1., valu, 1.;",
     123, "unexpected `valu`, did you mean `value`?"},
    {"", "genel: 1, state space MIMO, 0, 1, 2, abstract, algebraic, 1, matrix A, -1., matrix B, 1., matrix C, 1.;", 29,
     "the number of outputs must be at least 1, found 0"},
    {"", "genel: 1, state space MIMO, 1, 1, abstract, algebraic, 0, 1, matrix A, -1., matrix B, 1., matrix C, 1.;", 56,
     "the number of inputs must be at least 1, found 0"},
    {"",
     "genel: 1, state space MIMO, 1, 1, abstract, algebraic, 1, 2, abstract, algebraic, 1, matrix A, -1., matrix B, "
     "1., matrix C, 1., 2.;",
     129, "this argument is one too many: expected `;`"},
    {"", "genel: 1, swash plate, 1, limits, 1., -1., 2, 3, 4, 5, 6;", 39,
     "the upper limit must be larger than the lower one"},
    {"", "genel: 1, swash plate, 1, limits, 1.;", 37, "an argument is missing: expected a real number"},
    {"", "genel: 1, swash plate, 1, 2, 3, 4, 5;", 37, "an argument is missing: expected a label"},
    {"", "genel: 1, swash plate, 1, 2, 3, 4, 5, 6, 1.;", 44, "an argument is missing: expected a real number"},
    {"", "genel: 1, swash plate, 1, 2, 3, 4, 5, 5;", 39, "a swash plate has six different nodes"},
    {"", "genel: 1, swash plate, 1, 2, 3, 4, 5, 99;", 39, "abstract node 99 is not defined"},
    {"", "genel: 1, swash plate, 1, 2, 4, 5, 6, 3, 0.1, 1., 1.;", 51,
     "abstract node 3 is algebraic: its stroke cannot lag behind"},
    {"", "genel: 1, swash plate, 1, 2, 3, 4, 5, 6, -1., 1., 1.;", 42,
     "dynamic coefficient must not be negative, found -1"},
    {"", "genel: 1, rotor trim, rotor, 1;", 11, "genel `rotor trim` is not supported"},
    {"", "genel: 1, ;", 11, "expected a keyword, found `;`"},
    {"", "genel: 1, clamp, 1, abstract, algebraic, 1.; genel: 1, clamp, 2, abstract, algebraic, 1.;", 53,
     "genel 1 is already defined"},
    {"", "genel: 1;", 9, "an argument is missing: expected a keyword"},
    {"", "genel: x, clamp;", 8, "unknown variable `x`"},
    {"", "bulk: 1, stiffness spring, 1, abstract, algebraic, 1.;"},
    {"", "bulk: 1, stiffness spring, 1, abstract, algebraic;", 50, "an argument is missing: expected a drive caller"},
    {"", "force: 1, abstract, 1, abstract, algebraic, const, 1.;"},
};

}  // namespace

BOOST_AUTO_TEST_CASE(are_read_or_refused_where_they_are_wrong) { check_probes(Block::elements, genels); }

BOOST_AUTO_TEST_SUITE_END()
