// Card `eigenanalysis` of block `initial value`.
#include <algorithm>
#include <cctype>
#include <string>

#include <fmt/format.h>

#include "input/blocks/initial_value_cards.h"

namespace flexura {

namespace {

constexpr int most_decimals = 40;

/// A printf format with one integer conversion as a fmt format; empty when it is something else.
std::string number_format(const std::string& printf_format) {
  std::string result;
  int conversions = 0;
  for (std::size_t at = 0; at < printf_format.size(); ++at) {
    const char letter = printf_format[at];
    if (letter == '/') return {};
    if (letter == '{' || letter == '}') {
      result += std::string(2, letter);
    } else if (letter != '%') {
      result += letter;
    } else if (at + 1 < printf_format.size() && printf_format[at + 1] == '%') {
      result += printf_format[++at];
    } else {
      std::string width;
      while (++at < printf_format.size() && std::isdigit(static_cast<unsigned char>(printf_format[at])))
        width += printf_format[at];
      if (at == printf_format.size() || std::string("diu").find(printf_format[at]) == std::string::npos) return {};
      if (width.size() > 3 || ++conversions > 1) return {};
      result += width.empty() ? "{}" : "{:" + width + "}";
    }
  }
  return conversions == 1 ? result : std::string();
}

void read_times(Reader& reader, EigenSettings& settings) {
  settings.list = reader.keyword("list");
  const std::int64_t count = settings.list ? reader.positive_integer("the number of times") : 1;
  for (std::int64_t k = 0; k < count; ++k) settings.times.push_back(reader.real());
}

void read_suffix_width(Reader& reader, EigenSettings& settings) {
  std::int64_t width = 0;
  if (reader.keyword("compute")) {
    width = static_cast<std::int64_t>(std::to_string(settings.times.size() - 1).size());
  } else {
    width = reader.positive_integer("the width of the suffix");
    if (width > 100) reader.fail(fmt::format("the width of the suffix must be at most 100, found {}", width));
  }
  settings.suffix = fmt::format("{{:0{}}}", width);
}

void read_suffix_format(Reader& reader, EigenSettings& settings) {
  const std::string text = reader.string();
  settings.suffix = number_format(text);
  if (settings.suffix.empty())
    reader.fail(fmt::format("expected a format of one integer like \"%03d\" as suffix format, found \"{}\"", text));
}

int read_decimals(Reader& reader, std::string_view what) {
  const int n = read_count(reader, what);
  if (n > most_decimals) reader.fail(fmt::format("{} must be at most {}, found {}", what, most_decimals, n));
  return n;
}

void read_output(EigenSettings& settings, int kind) {
  switch (kind) {
    case 0:
    case 1:
      settings.matrices = EigenSettings::Matrices::full;
      break;
    case 2:
      settings.matrices = EigenSettings::Matrices::sparse;
      break;
    case 3:
      settings.eigenvectors = true;
      break;
    default:
      settings.geometry = true;
  }
}

void read_mode(ReadContext& context, EigenSettings& settings) {
  const int mode = context.reader.choice({"largest magnitude", "smallest magnitude", "largest real part",
                                          "smallest real part", "largest imaginary part", "smallest imaginary part"},
                                         "which eigenvalues of the transformed problem");
  settings.smallest_magnitude = mode == 1;
  settings.largest_imaginary = mode == 4;
  context.skip("eigenanalysis: mode");
}

double read_limit(Reader& reader, std::string_view what) { return reader.non_negative_real(what); }

void read_balance(ReadContext& context) {
  context.reader.choice({"no", "scale", "permute", "all"}, "balance");
  context.skip("eigenanalysis: balance");
}

void read_iterative(ReadContext& context, EigenSettings& settings, bool arpack) {
  Reader& reader = context.reader;
  settings.solver = EigenSettings::Solver::sparse;
  settings.count =
      static_cast<int>(std::min<std::int64_t>(reader.positive_integer("the number of eigenvalues"), 100000));
  const std::int64_t subspace = reader.positive_integer("the size of the subspace");
  if (subspace <= settings.count)
    reader.fail(fmt::format("the size of the subspace must be larger than the number of eigenvalues {}, found {}",
                            settings.count, subspace));
  settings.subspace = static_cast<int>(std::min<std::int64_t>(subspace, 1000000));
  settings.tolerance = reader.non_negative_real("the tolerance of the eigenvalues");
  if (arpack && reader.keyword("max iterations"))
    settings.max_iterations =
        static_cast<int>(std::min<std::int64_t>(reader.positive_integer("max iterations"), 1000000000));
}

}  // namespace

void read_eigenanalysis(ReadContext& context) {
  Reader& reader = context.reader;
  EigenSettings settings;
  read_times(reader, settings);
  bool mode_given = false;
  bool arpack = false;
  while (reader.more()) {
    const SourceLocation where = reader.where_next();
    switch (
        reader.choice({"suffix width", "suffix format", "output matrices", "output full matrices",
                       "output sparse matrices", "output eigenvectors", "output geometry", "matrix output precision",
                       "results output precision", "parameter", "mode", "lower frequency limit",
                       "upper frequency limit", "use lapack", "use arpack", "use jdqz", "use external", "balance"},
                      "option of eigenanalysis")) {
      case 0:
        read_suffix_width(reader, settings);
        break;
      case 1:
        read_suffix_format(reader, settings);
        break;
      case 2:
        read_output(settings, 0);
        break;
      case 3:
        read_output(settings, 1);
        break;
      case 4:
        read_output(settings, 2);
        break;
      case 5:
        read_output(settings, 3);
        break;
      case 6:
        read_output(settings, 4);
        break;
      case 7:
        settings.matrix_precision = read_decimals(reader, "matrix output precision");
        break;
      case 8:
        settings.result_precision = read_decimals(reader, "results output precision");
        break;
      case 9:
        settings.parameter = reader.real();
        if (*settings.parameter == 0) reader.fail("the parameter of the eigenanalysis must not be zero");
        break;
      case 10:
        read_mode(context, settings);
        mode_given = true;
        break;
      case 11:
        settings.lower_limit = read_limit(reader, "lower frequency limit");
        break;
      case 12:
        settings.upper_limit = read_limit(reader, "upper frequency limit");
        break;
      case 13:
        settings.solver = EigenSettings::Solver::dense;
        break;
      case 14:
        read_iterative(context, settings, true);
        arpack = true;
        break;
      case 15:
        read_iterative(context, settings, false);
        break;
      case 16:
        settings.solver = EigenSettings::Solver::none;
        break;
      default:
        read_balance(context);
    }
    if (settings.lower_limit && settings.upper_limit && *settings.lower_limit >= *settings.upper_limit)
      reader.fail_at(where, fmt::format("lower frequency limit {} must be below upper frequency limit {}",
                                        *settings.lower_limit, *settings.upper_limit));
  }
  // What the language takes when nothing is said depends on the solver.
  if (!mode_given) {
    settings.largest_imaginary = arpack;
    settings.smallest_magnitude = !arpack;
  }
  if (settings.solver == EigenSettings::Solver::none && settings.matrices == EigenSettings::Matrices::none &&
      !settings.geometry)
    context.warn(reader.card_where(),
                 "`eigenanalysis` with `use external` and without matrices or geometry does nothing");
  context.analysis.problem.eigenanalyses.push_back(std::move(settings));
}

}  // namespace flexura
