// Residual and Jacobian of eight finite volume beams at once, one in each SIMD lane: elastic sections, relative
// rotations within an element below lanes_angle (no branch depends on the lane).
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

/// Stress and, when it is asked for, its derivative by strain.
struct LaneLaw {
  LaneVec3 force, moment;
  LaneMat3 force_epsilon, force_kappa, moment_epsilon, moment_kappa;
};

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

/// What the sections of the eight elements share, and their evaluation.
template <int N>
class BeamLanes {
 public:
  using Beam = FiniteVolumeBeam<N>;
  using Elements = std::array<const Beam*, Beam::lanes>;
  using Locals = std::array<Local, Beam::lanes>;
  static_assert(Beam::lanes == Lanes::count && alignof(Lanes) <= 64);

  BeamLanes(const Elements& elements, const Locals& locals)
      : elements_(elements), locals_(locals), context_(LawContext::of(locals[0].state())) {
    std::array<LaneMat3, N> r, relative;
    std::array<LaneVec3, N> offset;
    for (int i = 0; i < N; ++i) {
      for (int lane = 0; lane < Lanes::count; ++lane) {
        const Beam& beam = *elements[lane];
        const NodeState& node = locals[lane].node(i);
        for (int a = 0; a < 3; ++a) {
          x_[i](a).set(lane, node.x(a));
          offset[i](a).set(lane, beam.data_.attachments[i].offset(a));
          for (int b = 0; b < 3; ++b) {
            r[i](a, b).set(lane, node.R(a, b));
            relative[i](a, b).set(lane, beam.relative_[i](a, b));
          }
        }
      }
    }
    nodes_.evaluate(x_, r, offset, relative, true);
    within_reach_ = true;
    for (int i = 0; i < N; ++i)  // false for NaN too
      within_reach_ = within_reach_ && value_of(nodes_.theta[i].dot(nodes_.theta[i])) < lanes_angle * lanes_angle;
  }

  /// Whether relative rotations are small enough.
  [[nodiscard]] bool within_reach() const { return within_reach_; }

  void residual(double* values) {
    Lanes* r = reinterpret_cast<Lanes*>(values);
    for (int j = 0; j < 6 * N; ++j) r[j] = Lanes(0);
    BeamSection<Lanes, N> section;
    for (int k = 0; k < N - 1; ++k) {
      evaluate(k, section, false);
      const LaneVec3 force = section.r * law_.force;
      const LaneVec3 moment = section.r * law_.moment;
      const LaneVec3 near = moment + LaneVec3(section.p - x_[k]).cross(force);
      const LaneVec3 far = moment + LaneVec3(section.p - x_[k + 1]).cross(force);
      for (int a = 0; a < 3; ++a) {
        r[6 * k + a] += force(a);
        r[6 * k + 3 + a] += near(a);
        r[6 * k + 6 + a] -= force(a);
        r[6 * k + 9 + a] -= far(a);
      }
    }
  }

  void jacobian(double factor, double* values) {
    Lanes* dense = reinterpret_cast<Lanes*>(values);
    for (int at = 0; at < 36 * N * N; ++at) dense[at] = Lanes(0);
    const LaneRows<N> rows(values);
    BeamSection<Lanes, N> section;
    for (int k = 0; k < N - 1; ++k) {
      evaluate(k, section, true);
      // Global action by strain in section axes, scaled as the rows are.
      const LaneMat3 axes = section.r * Lanes(factor);
      const LaneVec3 force = axes * law_.force;
      const LaneVec3 moment = axes * law_.moment;
      const LaneMat3 fe = times(axes, law_.force_epsilon), fk = times(axes, law_.force_kappa);
      const LaneMat3 me = times(axes, law_.moment_epsilon), mk = times(axes, law_.moment_kappa);
      const LaneMat3 force_tangent = times(fe, LaneMat3(section.r.transpose()));
      const LaneMat3 moment_tangent = times(me, LaneMat3(section.r.transpose()));
      const LaneMat3 force_skew = skew(force);
      const LaneVec3 arm_a = section.p - x_[k];
      const LaneVec3 arm_b = section.p - x_[k + 1];
      const auto add = [&](int column, const LaneMat3& df, const LaneMat3& dm) {
        rows.add(6 * k, column, df);
        rows.add(6 * k + 3, column, dm + cross(arm_a, df));
        rows.subtract(6 * k + 6, column, df);
        rows.subtract(6 * k + 9, column, dm + cross(arm_b, df));
      };
      for (int i = 0; i < N; ++i) {
        const Lanes value(elements_[0]->value_[k][i]);
        const LaneMat3 lever = force_skew * value;  // - F x d(p), p = sum N_i (x_i + f_i)
        add(6 * i, force_tangent * slope_[i], moment_tangent * slope_[i] - lever);
        const LaneMat3 df =
            times(fe, section.epsilon_t[i]) + times(fk, section.kappa_t[i]) - cross(force, section.spin[i]);
        const LaneMat3 dm = times(me, section.epsilon_t[i]) + times(mk, section.kappa_t[i]) -
                            cross(moment, section.spin[i]) + times(lever, skew(nodes_.f[i]));
        add(6 * i + 3, df, dm);
      }
      rows.add(6 * k + 3, 6 * k, force_skew);  // the arm starts at the node itself
      rows.subtract(6 * k + 9, 6 * k + 6, force_skew);
    }
  }

