// Rigid body whose mass, centre of mass and inertia are given functions of time.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "elements/bodies/body.h"
#include "model/drive.h"

namespace flexura {

/// Variable mass body: carries its own momenta and its weight.
///
/// With b = R b~(t), e = w x b + R b~', v_cm = v + e, J_c = R (Jm~ + Jg~) R^T, where Jm~ changes because mass leaves or
/// arrives and Jg~ because mass is moved about:
///     beta = m v_cm,   gamma = J_c w + b x beta
///     force  -= beta' - m' v_cm
///     moment -= gamma' + v x beta - R Jm~' R^T w - b x m' v_cm
/// The mass that leaves takes its momentum along; that of the mass which moves within the body stays. beta contains the
/// velocity R b~' of the redistribution, so v x beta is all of the moment that the motion of the node adds.
/// Momenta as in NodeInertia. On a static node only the weight counts.
class VariableMassBody {
 public:
  static constexpr std::string_view type = "variable mass body";
  static constexpr std::string_view family = "body";

  VariableMassBody(NodeIndex node, DriveId mass, Drive3 cm, Drive33 inertia_mass, Drive33 inertia_geometry, bool moves)
      : node_(node),
        mass_(mass),
        cm_(std::move(cm)),
        inertia_mass_(std::move(inertia_mass)),
        inertia_geometry_(std::move(inertia_geometry)),
        moves_(moves) {}

  [[nodiscard]] std::array<NodeIndex, 1> nodes() const { return {node_}; }
  [[nodiscard]] int unknown_count() const { return 0; }
  [[nodiscard]] int momentum_count() const { return moves_ ? 6 : 0; }
  /// Told once, when the whole model is known; `sets_accelerations`: no other body determines those of the node.
  void finish(bool central, bool sets_accelerations) {
    central_ = central;
    sets_accelerations_ = sets_accelerations;
  }

  void residual(const Local& q, Residual& r) const;
  void jacobian(const Local& q, Jacobian& j) const;
  void momenta(const Local& q, double* p) const;
  void momentum_rates(const Local& q, double* p_rate) const;
  void accelerations(const Local& q, const double* p_rate, NodeState* nodes) const;

  /// The body at one instant, and the velocity of its centre of mass in the node, node axes.
  [[nodiscard]] CentralMass at(const Taylor2* drives) const {
    return {drives[mass_].f, cm_.value(drives), inertia_mass_.value(drives) + inertia_geometry_.value(drives)};
  }
  [[nodiscard]] Vec3 centre_rate(const Taylor2* drives) const { return cm_.rate(drives); }

  [[nodiscard]] std::vector<std::string> private_names() const { return {"E", "V", "m"}; }
  [[nodiscard]] double private_value(const Local& q, int datum) const;
  [[nodiscard]] double energy(const Local& q) const;

 private:
  struct Now;
  [[nodiscard]] bool inertial(const Local& q) const { return moves_ && !q.state().statics; }
  [[nodiscard]] Weight weight(const Local& q) const { return {q.drive(mass_).f, cm_.value(q.drives()), central_}; }
  [[nodiscard]] double kinetic(const Local& q) const;

  NodeIndex node_;
  DriveId mass_;
  Drive3 cm_;
  Drive33 inertia_mass_, inertia_geometry_;
  bool moves_;
  bool central_ = false;
  bool sets_accelerations_ = true;
};

}  // namespace flexura
