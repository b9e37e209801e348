// Cards of block `initial value`: what they set, and what is refused where.
#include <cmath>
#include <functional>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/input_blocks/deck.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(problem_cards)

namespace {

struct Accepted {
  const char* card;
  std::function<bool(const Analysis&)> check;
};
struct Refused {
  const char* card;
  int column;
  const char* message;
};

const std::vector<Accepted> accepted = {
    {"initial time: 2.; final time: 3.;", [](const Analysis& a) { return a.problem.initial_time == 2; }},
    {"final time: 4.;", [](const Analysis& a) { return a.problem.final_time == 4; }},
    {"final time: forever;", [](const Analysis& a) { return std::isinf(a.problem.final_time); }},
    {"time step: 1./4;", [](const Analysis& a) { return a.problem.time_step == 0.25; }},
    {"min time step: 1e-6;", [](const Analysis& a) { return a.problem.min_time_step == 1e-6; }},
    {"max time step: 0.5;", [](const Analysis& a) { return value_of(a.problem.max_time_step) == 0.5; }},
    {"max time step: unlimited;", [](const Analysis& a) { return a.problem.max_time_step == nullptr; }},
    {"strategy: no change;",
     [](const Analysis& a) { return a.problem.strategy == InitialValueSettings::Strategy::constant; }},
    {"strategy: factor, 0.5, 1, 2., 3, 4, 8;",
     [](const Analysis& a) {
       const FactorStrategy& f = a.problem.factor;
       return a.problem.strategy == InitialValueSettings::Strategy::factor && f.reduction == 0.5 &&
              f.steps_before_reduction == 1 && f.raise == 2 && f.steps_before_raise == 3 && f.min_iterations == 4 &&
              f.max_iterations == 8;
     }},
    {"strategy: factor, 0.5, 1, 2., 3, 4;", [](const Analysis& a) { return a.problem.factor.max_iterations == 0; }},
    {"strategy: error, 1e-5;",
     [](const Analysis& a) {
       return a.problem.strategy == InitialValueSettings::Strategy::error && a.problem.error.tolerance == 1e-5 &&
              a.problem.error.absolute[static_cast<std::size_t>(Dimension::length)] == 0;
     }},
    {"strategy: error, 1e-5, angle, 1e-3, length, 0.02;",
     [](const Analysis& a) {
       return a.problem.error.absolute[static_cast<std::size_t>(Dimension::length)] == 0.02 &&
              a.problem.error.absolute[static_cast<std::size_t>(Dimension::angle)] == 1e-3;
     }},
    {"load continuation: no;", [](const Analysis& a) { return !a.problem.load.divide; }},
    {"load continuation: yes;", [](const Analysis& a) { return a.problem.load.divide && !a.problem.load.relax; }},
    {"load continuation: yes, relaxation;", [](const Analysis& a) { return a.problem.load.relax; }},
    {"load continuation: turn, 0.5, smallest, 1e-3;",
     [](const Analysis& a) {
       return a.problem.load.divide && a.problem.load.turn == 0.5 && a.problem.load.smallest == 1e-3;
     }},
    {"strategy: change, piecewise linear, 2, 0., 1e-3, 1., 2e-3;",
     [](const Analysis& a) {
       return a.problem.strategy == InitialValueSettings::Strategy::change &&
              std::abs(value_of(a.problem.change, 0.5) - 1.5e-3) < 1e-15;
     }},
    {"method: Crank  Nicolson;", [](const Analysis& a) { return a.problem.method.keyword == "cranknicolson"; }},
    {"method: implicit euler;", [](const Analysis& a) { return a.problem.method.keyword == "impliciteuler"; }},
    {"method: ms2, 0.3;",
     [](const Analysis& a) {
       return a.problem.method.keyword == "ms" && value_of(a.problem.method.rho) == 0.3 &&
              a.problem.method.rho_algebraic == a.problem.method.rho;
     }},
    {"method: ms, 0.6, 0.2;", [](const Analysis& a) { return value_of(a.problem.method.rho_algebraic) == 0.2; }},
    {"method: ms, 0.6,;", [](const Analysis& a) { return value_of(a.problem.method.rho_algebraic) == 0.6; }},
    {"method: bdf, order, 1;",
     [](const Analysis& a) { return a.problem.method.keyword == "bdf" && a.problem.method.order == 1; }},
    {"method: bdf;", [](const Analysis& a) { return a.problem.method.order == 2; }},
    {"tolerance: 1e-5;",
     [](const Analysis& a) {
       const auto& n = a.problem.nonlinear;
       return n.residual_tolerance == 1e-5 && n.residual_test == ConvergenceTest::norm &&
              n.solution_test == ConvergenceTest::none && !n.scale_residual;
     }},
    {"tolerance: 1e-4, test, relnorm;",
     [](const Analysis& a) { return a.problem.nonlinear.residual_test == ConvergenceTest::relnorm; }},
    {"tolerance: 1e-4, test, sepnorm, scale, 1e-3, test, minmax;",
     [](const Analysis& a) {
       const auto& n = a.problem.nonlinear;
       return n.residual_test == ConvergenceTest::sepnorm && n.scale_residual && n.solution_tolerance == 1e-3 &&
              n.solution_test == ConvergenceTest::minmax;
     }},
    {"tolerance: null, 1e-3;",
     [](const Analysis& a) {
       const auto& n = a.problem.nonlinear;
       return n.residual_test == ConvergenceTest::none && n.solution_test == ConvergenceTest::norm;
     }},
    {"tolerance: 1e-3, null;",
     [](const Analysis& a) { return a.problem.nonlinear.solution_test == ConvergenceTest::none; }},
    {"max iterations: 7;",
     [](const Analysis& a) { return a.problem.nonlinear.max_iterations == 7 && !a.problem.nonlinear.accept_at_most; }},
    {"max iterations: 7, at most;", [](const Analysis& a) { return a.problem.nonlinear.accept_at_most; }},
    {"method form: increments;", [](const Analysis& a) { return a.problem.rotations == RotationFormula::increment; }},
    {"method form: chart;", [](const Analysis& a) { return a.problem.rotations == RotationFormula::chart; }},
    {"modify residual test;", [](const Analysis& a) { return a.problem.nonlinear.rates_in_test; }},
    {"enforce constraint equations: constraint violations, scale factor, 3.;",
     [](const Analysis& a) {
       return a.problem.nonlinear.enforce_constraint_violations && a.problem.nonlinear.constraint_scale == 3;
     }},
    {"enforce constraint equations: constraint violations;",
     [](const Analysis& a) { return a.problem.nonlinear.enforce_constraint_violations; }},
    {"enforce constraint equations: constraint violation rates;",
     [](const Analysis& a) { return !a.problem.nonlinear.enforce_constraint_violations; }},
    {"nonlinear solver: newton raphson;", [](const Analysis& a) { return a.problem.nonlinear.modified == 1; }},
    {"nonlinear solver: newton raphson, modified;",
     [](const Analysis& a) { return a.problem.nonlinear.modified > 1000000 && !a.problem.nonlinear.keep_jacobian; }},
    {"nonlinear solver: newton raphson, modified, keep jacobian matrix;",
     [](const Analysis& a) { return a.problem.nonlinear.modified > 1000000 && a.problem.nonlinear.keep_jacobian; }},
    {"nonlinear solver: newton raphson, divergence check, yes, factor, 3.;",
     [](const Analysis& a) { return a.problem.nonlinear.modified == 1 && a.problem.nonlinear.divergence_factor == 3; }},
    {"nonlinear solver: newton raphson, modified, 4, divergence check, yes;",
     [](const Analysis& a) { return a.problem.nonlinear.modified == 4 && a.problem.nonlinear.divergence_factor == 1; }},
    {"nonlinear solver: newton raphson, true;", [](const Analysis& a) { return a.problem.nonlinear.modified == 1; }},
    {"nonlinear solver: line search, default solver options;",
     [](const Analysis& a) {
       const LineSearchSettings& s = a.problem.nonlinear.line_search;
       return s.on && s.cubic && s.smallest == 1e-2 && s.abort_at_smallest && s.relative && !s.scale_step;
     }},
    {"nonlinear solver: line search, modified, 3, tolerance x, 1e-5, tolerance min, 0., max iterations, 20, alpha, "
     "1e-3, lambda min, 0., relative, no, lambda factor min, 0.2, max step, 10., zero gradient, continue, yes, "
     "divergence check, yes, factor, 10., algorithm, factor, scale Newton step, yes, min scale, 0.01, print "
     "convergence info, no, verbose, no, abort at lambda min, no;",
     [](const Analysis& a) {
       const LineSearchSettings& s = a.problem.nonlinear.line_search;
       return a.problem.nonlinear.modified == 3 && s.tolerance_x == 1e-5 && s.max_iterations == 20 && s.alpha == 1e-3 &&
              s.smallest == 0 && !s.relative && s.smallest_factor == 0.2 && s.max_step == 10 && !s.cubic &&
              s.scale_step && s.min_scale == 0.01 && !s.abort_at_smallest &&
              a.problem.nonlinear.divergence_factor == 10;
     }},
    {"nonlinear solver: linesearch, default solver options, heavy nonlinear, divergence check, no, lambda min, 0.;",
     [](const Analysis& a) {
       return a.problem.nonlinear.line_search.on && a.problem.nonlinear.line_search.smallest == 0 &&
              a.problem.nonlinear.divergence_factor == 0;
     }},
    {"nonlinear solver: mcp newton fb, mcp tolerance, 1e-12, mcp sigma, 0.8;",
     [](const Analysis& a) { return a.problem.nonlinear.line_search.on; }},
    {"nonlinear solver: nox, modified, 10, keep jacobian matrix, direction, broyden, minimum step, 1e-9;",
     [](const Analysis& a) {
       return a.problem.nonlinear.line_search.on && a.problem.nonlinear.modified == 10 &&
              a.problem.nonlinear.keep_jacobian;
     }},
    {"nonlinear solver: matrix free, gmres, tolerance, 1e-3, steps, 10, tau, 1e-6, eta, 0.5, preconditioner, full "
     "jacobian matrix, steps, 4;",
     [](const Analysis& a) {
       const MatrixFreeSettings& s = a.problem.nonlinear.matrix_free;
       return s.on && !s.bicgstab && s.tolerance == 1e-3 && s.steps == 10 && s.tau == 1e-6 && s.eta == 0.5 &&
              s.preconditioner_steps == 4;
     }},
    {"nonlinear solver: matrix free, bicgstab;",
     [](const Analysis& a) { return a.problem.nonlinear.matrix_free.on && a.problem.nonlinear.matrix_free.bicgstab; }},
    {"nonlinear solver: newton raphson, adaptive;",
     [](const Analysis& a) { return a.problem.nonlinear.adaptive_rate == 0.1 && a.problem.nonlinear.keep_jacobian; }},
    {"nonlinear solver: newton raphson, adaptive, rate, 0.02, iterations, 40;",
     [](const Analysis& a) { return a.problem.nonlinear.adaptive_rate == 0.02 && a.problem.nonlinear.modified == 40; }},
    {"nonlinear solver: newton raphson, modified, 5, keep jacobian matrix, honor element requests;",
     [](const Analysis& a) {
       return a.problem.nonlinear.modified == 5 && a.problem.nonlinear.keep_jacobian &&
              noted(a, "honor element requests");
     }},
    {"linear solver: naive, colamd, mt, 2, pivot factor, 1e-4;",
     [](const Analysis& a) {
       return a.problem.linear.name == "naive" && a.problem.linear.pivot_factor == 1e-4 &&
              noted(a, "linear solver: colamd") && noted(a, "linear solver: mt");
     }},
    {"solver: umfpack, block size, 16, cc, scale, row sum, scale tolerance, 1e-3, scale iterations, 4, drop tolerance, "
     "1e-9, max iterations, 3;",
     [](const Analysis& a) {
       return a.problem.linear.name == "umfpack" && a.problem.linear.drop_tolerance == 1e-9 &&
              a.problem.linear.max_refinements == 3 &&
              a.problem.linear.scaling.kind == ScalingSettings::Kind::row_sum && !a.problem.linear.scaling.once &&
              a.problem.linear.scaling.tolerance == 1e-3 && a.problem.linear.scaling.iterations == 4;
     }},
    {"linear solver: klu, scale, iterative, once, scale iterations, 3;",
     [](const Analysis& a) {
       return a.problem.linear.scaling.kind == ScalingSettings::Kind::iterative && a.problem.linear.scaling.once &&
              a.problem.linear.scaling.iterations == 3 && !noted(a, "scale");
     }},
    {"method: hybrid, ms2, 0.6;",
     [](const Analysis& a) {
       return a.problem.method.keyword == "ms" && a.problem.method.hybrid_default == "ms" &&
              a.problem.own_methods.empty();
     }},
    {"method: hybrid, implicit euler, 0., 0.;",
     [](const Analysis& a) { return a.problem.method.keyword == "impliciteuler"; }},
    {"linear solver: klu, scale, once;",
     [](const Analysis& a) {
       return a.problem.linear.scaling.kind == ScalingSettings::Kind::lapack && a.problem.linear.scaling.once;
     }},
    {"linear solver: klu, scale, row max column max, always;",
     [](const Analysis& a) {
       return a.problem.linear.scaling.kind == ScalingSettings::Kind::row_max_column_max &&
              !a.problem.linear.scaling.once;
     }},
    {"linear solver: klu, scale, no;",
     [](const Analysis& a) { return a.problem.linear.scaling.kind == ScalingSettings::Kind::none; }},
    {"linear solver: y12, workspace size, 1000, dir;",
     [](const Analysis& a) { return a.problem.linear.name == "y12"; }},
    {"linear solver: aztecoo, tolerance, 1e-8, preconditioner, ilut;",
     [](const Analysis& a) { return noted(a, "linear solver: preconditioner"); }},
    {"linear solver: krylov, tolerance, 1e-6, max iterations, 77;",
     [](const Analysis& a) {
       const LinearSettings& linear = a.problem.linear;
       return linear.name == "krylov" && linear.krylov.tolerance == 1e-6 && linear.krylov.max_iterations == 77 &&
              linear.max_refinements < 0 && !noted(a, "linear solver");
     }},
    {"linear solver: pardiso_64;", [](const Analysis& a) { return a.problem.linear.name == "pardiso_64"; }},
    {"derivatives tolerance: 1e-3;", [](const Analysis& a) { return a.problem.derivatives_tolerance == 1e-3; }},
    {"derivatives max iterations: 33;", [](const Analysis& a) { return a.problem.derivatives_max_iterations == 33; }},
    {"derivatives coefficient: 1e-6;",
     [](const Analysis& a) {
       return a.problem.derivatives_coefficient == 1e-6 && noted(a, "derivatives coefficient");
     }},
    {"derivatives coefficient: auto;", [](const Analysis& a) { return noted(a, "derivatives coefficient"); }},
    {"derivatives coefficient: 1e-6, auto, max iterations, 5, factor, 10.;",
     [](const Analysis& a) { return noted(a, "derivatives coefficient"); }},
    {"dummy steps tolerance: 1e-4; dummy steps max iterations: 5; dummy steps number: 2; dummy steps ratio: 1e-3; "
     "dummy steps method: implicit euler;",
     [](const Analysis& a) {
       return noted(a,
                    "dummy steps tolerance, dummy steps max iterations, dummy steps number, dummy steps ratio, "
                    "dummy steps method");
     }},
    {"eigenanalysis: 0.5;",
     [](const Analysis& a) {
       const EigenSettings& e = a.problem.eigenanalyses.at(0);
       return e.times == std::vector<double>{0.5} && !e.list && e.solver == EigenSettings::Solver::automatic &&
              e.matrices == EigenSettings::Matrices::none && !e.eigenvectors && !e.geometry && e.coefficient() == 1;
     }},
    {"eigenanalysis: list, 3, 0., 1., 2.5, suffix width, compute, use lapack, output matrices, balance, all, output "
     "geometry, upper frequency limit, 20.;",
     [](const Analysis& a) {
       const EigenSettings& e = a.problem.eigenanalyses.at(0);
       return e.times == std::vector<double>{0, 1, 2.5} && e.list && e.suffix == "{:01}" &&
              e.solver == EigenSettings::Solver::dense && e.matrices == EigenSettings::Matrices::full && e.geometry &&
              std::abs(e.coefficient() * 200 * M_PI - 1) < 1e-14 && noted(a, "eigenanalysis: balance");
     }},
    {"eigenanalysis: 1., use arpack, 10, 30, 1e-9, max iterations, 50, lower frequency limit, 2., output sparse "
     "matrices, output eigenvectors, matrix output precision, 9, results output precision, 12;",
     [](const Analysis& a) {
       const EigenSettings& e = a.problem.eigenanalyses.at(0);
       return e.solver == EigenSettings::Solver::sparse && e.count == 10 && e.subspace == 30 && e.tolerance == 1e-9 &&
              e.max_iterations == 50 && e.matrices == EigenSettings::Matrices::sparse && e.eigenvectors &&
              e.matrix_precision == 9 && e.result_precision == 12 && std::abs(e.coefficient() * 4 * M_PI - 5) < 1e-13;
     }},
    {"eigenanalysis: 1., use jdqz, 10, 30, 0., mode, smallest real part, suffix format, \"mode%03d\", parameter, 0.25;",
     [](const Analysis& a) {
       const EigenSettings& e = a.problem.eigenanalyses.at(0);
       return e.solver == EigenSettings::Solver::sparse && e.suffix == "mode{:03}" && e.coefficient() == 0.25 &&
              noted(a, "eigenanalysis: mode");
     }},
    {"eigenanalysis: 1., use external; eigenanalysis: 2., output full matrices, use external, suffix width, 4;",
     [](const Analysis& a) {
       return a.problem.eigenanalyses.size() == 2 && a.problem.eigenanalyses[1].suffix == "{:04}" &&
              a.problem.eigenanalyses[1].solver == EigenSettings::Solver::none && warned(a, "does nothing");
     }},
    {"output: iterations, residual, counter;",
     [](const Analysis& a) {
       const SolverChatter& s = a.problem.chatter;
       return s.iterations && s.residual && s.counter && s.messages && !s.solution;
     }},
    {"output: residual, none, solution, jacobian matrix, bailout, matrix condition number, solver condition number, "
     "cpu "
     "time;",
     [](const Analysis& a) {
       const SolverChatter& s = a.problem.chatter;
       return !s.residual && !s.messages && s.solution && s.jacobian && s.bailout && s.matrix_condition &&
              s.solver_condition && s.cpu_time;
     }},
    {"output meter: meter, 0., forever, steps, 10;",
     [](const Analysis& a) { return a.problem.chatter.meter != nullptr; }},
    {"abort after: input;", [](const Analysis& a) { return a.problem.abort_after == AbortAfter::input; }},
    {"abort after: dummy steps;", [](const Analysis& a) { return a.problem.abort_after == AbortAfter::dummy_steps; }},
    {"abort after: regular step, 12;",
     [](const Analysis& a) { return a.problem.abort_after == AbortAfter::regular_step && a.problem.abort_step == 12; }},
    {"threads: auto;", [](const Analysis& a) { return noted(a, "threads"); }},
    {"threads: disable;", [](const Analysis& a) { return noted(a, "threads"); }},
    {"threads: assembly, 4; threads: 2;", [](const Analysis& a) { return noted(a, "threads"); }},
    {"real time: POSIX, mode, period, time step, 1000000, reserve stack, 1024, allow nonroot, cpu map, 3, output, no, "
     "hard real time, real time log, file name, \"log\";",
     [](const Analysis& a) { return noted(a, "real time"); }},
    {"real time: time step, 1000;", [](const Analysis& a) { return noted(a, "real time"); }},
    {"real time: mode, semaphore, 1, 2;", [](const Analysis& a) { return noted(a, "real time"); }},
};

const std::vector<Refused> refused = {
    {"initial time: ;", 15, "expected a real number"},
    {"initial time: \"now\";", 15, "expected a real number"},
    {"final time: -1.;", 1, ""},
    {"time step: 0.;", 12, "time step must be positive"},
    {"time step: 1e-3, 2;", 18, "one too many"},
    {"min time step: -1.;", 16, "min time step must not be negative"},
    {"max time step: 0.;", 16, "max time step must be positive"},
    {"strategy: faktor, 0.5;", 11, "did you mean `factor`"},
    {"strategy: factor, 1.5, 1, 2., 3, 4;", 19, "less than 1, found 1.5"},
    {"strategy: factor, 0.5, 1, 0.9, 3, 4;", 27, "at least 1, found 0.9"},
    {"strategy: factor, 0.5, -1, 2., 3, 4;", 24, "steps before reduction must not be negative, found -1"},
    {"strategy: factor, 0.5, 1;", 25, ""},
    {"strategy: error, 0.;", 18, ""},
    {"strategy: error, 2.;", 18, "relative and less than 1, found 2"},
    {"strategy: error, 1e-4, weight, 1.;", 24, "physical dimension"},
    {"strategy: error, 1e-4, length, -1.;", 32, ""},
    {"strategy: arc length;", 21, ""},
    {"strategy: arc length, -1.;", 23, ""},
    {"strategy: arc length, 1., shortest, 2.;", 37, "longer than the first"},
    {"strategy: arc length, 1., longest, 0.5;", 36, "shorter than the first"},
    {"strategy: arc length, 1., step, 3;", 27, "did you mean `steps`"},
    {"load continuation: ;", 20, "expected `yes`, `no`"},
    {"load continuation: maybe;", 20, "limit of load continuation"},
    {"load continuation: smallest, 1.;", 30, "less than 1, found 1"},
    {"load continuation: no, turn, 1.;", 24, "one too many"},
    {"load continuation: no, relaxation;", 24, "one too many"},
    {"method: ms, 1.2;", 13, "differential unknowns must lie in [0, 1], found 1.2"},
    {"method: ms, 0.6, -0.1;", 18, "algebraic unknowns must lie in [0, 1], found -0.1"},
    {"method: ms;", 11, ""},
    {"method: mss, 0.6;", 9, "unknown integration method `mss`"},
    {"method: bdf, order, 3;", 21, "order of `bdf` is 1 or 2, found 3"},
    {"method: hybrid, ms3, 0.6;", 17, "the default method of `hybrid` is"},
    {"method: hybrid, hybrid, 0.6;", 17, "the default method of `hybrid` is"},
    {"method: hybrid, ms2, 1.6;", 22, "must lie in [0, 1]"},
    {"method: ms, string, \"Time\";", 22, "Time"},
    {"tolerance: -1.;", 12, "residual tolerance must not be negative"},
    {"tolerance: 1e-6, test, relnrm;", 24, "did you mean `relnorm`"},
    {"tolerance: 1e-6, test, norm, 1e-3, test, relnorm;", 42, "solution test"},
    {"tolerance: null;", 12, "nothing would end the iteration"},
    {"tolerance: 1e-6, test, none;", 12, "nothing would end the iteration"},
    {"max iterations: -2;", 17, "must not be negative, found -2"},
    {"max iterations: 5, at last;", 20, "did you mean `at most`"},
    {"method form: increment;", 14, "did you mean `increments`"},
    {"method form: 3;", 14, "form of the method"},
    {"modify residual test: 1;", 23, "one too many"},
    {"linear solver: krilov;", 16, "did you mean `krylov`"},
    {"linear solver: krylov, tolerance, 0.;", 35, "tolerance must be positive"},
    {"nonlinear solver: newton raphson, true, divergence;", 41, "expected `divergence check`"},
    {"nonlinear solver: newton raphson, divergence check, maybe;", 53, "expected `yes` or `no`, found `maybe`"},
    {"nonlinear solver: newton raphson, divergence check, yes, factor, 0.;", 66, "factor"},
    {"enforce constraint equations: nothing;", 31, "constraint violations"},
    {"enforce constraint equations: constraint violations, scale factor, 0.;", 68, "scale factor must be positive"},
    {"nonlinear solver: line search, lambda min, 2.;", 44, "at most 1"},
    {"nonlinear solver: line search, alpha, 1.;", 39, "below 1"},
    {"nonlinear solver: line search, lambda factor min, 0.;", 51, "must be positive"},
    {"nonlinear solver: line search, algorithm, quintic;", 43, "algorithm of the line search"},
    {"nonlinear solver: line search, verbos, yes;", 32, "did you mean `verbose`"},
    {"nonlinear solver: nox, minimum step;", 24, "has no value"},
    {"nonlinear solver: matrix free, cg;", 32, "Krylov method"},
    {"nonlinear solver: matrix free, gmres, preconditioner, ilu;", 55, "full jacobian matrix"},
    {"nonlinear solver: newton;", 19, "nonlinear solver"},
    {"nonlinear solver: newton raphson, modified, 0;", 45, "must be positive"},
    {"nonlinear solver: newton raphson, adaptive, rate, 1.5;", 51, "the rate of convergence must be below 1"},
    {"nonlinear solver: matrix free, gmres, tau, 2.;", 44, "the size of differences must be below 1"},
    {"nonlinear solver: matrix free, gmres, preconditioner, diagonal;", 55, "full jacobian matrix"},
    {"nonlinear solver: newton raphson, adaptive, iterations, 0;", 57, "must be positive"},
    {"linear solver: umfpak;", 16, "did you mean `umfpack`"},
    {"linear solver: meschach;", 16, "was removed"},
    {"linear solver: klu, colamt;", 21, "did you mean `colamd`"},
    {"linear solver: klu, pivot factor, -1.;", 35, "pivot factor must not be negative"},
    {"linear solver: klu, scale, sideways;", 28, "scaling of the matrix"},
    {"linear solver: klu, scale, once, scale tolerance, -1.;", 51, "scale tolerance must not be negative"},
    {"linear solver: klu, scale, once, scale iterations, -1;", 52, "scale iterations must not be negative"},
    {"linear solver: aztecoo, preconditioner, magic;", 41, "preconditioner"},
    {"derivatives tolerance: -1.;", 24, "must not be negative"},
    {"derivatives max iterations: -1;", 29, "must not be negative"},
    {"derivatives coefficient: 0.;", 26, "must be positive"},
    {"derivatives coefficient: 1., manual;", 30, "auto"},
    {"dummy steps tolerance: -1.;", 24, "must not be negative"},
    {"dummy steps max iterations: -1;", 29, "must not be negative"},
    {"dummy steps number: -1;", 21, "must not be negative"},
    {"dummy steps ratio: 0.;", 20, "must be positive"},
    {"dummy steps method: magic;", 21, "unknown integration method `magic`"},
    {"output: everything;", 9, "output of the solver"},
    {"output meter: metre, 0.;", 15, "did you mean `meter`"},
    {"abort after: lunch;", 14, "phase to stop after"},
    {"abort after: regular step, 0;", 28, "must be positive"},
    {"threads: 0;", 10, "must be positive"},
    {"real time: mode, magic;", 18, "real time mode"},
    {"eigenanalysis: list, 0, 1.;", 22, "must be positive"},
    {"eigenanalysis: 0., suffix width, 0;", 34, "must be positive"},
    {"eigenanalysis: 0., suffix format, \"%s\";", 35, "a format of one integer"},
    {"eigenanalysis: 0., suffix format, \"../%d\";", 35, "a format of one integer"},
    {"eigenanalysis: 0., suffix format, \"%d%d\";", 35, "a format of one integer"},
    {"eigenanalysis: 0., output vectors;", 20, "option of eigenanalysis"},
    {"eigenanalysis: 0., results output precision, -1;", 46, "must not be negative"},
    {"eigenanalysis: 0., matrix output precision, 41;", 45, "at most 40"},
    {"eigenanalysis: 0., parameter, 0.;", 31, "must not be zero"},
    {"eigenanalysis: 0., mode, largest;", 26, "which eigenvalues"},
    {"eigenanalysis: 0., lower frequency limit, -1.;", 43, "must not be negative"},
    {"eigenanalysis: 0., lower frequency limit, 5., upper frequency limit, 2.;", 47, "must be below"},
    {"eigenanalysis: 0., use lapack, balance, much;", 41, "balance"},
    {"eigenanalysis: 0., use arpack, 0, 20, 1e-9;", 32, "must be positive"},
    {"eigenanalysis: 0., use arpack, 20, 10, 1e-9;", 36, "larger than the number of eigenvalues 20"},
    {"eigenanalysis: 0., use arpack, 4, 10, 1e-9, max iterations, 0;", 61, "must be positive"},
    {"eigenanalysis: 0., use jdqz, 4, 10, 1e-9, max iterations, 9;", 43, "option of eigenanalysis"},
    {"eigenanalysis: 0., use magic;", 20, "option of eigenanalysis"},
    {"time stpe: 1e-3;", 1, "unknown card `time stpe`, did you mean `time step`"},
    {"structural: 1, dynamic;", 1, "unknown card `structural`"},
};

}  // namespace

