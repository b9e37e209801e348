#include "elements/nodes/node_data.h"

#include <array>
#include <cmath>

#include "math/rotation.h"
#include "model/motion.h"

namespace flexura {

namespace {

/// Groups of data of structural nodes in the order of their numbers.
enum class Group { X, x, Phi, XP, xP, Omega, omega, E123, E313, E321, PE, XPP, xPP, OmegaP, omegaP };
struct GroupInfo {
  Group group;
  std::string_view name;
  int first_index;
  int count;
};
constexpr std::array groups = {GroupInfo{Group::X, "X", 1, 3},          GroupInfo{Group::x, "x", 1, 3},
                               GroupInfo{Group::Phi, "Phi", 1, 3},      GroupInfo{Group::XP, "XP", 1, 3},
                               GroupInfo{Group::xP, "xP", 1, 3},        GroupInfo{Group::Omega, "Omega", 1, 3},
                               GroupInfo{Group::omega, "omega", 1, 3},  GroupInfo{Group::E123, "E", 1, 3},
                               GroupInfo{Group::E313, "E313", 1, 3},    GroupInfo{Group::E321, "E321", 1, 3},
                               GroupInfo{Group::PE, "PE", 0, 4},        GroupInfo{Group::XPP, "XPP", 1, 3},
                               GroupInfo{Group::xPP, "xPP", 1, 3},      GroupInfo{Group::OmegaP, "OmegaP", 1, 3},
                               GroupInfo{Group::omegaP, "omegaP", 1, 3}};

struct Place {
  Group group;
  int index;
};
Place place_of(int datum) {
  int next = datum - 1;
  for (const GroupInfo& g : groups) {
    if (next < g.count) return {g.group, next};
    next -= g.count;
  }
  return {Group::X, 0};
}

/// Orientation with its exact first and second derivative.
Matrix3<Taylor2> moving(const NodeState& n) {
  const Mat3 rate = skew(n.w) * n.R;
  const Mat3 acceleration = skew(n.alpha) * n.R + skew(n.w) * rate;
  Matrix3<Taylor2> r;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) r(i, j) = Taylor2(n.R(i, j), rate(i, j), acceleration(i, j));
  return r;
}

Vector3<Taylor2> moving(const Vec3& value, const Vec3& rate, const Vec3& acceleration) {
  Vector3<Taylor2> v;
  for (int i = 0; i < 3; ++i) v(i) = Taylor2(value(i), rate(i), acceleration(i));
  return v;
}

using R = Matrix3<Taylor2>;

Taylor2 euler123(const R& r, int i) {
  const Taylor2 a = atan2(-r(1, 2), r(2, 2));
  if (i == 0) return a;
  const Taylor2 ca = cos(a), sa = sin(a);
  if (i == 1) return atan2(r(0, 2), ca * r(2, 2) - sa * r(1, 2));
  return atan2(ca * r(1, 0) + sa * r(2, 0), ca * r(1, 1) + sa * r(2, 1));
}

Taylor2 euler321(const R& r, int i) {
  const Taylor2 a = atan2(r(1, 0), r(0, 0));
  if (i == 0) return a;
  const Taylor2 ca = cos(a), sa = sin(a);
  if (i == 1) return atan2(-r(2, 0), ca * r(0, 0) + sa * r(1, 0));
  return atan2(sa * r(0, 2) - ca * r(1, 2), ca * r(1, 1) - sa * r(0, 1));
}

Taylor2 euler313(const R& r, int i) {
  const Taylor2 a = atan2(r(0, 2), -r(1, 2));
  if (i == 0) return a;
  const Taylor2 ca = cos(a), sa = sin(a);
  if (i == 1) return atan2(sa * r(0, 2) - ca * r(1, 2), r(2, 2));
  return atan2(-ca * r(0, 1) - sa * r(1, 1), ca * r(0, 0) + sa * r(1, 0));
}

/// Euler parameters: cos(phi/2), sin(phi/2) n.
Taylor2 euler_parameter(const R& r, int i) {
  const Vector3<Taylor2> phi = rotation_log<Taylor2>(r);
  const Taylor2 p2 = phi(0) * phi(0) + phi(1) * phi(1) + phi(2) * phi(2);
  if (p2.f < 1e-4) {  // series in the angle
    if (i == 0) return Taylor2(1) - p2 / 8 * (Taylor2(1) - p2 / 48);
    return phi(i - 1) * (Taylor2(0.5) - p2 / 48 * (Taylor2(1) - p2 / 80));
  }
  const Taylor2 p = sqrt(p2);
  return i == 0 ? cos(p * 0.5) : phi(i - 1) * (sin(p * 0.5) / p);
}

Taylor2 structural_datum(const NodeState& n, const Place& at) {
  const int i = at.index;
  // A vector seen in axes of the node.
  const auto seen = [&](const Vector3<Taylor2>& v) {
    const R r = moving(n);
    return r(0, i) * v(0) + r(1, i) * v(1) + r(2, i) * v(2);
  };
  const Vec3 zero = Vec3::Zero();
  switch (at.group) {
    case Group::X:
      return {n.x(i), n.v(i), n.a(i)};
    case Group::x:
      return seen(moving(n.x, n.v, n.a));
    case Group::Phi:
      return rotation_log<Taylor2>(moving(n))(i);
    case Group::XP:
      return {n.v(i), n.a(i), 0};
    case Group::xP:
      return seen(moving(n.v, n.a, zero));
    case Group::Omega:
      return {n.w(i), n.alpha(i), 0};
    case Group::omega:
      return seen(moving(n.w, n.alpha, zero));
    case Group::E123:
      return euler123(moving(n), i);
    case Group::E313:
      return euler313(moving(n), i);
    case Group::E321:
      return euler321(moving(n), i);
    case Group::PE:
      return euler_parameter(moving(n), i);
    case Group::XPP:
      return n.a(i);
    case Group::xPP:
      return seen(moving(n.a, zero, zero)).f;
    case Group::OmegaP:
      return n.alpha(i);
    case Group::omegaP:
      return seen(moving(n.alpha, zero, zero)).f;
  }
  return {};
}

}  // namespace

