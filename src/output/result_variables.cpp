#include "output/result_variables.h"

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
    const std::string time_unit = unit("Time");
    variable("run.step", true, 1, 1, "-", "time step index");
    variable("time", false, 1, 1, time_unit, "simulation time");
    variable("run.timestep", false, 1, 1, time_unit, "integration time step");
    variable("run.iterations", true, 1, 1, "-", "Newton iterations of the step");
    variable("run.restest", false, 1, 1, "-", "value of the residual test");
    variable("run.soltest", false, 1, 1, "-", "value of the solution test");
    variable("run.solconv", true, 1, 1, "-", "1: the solution test ended the iteration");
    if (!options_.monitors) return;
    for (const MonitorVariable& v : monitor_variables)
      variable(v.name, false, v.rows, 1, unit(v.dimension), v.description);
  }

  void entity(const RecordLayout& layout, unsigned label, bool with_type) {
    const std::string name = layout.path + "." + std::to_string(label);
    if (with_type) file_.variable(name, NetcdfType::text, {&one_, 1}, {{"type", layout.spec.type}});
    for (const OutputVariable& v : layout.spec.variables)
      variable(name + "." + v.name, false, v.rows, v.columns, unit(v.dimension), v.description);
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
    return std::move(variables_);
  }

 private:
  [[nodiscard]] std::string unit(const std::string& dimension) const {
    return options_.units ? unit_of(dimension, *options_.units) : dimension;
  }

  void variable(const std::string& name, bool integer, int rows, int columns, const std::string& unit,
                const std::string& description) {
    std::vector<int> dimensions{time_};
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
};

}  // namespace

std::vector<ResultVariable> define_results(NetcdfDefinitions& file, const Model& model, const RecordPlan& plan,
                                           const OutputOptions& options) {
  file.attribute({"source", std::string("Flexura ") + version});
  if (!model.title.empty()) file.attribute({"title", model.title});
  Definition definition(file, options);
  definition.run();
  LabelLists nodes, elements;
  for (int c = 0; c < plan.chunk_count(); ++c) {
    for (const RecordPiece& piece : plan.chunk(c)) {
      const RecordLayout& layout = plan.layouts()[piece.layout];
      if (!piece.last || !layout.has_variables()) continue;
      const bool element = piece.source == RecordPiece::Source::element;
      const unsigned label = element ? model.batch(piece.batch).info(piece.number).label : model.node(piece.node).label;
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

}  // namespace flexura
