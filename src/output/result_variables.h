// The variables of a result file: which there are, in which order, and what they say of themselves.
#pragma once

#include <string>
#include <vector>

#include "model/model.h"
#include "output/netcdf_definitions.h"
#include "output/options.h"
#include "output/record_plan.h"

namespace flexura {

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

}  // namespace flexura
