// What the records of entities look like: their text row and their binary variables.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/node.h"
#include "model/output_spec.h"

namespace flexura {

/// An OutputSpec prepared for writing. Entities of one kind share one layout.
struct RecordLayout {
  explicit RecordLayout(OutputSpec description, std::string binary_path);

  OutputSpec spec;
  std::string path;                    ///< of the binary variables: "node.struct", "elem.joint"; empty: none
  std::vector<std::uint8_t> is_label;  ///< by text column
  bool padded = true;                  ///< label in eight columns

  [[nodiscard]] bool has_text() const { return !spec.extension.empty() && spec.text_columns > 0; }
  [[nodiscard]] bool has_variables() const { return !path.empty() && !spec.variables.empty(); }
};

/// Position, orientation, velocity, angular velocity [, accelerations] of a structural node; value [, rate] of a scalar
/// one.
OutputSpec node_output_spec(const NodeProperties& node);

/// Whether the record of a scalar node has its rate.
bool has_rate_column(const NodeProperties& node);

/// Fills the record of node_output_spec.
void write_node_record(const NodeProperties& node, const NodeState& state, double* record);

/// Momentum, momenta moment about the node and their rates, global axes.
OutputSpec inertia_output_spec();

/// "dynamic", "static", "modal", "dummy", "ground".
std::string_view name_of(NodeKind kind);

/// True for a dummy node that is seen from another node, so that its kinematics are relative to that node.
bool is_relative_frame(const NodeProperties& node);

/// Description of an orientation variable in words, e.g. "orientation Euler angles (123) (E_X, E_Y, E_Z)".
std::string orientation_description(OrientationFormat format);

/// The keyword of an orientation format in the log: "euler123", "phi", "mat".
std::string_view orientation_keyword(OrientationFormat format);

}  // namespace flexura
