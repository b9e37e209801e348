// Beam slider: a point of a body slides along a chain of three-node beams.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "elements/friction/friction.h"
#include "elements/joints/attachment.h"
#include "math/taylor.h"
#include "model/automatic_jacobian.h"
#include "model/batch.h"

namespace flexura {

/// spherical: the point on the line; classic: also axis 1 of the body along the tangent; spline: also no rotation about
/// it.
enum class SliderKind { spherical, classic, spline };

/// A beam of the chain. Its line is x(s) = sum N_i(s) x_i, x_i = the node points with their offsets, N_i the parabolas
/// through s = -1, 0, 1.
struct SliderBeam {
  unsigned label = 0;
  std::array<int, 3> node{};       ///< numbers among the nodes of the joint
  std::array<Attachment, 3> at;    ///< on the nodes; orientations matter for splines
  Vec3 reference = Vec3::UnitZ();  ///< axes of the middle node: normal to the line at the start
};

/// Point p = x_b + R_b f of node 0 at the place s of the line that is nearest to it: (p - x(s)) . x'(s) = 0.
///
/// That equation makes s a function of the nodes; it is no unknown. With d = p - x(s), t the unit tangent at s and n1,
/// n2 unit normals to it that turn with the middle node of the beam, the constraints are
///     -n1 . d = 0, -n2 . d = 0;   classic: e2 . t = 0, e3 . t = 0;   spline: e2 . b3 = 0,
/// e_k axes of the body, b3 = sum N_i R_i (axis 3 of the beam at node i). Unknowns: the force on the body along n1 and
/// n2, N; the couples on it about t x e2, t x e3, b3 x e2, N m. The loads are -phi_q^T lambda where the constraint
/// holds, the part of the couples that follows from the curvature of the line included: no work is done in sliding.
///
/// At first the nearest place is looked for in all beams. Within a step the beam does not change, so that Newton sees
/// one smooth line; a step that ends past the end of the beam (by more than the overlap) hands over to the neighbour.
/// The beam is an internal variable. Text row: reactions on the body (12; local: axes of the body), beam, s in it, unit
/// tangent (3); with friction its force on the body along the tangent, its coefficient, the velocity of the body along
/// the line.
///
/// Friction, if any, adds its unknown T behind those: T t on the body, the opposite on the line, at v = t . (velocity
/// of the line at s - velocity of the point), the normal force |(lambda_0, lambda_1)| and the preload.
class BeamSliderPhysics {
 public:
  static constexpr std::string_view type = "beam slider";
  static constexpr std::string_view family = "joint";

  /// `label`: of the joint, for messages. `nodes`: the body, then the nodes of the beams, each once. `at`: on the body.
  /// `overlap`: of beams, in s.
  BeamSliderPhysics(unsigned label, std::vector<NodeIndex> nodes, const Attachment& at, SliderKind kind,
                    std::vector<SliderBeam> beams, double overlap, std::shared_ptr<const Friction> friction = nullptr)
      : label_(label),
        nodes_(std::move(nodes)),
        at_(at),
        kind_(kind),
        beams_(std::move(beams)),
        overlap_(overlap),
        friction_(std::move(friction)) {}

  [[nodiscard]] std::span<const NodeIndex> nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return constraint_count() + (friction_ ? Friction::unknown_count : 0); }
  [[nodiscard]] UnknownInfo unknown(int j) const {
    if (j >= constraint_count()) return friction_->unknown();
    constexpr std::string_view names[] = {"line constraint along normal 1", "line constraint along normal 2",
                                          "tangent constraint about 3", "tangent constraint about 2",
                                          "spin constraint about the line"};
    return {Order::algebraic, Row::constraint, j < 2 ? Dimension::length : Dimension::angle, names[j]};
  }

  [[nodiscard]] int memory_count() const { return 1 + (friction_ ? Friction::memory_count : 0); }
  void initial_memory(double* memory) const {
    memory[0] = unknown_beam;
    if (friction_) Friction::initial_memory(memory + 1);
  }

  template <class S>
  void residual(const MotionLocal<S>& q, MotionResidual<S>& r) const;
  void constraints(const Local& q, ConstraintLevel level, double* out) const;

  /// The body and the nodes of the beam it is on; the place is set.
  [[nodiscard]] std::array<int, 4> active_nodes(const Local&) const {
    const auto& node = beams_[BeamOfStep::place->beam].node;
    return {0, node[0], node[1], node[2]};
  }

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  /// Throws Error when the slider has left the ends of the chain, as does the first residual of a step after that.
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;

