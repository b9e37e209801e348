// Kinematics of a beam section interpolated between N nodes, with exact first derivatives.
//
// Beam nodes have a section point p_i = x_i + R_i f~_i and section axes R_ia = R_i R~_ia. One of them is the reference
// node r (the middle one). With theta_i = log(R_ra^T R_ia) the section at xi has
//     p = sum N_i p_i,   l = sum N_i' p_i,   R = R_ra exp(phi),   phi = sum N_i theta_i,
//     kappa = Gamma(phi)^T phi',   phi' = sum N_i' theta_i          (' = d/ds, s the initial arc length)
// The interpolation is objective: relative rotations do not see a rigid motion. (Theory manual, "beam"; Ghiringhelli,
// Masarati, Mantegazza, Multibody implementation of finite volume C0 beams, AIAA J. 38, 2000.)
#pragma once

#include <array>

#include "math/rotation.h"
#include "math/types.h"

namespace flexura {

/// Shape functions of N equally spaced nodes on xi in [-1, 1] and their derivatives, at one xi.
template <int N>
struct ShapeFunctions {
  std::array<double, N> value, slope;
  explicit ShapeFunctions(double xi) {
    if constexpr (N == 2) {
      value = {0.5 * (1 - xi), 0.5 * (1 + xi)};
      slope = {-0.5, 0.5};
    } else {
      static_assert(N == 3);
      value = {0.5 * xi * (xi - 1), 1 - xi * xi, 0.5 * xi * (xi + 1)};
      slope = {xi - 0.5, -2 * xi, xi + 0.5};
    }
  }
};

/// Quantities of the nodes that all sections of an element share.
template <class S, int N>
struct BeamNodes {
  static constexpr int reference = N == 3 ? 1 : 0;

  std::array<Vector3<S>, N> f, p;           ///< offset arm (global) and section point
  Matrix3<S> frame;                         ///< R_ra
  std::array<Vector3<S>, N> theta;          ///< relative rotation vectors; zero for the reference node
  std::array<Matrix3<S>, N> spin_to_theta;  ///< d theta_i / d(theta_i,delta - theta_r,delta) = Gamma(theta_i)^-1 R_ra^T

  /// From positions and orientations of the nodes; offsets and relative orientations in node axes (T is double, or S).
  template <class T>
  void evaluate(const std::array<Vector3<S>, N>& x, const std::array<Matrix3<S>, N>& r,
                const std::array<Vector3<T>, N>& offset, const std::array<Matrix3<T>, N>& relative, bool derivatives) {
    for (int i = 0; i < N; ++i) {
      f[i] = r[i] * offset[i].template cast<S>();
      p[i] = x[i] + f[i];
    }
    frame = r[reference] * relative[reference].template cast<S>();
    for (int i = 0; i < N; ++i) {
      if (i == reference) {
        theta[i] = Vector3<S>::Zero();
        continue;
      }
      const Matrix3<S> other = r[i] * relative[i].template cast<S>();
      theta[i] = rotation_log<S>(frame.transpose() * other);
      if (derivatives) spin_to_theta[i] = rotation_inverse_tangent<S>(theta[i]) * frame.transpose();
    }
  }
};

/// One section: position, axes, strain measures in section axes, and their derivatives by nodal positions and
/// incremental rotations.
template <class S, int N>
struct BeamSection {
  Vector3<S> p, l;                 ///< section point, tangent dp/ds (global axes)
  Matrix3<S> r;                    ///< section axes R R~_s
  Vector3<S> epsilon, kappa;       ///< r^T l and curvature in section axes (initial values not subtracted)
  std::array<Matrix3<S>, N> spin;  ///< theta_delta of the section by theta_delta of node i
  std::array<Matrix3<S>, N> epsilon_x, epsilon_t;  ///< d epsilon by x_i and theta_i
  std::array<Matrix3<S>, N> kappa_t;               ///< d kappa by theta_i

  /// `value` and `slope` are the shape functions with slopes by arc length; `relative` = R~_s (T is double, or S).
  template <class T>
  void evaluate(const BeamNodes<S, N>& nodes, const std::array<double, N>& value, const std::array<T, N>& slope,
                const Matrix3<T>& relative, bool derivatives) {
    constexpr int reference = BeamNodes<S, N>::reference;
    p = nodes.p[0] * S(value[0]);
    l = nodes.p[0] * S(slope[0]);
    Vector3<S> phi = nodes.theta[0] * S(value[0]);
    Vector3<S> phi_s = nodes.theta[0] * S(slope[0]);
    for (int i = 1; i < N; ++i) {
      p += nodes.p[i] * S(value[i]);
      l += nodes.p[i] * S(slope[i]);
      phi += nodes.theta[i] * S(value[i]);
      phi_s += nodes.theta[i] * S(slope[i]);
    }
    const Matrix3<S> to_section = relative.template cast<S>();
    r = (nodes.frame * rotation_exp<S>(phi)) * to_section;
    const Matrix3<S> gamma = rotation_tangent<S>(phi);
    epsilon = r.transpose() * l;
    kappa = to_section.transpose() * Vector3<S>(gamma.transpose() * phi_s);
    if (!derivatives) return;

    const Matrix3<S> frame_gamma = nodes.frame * gamma;
    // d(Gamma(phi)^T) a = -L(-phi, a) d phi
    const Matrix3<S> bend = to_section.transpose() * rotation_tangent_derivative<S>(-phi, phi_s);
    const Matrix3<S> twist = to_section.transpose() * gamma.transpose();
    spin[reference] = Matrix3<S>::Identity();
    kappa_t[reference] = Matrix3<S>::Zero();
    for (int i = 0; i < N; ++i) {
      if (i == reference) continue;
      spin[i] = frame_gamma * nodes.spin_to_theta[i] * S(value[i]);
      spin[reference] -= spin[i];
      kappa_t[i] = (twist * S(slope[i]) - bend * S(value[i])) * nodes.spin_to_theta[i];
      kappa_t[reference] -= kappa_t[i];
    }
    // d epsilon = r^T (dl + l x theta_section), dl = sum N_i' (dx_i - f_i x theta_i)
    const Matrix3<S> rl = r.transpose() * skew(l);
    for (int i = 0; i < N; ++i) {
      epsilon_x[i] = r.transpose() * S(slope[i]);
      epsilon_t[i] = rl * spin[i] - epsilon_x[i] * skew(nodes.f[i]);
    }
  }
};

}  // namespace flexura
