#include "elements/forces/load_record.h"

#include "model/model.h"

namespace flexura {

OutputSpec force_spec(std::string_view type, bool internal) {
  OutputSpec spec;
  spec.extension = "frc";
  spec.family = "force";
  spec.type = type;
  spec.record_size = spec.text_columns = internal ? 14 : 7;
  spec.integer_columns = {0};
  spec.variables.push_back({"F", 1, 3, 1, "Force", "force in global axes (F_X, F_Y, F_Z)"});
  if (internal) {
    spec.integer_columns.push_back(7);
    spec.variables.push_back({"Arm1", 4, 3, 1, "Length", "point of application on node 1, global axes (X, Y, Z)"});
    spec.variables.push_back({"Arm2", 11, 3, 1, "Length", "point of application on node 2, global axes (X, Y, Z)"});
  } else {
    spec.variables.push_back({"Arm", 4, 3, 1, "Length", "point of application, global axes (X, Y, Z)"});
  }
  return spec;
}

OutputSpec couple_spec(std::string_view type, bool internal) {
  OutputSpec spec;
  spec.extension = "frc";
  spec.family = "couple";
  spec.type = type;
  spec.record_size = spec.text_columns = internal ? 8 : 4;
  spec.integer_columns = {0};
  if (internal) spec.integer_columns.push_back(4);
  spec.variables.push_back({"M", 1, 3, 1, "Moment", "couple in global axes (M_X, M_Y, M_Z)"});
  return spec;
}

double label_of(const Model& model, NodeIndex node) { return model.label(node); }

}  // namespace flexura
