// joint: label, modal, ...
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "elements/modal/fem_consistency.h"
#include "elements/modal/modal_body.h"
#include "elements/modal/modal_interface.h"
#include "elements/modal/readers.h"
#include "elements/nodes/node_argument.h"
#include "input/fem_model.h"
#include "input/fingerprint.h"
#include "support/check_sum.h"

namespace flexura {

namespace {

class ModalReader {
 public:
  ModalReader(Reader& reader, ElementInfo info) : reader_(reader), info_(std::move(info)) {}

  ElementReference read() {
    read_frame();
    read_modes();
    read_initial_values();
    read_node_count();
    read_damping();
    const std::string path = reader_.file_name();
    file_at_ = reader_.where();
    read_file_options();
    load(path);
    read_origin();
    make_body();
    read_interfaces();
    return add();
  }

 private:
  void read_frame() {
    if (reader_.keyword("clamped")) {
      frame_.clamped = true;
      if (reader_.keyword("position")) frame_.x = reader_.position(FrameContext::absolute());
      if (reader_.keyword("orientation")) frame_.R = reader_.orientation(FrameContext::absolute());
      return;
    }
    const NodeArgument node(reader_);
    const StructuralNode& about = reader_.model().node(node.index);
    if (about.kind != NodeKind::modal)
      reader_.fail(fmt::format("structural node {} must be of type `modal` to carry a modal joint", about.label));
    if (about.inertia_of_element)
      reader_.fail(fmt::format("modal node {} already carries another modal joint", about.label));
    frame_.node = node.index;
    frame_.x = about.initial.x;
    frame_.R = about.initial.R;
  }

  void read_modes() {
    const std::int64_t count = reader_.integer();
    if (count < 0) reader_.fail(fmt::format("the number of modes cannot be negative, found {}", count));
    modes_at_ = reader_.where();
    mode_count_ = static_cast<int>(std::min<std::int64_t>(count, 1 << 20));
    if (!reader_.keyword("list")) {
      for (int j = 0; j < mode_count_; ++j) selection_.modes.push_back(j);
      return;
    }
    std::set<std::int64_t> known;
    for (int j = 0; j < mode_count_; ++j) {
      const std::int64_t mode = reader_.positive_integer("number of a mode");
      modes_at_ = reader_.where();
      if (!known.insert(mode).second) reader_.fail(fmt::format("mode {} is listed twice", mode));
      selection_.modes.push_back(static_cast<int>(std::min<std::int64_t>(mode, 1 << 20)) - 1);
    }
  }

  void read_initial_values() {
    if (!reader_.keyword("initial value")) return;
    values_.emplace(Eigen::VectorXd::Zero(mode_count_));
    rates_ = Eigen::VectorXd::Zero(mode_count_);
    if (!reader_.keyword("mode")) {
      for (int j = 0; j < mode_count_; ++j) {
        (*values_)(j) = reader_.real();
        rates_(j) = reader_.real();
      }
      return;
    }
    std::set<std::int64_t> known;
    do {
      const std::int64_t j = reader_.integer();
      if (j < 1 || j > mode_count_) reader_.fail(fmt::format("there are modes 1 to {}, found {}", mode_count_, j));
      if (!known.insert(j).second) reader_.fail(fmt::format("mode {} has two initial values", j));
      (*values_)(j - 1) = reader_.real();
      rates_(j - 1) = reader_.real();
    } while (reader_.keyword("mode"));
  }

  void read_node_count() {
    if (!reader_.keyword("from file")) node_count_ = reader_.positive_integer("number of FEM nodes");
    node_count_at_ = reader_.where();
  }

  enum class Damping { unsaid, none, file, rayleigh, factors };

