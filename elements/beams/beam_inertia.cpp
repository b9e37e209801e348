#include "elements/beams/beam_inertia.h"

#include <algorithm>
#include <cmath>

#include "elements/bodies/body.h"
#include "math/dual.h"
#include "math/rate.h"
#include "model/model.h"

namespace flexura {

/// Motion of a node: what inertia depends on.
template <int N>
template <class S>
struct BeamInertia<N>::Motion {
  Vector3<S> x, v, w;
  Matrix3<S> R;
  Vec3 a = Vec3::Zero(), alpha = Vec3::Zero();
};

/// Of each node: momenta with (S = double) their rates at the accelerations of the motion, the rest of its moment, its
/// weight.
template <int N>
template <class S>
struct BeamInertia<N>::Terms {
  using Momentum = std::conditional_t<std::is_same_v<S, double>, Rate<S>, S>;
  std::array<Vector3<Momentum>, N> beta, gamma;
  std::array<Vector3<S>, N> moment, weight, weight_moment;
  std::array<Vector3<S>, N> spun;  // S_i^T eta with constant eta: its derivatives by rotations
  S potential = S(0);
};

/// Derivatives by the nodes' velocities: row block of node i, column block of node j.
template <int N>
struct BeamInertia<N>::VelocityColumns {
  struct Block {
    Mat3 linear = Mat3::Zero(), angular = Mat3::Zero();
  };
  std::array<std::array<Block, N>, N> beta, gamma, moment;
  std::array<Mat3, N> spun;  ///< Terms::spun by a rotation of all nodes

