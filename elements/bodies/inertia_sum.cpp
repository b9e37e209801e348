#include "elements/bodies/inertia_sum.h"

#include <set>

#include <fmt/format.h>
#include <Eigen/Eigenvalues>

#include "math/rotation.h"

namespace flexura {

InertiaSum::Sum InertiaSum::sum(const NodeState* nodes) const {
  struct Part {
    double mass;
    Vec3 x, v, w;
    Mat3 inertia;
  };
  std::vector<Part> parts;
  Sum s;
  s.centre = s.momentum = s.moment = Vec3::Zero();
  s.central.setZero();
  for (const ElementReference& at : bodies_) {
    const auto& batch = static_cast<const Batch<Body>&>(model_->batch(at.batch));
    const CentralMass& body = batch.element(at.number).mass();
    const NodeState& n = nodes[batch.nodes(at.number)[0]];
    const Vec3 b = n.R * body.cm;
    parts.push_back({body.mass, n.x + b, n.v + n.w.cross(b), n.w, rotated(n.R, body.inertia)});
    s.mass += body.mass;
    s.centre += body.mass * parts.back().x;
    s.momentum += body.mass * parts.back().v;
  }
  if (s.mass != 0) s.centre /= s.mass;
  s.velocity = s.mass != 0 ? Vec3(s.momentum / s.mass) : Vec3(Vec3::Zero());
  for (const Part& p : parts) {
    const Vec3 d = p.x - s.centre;
    s.central += p.inertia - p.mass * skew_product(d, d);
    s.moment += p.inertia * p.w + p.mass * d.cross(p.v);
  }
  Eigen::SelfAdjointEigenSolver<Mat3> solver(s.central);
  s.principal = solver.eigenvalues();
  s.axes = solver.eigenvectors();
  if (s.axes.determinant() < 0) s.axes.col(2) = -s.axes.col(2);
  s.angular_velocity = Vec3::Zero();
  const double smallest = 1e-12 * s.principal.cwiseAbs().maxCoeff();
  for (int k = 0; k < 3; ++k)
    if (s.principal(k) > smallest) s.angular_velocity += s.axes.col(k) * (s.axes.col(k).dot(s.moment) / s.principal(k));
  const Vec3 d = s.centre - settings_.position;
  s.about_reference =
      settings_.orientation.transpose() * (s.central - s.mass * skew_product(d, d)) * settings_.orientation;
  return s;
}

OutputSpec InertiaSum::output_spec(const Model&) const {
  OutputSpec spec;
  if (!settings_.always) return spec;
  spec.extension = "inl";
  spec.family = "inertia";
  spec.type = type;
  spec.record_size = spec.text_columns = 46;
  const auto add = [&](const char* name, int first, int rows, int columns, const char* dimension, const char* text) {
    spec.variables.push_back({name, first, rows, columns, dimension, text});
  };
  add("B", 0, 3, 1, "Momentum", "momentum, global axes");
  add("G_cm", 3, 3, 1, "Momenta moment", "momenta moment about the centre of mass, global axes");
  add("M", 6, 1, 1, "Mass", "mass");
  add("X_cm", 7, 3, 1, "Length", "centre of mass, global axes");
  add("V_cm", 10, 3, 1, "Velocity", "velocity of the centre of mass, global axes");
  add("Omega", 13, 3, 1, "Angular velocity", "angular velocity, global axes");
  add("DX", 16, 3, 1, "Length", "centre of mass seen from the reference point, global axes");
  add("dx", 19, 3, 1, "Length", "centre of mass seen from the reference point, reference axes");
  add("Jp", 22, 3, 1, "Inertia", "principal moments of inertia");
  add("Phip", 25, 3, 1, "radian", "principal axes as a rotation vector");
  add("J_cm", 28, 3, 3, "Inertia", "inertia about the centre of mass, global axes");
  add("J", 37, 3, 3, "Inertia", "inertia about the reference point, reference axes");
  return spec;
}

void InertiaSum::output(const Local& q, const Model&, double* record) const {
  if (!settings_.always) return;
  const Sum s = sum(q.state().nodes);
  const auto put = [&record](const Vec3& v) {
    for (int k = 0; k < 3; ++k) *record++ = v(k);
  };
  const auto put_rows = [&](const Mat3& m) {
    for (int i = 0; i < 3; ++i) put(m.row(i).transpose());
  };
  const Vec3 d = s.centre - settings_.position;
  put(s.momentum);
  put(s.moment);
  *record++ = s.mass;
  put(s.centre);
  put(s.velocity);
  put(s.angular_velocity);
  put(d);
  put(settings_.orientation.transpose() * d);
  put(s.principal);
  put(rotation_log<double>(s.axes));
  put_rows(s.central);
  put_rows(s.about_reference);
}

std::string InertiaSum::report(const ElementInfo& info) const {
  std::vector<NodeState> initial;
  for (NodeIndex i = 0; i < model_->node_count(); ++i) initial.push_back(model_->node(i).initial);
  const Sum s = sum(initial.data());
  std::string text = fmt::format("inertia: {} (\"{}\")", info.label, info.name);
  const auto vector = [&](const char* name, const Vec3& v) {
    text += fmt::format("\n    {:<14} {:.9g} {:.9g} {:.9g}", name, v(0), v(1), v(2));
  };
  const auto matrix = [&](const char* name, const Mat3& m) {
    text += fmt::format("\n    {:<14}", name);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) text += fmt::format(" {:.9g}", m(i, j));
  };
  const Vec3 d = s.centre - settings_.position;
  text += fmt::format("\n    {:<14} {:.9g}", "mass:", s.mass);
  matrix("J:", s.about_reference);
  vector("Xcg:", s.centre);
  matrix("Jcg:", s.central);
  vector("Vcg:", s.velocity);
  vector("Wcg:", s.angular_velocity);
  vector("Xcg-X:", d);
  vector("R^T*(Xcg-X):", settings_.orientation.transpose() * d);
  matrix("Rp:", s.axes);
  vector("Thetap:", rotation_log<double>(s.axes));
  vector("Jp:", s.principal);
  return text;
}

