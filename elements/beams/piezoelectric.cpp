// What electrodes add to beams.
#include "elements/beams/finite_volume_beam.h"

namespace flexura {

/// (F, M) += actuation V.
template <int N>
void FiniteVolumeBeam<N>::actuate(const Local& q, int k, Vec6& stress) const {
  for (int e = 0; e < static_cast<int>(data_.electrodes.size()); ++e)
    stress += data_.coupling[k].actuation.col(e) * q.scalar(e);
}

/// The current that flows out of the electrodes' nodes is -Q' times the length of the piece.
template <int N>
void FiniteVolumeBeam<N>::add_charge(const Local& q, int k, const Vec6& rate, Residual& r) const {
  const Electrodes& coupling = data_.coupling[k];
  const int count = static_cast<int>(data_.electrodes.size());
  for (int e = 0; e < count; ++e) {
    double flow = 0;
    for (int i = 0; i < 6; ++i) flow += coupling.charge(e, i) * rate(i);
    for (int i = 0; i < count; ++i) flow += coupling.capacity(e, i) * q.scalar_rate(i);
    r.equation(e) += length_[k] * flow;
  }
}

template <int N>
void FiniteVolumeBeam<N>::add_actuation_columns(int k, const Mat3& axes, const Vec3& arm_a, const Vec3& arm_b,
                                                Jacobian& j) const {
  using namespace local;
  for (int e = 0; e < static_cast<int>(data_.electrodes.size()); ++e) {
    const Vec3 f = axes * data_.coupling[k].actuation.col(e).template head<3>();
    const Vec3 m = axes * data_.coupling[k].actuation.col(e).template tail<3>();
    j(force(k), value(e)) += f;
    j(moment(k), value(e)) += Vec3(m + arm_a.cross(f));
    j(force(k + 1), value(e)) -= f;
    j(moment(k + 1), value(e)) -= Vec3(m + arm_b.cross(f));
  }
}

template <int N>
void FiniteVolumeBeam<N>::add_charge_rows(const Local& q, int k, const BeamSection<double, N>& section,
                                          const BeamSection<Rate<double>, N>& moving, Jacobian& j) const {
  using namespace local;
  const Electrodes& coupling = data_.coupling[k];
  const int count = static_cast<int>(data_.electrodes.size());
  for (int e = 0; e < count; ++e) {
    const RowVec3 by_epsilon = length_[k] * coupling.charge.row(e).template head<3>();
    const RowVec3 by_kappa = length_[k] * coupling.charge.row(e).template tail<3>();
    for (int i = 0; i < N; ++i) {
      // d(strain rate) = d/dt(d strain), with d/dt of a virtual rotation = dw + w x theta
      const Mat3 turning = skew(q.node(i).w);
      const Mat3 et = rates_of(moving.epsilon_t[i]) + section.epsilon_t[i] * turning;
      const Mat3 kt = rates_of(moving.kappa_t[i]) + section.kappa_t[i] * turning;
      j(equation(e), position(i)) += RowVec3(by_epsilon * rates_of(moving.epsilon_x[i]));
      j(equation(e), rotation(i)) += RowVec3(by_epsilon * et + by_kappa * kt);
      j(equation(e), velocity(i)) += RowVec3(by_epsilon * section.epsilon_x[i]);
      j(equation(e), spin(i)) += RowVec3(by_epsilon * section.epsilon_t[i] + by_kappa * section.kappa_t[i]);
    }
    for (int i = 0; i < count; ++i) j(equation(e), rate(i)) += length_[k] * coupling.capacity(e, i);
  }
}

template void FiniteVolumeBeam<2>::actuate(const Local&, int, Vec6&) const;
template void FiniteVolumeBeam<3>::actuate(const Local&, int, Vec6&) const;
template void FiniteVolumeBeam<2>::add_charge(const Local&, int, const Vec6&, Residual&) const;
template void FiniteVolumeBeam<3>::add_charge(const Local&, int, const Vec6&, Residual&) const;
template void FiniteVolumeBeam<2>::add_actuation_columns(int, const Mat3&, const Vec3&, const Vec3&, Jacobian&) const;
template void FiniteVolumeBeam<3>::add_actuation_columns(int, const Mat3&, const Vec3&, const Vec3&, Jacobian&) const;
template void FiniteVolumeBeam<2>::add_charge_rows(const Local&, int, const BeamSection<double, 2>&,
                                                   const BeamSection<Rate<double>, 2>&, Jacobian&) const;
template void FiniteVolumeBeam<3>::add_charge_rows(const Local&, int, const BeamSection<double, 3>&,
                                                   const BeamSection<Rate<double>, 3>&, Jacobian&) const;

}  // namespace flexura
