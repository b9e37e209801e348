// Residual and Jacobian of eight finite volume beams at once, one in each SIMD lane: relative rotations within an
// element below lanes_angle (no branch depends on the lane).
#include <algorithm>
#include <cstddef>

#include "elements/beams/finite_volume_beam.h"
#include "math/lanes.h"

namespace flexura {

namespace {

using LaneVec3 = Vector3<Lanes>;
using LaneMat3 = Matrix3<Lanes>;

/// Product written out: Eigen makes temporaries of products with scalars of its user's.
inline LaneMat3 times(const LaneMat3& a, const LaneMat3& b) {
  LaneMat3 out;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) out(i, j) = a(i, 0) * b(0, j) + a(i, 1) * b(1, j) + a(i, 2) * b(2, j);
  return out;
}

/// [a] m.
inline LaneMat3 cross(const LaneVec3& a, const LaneMat3& m) {
  LaneMat3 out;
  for (int j = 0; j < 3; ++j) {
    out(0, j) = a(1) * m(2, j) - a(2) * m(1, j);
    out(1, j) = a(2) * m(0, j) - a(0) * m(2, j);
    out(2, j) = a(0) * m(1, j) - a(1) * m(0, j);
  }
  return out;
}

/// Derivatives of force and moment by the two halves of a strain, or of its rate.
struct LaneTangent {
  LaneMat3 force_epsilon, force_kappa, moment_epsilon, moment_kappa;
  void set(int lane, int a, int b, const Mat6& tangent) {
    force_epsilon(a, b).set(lane, tangent(a, b));
    force_kappa(a, b).set(lane, tangent(a, 3 + b));
    moment_epsilon(a, b).set(lane, tangent(3 + a, b));
    moment_kappa(a, b).set(lane, tangent(3 + a, 3 + b));
  }
  /// The same in all lanes.
  void set(const Mat6& tangent) {
    for (int b = 0; b < 3; ++b)
      for (int a = 0; a < 3; ++a) {
        force_epsilon(a, b) = tangent(a, b);
        force_kappa(a, b) = tangent(a, 3 + b);
        moment_epsilon(a, b) = tangent(3 + a, b);
        moment_kappa(a, b) = tangent(3 + a, 3 + b);
      }
  }
  /// The same of force and moment in global axes.
  [[nodiscard]] LaneTangent turned(const LaneMat3& axes) const {
    return {times(axes, force_epsilon), times(axes, force_kappa), times(axes, moment_epsilon),
            times(axes, moment_kappa)};
  }
};

/// Stress and, when they are asked for, its derivatives.
struct LaneLaw {
  LaneVec3 force, moment;
  LaneTangent by_strain, by_rate;
};

/// The values of what may have rates.
template <int R, int C>
const Eigen::Matrix<Lanes, R, C>& values_of(const Eigen::Matrix<Lanes, R, C>& m) {
  return m;
}

/// The columns of an element: six for each node.
template <int N>
class LaneRows {
 public:
  explicit LaneRows(double* values) : values_(reinterpret_cast<Lanes*>(values)) {}
  void add(int row, int column, const LaneMat3& block) const {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) values_[(row + i) * 6 * N + column + j] += block(i, j);
  }
  void subtract(int row, int column, const LaneMat3& block) const {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) values_[(row + i) * 6 * N + column + j] -= block(i, j);
  }

 private:
  Lanes* values_;
};

}  // namespace

/// What the sections of the eight elements share, and their evaluation. S is Lanes, or Rate<Lanes> where a law depends
/// on the rate of strain.
template <int N, class S>
class BeamLanes {
 public:
  static constexpr bool rates = std::is_same_v<S, Rate<Lanes>>;
  using Beam = FiniteVolumeBeam<N>;
  using Elements = std::array<const Beam*, Beam::lanes>;
  using Locals = std::array<Local, Beam::lanes>;
  static_assert(Beam::lanes == Lanes::count && alignof(Lanes) <= 64);
  static_assert(sizeof(NodeState) == 24 * sizeof(double) && offsetof(NodeState, R) == 3 * sizeof(double) &&
                offsetof(NodeState, v) == 12 * sizeof(double) && offsetof(NodeState, w) == 15 * sizeof(double));