std::vector<std::string> node_data(const NodeProperties& node) {
  if (!node.structural()) {
    if (node.kind == NodeKind::scalar && node.order == Order::differential) return {"x", "xP"};
    return {"x"};
  }
  std::vector<std::string> names;
  for (const GroupInfo& g : groups)
    for (int i = 0; i < g.count; ++i)
      names.push_back(std::string(g.name) + "[" + std::to_string(g.first_index + i) + "]");
  return names;
}

std::optional<int> find_node_datum(const NodeProperties& node, std::string_view name) {
  const auto names = node_data(node);
  std::string wanted(name);
  if (wanted.substr(0, 4) == "phi[") wanted[0] = 'P';
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == wanted) return static_cast<int>(i) + 1;
  return std::nullopt;
}

bool is_acceleration(const NodeProperties& node, int datum) {
  if (!node.structural()) return false;
  const Group group = place_of(datum).group;
  return group == Group::XPP || group == Group::xPP || group == Group::OmegaP || group == Group::omegaP;
}

Taylor2 node_datum(const NodeProperties& node, const NodeState& state, int datum) {
  if (!node.structural()) return datum == 1 ? Taylor2(state.x(0), state.v(0), 0) : Taylor2(state.v(0));
  return structural_datum(state, place_of(datum));
}

NodeState kinematics(const Model& model, const State* state, NodeIndex node) {
  const StructuralNode& about = model.node(node);
  if (!state || !state->nodes) return about.initial;
  return about.follows ? about.follows->evaluate(state->nodes) : state->nodes[node];
}

}  // namespace flexura
