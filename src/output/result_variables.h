// The variables of a result file: which there are, in which order, and what they say of themselves.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "model/model.h"
#include "output/netcdf_definitions.h"
#include "output/options.h"
#include "output/record_plan.h"
#include "solvers/problems/observer.h"

namespace flexura {

/// A variable of the run: one number an instant.
struct RunVariable {
  const char* name;
  bool integer;
  const char* dimension;
  const char* description;
};

inline constexpr std::array run_variables{
    RunVariable{"run.step", true, "-", "time step index"},
    RunVariable{"time", false, "Time", "simulation time"},
    RunVariable{"run.timestep", false, "Time", "integration time step"},
    RunVariable{"run.iterations", true, "-", "Newton iterations of the step"},
    RunVariable{"run.restest", false, "-", "value of the residual test"},
    RunVariable{"run.soltest", false, "-", "value of the solution test"},
    RunVariable{"run.solconv", true, "-", "1: the solution test ended the iteration"}};

/// Their values.
[[nodiscard]] std::array<double, run_variables.size()> run_row(const StepReport& report);

/// The numbers of a variable of a record as they lie in a file: matrices by columns, put together in `by_columns`.
const double* values_of(const OutputVariable& variable, const double* record, double (&by_columns)[9]);

/// A variable with the unlimited dimension.
struct ResultVariable {
  int id = -1;
  bool integer = false;
  int rows = 1, columns = 1;
  [[nodiscard]] int size() const { return rows * columns; }
};

/// Defines everything in the order in which the values of an instant come: those of the run, then those of the records
/// of the plan; lists of labels are written, too. docs/output-files.md has the names.
std::vector<ResultVariable> define_results(NetcdfDefinitions& file, const Model& model, const RecordPlan& plan,
                                           const OutputOptions& options);

/// The same for arrays of all entities of a layout, `<group>.<variable>(time, <group>, components)`; the labels are
/// those of the dimension `<group>`, in a variable of the same name. Variables of layouts that have none are left out.
struct ArrayVariables {
  std::vector<ResultVariable> run;
  std::vector<std::vector<ResultVariable>> of_layout;
  std::vector<int> labels;  ///< by layout: the variable of the labels
};
ArrayVariables define_arrays(NetcdfDefinitions& file, const Model& model, const RecordPlan& plan,
                             const OutputOptions& options);

}  // namespace flexura