 protected:
  static constexpr int unknown_beam = -1;
  /// Where the slider is: number of the beam and s in it.
  struct Place {
    std::size_t beam;
    double s;
  };
  /// The beam of this step while an evaluation lasts; generic evaluations do not see the internal variables themselves.
  class BeamOfStep {
   public:
    explicit BeamOfStep(const Local& q) {
      current = q.memory_accepted() ? static_cast<int>(q.memory_accepted()[0]) : unknown_beam;
    }
    BeamOfStep(const BeamOfStep&) = delete;
    BeamOfStep& operator=(const BeamOfStep&) = delete;
    ~BeamOfStep() {
      current = unknown_beam;
      place.reset();
      friction = nullptr;
    }
    static inline thread_local int current = unknown_beam;
    static inline thread_local std::optional<Place> place;             ///< where it has been looked for
    static inline thread_local const FrictionRow* friction = nullptr;  ///< likewise
  };
  /// Friction at this state; the beam of the step is set.
  [[nodiscard]] FrictionRow friction_row(const Local& q) const;
  [[nodiscard]] bool has_friction() const { return friction_ != nullptr; }
  /// Sets the place; the beam of the step is set.
  void find_place(const Local& q) const {
    BeamOfStep::place = nearest([&](int k) -> const NodeState& { return q.node(k); });
  }
  /// Keeps the beam on which this iterate ends.
  void remember(const Local& q) const {
    if (double* trial = q.memory_trial()) {
      const Place place = handed_over([&](int k) -> const NodeState& { return q.node(k); }, *BeamOfStep::place);
      trial[0] = static_cast<double>(place.beam) + (past_the_end(place) ? past : 0);
    }
  }

  /// Throws Error when the last step ended past the end of the chain.
  void check_start(const Local& q) const;

 private:
  static constexpr double past = 0.5;  // added to the number of the beam: the slider has left it
  /// A millionth past the end is the error of a step that ends there; between beams the overlap is allowed.
  [[nodiscard]] bool past_the_end(const Place& place) const {
    const bool last = place.s > 0 ? place.beam + 1 == beams_.size() : place.beam == 0;
    return last && std::abs(place.s) > 1 + 1e-6;
  }
  [[noreturn]] void fail_past_the_end(const Place& place) const;
  /// Point of the line, tangent x', x'' and axis b3 with its rate by s, at a place of a beam.
  template <class S>
  struct Line {
    std::array<S, 3> shape, slope;
    std::array<Vector3<S>, 3> arm, axis;
    Vector3<S> x, l, l1, b3, b31;

    template <class Nodes>
    Line(const SliderBeam& beam, const Nodes& node, double s) {
      const std::array<double, 3> at{s * (s - 1) / 2, 1 - s * s, s * (s + 1) / 2};
      const std::array<double, 3> by_s{s - 0.5, -2 * s, s + 0.5};
      x = l = l1 = b3 = b31 = Vector3<S>::Constant(S(0));
      for (int i = 0; i < 3; ++i) {
        const auto& n = node(beam.node[i]);
        shape[i] = S(at[i]);
        slope[i] = S(by_s[i]);
        arm[i] = n.R * beam.at[i].position;
        axis[i] = n.R * Vec3(beam.at[i].orientation.col(2));
        const Vector3<S> point = n.x + arm[i];
        x += point * at[i];
        l += point * by_s[i];
        l1 += point * bend[i];
        b3 += axis[i] * at[i];
        b31 += axis[i] * by_s[i];
      }
    }
    /// To the place s + step of the same beam: the line is a parabola.
    void shift(const S& step) {
      const S half_square = step * step * 0.5;
      x += l * step + l1 * half_square;
      l += l1 * step;
      b3 += b31 * step;
      for (int i = 0; i < 3; ++i) {
        b3 += axis[i] * (half_square * bend[i]);
        b31 += axis[i] * (step * bend[i]);
        shape[i] += slope[i] * step + half_square * bend[i];
        slope[i] += step * bend[i];
      }
    }
    /// (p - x) . x' and its derivative by s.
    [[nodiscard]] S miss(const Vector3<S>& p) const { return (p - x).dot(l); }
    [[nodiscard]] S miss_rate(const Vector3<S>& p) const { return (p - x).dot(l1) - l.dot(l); }
    /// The step to the nearest place as a function of the nodes: 0 in value, exact in first and second derivatives.
    [[nodiscard]] S step_to_nearest(const Vector3<S>& p) const {
      const Vector3<S> d = p - x;
      const S first = -d.dot(l) / miss_rate(p);
      if constexpr (!std::is_same_v<S, Taylor2>) return first;
      const Vector3<S> l_there = l + l1 * first;
      const Vector3<S> d_there = d - l * first - l1 * (first * first * S(0.5));
      return first - d_there.dot(l_there) / (d_there.dot(l1) - l_there.dot(l_there));
    }

