// Mathematical expressions of the model file: compiled once, evaluated with exact time derivatives.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "input/cursor.h"
#include "input/symbol_table.h"
#include "input/value.h"
#include "model/drive.h"
#include "support/error.h"

namespace flexura {

/// Answers the functions of the `model::` namespace and plugin variables from the state of the model.
///
/// Names arrive without `model::`: "distance", "xposition_prev", "sf::NAME", "node::structural", "element::joint",
/// "dof::abstract", "current". `drive` and `drivep` are answered by the language itself. Labels arrive as integers,
/// names of data as strings. Arguments of "dof::TYPE": label, dof number (1 when not given), "algebraic" or
/// "differential", bool prev.
struct ModelFunctions {
  virtual ~ModelFunctions() = default;
  /// Value with derivatives. Throws Error when the entity or the datum does not exist.
  virtual Taylor2 call(std::string_view name, const std::vector<Value>& arguments, const DriveContext& context) = 0;
  /// Called when a plugin variable is read, with the arguments of later calls: throws Error when the entity is unknown.
  virtual void check(std::string_view name, const std::vector<Value>& arguments) {
    (void)name;
    (void)arguments;
  }
  /// Called when it is known only while the analysis runs which element a function of "element::TYPE" looks at.
  virtual void expect_any_element() {}
  /// True for names of the `model::` namespace, `sf::...`, `node::...` and `element::...` included.
  static bool is_known(std::string_view name);
  /// How many arguments a known function takes: {least, most}.
  static std::pair<int, int> arity(std::string_view name);
  /// All names, for messages.
  static std::vector<std::string> names();
};

/// Thrown when the model file asks to end the run: function `stop`, card `exit`.
class StopRequest : public Error {
 public:
  StopRequest(int code, const std::string& message) : Error(static_cast<ExitCode>(code), message) {}
};

/// What an expression looks at, found when it is compiled.
struct ExpressionUses {
  bool time = false;       ///< Time, TimeStep, Step
  bool argument = false;   ///< Var
  bool model = false;      ///< model:: functions, plugin variables
  bool variables = false;  ///< variables that are not const
  bool effects = false;    ///< assigns, declares, prints, draws random numbers
};

/// A compiled expression or list of statements.
class Expression {
 public:
  /// When the expression is evaluated: `*_eval` functions freeze their argument in deferred ones and are casts
  /// otherwise.
  enum class Mode { immediate, deferred };

  Expression();
  Expression(Expression&&) noexcept;
  Expression& operator=(Expression&&) noexcept;
  ~Expression();

  /// Compiles one expression from the cursor and leaves the cursor behind it. `hints` are words that would also have
  /// been valid here, for messages about unknown names. Throws InputError.
  static Expression compile(Cursor& cursor, SymbolTable& symbols, Mode mode = Mode::immediate,
                            const std::vector<std::string>& hints = {});
  /// The same for one statement: a declaration or an expression (card `set`).
  static Expression compile_statement(Cursor& cursor, SymbolTable& symbols, Mode mode = Mode::immediate);
  /// A whole text: statements separated by `;`, the value is that of the last one.
  static Expression compile_list(const std::shared_ptr<const SourceText>& source, SymbolTable& symbols, Mode mode);

  /// Value at a context. Throws InputError pointing to the operation that failed, StopRequest, or what a model function
  /// throws.
  [[nodiscard]] Value evaluate(SymbolTable& symbols, const DriveContext& context) const;
  /// Value while the model, or a hint, is read.
  [[nodiscard]] Value evaluate(SymbolTable& symbols) const;
  /// The same, as a real; a string result is an error.
  [[nodiscard]] Taylor2 evaluate_real(SymbolTable& symbols, const DriveContext& context) const;

  [[nodiscard]] const ExpressionUses& uses() const { return uses_; }
  /// Another evaluation before any other statement has the same value and no effects.
  [[nodiscard]] bool repeatable() const { return !uses_.time && !uses_.argument && !uses_.model && !uses_.effects; }
  /// The same at any time.
  [[nodiscard]] bool constant() const { return repeatable() && !uses_.variables; }

  struct Node;

 private:
  std::unique_ptr<const Node> root_;
  std::shared_ptr<const SourceText> source_;
  ExpressionUses uses_;
};

/// Evaluates a text at once, e.g. in tests or for an environment variable called `name`.
Value evaluate_text(const std::string& text, SymbolTable& symbols, const std::string& name = "expression");

}  // namespace flexura