 private:
  /// Section k of all elements and its law.
  void evaluate(int k, BeamSection<Lanes, N>& section, bool derivatives) {
    LaneMat3 relative;
    for (int lane = 0; lane < Lanes::count; ++lane) {
      const Beam& beam = *elements_[lane];
      for (int i = 0; i < N; ++i) slope_[i].set(lane, beam.slope_[k][i]);
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) relative(a, b).set(lane, beam.section_relative_[k](a, b));
    }
    std::array<double, N> value;
    for (int i = 0; i < N; ++i) value[i] = elements_[0]->value_[k][i];
    section.evaluate(nodes_, value, slope_, relative, derivatives);
    LawResult<6> result;
    for (int lane = 0; lane < Lanes::count; ++lane) {
      const Beam& beam = *elements_[lane];
      const Local& q = locals_[lane];
      Vec6 strain;
      for (int a = 0; a < 3; ++a) {
        strain(a) = section.epsilon(a)[lane] - beam.initial_strain_[k](a);
        strain(3 + a) = section.kappa(a)[lane] - beam.initial_strain_[k](3 + a);
      }
      beam.data_.laws[k]->evaluate(strain, Vec6::Zero(), context_,
                                   LawMemory{q.memory_accepted(), q.memory_trial()}.from(beam.memory_offset_[k]),
                                   result);
      for (int a = 0; a < 3; ++a) {
        law_.force(a).set(lane, result.stress(a));
        law_.moment(a).set(lane, result.stress(3 + a));
        if (!derivatives) continue;
        for (int b = 0; b < 3; ++b) {
          law_.force_epsilon(a, b).set(lane, result.by_strain(a, b));
          law_.force_kappa(a, b).set(lane, result.by_strain(a, 3 + b));
          law_.moment_epsilon(a, b).set(lane, result.by_strain(3 + a, b));
          law_.moment_kappa(a, b).set(lane, result.by_strain(3 + a, 3 + b));
        }
      }
    }
  }

  const Elements& elements_;
  const Locals& locals_;
  LawContext context_;
  std::array<LaneVec3, N> x_;
  BeamNodes<Lanes, N> nodes_;
  std::array<Lanes, N> slope_;  // of the section in hand
  LaneLaw law_;
  bool within_reach_ = false;
};

template <int N>
bool FiniteVolumeBeam<N>::residual_in_lanes(const std::array<const FiniteVolumeBeam*, lanes>& elements,
                                            const std::array<Local, lanes>& q, double* r) {
  BeamLanes<N> beams(elements, q);
  if (!beams.within_reach()) return false;
  beams.residual(r);
  return true;
}

template <int N>
bool FiniteVolumeBeam<N>::jacobian_in_lanes(const std::array<const FiniteVolumeBeam*, lanes>& elements,
                                            const std::array<Local, lanes>& q, const JacobianFactors& factors,
                                            double* values) {
  BeamLanes<N> beams(elements, q);
  if (!beams.within_reach()) return false;
  beams.jacobian(factors.balance_x, values);
  return true;
}

template bool FiniteVolumeBeam<2>::residual_in_lanes(const std::array<const FiniteVolumeBeam*, lanes>&,
                                                     const std::array<Local, lanes>&, double*);
template bool FiniteVolumeBeam<3>::residual_in_lanes(const std::array<const FiniteVolumeBeam*, lanes>&,
                                                     const std::array<Local, lanes>&, double*);
template bool FiniteVolumeBeam<2>::jacobian_in_lanes(const std::array<const FiniteVolumeBeam*, lanes>&,
                                                     const std::array<Local, lanes>&, const JacobianFactors&, double*);
template bool FiniteVolumeBeam<3>::jacobian_in_lanes(const std::array<const FiniteVolumeBeam*, lanes>&,
                                                     const std::array<Local, lanes>&, const JacobianFactors&, double*);

}  // namespace flexura
