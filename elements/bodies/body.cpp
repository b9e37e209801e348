#include "elements/bodies/body.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>

#include "elements/bodies/moving_frame_inertia.h"
#include "elements/bodies/node_inertia.h"
#include "elements/bodies/variable_mass_body.h"
#include "elements/log_record.h"
#include "model/model.h"

namespace flexura {

CentralMass condensed(const std::vector<CentralMass>& bodies) {
  MassProperties sum;
  Vec3 cm = Vec3::Zero();
  for (const CentralMass& body : bodies) {
    sum += body.about_node();
    cm += body.cm / static_cast<double>(bodies.size());
  }
  if (sum.mass != 0) cm = sum.first / sum.mass;
  return {sum.mass, cm, sum.inertia + sum.mass * skew_product(cm, cm)};
}

double Weight::potential(const Local& q) const {
  const State& state = q.state();
  if (!state.gravity) return 0;
  const NodeState& n = q.node(0);
  return mass * state.gravity->potential(n.x + n.R * cm, state.drives);
}

std::string Body::log(const ElementInfo& info, const Model& model) const {
  return LogRecord("body", info).node(model, node_).add(body_.mass).add(body_.cm).add(body_.about_node().inertia).str();
}

double Body::kinetic(const NodeState& n) const {
  const Vec3 v = n.v + n.w.cross(Vec3(n.R * body_.cm));
  const Vec3 w = n.R.transpose() * n.w;
  return 0.5 * (body_.mass * v.squaredNorm() + w.dot(body_.inertia * w));
}

double Body::private_value(const Local& q, int datum) const {
  switch (datum) {
    case 0:
      return kinetic(q.node(0));
    case 1:
      return weight().potential(q);
    default:
      return body_.mass;
  }
}

double Body::energy(const Local& q) const {
  return (moves_ && !q.state().statics ? kinetic(q.node(0)) : 0) + weight().potential(q);
}

std::string inertia_objection(const CentralMass& body) {
  constexpr double digits = 1e-5;  // six digits in a model file must do
  if (body.mass < 0) return fmt::format("its mass {:g} is negative", body.mass);
  Eigen::SelfAdjointEigenSolver<Mat3> solver(body.inertia, Eigen::EigenvaluesOnly);
  const Vec3 moments = solver.eigenvalues();  // ascending
  const double slack = digits * moments.cwiseAbs().maxCoeff();
  std::string_view wrong;
  if (moments[0] < -slack) {
    wrong = "none can be negative";
  } else if (moments[2] > moments[0] + moments[1] + slack) {
    wrong = "the largest cannot exceed the sum of the others";
  } else {
    return {};
  }
  return fmt::format("its principal moments of inertia about the centre of mass are {:g}, {:g}, {:g}: {}", moments[0],
                     moments[1], moments[2], wrong);
}

namespace {

/// All constant bodies of a node, also of one without inertia, feel the motion of the frame.
void add_frame_inertia(Model& model) {
  std::vector<MassProperties> mass(model.node_count());
  std::vector<char> carries(model.node_count(), 0);
  for (int b = 0; b < model.batch_count(); ++b) {
    const ElementBatch& batch = model.batch(b);
    if (batch.family() != Body::family) continue;
    const auto* bodies = dynamic_cast<const Batch<Body>*>(&batch);
    if (!bodies)
      throw InputError(batch.info(0).where, "bodies of variable mass cannot be used with `rigid body kinematics`");
    for (int k = 0; k < bodies->size(); ++k) {
      mass[bodies->nodes(k)[0]] += bodies->element(k).mass().about_node();
      carries[bodies->nodes(k)[0]] = 1;
    }
  }
  for (NodeIndex i = 0; i < model.node_count(); ++i) {
    if (!carries[i]) continue;
    const StructuralNode& node = model.node(i);
    ElementInfo info;
    info.label = node.label;
    info.where = node.where;
    info.output = false;
    model.add_element(std::move(info), MovingFrameInertia(MovingFrameInertiaPhysics(i, mass[i], node.moves())));
  }
}

/// Adds the inertias of nodes, and makes them again from the masses of the nodes.
class NodeInertias final : public ElementSource {
 public:
  explicit NodeInertias(Model& model) : model_(model) {}

  void add(NodeIndex i) {
    adding_ = i;
    const StructuralNode node = model_.node(i);
    ElementInfo info;
    info.label = node.label;
    info.where = node.where;
    info.output = false;
    model_.add_element(std::move(info), NodeInertia(i, node.mass));
  }
  [[nodiscard]] std::optional<Ticket> ticket() const override { return static_cast<Ticket>(adding_); }
  [[nodiscard]] bool wants_log() const override { return false; }
  void read_again(const ElementBatch& batch, int element, Ticket ticket) override {
    model_.take_back(batch, element, [&] { add(static_cast<NodeIndex>(ticket)); });
  }

 private:
  Model& model_;
  NodeIndex adding_ = ground_node;
};

}  // namespace

void finish_bodies(Model& model) {
  const bool central = model.gravity() && !model.gravity()->uniform();
  std::vector<bool> carries(model.node_count(), false);
  std::vector<bool> has_variable(model.node_count(), false);
  for (int i = 0; i < model.batch_count(); ++i) {
    ElementBatch& batch = model.batch(i);
    if (auto* bodies = dynamic_cast<Batch<Body>*>(&batch)) {
      for (int k = 0; k < bodies->size(); ++k) {
        if (bodies->is_here(k)) bodies->element(k).set_central_field(central);
        carries[bodies->nodes(k)[0]] = true;
      }
    }
  }
  for (int i = 0; i < model.batch_count(); ++i) {
    if (auto* bodies = dynamic_cast<Batch<VariableMassBody>*>(&model.batch(i))) {
      for (int k = 0; k < bodies->size(); ++k) {
        const NodeIndex node = bodies->nodes(k)[0];
        bodies->element(k).finish(central, !carries[node] && !has_variable[node]);
        has_variable[node] = true;
      }
    }
  }
  if (model.frame) add_frame_inertia(model);
  const auto inertias = std::make_shared<NodeInertias>(model);
  model.add_with_source(inertias, [&] {
    for (NodeIndex i = 0; i < model.node_count(); ++i)
      if (carries[i] && model.properties(i).moves()) inertias->add(i);
  });
}

}  // namespace flexura
