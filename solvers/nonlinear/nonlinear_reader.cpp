#include "solvers/nonlinear/nonlinear_reader.h"

#include <limits>

#include <fmt/format.h>

namespace flexura {

namespace {

double read_tolerance_value(Reader& reader, std::string_view what) {
  if (reader.keyword("null")) return 0;
  return reader.non_negative_real(what);
}

int to_int(Reader& reader, std::int64_t n, std::string_view what) {
  if (n < 0 || n > std::numeric_limits<int>::max())
    reader.fail(fmt::format("{} must not be negative, found {}", what, n));
  return static_cast<int>(n);
}

}  // namespace

void read_tolerance(Reader& reader, NonlinearSettings& settings) {
  const SourceLocation start = reader.where_next();
  settings.residual_tolerance = read_tolerance_value(reader, "residual tolerance");
  settings.residual_test = settings.residual_tolerance > 0 ? ConvergenceTest::norm : ConvergenceTest::none;
  settings.scale_residual = false;
  if (reader.keyword("test")) {
    constexpr ConvergenceTest tests[] = {ConvergenceTest::none, ConvergenceTest::norm, ConvergenceTest::minmax,
                                         ConvergenceTest::relnorm, ConvergenceTest::sepnorm};
    settings.residual_test = tests[reader.choice({"none", "norm", "minmax", "relnorm", "sepnorm"}, "residual test")];
    settings.scale_residual = reader.keyword("scale");
  }
  settings.solution_tolerance = 0;
  settings.solution_test = ConvergenceTest::none;
  if (reader.more()) {
    settings.solution_tolerance = read_tolerance_value(reader, "solution tolerance");
    if (settings.solution_tolerance > 0) settings.solution_test = ConvergenceTest::norm;
    if (reader.keyword("test")) {
      constexpr ConvergenceTest tests[] = {ConvergenceTest::none, ConvergenceTest::norm, ConvergenceTest::minmax};
      settings.solution_test = tests[reader.choice({"none", "norm", "minmax"}, "solution test")];
    }
  }
  const bool by_residual = settings.residual_tolerance > 0 && settings.residual_test != ConvergenceTest::none;
  const bool by_solution = settings.solution_tolerance > 0 && settings.solution_test != ConvergenceTest::none;
  if (!by_residual && !by_solution)
    reader.fail_at(start, "nothing would end the iteration: both the residual and the solution test are off");
}

void read_max_iterations(Reader& reader, NonlinearSettings& settings) {
  settings.max_iterations = to_int(reader, reader.integer(), "the number of iterations");
  settings.accept_at_most = reader.keyword("at most");
}

namespace {

double fraction(Reader& reader, std::string_view what) {
  const double value = reader.positive_real(what);
  if (value >= 1) reader.fail(fmt::format("{} must be below 1, found {}", what, value));
  return value;
}

/// Behind the keyword `divergence check`: yes or no [, factor, k].
void read_divergence_check(Reader& reader, NonlinearSettings& settings) {
  const bool on = reader.yes_no();
  const double factor = reader.keyword("factor") ? reader.positive_real("factor") : 1;
  settings.divergence_factor = on ? factor : 0;
}

/// `true`, `modified [, n] [, keep jacobian matrix] [, honor element requests]`, or `adaptive [, rate, r] [,
/// iterations, n]`.
void read_kind_of_newton(Reader& reader, NonlinearSettings& settings, std::vector<std::string>& not_needed,
                         bool required) {
  settings.modified = 1;
  settings.keep_jacobian = false;
  settings.spare_last = true;
  settings.adaptive_rate = 0;
  const int kind = required ? reader.choice({"true", "modified", "adaptive"}, "kind of Newton iteration")
                            : reader.one_of({"true", "modified", "adaptive"});
  if (kind >= 0) settings.spare_last = false;
  if (kind == 2) {
    settings.keep_jacobian = true;
    settings.adaptive_rate = reader.keyword("rate") ? fraction(reader, "the rate of convergence") : 0.1;
    settings.modified =
        reader.keyword("iterations")
            ? to_int(reader, reader.positive_integer("the number of iterations with one Jacobian"), "it")
            : std::numeric_limits<int>::max();
  }
  if (kind != 1) return;
  // Without a number one Jacobian serves a whole step.
  settings.modified = std::numeric_limits<int>::max();
  if (reader.more() && reader.at_number())
    settings.modified = to_int(reader, reader.positive_integer("the number of iterations with one Jacobian"), "it");
  settings.keep_jacobian = reader.one_of({"keep jacobian matrix", "keep jacobian"}) >= 0;
  if (reader.keyword("honor element requests")) not_needed.emplace_back("nonlinear solver: honor element requests");
}

void read_line_search(Reader& reader, NonlinearSettings& settings, std::vector<std::string>& not_needed) {
  LineSearchSettings& search = settings.line_search;
  while (reader.more()) {
    switch (reader.choice(
        {"tolerance x", "tolerance min", "max iterations", "alpha", "lambda min", "lambda factor min", "max step",
         "zero gradient", "divergence check", "algorithm", "scale Newton step", "print convergence info", "verbose",
         "abort at lambda min", "mcp tolerance", "mcp sigma", "mcp rho", "mcp p"},
        "option of the line search")) {
      case 0:
        search.tolerance_x = reader.positive_real("tolerance x");
        break;
      case 1:  // the gradient of f vanishes with the residual only, or where the matrix is singular: reported there
        reader.non_negative_real("tolerance min");
        not_needed.emplace_back("line search: tolerance min");
        break;
      case 2:
        search.max_iterations = to_int(reader, reader.positive_integer("the number of fractions"), "it");
        break;
      case 3:
        search.alpha = fraction(reader, "alpha");
        break;
      case 4:
        search.smallest = reader.non_negative_real("lambda min");
        if (search.smallest > 1) reader.fail(fmt::format("lambda min must be at most 1, found {}", search.smallest));
        if (reader.keyword("relative")) search.relative = reader.yes_no();
        break;
      case 5:
        search.smallest_factor = fraction(reader, "lambda factor min");
        break;
      case 6:
        search.max_step = reader.positive_real("max step");
        break;
      case 7:
        reader.expect("continue");
        reader.yes_no();
        not_needed.emplace_back("line search: zero gradient");
        break;
      case 8:
        read_divergence_check(reader, settings);
        break;
      case 9:
        search.cubic = reader.choice({"cubic", "factor"}, "algorithm of the line search") == 0;
        break;
      case 10:
        search.scale_step = reader.yes_no();
        if (reader.keyword("min scale")) search.min_scale = fraction(reader, "min scale");
        break;
      case 11:
        reader.yes_no();
        not_needed.emplace_back("line search: print convergence info");
        break;
      case 12:
        reader.yes_no();
        not_needed.emplace_back("line search: verbose");
        break;
      case 13:
        search.abort_at_smallest = reader.yes_no();
        break;
      default:
        reader.non_negative_real("parameter of a complementarity solver");
        not_needed.emplace_back("line search: parameters of complementarity solvers");
    }
  }
}

/// The options of another library: read, and listed as not needed.
void read_nox(Reader& reader, std::vector<std::string>& not_needed) {
  while (reader.more()) {
    const std::string option = reader.word();
    if (!reader.more()) reader.fail(fmt::format("option `{}` of nox has no value", option));
    if (reader.at_number()) {
      reader.real();
    } else {
      reader.word();
    }
    not_needed.emplace_back("nox: " + option);
  }
}

void read_matrix_free(Reader& reader, MatrixFreeSettings& settings, std::vector<std::string>& not_needed) {
  settings.on = true;
  settings.bicgstab = reader.choice({"bicgstab", "gmres"}, "Krylov method") == 0;
  while (reader.more()) {
    switch (reader.choice({"tolerance", "steps", "tau", "eta", "preconditioner"}, "option of the matrix free solver")) {
      case 0:
        settings.tolerance = fraction(reader, "the tolerance of the linear systems");
        break;
      case 1:
        settings.steps = to_int(reader, reader.positive_integer("the number of iterations"), "it");
        break;
      case 2:
        settings.tau = fraction(reader, "the size of differences");
        break;
      case 3:
        settings.eta = fraction(reader, "eta");
        break;
      default:
        reader.expect("full jacobian matrix");
        if (reader.keyword("steps"))
          settings.preconditioner_steps =
              to_int(reader, reader.positive_integer("iterations with one preconditioner"), "it");
        if (reader.keyword("honor element requests"))
          not_needed.emplace_back("nonlinear solver: honor element requests");
    }
  }
}

}  // namespace

void read_nonlinear_solver(Reader& reader, NonlinearSettings& settings, std::vector<std::string>& not_needed) {
  enum { newton_raphson, line_search, nox = 9, matrix_free = 10 };
  const std::initializer_list<std::string_view> solvers = {"Newton Raphson",
                                                           "line search",
                                                           "bfgs",
                                                           "mcp newton fb",
                                                           "mcp newton min fb",
                                                           "siconos mcp newton fb",
                                                           "siconos newton fb",
                                                           "siconos newton min fb",
                                                           "siconos mcp newton min fb",
                                                           "nox",
                                                           "matrix free"};
  const int solver = reader.choice(solvers, "nonlinear solver");
  settings.line_search = {};
  settings.divergence_factor = 0;
  settings.matrix_free = {};
  if (solver == newton_raphson) {
    read_newton_raphson(reader, settings, not_needed);
    return;
  }
  if (solver == matrix_free) {
    read_matrix_free(reader, settings.matrix_free, not_needed);
    return;
  }
  settings.line_search.on = true;
  if (solver != line_search)
    not_needed.push_back(fmt::format("nonlinear solver: {} (a line search is made)", solvers.begin()[solver]));
  if (reader.keyword("default solver options")) {
    if (reader.one_of({"moderate nonlinear", "heavy nonlinear"}) >= 0)
      not_needed.emplace_back("nonlinear solver: kind of default solver options (the defaults are the same)");
  } else {
    read_kind_of_newton(reader, settings, not_needed, false);
  }
  if (solver == nox) {
    read_nox(reader, not_needed);
  } else {
    read_line_search(reader, settings, not_needed);
  }
}

void read_newton_raphson(Reader& reader, NonlinearSettings& settings, std::vector<std::string>& not_needed) {
  if (!reader.more()) return;
  if (!reader.keyword("divergence check")) {
    read_kind_of_newton(reader, settings, not_needed, true);
    if (!reader.more()) return;
    reader.expect("divergence check");
  }
  read_divergence_check(reader, settings);
}

void read_constraint_enforcement(Reader& reader, NonlinearSettings& settings) {
  const int kind =
      reader.choice({"constraint violations", "constraint violation rates"}, "way to enforce constraint equations");
  settings.enforce_constraint_violations = kind == 0;
  settings.constraint_scale = 0;
  if (kind == 0 && reader.keyword("scale factor")) settings.constraint_scale = reader.positive_real("scale factor");
}

}  // namespace flexura
