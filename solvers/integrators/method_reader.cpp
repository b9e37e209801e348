#include "solvers/integrators/method_reader.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "solvers/integrators/esdirk.h"
#include "solvers/integrators/method_types.h"

namespace flexura {

namespace {

enum class Arguments { none, order, radii, hybrid };

struct MethodWord {
  const char* word;       // as the language spells it
  const char* canonical;  // as the settings keep it, in normal form
  Arguments arguments;
  const char* documentation;
};

constexpr std::array<MethodWord, 19> method_words{{
    {"crank nicolson", "cranknicolson", Arguments::none, "trapezoidal rule, order 2, no dissipation"},
    {"implicit euler", "impliciteuler", Arguments::none, "order 1, L-stable"},
    {"bdf", "bdf", Arguments::order, "backward differences of order 1 or 2"},
    {"ms", "ms", Arguments::radii, "two steps, order 2, any radius"},
    {"ms2", "ms", Arguments::radii, "two steps, order 2, any radius"},
    {"ms3", "ms3", Arguments::radii, "three steps, order 2, radius below 1"},
    {"ms4", "ms4", Arguments::radii, "four steps, order 2, radius below 1"},
    {"hope", "hope", Arguments::radii, "Crank-Nicolson and two-step formula in turn, order 2"},
    {"ss2", "ss2", Arguments::radii, "single-step equivalent of ms2"},
    {"ss3", "ss3", Arguments::radii, "single-step equivalent of ms3"},
    {"ss4", "ss4", Arguments::radii, "single-step equivalent of ms4"},
    {"Bathe", "bathe", Arguments::radii, "two sub-steps, order 2"},
    {"msstc3", "msstc3", Arguments::radii, "three sub-steps, order 2, conserves low frequencies"},
    {"mssth3", "mssth3", Arguments::radii, "three sub-steps, order 3"},
    {"msstc4", "msstc4", Arguments::radii, "four sub-steps, order 2, conserves low frequencies"},
    {"mssth4", "mssth4", Arguments::radii, "four sub-steps, order 3, on linear equations 4"},
    {"msstc5", "msstc5", Arguments::radii, "five sub-steps, order 2, conserves low frequencies"},
    {"mssth5", "mssth5", Arguments::radii, "five sub-steps, order 3, on linear equations 5"},
    {"hybrid", "hybrid", Arguments::hybrid, "the default method that it names, for all unknowns"},
}};

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

const MethodRegistry::Entry& read_word(Reader& reader) {
  const std::string word = reader.word();
  const auto* entry = method_types().find(word);
  if (!entry)
    reader.fail(fmt::format("unknown integration method `{}`{}", reader.argument_text(),
                            did_you_mean(word, method_types().names())));
  return *entry;
}

/// The method behind `hybrid`.
const MethodWord& read_default_method(Reader& reader) {
  const std::string& name = read_word(reader).name;
  const auto found = std::find_if(method_words.begin(), method_words.end(),
                                  [&](const MethodWord& candidate) { return candidate.word == name; });
  if (found == method_words.end() || !may_be_default(found->canonical))
    reader.fail(fmt::format(
        "the default method of `hybrid` is `implicit euler`, `crank nicolson`, `ms2` or `hope`, found `{}`", name));
  return *found;
}

MethodSettings read_arguments(Reader& reader, const MethodWord& first) {
  MethodSettings settings;
  const bool hybrid = first.arguments == Arguments::hybrid;
  const MethodWord& method = hybrid ? read_default_method(reader) : first;
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

std::vector<TableMethodType>& table_types() {
  static std::vector<TableMethodType> all;
  return all;
}

/// An L-stable method of the language that is a table.
void add_table(MethodRegistry& registry, const std::string& name, const Tableau& table, int order,
               const std::string& documentation) {
  const auto read = [name, table](Reader*) {
    MethodSettings settings;
    settings.keyword = normal_form(name);
    settings.make = [name, table] { return make_table_method(name, table); };
    return settings;
  };
  registry.add(name, read, documentation);
  add_table_method_type({nullptr, order, order, order, true, 0.0, name});
}

MethodRegistry with_methods_of_the_language() {
  MethodRegistry registry("integration method");
  for (const MethodWord& word : method_words) {
    const auto read = [&word](Reader* reader) {
      if (reader) return read_arguments(*reader, word);
      MethodSettings settings;
      settings.keyword = word.canonical;
      return settings;
    };
    registry.add(word.word, read, word.documentation);
  }
  add_table(registry, "DIRK33", dirk33_tableau(), 3, "Runge-Kutta, order 3, three solves, L-stable");
  add_table(registry, "DIRK43", dirk43_tableau(), 3, "Runge-Kutta, order 3, four solves, L-stable");
  add_table(registry, "DIRK54", dirk54_tableau(), 4, "Runge-Kutta, order 4, five solves, L-stable");
  registry.alias("DIRK34", "DIRK43");  // the manual uses both names for the same method
  return registry;
}

}  // namespace

MethodRegistry& open_method_types() {
  static MethodRegistry registry = with_methods_of_the_language();
  return registry;
}
const MethodRegistry& method_types() { return open_method_types(); }

const std::vector<TableMethodType>& table_method_types() {
  method_types();  // those that come with the program
  return table_types();
}
void add_table_method_type(const TableMethodType& type) { table_types().push_back(type); }

MethodSettings read_method(Reader& reader) { return read_word(reader).read(&reader); }

void check_radii(const MethodSettings& settings, const SourceLocation& where) {
  for (const bool algebraic : {false, true}) {
    const DrivePointer& drive = algebraic ? settings.rho_algebraic : settings.rho;
    const std::string wrong = objection(settings, drive, algebraic);
    if (!wrong.empty()) throw InputError(where, wrong);
  }
}

}  // namespace flexura
