// A folder of its own for each test, and a small model with elements made for it.
#pragma once

#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "assembly/partition.h"
#include "model/model.h"
#include "output/options.h"

namespace flexura::test {

/// A folder that disappears with the object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "flexura_output_XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::permissions(path_, std::filesystem::perms::owner_all, ignored);
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

inline std::string read_file(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// What elements on a node have that only write.
struct OnNode {
  NodeIndex node = 0;
  [[nodiscard]] std::array<NodeIndex, 1> nodes() const { return {node}; }
  [[nodiscard]] int unknown_count() const { return 0; }
  [[nodiscard]] UnknownInfo unknown(int) const { return {}; }
  void residual(const Local&, Residual&) const {}
  void jacobian(const Local&, Jacobian&) const {}
};

/// A joint-like element: its record is the position of its node, a rotation matrix and a scalar.
struct Gauge : OnNode {
  static constexpr std::string_view type = "gauge", family = "joint";
  [[nodiscard]] OutputSpec output_spec(const Model&) const {
    return {"jnt",
            "joint",
            "gauge",
            13,
            13,
            {},
            {{"F", 0, 3, 1, "Force", "global force"},
             {"R", 3, 3, 3, "-", "relative orientation"},
             {"d", 12, 1, 1, "Length", "distance"}}};
  }
  void output(const Local& q, const Model&, double* record) const {
    const NodeState& n = q.node(0);
    for (int k = 0; k < 3; ++k) record[k] = 10 * n.x(k);
    for (int k = 0; k < 9; ++k) record[3 + k] = n.R(k / 3, k % 3);
    record[12] = n.x.norm();
  }
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const {
    return "gauge: " + std::to_string(info.label) + " " + std::to_string(model.label(node));
  }
};

/// A force-like element: the label of its node and a vector.
struct Load : OnNode {
  static constexpr std::string_view type = "load", family = "force";
  [[nodiscard]] OutputSpec output_spec(const Model&) const {
    return {"frc", "couple", "load", 4, 4, {0}, {{"M", 1, 3, 1, "Moment", "global moment"}}};
  }
  void output(const Local& q, const Model& model, double* record) const {
    record[0] = model.label(node);
    for (int k = 0; k < 3; ++k) record[1 + k] = -q.node(0).v(k);
  }
};

/// An element with a text row for each of three modes, as modal joints have.
struct Modes : OnNode {
  static constexpr std::string_view type = "modes", family = "joint";
  [[nodiscard]] OutputSpec output_spec(const Model&) const {
    return {"mod", "joint", "modes", 6, 2, {}, {{"a", 0, 6, 1, "-", "modes"}}, {".1", ".2", ".17"}};
  }
  void output(const Local& q, const Model&, double* record) const {
    for (int k = 0; k < 6; ++k) record[k] = q.node(0).x(k % 3) + k;
  }
};

/// An element with six momenta attached to a node.
struct Mass : OnNode {
  static constexpr std::string_view type = "mass", family = "body";
  [[nodiscard]] int momentum_count() const { return 6; }
  void residual(const Local&, Residual&) const {}
  void jacobian(const Local&, Jacobian&) const {}
};

/// A dummy node half way between two others, or at one of them.
class Midpoint final : public DependentKinematics {
 public:
  explicit Midpoint(std::vector<NodeIndex> masters) : masters_(std::move(masters)) {}
  [[nodiscard]] NodeState evaluate(const NodeState* nodes) const override {
    NodeState state = nodes[masters_.front()];
    state.x = (nodes[masters_.front()].x + nodes[masters_.back()].x) / 2;
    state.alpha = nodes[masters_.back()].alpha;
    return state;
  }
  [[nodiscard]] std::vector<NodeIndex> masters() const override { return masters_; }

 private:
  std::vector<NodeIndex> masters_;
};

/// Nodes 1, 2, ... of all kinds with a gauge, a load and masses on them, and a state for every node.
struct Structure {
  Model model;
  std::vector<NodeState> nodes;
  std::vector<double> momenta, momentum_rates;
  State state;

  explicit Structure(int count) {
    model.title = "structure";
    for (int i = 1; i <= count; ++i) add_node(static_cast<unsigned>(10 * i));
    for (int i = 1; i <= count; ++i) {
      model.add_element(info(i), Mass{i});
      if (i % 2 == 0) model.add_element(info(100000 + i), Mass{i});
      model.add_element(info(i), Load{i});
      model.add_element(info(i), Gauge{i});
    }
  }
  template <class Function>
  Structure(int count, Function&& more) : Structure(count) {
    more(*this);
  }
  static ElementInfo info(int label) {
    ElementInfo about;
    about.label = static_cast<unsigned>(label);
    return about;
  }
  void add_node(unsigned label) {
    StructuralNode node;
    node.label = label;
    node.initial.x = Vec3(label, 0, 0);
    model.add_node(node);
  }
  void add_dummy(unsigned label, std::vector<NodeIndex> masters) {
    StructuralNode node;
    node.label = label;
    node.kind = NodeKind::dummy;
    node.follows = std::make_shared<Midpoint>(std::move(masters));
    model.add_node(node);
  }
  /// Numbers momenta and gives every node and momentum a value that depends on `time`.
  void set(double time) {
    nodes.assign(model.node_count(), NodeState());
    for (int i = 1; i < model.node_count(); ++i) {
      NodeState& n = nodes[i];
      n.x = Vec3(i, time, -i * time);
      n.R = rotation_exp(Vec3(0.1 * i, 0.2, time));
      n.v = Vec3(1, 2, 3) * i;
      n.w = Vec3(0.5, 0, time);
      n.a = Vec3(i, i, i) / 8;
      n.alpha = Vec3(-i, 0, 0);
    }
    int first = 0;
    for (int b = 0; b < model.batch_count(); ++b) {
      model.batch(b).set_first_momentum(first);
      first += model.batch(b).momentum_total();
    }
    momenta.resize(first);
    momentum_rates.resize(first);
    for (int k = 0; k < first; ++k) {
      momenta[k] = k + time;
      momentum_rates[k] = -k;
    }
    state.nodes = nodes.data();
    state.time = time;
  }
};

inline OutputOptions options_for(const std::string& prefix) {
  OutputOptions options;
  options.prefix = prefix;
  return options;
}

}  // namespace flexura::test
