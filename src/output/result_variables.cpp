#include "output/result_variables.h"

#include <algorithm>
#include <map>
#include <utility>

#include "output/monitors.h"
#include "output/units.h"
#include "support/version.h"

namespace flexura {

namespace {

using FamilyLabels = std::vector<std::pair<std::string, std::vector<int>>>;

/// Labels of one kind of entity, kinds in the order of their first appearance.
class LabelLists {
 public:
  void add(const std::string& kind, unsigned label) {
    const auto [at, fresh] = index_.emplace(kind, lists_.size());
    if (fresh) lists_.emplace_back(kind, std::vector<int>());
    lists_[at->second].second.push_back(static_cast<int>(label));
  }
  [[nodiscard]] const FamilyLabels& all() const { return lists_; }

 private:
  std::map<std::string, std::size_t> index_;
  FamilyLabels lists_;
};

class Definition {
 public:
  Definition(NetcdfDefinitions& file, const OutputOptions& options)
      : file_(file),
        options_(options),
        time_(file.dimension("time", 0)),
        one_(file.dimension("Vec1", 1)),
        three_(file.dimension("Vec3", 3)) {}

  void run() {
    for (const RunVariable& v : run_variables)
      variable(v.name, {time_}, v.integer, 1, 1, unit(v.dimension), v.description);
    if (!options_.monitors) return;
    for (const MonitorVariable& v : monitor_variables)
      variable(v.name, {time_}, false, v.rows, 1, unit(v.dimension), v.description);
  }

  void entity(const RecordLayout& layout, unsigned label, bool with_type) {
    const std::string name = layout.path + "." + std::to_string(label);
    if (with_type) file_.variable(name, NetcdfType::text, {&one_, 1}, {{"type", layout.spec.type}});
    for (const OutputVariable& v : layout.spec.variables)
      variable(name + "." + v.name, {time_}, false, v.rows, v.columns, unit(v.dimension), v.description);
  }

  /// Returns the variable of the labels.
  int array(const RecordLayout& layout, int count) {
    const std::string name = group(layout);
    const int dimension = file_.dimension(name, static_cast<std::size_t>(count));
    const int labels = file_.variable(name, NetcdfType::integer, {&dimension, 1},
                                      {{"type", layout.spec.type}, {"description", "labels"}});
    for (const OutputVariable& v : layout.spec.variables)
      variable(name + "." + v.name, {time_, dimension}, false, v.rows, v.columns, unit(v.dimension), v.description);
    return labels;
  }

  /// The label lists of the kinds of nodes or elements.
  void labels(const std::string& root, const FamilyLabels& families) {
    std::string types;
    for (const auto& [family, labels] : families) {
      if (!types.empty()) types += ';';
      types += family;
      const int dimension = file_.dimension(family + "_" + root + "_labels_dim", labels.size());
      const int id = file_.variable(root + "." + family, NetcdfType::integer, {&dimension, 1},
                                    {{"description", root + " labels"}});
      integers_.emplace_back(id, labels);
    }
    const int dimension = file_.dimension(root + "_types_dim", 1);
    integers_.emplace_back(file_.variable(root, NetcdfType::integer, {&dimension, 1}, {{"types", types}}),
                           std::vector<int>{static_cast<int>(families.size())});
  }

  std::vector<ResultVariable> finish() {
    for (const auto& [id, values] : integers_) file_.integers(id, values);
    return take();
  }
  /// What was defined since the last call.
  std::vector<ResultVariable> take() { return std::exchange(variables_, {}); }

 private:
  [[nodiscard]] std::string unit(const std::string& dimension) const {
    return options_.units ? unit_of(dimension, *options_.units) : dimension;
  }

  /// "node.struct.dynamic", "elem.joint.revolute_hinge"; a second layout of the same type gets a number.
  std::string group(const RecordLayout& layout) {
    std::string name = layout.path + "." + (layout.spec.type.empty() ? "inertia" : layout.spec.type);
    std::replace(name.begin(), name.end(), ' ', '_');
    std::replace(name.begin(), name.end(), '/', '_');
    const int number = ++groups_[name];
    return number == 1 ? name : name + "." + std::to_string(number);
  }