  BeamLanes(const Elements& elements, const Locals& locals)
      : elements_(elements), locals_(locals), context_(LawContext::of(locals[0].state())) {
    std::array<Matrix3<S>, N> r;
    std::array<LaneMat3, N> relative;
    std::array<LaneVec3, N> offset;
    std::array<Vector3<S>, N> x;
    for (int i = 0; i < N; ++i) {
      // Position, orientation, velocities, behind each other as in NodeState.
      constexpr int count = rates ? 18 : 12;
      Lanes motion[count];
      gather<count>(each([&](int lane) { return reinterpret_cast<const double*>(&locals[lane].node(i)); }), motion);
      x_[i] = Eigen::Map<const LaneVec3>(motion);
      const Eigen::Map<const LaneMat3> attitude(motion + 3);
      gather<3>(each([&](int lane) { return elements[lane]->data_.attachments[i].offset.data(); }), offset[i].data());
      gather<9>(each([&](int lane) { return elements[lane]->relative_[i].data(); }), relative[i].data());
      if constexpr (rates) {
        const Eigen::Map<const LaneVec3> v(motion + 12);
        w_[i] = Eigen::Map<const LaneVec3>(motion + 15);
        const LaneMat3 turning = cross(w_[i], attitude);
        for (int a = 0; a < 3; ++a) {
          x[i](a) = S(x_[i](a), v(a));
          for (int b = 0; b < 3; ++b) r[i](a, b) = S(attitude(a, b), turning(a, b));
        }
      } else {
        x[i] = x_[i];
        r[i] = attitude;
      }
    }
    nodes_.evaluate(x, r, offset, relative, true);
    within_reach_ = true;
    for (int i = 0; i < N; ++i)  // false for NaN too
      within_reach_ = within_reach_ && value_of(nodes_.theta[i].dot(nodes_.theta[i])) < lanes_angle * lanes_angle;
  }

  /// Whether relative rotations are small enough.
  [[nodiscard]] bool within_reach() const { return within_reach_; }

  void residual(double* values) {
    Lanes* r = reinterpret_cast<Lanes*>(values);
    for (int j = 0; j < 6 * N; ++j) r[j] = Lanes(0);
    BeamSection<S, N> section;
    for (int k = 0; k < N - 1; ++k) {
      evaluate(k, section, false);
      const LaneMat3& axes = values_of(section.r);
      const LaneVec3& p = values_of(section.p);
      const LaneVec3 force = axes * law_.force;
      const LaneVec3 moment = axes * law_.moment;
      const LaneVec3 near = moment + LaneVec3(p - x_[k]).cross(force);
      const LaneVec3 far = moment + LaneVec3(p - x_[k + 1]).cross(force);
      for (int a = 0; a < 3; ++a) {
        r[6 * k + a] += force(a);
        r[6 * k + 3 + a] += near(a);
        r[6 * k + 6 + a] -= force(a);
        r[6 * k + 9 + a] -= far(a);
      }
    }
  }

  void jacobian(const JacobianFactors& factors, double* values) {
    Lanes* dense = reinterpret_cast<Lanes*>(values);
    for (int at = 0; at < 36 * N * N; ++at) dense[at] = Lanes(0);
    const LaneRows<N> rows(values);
    const Lanes by_position(factors.balance_x);
    BeamSection<S, N> section;
    for (int k = 0; k < N - 1; ++k) {
      evaluate(k, section, true);
      // Global action by strain in section axes, scaled as the rows are.
      const LaneMat3& axes = values_of(section.r);
      const LaneMat3 scaled = axes * by_position;
      const LaneVec3 force = scaled * law_.force;
      const LaneVec3 moment = scaled * law_.moment;
      const LaneTangent strain = law_.by_strain.turned(scaled);
      const LaneMat3 force_tangent = times(strain.force_epsilon, LaneMat3(axes.transpose()));
      const LaneMat3 moment_tangent = times(strain.moment_epsilon, LaneMat3(axes.transpose()));
      const LaneMat3 force_skew = skew(force);
      const LaneVec3 arm_a = values_of(section.p) - x_[k];
      const LaneVec3 arm_b = values_of(section.p) - x_[k + 1];
      const auto add = [&](int column, const LaneMat3& df, const LaneMat3& dm) {
        rows.add(6 * k, column, df);
        rows.add(6 * k + 3, column, dm + cross(arm_a, df));
        rows.subtract(6 * k + 6, column, df);
        rows.subtract(6 * k + 9, column, dm + cross(arm_b, df));
      };
      for (int i = 0; i < N; ++i) {
        const LaneMat3& epsilon_t = values_of(section.epsilon_t[i]);
        const LaneMat3& kappa_t = values_of(section.kappa_t[i]);
        const LaneMat3& spin = values_of(section.spin[i]);
        const Lanes value(elements_[0]->value_[k][i]);
        const LaneMat3 lever = force_skew * value;  // - F x d(p), p = sum N_i (x_i + f_i)
        add(6 * i, force_tangent * slope_[i], moment_tangent * slope_[i] - lever);
        const LaneMat3 df =
            times(strain.force_epsilon, epsilon_t) + times(strain.force_kappa, kappa_t) - cross(force, spin);
        const LaneMat3 dm = times(strain.moment_epsilon, epsilon_t) + times(strain.moment_kappa, kappa_t) -
                            cross(moment, spin) + times(lever, skew(values_of(nodes_.f[i])));
        add(6 * i + 3, df, dm);
      }
      if constexpr (rates) add_rates(section, factors, add);
      rows.add(6 * k + 3, 6 * k, force_skew);  // the arm starts at the node itself
      rows.subtract(6 * k + 9, 6 * k + 6, force_skew);
    }
  }

