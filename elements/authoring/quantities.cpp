#include "elements/authoring/quantities.h"

#include "elements/joints/joint_record.h"

namespace flexura::authoring {

std::vector<std::string> names_of(const std::vector<Quantity>& quantities) {
  std::vector<std::string> names;
  for (const Quantity& quantity : quantities) {
    if (quantity.rows == 1) {
      names.push_back(quantity.name);
    } else {
      for (const char axis : {'x', 'y', 'z'}) names.push_back(quantity.name + axis);
    }
  }
  return names;
}

OutputSpec ResultRow::spec(std::string_view type, const std::vector<Quantity>& quantities) const {
  OutputSpec spec;
  int count = 0;
  for (const Quantity& quantity : quantities) count += quantity.rows;
  if (family_ == "joint") {
    spec = joint_spec(type, count);
  } else {
    const bool force = family_ == "force";
    spec.extension = force ? "frc" : "usr";
    spec.family = family_;
    spec.type = type;
    spec.record_size = spec.text_columns = (force ? 4 : 0) + count;
    if (force) {
      spec.integer_columns = {0};
      spec.variables.push_back({"F", 1, 3, 1, "Force", "force on the first node, global axes (F_X, F_Y, F_Z)"});
    }
  }
  int at = spec.record_size - count;
  for (const Quantity& quantity : quantities) {
    spec.variables.push_back({quantity.name, at, quantity.rows, 1, quantity.dimension, quantity.description});
    at += quantity.rows;
  }
  return spec;
}

int ResultRow::write(const Model& model, const Local& q, const Vec6& first, double* record) const {
  if (family_ == "joint") {
    write_reactions(record, q.node(0).R, first.head<3>(), first.tail<3>());
    return 12;
  }
  if (family_ != "force") return 0;
  record[0] = model.label(q.node_index(0));
  for (int i = 0; i < 3; ++i) record[1 + i] = first(i);
  return 4;
}

}  // namespace flexura::authoring
