#include "elements/beams/finite_volume_beam.h"

#include <cmath>

#include "elements/log_record.h"
#include "model/model.h"

namespace flexura {

namespace {

/// Abscissae of the sections on xi in [-1, 1].
template <int N>
constexpr double section_abscissa(int section) {
  constexpr double gauss = 0.57735026918962576451;
  return N == 2 ? 0 : (section == 0 ? -gauss : gauss);
}

// As of numbers with rates (math/rate.h).
const Mat3& values_of(const Mat3& m) { return m; }
const Vec3& values_of(const Vec3& v) { return v; }

}  // namespace

template <int N>
template <class S>
void FiniteVolumeBeam<N>::read(const Local& q, std::array<Vector3<S>, N>& x, std::array<Matrix3<S>, N>& r) const {
  for (int i = 0; i < N; ++i) {
    const NodeState& n = q.node(i);
    if constexpr (std::is_same_v<S, double>) {
      x[i] = n.x;
      r[i] = n.R;
    } else {
      const Mat3 r_rate = skew(n.w) * n.R;
      for (int a = 0; a < 3; ++a) {
        x[i](a) = S(n.x(a), n.v(a));
        for (int b = 0; b < 3; ++b) r[i](a, b) = S(n.R(a, b), r_rate(a, b));
      }
    }
  }
}

template <int N>
FiniteVolumeBeam<N>::FiniteVolumeBeam(const Data& data, const std::array<NodeState, N>& initial) : data_(data) {
  std::array<Vec3, N> x;
  std::array<Mat3, N> r;
  std::array<Vec3, N> offset;
  for (int i = 0; i < N; ++i) {
    x[i] = initial[i].x;
    r[i] = initial[i].R;
    offset[i] = data.attachments[i].offset;
    relative_[i] = data.attachments[i].orientation;
  }
  BeamNodes<double, N> nodes;
  nodes.evaluate(x, r, offset, relative_, false);
  for (int k = 0; k < sections; ++k) {
    const ShapeFunctions<N> shape(section_abscissa<N>(k));
    Vec3 tangent = Vec3::Zero();
    for (int i = 0; i < N; ++i) tangent += shape.slope[i] * nodes.p[i];
    const double jacobian = tangent.norm();
    value_[k] = shape.value;
    slope_[k] = shape.slope;
    for (double& s : slope_[k]) s /= jacobian;
    length_[k] = N == 2 ? 2 * jacobian : jacobian;
    BeamSection<double, N> section;
    section.evaluate(nodes, value_[k], slope_[k], Mat3(Mat3::Identity()), false);
    section_relative_[k] = data.from_nodes ? Mat3::Identity() : Mat3(section.r.transpose() * data.orientation[k]);
    section.evaluate(nodes, value_[k], slope_[k], section_relative_[k], false);
    initial_strain_[k] << section.epsilon, section.kappa;
    viscous_ = viscous_ || has_viscosity(data.laws[k]->kind());
    viscous_ = viscous_ || data.coupled;  // the rate of charge depends on that of the strain
    memory_offset_[k + 1] = memory_offset_[k] + data.laws[k]->memory_size();
  }
}

template <int N>
void FiniteVolumeBeam<N>::initial_memory(double* memory) const {
  for (int k = 0; k < sections; ++k) data_.laws[k]->initial_memory(memory + memory_offset_[k]);
}

template <int N>
void FiniteVolumeBeam<N>::residual(const Local& q, Residual& r) const {
  std::array<Vec3, N> offset;
  for (int i = 0; i < N; ++i) offset[i] = data_.attachments[i].offset;
  const LawContext context = LawContext::of(q.state());
  LawResult<6> law;
  const auto add = [&](int k, const Vec3& p, const Mat3& section_axes) {
    const Vec3 force = section_axes * law.stress.template head<3>();
    const Vec3 moment = section_axes * law.stress.template tail<3>();
    r.force(k) += force;
    r.moment(k) += moment + Vec3(p - q.node(k).x).cross(force);
    r.force(k + 1) -= force;
    r.moment(k + 1) -= moment + Vec3(p - q.node(k + 1).x).cross(force);
  };
  const auto memory = [&](int k) { return LawMemory{q.memory_accepted(), q.memory_trial()}.from(memory_offset_[k]); };
  if (viscous_ && !q.state().statics) {
    std::array<Vector3<Rate<double>>, N> x;
    std::array<Matrix3<Rate<double>>, N> orientation;
    read(q, x, orientation);
    BeamNodes<Rate<double>, N> nodes;
    nodes.evaluate(x, orientation, offset, relative_, false);
    BeamSection<Rate<double>, N> section;
    for (int k = 0; k < sections; ++k) {
      section.evaluate(nodes, value_[k], slope_[k], section_relative_[k], false);
      Vec6 strain, rate;
      strain << values_of(section.epsilon), values_of(section.kappa);
      rate << rates_of(section.epsilon), rates_of(section.kappa);
      data_.laws[k]->evaluate(strain - initial_strain_[k], rate, context, memory(k), law);
      actuate(q, k, law.stress);
      add(k, values_of(section.p), values_of(section.r));
      if (data_.coupled) add_charge(q, k, rate, r);
    }
    return;
  }
  std::array<Vec3, N> x;
  std::array<Mat3, N> orientation;
  read(q, x, orientation);
  BeamNodes<double, N> nodes;
  nodes.evaluate(x, orientation, offset, relative_, false);
  BeamSection<double, N> section;
  for (int k = 0; k < sections; ++k) {
    section.evaluate(nodes, value_[k], slope_[k], section_relative_[k], false);
    Vec6 strain;
    strain << section.epsilon, section.kappa;
    data_.laws[k]->evaluate(strain - initial_strain_[k], Vec6::Zero(), context, memory(k), law);
    actuate(q, k, law.stress);
    add(k, section.p, section.r);
  }
}

namespace {

/// A (3x3) times rows of C columns, written so that the columns fill SIMD lanes.
template <int C>
Eigen::Matrix<double, 3, C, Eigen::RowMajor> multiply(const Mat3& a,
                                                      const Eigen::Matrix<double, 3, C, Eigen::RowMajor>& b) {
  Eigen::Matrix<double, 3, C, Eigen::RowMajor> out;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < C; ++j) out(i, j) = a(i, 0) * b(0, j) + a(i, 1) * b(1, j) + a(i, 2) * b(2, j);
  return out;
}

/// Adds the derivative blocks of F and M (global) by one kind of nodal column to the rows of both nodes of a section.
template <class Column>
void add_action(Jacobian& j, int k, const Vec3& arm_a, const Vec3& arm_b, const Mat3& df, const Mat3& dm,
                Column column) {
  using namespace local;
  j(force(k), column) += df;
  j(moment(k), column) += Mat3(dm + skew(arm_a) * df);
  j(force(k + 1), column) -= df;
  j(moment(k + 1), column) -= Mat3(dm + skew(arm_b) * df);
}

}  // namespace

