// What the initial assembly has moved, in words.
#include <algorithm>

#include <fmt/format.h>

#include "assembly/ranks.h"
#include "solvers/nonlinear/agree.h"
#include "solvers/problems/initial_assembly.h"

namespace flexura {

namespace {

double size(const NodeAdjustment& m) { return std::max({m.distance, m.angle, m.velocity, m.angular_velocity}); }

std::string line(const StructuralNode& node, const NodeAdjustment& m) {
  if (node.kind == NodeKind::modal_coordinates)
    return fmt::format("\n  {}, coordinates from {}: value {:.3e}, rate {:.3e}", node.name, node.first_coordinate,
                       m.distance, m.velocity);
  return fmt::format(
      "\n  node {:>8}: position {:.3e}, orientation {:.3e} rad, velocity {:.3e}, angular velocity {:.3e}", node.label,
      m.distance, m.angle, m.velocity, m.angular_velocity);
}

}  // namespace

std::string describe_adjustments(const Model& model, const AssemblyReport& report, MPI_Comm communicator) {
  auto moved = report.moved;
  std::sort(moved.begin(), moved.end(), [](const auto& a, const auto& b) { return size(a) > size(b); });
  const bool divided = ranks_in(communicator) > 1;
  auto total = static_cast<long long>(moved.size());
  if (divided) MPI_Allreduce(MPI_IN_PLACE, &total, 1, MPI_LONG_LONG, MPI_SUM, communicator);
  if (total == 0) return {};
  std::string text =
      fmt::format("initial assembly moved {} node{} to satisfy the constraints{} ({} iterations):", total,
                  total == 1 ? "" : "s", report.equilibrium ? " and to balance the forces" : "", report.iterations);
  constexpr long long most = 20;
  std::size_t next = 0;  // of this rank's nodes
  for (long long k = 0; k < std::min(most, total); ++k) {
    const bool any = next < moved.size();
    const std::string mine = any ? line(model.node(moved[next].node), moved[next]) : std::string();
    const std::string largest = divided ? said_by_largest(any ? size(moved[next]) : -1, mine, communicator) : mine;
    if (any && largest == mine) ++next;
    text += largest;
  }
  if (total > most) text += fmt::format("\n  ... and {} more", total - most);
  return text;
}

}  // namespace flexura