  void read_damping() {
    factors_ = Eigen::VectorXd::Zero(mode_count_);
    if (reader_.keyword("no damping")) {
      damping_ = Damping::none;
    } else if (reader_.keyword("damping from file")) {
      damping_ = Damping::file;
      damping_at_ = reader_.where();
    } else if (reader_.keyword("rayleigh damping")) {
      damping_ = Damping::rayleigh;
      by_mass_ = reader_.non_negative_real("factor of the mass matrix");
      by_stiffness_ = reader_.non_negative_real("factor of the stiffness matrix");
    } else if (reader_.one_of({"single factor damping", "proportional damping"}) >= 0) {
      damping_ = Damping::factors;
      factors_.setConstant(reader_.non_negative_real("damping factor"));
    } else if (reader_.keyword("diag damping")) {
      damping_ = Damping::factors;
      read_factors();
    }
  }
  void read_factors() {
    if (reader_.keyword("all")) {
      for (double& factor : factors_) factor = reader_.non_negative_real("damping factor");
      return;
    }
    const std::int64_t count = reader_.integer();
    if (count < 0 || count > mode_count_)
      reader_.fail(fmt::format("there can be 0 to {} damping factors, found {}", mode_count_, count));
    std::set<std::int64_t> known;
    for (std::int64_t k = 0; k < count; ++k) {
      const std::int64_t j = reader_.integer();
      if (j < 1 || j > mode_count_) reader_.fail(fmt::format("there are modes 1 to {}, found {}", mode_count_, j));
      if (!known.insert(j).second) reader_.fail(fmt::format("mode {} has two damping factors", j));
      factors_(j - 1) = reader_.non_negative_real("damping factor");
    }
  }

  void read_file_options() {
    while (true) {
      const int which = reader_.one_of({"mass threshold", "damping threshold", "stiffness threshold", "threshold"});
      if (which < 0) break;
      const double limit = reader_.non_negative_real("threshold");
      for (int k = 0; k < 3; ++k)
        if (which == 3 || which == k) thresholds_[k] = limit;
    }
    while (true) {
      const int which = reader_.one_of({"create binary", "use binary", "update binary"});
      if (which < 0) break;
      (which == 0 ? create_ : which == 1 ? use_ : update_) = true;
    }
    if (reader_.keyword("echo")) {
      echo_ = reader_.file_name();
      if (reader_.keyword("precision")) echo_precision_ = static_cast<int>(reader_.positive_integer("precision"));
    }
    selection_.invariant9 = reader_.keyword("use invariant 9");
  }

  /// A restart is refused when the data have changed.
  void note_contents() {
    Fingerprint& fingerprint = Fingerprint::of(reader_.shared_symbols());
    CheckSum sum;
    const auto add = [&](const auto& matrix) { sum.add(matrix.data(), static_cast<std::size_t>(matrix.size())); };
    for (const std::string& label : fem_->labels) fingerprint.add(label);
    add(fem_->initial_values);
    add(fem_->initial_rates);
    add(fem_->positions);
    add(fem_->shapes);
    add(fem_->mass);
    add(fem_->stiffness);
    add(fem_->damping);
    add(fem_->lumped);
    add(fem_->i3);
    add(fem_->i4);
    add(fem_->i8);
    add(fem_->i5);
    add(fem_->i9);
    if (fem_->inertia) {
      add(fem_->inertia->centre);
      add(fem_->inertia->inertia);
    }
    for (const StiffeningMatrix& load : fem_->stiffening) add(load.matrix);
    fingerprint.add(std::to_string(sum.value()));
  }

  void load(const std::string& path) {
    FemCacheUse cache;
    cache.create = create_;
    cache.use = use_;
    cache.update = update_;
    try {
      const auto warn = [this](const std::string& text) { reader_.warn(text); };
      const auto fem = std::make_shared<FemModel>(read_fem(path, cache, warn));
      check_fem(*fem, warn);
      fem_ = fem;
    } catch (const InputError&) {
      throw;
    } catch (const Error& error) {
      reader_.fail_at(file_at_, error.what());
    }
    note_contents();
    if (!echo_.empty()) write_fem_text(*fem_, echo_, echo_precision_);
    if (node_count_ >= 0 && node_count_ != fem_->node_count())
      reader_.fail_at(node_count_at_,
                      fmt::format("the file has {} FEM nodes, not {}", fem_->node_count(), node_count_));
    for (const int mode : selection_.modes)
      if (mode >= fem_->mode_count())
        reader_.fail_at(modes_at_,
                        fmt::format("the file has {} modes, there is no mode {}", fem_->mode_count(), mode + 1));
    if (damping_ == Damping::file && fem_->damping.size() == 0)
      reader_.fail_at(damping_at_, "the file has no record group 13 (modal damping matrix)");
  }

