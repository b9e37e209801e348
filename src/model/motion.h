// Kinematics of an element's nodes in a generic scalar: the same formula serves values, exact derivatives with respect
// to the unknowns (Dual) and exact time derivatives (Taylor2).
#pragma once

#include <array>
#include <tuple>
#include <type_traits>

#include "model/drive.h"
#include "model/element_batch.h"
#include "model/local.h"

namespace flexura {

/// Kinematics of a node, global axes; names and units as in NodeState.
template <class S>
struct NodeMotion {
  Vector3<S> x;
  Matrix3<S> R;
  Vector3<S> v;
  Vector3<S> w;
};

/// What a generic formula of an element reads; the counterpart of Local.
template <class S>
class MotionLocal {
 public:
  /// `nodes`, `unknowns` and `rates` by local number; they must outlive this view.
  /// Scalar nodes count as own unknowns behind the own ones, as they do in rows and columns.
  MotionLocal(const Local& local, const NodeMotion<S>* nodes, const S* unknowns, const S* rates)
      : local_(local), nodes_(nodes), unknowns_(unknowns), rates_(rates) {}

  [[nodiscard]] const NodeMotion<S>& node(int k) const { return nodes_[k]; }
  [[nodiscard]] const S& unknown(int j) const { return unknowns_[j]; }
  [[nodiscard]] const S& unknown_rate(int j) const { return rates_[j]; }
  [[nodiscard]] Vector3<S> unknown3(int j) const { return {unknown(j), unknown(j + 1), unknown(j + 2)}; }
  /// Value of a drive; with its time derivatives when S has them.
  [[nodiscard]] S drive(DriveId id) const {
    if constexpr (std::is_same_v<S, Taylor2>) {
      return local_.drive(id);
    } else {
      return S(local_.drive(id).f);
    }
  }
  [[nodiscard]] Vector3<S> drive(const Drive3& drive3) const {
    Vector3<S> sum = Vector3<S>::Constant(S(0));
    for (const auto& [direction, id] : drive3.terms()) {
      const S value = drive(id);
      for (int i = 0; i < 3; ++i) sum(i) += direction(i) * value;
    }
    return sum;
  }
  [[nodiscard]] double c() const { return local_.c(); }
  [[nodiscard]] double time() const { return local_.time(); }
  [[nodiscard]] const State& state() const { return local_.state(); }

 private:
  const Local& local_;
  const NodeMotion<S>* nodes_;
  const S* unknowns_;
  const S* rates_;
};

/// What a generic formula writes; the counterpart of Residual.
template <class S>
class MotionResidual {
 public:
  MotionResidual(S* r, int node_count) : r_(r), own_(r + 6 * node_count) {}
  [[nodiscard]] Eigen::Map<Vector3<S>> force(int k) const { return Eigen::Map<Vector3<S>>(r_ + 6 * k); }
  [[nodiscard]] Eigen::Map<Vector3<S>> moment(int k) const { return Eigen::Map<Vector3<S>>(r_ + 6 * k + 3); }
  [[nodiscard]] S& equation(int j) const { return own_[j]; }
  [[nodiscard]] Eigen::Map<Vector3<S>> equation3(int j) const { return Eigen::Map<Vector3<S>>(own_ + j); }

 private:
  S* r_;
  S* own_;
};

/// The motion through a state with constant velocity and angular velocity: x + v t, exp([w] t) R, to second order.
inline NodeMotion<Taylor2> steady_motion(const NodeState& node) {
  NodeMotion<Taylor2> m;
  const Mat3 rate = skew(node.w) * node.R;
  const Mat3 acceleration = skew(node.w) * rate;
  for (int i = 0; i < 3; ++i) {
    m.x(i) = Taylor2(node.x(i), node.v(i), 0);
    m.v(i) = Taylor2(node.v(i));
    m.w(i) = Taylor2(node.w(i));
    for (int j = 0; j < 3; ++j) m.R(i, j) = Taylor2(node.R(i, j), rate(i, j), acceleration(i, j));
  }
  return m;
}

/// Constraint rows of a joint at a level (see ConstraintLevel), from its generic formula
/// `template <class S> void constraint(const MotionLocal<S>&, S* phi) const`, which gives phi for rows of kind
/// Row::constraint and psi for rows of kind Row::rate.
///
/// The joint has `static constexpr int unknowns` and `nodes()` returning an std::array. `out` holds `unknowns` values;
/// rate rows are zero at position level.
template <class Joint>
void evaluate_constraints(const Joint& joint, const Local& q, ConstraintLevel level, double* out) {
  constexpr int node_count = static_cast<int>(std::tuple_size_v<decltype(joint.nodes())>);
  std::array<NodeMotion<Taylor2>, node_count> nodes;
  for (int k = 0; k < node_count; ++k) nodes[k] = steady_motion(q.node(k));
  std::array<Taylor2, Joint::unknowns> phi{};
  joint.constraint(MotionLocal<Taylor2>(q, nodes.data(), nullptr, nullptr), phi.data());
  for (int j = 0; j < Joint::unknowns; ++j) {
    const bool holonomic = joint.unknown(j).row == Row::constraint;
    switch (level) {
      case ConstraintLevel::position:
        out[j] = holonomic ? phi[j].f : 0;
        break;
      case ConstraintLevel::velocity:
        out[j] = holonomic ? phi[j].d : phi[j].f;
        break;
      case ConstraintLevel::acceleration:
        out[j] = holonomic ? phi[j].dd : phi[j].d;
        break;
    }
  }
}

}  // namespace flexura

namespace Eigen {
// Matrices of constants multiply matrices of Taylor numbers without a cast.
template <class Operation>
struct ScalarBinaryOpTraits<flexura::Taylor2, double, Operation> {
  using ReturnType = flexura::Taylor2;
};
template <class Operation>
struct ScalarBinaryOpTraits<double, flexura::Taylor2, Operation> {
  using ReturnType = flexura::Taylor2;
};
}  // namespace Eigen
