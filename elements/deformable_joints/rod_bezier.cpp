#include "elements/deformable_joints/rod_bezier.h"

#include <cmath>
#include <numbers>

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

std::vector<RodBezier::Station> RodBezier::stations(int order, int segments) {
  std::vector<Station> result;
  for (int s = 0; s < segments; ++s) {
    for (int i = 0; i < order; ++i) {
      const auto [x, w] = gauss_point(i, order);
      const double u = (s + 0.5 * (x + 1)) / segments;
      const double v = 1 - u;
      result.push_back({0.5 * w / segments, {-3 * v * v, 3 * v * (v - 2 * u), 3 * u * (2 * v - u), 3 * u * u}});
    }
  }
  return result;
}

RodBezier::RodBezier(const Data& data) : data_(data), law_(data.law), stations_(stations(data.order, data.segments)) {}

double RodBezier::curve_length(const std::array<Vec3, 4>& points, int order, int segments) {
  double length = 0;
  for (const Station& station : stations(order, segments)) {
    Vec3 slope = Vec3::Zero();
    for (int i = 0; i < 4; ++i) slope += station.slope[i] * points[i];
    length += station.weight * slope.norm();
  }
  return length;
}

Line<4> RodBezier::line(const Local& q, bool with_hessian) const {
  Line<4> line;
  std::array<Vec3, 4> p;
  for (int i = 0; i < 4; ++i) {
    const NodeState& node = q.node(Line<4>::node_of(i));
    line.arm[i] = node.R * data_.offset[i];
    p[i] = node.x + line.arm[i];
    line.velocity[i] = node.v + node.w.cross(line.arm[i]);
    line.gradient[i].setZero();
    if (with_hessian)
      for (Mat3& h : line.hessian[i]) h.setZero();
  }
  for (const Station& station : stations_) {
    Vec3 tangent = Vec3::Zero();
    for (int i = 0; i < 4; ++i) tangent += station.slope[i] * p[i];
    const double norm = tangent.norm();
    tangent /= norm;
    line.length += station.weight * norm;
    for (int i = 0; i < 4; ++i) line.gradient[i] += station.weight * station.slope[i] * tangent;
    if (!with_hessian) continue;
    const Mat3 across = (Mat3::Identity() - tangent * tangent.transpose()) * (station.weight / norm);
    for (int i = 0; i < 4; ++i)
      for (int k = 0; k < 4; ++k) line.hessian[i][k] += station.slope[i] * station.slope[k] * across;
  }
  for (int i = 0; i < 4; ++i) line.rate += line.gradient[i].dot(line.velocity[i]);
  return line;
}

void RodBezier::residual(const Local& q, Residual& r) const {
  const Line<4> line = this->line(q, false);
  LawResult<1> law;
  law_.evaluate(q, strain(line), rate(line, q), law);
  add_line_force<true>(line, law.stress(0), r);
}

void RodBezier::jacobian(const Local& q, Jacobian& j) const {
  const Line<4> line = this->line(q, true);
  LawResult<1> law;
  law_.evaluate(q, strain(line), rate(line, q), law);
  const bool rates = law_.rates_count(q);
  add_line_jacobian<true>(q, line, law.stress(0), law.by_strain(0) / data_.length,
                          rates ? law.by_rate(0) / data_.length : 0, rates, j);
}

double RodBezier::energy(const Local& q) const { return data_.length * law_.energy(q, strain(line(q, false))); }

OutputSpec RodBezier::output_spec(const Model&) const {
  OutputSpec spec = joint_spec(type, 9 + law_.output_count());
  spec.variables.push_back({"l", 12, 1, 1, "Length", "length of the curve"});
  spec.variables.push_back({"v1", 13, 3, 1, "Dimensionless", "unit tangent at the end on node 1, global axes"});
  spec.variables.push_back({"v2", 16, 3, 1, "Dimensionless", "unit tangent at the end on node 2, global axes"});
  spec.variables.push_back({"lP", 19, 1, 1, "Velocity", "rate of the length"});
  spec.variables.push_back({"T", 20, 1, 1, "Force", "tension"});
  law_.add_variables(spec, 21);
  return spec;
}

void RodBezier::output(const Local& q, const Model&, double* record) const {
  const Line<4> line = this->line(q, false);
  const double tension = law_.stress(q, strain(line), rate(line, q))(0);
  Vec3 force = Vec3::Zero();
  Vec3 couple = Vec3::Zero();
  for (int i = 0; i < 2; ++i) {
    force -= tension * line.gradient[i];
    couple -= tension * line.arm[i].cross(line.gradient[i]);
  }
  write_reactions(record, q.node(0).R, force, couple);
  record[12] = line.length;
  Eigen::Map<Vec3> tangent1(record + 13), tangent2(record + 16);
  tangent1 = (line.arm[1] - line.arm[0]).normalized();
  tangent2 = (line.arm[3] - line.arm[2]).normalized();
  record[19] = line.rate;
  record[20] = tension;
  law_.outputs(q, strain(line), rate(line, q), record + 21);
}

std::string RodBezier::log(const ElementInfo& info, const Model& model) const {
  LogRecord record("rodbezier", info);
  record.node(model, data_.nodes[0]).add(data_.offset[0]).add(data_.offset[1]);
  return record.node(model, data_.nodes[1]).add(data_.offset[2]).add(data_.offset[3]).str();
}

std::vector<std::string> RodBezier::private_names() const {
  std::vector<std::string> names = {"F", "l", "lP"};
  law_.add_names(names);
  return names;
}

double RodBezier::private_value(const Local& q, int datum) const {
  const Line<4> line = this->line(q, false);
  switch (datum) {
    case 0:
      return law_.stress(q, strain(line), rate(line, q))(0);
    case 1:
      return line.length;
    case 2:
      return line.rate;
    default:
      return law_.output(q, strain(line), rate(line, q), datum - 3);
  }
}

}  // namespace flexura
