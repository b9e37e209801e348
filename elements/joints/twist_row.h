// The angle of one frame about axis 3 of another, as a term of a constraint row.
#pragma once

#include <cmath>

#include "math/skew.h"
#include "model/local.h"

namespace flexura {

/// Adds k t to row Number of a joint: t is the angle by which frame 2 is turned about axis 3 of frame 1 once the bend
/// of its own axis 3 has been taken away, within half a turn, rad.
///
/// t = atan2(y1.x2 - x1.y2, x1.x2 + y1.y2), with x_k, y_k axes 1 and 2 of the joint frames: twice the angle of the
/// components 3 and 0 of the quaternion of F1^T F2. It is smooth up to a bend of half a turn and symmetric in the two
/// shafts. dt = n . (theta2 - theta1); the multiplier l makes the couple -k l n on node 2 and the opposite one on node
/// 1 (that is -phi_q^T l). The part of n along axis 3 of either frame is 1.
template <int Number>
struct TwistRow {
  Mat3 orientation1, orientation2;  ///< joint axes to node axes
  double k;

  /// The twist t and its gradient n, global axes.
  template <class S>
  struct Twist {
    Vector3<S> x1, y1, x2, y2;
    Vector3<S> a, b;  ///< d sine = a . (theta1 - theta2), d cosine = b . (theta1 - theta2)
    S sine, cosine, square;
    Vector3<S> n;

    template <class Node>
    Twist(const TwistRow& row, const Node& n1, const Node& n2) {
      const Matrix3<S> frame1 = n1.R * row.orientation1;
      const Matrix3<S> frame2 = n2.R * row.orientation2;
      x1 = frame1.col(0);
      y1 = frame1.col(1);
      x2 = frame2.col(0);
      y2 = frame2.col(1);
      sine = y1.dot(x2) - x1.dot(y2);
      cosine = x1.dot(x2) + y1.dot(y2);
      square = sine * sine + cosine * cosine;
      a = y1.cross(x2) - x1.cross(y2);
      b = x1.cross(x2) + y1.cross(y2);
      n = (b * sine - a * cosine) * (S(1) / square);
    }
    [[nodiscard]] S angle() const {
      using std::atan2;
      return atan2(sine, cosine);
    }
  };

  template <class Node, class S>
  void add_phi(const Node& n1, const Node& n2, S* out) const {
    out[Number] += Twist<S>(*this, n1, n2).angle() * S(k);
  }
  [[nodiscard]] Twist<double> twist(const Local& q) const { return {*this, q.node(0), q.node(1)}; }
  /// Frame 1; frame 2 in axes of frame 1.
  [[nodiscard]] Mat3 frame1(const Local& q) const { return q.node(0).R * orientation1; }
  [[nodiscard]] Mat3 relative(const Local& q) const { return frame1(q).transpose() * q.node(1).R * orientation2; }
  /// The couple on node 2, global axes, N m.
  [[nodiscard]] Vec3 couple(const Local& q) const { return -k * q.unknown(Number) * twist(q).n; }

  void residual(const Local& q, Residual& r) const {
    const Twist<double> t = twist(q);
    const Vec3 c = -k * q.unknown(Number) * t.n;
    r.moment(0) -= c;
    r.moment(1) += c;
    r.equation(Number) -= k * t.angle();
  }

  void jacobian(const Local& q, Jacobian& j) const {
    using namespace local;
    const Twist<double> t = twist(q);
    const double inverse = 1 / t.square;
    // d(u x v) = [v][u] theta1 - [u][v] theta2 for u of node 1 and v of node 2
    const Mat3 da1 = skew_product(t.x2, t.y1) - skew_product(t.y2, t.x1);
    const Mat3 da2 = skew_product(t.x1, t.y2) - skew_product(t.y1, t.x2);
    const Mat3 db1 = skew_product(t.x2, t.x1) + skew_product(t.y2, t.y1);
    const Mat3 db2 = -skew_product(t.x1, t.x2) - skew_product(t.y1, t.y2);
    const Mat3 common = inverse * (t.b * t.a.transpose() - t.a * t.b.transpose()) -
                        (2 * inverse) * t.n * (t.sine * t.a + t.cosine * t.b).transpose();
    const double factor = -k * q.unknown(Number);
    const Mat3 by_1 = factor * (inverse * (t.sine * db1 - t.cosine * da1) + common);
    const Mat3 by_2 = factor * (inverse * (t.sine * db2 - t.cosine * da2) - common);
    j(moment(0), rotation(0)) -= by_1;
    j(moment(0), rotation(1)) -= by_2;
    j(moment(1), rotation(0)) += by_1;
    j(moment(1), rotation(1)) += by_2;
    const Vec3 kn = k * t.n;
    j(moment(0), multiplier(Number)) += kn;
    j(moment(1), multiplier(Number)) -= kn;
    j(constraint(Number), rotation(0)) += kn.transpose();
    j(constraint(Number), rotation(1)) -= kn.transpose();
  }
};

}  // namespace flexura
