#include "input/symbol_table.h"

#include <unistd.h>

#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

#include "input/expression.h"
#include "input/keyword.h"
#include "support/error.h"

extern char** environ;

namespace flexura {

SymbolTable::SymbolTable() {
  print_line = [](const std::string& line) { std::fputs((line + "\n").c_str(), stdout); };
  const auto constant = [this](std::string_view name, const Value& value) {
    declare(name, value.type(), true, value).is_predefined = true;
  };
  const auto real = [&](std::string_view name, double value) { constant(name, Value(value)); };
  real("e", M_E);
  real("pi", M_PI);
  constant("FALSE", Value(false));
  constant("TRUE", Value(true));
  constant("INT_MAX", Value(std::numeric_limits<std::int32_t>::max()));
  constant("INT_MIN", Value(std::numeric_limits<std::int32_t>::min()));
  constant("RAND_MAX", Value(std::int32_t{RAND_MAX}));
  real("REAL_MAX", DBL_MAX);
  real("REAL_MIN", DBL_MIN);
  real("in2m", .0254);
  real("m2in", 1 / .0254);
  real("in2mm", 25.4);
  real("mm2in", 1 / 25.4);
  real("ft2m", .3048);
  real("m2ft", 1 / .3048);
  real("lb2kg", .45359237);
  real("kg2lb", 1 / .45359237);
  real("deg2rad", M_PI / 180);
  real("rad2deg", 180 / M_PI);
  real("slug2kg", 14.5939);
  real("kg2slug", 1 / 14.5939);
  const auto variable = [this](std::string_view name, const Value& value) {
    Symbol& symbol = declare(name, value.type(), false, value);
    symbol.is_predefined = true;
    return &symbol;
  };
  time_step_ = variable("TimeStep", Value(0.0));
  step_ = variable("Step", Value(std::int32_t{0}));
  argument_ = variable("Var", Value(0.0));
}

SymbolTable::~SymbolTable() = default;

void SymbolTable::declare_time() {
  if (time_) return;
  if (Symbol* old = find("Time")) {
    if (old->type != Type::real || old->is_const) {
      throw Error(ExitCode::input_error, "variable `Time` is declared as " +
                                             std::string(old->is_const ? "const " : "") +
                                             std::string(name_of(old->type)) +
                                             ", but the name is needed for the current time, a real variable");
    }
    time_ = old;
  } else {
    time_ = &declare("Time", Type::real, false, Value(0.0));
  }
  time_->is_predefined = true;
}

Symbol* SymbolTable::find(std::string_view name) {
  const auto entry = symbols_.find(name);
  return entry == symbols_.end() ? nullptr : entry->second.get();
}

const Symbol* SymbolTable::find(std::string_view name) const {
  const auto entry = symbols_.find(name);
  return entry == symbols_.end() ? nullptr : entry->second.get();
}

Symbol& SymbolTable::declare(std::string_view name, Type type, bool is_const, Value value) {
  if (refuses_) throw CardLeavesTrace();
  auto& symbol = symbols_[std::string(name)];
  if (!symbol) symbol = std::make_unique<Symbol>();
  symbol->name = name;
  symbol->type = type;
  symbol->is_const = is_const;
  symbol->value = std::move(value);
  symbol->plugin.reset();
  return *symbol;
}

std::vector<std::string> SymbolTable::names() const {
  std::vector<std::string> result;
  for (const auto& [name, symbol] : symbols_) result.push_back(name);
  return result;
}

std::string SymbolTable::print() const {
  std::string text;
  for (const auto& [name, symbol] : symbols_) {
    const std::string value = symbol->plugin ? "[" + symbol->plugin->function + "]" : symbol->value.text();
    const char* const quote = symbol->type == Type::string ? "\"" : "";
    text += fmt::format("{}{} {} = {}{}{}\n", symbol->is_const ? "const " : "", name_of(symbol->type), name, quote,
                        value, quote);
  }
  return text;
}

void SymbolTable::read_environment(const std::vector<std::string>& environment) {
  for (const std::string& entry : environment) {
    const std::size_t equals = entry.find('=');
    if (equals == std::string::npos) continue;
    const std::string name = entry.substr(0, equals);
    const std::string text = entry.substr(equals + 1);
    if (name == "MBDYNVARS") {
      if (!normal_form(text).empty()) evaluate_text(text, *this, "$MBDYNVARS");
      continue;
    }
    constexpr std::string_view prefix = "MBDYN_";
    if (name.compare(0, prefix.size(), prefix) != 0) continue;
    for (const char* type : {"bool", "integer", "real", "string"}) {
      const std::string start = std::string(prefix) + type + "_";
      if (name.size() > start.size() && name.compare(0, start.size(), start) == 0 &&
          is_name_start(name[start.size()])) {
        evaluate_text(std::string(type) + " " + name.substr(start.size()) + " = " + text, *this, "$" + name);
      }
    }
  }
}

void SymbolTable::read_environment() {
  std::vector<std::string> environment;
  for (char** entry = environ; *entry; ++entry) environment.emplace_back(*entry);
  read_environment(environment);
}

SymbolTable::Evaluation::Evaluation(SymbolTable& table, const Taylor2& argument, const DriveContext& context)
    : table_(table), time_step_(table.time_step_->value), step_(table.step_->value), argument_(table.argument_->value) {
  if (table.time_) {
    time_ = table.time_->value;
    table.time_->value = Value(context.time);
  }
  table.time_step_->value = Value(context.time_step);
  table.step_->value = Value(static_cast<std::int32_t>(context.step));
  table.argument_->value = Value(argument);
}

SymbolTable::Evaluation::~Evaluation() {
  if (table_.time_) table_.time_->value = time_;
  table_.time_step_->value = time_step_;
  table_.step_->value = step_;
  table_.argument_->value = argument_;
}

}  // namespace flexura
