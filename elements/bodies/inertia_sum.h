// The inertia of several bodies together, as a report.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "elements/bodies/variable_mass_body.h"
#include "elements/modal/modal_body.h"

namespace flexura {

/// Mass, centre of mass, inertia, momentum of a set of bodies (card `inertia`); takes no part in any equation.
///
/// Text row, when it is asked for at every output: momentum (3), momenta moment about the centre of mass (3), mass,
/// centre of mass (3), its velocity (3), angular velocity (3), centre of mass from `position` (3), the same in
/// `orientation` axes (3), principal moments, smallest first (3), rotation vector of the principal axes (3), inertia
/// about the centre of mass, global axes, by rows (9), inertia about `position` in `orientation` axes (9). The angular
/// velocity is that of a rigid body with this inertia and momenta moment. Private data: X V Omega beta gamma Phi JP
/// [i], J Jcg [i][j], m.
class InertiaSum {
 public:
  static constexpr std::string_view type = "inertia";
  static constexpr std::string_view family = "inertia";

  using AnyBody = std::variant<CentralMass, VariableMassBody, ModalBody>;
  /// A body and its node; a flexible body has its own list of nodes.
  struct Part {
    NodeIndex node;
    AnyBody body;
  };
  struct Reference {
    Vec3 position = Vec3::Zero();
    Mat3 orientation = Mat3::Identity();
  };
  InertiaSum(const std::vector<Part>& parts, const Reference& reference, bool every_output, bool in_log);

  [[nodiscard]] const std::vector<NodeIndex>& nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return 0; }
  static bool active(const State&) { return false; }
  void residual(const Local&, Residual&) const {}
  void jacobian(const Local&, Jacobian&) const {}

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;
  [[nodiscard]] std::vector<std::string> private_names() const;
  [[nodiscard]] double private_value(const Local& q, int datum) const;

 private:
  struct Result;
  struct Body {
    std::vector<int> nodes;  ///< numbers in nodes_
    AnyBody mass;
  };
  template <class NodeOf>
  [[nodiscard]] Result sum(NodeOf&& node_of, const Taylor2* drives) const;

  std::vector<NodeIndex> nodes_;  // each once
  std::vector<Body> bodies_;
  Reference reference_;
  bool every_output_, in_log_;
};

}  // namespace flexura
