// What the initial assembly has moved, in words.
#include <algorithm>

#include <fmt/format.h>

#include "solvers/problems/initial_assembly.h"

namespace flexura {

std::string describe_adjustments(const Model& model, const AssemblyReport& report) {
  if (report.moved.empty()) return {};
  auto moved = report.moved;
  const auto size = [](const NodeAdjustment& m) {
    return std::max({m.distance, m.angle, m.velocity, m.angular_velocity});
  };
  std::sort(moved.begin(), moved.end(), [&](const auto& a, const auto& b) { return size(a) > size(b); });
  std::string text = fmt::format(
      "initial assembly moved {} node{} to satisfy the constraints{} ({} iterations):", moved.size(),
      moved.size() == 1 ? "" : "s", report.equilibrium ? " and to balance the forces" : "", report.iterations);
  constexpr std::size_t most = 20;
  for (std::size_t k = 0; k < std::min(most, moved.size()); ++k) {
    const NodeAdjustment& m = moved[k];
    const StructuralNode& node = model.node(m.node);
    if (node.kind == NodeKind::modal_coordinates) {
      text += fmt::format("\n  {}, coordinates from {}: value {:.3e}, rate {:.3e}", node.name, node.first_coordinate,
                          m.distance, m.velocity);
      continue;
    }
    text +=
        fmt::format("\n  node {:>8}: position {:.3e}, orientation {:.3e} rad, velocity {:.3e}, angular velocity {:.3e}",
                    node.label, m.distance, m.angle, m.velocity, m.angular_velocity);
  }
  if (moved.size() > most) text += fmt::format("\n  ... and {} more", moved.size() - most);
  return text;
}

}  // namespace flexura