std::string InertiaSum::log(const ElementInfo& info, const Model&) const {
  return settings_.log ? report(info) : std::string();
}

std::vector<std::string> InertiaSum::private_names() const {
  if (!settings_.always) return {};
  std::vector<std::string> names;
  for (const char* group : {"X", "Phi", "V", "Omega"})
    for (int i = 1; i <= 3; ++i) names.push_back(fmt::format("{}[{}]", group, i));
  for (const char* group : {"J", "Jcg"})
    for (int i = 1; i <= 3; ++i)
      for (int j = 1; j <= 3; ++j) names.push_back(fmt::format("{}[{}][{}]", group, i, j));
  for (int i = 1; i <= 3; ++i) names.push_back(fmt::format("JP[{}]", i));
  names.emplace_back("m");
  for (const char* group : {"beta", "gamma"})
    for (int i = 1; i <= 3; ++i) names.push_back(fmt::format("{}[{}]", group, i));
  return names;
}

double InertiaSum::private_value(const Local& q, int datum) const {
  const Sum s = sum(q.state().nodes);
  const int i = datum % 3;
  if (datum < 3) return s.centre(i);
  if (datum < 6) return rotation_log<double>(s.axes)(i);
  if (datum < 9) return s.velocity(i);
  if (datum < 12) return s.angular_velocity(i);
  if (datum < 21) return s.about_reference((datum - 12) / 3, i);
  if (datum < 30) return s.central((datum - 21) / 3, i);
  if (datum < 33) return s.principal(i);
  if (datum == 33) return s.mass;
  return datum < 37 ? s.momentum(datum - 34) : s.moment(datum - 37);
}

namespace {

/// Depends on the state of the whole model, so that every rank knows all nodes.
class WholeState final : public Drive {
 public:
  [[nodiscard]] Taylor2 value(const Taylor2&, const DriveContext&) const override { return 0; }
  [[nodiscard]] bool depends_on_state() const override { return true; }
};

/// Bodies with these labels, or all: those whose mass does not change.
void add_bodies(Reader& reader, std::vector<ElementReference>& bodies, std::set<unsigned>& labels) {
  Model& model = reader.model();
  const auto add = [&](unsigned label, const ElementReference& element) {
    if (!labels.insert(label).second) reader.fail(fmt::format("body {} is listed twice", label));
    if (!dynamic_cast<const Batch<Body>*>(&model.batch(element.batch)))
      reader.fail(fmt::format("body {} changes its mass: it cannot be part of an `inertia` card", label));
    bodies.push_back(element);
  };
  if (reader.keyword("all")) {
    for (const ElementReference& element : model.elements())
      if (model.batch(element.batch).family() == Body::family)
        add(model.batch(element.batch).info(element.number).label, element);
    return;
  }
  do {
    const unsigned label = reader.label();
    const auto element = model.find_element(Body::family, label);
    if (!element) reader.fail(fmt::format("body {} is not defined", label));
    add(label, *element);
  } while (reader.more() && reader.at_number());
}

/// Families without bodies in them: `all` of nothing is nothing, a label is an error.
void read_other(Reader& reader, std::string_view family) {
  if (reader.keyword("all")) {
    if (reader.model().count(family) > 0)
      reader.fail(fmt::format("the inertia of `{}` elements cannot be summed", family));
    return;
  }
  reader.label();
  reader.fail(fmt::format("the inertia of `{}` elements cannot be summed", family));
}

}  // namespace

ElementReference read_inertia_card(Reader& reader, ElementInfo info) {
  const FrameContext absolute = FrameContext::absolute();
  InertiaSum::Settings settings;
  if (reader.keyword("position")) settings.position = reader.position(absolute);
  if (reader.keyword("orientation")) settings.orientation = reader.orientation(absolute);
  std::vector<ElementReference> bodies;
  std::set<unsigned> labels;
  bool print = false;
  do {
    switch (reader.choice({"body", "joint", "solid", "loadable", "output"}, "kind of element")) {
      case 0:
        add_bodies(reader, bodies, labels);
        break;
      case 1:
        // Joints carry mass only in modal elements; the others count with none.
        if (!reader.keyword("all")) read_other(reader, "joint");
        break;
      case 2:
        read_other(reader, "solid");
        break;
      case 3:
        read_other(reader, "loadable");
        break;
      default:
        settings.log = false;
        do {
          switch (reader.choice({"no", "yes", "log", "both", "always"}, "output of an inertia card")) {
            case 1:
              print = true;
              break;
            case 2:
              settings.log = true;
              break;
            case 3:
              print = settings.log = true;
              break;
            case 4:
              settings.always = true;
              break;
            default:
              break;
          }
        } while (reader.more());
    }
  } while (reader.more());
  Model& model = reader.model();
  if (settings.always) reader.register_drive(std::make_shared<WholeState>());
  InertiaSum inertia(model, std::move(bodies), settings);
  if (print) reader.symbols().print_line(inertia.report(info));
  info.output = settings.always;
  return model.add_element(std::move(info), std::move(inertia));
}

}  // namespace flexura
