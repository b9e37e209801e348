#include "elements/deformable_joints/rod_bezier.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "elements/deformable_joints/rod_law.h"
#include "elements/joints/joint_record.h"

namespace flexura {

namespace {

/// Abscissa in (-1, 1) and weight of Gauss point i of n: roots of the Legendre polynomial by Newton's method.
std::pair<double, double> gauss_point(int i, int n) {
  double x = std::cos(std::numbers::pi * (i + 0.75) / (n + 0.5));
  double slope = 1;
  for (int iteration = 0; iteration < 50; ++iteration) {
    double p = 1, previous = 0;
    for (int k = 0; k < n; ++k) {
      const double next = ((2 * k + 1) * x * p - k * previous) / (k + 1);
      previous = p;
      p = next;
    }
    slope = n * (x * p - previous) / (x * x - 1);
    const double step = p / slope;
    x -= step;
    if (std::abs(step) < 1e-15) break;
  }
  return {x, 2 / ((1 - x * x) * slope * slope)};
}

}  // namespace

void RodBezier::read_length(Reader& reader, std::span<const Pose>) {
  if (!reader.keyword("from nodes")) length_ = reader.positive_real("the length of a rod");
}

/// The length is that of the same quadrature as later on.
void RodBezier::read_law(Reader& reader, std::span<const Pose> nodes) {
  constexpr int most = 1000;
  if (order_ > most || segments_ > most)
    reader.fail(fmt::format("order and segments of the integration: at most {} each", most));
  for (int s = 0; s < segments_; ++s) {
    for (int i = 0; i < order_; ++i) {
      const auto [x, w] = gauss_point(i, order_);
      const double u = (s + 0.5 * (x + 1)) / segments_;
      const double v = 1 - u;
      stations_.push_back({0.5 * w / segments_, {-3 * v * v, 3 * v * (v - 2 * u), 3 * u * (2 * v - u), 3 * u * u}});
    }
  }
  const std::array<Vec3, 4> points = {absolute_position(nodes[0], o_), absolute_position(nodes[0], a_),
                                      absolute_position(nodes[1], b_), absolute_position(nodes[1], i_)};
  double initial = 0;
  for (const Station& station : stations_) {
    Vec3 slope = Vec3::Zero();
    for (int i = 0; i < 4; ++i) slope += station.slope[i] * points[i];
    initial += station.weight * slope.norm();
  }
  if (std::all_of(points.begin(), points.end(), [&](const Vec3& p) { return p == points[0]; }))
    reader.fail("the points of the curve coincide: it has no direction");
  if (length_ == 0) length_ = initial;
  law_ = authoring::Law<1>(read_rod_law(reader, length_, initial));
}

double RodBezier::energy(const authoring::Motion<double>& q) const {
  return length_ * law_.energy(q, LawVector<1>(Curve<double>(*this, q).length / length_ - 1));
}

/// Of a law whose stress at rest is elastic.
double RodBezier::dissipation(const authoring::Motion<double>& q) const {
  const Curve<double> curve(*this, q);
  return curve.rate * (tension(q, curve) - law_.stress(q, curve.length / length_ - 1, 0.0));
}

void RodBezier::quantities(const authoring::Motion<double>& q, authoring::Quantities& out) const {
  const Curve<double> curve(*this, q);
  out.add("F", "Force", tension(q, curve), "tension");
  out.add("l", "Length", curve.length, "length of the curve");
  out.add("lP", "Velocity", curve.rate, "rate of the length");
  law_.add_quantities(q, LawVector<1>(curve.length / length_ - 1), LawVector<1>(curve.rate / length_), out);
}

OutputSpec RodBezier::output_spec(const Model&) const {
  OutputSpec spec = joint_spec("rod bezier", 9 + law_.output_count());
  spec.variables.push_back({"l", 12, 1, 1, "Length", "length of the curve"});
  spec.variables.push_back({"v1", 13, 3, 1, "Dimensionless", "unit tangent at the end on node 1, global axes"});
  spec.variables.push_back({"v2", 16, 3, 1, "Dimensionless", "unit tangent at the end on node 2, global axes"});
  spec.variables.push_back({"lP", 19, 1, 1, "Velocity", "rate of the length"});
  spec.variables.push_back({"T", 20, 1, 1, "Force", "tension"});
  law_.add_variables(spec, 21);
  return spec;
}

void RodBezier::output(const authoring::Motion<double>& q, const Model&, double* record) const {
  const Curve<double> curve(*this, q);
  const double f = tension(q, curve);
  Vec3 force = Vec3::Zero();
  Vec3 couple = Vec3::Zero();
  for (int i = 0; i < 2; ++i) {
    force -= f * curve.gradient[i];
    couple -= f * curve.points[i].arm.cross(curve.gradient[i]);
  }
  write_reactions(record, q.node(0).R, force, couple);
  record[12] = curve.length;
  Eigen::Map<Vec3> tangent1(record + 13), tangent2(record + 16);
  tangent1 = (curve.points[1].arm - curve.points[0].arm).normalized();
  tangent2 = (curve.points[3].arm - curve.points[2].arm).normalized();
  record[19] = curve.rate;
  record[20] = f;
  law_.outputs(q, LawVector<1>(curve.length / length_ - 1), LawVector<1>(curve.rate / length_), record + 21);
}

std::string RodBezier::log(const ElementInfo& info, const Model& model, const std::array<NodeIndex, 2>& nodes) const {
  LogRecord record("rodbezier", info);
  record.node(model, nodes[0]).add(o_).add(a_);
  return record.node(model, nodes[1]).add(b_).add(i_).str();
}

}  // namespace flexura