template <int N>
void FiniteVolumeBeam<N>::jacobian(const Local& q, Jacobian& j) const {
  using namespace local;
  std::array<Vec3, N> offset;
  for (int i = 0; i < N; ++i) offset[i] = data_.attachments[i].offset;
  const LawContext context = LawContext::of(q.state());
  const bool rates = viscous_ && !q.state().statics;
  // The law writes trial memory as it does in the residual, at the same state.
  LawResult<6> law;
  std::array<Vec3, N> x;
  std::array<Mat3, N> orientation;
  read(q, x, orientation);
  BeamNodes<double, N> nodes;
  nodes.evaluate(x, orientation, offset, relative_, true);
  BeamSection<double, N> section;

  BeamNodes<Rate<double>, N> moving_nodes;
  if (rates) {
    std::array<Vector3<Rate<double>>, N> moving_x;
    std::array<Matrix3<Rate<double>>, N> moving_r;
    read(q, moving_x, moving_r);
    moving_nodes.evaluate(moving_x, moving_r, offset, relative_, true);
  }
  for (int k = 0; k < sections; ++k) {
    section.evaluate(nodes, value_[k], slope_[k], section_relative_[k], true);
    Vec6 strain;
    Vec6 rate = Vec6::Zero();
    strain << section.epsilon, section.kappa;
    BeamSection<Rate<double>, N> moving;
    if (rates) {
      moving.evaluate(moving_nodes, value_[k], slope_[k], section_relative_[k], true);
      rate << rates_of(moving.epsilon), rates_of(moving.kappa);
    }
    data_.laws[k]->evaluate(strain - initial_strain_[k], rate, context,
                            LawMemory{q.memory_accepted(), q.memory_trial()}.from(memory_offset_[k]), law);
    actuate(q, k, law.stress);
    // Global action by global strain: rows of the stiffness turned by the section axes.
    const Mat3& axes = section.r;
    const Vec3 f = axes * law.stress.template head<3>();
    const Vec3 m = axes * law.stress.template tail<3>();
    const Vec3 arm_a = section.p - q.node(k).x;
    const Vec3 arm_b = section.p - q.node(k + 1).x;
    Rows strain_rows[2];
    for (int i = 0; i < N; ++i) {
      strain_rows[0].template block<3, 3>(0, 6 * i) = section.epsilon_x[i];
      strain_rows[0].template block<3, 3>(0, 6 * i + 3) = section.epsilon_t[i];
      strain_rows[1].template block<3, 3>(0, 6 * i).setZero();
      strain_rows[1].template block<3, 3>(0, 6 * i + 3) = section.kappa_t[i];
    }
    // dF = r D_F d(strain) - [F] d(spin of the section), likewise dM
    Rows force_rows = multiply(Mat3(axes * law.by_strain.template topLeftCorner<3, 3>()), strain_rows[0]);
    force_rows += multiply(Mat3(axes * law.by_strain.template topRightCorner<3, 3>()), strain_rows[1]);
    Rows moment_rows = multiply(Mat3(axes * law.by_strain.template bottomLeftCorner<3, 3>()), strain_rows[0]);
    moment_rows += multiply(Mat3(axes * law.by_strain.template bottomRightCorner<3, 3>()), strain_rows[1]);
    const Mat3 sf = skew(f);
    const Mat3 sm = skew(m);
    Rows lever = Rows::Zero();  // -F x d(p) = -[F] (N_i dx_i - N_i [f_i] theta_i)
    for (int i = 0; i < N; ++i) {
      force_rows.template block<3, 3>(0, 6 * i + 3) -= sf * section.spin[i];
      moment_rows.template block<3, 3>(0, 6 * i + 3) -= sm * section.spin[i];
      lever.template block<3, 3>(0, 6 * i) = -value_[k][i] * sf;
      lever.template block<3, 3>(0, 6 * i + 3) = value_[k][i] * sf * skew(nodes.f[i]);
    }
    if (!data_.electrodes.empty()) add_actuation_columns(k, axes, arm_a, arm_b, j);
    if (rates && data_.coupled) add_charge_rows(q, k, section, moving, j);
    if (rates) add_rate_rows(q, k, section, moving, law, force_rows, moment_rows, j, arm_a, arm_b);
    moment_rows += lever;
    Rows rows_a = moment_rows + multiply(skew(arm_a), force_rows);
    Rows rows_b = -moment_rows - multiply(skew(arm_b), force_rows);
    rows_a.template block<3, 3>(0, 6 * k) += sf;  // the arm starts at the node itself
    rows_b.template block<3, 3>(0, 6 * (k + 1)) -= sf;
    j.add_rows(force(k), force_rows);
    j.add_rows(moment(k), rows_a);
    j.add_rows(force(k + 1), Rows(-force_rows));
    j.add_rows(moment(k + 1), rows_b);
  }
}

