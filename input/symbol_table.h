// Variables of a model file, the predefined names and what evaluations refresh.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "input/value.h"
#include "model/drive.h"
#include "support/error.h"

namespace flexura {

struct ModelFunctions;
class SourceText;

/// A plugin variable is re-evaluated at each use through ModelFunctions::call with these arguments.
struct PluginCall {
  std::string function;  ///< "node::structural", "element::joint", "dof::abstract"
  std::vector<Value> arguments;
};

/// A named variable. Addresses stay valid for the life of the table.
struct Symbol {
  std::string name;
  Type type = Type::real;
  bool is_const = false;
  bool is_predefined = false;
  Value value;
  std::unique_ptr<PluginCall> plugin;  ///< null for ordinary variables
  SourceLocation where;                ///< of the declaration; nowhere for predefined names
};

/// Labelled drives (`drive caller` cards), which other drives and expressions look up at run time.
class LabelledDrives {
 public:
  /// False when the label is taken.
  bool add(unsigned label, DrivePointer drive, std::string name = {}, const SourceLocation& where = {}) {
    return drives_.try_emplace(label, Entry{std::move(drive), std::move(name), where}).second;
  }
  /// Null when there is none. The drive counts as used from now on.
  [[nodiscard]] DrivePointer find(unsigned label) const {
    const auto entry = drives_.find(label);
    if (entry == drives_.end()) return nullptr;
    entry->second.used = true;
    return entry->second.drive;
  }
  /// Notes that an expression will look up this drive, or, without a label, one that is not known before.
  void announce_use(std::optional<unsigned> label) {
    if (label) {
      announced_.insert(*label);
    } else {
      any_announced_ = true;
    }
  }
  [[nodiscard]] bool used(unsigned label) const {
    const auto entry = drives_.find(label);
    return any_announced_ || announced_.count(label) > 0 || (entry != drives_.end() && entry->second.used);
  }
  struct Entry {
    DrivePointer drive;
    std::string name;
    SourceLocation where;  ///< of its label
    mutable bool used = false;
  };
  [[nodiscard]] const std::map<unsigned, Entry>& all() const { return drives_; }

 private:
  std::map<unsigned, Entry> drives_;
  std::set<unsigned> announced_;
  bool any_announced_ = false;
};

/// All variables of a run. They live through input and simulation: string drives read and assign them.
class SymbolTable {
 public:
  /// Declares the predefined names except `Time`, which the language makes known from the control data block on.
  SymbolTable();
  SymbolTable(const SymbolTable&) = delete;
  SymbolTable& operator=(const SymbolTable&) = delete;
  ~SymbolTable();

  /// Makes `Time` known (start of the control data block); harmless when repeated.
  void declare_time();
  /// Null when there is no such variable. Names are case sensitive.
  [[nodiscard]] Symbol* find(std::string_view name);
  [[nodiscard]] const Symbol* find(std::string_view name) const;
  /// New variable, or the old one taken over when redefinition is allowed. The caller checks for existing names first.
  Symbol& declare(std::string_view name, Type type, bool is_const, Value value);
  /// While a card is only tried: what would declare a variable throws CardLeavesTrace.
  void refuse_declarations(bool refuse) { refuses_ = refuse; }
  [[nodiscard]] bool redefinition_allowed() const { return redefinition_allowed_; }
  void allow_redefinition(bool allowed) { redefinition_allowed_ = allowed; }
  [[nodiscard]] std::vector<std::string> names() const;
  /// One line a variable: type, name, value.
  [[nodiscard]] std::string print() const;

  /// Evaluates `MBDYNVARS` and `MBDYN_<type>_<name>` of an environment given as "NAME=value" strings.
  void read_environment(const std::vector<std::string>& environment);
  /// The same with the environment of the process.
  void read_environment();

  /// What `model::` functions and plugin variables call; null until the model can answer.
  ModelFunctions* model_functions = nullptr;
  /// Labelled drives, for `model::drive`.
  LabelledDrives drives;
  /// The instant that expressions evaluated at once look at (hints of driven elements); null: the input motion.
  const DriveContext* present = nullptr;
  /// Where `print(x)` and `remark` write a line; standard output unless set.
  std::function<void(const std::string&)> print_line;
  /// Source of `random()` and `rand()`; the same sequence in each run unless `seed` is called.
  std::mt19937 generator;

  /// Sets `Time`, `TimeStep`, `Step` and `Var` for one evaluation and restores them afterwards, so that a string drive
  /// which evaluates another one through `model::drive` finds its own argument again.
  class Evaluation {
   public:
    Evaluation(SymbolTable& table, const Taylor2& argument, const DriveContext& context);
    Evaluation(const Evaluation&) = delete;
    Evaluation& operator=(const Evaluation&) = delete;
    ~Evaluation();

   private:
    SymbolTable& table_;
    Value time_, time_step_, step_, argument_;
  };

 private:
  std::map<std::string, std::unique_ptr<Symbol>, std::less<>> symbols_;
  Symbol* time_ = nullptr;
  Symbol* time_step_;
  Symbol* step_;
  Symbol* argument_;
  bool redefinition_allowed_ = false;
  bool refuses_ = false;
};

}  // namespace flexura
