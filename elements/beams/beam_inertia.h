// Inertia and weight spread along a finite volume beam, consistent with its interpolation.
#pragma once

#include <array>
#include <vector>

#include "elements/beams/section_kinematics.h"
#include "math/rate.h"
#include "model/batch.h"

namespace flexura {

/// Inertia of a beam by the length, section axes.
struct LineInertia {
  double mass = 0;              ///< kg/m
  Vec3 centre = Vec3::Zero();   ///< centre of mass from the section point, m
  Mat3 inertia = Mat3::Zero();  ///< about it, kg m
};

/// Point at which inertia is integrated.
template <int N>
struct InertiaPoint {
  std::array<double, N> value;          ///< shape functions
  double length;                        ///< of beam that it stands for, m
  Mat3 orientation = Mat3::Identity();  ///< section axes from interpolated ones
};

/// The N Gauss points of a beam. `initial`: states of the nodes; `sections`: section axes at the N - 1 sections from
/// interpolated ones, between and beyond which they are interpolated by rotation vector.
template <int N>
std::array<InertiaPoint<N>, N> inertia_points(const std::array<NodeState, N>& initial,
                                              const std::array<Vec3, N>& offset,
                                              const std::array<Mat3, N - 1>& sections);

/// Momenta of N nodes from the velocity field of a beam, by Gauss quadrature (N points).
///
/// With the interpolation of section_kinematics.h, b = R c, the section velocity v_c = sum N_i (v_i + w_i x f_i) + w x
/// b and w = sum S_i w_i, a point has mu = m v_c and eta = b x mu + J w, and nodes
///     beta_i = sum N_i mu,   gamma_i = sum (N_i f_i x mu + S_i^T eta)
///     force  -= beta_i',     moment -= gamma_i' - sum (N_i f_i' x mu + S_i'^T eta + S_i^T (b' x mu))
/// which is virtual work of the inertia of every point: it conserves energy and momenta as the beam does, and bending
/// frequencies converge faster than with bodies on the nodes. Momenta 6 i to 6 i + 5 are those of node i; behind them
/// velocities v_i, w_i, whose rates are the accelerations of nodes.
template <int N>
class BeamInertia {
 public:
  static constexpr std::string_view type = N == 3 ? "beam3 inertia" : "beam2 inertia";
  static constexpr std::string_view family = "beam inertia";

  struct Data {
    std::array<NodeIndex, N> nodes{};
    std::array<Vec3, N> offset;    ///< section points, node axes
    std::array<Mat3, N> relative;  ///< axes to interpolate, node axes
    LineInertia line;
    std::array<InertiaPoint<N>, N> points;
    bool central = false;  ///< gravity changes with position
  };
  explicit BeamInertia(const Data& data) : data_(data) {}

  [[nodiscard]] std::array<NodeIndex, N> nodes() const { return data_.nodes; }
  [[nodiscard]] int unknown_count() const { return 0; }
  [[nodiscard]] int momentum_count() const { return 12 * N; }
  static bool active(const State& state) { return !state.statics || state.gravity != nullptr; }

  void residual(const Local& q, Residual& r) const;
  void jacobian(const Local& q, Jacobian& j) const;
  void momenta(const Local& q, double* p) const;
  void momentum_rates(const Local& q, double* p_rate) const;
  void accelerations(const Local& q, const double* p_rate, NodeState* nodes) const;

  [[nodiscard]] double energy(const Local& q) const;
  /// Told once, when the whole model is known.
  void set_central_field(bool central) { data_.central = central; }

 private:
  template <class S>
  struct Motion;
  template <class S>
  struct Terms;
  struct VelocityColumns;
  /// `columns`: derivatives by velocities, added with S = double, but for what Terms::spun says.
  template <class S>
  Terms<S> evaluate(const Local& q, const std::array<Motion<S>, N>& nodes, VelocityColumns* columns = nullptr) const;
  void add_columns(VelocityColumns& columns, const InertiaPoint<N>& point,
                   const std::array<Vector3<Rate<double>>, N>& f, const std::array<Matrix3<Rate<double>>, N>& spin,
                   const Vector3<Rate<double>>& arm, const Matrix3<Rate<double>>& axes, const Vec3& mu,
                   const Vec3& eta) const;
  [[nodiscard]] std::array<Motion<double>, N> motion(const Local& q, bool accelerated) const;

  Data data_;
};

/// To be called when all elements are read: tells what field the beams are in.
void finish_beam_inertia(Model& model);

using Beam2Inertia = BeamInertia<2>;
using Beam3Inertia = BeamInertia<3>;
extern template class BeamInertia<2>;
extern template class BeamInertia<3>;

}  // namespace flexura