template <int N>
void FiniteVolumeBeam<N>::add_rate_rows(const Local& q, int k, const BeamSection<double, N>& section,
                                        const BeamSection<Rate<double>, N>& moving, const LawResult<6>& law,
                                        Rows& force_rows, Rows& moment_rows, Jacobian& j, const Vec3& arm_a,
                                        const Vec3& arm_b) const {
  using namespace local;
  const Mat3& axes = section.r;
  const Mat3 fe = axes * law.by_rate.template topLeftCorner<3, 3>();
  const Mat3 fk = axes * law.by_rate.template topRightCorner<3, 3>();
  const Mat3 me = axes * law.by_rate.template bottomLeftCorner<3, 3>();
  const Mat3 mk = axes * law.by_rate.template bottomRightCorner<3, 3>();
  for (int i = 0; i < N; ++i) {
    // d(strain rate) = d/dt(d strain), with d/dt of a virtual rotation = dw + w x theta
    const Mat3 turning = skew(q.node(i).w);
    const Mat3 ex = rates_of(moving.epsilon_x[i]);
    const Mat3 et = rates_of(moving.epsilon_t[i]) + section.epsilon_t[i] * turning;
    const Mat3 kt = rates_of(moving.kappa_t[i]) + section.kappa_t[i] * turning;
    force_rows.template block<3, 3>(0, 6 * i) += fe * ex;
    moment_rows.template block<3, 3>(0, 6 * i) += me * ex;
    force_rows.template block<3, 3>(0, 6 * i + 3) += fe * et + fk * kt;
    moment_rows.template block<3, 3>(0, 6 * i + 3) += me * et + mk * kt;
    add_action(j, k, arm_a, arm_b, Mat3(fe * section.epsilon_x[i]), Mat3(me * section.epsilon_x[i]), velocity(i));
    add_action(j, k, arm_a, arm_b, Mat3(fe * section.epsilon_t[i] + fk * section.kappa_t[i]),
               Mat3(me * section.epsilon_t[i] + mk * section.kappa_t[i]), spin(i));
  }
}

