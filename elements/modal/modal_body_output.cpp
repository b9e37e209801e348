// What a flexible body writes and answers.
#include <charconv>

#include <fmt/format.h>

#include "elements/log_record.h"
#include "elements/modal/modal_body.h"
#include "math/rotation.h"
#include "math/skew.h"
#include "model/model.h"

namespace flexura {

namespace {

constexpr std::array<std::string_view, 3> mode_data = {"q", "qP", "qPP"};
constexpr std::array<std::string_view, 5> point_data = {"x", "xP", "xPP", "w", "wP"};

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

}  // namespace

OutputSpec ModalBody::output_spec(const Model&) const {
  OutputSpec spec;
  const int m = data_->modes;
  if (m == 0) return spec;
  spec.extension = "mod";
  spec.family = "joint";
  spec.type = type;
  spec.text_columns = 3;
  spec.record_size = 6 * m;
  for (const int n : data_->numbers) spec.row_suffixes.push_back(fmt::format(".{}", n));
  spec.variables = {{"a", 3 * m, m, 1, "-", "modal coordinates"},
                    {"aPrime", 4 * m, m, 1, "-", "their rates"},
                    {"bPrime", 5 * m, m, 1, "-", "their accelerations"}};
  return spec;
}

void ModalBody::output(const Local& q, const Model&, double* record) const {
  const int m = data_->modes;
  for (int j = 0; j < m; ++j) {
    const NodeState& n = q.node(first_ + j / 3);
    const double values[3] = {n.x(j % 3), n.v(j % 3), n.a(j % 3)};
    for (int k = 0; k < 3; ++k) record[3 * j + k] = record[(3 + k) * m + j] = values[k];
  }
}

std::string ModalBody::log(const ElementInfo& info, const Model& model) const {
  const ModalData& d = *data_;
  const Vec3 centre = d.mass > 0 ? Vec3(d.first / d.mass) : Vec3::Zero();
  return LogRecord("modal", info).node(model, frame_.node).add(d.mass).add(centre).add(d.inertia).str();
}

std::vector<std::string> ModalBody::private_names() const {
  std::vector<std::string> names;
  for (const std::string_view datum : mode_data)
    for (const int n : data_->numbers) names.push_back(fmt::format("{}[{}]", datum, n));
  return names;
}

std::optional<int> ModalBody::private_datum(std::string_view name) const {
  const std::size_t open = name.find('[');
  if (open == std::string_view::npos || name.back() != ']') return std::nullopt;
  const std::string_view datum = trimmed(name.substr(0, open));
  const std::string_view index = trimmed(name.substr(open + 1, name.size() - open - 2));
  const int m = data_->modes;
  for (int k = 0; k < static_cast<int>(mode_data.size()); ++k) {
    if (datum != mode_data[k]) continue;
    if (index.starts_with('#')) {
      const auto active = number(trimmed(index.substr(1)));
      if (!active || *active < 1 || *active > m) return std::nullopt;
      return k * m + *active - 1;
    }
    const auto mode = number(index);
    for (int j = 0; mode && j < m; ++j)
      if (data_->numbers[j] == *mode) return k * m + j;
    return std::nullopt;
  }
  for (int k = 0; k < static_cast<int>(point_data.size()); ++k) {
    if (datum != point_data[k]) continue;
    const std::size_t comma = index.rfind(',');
    if (comma == std::string_view::npos) return std::nullopt;
    const auto node = fem_->find(std::string(trimmed(index.substr(0, comma))));
    const auto component = number(trimmed(index.substr(comma + 1)));
    if (!node || !component || *component < 1 || *component > 3) return std::nullopt;
    return 3 * m + (*node * static_cast<int>(point_data.size()) + k) * 3 + *component - 1;
  }
  return std::nullopt;
}

NodeState ModalBody::point(const std::function<const NodeState&(int)>& node, int number) const {
  NodeState p;
  NodeState base;
  if (frame_.clamped) {
    base.x = frame_.x;
    base.R = frame_.R;
  } else {
    base = node(0);
  }
  const Vec3 r = fem_->positions.col(number) - origin_;
  Vec3 shift = Vec3::Zero(), rate = Vec3::Zero(), acceleration = Vec3::Zero();
  Vec3 turn = Vec3::Zero(), turn_rate = Vec3::Zero(), turn_acceleration = Vec3::Zero();
  for (int j = 0; j < data_->modes; ++j) {
    const NodeState& n = node(first_ + j / 3);
    const int c = j % 3;
    const auto shape = fem_->shapes.block<6, 1>(6 * number, data_->numbers[j] - 1);
    shift += shape.head<3>() * n.x(c);
    rate += shape.head<3>() * n.v(c);
    acceleration += shape.head<3>() * n.a(c);
    turn += shape.tail<3>() * n.x(c);
    turn_rate += shape.tail<3>() * n.v(c);
    turn_acceleration += shape.tail<3>() * n.a(c);
  }
  const Vec3 arm = base.R * Vec3(r + shift);
  const Vec3 flow = base.R * rate;
  const Vec3 spin = base.R * turn_rate;
  p.x = base.x + arm;
  p.R = base.R * rotation_exp<double>(turn);
  p.v = base.v + base.w.cross(arm) + flow;
  p.a = base.a + base.alpha.cross(arm) + base.w.cross(Vec3(base.w.cross(arm) + 2 * flow)) + base.R * acceleration;
  p.w = base.w + spin;
  p.alpha = base.alpha + base.w.cross(spin) + base.R * turn_acceleration;
  return p;
}

ModalBody::Sums ModalBody::sums(const std::function<const NodeState&(int)>& node) const {
  const ModalData& d = *data_;
  NodeState base;
  if (frame_.clamped) {
    base.x = frame_.x;
    base.R = frame_.R;
  } else {
    base = node(0);
  }
  Vec3 s = d.first, flow = Vec3::Zero(), spin = Vec3::Zero();
  Vec6 six = six_of(d.inertia);
  for (int j = 0; j < d.modes; ++j) {
    const NodeState& c = node(first_ + j / 3);
    const double q = c.x(j % 3), rate = c.v(j % 3);
    s += d.i3.col(j) * q;
    flow += d.i3.col(j) * rate;
    six += d.slope.col(j) * q;
    spin += d.i4.col(j) * rate;
    for (int k = 0; k < d.modes; ++k) {
      const double other = node(first_ + k / 3).x(k % 3);
      for (int a = 0; a < 3; ++a) spin(a) += other * d.i5[a](k, j) * rate;
      for (int a = 0; d.curved && a < 6; ++a) six(a) -= 0.5 * d.curve[a](j, k) * q * other;
    }
  }
  Sums sum;
  sum.mass = d.mass;
  const Mat3& R = base.R;
  const Vec3 arm = d.mass > 0 ? Vec3(R * s / d.mass) : Vec3::Zero();
  const Mat3 inertia = rotated(R, symmetric(six));
  sum.centre = base.x + arm;
  sum.inertia = inertia + d.mass * skew_product(arm, arm);
  sum.momentum = d.mass * (base.v + base.w.cross(arm)) + R * flow;
  sum.spin_momentum = base.x.cross(sum.momentum) + d.mass * arm.cross(base.v) + inertia * base.w + R * spin;
  return sum;
}

double ModalBody::private_value(const Local& q, int datum) const {
  const int m = data_->modes;
  if (datum < 3 * m) {
    const int j = datum % m;
    const NodeState& n = q.node(first_ + j / 3);
    const Vec3& values = datum < m ? n.x : datum < 2 * m ? n.v : n.a;
    return values(j % 3);
  }
  datum -= 3 * m;
  const NodeState p = point([&](int k) -> const NodeState& { return q.node(k); }, datum / 15);
  const std::array<const Vec3*, 5> values = {&p.x, &p.v, &p.a, &p.w, &p.alpha};
  return (*values[datum % 15 / 3])(datum % 3);
}

double ModalBody::energy(const Local& q) const {
  load(q);
  const ModalData& d = *data_;
  const Terms& t = t_;
  double sum = 0.5 * t.q.dot(d.stiffness * t.q);
  if (const GravityField* field = q.state().gravity) {
    const Vec3 x = frame_.clamped ? frame_.x : q.node(0).x;
    sum += d.mass * field->potential(x + centre(), q.drives());
  }
  if (!moves(q)) return sum;
  sum += 0.5 * t.rate.dot(d.modal_mass * t.rate);
  if (frame_.clamped) return sum;
  sum += 0.5 * d.mass * t.v.squaredNorm() + t.v.dot(t.w.cross(t.s) + t.drift);
  return sum + t.wb.dot(0.5 * (t.J * t.wb) + t.h * t.rate);
}

}  // namespace flexura
