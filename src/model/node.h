// Nodes: structural ones (a point with an orientation, six unknowns, or three without it) and scalar ones (one
// unknown).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "math/rotation.h"
#include "model/state.h"
#include "model/unknown.h"
#include "support/error.h"

namespace flexura {

/// Words of the language for nodes; each has labels of its own.
/// `modal` is of nodes that no card defines: the coordinates of modal elements.
enum class NodeFamily : std::uint8_t { structural, abstract_, electric, hydraulic, thermal, parameter, modal };
constexpr int node_family_count = 7;

/// "structural", "abstract", ...
std::string_view name_of(NodeFamily family);

enum class NodeKind {
  ground,                ///< fixed frame of reference, index 0
  static_,               ///< no inertia
  dynamic,               ///< carries the inertia of the bodies attached
  modal,                 ///< dynamic node of a modal element
  dummy,                 ///< follows other nodes, has no unknowns
  static_displacement,   ///< position only, no inertia
  dynamic_displacement,  ///< position only, carries point masses
  modal_coordinates,     ///< one to three coordinates of a modal element, as a position
  scalar,                ///< one unknown: value x(0), rate v(0)
  parameter              ///< a value without an unknown, x(0)
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

/// What nodes of a model mostly have in common.
struct NodeProperties {
  NodeFamily family = NodeFamily::structural;
  NodeKind kind = NodeKind::dynamic;
  Order order = Order::differential;  ///< of the unknown of a scalar node
  int method = 0;                     ///< `hybrid`: number of its integration method, 0: that of all others
  int coordinates = 3;                ///< how many, of a node of kind modal_coordinates
  int first_coordinate = 1;           ///< number of its first one, for messages
  std::string name;                   ///< of what it belongs to, for messages
  int value_drive = -1;               ///< of a parameter node: the drive it takes its value from (-1: constant)
  double position_stiffness = 1;      ///< weight of the input position in initial assembly
  double velocity_stiffness = 1;      ///< weight of the input velocity
  bool omega_rotates = false;         ///< whether an imposed angular velocity follows the node in assembly
  OrientationFormat orientation_format = OrientationFormat::euler123;
  bool output = true;
  bool accelerations = false;                          ///< writes accelerations
  double scale = 1;                                    ///< of the residual, with `scale` in the tolerance
  bool inertia_of_element = false;                     ///< an element gives it its inertia: a flexible body
  std::shared_ptr<const DependentKinematics> follows;  ///< dummy nodes only

  [[nodiscard]] bool operator==(const NodeProperties&) const = default;

  /// How many unknowns it has: 6, 3 (position only), 1 or 0.
  [[nodiscard]] int unknown_count() const {
    switch (kind) {
      case NodeKind::ground:
      case NodeKind::dummy:
      case NodeKind::parameter:
        return 0;
      case NodeKind::scalar:
        return 1;
      case NodeKind::static_displacement:
      case NodeKind::dynamic_displacement:
        return 3;
      case NodeKind::modal_coordinates:
        return coordinates;
      default:
        return 6;
    }
  }
  [[nodiscard]] bool has_unknowns() const { return unknown_count() > 0; }
  [[nodiscard]] bool structural() const { return family == NodeFamily::structural; }
  /// Its equations are balances of forces, of second order in time.
  [[nodiscard]] bool balanced() const { return structural() || kind == NodeKind::modal_coordinates; }
  /// Position only: no orientation, no moments.
  [[nodiscard]] bool displacement_only() const {
    return kind == NodeKind::static_displacement || kind == NodeKind::dynamic_displacement ||
           kind == NodeKind::modal_coordinates;
  }
  /// Carries the inertia of the bodies attached.
  [[nodiscard]] bool moves() const {
    return kind == NodeKind::dynamic || kind == NodeKind::modal || kind == NodeKind::dynamic_displacement;
  }
};

/// A node as the model file defines it. Of scalar nodes only label, family, kind, order, initial value x(0) and rate
/// v(0), output flag and scale count.
struct StructuralNode : NodeProperties {
  unsigned label = 0;
  NodeState initial;    ///< input position, orientation and velocities, global axes
  MassProperties mass;  ///< sum of the constant bodies attached
  SourceLocation where;
};

}  // namespace flexura
