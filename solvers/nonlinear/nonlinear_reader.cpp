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

void read_nonlinear_solver(Reader& reader, NonlinearSettings& settings, std::vector<std::string>& not_needed) {
  enum { newton_raphson };
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
  if (solver != newton_raphson)
    reader.fail(fmt::format("nonlinear solver `{}` is not supported, `Newton Raphson` is", solvers.begin()[solver]));
  read_newton_raphson(reader, settings, not_needed);
}

void read_newton_raphson(Reader& reader, NonlinearSettings& settings, std::vector<std::string>& not_needed) {
  if (!reader.more()) return;
  settings.modified = 1;
  settings.keep_jacobian = false;
  if (reader.choice({"true", "modified"}, "kind of Newton iteration") == 0) return;
  settings.modified = to_int(reader, reader.positive_integer("the number of iterations with one Jacobian"), "it");
  settings.keep_jacobian = reader.one_of({"keep jacobian matrix", "keep jacobian"}) >= 0;
  if (reader.keyword("honor element requests")) not_needed.emplace_back("nonlinear solver: honor element requests");
}

void read_constraint_enforcement(Reader& reader, NonlinearSettings& settings) {
  const int kind =
      reader.choice({"constraint violations", "constraint violation rates"}, "way to enforce constraint equations");
  settings.enforce_constraint_violations = kind == 0;
  settings.constraint_scale = 0;
  if (kind == 0 && reader.keyword("scale factor")) settings.constraint_scale = reader.positive_real("scale factor");
}

}  // namespace flexura