 private:
  /// Derivatives of the action by the rate of strain, which depends on motions and on their rates:
  /// d(strain rate) = d/dt(d strain), with d/dt of a virtual rotation = dw + w x theta.
  template <class Add>
  void add_rates(const BeamSection<S, N>& section, const JacobianFactors& factors, Add add) {
    const LaneTangent rate = law_.by_rate.turned(values_of(section.r));
    const Lanes by_position(factors.balance_x), by_velocity(factors.balance_v);
    for (int i = 0; i < N; ++i) {
      LaneMat3 spin;  // dw by the unknown of rotation
      for (int lane = 0; lane < Lanes::count; ++lane) {
        const Mat3& of = locals_[lane].state().spin[locals_[lane].node_index(i)];
        for (int a = 0; a < 3; ++a)
          for (int b = 0; b < 3; ++b) spin(a, b).set(lane, of(a, b));
      }
      const LaneMat3 turning = skew(w_[i]) * by_position + spin * by_velocity;
      const LaneMat3 by_x =
          rates_of(section.epsilon_x[i]) * by_position + values_of(section.epsilon_x[i]) * by_velocity;
      const LaneMat3 epsilon_t =
          rates_of(section.epsilon_t[i]) * by_position + times(values_of(section.epsilon_t[i]), turning);
      const LaneMat3 kappa_t =
          rates_of(section.kappa_t[i]) * by_position + times(values_of(section.kappa_t[i]), turning);
      add(6 * i, times(rate.force_epsilon, by_x), times(rate.moment_epsilon, by_x));
      add(6 * i + 3, times(rate.force_epsilon, epsilon_t) + times(rate.force_kappa, kappa_t),
          times(rate.moment_epsilon, epsilon_t) + times(rate.moment_kappa, kappa_t));
    }
  }

  /// Section k of all elements and its law.
  void evaluate(int k, BeamSection<S, N>& section, bool derivatives) {
    LaneMat3 relative;
    gather<N>(each([&](int lane) { return elements_[lane]->slope_[k].data(); }), slope_.data());
    gather<9>(each([&](int lane) { return elements_[lane]->section_relative_[k].data(); }), relative.data());
    std::array<double, N> value;
    for (int i = 0; i < N; ++i) value[i] = elements_[0]->value_[k][i];
    section.evaluate(nodes_, value, slope_, relative, derivatives);
    const LaneVec3& epsilon = values_of(section.epsilon);
    const LaneVec3& kappa = values_of(section.kappa);
    LaneVec3 epsilon_rate, kappa_rate;
    if constexpr (rates) {
      epsilon_rate = rates_of(section.epsilon);
      kappa_rate = rates_of(section.kappa);
    }
    const ConstitutiveLaw<6>& first = *elements_[0]->data_.laws[k];
    if (first.linear() && first.prestrain().empty() &&
        std::ranges::all_of(elements_, [&](const Beam* beam) { return beam->data_.laws[k].get() == &first; })) {
      share(k, first, epsilon, kappa, epsilon_rate, kappa_rate);
      return;
    }
    LawResult<6> result;
    for (int lane = 0; lane < Lanes::count; ++lane) {
      const Beam& beam = *elements_[lane];
      const Local& q = locals_[lane];
      Vec6 strain, rate = Vec6::Zero();
      for (int a = 0; a < 3; ++a) {
        strain(a) = epsilon(a)[lane] - beam.initial_strain_[k](a);
        strain(3 + a) = kappa(a)[lane] - beam.initial_strain_[k](3 + a);
        if constexpr (rates) {
          rate(a) = epsilon_rate(a)[lane];
          rate(3 + a) = kappa_rate(a)[lane];
        }
      }
      beam.data_.laws[k]->evaluate(strain, rate, context_,
                                   LawMemory{q.memory_accepted(), q.memory_trial()}.from(beam.memory_offset_[k]),
                                   result);
      if constexpr (rates)
        if (!has_viscosity(beam.data_.laws[k]->kind())) result.by_rate.setZero();
      for (int a = 0; a < 3; ++a) {
        law_.force(a).set(lane, result.stress(a));
        law_.moment(a).set(lane, result.stress(3 + a));
        if (!derivatives) continue;
        for (int b = 0; b < 3; ++b) {
          law_.by_strain.set(lane, a, b, result.by_strain);
          if constexpr (rates) law_.by_rate.set(lane, a, b, result.by_rate);
        }
      }
    }
  }

