// The force of an elastic line through points of two nodes, from the length of the line.
#pragma once

#include <array>

#include "math/skew.h"
#include "model/local.h"

namespace flexura {

/// A line through `Points` points, the first half of them on node 1, the others on node 2, and how its length l depends
/// on them. A tension f does the work -f dl: the point i feels -f g_i with g_i = dl/dp_i.
template <int Points>
struct Line {
  std::array<Vec3, Points> arm;                          ///< from the node to the point, global axes, m
  std::array<Vec3, Points> velocity;                     ///< of the point, m/s
  std::array<Vec3, Points> gradient;                     ///< g_i
  std::array<std::array<Mat3, Points>, Points> hessian;  ///< d g_i / d p_j, 1/m
  double length = 0;                                     ///< l, m
  double rate = 0;                                       ///< l' = sum of g_i . v_i, m/s

  static constexpr int node_of(int point) { return point < Points / 2 ? 0 : 1; }
};

/// Adds the forces, and with `Moments` the couples, of a tension f.
template <bool Moments, int Points>
void add_line_force(const Line<Points>& line, double f, Residual& r) {
  for (int i = 0; i < Points; ++i) {
    const int k = Line<Points>::node_of(i);
    const Vec3 force = -f * line.gradient[i];
    r.force(k) += force;
    if constexpr (Moments) r.moment(k) += line.arm[i].cross(force);
  }
}

/// Adds the derivatives of these forces; f depends on l and l' by `by_length` and `by_rate`. `rates`: whether the
/// latter counts.
template <bool Moments, int Points>
void add_line_jacobian(const Local& q, const Line<Points>& line, double f, double by_length, double by_rate, bool rates,
                       Jacobian& j) {
  using namespace local;
  // dl = gx_k . dx_k + gt_k . theta_k, and dl' likewise with hx, ht at fixed velocities
  std::array<Vec3, 2> gx{Vec3::Zero(), Vec3::Zero()}, gt = gx, hx = gx, ht = gx;
  for (int i = 0; i < Points; ++i) {
    const int k = Line<Points>::node_of(i);
    gx[k] += line.gradient[i];
    if constexpr (Moments) gt[k] += line.arm[i].cross(line.gradient[i]);
    if (!rates) continue;
    Vec3 h = Vec3::Zero();
    for (int m = 0; m < Points; ++m) h += line.hessian[i][m] * line.velocity[m];
    hx[k] += h;
    if constexpr (Moments) ht[k] += line.arm[i].cross(Vec3(h + line.gradient[i].cross(q.node(k).w)));
  }
  for (int k = 0; k < 2; ++k) {
    for (int m = 0; m < 2; ++m) {
      const Vec3 row_x = by_length * gx[m] + by_rate * hx[m];
      Mat3 xx = gx[k] * row_x.transpose();
      Mat3 xt, tx, tt;
      if constexpr (Moments) {
        const Vec3 row_t = by_length * gt[m] + by_rate * ht[m];
        xt = gx[k] * row_t.transpose();
        tx = gt[k] * row_x.transpose();
        tt = gt[k] * row_t.transpose();
      }
      for (int a = k * Points / 2; a < (k + 1) * Points / 2; ++a) {
        for (int b = m * Points / 2; b < (m + 1) * Points / 2; ++b) {
          const Mat3 h = f * line.hessian[a][b];
          xx += h;
          if constexpr (Moments) {
            // d p_b = dx - [arm] theta
            const Mat3 arm_h = skew(line.arm[a]) * h;
            const Mat3 arm = skew(line.arm[b]);
            xt -= h * arm;
            tx += arm_h;
            tt -= arm_h * arm;
          }
        }
        if constexpr (Moments)
          if (k == m) tt += f * skew_product(line.gradient[a], line.arm[a]);
      }
      j(force(k), position(m)) -= xx;
      if constexpr (Moments) {
        j(force(k), rotation(m)) -= xt;
        j(moment(k), position(m)) -= tx;
        j(moment(k), rotation(m)) -= tt;
      }
      if (!rates) continue;
      const Vec3 v = by_rate * gx[m];
      j(force(k), velocity(m)) -= Mat3(gx[k] * v.transpose());
      if constexpr (Moments) {
        const Vec3 w = by_rate * gt[m];
        j(force(k), spin(m)) -= Mat3(gx[k] * w.transpose());
        j(moment(k), velocity(m)) -= Mat3(gt[k] * v.transpose());
        j(moment(k), spin(m)) -= Mat3(gt[k] * w.transpose());
      }
    }
  }
}

}  // namespace flexura