  int fem_node() {
    const std::string label = reader_.at_number() ? std::to_string(reader_.integer()) : reader_.string();
    const auto node = fem_->find(label);
    if (!node)
      reader_.fail(fmt::format("there is no FEM node `{}`{}", label,
                               fem_->node_count() <= 1000 ? did_you_mean(label, fem_->labels) : std::string()));
    return *node;
  }

  void read_origin() {
    if (reader_.keyword("origin node")) {
      selection_.origin = fem_->positions.col(fem_node());
    } else if (reader_.keyword("origin position")) {
      selection_.origin = reader_.vec3();
    }
  }

  void make_body() {
    data_ = make_modal_data(*fem_, selection_);
    ModalData& d = *data_;
    set_damping(d);
    const auto drop = [](Eigen::MatrixXd& matrix, double limit) {
      if (limit > 0) matrix = (matrix.array().abs() < limit).select(0, matrix);
    };
    drop(d.modal_mass, thresholds_[0]);
    drop(d.damping, thresholds_[1]);
    drop(d.stiffness, thresholds_[2]);
    d.damped = !d.damping.isZero(0);
    if (!frame_.clamped && !(d.mass > 0))
      reader_.warn(
          "neither record group 11 nor 12 of the FEM file gives the body a mass: the modal node has no inertia");
    Model& model = reader_.model();
    if (!frame_.clamped) {
      model.change_node(frame_.node, [&](StructuralNode& node) {
        node.inertia_of_element = d.mass > 0 && d.inertia.determinant() > 0;
      });
    }
    for (int first = 0; first < mode_count_; first += 3) {
      StructuralNode node;
      node.family = NodeFamily::modal;
      node.kind = NodeKind::modal_coordinates;
      node.label = static_cast<unsigned>(model.node_count());
      node.name = fmt::format("joint {} (modal)", info_.label);
      node.coordinates = std::min(3, mode_count_ - first);
      node.first_coordinate = first + 1;
      node.output = false;
      node.where = info_.where;
      node.inertia_of_element = true;
      for (int k = 0; k < node.coordinates; ++k) {
        const int mode = selection_.modes[first + k];
        node.initial.x(k) = values_ ? (*values_)(first + k) : fem_->initial_values(mode);
        node.initial.v(k) = values_ ? rates_(first + k) : fem_->initial_rates(mode);
        node.inertia_of_element = node.inertia_of_element && d.modal_mass(first + k, first + k) > 0;
      }
      coordinates_.push_back(model.add_node(std::move(node)));
    }
  }

  void set_damping(ModalData& d) {
    switch (damping_) {
      case Damping::unsaid:
        if (fem_->damping.size() > 0)
          reader_.warn("the damping matrix of the file is used; say `damping from file` or `no damping`");
        break;
      case Damping::file:
        break;
      case Damping::none:
        d.damping.setZero();
        break;
      case Damping::rayleigh:
        d.damping = by_mass_ * d.modal_mass + by_stiffness_ * d.stiffness;
        break;
      case Damping::factors:
        d.damping.setZero();
        for (int j = 0; j < d.modes; ++j)
          d.damping(j, j) = 2 * factors_(j) * std::sqrt(std::max(0.0, d.stiffness(j, j) * d.modal_mass(j, j)));
    }
  }

  struct Interface {
    NodeIndex node;
    Vec3 offset;
    InterfacePoint point;
    bool output;
    SourceLocation where;
  };

  void read_interfaces() {
    const std::int64_t count = reader_.integer();
    if (count < 0) reader_.fail(fmt::format("the number of interfaces cannot be negative, found {}", count));
    if (count == 0) return;
    bool output = false;
    if (reader_.keyword("output")) output = read_output();
    double tolerance = -1;
    if (reader_.keyword("interface tolerance")) tolerance = reader_.non_negative_real("interface tolerance");
    for (std::int64_t k = 0; k < count; ++k) read_interface(output, tolerance);
  }
  bool read_output() { return reader_.yes_no(); }

