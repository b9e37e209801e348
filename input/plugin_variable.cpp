#include "input/plugin_variable.h"

#include "input/expression.h"
#include "input/functions.h"
#include "input/keyword.h"

namespace flexura {

namespace {

class PluginReader {
 public:
  PluginReader(Cursor& cursor, SymbolTable& symbols) : cursor_(cursor), symbols_(symbols) {}

  void read() {
    cursor_.advance();  // `[`
    const std::size_t family_at = here();
    const std::string family = word("`node`, `element` or `dof`");
    const bool known = family == "node" || family == "element" || family == "dof";
    if (!known) {
      cursor_.fail_at(family_at, "unknown plugin `" + family + "`" + did_you_mean(family, {"node", "element", "dof"}));
    }
    comma();
    const std::size_t name_at = here();
    const std::string name(cursor_.name());
    if (name.empty()) cursor_.fail("expected the name of the variable, found " + cursor_.describe());
    const Symbol* const old = symbols_.find(name);
    if (old && !(symbols_.redefinition_allowed() && !old->is_predefined)) {
      cursor_.fail_at(name_at, "variable `" + name + "` is already declared" +
                                   (old->where.line ? " at " + old->where.str() : std::string()));
    }
    comma();
    auto call = std::make_unique<PluginCall>();
    call->arguments.emplace_back(integer("a label"));
    comma();
    call->function = family + "::" + word("a type");
    if (family == "dof") {
      dof_arguments(*call);
    } else {
      datum(*call);
    }
    if (!cursor_.accept(']')) cursor_.fail("expected `]`, found " + cursor_.describe());
    check(*call, name_at);
    Symbol& symbol = symbols_.declare(name, Type::real, true, Value(0.0));
    symbol.plugin = std::move(call);
    symbol.where = cursor_.source()->locate(name_at);
  }

 private:
  std::size_t here() {
    cursor_.skip_blanks();
    return cursor_.position();
  }
  void comma() {
    if (!cursor_.accept(',')) cursor_.fail("expected `,`, found " + cursor_.describe());
  }
  /// Letters and blanks up to `,` or `]`, in normal form.
  std::string word(const std::string& expected) {
    const std::size_t start = here();
    while (is_name_char(cursor_.peek()) || is_blank(cursor_.peek())) cursor_.advance();
    const std::string result = normal_form(cursor_.source()->text().substr(start, cursor_.position() - start));
    if (result.empty()) cursor_.fail("expected " + expected + ", found " + cursor_.describe());
    return result;
  }
  std::int32_t integer(const std::string& expected) {
    const std::size_t start = here();
    const Value value = Expression::compile(cursor_, symbols_).evaluate(symbols_);
    try {
      return assign_as(value, Type::integer).integer();
    } catch (const EvaluationError& error) {
      cursor_.fail_at(start, "expected " + expected + ": " + error.what());
    }
  }
  /// Consumes `word=` with no blank before the `=`.
  bool assigned(std::string_view name) {
    here();
    Cursor look = cursor_;
    if (!is_keyword(normal_form(look.name()), name) || look.peek() != '=') return false;
    look.advance();
    cursor_ = look;
    return true;
  }
  void datum(PluginCall& call) {
    if (!cursor_.accept(',')) return;
    if (assigned("string")) {
      call.arguments.emplace_back(text_or_string());
    } else {
      assigned("index");
      call.arguments.emplace_back(integer("an index"));
    }
  }
  std::string text_or_string() {
    const std::size_t start = here();
    if (cursor_.peek() == '"') return cursor_.string_literal().text;
    while (!cursor_.at_end() && cursor_.peek() != ']' && cursor_.peek() != ',') cursor_.advance();
    std::string text(cursor_.source()->text().substr(start, cursor_.position() - start));
    while (!text.empty() && is_blank(text.back())) text.pop_back();
    if (text.empty()) cursor_.fail("expected a name, found " + cursor_.describe());
    return text;
  }
  void dof_arguments(PluginCall& call) {
    std::int32_t number = 1;
    bool differential = false;
    bool previous = false;
    bool has_order = false;
    while (cursor_.accept(',')) {
      const std::size_t start = here();
      if (assigned("prev")) {
        const std::string answer = word("`true` or `false`");
        if (answer != "true" && answer != "false") cursor_.fail_at(start, "expected `prev=true` or `prev=false`");
        previous = answer == "true";
      } else if (Cursor look = cursor_; is_keyword(normal_form(look.name()), "differential") ||
                                        is_keyword(normal_form(Cursor(cursor_).name()), "algebraic")) {
        differential = word("an order") == "differential";
        has_order = true;
      } else {
        number = integer("the number of a degree of freedom");
      }
    }
    if (!has_order) cursor_.fail("expected `algebraic` or `differential`, found " + cursor_.describe());
    call.arguments.emplace_back(number);
    call.arguments.emplace_back(differential ? "differential" : "algebraic");
    call.arguments.emplace_back(previous);
  }
  void check(const PluginCall& call, std::size_t where) {
    if (!symbols_.model_functions) return;
    try {
      symbols_.model_functions->check(call.function, call.arguments);
    } catch (const InputError&) {
      throw;
    } catch (const Error& error) {
      cursor_.fail_at(where, error.what());
    }
  }

  Cursor& cursor_;
  SymbolTable& symbols_;
};

}  // namespace

void declare_plugin_variable(Cursor& cursor, SymbolTable& symbols) { PluginReader(cursor, symbols).read(); }

}  // namespace flexura
