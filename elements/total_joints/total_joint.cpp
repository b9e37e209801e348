#include "elements/total_joints/total_joint.h"

namespace flexura {

template <bool Pin>
TotalJointElement<Pin>::TotalJointElement(NodeIndex node1, NodeIndex node2, const TotalFrames& frames,
                                          const TotalComponents& components, TotalImposed imposed)
    : nodes_{node1, node2}, rows_(frames, components, std::move(imposed)), reactions_{frames, components} {}

template <bool Pin>
void TotalJointElement<Pin>::constraints(const Local& q, ConstraintLevel level, double* out) const {
  rows_.constraints(q, {}, level, out);
}

template <bool Pin>
void TotalJointElement<Pin>::residual(const Local& q, Residual& r) const {
  const TotalGeometry g = rows_.frames.geometry(q.node(0), q.node(1));
  const Vec3 theta = rows_.deviation(q, g);
  rows_.residual(q, g, theta, {}, r);
  reactions_.residual(q, g, theta, {}, r);
  if (double* trial = q.memory_trial(); trial && memory_count() > 0) Eigen::Map<Vec3>{trial} = rotation_vector(q, g);
}

template <bool Pin>
void TotalJointElement<Pin>::jacobian(const Local& q, Jacobian& j) const {
  const TotalGeometry g = rows_.frames.geometry(q.node(0), q.node(1));
  const Vec3 theta = rows_.deviation(q, g);
  rows_.jacobian(q, g, theta, {}, j);
  reactions_.jacobian(q, g, theta, {}, j);
}

template <bool Pin>
Vec3 TotalJointElement<Pin>::rotation_vector(const Local& q, const TotalGeometry& g) const {
  Vec3 near = Vec3::Zero();
  if (const double* accepted = q.memory_accepted(); accepted && memory_count() > 0)
    near = Vec3(accepted[0], accepted[1], accepted[2]);
  const Vec3 wanted = rows_.imposed.rotation.value(q.drives());
  for (int i = 0; i < 3; ++i)
    if (rows_.components.rotation().held(i)) near(i) = wanted(i);
  return nearest_rotation_vector(g.relative, near);
}

template <bool Pin>
Attachments TotalJointElement<Pin>::attachments() const {
  const auto of = [](const TotalEnd& end) {
    return Attachments::End{end.position, end.position_axes, end.orientation_axes};
  };
  return {{of(rows_.frames.at1), of(rows_.frames.at2)}};
}

template <bool Pin>
void TotalJointElement<Pin>::attach(const Attachments& at) {
  const auto end = [](const Attachments::End& to) { return TotalEnd{to.position, to.axes, to.orientation_axes}; };
  rows_.frames = {end(at.ends[0]), end(at.ends[1])};
  reactions_.frames = rows_.frames;
}

template class TotalJointElement<false>;
template class TotalJointElement<true>;

}  // namespace flexura