/// Places and strains; rates when S has them.
template <int N>
template <class S>
void FiniteVolumeBeam<N>::find_sections(const Local& q, SectionStates& states) const {
  std::array<Vec3, N> offset;
  for (int i = 0; i < N; ++i) offset[i] = data_.attachments[i].offset;
  std::array<Vector3<S>, N> x;
  std::array<Matrix3<S>, N> orientation;
  read(q, x, orientation);
  BeamNodes<S, N> nodes;
  nodes.evaluate(x, orientation, offset, relative_, false);
  BeamSection<S, N> section;
  for (int k = 0; k < sections; ++k) {
    section.evaluate(nodes, value_[k], slope_[k], section_relative_[k], false);
    SectionState& s = states[k];
    s.p = values_of(section.p);
    s.r = values_of(section.r);
    s.strain << values_of(section.epsilon), values_of(section.kappa);
    s.strain -= initial_strain_[k];
    if constexpr (!std::is_same_v<S, double>) {
      s.rate << rates_of(section.epsilon), rates_of(section.kappa);
      s.omega = axial(Mat3(rates_of(section.r) * s.r.transpose()));
    }
  }
}

template <int N>
typename FiniteVolumeBeam<N>::SectionStates FiniteVolumeBeam<N>::section_states(const Local& q, bool with_rates) const {
  SectionStates states;
  if (with_rates || viscous_) {
    find_sections<Rate<double>>(q, states);
  } else {
    find_sections<double>(q, states);
  }
  LawResult<6> law;
  std::array<double, 64> spare{};
  std::vector<double> large;
  for (int k = 0; k < sections; ++k) {
    LawMemory memory = LawMemory{q.memory_accepted(), nullptr}.from(memory_offset_[k]);
    const int size = memory_offset_[k + 1] - memory_offset_[k];
    if (size > static_cast<int>(spare.size())) large.resize(size);
    memory.trial = large.empty() ? spare.data() : large.data();
    data_.laws[k]->evaluate(states[k].strain, states[k].rate, LawContext::of(q.state()), memory, law);
    actuate(q, k, law.stress);
    states[k].action = law.stress;
  }
  return states;
}

template <int N>
double FiniteVolumeBeam<N>::energy(const Local& q) const {
  double total = 0;
  const SectionStates states = section_states(q, false);
  for (int k = 0; k < sections; ++k) {
    const SectionState& s = states[k];
    if (const auto* linear = data_.laws[k]->linear())
      total += 0.5 * length_[k] * s.strain.dot(linear->stiffness * s.strain);
  }
  return total;
}

template <int N>
std::string FiniteVolumeBeam<N>::log(const ElementInfo& about, const Model& model) const {
  LogRecord record(type, about);
  for (int i = 0; i < N; ++i) record.node(model, data_.nodes[i]).add(data_.attachments[i].offset);
  return record.str();
}

template class FiniteVolumeBeam<2>;
template class FiniteVolumeBeam<3>;

}  // namespace flexura
