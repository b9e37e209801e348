// The functions of the `model::` namespace and plugin variables, answered from the nodes and elements of a model.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "input/expression.h"
#include "input/symbol_table.h"
#include "model/model.h"

namespace flexura {

/// While the model is read, functions of nodes and of elements without unknowns give what belongs to the input motion;
/// data of other elements have no value yet.
class ModelAccess final : public ModelFunctions {
 public:
  /// Makes the functions known to the expressions of a model; model and symbols must outlive what is returned.
  static void install(Model& model, const std::shared_ptr<SymbolTable>& symbols);

  ModelAccess(Model& model, SymbolTable& symbols) : model_(model), symbols_(symbols) {}
  Taylor2 call(std::string_view name, const std::vector<Value>& arguments, const DriveContext& context) override;
  void check(std::string_view name, const std::vector<Value>& arguments) override;
  void expect_any_element() override { model_.need_all_elements(); }

 private:
  [[nodiscard]] NodeIndex structural(const Value& label) const;
  [[nodiscard]] NodeIndex node_of(std::string_view type, const Value& label) const;
  Taylor2 kinematic(std::string_view name, const std::vector<Value>& arguments, const State* state) const;
  Taylor2 node_function(std::string_view type, const std::vector<Value>& arguments, const DriveContext& context) const;
  Taylor2 element_function(std::string_view type, const std::vector<Value>& arguments, const DriveContext& context);
  Taylor2 dof_function(std::string_view type, const std::vector<Value>& arguments, const DriveContext& context) const;
  Taylor2 scalar_function(std::string_view name, const std::vector<Value>& arguments) const;
  /// A datum that depends on the motion of nodes alone, of their input motion at time zero.
  [[nodiscard]] double datum_at_input(const Observation& o) const;
  /// Element and number (from 0) of a datum that arguments name.
  Observation find(std::string_view type, const std::vector<Value>& arguments) const;

  Model& model_;
  SymbolTable& symbols_;
  std::weak_ptr<SymbolTable> shared_symbols_;
  std::map<std::tuple<std::string, unsigned, int>, int> observed_;  // number of the observation of a datum
};

}  // namespace flexura