  /// The linear law of all elements.
  void share(int k, const ConstitutiveLaw<6>& law, const LaneVec3& epsilon, const LaneVec3& kappa,
             const LaneVec3& epsilon_rate, const LaneVec3& kappa_rate) {
    Lanes strain[6];
    gather<6>(each([&](int lane) { return elements_[lane]->initial_strain_[k].data(); }), strain);
    for (int a = 0; a < 3; ++a) {
      strain[a] = epsilon(a) - strain[a];
      strain[3 + a] = kappa(a) - strain[3 + a];
    }
    const LinearMatrices<6>& matrices = *law.linear();
    for (int a = 0; a < 3; ++a) {
      law_.force(a) = law.prestress()(a);
      law_.moment(a) = law.prestress()(3 + a);
      for (int b = 0; b < 6; ++b) {
        law_.force(a) += strain[b] * matrices.stiffness(a, b);
        law_.moment(a) += strain[b] * matrices.stiffness(3 + a, b);
      }
    }
    law_.by_strain.set(matrices.stiffness);
    if constexpr (rates) {
      const bool viscous = has_viscosity(law.kind());
      law_.by_rate.set(viscous ? matrices.damping : Mat6::Zero());
      if (!viscous) return;
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) {
          law_.force(a) += epsilon_rate(b) * matrices.damping(a, b) + kappa_rate(b) * matrices.damping(a, 3 + b);
          law_.moment(a) +=
              epsilon_rate(b) * matrices.damping(3 + a, b) + kappa_rate(b) * matrices.damping(3 + a, 3 + b);
        }
    }
  }

  /// Where something is in each lane.
  template <class Where>
  static std::array<const double*, Lanes::count> each(Where where) {
    std::array<const double*, Lanes::count> places;
    for (int lane = 0; lane < Lanes::count; ++lane) places[lane] = where(lane);
    return places;
  }

  const Elements& elements_;
  const Locals& locals_;
  LawContext context_;
  std::array<LaneVec3, N> x_, w_;
  BeamNodes<S, N> nodes_;
  std::array<Lanes, N> slope_;  // of the section in hand
  LaneLaw law_;
  bool within_reach_ = false;
};

template <int N>
bool FiniteVolumeBeam<N>::need_rates(const std::array<const FiniteVolumeBeam*, lanes>& elements,
                                     const std::array<Local, lanes>& q) {
  return !q[0].state().statics &&
         std::any_of(elements.begin(), elements.end(), [](const auto* beam) { return beam->viscous_; });
}

template <int N>
bool FiniteVolumeBeam<N>::residual_in_lanes(const std::array<const FiniteVolumeBeam*, lanes>& elements,
                                            const std::array<Local, lanes>& q, double* r) {
  const auto evaluate = [&](auto beams) {
    if (!beams.within_reach()) return false;
    beams.residual(r);
    return true;
  };
  return need_rates(elements, q) ? evaluate(BeamLanes<N, Rate<Lanes>>(elements, q))
                                 : evaluate(BeamLanes<N, Lanes>(elements, q));
}

template <int N>
bool FiniteVolumeBeam<N>::jacobian_in_lanes(const std::array<const FiniteVolumeBeam*, lanes>& elements,
                                            const std::array<Local, lanes>& q, const JacobianFactors& factors,
                                            double* values) {
  const auto evaluate = [&](auto beams) {
    if (!beams.within_reach()) return false;
    beams.jacobian(factors, values);
    return true;
  };
  return need_rates(elements, q) ? evaluate(BeamLanes<N, Rate<Lanes>>(elements, q))
                                 : evaluate(BeamLanes<N, Lanes>(elements, q));
}

template bool FiniteVolumeBeam<2>::need_rates(const std::array<const FiniteVolumeBeam*, lanes>&,
                                              const std::array<Local, lanes>&);
template bool FiniteVolumeBeam<3>::need_rates(const std::array<const FiniteVolumeBeam*, lanes>&,
                                              const std::array<Local, lanes>&);
template bool FiniteVolumeBeam<2>::residual_in_lanes(const std::array<const FiniteVolumeBeam*, lanes>&,
                                                     const std::array<Local, lanes>&, double*);
template bool FiniteVolumeBeam<3>::residual_in_lanes(const std::array<const FiniteVolumeBeam*, lanes>&,
                                                     const std::array<Local, lanes>&, double*);
template bool FiniteVolumeBeam<2>::jacobian_in_lanes(const std::array<const FiniteVolumeBeam*, lanes>&,
                                                     const std::array<Local, lanes>&, const JacobianFactors&, double*);
template bool FiniteVolumeBeam<3>::jacobian_in_lanes(const std::array<const FiniteVolumeBeam*, lanes>&,
                                                     const std::array<Local, lanes>&, const JacobianFactors&, double*);

}  // namespace flexura
