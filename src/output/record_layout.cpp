#include "output/record_layout.h"

#include <array>
#include <utility>

namespace flexura {

RecordLayout::RecordLayout(OutputSpec description, std::string binary_path)
    : spec(std::move(description)), path(std::move(binary_path)), is_label(spec.text_columns, 0) {
  for (const int column : spec.integer_columns)
    if (column < spec.text_columns) is_label[column] = 1;
  // Rows of these two kinds of files begin with a bare label; all others align it.
  padded = spec.extension != "frc" && spec.extension != "drv";
}

std::string_view name_of(NodeKind kind) {
  switch (kind) {
    case NodeKind::ground:
      return "ground";
    case NodeKind::static_:
      return "static";
    case NodeKind::dynamic:
      return "dynamic";
    case NodeKind::modal:
      return "modal";
    case NodeKind::dummy:
      return "dummy";
    case NodeKind::static_displacement:
      return "static displacement";
    case NodeKind::dynamic_displacement:
      return "dynamic displacement";
    case NodeKind::modal_coordinates:
      return "modal coordinates";
    case NodeKind::scalar:
      return "scalar";
    case NodeKind::parameter:
      return "parameter";
  }
  return "";
}

bool is_relative_frame(const NodeProperties& node) {
  // A node with an offset follows one node, a relative frame a base and a reference node; with a pivot as the third
  // node the result is in global axes again.
  return node.follows && node.follows->masters().size() == 2;
}

std::string orientation_description(OrientationFormat format) {
  switch (format) {
    case OrientationFormat::euler123:
      return "orientation Euler angles (123) (E_X, E_Y, E_Z)";
    case OrientationFormat::euler313:
      return "orientation Euler angles (313) (E_Z, E_X, E_Z')";
    case OrientationFormat::euler321:
      return "orientation Euler angles (321) (E_Z, E_Y, E_X)";
    case OrientationFormat::vector:
      return "orientation vector (Phi_X, Phi_Y, Phi_Z)";
    case OrientationFormat::matrix:
      return "orientation matrix (R11, R21, R31, R12, R22, R32, R13, R23, R33)";
  }
  return "";
}

std::string_view orientation_keyword(OrientationFormat format) {
  switch (format) {
    case OrientationFormat::euler123:
      return "euler123";
    case OrientationFormat::euler313:
      return "euler313";
    case OrientationFormat::euler321:
      return "euler321";
    case OrientationFormat::vector:
      return "phi";
    case OrientationFormat::matrix:
      return "mat";
  }
  return "";
}

namespace {

/// Value and, where it has a meaning, rate of a scalar node.
OutputSpec scalar_output_spec(const NodeProperties& node) {
  constexpr std::array<const char*, node_family_count> extensions = {"", "abs", "ele", "prs", "thn", "prm", ""};
  OutputSpec spec;
  spec.extension = extensions[static_cast<std::size_t>(node.family)];
  spec.family = spec.type = name_of(node.family);
  const bool rate = has_rate_column(node);
  spec.record_size = spec.text_columns = rate ? 2 : 1;
  const char* value = node.family == NodeFamily::electric    ? "Voltage"
                      : node.family == NodeFamily::hydraulic ? "Pressure"
                      : node.family == NodeFamily::thermal   ? "Temperature"
                                                             : "-";
  spec.variables.push_back({"X", 0, 1, 1, value, "value"});
  if (rate)
    spec.variables.push_back(
        {"XP", 1, 1, 1, std::string(value) == "-" ? "-" : std::string(value) + " derivative", "rate"});
  return spec;
}

}  // namespace

bool has_rate_column(const NodeProperties& node) {
  return node.kind == NodeKind::scalar && node.order == Order::differential && node.family != NodeFamily::hydraulic;
}

OutputSpec node_output_spec(const NodeProperties& node) {
  if (!node.structural()) return scalar_output_spec(node);
  const OrientationFormat format = node.orientation_format;
  const std::string frame = is_relative_frame(node) ? "relative " : "global ";
  OutputSpec spec;
  spec.extension = "mov";
  spec.family = "struct";
  spec.type = name_of(node.kind);
  int next = 0;
  const auto add = [&](const char* name, int rows, int columns, const char* dimension, const std::string& description) {
    spec.variables.push_back({name, next, rows, columns, dimension, frame + description});
    next += rows * columns;
  };
  add("X", 3, 1, "Length", "position vector (X, Y, Z)");
  if (format == OrientationFormat::matrix) {
    add("R", 3, 3, "-", orientation_description(format));
  } else if (format == OrientationFormat::vector) {
    add("Phi", 3, 1, "radian", orientation_description(format));
  } else {
    add("E", 3, 1, "deg", orientation_description(format));
  }
  add("XP", 3, 1, "Velocity", "velocity vector (v_X, v_Y, v_Z)");
  add("Omega", 3, 1, "Angular velocity", "angular velocity vector (omega_X, omega_Y, omega_Z)");
  if (node.accelerations) {
    add("XPP", 3, 1, "Acceleration", "acceleration vector (a_X, a_Y, a_Z)");
    add("OmegaP", 3, 1, "Angular acceleration", "angular acceleration vector (omegaP_X, omegaP_Y, omegaP_Z)");
  }
  spec.record_size = spec.text_columns = next;
  return spec;
}

void write_node_record(const NodeProperties& node, const NodeState& state, double* record) {
  if (!node.structural()) {
    record[0] = state.x(0);
    if (has_rate_column(node)) record[1] = state.v(0);
    return;
  }
  const auto put = [&record](const Vec3& v) {
    for (int k = 0; k < 3; ++k) *record++ = v(k);
  };
  put(state.x);
  write_orientation(state.R, node.orientation_format, record);
  record += column_count(node.orientation_format);
  put(state.v);
  put(state.w);
  if (node.accelerations) {
    put(state.a);
    put(state.alpha);
  }
}

OutputSpec inertia_output_spec() {
  OutputSpec spec;
  spec.extension = "ine";
  spec.family = "struct";
  spec.record_size = spec.text_columns = 12;
  spec.variables = {
      {"B", 0, 3, 1, "Momentum", "momentum (X, Y, Z)"},
      {"G", 3, 3, 1, "Momenta moment", "momenta moment about the node (X, Y, Z)"},
      {"BP", 6, 3, 1, "Force", "momentum derivative (X, Y, Z)"},
      {"GP", 9, 3, 1, "Moment", "momenta moment derivative about the node (X, Y, Z)"},
  };
  return spec;
}

}  // namespace flexura