   private:
    static constexpr std::array<double, 3> bend{1, -2, 1};  // second derivatives of the parabolas
  };
  /// Everything at the slider: the nearest place as a function of the nodes, and the directions there.
  template <class S>
  struct Contact {
    const SliderBeam& beam;
    Vector3<S> arm, p;
    Line<S> line;
    S length;
    Vector3<S> t, n1, n2, e2, e3;

    /// At the place `start`, the nearest one in value.
    template <class Nodes>
    Contact(const BeamSliderPhysics& joint, const Nodes& node, const SliderBeam& b, double start)
        : beam(b), arm(node(0).R * joint.at_.position), p(node(0).x + arm), line(b, node, start) {
      if constexpr (!std::is_same_v<S, double>) line.shift(line.step_to_nearest(p));
      using std::sqrt;
      length = sqrt(line.l.dot(line.l));
      t = line.l * (S(1) / length);
      const Vector3<S> reference = node(b.node[1]).R * b.reference;
      n1 = reference - t * t.dot(reference);
      n1 = n1 * (S(1) / sqrt(n1.dot(n1)));
      n2 = t.cross(n1);
      const Matrix3<S> frame = node(0).R * joint.at_.orientation;
      e2 = frame.col(1);
      e3 = frame.col(2);
    }
    void phi(SliderKind kind, S* out) const {
      const Vector3<S> d = p - line.x;
      out[0] = -n1.dot(d);
      out[1] = -n2.dot(d);
      if (kind == SliderKind::spherical) return;
      out[2] = e2.dot(t);
      out[3] = e3.dot(t);
      if (kind == SliderKind::spline) out[4] = e2.dot(line.b3);
    }
  };

  /// The nearest place on the beam of the step, or of all beams; `node(k)`: position and orientation of node k.
  template <class Nodes>
  [[nodiscard]] Place nearest(const Nodes& node) const {
    const Vec3 p = node(0).x + node(0).R * at_.position;
    const bool all = BeamOfStep::current < 0;
    Place best{all ? 0 : static_cast<std::size_t>(BeamOfStep::current), 0};
    double distance = std::numeric_limits<double>::infinity();
    for (std::size_t k = all ? 0 : best.beam; k < (all ? beams_.size() : best.beam + 1); ++k) {
      for (const double s : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
        const double d = (p - Line<double>(beams_[k], node, s).x).squaredNorm();
        if (d < distance) {
          distance = d;
          best = {k, s};
        }
      }
    }
    settle(node, p, best);
    return all ? handed_over(node, best) : best;
  }
  /// The same place on the neighbour when it lies past the end of its beam.
  template <class Nodes>
  [[nodiscard]] Place handed_over(const Nodes& node, const Place& place) const {
    const int step = place.s > 1 + overlap_ ? 1 : place.s < -1 - overlap_ ? -1 : 0;
    const std::size_t neighbour = place.beam + step;
    if (step == 0 || neighbour >= beams_.size()) return place;
    Place other{neighbour, static_cast<double>(-step)};
    settle(node, node(0).x + node(0).R * at_.position, other);
    return other;
  }
  /// Newton on (p - x(s)) . x'(s) = 0, which never goes uphill.
  template <class Nodes>
  void settle(const Nodes& node, const Vec3& p, Place& place) const {
    for (int i = 0; i < 30; ++i) {
      const Line<double> line(beams_[place.beam], node, place.s);
      const double curvature = std::max(-line.miss_rate(p), 0.1 * line.l.squaredNorm());
      const double step = line.miss(p) / curvature;
      place.s += std::clamp(step, -0.5, 0.5);
      if (!(std::abs(step) > 1e-14)) return;
    }
  }

  [[nodiscard]] int constraint_count() const {
    return kind_ == SliderKind::spherical ? 2 : kind_ == SliderKind::classic ? 4 : 5;
  }
  /// Velocity of the line along its tangent, relative to the body.
  template <class S, class Nodes>
  [[nodiscard]] static S sliding_velocity(const Contact<S>& c, const Nodes& node) {
    const auto& body = node(0);
    Vector3<S> relative = -(body.v + body.w.cross(c.arm));
    for (int i = 0; i < 3; ++i) {
      const auto& n = node(c.beam.node[i]);
      relative += (n.v + n.w.cross(c.line.arm[i])) * c.line.shape[i];
    }
    return relative.dot(c.t);
  }
  template <class S>
  void add_friction(const MotionLocal<S>& q, MotionResidual<S>& r, const Contact<S>& c) const;
  /// Rows and loads at a contact.
  template <class S>
  void add(const MotionLocal<S>& q, MotionResidual<S>& r, const Contact<S>& c) const;

  unsigned label_;  // for messages
  std::vector<NodeIndex> nodes_;
  Attachment at_;
  SliderKind kind_;
  std::vector<SliderBeam> beams_;
  double overlap_;
  std::shared_ptr<const Friction> friction_;
};

