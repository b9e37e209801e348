// Inertia of bodies seen from a frame that moves in a prescribed way (`rigid body kinematics`).
#pragma once

#include <array>

#include "model/automatic_jacobian.h"
#include "model/node.h"

namespace flexura {

/// What the motion of the frame adds to the balances of a node with mass m, first moment s = R s~ and inertia
/// J = R J~ R^T about the node, everything in axes of the frame:
///     force  -= m a0 + Omega (s + m x) + 2 w0 x beta,             Omega = [w0'] + [w0][w0]
///     moment -= s x (a0 + Omega x + w0 x v) + w0 x J w0 + J w0' + ([w] J - J [w]) w0 + v x (w0 x s) + w0 x gamma
/// with a0, w0, w0' the acceleration, angular velocity and angular acceleration of the frame, beta = m v + w x s and
/// gamma = s x v + J w (theory: momentum of a node in a prescribed frame, projected). Momentum rates are those of
/// NodeInertia. A node without inertia of its own (static) feels the frame as if it were at rest in it.
class MovingFrameInertiaPhysics {
 public:
  static constexpr std::string_view type = "moving frame inertia";
  static constexpr std::string_view family = "moving frame inertia";

  MovingFrameInertiaPhysics(NodeIndex node, const MassProperties& mass, bool moves)
      : node_(node), mass_(mass), moves_(moves) {}

  [[nodiscard]] std::array<NodeIndex, 1> nodes() const { return {node_}; }
  [[nodiscard]] int unknown_count() const { return 0; }
  [[nodiscard]] UnknownInfo unknown(int) const { return {}; }

  template <class S>
  void residual(const MotionLocal<S>& q, MotionResidual<S>& r) const {
    const MovingFrame* frame = q.state().frame;
    if (!frame) frame = &pattern_frame();
    const NodeMotion<S>& n = q.node(0);
    const Vector3<S> a0 = frame->a.cast<S>(), w0 = frame->w.cast<S>(), alpha0 = frame->alpha.cast<S>();
    const double factor = moves_ && !q.state().statics ? 1 : 0;
    const Vector3<S> v = n.v * S(factor), w = n.w * S(factor);
    const S m(mass_.mass);
    const Vector3<S> s = n.R * Vector3<S>(mass_.first.cast<S>());
    const auto omega = [&](const Vector3<S>& arm) {
      return Vector3<S>(alpha0.cross(arm) + w0.cross(Vector3<S>(w0.cross(arm))));
    };
    const auto inertia = [&](const Vector3<S>& about) {
      const Vector3<S> local = n.R.transpose() * about;
      return Vector3<S>(n.R * Vector3<S>(mass_.inertia.cast<S>() * local));
    };
    const Vector3<S> beta = v * m + w.cross(s);
    const Vector3<S> gamma = s.cross(v) + inertia(w);
    const Vector3<S> ae = a0 + omega(n.x) + w0.cross(v);
    r.force(0) -= a0 * m + omega(Vector3<S>(s + n.x * m)) + w0.cross(beta) * S(2);
    const Vector3<S> j0 = inertia(w0);
    r.moment(0) -= s.cross(ae) + w0.cross(j0) + inertia(alpha0) + w.cross(j0) - inertia(Vector3<S>(w.cross(w0))) +
                   v.cross(Vector3<S>(w0.cross(s))) + w0.cross(gamma);
  }

 private:
  /// Any motion, while the pattern is found.
  static const MovingFrame& pattern_frame() {
    static const MovingFrame frame = [] {
      MovingFrame f;
      f.a = f.w = f.alpha = Vec3(1, 2, 3);
      return f;
    }();
    return frame;
  }

  NodeIndex node_;
  MassProperties mass_;
  bool moves_;
};

using MovingFrameInertia = Automatic<MovingFrameInertiaPhysics>;

}  // namespace flexura
