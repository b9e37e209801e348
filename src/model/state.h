// The state of the model as elements see it: kinematics of nodes, own unknowns, drive values, step.
#pragma once

#include <cstdint>

#include "math/taylor.h"
#include "math/types.h"

namespace flexura {

class GravityField;

/// Index of a structural node in the model; 0 is the ground.
using NodeIndex = int;
constexpr NodeIndex ground_node = 0;

/// Kinematics of a structural node, in global axes. A scalar node has its value in x(0) and its rate in v(0).
struct NodeState {
  Vec3 x = Vec3::Zero();      ///< position, m
  Mat3 R = Mat3::Identity();  ///< orientation, node axes to global
  Vec3 v = Vec3::Zero();      ///< velocity, m/s
  Vec3 w = Vec3::Zero();      ///< angular velocity, rad/s
  Vec3 a = Vec3::Zero();      ///< acceleration, m/s^2: of the last accepted instant
  Vec3 alpha = Vec3::Zero();  ///< angular acceleration, rad/s^2, likewise
};

/// The prescribed motion of the frame that all nodes are described in (`rigid body kinematics`): everything absolute,
/// in axes of the frame.
struct MovingFrame {
  Mat3 R = Mat3::Identity();  ///< orientation: frame axes to absolute ones
  Vec3 x = Vec3::Zero();      ///< position of the origin, m
  Vec3 v = Vec3::Zero();      ///< its velocity, m/s
  Vec3 a = Vec3::Zero();      ///< its acceleration, m/s^2
  Vec3 w = Vec3::Zero();      ///< angular velocity, rad/s
  Vec3 alpha = Vec3::Zero();  ///< angular acceleration, rad/s^2
};

/// What an evaluation of residuals and Jacobians may read. Arrays are owned by the caller.
struct State {
  double time = 0;
  double time_step = 0;
  std::int64_t step = 0;
  double c = 0;  ///< dx/dx' of the integration formula, s (x = known + c x'); 1 in static problems
  /// `method: hybrid`: dx/dx' of every unknown by local number, while c is `coefficients_c`; null: c holds for all.
  const double* coefficients = nullptr;
  double coefficients_c = 0;
  bool statics = false;              ///< velocities and inertia do not count
  const NodeState* nodes = nullptr;  ///< by NodeIndex
  const Mat3* spin = nullptr;  ///< by NodeIndex: dw = spin * u when theta = c u (exact tangent of the rotation formula)
  const double* y = nullptr;   ///< own unknowns of elements by local number: value (multipliers, internal states)
  const double* y_rate = nullptr;           ///< their derivative (differential ones)
  const double* momentum_known = nullptr;   ///< known part of each momentum: p' = (p - known)/c
  const double* memory_accepted = nullptr;  ///< internal variables of elements at the last accepted step
  double* memory_trial = nullptr;           ///< theirs at this iterate, written by residual()
  const Taylor2* drives = nullptr;          ///< by DriveId, at this time and state
  const GravityField* gravity = nullptr;    ///< null when the model has none
  Vec3 uniform_gravity = Vec3::Zero();      ///< acceleration of a uniform field at this time, m/s^2
  const MovingFrame* frame = nullptr;       ///< null when nodes are described in a frame at rest

  /// Whether unknowns have coefficients of their own.
  [[nodiscard]] bool hybrid() const { return coefficients && c == coefficients_c; }
  /// dx/dx' of the unknown with this local number; c for the ground.
  [[nodiscard]] double coefficient(int dof) const { return hybrid() && dof >= 0 ? coefficients[dof] : c; }
};

/// A field of gravity acceleration.
class GravityField {
 public:
  GravityField() = default;
  GravityField(const GravityField&) = delete;
  GravityField& operator=(const GravityField&) = delete;
  virtual ~GravityField() = default;
  /// True when the acceleration is the same everywhere (then State::uniform_gravity holds it).
  [[nodiscard]] virtual bool uniform() const = 0;
  /// Acceleration at a point x (global axes), m/s^2; `drives` as in State.
  [[nodiscard]] virtual Vec3 acceleration(const Vec3& x, const Taylor2* drives) const = 0;
  /// d acceleration / d x, 1/s^2.
  [[nodiscard]] virtual Mat3 gradient(const Vec3& x) const = 0;
  /// Potential energy per unit mass at x, up to a constant, m^2/s^2.
  [[nodiscard]] virtual double potential(const Vec3& x, const Taylor2* drives) const = 0;
};

}  // namespace flexura
