#include "elements/bodies/inertia_sum.h"

#include <Eigen/Eigenvalues>
#include <algorithm>

#include <fmt/format.h>

#include "elements/bodies/node_inertia.h"
#include "elements/log_record.h"
#include "math/rotation.h"
#include "model/model.h"

namespace flexura {

struct InertiaSum::Result {
  double mass = 0;
  Vec3 centre = Vec3::Zero(), momentum = Vec3::Zero(), spin_momentum = Vec3::Zero();  // the last about the centre
  Vec3 velocity = Vec3::Zero(), omega = Vec3::Zero();
  Mat3 inertia = Mat3::Zero();  // about the centre of mass, global axes
  Mat3 principal_axes = Mat3::Identity();
  Vec3 principal_moments = Vec3::Zero();

  /// About another point, global axes.
  [[nodiscard]] Mat3 about(const Vec3& x) const {
    const Vec3 d = centre - x;
    return inertia - mass * skew_product(d, d);
  }
};

InertiaSum::InertiaSum(const std::vector<Part>& parts, const Reference& reference, bool every_output, bool in_log)
    : reference_(reference), every_output_(every_output), in_log_(in_log) {
  for (const Part& part : parts) {
    std::vector<NodeIndex> own{part.node};
    if (const auto* flexible = std::get_if<ModalBody>(&part.body)) own = flexible->nodes();
    std::vector<int> numbers;
    for (const NodeIndex node : own) {
      auto at = std::find(nodes_.begin(), nodes_.end(), node);
      if (at == nodes_.end()) at = nodes_.insert(at, node);
      numbers.push_back(static_cast<int>(at - nodes_.begin()));
    }
    bodies_.push_back({std::move(numbers), part.body});
  }
}

template <class NodeOf>
InertiaSum::Result InertiaSum::sum(NodeOf&& node_of, const Taylor2* drives) const {
  Result s;
  Vec3 first = Vec3::Zero(), about_origin = Vec3::Zero();
  Mat3 inertia = Mat3::Zero();
  for (const Body& body : bodies_) {
    if (const auto* flexible = std::get_if<ModalBody>(&body.mass)) {
      const ModalBody::Sums f = flexible->sums([&](int k) -> const NodeState& { return node_of(body.nodes[k]); });
      s.mass += f.mass;
      first += f.mass * f.centre;
      inertia += f.inertia - f.mass * skew_product(f.centre, f.centre);
      s.momentum += f.momentum;
      about_origin += f.spin_momentum;
      continue;
    }
    const NodeState& n = node_of(body.nodes.front());
    CentralMass m;
    Vec3 own_velocity = Vec3::Zero();  // of the centre of mass in the node, node axes
    if (const auto* constant = std::get_if<CentralMass>(&body.mass)) {
      m = *constant;
    } else {
      m = std::get<VariableMassBody>(body.mass).at(drives);
      own_velocity = std::get<VariableMassBody>(body.mass).centre_rate(drives);
    }
    const Vec3 arm = n.R * m.cm;
    const Vec3 x = n.x + arm;
    const Vec3 p = m.mass * (n.v + n.w.cross(arm) + n.R * own_velocity);
    const Mat3 central = rotated(n.R, m.inertia);
    s.mass += m.mass;
    first += m.mass * x;
    inertia += central - m.mass * skew_product(x, x);
    s.momentum += p;
    about_origin += x.cross(p) + central * n.w;
  }
  if (s.mass != 0) s.centre = first / s.mass;
  s.inertia = inertia + s.mass * skew_product(s.centre, s.centre);
  s.spin_momentum = about_origin - s.centre.cross(s.momentum);
  if (s.mass != 0) s.velocity = s.momentum / s.mass;
  s.omega = pseudo_inverse(s.inertia) * s.spin_momentum;
  const Eigen::SelfAdjointEigenSolver<Mat3> eigen(s.inertia);
  s.principal_moments = eigen.eigenvalues();
  s.principal_axes = eigen.eigenvectors();
  if (s.principal_axes.determinant() < 0) s.principal_axes.col(2) *= -1;
  return s;
}

OutputSpec InertiaSum::output_spec(const Model&) const {
  if (!every_output_) return {};
  OutputSpec spec;
  spec.extension = "inl";
  spec.family = "inertia";
  spec.type = type;
  spec.record_size = spec.text_columns = 46;
  spec.variables = {{"B", 0, 3, 1, "Momentum", "momentum"},
                    {"G_cm", 3, 3, 1, "Momenta moment", "momenta moment about the centre of mass"},
                    {"M", 6, 1, 1, "Mass", "mass"},
                    {"X_cm", 7, 3, 1, "Length", "centre of mass"},
                    {"V_cm", 10, 3, 1, "Velocity", "velocity of the centre of mass"},
                    {"Omega_cm", 13, 3, 1, "Angular velocity", "angular velocity of the rigid body of equal momenta"},
                    {"DX", 16, 3, 1, "Length", "centre of mass from the reference position, global axes"},
                    {"dx", 19, 3, 1, "Length", "the same in axes of the reference orientation"},
                    {"Jp", 22, 3, 1, "Moment of inertia", "principal moments of inertia about the centre of mass"},
                    {"Phip", 25, 3, 1, "radian", "rotation vector of the principal axes"},
                    {"J_cm", 28, 3, 3, "Moment of inertia", "inertia about the centre of mass, global axes"},
                    {"J0", 37, 3, 3, "Moment of inertia", "inertia about the reference position, reference axes"}};
  return spec;
}

void InertiaSum::output(const Local& q, const Model&, double* record) const {
  if (!every_output_) return;
  const Result s = sum([&](int k) -> const NodeState& { return q.node(k); }, q.drives());
  const Mat3& axes = reference_.orientation;
  const auto put = [&](int at, const Vec3& v) { std::copy_n(v.data(), 3, record + at); };
  const auto put_matrix = [&](int at, const Mat3& m) {
    for (int i = 0; i < 9; ++i) record[at + i] = m(i / 3, i % 3);
  };
  put(0, s.momentum);
  put(3, s.spin_momentum);
  record[6] = s.mass;
  put(7, s.centre);
  put(10, s.velocity);
  put(13, s.omega);
  put(16, s.centre - reference_.position);
  put(19, axes.transpose() * (s.centre - reference_.position));
  put(22, s.principal_moments);
  put(25, rotation_log<double>(s.principal_axes));
  put_matrix(28, s.inertia);
  put_matrix(37, axes.transpose() * s.about(reference_.position) * axes);
}

std::string InertiaSum::log(const ElementInfo& info, const Model& model) const {
  if (!in_log_) return {};
  std::vector<Taylor2> drives(model.drive_count() + 1);
  DriveContext context;
  context.time = Taylor2(0, 1, 0);
  context.model = &model;
  for (int i = 0; i < model.drive_count(); ++i)
    if (!model.drive(i).depends_on_state()) drives[i] = model.drive(i).value(context.time, context);
  std::vector<NodeState> initial;
  for (const NodeIndex node : nodes_) initial.push_back(model.node(node).initial);
  const Result s = sum([&](int k) -> const NodeState& { return initial[k]; }, drives.data());
  const Mat3& axes = reference_.orientation;
  const Vec3 from = s.centre - reference_.position;
  std::string text = fmt::format("inertia: {}", info.label);
  if (!info.name.empty()) text += fmt::format(" \"{}\"", info.name);
  const auto row = [&](std::string_view key, const auto&... value) { text += LogRecord::row(key, value...); };
  row("mass", s.mass);
  row("J", s.about(Vec3::Zero()));
  row("Xcg", s.centre);
  row("Jcg", s.inertia);
  row("Vcg", s.velocity);
  row("Wcg", s.omega);
  row("Xcg-X", from);
  row("R^T*(Xcg-X)", Vec3(axes.transpose() * from));
  row("J(X)", s.about(reference_.position));
  row("R^T*J(X)*R", Mat3(axes.transpose() * s.about(reference_.position) * axes));
  row("Rp", s.principal_axes);
  row("Thetap", rotation_log<double>(s.principal_axes));
  row("Jp", s.principal_moments);
  return text;
}

std::vector<std::string> InertiaSum::private_names() const {
  std::vector<std::string> names;
  if (!every_output_) return names;
  for (const char* vector : {"X", "V", "Omega", "beta", "gamma", "Phi", "JP"})
    for (int i = 1; i <= 3; ++i) names.push_back(fmt::format("{}[{}]", vector, i));
  for (const char* matrix : {"J", "Jcg"})
    for (int i = 0; i < 9; ++i) names.push_back(fmt::format("{}[{}][{}]", matrix, i / 3 + 1, i % 3 + 1));
  names.emplace_back("m");
  return names;
}

double InertiaSum::private_value(const Local& q, int datum) const {
  const Result s = sum([&](int k) -> const NodeState& { return q.node(k); }, q.drives());
  const int i = datum % 3;
  switch (datum / 3) {
    case 0:
      return s.centre(i);
    case 1:
      return s.velocity(i);
    case 2:
      return s.omega(i);
    case 3:
      return s.momentum(i);
    case 4:
      return s.spin_momentum(i);
    case 5:
      return rotation_log<double>(s.principal_axes)(i);
    case 6:
      return s.principal_moments(i);
    case 7:
    case 8:
    case 9: {
      const Mat3& axes = reference_.orientation;
      return Mat3(axes.transpose() * s.about(reference_.position) * axes)(datum / 3 - 7, i);
    }
    case 10:
    case 11:
    case 12:
      return s.inertia(datum / 3 - 10, i);
    default:
      return s.mass;
  }
}

}  // namespace flexura