  void read_interface(bool output, double tolerance) {
    int fem_node_at = -1;
    if (reader_.keyword("find closest")) {
      if (reader_.keyword("interface tolerance")) tolerance = reader_.non_negative_real("interface tolerance");
    } else {
      fem_node_at = fem_node();
    }
    const NodeArgument node(reader_);
    const SourceLocation where = reader_.where();
    const Vec3 offset = reader_.position(node.context());
    const Vec3 seen = frame_.R.transpose() * (node.pose.x + node.pose.R * offset - frame_.x) + selection_.origin;
    if (fem_node_at < 0) fem_node_at = fem_->nearest(seen);
    if (tolerance >= 0) {
      const double distance = (seen - deformed(fem_node_at)).norm();
      if (distance > tolerance)
        reader_.fail_at(where,
                        fmt::format("structural node {} is {:g} away from FEM node `{}`, more than {:g}",
                                    reader_.model().label(node.index), distance, fem_->labels[fem_node_at], tolerance));
    }
    if (reader_.more() && reader_.keyword("output")) output = read_output();
    interfaces_.push_back({node.index, offset, interface_point(fem_node_at), output, where});
  }

  [[nodiscard]] Vec3 deformed(int node) const {
    Vec3 x = fem_->positions.col(node);
    for (int j = 0; j < mode_count_; ++j) {
      const Vec3& q = reader_.model().node(coordinates_[j / 3]).initial.x;
      x += fem_->shapes.block<3, 1>(6 * node, selection_.modes[j]) * q(j % 3);
    }
    return x;
  }

  [[nodiscard]] InterfacePoint interface_point(int node) const {
    InterfacePoint p;
    p.position = fem_->positions.col(node) - selection_.origin;
    p.shape.resize(3, mode_count_);
    p.rotation.resize(3, mode_count_);
    for (int j = 0; j < mode_count_; ++j) {
      p.shape.col(j) = fem_->shapes.block<3, 1>(6 * node, selection_.modes[j]);
      p.rotation.col(j) = fem_->shapes.block<3, 1>(6 * node + 3, selection_.modes[j]);
    }
    for (const StiffeningMatrix& s : fem_->stiffening) {
      const int component = s.load - 13 - 6 * node;
      if (component >= 0 && component < 6)
        p.stiffening.push_back({component, s.matrix(selection_.modes, selection_.modes)});
    }
    return p;
  }

  ElementReference add() {
    Model& model = reader_.model();
    weigh_coordinates();
    const unsigned label = info_.label;
    for (Interface& i : interfaces_) {
      ElementInfo about;
      about.label = static_cast<unsigned>(model.count(ModalInterface::family));
      about.where = i.where;
      about.output = i.output;
      const ElementReference e = model.add_element(
          std::move(about),
          ModalInterface(frame_, coordinates_, i.node, i.offset, std::move(i.point), model.label(i.node)));
      model.batch(e.batch).set_label(e.number, label);
    }
    if (frame_.clamped) frame_.node = ground_node;
    return model.add_element(std::move(info_), ModalBody(frame_, coordinates_, data_, fem_, selection_.origin));
  }

  /// In the initial assembly nodes go to the body before the body is deformed.
  void weigh_coordinates() {
    for (std::size_t k = 0; k < coordinates_.size(); ++k) {
      double most = 0;
      for (const Interface& i : interfaces_)
        for (int j = static_cast<int>(3 * k); j < std::min(mode_count_, static_cast<int>(3 * k) + 3); ++j)
          most = std::max({most, i.point.shape.col(j).squaredNorm(), i.point.rotation.col(j).squaredNorm()});
      reader_.model().change_node(coordinates_[k], [&](StructuralNode& node) {
        node.position_stiffness = node.velocity_stiffness = most > 0 ? 1e3 * most : 1;
      });
    }
  }

  Reader& reader_;
  ElementInfo info_;
  BodyFrame frame_;
  ModalSelection selection_;
  int mode_count_ = 0;
  std::optional<Eigen::VectorXd> values_;
  Eigen::VectorXd rates_, factors_;
  std::int64_t node_count_ = -1;
  SourceLocation modes_at_, node_count_at_, file_at_, damping_at_;
  Damping damping_ = Damping::unsaid;
  double by_mass_ = 0, by_stiffness_ = 0;
  std::array<double, 3> thresholds_{};
  bool create_ = false, use_ = false, update_ = false;
  std::string echo_;
  int echo_precision_ = 16;
  std::shared_ptr<const FemModel> fem_;
  std::shared_ptr<ModalData> data_;
  std::vector<NodeIndex> coordinates_;
  std::vector<Interface> interfaces_;
};

}  // namespace

ElementReference read_modal_joint(Reader& reader, ElementInfo info) {
  return ModalReader(reader, std::move(info)).read();
}

}  // namespace flexura
