// Structural nodes: a point with an orientation, six unknowns.
#pragma once

#include <memory>
#include <string>

#include "math/rotation.h"
#include "model/state.h"
#include "support/error.h"

namespace flexura {

enum class NodeKind {
  ground,   ///< fixed frame of reference, index 0
  static_,  ///< no inertia
  dynamic,  ///< carries the inertia of the bodies attached
  modal,    ///< dynamic node of a modal element
  dummy     ///< follows other nodes, has no unknowns
};

/// Mass, first moment and inertia about the node, in node axes.
struct MassProperties {
  double mass = 0;              ///< kg
  Vec3 first = Vec3::Zero();    ///< m b, kg m
  Mat3 inertia = Mat3::Zero();  ///< about the node, kg m^2

  MassProperties& operator+=(const MassProperties& other) {
    mass += other.mass;
    first += other.first;
    inertia += other.inertia;
    return *this;
  }
};

/// How a dummy node follows others.
class DependentKinematics {
 public:
  DependentKinematics() = default;
  DependentKinematics(const DependentKinematics&) = delete;
  DependentKinematics& operator=(const DependentKinematics&) = delete;
  virtual ~DependentKinematics() = default;
  /// Kinematics including accelerations, from those of the nodes it follows.
  [[nodiscard]] virtual NodeState evaluate(const NodeState* nodes) const = 0;
  /// Nodes it reads.
  [[nodiscard]] virtual std::vector<NodeIndex> masters() const = 0;
};

/// A structural node as the model file defines it.
struct StructuralNode {
  unsigned label = 0;
  NodeKind kind = NodeKind::dynamic;
  NodeState initial;              ///< input position, orientation and velocities, global axes
  double position_stiffness = 1;  ///< weight of the input position in initial assembly
  double velocity_stiffness = 1;  ///< weight of the input velocity
  bool omega_rotates = false;     ///< whether an imposed angular velocity follows the node in assembly
  OrientationFormat orientation_format = OrientationFormat::euler123;
  bool output = true;
  bool accelerations = false;                          ///< writes accelerations
  double scale = 1;                                    ///< of the residual, with `scale` in the tolerance
  MassProperties mass;                                 ///< sum of the constant bodies attached
  std::shared_ptr<const DependentKinematics> follows;  ///< dummy nodes only
  SourceLocation where;

  [[nodiscard]] bool has_unknowns() const { return kind != NodeKind::ground && kind != NodeKind::dummy; }
};

}  // namespace flexura
