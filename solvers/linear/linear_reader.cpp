#include "solvers/linear/linear_reader.h"

#include <limits>

#include <fmt/format.h>

namespace flexura {

namespace {

constexpr std::string_view solver_names[] = {
    "naive",          "umfpack", "klu",    "y12",   "lapack", "superlu", "taucs",  "pardiso",
    "pardiso_64",     "watson",  "pastix", "qr",    "spqr",   "aztecoo", "amesos", "siconos dense",
    "siconos sparse", "harwell", "mumps",  "krylov"};

std::string read_name(Reader& reader) {
  const std::string word = reader.word();
  std::vector<std::string> names;
  for (const auto name : solver_names) {
    if (is_keyword(word, name)) return word;
    names.emplace_back(name);
  }
  if (word == "meschach") reader.fail("linear solver `meschach` was removed from the language");
  reader.fail(fmt::format("unknown linear solver `{}`{}", reader.argument_text(), did_you_mean(word, names)));
}

int count(Reader& reader, std::string_view what) {
  const std::int64_t n = reader.integer();
  if (n < 0 || n > std::numeric_limits<int>::max())
    reader.fail(fmt::format("{} must not be negative, found {}", what, n));
  return static_cast<int>(n);
}

/// `no | always | once | <kind> [, always | once] [, scale tolerance, <v>] [, scale iterations, <n>]`
ScalingSettings read_scaling(Reader& reader) {
  using Kind = ScalingSettings::Kind;
  static constexpr Kind kinds[] = {
      Kind::none,       Kind::lapack,     Kind::lapack, Kind::row_max,   Kind::row_sum,
      Kind::column_max, Kind::column_sum, Kind::lapack, Kind::iterative, Kind::row_max_column_max,
      Kind::row_max,    Kind::row_sum};
  ScalingSettings scaling;
  const int word = reader.choice({"no", "always", "once", "row max", "row sum", "column max", "column sum", "lapack",
                                  "iterative", "row max column max", "max", "sum"},
                                 "scaling of the matrix");
  scaling.kind = kinds[word];
  // How often may stand for what, or follow it.
  const int often = reader.one_of({"always", "once"});
  scaling.once = word == 2 || often == 1;
  if (reader.keyword("scale tolerance")) scaling.tolerance = reader.non_negative_real("scale tolerance");
  if (reader.keyword("scale iterations")) scaling.iterations = count(reader, "scale iterations");
  return scaling;
}

}  // namespace

LinearSettings read_linear_solver(Reader& reader) {
  LinearSettings settings;
  settings.name = read_name(reader);
  const bool krylov = settings.name == "krylov";
  const auto not_needed = [&](std::string_view option) { settings.read_not_needed.emplace_back(option); };
  const std::initializer_list<std::string_view> options = {
      "map",        "cc",    "dir",       "grad",           "colamd",         "mmdata",       "amd",
      "given",      "metis", "mt",        "multithread",    "workspace size", "pivot factor", "drop tolerance",
      "block size", "scale", "tolerance", "max iterations", "preconditioner"};
  while (reader.more()) {
    const int option = reader.choice(options, "option of the linear solver");
    const std::string_view name = options.begin()[option];
    if (name == "pivot factor") {
      settings.pivot_factor = reader.non_negative_real(name);
    } else if (name == "drop tolerance") {
      settings.drop_tolerance = reader.non_negative_real(name);
    } else if (name == "max iterations") {
      (krylov ? settings.krylov.max_iterations : settings.max_refinements) = count(reader, name);
    } else if (name == "tolerance" && krylov) {
      settings.krylov.tolerance = reader.positive_real(name);
    } else if (name == "scale") {
      settings.scaling = read_scaling(reader);
    } else {
      not_needed(name);
      if (name == "mt" || name == "multithread" || name == "workspace size" || name == "block size") {
        count(reader, name);
      } else if (name == "tolerance") {
        reader.non_negative_real(name);
      } else if (name == "preconditioner") {
        reader.choice({"umfpack", "klu", "lapack", "ilut", "superlu", "mumps", "scalapack", "dscpack", "pardiso",
                       "paraklete", "taucs", "csparse"},
                      "preconditioner");
      }
    }
  }
  return settings;
}

}  // namespace flexura