template <class S>
void BeamSliderPhysics::residual(const MotionLocal<S>& q, MotionResidual<S>& r) const {
  const auto node = [&](int k) -> const NodeMotion<S>& { return q.node(k); };
  if constexpr (std::is_same_v<S, Dependence>) {
    for (const SliderBeam& beam : beams_) add(q, r, Contact<S>(*this, node, beam, 0));
  } else {
    const Place& place = *BeamOfStep::place;
    add(q, r, Contact<S>(*this, node, beams_[place.beam], place.s));
  }
}

template <class S>
void BeamSliderPhysics::add(const MotionLocal<S>& q, MotionResidual<S>& r, const Contact<S>& c) const {
  std::array<S, 5> phi;
  c.phi(kind_, phi.data());
  for (int j = 0; j < constraint_count(); ++j) r.equation(j) -= phi[j];
  if (friction_) add_friction(q, r, c);

  Vector3<S> force = c.n1 * q.unknown(0) + c.n2 * q.unknown(1);
  Vector3<S> couple = Vector3<S>::Constant(S(0));
  Vector3<S> bending = couple;  // conjugate to x'
  S spin(0);
  if (kind_ != SliderKind::spherical) {
    const Vector3<S> m = c.e2 * q.unknown(2) + c.e3 * q.unknown(3);
    couple -= m.cross(c.t);
    bending = (m - c.t * c.t.dot(m)) * (S(1) / c.length);
    S along = -bending.dot(c.line.l1);  // the couples' work in sliding over a bend
    if (kind_ == SliderKind::spline) {
      spin = q.unknown(4);
      couple -= c.e2.cross(c.line.b3) * spin;
      along -= spin * c.e2.dot(c.line.b31);
    }
    force += c.line.l * (along / (c.length * c.length));
  }
  r.force(0) += force;
  r.moment(0) += c.arm.cross(force) + couple;
  for (int i = 0; i < 3; ++i) {
    const int k = c.beam.node[i];
    const Vector3<S> f = -(force * c.line.shape[i]) - bending * c.line.slope[i];
    r.force(k) += f;
    r.moment(k) += c.line.arm[i].cross(f);
    if (kind_ == SliderKind::spline) r.moment(k) -= c.line.axis[i].cross(c.e2) * (spin * c.line.shape[i]);
  }
}

template <class S>
void BeamSliderPhysics::add_friction(const MotionLocal<S>& q, MotionResidual<S>& r, const Contact<S>& c) const {
  using std::sqrt;
  const int number = constraint_count();
  const S& t = q.unknown(number);
  const Vector3<S> force = c.t * t;
  r.force(0) += force;
  r.moment(0) += c.arm.cross(force);
  for (int i = 0; i < 3; ++i) {
    const Vector3<S> f = -(force * c.line.shape[i]);
    r.force(c.beam.node[i]) += f;
    r.moment(c.beam.node[i]) += c.line.arm[i].cross(f);
  }
  const S square = q.unknown(0) * q.unknown(0) + q.unknown(1) * q.unknown(1);
  if constexpr (std::is_same_v<S, Dependence>) {
    r.equation(number) -= t + square + sliding_velocity(c, [&](int k) -> const NodeMotion<S>& { return q.node(k); });
  } else {
    // The value and the partial derivatives by T, v and N at this state, continued to the first order.
    const auto change = [](const S& x) { return x - S(value_of(x)); };
    if (q.state().statics || !BeamOfStep::friction) {
      r.equation(number) -= t;
      return;
    }
    const Friction::Result& now = BeamOfStep::friction->result();
    const S v = sliding_velocity(c, [&](int k) -> const NodeMotion<S>& { return q.node(k); });
    const S normal = value_of(square) > 0 ? S(sqrt(square)) : S(0);
    r.equation(number) -=
        S(now.force) + change(t) * S(now.by_force) + change(v) * S(now.by_velocity) + change(normal) * S(now.by_normal);
  }
}

class BeamSlider : public Automatic<BeamSliderPhysics> {
 public:
  using Automatic::Automatic;
  void residual(const Local& q, Residual& r) const {
    check_start(q);
    const BeamOfStep beam(q);
    find_place(q);
    if (has_friction()) {
      const FrictionRow row = friction_row(q);
      BeamOfStep::friction = &row;
      Automatic::residual(q, r);
      row.remember(q, 1);
    } else {
      Automatic::residual(q, r);
    }
    remember(q);
  }
  void jacobian(const Local& q, Jacobian& j) const {
    const BeamOfStep beam(q);
    find_place(q);
    if (has_friction() && !std::isnan(q.c())) {
      const FrictionRow row = friction_row(q);
      BeamOfStep::friction = &row;
      Automatic::jacobian(q, j);
    } else {
      Automatic::jacobian(q, j);
    }
  }
};

}  // namespace flexura
