#include "elements/deformable_joints/rod.h"

#include <algorithm>

#include "elements/joints/joint_record.h"

namespace flexura {

template <bool Offset>
Line<2> RodJoint<Offset>::line(const Local& q) const {
  Line<2> line;
  for (int k = 0; k < 2; ++k) {
    const NodeState& node = q.node(k);
    line.velocity[k] = node.v;
    if constexpr (Offset) {
      line.arm[k] = node.R * offset_[k];
      line.velocity[k] += node.w.cross(line.arm[k]);
    }
  }
  Vec3 n = q.node(1).x - q.node(0).x;
  if constexpr (Offset) n += line.arm[1] - line.arm[0];
  line.length = n.norm();
  n /= line.length;
  line.gradient = {Vec3(-n), n};
  line.rate = n.dot(line.velocity[1] - line.velocity[0]);
  const Mat3 h = (Mat3::Identity() - n * n.transpose()) / line.length;
  line.hessian = {{{h, Mat3(-h)}, {Mat3(-h), h}}};
  return line;
}

template <bool Offset>
void RodJoint<Offset>::residual(const Local& q, Residual& r) const {
  const Line<2> line = this->line(q);
  LawResult<1> law;
  law_.evaluate(q, strain(line), rate(line, q), law);
  add_line_force<Offset>(line, law.stress(0), r);
}

template <bool Offset>
void RodJoint<Offset>::jacobian(const Local& q, Jacobian& j) const {
  const Line<2> line = this->line(q);
  LawResult<1> law;
  law_.evaluate(q, strain(line), rate(line, q), law);
  const bool rates = law_.rates_count(q);
  add_line_jacobian<Offset>(q, line, law.stress(0), law.by_strain(0) / length_, rates ? law.by_rate(0) / length_ : 0,
                            rates, j);
}

template <bool Offset>
double RodJoint<Offset>::energy(const Local& q) const {
  return length_ * law_.energy(q, strain(line(q)));
}

template <bool Offset>
OutputSpec RodJoint<Offset>::output_spec(const Model&) const {
  OutputSpec spec = joint_spec(type, 5 + law_.output_count());
  spec.variables.push_back({"l", 12, 1, 1, "Length", "length"});
  spec.variables.push_back({"v", 13, 3, 1, "Dimensionless", "unit vector from point 1 to point 2, global axes"});
  spec.variables.push_back({"lP", 16, 1, 1, "Velocity", "rate of the length"});
  law_.add_variables(spec, 17);
  return spec;
}

template <bool Offset>
void RodJoint<Offset>::output(const Local& q, const Model&, double* record) const {
  const Line<2> line = this->line(q);
  const double tension = law_.stress(q, strain(line), rate(line, q))(0);
  write_reactions(record, Mat3::Zero(), tension * line.gradient[1], Vec3::Zero());
  record[0] = tension;
  record[12] = line.length;
  Eigen::Map<Vec3> direction(record + 13);
  direction = line.gradient[1];
  record[16] = line.rate;
  law_.outputs(q, strain(line), rate(line, q), record + 17);
}

template <bool Offset>
std::string RodJoint<Offset>::log(const ElementInfo& info, const Model& model) const {
  return LogRecord("rod", info).node(model, nodes_[0]).add(offset_[0]).node(model, nodes_[1]).add(offset_[1]).str();
}

template <bool Offset>
std::vector<std::string> RodJoint<Offset>::private_names() const {
  std::vector<std::string> names = {"F", "l", "lP"};
  law_.add_names(names);
  return names;
}

template <bool Offset>
std::optional<int> RodJoint<Offset>::private_datum(std::string_view name) const {
  const std::vector<std::string> names = private_names();
  // `L` is no word of the manual, but models have it for the length.
  const auto found = std::find(names.begin(), names.end(), name == "L" ? "l" : name);
  if (found == names.end()) return std::nullopt;
  return static_cast<int>(found - names.begin());
}

template <bool Offset>
double RodJoint<Offset>::private_value(const Local& q, int datum) const {
  const Line<2> line = this->line(q);
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

template class RodJoint<false>;
template class RodJoint<true>;

}  // namespace flexura
