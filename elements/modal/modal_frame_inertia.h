// Inertia of a flexible body seen from a frame that moves in a prescribed way (`rigid body kinematics`).
#pragma once

#include <memory>
#include <vector>

#include "elements/modal/modal_data.h"
#include "elements/modal/modal_frame.h"
#include "model/automatic_jacobian.h"

namespace flexura {

/// The frame adds to the acceleration of a point P of the body, x_P = x + R r, r = f + U q, in axes of the body,
///
///     e + B r + 2 w0~ x U q',   e = R^T (a0 + Omega x + 2 w0 x v),   B = R^T (Omega + 2 [w0][w]) R,
///     Omega = [w0'] + [w0][w0]
///
/// with a0, w0, w0' the acceleration, angular velocity and angular acceleration of the frame. Minus mass times it,
/// summed over the body, goes to the balances of the modal node and of the modes; the sums of second order are
/// P = sum m r r^T and D_j = sum m r U_j^T, both from the invariants.
class ModalFrameInertiaPhysics {
 public:
  static constexpr std::string_view type = "modal moving frame inertia";
  static constexpr std::string_view family = "modal moving frame inertia";

  ModalFrameInertiaPhysics(const BodyFrame& frame, const std::vector<NodeIndex>& coordinates,
                           std::shared_ptr<const ModalData> data)
      : frame_(frame), first_(frame.clamped ? 0 : 1), data_(std::move(data)) {
    if (!frame.clamped) nodes_.push_back(frame.node);
    nodes_.insert(nodes_.end(), coordinates.begin(), coordinates.end());
    for (int j = 0; j < data_->modes; ++j) {
      const Mat3 i8 = data_->i8.middleCols<3>(3 * j);
      moment_.push_back((0.5 * i8.trace() * Mat3::Identity() - i8).transpose());
    }
  }

  [[nodiscard]] const std::vector<NodeIndex>& nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return 0; }
  [[nodiscard]] UnknownInfo unknown(int) const { return {}; }

  template <class S>
  void residual(const MotionLocal<S>& q, MotionResidual<S>& r) const {
    static const MovingFrame any = [] {
      MovingFrame f;
      f.a = f.w = f.alpha = Vec3(1, 2, 3);
      return f;
    }();
    const MovingFrame& moving = q.state().frame ? *q.state().frame : any;
    const S factor(q.state().statics ? 0 : 1);
    const ModalData& d = *data_;
    const Vector3<S> w0 = moving.w.cast<S>();
    Matrix3<S> R = frame_.R.cast<S>();
    Vector3<S> x = frame_.x.cast<S>(), v = Vector3<S>::Constant(S(0)), w = v;
    if (!frame_.clamped) {
      R = q.node(0).R;
      x = q.node(0).x;
      v = q.node(0).v * factor;
      w = q.node(0).w * factor;
    }
    const Matrix3<S> omega = (skew(moving.alpha) + Mat3(skew(moving.w) * skew(moving.w))).cast<S>();
    const Vector3<S> e = R.transpose() * Vector3<S>(moving.a.cast<S>() + omega * x + w0.cross(v) * S(2));
    const Matrix3<S> about = omega + skew(w0) * skew(w) * S(2);
    const Matrix3<S> turned = about * R;
    const Matrix3<S> B = R.transpose() * turned;
    const Vector3<S> w0_body = R.transpose() * w0;

    Vector3<S> s = d.first.cast<S>(), flow = Vector3<S>::Constant(S(0));
    Matrix3<S> P = Mat3(0.5 * d.inertia.trace() * Mat3::Identity() - d.inertia).cast<S>();
    Matrix3<S> swirl = Matrix3<S>::Constant(S(0));  // sum m r (U q')^T
    for (int j = 0; j < d.modes; ++j) {
      const S qj = value(q, j), rate = value_rate(q, j) * factor;
      s += d.i3.col(j).cast<S>() * qj;
      flow += d.i3.col(j).cast<S>() * rate;
      P += Mat3(moment_[j] + moment_[j].transpose()).cast<S>() * qj;
      const Matrix3<S> arms = moment_of(q, j);
      swirl += arms * rate;
      if (d.curved) {
        // q_j sum_k q_k m U_j U_k^T, symmetric
        const Matrix3<S> half = (arms - moment_[j].cast<S>()) * (qj * S(0.5));
        P += half + half.transpose();
      }
    }
    for (int j = 0; j < d.modes; ++j) {
      const Matrix3<S> arms = moment_of(q, j);
      S sum = d.i3.col(j).cast<S>().dot(e);
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l) sum += B(k, l) * arms(l, k);
      if (d.coupled) {
        for (int k = 0; k < d.modes; ++k) {
          const S rate = value_rate(q, k) * factor;
          for (int c = 0; c < 3; ++c) sum -= w0_body(c) * (S(2 * d.i5[c](j, k)) * rate);
        }
      }
      r.force(first_ + j / 3)(j % 3) -= sum;
    }
    if (frame_.clamped) return;
    const Vector3<S> force = e * S(d.mass) + B * s + w0_body.cross(flow) * S(2);
    const Matrix3<S> m = P * B.transpose();
    Vector3<S> moment = s.cross(e);
    for (int i = 0; i < 3; ++i) moment(i) += m((i + 1) % 3, (i + 2) % 3) - m((i + 2) % 3, (i + 1) % 3);
    const S trace = swirl(0, 0) + swirl(1, 1) + swirl(2, 2);
    moment += (w0_body * trace - swirl.transpose() * w0_body) * S(2);
    r.force(0) -= R * force;
    r.moment(0) -= R * moment;
  }

 private:
  template <class S>
  [[nodiscard]] const S& value(const MotionLocal<S>& q, int j) const {
    return q.node(first_ + j / 3).x(j % 3);
  }
  template <class S>
  [[nodiscard]] const S& value_rate(const MotionLocal<S>& q, int j) const {
    return q.node(first_ + j / 3).v(j % 3);
  }
  /// D_j at the present deformation. Of sum m U_k U_j^T the part that is not symmetric is in I5, the other in I9.
  template <class S>
  [[nodiscard]] Matrix3<S> moment_of(const MotionLocal<S>& q, int j) const {
    const ModalData& d = *data_;
    Matrix3<S> sum = moment_[j].cast<S>();
    if (!d.coupled && !d.curved) return sum;
    for (int k = 0; k < d.modes; ++k) {
      // [U_k x U_j] = U_j U_k^T - U_k U_j^T
      Mat3 product = -0.5 * skew(Vec3(d.i5[0](k, j), d.i5[1](k, j), d.i5[2](k, j)));
      if (d.curved) {
        Vec6 six;
        for (int c = 0; c < 6; ++c) six(c) = d.curve[c](k, j);
        product += 0.5 * (symmetric(six) - 0.5 * (six(0) + six(1) + six(2)) * Mat3::Identity());
      }
      sum += product.cast<S>() * value(q, k);
    }
    return sum;
  }

  BodyFrame frame_;
  std::vector<NodeIndex> nodes_;
  int first_;
  std::shared_ptr<const ModalData> data_;
  std::vector<Mat3> moment_;  // sum m f U_j^T
};

using ModalFrameInertia = Automatic<ModalFrameInertiaPhysics>;

}  // namespace flexura