  void variable(const std::string& name, std::vector<int> dimensions, bool integer, int rows, int columns,
                const std::string& unit, const std::string& description) {
    if (rows != 1)
      dimensions.push_back(rows == 3 ? three_ : file_.dimension("Vec" + std::to_string(rows), std::size_t(rows)));
    if (columns == 3) dimensions.push_back(three_);
    const char* type = integer        ? "integer"
                       : columns == 3 ? "Mat3x3"
                       : rows == 3    ? "Vec3"
                       : rows > 1     ? "VecN"
                                      : "doublereal";
    const int id = file_.variable(name, integer ? NetcdfType::integer : NetcdfType::real, dimensions,
                                  {{"units", unit}, {"type", type}, {"description", description}});
    variables_.push_back({id, integer, rows, columns});
  }

  NetcdfDefinitions& file_;
  const OutputOptions& options_;
  int time_, one_, three_;
  std::vector<ResultVariable> variables_;
  std::vector<std::pair<int, std::vector<int>>> integers_;
  std::map<std::string, int> groups_;
};

void describe_file(NetcdfDefinitions& file, const Model& model) {
  file.attribute({"source", std::string("Flexura ") + version});
  if (!model.title.empty()) file.attribute({"title", model.title});
}

}  // namespace

std::vector<ResultVariable> define_results(NetcdfDefinitions& file, const Model& model, const RecordPlan& plan,
                                           const OutputOptions& options) {
  describe_file(file, model);
  Definition definition(file, options);
  definition.run();
  LabelLists nodes, elements;
  for (int c = 0; c < plan.chunk_count(); ++c) {
    for (const RecordPiece& piece : plan.chunk(c)) {
      const RecordLayout& layout = plan.layouts()[piece.layout];
      if (!piece.last || !layout.has_variables()) continue;
      const bool element = piece.source == RecordPiece::Source::element;
      const unsigned label = element ? model.batch(piece.batch).label(piece.number) : model.label(piece.node);
      if (element) {
        // Couples are listed among the forces although their data have a place of their own.
        elements.add(layout.spec.family == "couple" ? "force" : layout.spec.family, label);
      } else if (piece.source == RecordPiece::Source::inertia) {
        elements.add("autostruct", label);
      } else {
        nodes.add(layout.spec.family, label);
      }
      definition.entity(layout, label, piece.source != RecordPiece::Source::inertia);
    }
  }
  definition.labels("node", nodes.all());
  definition.labels("elem", elements.all());
  return definition.finish();
}

ArrayVariables define_arrays(NetcdfDefinitions& file, const Model& model, const RecordPlan& plan,
                             const OutputOptions& options) {
  describe_file(file, model);
  Definition definition(file, options);
  definition.run();
  ArrayVariables all;
  all.run = definition.take();
  for (std::size_t k = 0; k < plan.layouts().size(); ++k) {
    const RecordLayout& layout = plan.layouts()[k];
    all.labels.push_back(layout.has_variables() ? definition.array(layout, plan.shares()[k].all) : -1);
    all.of_layout.push_back(definition.take());
  }
  return all;
}

std::array<double, run_variables.size()> run_row(const StepReport& report) {
  return {static_cast<double>(report.step),       report.time,           report.time_step,
          static_cast<double>(report.iterations), report.residual_error, report.solution_error,
          report.solution_converged ? 1.0 : 0.0};
}

const double* values_of(const OutputVariable& variable, const double* record, double (&by_columns)[9]) {
  const double* first = record + variable.first;
  if (variable.rows != 3 || variable.columns != 3) return first;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c) by_columns[3 * c + r] = first[3 * r + c];
  return by_columns;
}

}  // namespace flexura