BOOST_AUTO_TEST_CASE(cards_of_initial_value_set_what_they_say) {
  for (const Accepted& a : accepted) {
    BOOST_TEST_CONTEXT(a.card) {
      Deck deck;
      deck.problem = a.card;
      try {
        BOOST_TEST(a.check(*read(deck)));
      } catch (const InputError& error) {
        BOOST_ERROR(error.what());
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(wrong_cards_of_initial_value_are_refused_at_their_place) {
  for (const Refused& r : refused) {
    BOOST_TEST_CONTEXT(r.card) {
      Deck deck;
      deck.problem = r.card;
      const std::string text = errors_of(deck);
      if (std::string(r.card).rfind("final time", 0) == 0) {
        BOOST_TEST(contains(text, "final time -1 comes before initial time 0"));
        continue;
      }
      BOOST_TEST(contains(text, "deck:3:" + std::to_string(r.column) + ": error: "), text);
      BOOST_TEST(contains(text, r.message), text);
      BOOST_TEST(occurrences(text, "error:") == 1, text);
    }
  }
}

BOOST_AUTO_TEST_CASE(postponed_radius_is_checked_when_its_drive_is_known) {
  Deck deck;
  deck.problem = "method: ms, postponed, 9;";
  deck.control = "drive caller: 9, const, 0.4;";
  BOOST_TEST(value_of(read(deck)->problem.method.rho) == 0.4);
  deck.control = "drive caller: 9, const, 2.;";
  BOOST_TEST(contains(errors_of(deck), "deck:3:1: error: the spectral radius of differential unknowns"));
  deck.control.clear();
  const std::string text = errors_of(deck);
  BOOST_TEST(contains(text, "deck:3:"), text);
  BOOST_TEST(contains(text, "postponed drive caller 9 is not defined"), text);
}

BOOST_AUTO_TEST_CASE(what_is_not_said_takes_defaults_with_a_note) {
  std::string text = Deck().text();
  const auto drop = [&](const std::string& card) { text.erase(text.find(card), card.size()); };
  drop("max iterations: 10;");
  drop("method: ms, 0.6;");
  drop("tolerance: 1e-6;");
  drop("initial time: 0.;");
  const auto analysis = read(text);
  BOOST_TEST(analysis->problem.nonlinear.max_iterations == 20);
  BOOST_TEST(noted(*analysis, "no `max iterations`"));
  BOOST_TEST(noted(*analysis, "no `method`"));
  BOOST_TEST(noted(*analysis, "no `tolerance`"));
  BOOST_TEST(noted(*analysis, "no `initial time`"));
}

BOOST_AUTO_TEST_CASE(step_and_end_have_no_default) {
  std::string text = Deck().text();
  for (const std::string card : {"final time: 1.;", "time step: 1e-3;"}) text.erase(text.find(card), card.size());
  const std::string errors = errors_of(text);
  BOOST_TEST(contains(errors, "deck:2:1: error: block `initial value` has no card `final time`"), errors);
  BOOST_TEST(contains(errors, "deck:2:1: error: block `initial value` has no card `time step`"), errors);
}

BOOST_AUTO_TEST_CASE(what_is_not_needed_is_noted_once) {
  Deck deck;
  deck.problem = "threads: 2; threads: auto; linear solver: klu, colamd, cc; derivatives coefficient: 1e-6;";
  deck.control = "use automatic differentiation; print: all;";
  const auto analysis = read(deck);
  int notes = 0;
  for (const auto& note : analysis->notes)
    if (note ==
        "read, not needed: threads, linear solver: colamd, linear solver: cc, derivatives coefficient, use "
        "automatic differentiation, print")
      ++notes;
  BOOST_TEST(notes == 1);
}

BOOST_AUTO_TEST_SUITE_END()
