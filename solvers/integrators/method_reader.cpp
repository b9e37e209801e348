#include "solvers/integrators/method_reader.h"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

namespace flexura {

namespace {

enum class Arguments { none, order, radii, hybrid };

struct MethodWord {
  const char* word;       // as the language spells it
  const char* canonical;  // as the settings keep it, in normal form
  Arguments arguments;
};

constexpr std::array<MethodWord, 23> method_words{{
    {"crank nicolson", "cranknicolson", Arguments::none},
    {"implicit euler", "impliciteuler", Arguments::none},
    {"bdf", "bdf", Arguments::order},
    {"DIRK33", "dirk33", Arguments::none},
    {"DIRK43", "dirk43", Arguments::none},
    {"DIRK34", "dirk43", Arguments::none},  // the manual uses both names for the same method
    {"DIRK54", "dirk54", Arguments::none},
    {"ms", "ms", Arguments::radii},
    {"ms2", "ms", Arguments::radii},
    {"ms3", "ms3", Arguments::radii},
    {"ms4", "ms4", Arguments::radii},
    {"hope", "hope", Arguments::radii},
    {"ss2", "ss2", Arguments::radii},
    {"ss3", "ss3", Arguments::radii},
    {"ss4", "ss4", Arguments::radii},
    {"Bathe", "bathe", Arguments::radii},
    {"msstc3", "msstc3", Arguments::radii},
    {"mssth3", "mssth3", Arguments::radii},
    {"msstc4", "msstc4", Arguments::radii},
    {"mssth4", "mssth4", Arguments::radii},
    {"msstc5", "msstc5", Arguments::radii},
    {"mssth5", "mssth5", Arguments::radii},
    {"hybrid", "hybrid", Arguments::hybrid},
}};

const MethodWord& read_word(Reader& reader) {
  const std::string word = reader.word();
  const auto found = std::find_if(method_words.begin(), method_words.end(),
                                  [&](const MethodWord& candidate) { return is_keyword(word, candidate.word); });
  if (found != method_words.end()) return *found;
  std::vector<std::string> names;
  std::transform(method_words.begin(), method_words.end(), std::back_inserter(names),
                 [](const MethodWord& known) { return std::string(known.word); });
  reader.fail(fmt::format("unknown integration method `{}`{}", reader.argument_text(), did_you_mean(word, names)));
}

// The readers promise what the program can run, so the list of methods that exist decides.
bool exists(std::string_view canonical) {
  const auto names = method_keywords();
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return normal_form(name) == canonical; });
}

bool may_be_default(std::string_view canonical) {
  return canonical == "impliciteuler" || canonical == "cranknicolson" || canonical == "ms" || canonical == "hope";
}

// Why a constant radius cannot be used; empty when it can, or when it is not constant.
std::string objection(const MethodSettings& settings, const DrivePointer& drive, bool algebraic) {
  if (!drive || !drive->constant()) return {};
  const double rho = drive->value(Taylor2(0), DriveContext{}).f;
  if (!algebraic) return radius_objection(settings.keyword, rho);
  if (rho >= 0 && rho <= 1) return {};
  return fmt::format("the spectral radius of algebraic unknowns must lie in [0, 1], found {}", rho);
}

DrivePointer read_radius(Reader& reader, const MethodSettings& settings, bool algebraic) {
  const SourceLocation start = reader.where_next();
  DrivePointer drive = reader.drive();
  const std::string wrong = objection(settings, drive, algebraic);
  if (!wrong.empty()) reader.fail_at(start, wrong);
  return drive;
}

}  // namespace

MethodSettings read_method(Reader& reader) {
  MethodSettings settings;
  const MethodWord& first = read_word(reader);
  const bool hybrid = first.arguments == Arguments::hybrid;
  const MethodWord& method = hybrid ? read_word(reader) : first;
  if (hybrid && !may_be_default(method.canonical))
    reader.fail(
        fmt::format("the default method of `hybrid` is `implicit euler`, `crank nicolson`, `ms2` or `hope`, found `{}`",
                    method.word));
  if (!exists(method.canonical)) reader.fail(fmt::format("integration method `{}` is not supported", method.word));
  settings.keyword = method.canonical;
  if (hybrid) settings.hybrid_default = method.canonical;
  if (method.arguments == Arguments::order && reader.keyword("order")) {
    const std::int64_t order = reader.integer();
    if (order != 1 && order != 2) reader.fail(fmt::format("the order of `bdf` is 1 or 2, found {}", order));
    settings.order = static_cast<int>(order);
  }
  if (method.arguments == Arguments::radii || (hybrid && reader.more())) {
    settings.rho = read_radius(reader, settings, false);
    settings.rho_algebraic = settings.rho;
    // An empty field stands for the default.
    const bool empty = reader.more() && !reader.at_number() && reader.peek_word().empty();
    if (empty) {
      reader.real(0);
    } else if (reader.more()) {
      settings.rho_algebraic = read_radius(reader, settings, true);
    }
  }
  return settings;
}

void check_radii(const MethodSettings& settings, const SourceLocation& where) {
  for (const bool algebraic : {false, true}) {
    const DrivePointer& drive = algebraic ? settings.rho_algebraic : settings.rho;
    const std::string wrong = objection(settings, drive, algebraic);
    if (!wrong.empty()) throw InputError(where, wrong);
  }
}

}  // namespace flexura
