#include <algorithm>

#include "elements/deformable_joints/deformable_joint.h"
#include "elements/joints/joint_record.h"
#include "model/model.h"

namespace flexura {

template <JointParts P, bool Between>
OutputSpec DeformableJoint<P, Between>::output_spec(const Model&) const {
  const int angles = turns ? column_count(data_.format) : 0;
  const int strains = (moves ? 3 : 0) + angles;
  const int extra = strains + (law_.viscous() ? N : 0) + law_.output_count();
  OutputSpec spec = joint_spec(type, extra);
  int at = 12;
  const auto vector = [&](const char* name, const char* dimension, const char* text) {
    spec.variables.push_back({name, at, 3, 1, dimension, text});
    at += 3;
  };
  if constexpr (moves) vector("d", "Length", "displacement, law axes");
  if constexpr (turns) {
    switch (data_.format) {
      case OrientationFormat::matrix:
        spec.variables.push_back({"R", at, 3, 3, "-", "relative orientation matrix"});
        at += 9;
        break;
      case OrientationFormat::vector:
        vector("Phi", "radian", "relative orientation vector");
        break;
      default:
        vector("E", "deg", "relative orientation, Euler angles");
        break;
    }
  }
  if (law_.viscous()) {
    if constexpr (moves) vector("dPrime", "Velocity", "rate of the displacement, law axes");
    if constexpr (turns) vector("Omega", "Angular velocity", "relative angular velocity, law axes");
  }
  law_.add_variables(spec, at);
  at += law_.output_count();
  // Global axes: in the binary file only.
  if constexpr (moves) {
    vector("D", "Length", "displacement, global axes");
    if (law_.viscous()) vector("DPrime", "Velocity", "rate of the displacement seen in law axes, global axes");
  }
  spec.record_size = at;
  return spec;
}

template <JointParts P, bool Between>
void DeformableJoint<P, Between>::output(const Local& q, const Model&, double* record) const {
  const Motion m = motion(q, law_.rates_count(q));
  const Vector stress = law_.stress(q, m.strain, m.rate);
  const Mat3& axes = m.frame.axes();
  Vec3 force = Vec3::Zero();
  Vec3 moment = Vec3::Zero();
  if constexpr (moves) force = axes * stress.template head<3>();
  if constexpr (turns) moment = axes * stress.template tail<3>();
  write_reactions(record, axes, force, moment);
  double* out = record + 12;
  if constexpr (moves) out = std::copy_n(m.strain.data(), 3, out);
  if constexpr (turns) {
    const Mat3 relative = rotation_exp<double>(m.frame.theta());
    write_orientation(relative, data_.format, out);
    out += column_count(data_.format);
  }
  if (law_.viscous()) out = std::copy_n(m.rate.data(), N, out);
  law_.outputs(q, m.strain, m.rate, out);
  out += law_.output_count();
  if constexpr (moves) {
    out = std::copy_n(m.d.data(), 3, out);
    if (law_.viscous()) {
      const Vec3 rate = axes * m.rate.template head<3>();
      std::copy_n(rate.data(), 3, out);
    }
  }
}

template <JointParts P, bool Between>
std::string DeformableJoint<P, Between>::log(const ElementInfo& info, const Model& model) const {
  const char* key = P == JointParts::rotation       ? "deformablehinge"
                    : P == JointParts::displacement ? "deformabledisplacementjoint"
                                                    : "deformablejoint";
  return two_node_log(key, info, model, data_.nodes[0], data_.at[0], data_.nodes[1], data_.at[1]);
}

template <JointParts P, bool Between>
std::vector<std::string> DeformableJoint<P, Between>::private_names() const {
  std::vector<std::string> names;
  const auto add = [&](const char* linear, const char* angular) {
    for (const char* word : {moves ? linear : nullptr, turns ? angular : nullptr}) {
      if (!word) continue;
      for (const char axis : {'x', 'y', 'z'}) names.push_back(std::string(word) + axis);
    }
  };
  add("d", "r");
  add("v", "w");
  add("F", "M");
  law_.add_names(names);
  return names;
}

template <JointParts P, bool Between>
double DeformableJoint<P, Between>::private_value(const Local& q, int datum) const {
  if (datum >= N && datum < 2 * N) return motion(q, true).rate(datum - N);
  const Motion m = motion(q, law_.rates_count(q));
  if (datum < N) return m.strain(datum);
  if (datum < 3 * N) return law_.stress(q, m.strain, m.rate)(datum - 2 * N);
  return law_.output(q, m.strain, m.rate, datum - 3 * N);
}

template class DeformableJoint<JointParts::rotation, false>;
template class DeformableJoint<JointParts::rotation, true>;
template class DeformableJoint<JointParts::displacement, false>;
template class DeformableJoint<JointParts::displacement, true>;
template class DeformableJoint<JointParts::both, false>;
template class DeformableJoint<JointParts::both, true>;

}  // namespace flexura