  VelocityColumns() { spun.fill(Mat3::Zero()); }
};

namespace {

/// The values of a vector that may carry rates.
template <class S>
Vector3<S> now(const Vector3<S>& v) {
  return v;
}
template <class S>
Vector3<S> now(const Vector3<Rate<S>>& v) {
  return values_of(v);
}

/// The values, as constants.
template <class S>
Vector3<S> plain(const Vector3<S>& v) {
  return Vec3(value_of(v(0)), value_of(v(1)), value_of(v(2))).template cast<S>();
}

/// The field at a place that may carry derivatives.
template <class S>
Vector3<S> gravity_at(const State& state, const Vector3<S>& x, bool central) {
  const Vec3 at(value_of(x(0)), value_of(x(1)), value_of(x(2)));
  Vector3<S> g = Weight::field(state, at).template cast<S>();
  if (central) g += Weight::gradient(state, at).template cast<S>() * Vector3<S>(x - at.template cast<S>());
  return g;
}

}  // namespace

template <int N>
template <class S>
typename BeamInertia<N>::template Terms<S> BeamInertia<N>::evaluate(const Local& q,
                                                                    const std::array<Motion<S>, N>& nodes,
                                                                    VelocityColumns* columns) const {
  using T = Rate<S>;
  using M = typename Terms<S>::Momentum;
  constexpr int reference = BeamNodes<T, N>::reference;
  const auto as_momentum = [](const auto& m) {
    if constexpr (std::is_same_v<M, T>)
      return m;
    else
      return values_of(m);
  };
  Terms<S> terms;
  std::array<Vector3<T>, N> x;
  std::array<Vector3<M>, N> v, w;
  std::array<Matrix3<T>, N> r;
  for (int i = 0; i < N; ++i) {
    const Matrix3<S> turning = skew(nodes[i].w) * nodes[i].R;
    for (int a = 0; a < 3; ++a) {
      x[i](a) = T(nodes[i].x(a), nodes[i].v(a));
      if constexpr (std::is_same_v<M, T>) {
        v[i](a) = T(nodes[i].v(a), nodes[i].a(a));
        w[i](a) = T(nodes[i].w(a), nodes[i].alpha(a));
      } else {
        v[i](a) = nodes[i].v(a);
        w[i](a) = nodes[i].w(a);
      }
      for (int b = 0; b < 3; ++b) r[i](a, b) = T(nodes[i].R(a, b), turning(a, b));
      terms.beta[i](a) = terms.gamma[i](a) = M(0);
      terms.moment[i](a) = terms.weight[i](a) = terms.weight_moment[i](a) = terms.spun[i](a) = S(0);
    }
  }
  BeamNodes<T, N> section_nodes;
  section_nodes.evaluate(x, r, data_.offset, data_.relative, true);

  const LineInertia& line = data_.line;
  const Matrix3<M> inertia = line.inertia.template cast<M>();
  for (const InertiaPoint<N>& point : data_.points) {
    Vector3<T> phi = section_nodes.theta[0] * T(point.value[0]);
    Vector3<S> p = values_of(section_nodes.p[0]) * S(point.value[0]);
    for (int i = 1; i < N; ++i) {
      phi += section_nodes.theta[i] * T(point.value[i]);
      p += values_of(section_nodes.p[i]) * S(point.value[i]);
    }
    const Matrix3<T> axes = (section_nodes.frame * rotation_exp<T>(phi)) * point.orientation.template cast<T>();
    const Matrix3<T> turn = section_nodes.frame * rotation_tangent<T>(phi);
    std::array<Matrix3<T>, N> spin;
    std::array<Matrix3<M>, N> spin_m;
    spin[reference] = Matrix3<T>::Identity();
    for (int i = 0; i < N; ++i) {
      if (i == reference) continue;
      spin[i] = (turn * section_nodes.spin_to_theta[i]) * T(point.value[i]);
      spin[reference] -= spin[i];
    }
    for (int i = 0; i < N; ++i) spin_m[i] = as_momentum(spin[i]);
    const Vector3<T> arm = axes * line.centre.template cast<T>();
    const Vector3<M> arm_m = as_momentum(arm);
    const Matrix3<M> axes_m = as_momentum(axes);
    Vector3<M> omega = spin_m[0] * w[0];
    for (int i = 1; i < N; ++i) omega += spin_m[i] * w[i];
    Vector3<M> velocity = omega.cross(arm_m);
    for (int i = 0; i < N; ++i) velocity += (v[i] + w[i].cross(as_momentum(section_nodes.f[i]))) * M(point.value[i]);
    const Vector3<M> mu = velocity * M(line.mass * point.length);
    const Vector3<M> eta =
        arm_m.cross(mu) + axes_m * Vector3<M>(inertia * Vector3<M>(axes_m.transpose() * omega)) * M(point.length);
    const Vector3<S> mu_now = now(mu), eta_now = now(eta);
    const Vector3<S> rest = Vector3<S>(rates_of(arm)).cross(mu_now);
    Vector3<S> weight = Vector3<S>::Constant(S(0));
    if (q.state().gravity) {
      const Vector3<S> place = p + values_of(arm);
      weight = gravity_at(q.state(), place, data_.central) * S(line.mass * point.length);
      const Vec3 at(value_of(place(0)), value_of(place(1)), value_of(place(2)));
      terms.potential += S(line.mass * point.length * q.state().gravity->potential(at, q.state().drives));
    }
    const Vector3<S> arm_now = values_of(arm);
    const Vector3<S> weight_couple = arm_now.cross(weight);
    for (int i = 0; i < N; ++i) {
      const S value(point.value[i]);
      const Vector3<T> lever = section_nodes.f[i] * T(point.value[i]);
      const Vector3<M> lever_m = as_momentum(lever);
      const Matrix3<S> spin_now = values_of(spin[i]).transpose();
      const Matrix3<S> spin_rate = rates_of(spin[i]).transpose();
      terms.beta[i] += mu * M(point.value[i]);
      terms.gamma[i] += lever_m.cross(mu) + spin_m[i].transpose() * eta;
      terms.moment[i] += Vector3<S>(rates_of(lever)).cross(mu_now) + spin_rate * eta_now + spin_now * rest;
      terms.weight[i] += weight * value;
      terms.weight_moment[i] += Vector3<S>(values_of(lever)).cross(weight) + spin_now * weight_couple;
      if constexpr (!std::is_same_v<S, double>) terms.spun[i] += spin_now * plain(eta_now);
    }
    if constexpr (std::is_same_v<S, double>)
      if (columns) add_columns(*columns, point, section_nodes.f, spin, arm, axes, mu_now, eta_now);
  }
  return terms;
}

template <int N>
void BeamInertia<N>::add_columns(VelocityColumns& columns, const InertiaPoint<N>& point,
                                 const std::array<Vector3<Rate<double>>, N>& f,
                                 const std::array<Matrix3<Rate<double>>, N>& spin, const Vector3<Rate<double>>& arm,
                                 const Matrix3<Rate<double>>& axes, const Vec3& mu, const Vec3& eta) const {
  const double mass = data_.line.mass * point.length;
  const Mat3 r = values_of(axes);
  const Mat3 inertia = r * data_.line.inertia * r.transpose() * point.length;
  for (int i = 0; i < N; ++i) {
    const Mat3 spin_i = values_of(spin[i]).transpose();
    columns.spun[i] += spin_i * skew(eta) - skew(Vec3(spin_i * eta));
  }
  const Mat3 b = skew(values_of(arm)), b_rate = skew(rates_of(arm)), mu_cross = skew(mu);
  for (int j = 0; j < N; ++j) {
    const Mat3 spin_j = values_of(spin[j]), f_j = skew(values_of(f[j]));
    const double by_v = mass * point.value[j];  // of mu
    const Mat3 mu_by_w = -by_v * f_j - mass * b * spin_j;
    const Mat3 eta_by_v = by_v * b;
    const Mat3 eta_by_w = b * mu_by_w + inertia * spin_j;
    const Mat3 rest_by_v = by_v * b_rate;
    const Mat3 rest_by_w = b_rate * mu_by_w + mu_cross * b * spin_j;
    for (int i = 0; i < N; ++i) {
      const Mat3 spin_i = values_of(spin[i]).transpose(), spin_rate = rates_of(spin[i]).transpose();
      const Mat3 lever = point.value[i] * skew(values_of(f[i])), lever_rate = point.value[i] * skew(rates_of(f[i]));
      columns.beta[i][j].linear += point.value[i] * by_v * Mat3::Identity();
      columns.beta[i][j].angular += point.value[i] * mu_by_w;
      columns.gamma[i][j].linear += by_v * lever + spin_i * eta_by_v;
      columns.gamma[i][j].angular += lever * mu_by_w + spin_i * eta_by_w;
      columns.moment[i][j].linear += by_v * lever_rate + spin_rate * eta_by_v + spin_i * rest_by_v;
      columns.moment[i][j].angular += lever_rate * mu_by_w + spin_rate * eta_by_w + spin_i * rest_by_w;
      if (i == j) columns.moment[i][j].angular += point.value[i] * mu_cross * f_j;
    }
  }
}

template <int N>
std::array<typename BeamInertia<N>::template Motion<double>, N> BeamInertia<N>::motion(const Local& q,
                                                                                       bool accelerated) const {
  std::array<Motion<double>, N> result;
  for (int i = 0; i < N; ++i) {
    const NodeState& n = q.node(i);
    result[i].x = n.x;
    result[i].R = n.R;
    result[i].v = n.v;
    result[i].w = n.w;
    if (!accelerated) continue;
    result[i].a = n.a;
    result[i].alpha = n.alpha;
  }
  return result;
}

template <int N>
void BeamInertia<N>::residual(const Local& q, Residual& r) const {
  const Terms<double> t = evaluate<double>(q, motion(q, false));
  for (int i = 0; i < N; ++i) {
    r.force(i) += t.weight[i];
    r.moment(i) += t.weight_moment[i];
    if (q.state().statics) continue;
    r.moment(i) += t.moment[i];
    const bool known = q.c() != 0;
    r.force(i) -= known ? Vec3((values_of(t.beta[i]) - q.momentum_known3(6 * i)) / q.c()) : Vec3(rates_of(t.beta[i]));
    r.moment(i) -=
        known ? Vec3((values_of(t.gamma[i]) - q.momentum_known3(6 * i + 3)) / q.c()) : Vec3(rates_of(t.gamma[i]));
  }
}

template <int N>
void BeamInertia<N>::jacobian(const Local& q, Jacobian& j) const {
  using namespace local;
  using S = Dual<8>;
  // Directions: rotations of nodes and, in a central field, positions; velocities have columns of their own. What the
  // reference node's rotation does follows from that of all nodes and velocities together, but in a central field.
  constexpr int reference = BeamNodes<S, N>::reference;
  enum Kind { turn, place };
  struct Direction {
    int node, kind, axis;
  };
  std::array<Direction, 6 * N> directions;
  int count = 0;
  for (int i = 0; i < N; ++i)
    for (int kind = turn; kind <= (data_.central ? place : turn); ++kind)
      for (int a = 0; a < 3; ++a)
        if (data_.central || i != reference) directions[count++] = {i, kind, a};
  std::array<std::array<std::array<Mat3, 2>, N>, N> beta, gamma, moment, weight, weight_moment;  // [row][node][kind]
  std::array<std::array<Mat3, N>, N> spun;
  const std::array<Motion<double>, N> now = motion(q, false);
  VelocityColumns columns;
  const Terms<double> here = evaluate<double>(q, now, &columns);
  std::array<Motion<S>, N> seeded;
  for (int i = 0; i < N; ++i) {
    seeded[i].v = now[i].v.template cast<S>();
    seeded[i].w = now[i].w.template cast<S>();
  }
  for (int first = 0; first < count; first += 8) {
    for (int i = 0; i < N; ++i) {
      seeded[i].R = now[i].R.template cast<S>();
      seeded[i].x = now[i].x.template cast<S>();
    }
    const int last = std::min(first + 8, count);
    for (int k = first; k < last; ++k) {
      const auto [i, kind, a] = directions[k];
      if (kind == place) {
        seeded[i].x(a).d[k - first] = 1;
        continue;
      }
      const Mat3 turned = skew(Vec3(Vec3::Unit(a))) * now[i].R;
      for (int b = 0; b < 3; ++b)
        for (int c = 0; c < 3; ++c) seeded[i].R(b, c).d[k - first] = turned(b, c);
    }
    const Terms<S> t = evaluate<S>(q, seeded);
    for (int k = first; k < last; ++k) {
      const auto [i, kind, a] = directions[k];
      for (int row = 0; row < N; ++row)
        for (int b = 0; b < 3; ++b) {
          beta[row][i][kind](b, a) = t.beta[row](b).d[k - first];
          gamma[row][i][kind](b, a) = t.gamma[row](b).d[k - first];
          moment[row][i][kind](b, a) = t.moment[row](b).d[k - first];
          weight[row][i][kind](b, a) = t.weight[row](b).d[k - first];
          weight_moment[row][i][kind](b, a) = t.weight_moment[row](b).d[k - first];
          if (kind == turn) spun[row][i](b, a) = t.spun[row](b).d[k - first];
        }
    }
  }
  for (int row = 0; row < N; ++row) {
    if (!data_.central) {
      const auto turn_together = [&](auto& by_turn, const Vec3& value) {
        Mat3& result = by_turn[row][reference][turn];
        result = -skew(value);
        for (int i = 0; i < N; ++i)
          if (i != reference) result -= by_turn[row][i][turn];
      };
      const auto without_velocities = [&](auto& by_turn, const auto& by_velocity) {
        for (int i = 0; i < N; ++i)
          by_turn[row][reference][turn] +=
              by_velocity[row][i].linear * skew(now[i].v) + by_velocity[row][i].angular * skew(now[i].w);
      };
      spun[row][reference] = columns.spun[row];
      for (int i = 0; i < N; ++i)
        if (i != reference) spun[row][reference] -= spun[row][i];
      turn_together(beta, values_of(here.beta[row]));
      without_velocities(beta, columns.beta);
      turn_together(gamma, values_of(here.gamma[row]));
      without_velocities(gamma, columns.gamma);
      for (int i = 0; i < N; ++i) columns.moment[row][i].angular += spun[row][i];
      turn_together(moment, here.moment[row]);
      without_velocities(moment, columns.moment);
      turn_together(weight_moment, here.weight_moment[row]);
      if (q.state().gravity) {
        const Mat3 field = skew(Weight::field(q.state(), now[reference].x));
        for (int i = 0; i < N; ++i) weight_moment[row][reference][turn] += columns.gamma[row][i].linear * field;
      }
    } else {
      for (int i = 0; i < N; ++i) columns.moment[row][i].angular += spun[row][i];
    }
  }
  for (int row = 0; row < N; ++row)
    for (int i = 0; i < N; ++i) {
      const bool pattern = std::isnan(q.c());  // asked for without gravity
      if (pattern) {
        weight[row][i].fill(Mat3::Ones());
        weight_moment[row][i].fill(Mat3::Ones());
      }
      if (q.state().gravity || pattern) {
        j(local::moment(row), rotation(i)) += weight_moment[row][i][turn];
        if (data_.central) {
          j(force(row), rotation(i)) += weight[row][i][turn];
          j(force(row), position(i)) += weight[row][i][place];
          j(local::moment(row), position(i)) += weight_moment[row][i][place];
        }
      }
      if (q.state().statics) continue;
      j.momentum(force(row), velocity(i)) -= columns.beta[row][i].linear;
      j.momentum(force(row), spin(i)) -= columns.beta[row][i].angular;
      j.momentum(force(row), rotation(i)) -= beta[row][i][turn];
      j.momentum(local::moment(row), velocity(i)) -= columns.gamma[row][i].linear;
      j.momentum(local::moment(row), spin(i)) -= columns.gamma[row][i].angular;
      j.momentum(local::moment(row), rotation(i)) -= gamma[row][i][turn];
      j(local::moment(row), velocity(i)) += columns.moment[row][i].linear;
      j(local::moment(row), spin(i)) += columns.moment[row][i].angular;
      j(local::moment(row), rotation(i)) += moment[row][i][turn];
    }
}

template <int N>
void BeamInertia<N>::momenta(const Local& q, double* p) const {
  const Terms<double> t = evaluate<double>(q, motion(q, false));
  for (int i = 0; i < N; ++i) {
    Eigen::Map<Vec3>(p + 6 * i) = values_of(t.beta[i]);
    Eigen::Map<Vec3>(p + 6 * i + 3) = values_of(t.gamma[i]);
    Eigen::Map<Vec3>(p + 6 * (N + i)) = q.node(i).v;
    Eigen::Map<Vec3>(p + 6 * (N + i) + 3) = q.node(i).w;
  }
}

template <int N>
void BeamInertia<N>::momentum_rates(const Local& q, double* p_rate) const {
  const Terms<double> t = evaluate<double>(q, motion(q, true));
  for (int i = 0; i < N; ++i) {
    Eigen::Map<Vec3>(p_rate + 6 * i) = rates_of(t.beta[i]);
    Eigen::Map<Vec3>(p_rate + 6 * i + 3) = rates_of(t.gamma[i]);
    Eigen::Map<Vec3>(p_rate + 6 * (N + i)) = q.node(i).a;
    Eigen::Map<Vec3>(p_rate + 6 * (N + i) + 3) = q.node(i).alpha;
  }
}

template <int N>
void BeamInertia<N>::accelerations(const Local&, const double* p_rate, NodeState* nodes) const {
  for (int i = 0; i < N; ++i) {
    nodes[data_.nodes[i]].a = Eigen::Map<const Vec3>(p_rate + 6 * (N + i));
    nodes[data_.nodes[i]].alpha = Eigen::Map<const Vec3>(p_rate + 6 * (N + i) + 3);
  }
}

template <int N>
double BeamInertia<N>::energy(const Local& q) const {
  const Terms<double> t = evaluate<double>(q, motion(q, false));
  double total = t.potential;
  if (q.state().statics) return total;
  for (int i = 0; i < N; ++i)
    total += 0.5 * (q.node(i).v.dot(values_of(t.beta[i])) + q.node(i).w.dot(values_of(t.gamma[i])));
  return total;
}

template <int N>
std::array<InertiaPoint<N>, N> inertia_points(const std::array<NodeState, N>& initial,
                                              const std::array<Vec3, N>& offset,
                                              const std::array<Mat3, N - 1>& sections) {
  std::array<Vec3, N> p;
  for (int i = 0; i < N; ++i) p[i] = initial[i].x + initial[i].R * offset[i];
  const double outer = N == 3 ? std::sqrt(0.6) : std::sqrt(1.0 / 3);
  std::array<InertiaPoint<N>, N> points;
  for (int k = 0; k < N; ++k) {
    const double xi = outer * (2.0 * k / (N - 1) - 1);
    const double weight = N == 2 ? 1 : k == 1 ? 8.0 / 9 : 5.0 / 9;
    const ShapeFunctions<N> shape(xi);
    Vec3 tangent = Vec3::Zero();
    for (int i = 0; i < N; ++i) tangent += shape.slope[i] * p[i];
    points[k].value = shape.value;
    points[k].length = weight * tangent.norm();
    points[k].orientation = sections[0];
    if constexpr (N == 3) {
      const Vec3 twist = rotation_log<double>(sections[0].transpose() * sections[1]);
      const double section = std::sqrt(1.0 / 3);
      points[k].orientation = sections[0] * rotation_exp<double>(Vec3(twist * ((xi + section) / (2 * section))));
    }
  }
  return points;
}

namespace {

template <int N>
void set_field(ElementBatch& batch, bool central) {
  if (auto* beams = dynamic_cast<Batch<BeamInertia<N>>*>(&batch))
    for (int k = 0; k < beams->size(); ++k) beams->element(k).set_central_field(central);
}

}  // namespace

void finish_beam_inertia(Model& model) {
  const bool central = model.gravity() && !model.gravity()->uniform();
  for (int b = 0; b < model.batch_count(); ++b) {
    ElementBatch& batch = model.batch(b);
    if (batch.family() != Beam3Inertia::family || batch.size() == 0) continue;
    if (model.frame)
      throw InputError(batch.info(0).where, "`inertia` of beams cannot be used with `rigid body kinematics`");
    set_field<2>(batch, central);
    set_field<3>(batch, central);
  }
}

template std::array<InertiaPoint<2>, 2> inertia_points<2>(const std::array<NodeState, 2>&, const std::array<Vec3, 2>&,
                                                          const std::array<Mat3, 1>&);
template std::array<InertiaPoint<3>, 3> inertia_points<3>(const std::array<NodeState, 3>&, const std::array<Vec3, 3>&,
                                                          const std::array<Mat3, 2>&);
template class BeamInertia<2>;
template class BeamInertia<3>;

}  // namespace flexura
