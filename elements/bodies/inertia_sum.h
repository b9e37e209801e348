// Card `inertia`: mass, centre of mass, inertia and momenta of several bodies together.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "elements/bodies/body.h"
#include "input/reader.h"
#include "model/model.h"

namespace flexura {

/// The bodies of a list seen as one; written to the model log at the start, and, when asked for, as results.
///
/// Text row (`.inl`): momentum (3), momenta moment about the centre of mass (3), mass, centre of mass (3), its velocity
/// (3), angular velocity (3), centre of mass seen from the reference point in global and in reference axes (3, 3),
/// principal moments (3), principal axes as a rotation vector (3), inertia about the centre of mass, global axes (9),
/// and about the reference point, in reference axes (9).
class InertiaSum {
 public:
  static constexpr std::string_view type = "inertia";
  static constexpr std::string_view family = "inertia";

  struct Settings {
    Vec3 position = Vec3::Zero();         ///< reference point, global axes
    Mat3 orientation = Mat3::Identity();  ///< reference axes
    bool log = true;                      ///< record of the model log
    bool always = false;                  ///< results and private data
  };
  /// `model` must outlive the element.
  InertiaSum(const Model& model, std::vector<ElementReference> bodies, const Settings& settings)
      : model_(&model), bodies_(std::move(bodies)), settings_(settings) {}

  /// It adds nothing to the equations.
  [[nodiscard]] std::array<NodeIndex, 0> nodes() const { return {}; }
  [[nodiscard]] int unknown_count() const { return 0; }
  static bool active(const State&) { return false; }
  void residual(const Local&, Residual&) const {}
  void jacobian(const Local&, Jacobian&) const {}

  struct Sum {
    double mass = 0;
    Vec3 centre, velocity, angular_velocity, momentum, moment;  ///< global axes; the moment about the centre of mass
    Mat3 central;                                               ///< inertia about the centre of mass, global axes
    Mat3 about_reference;                                       ///< about the reference point, in reference axes
    Vec3 principal;                                             ///< principal moments, ascending
    Mat3 axes;                                                  ///< principal axes by columns
  };
  /// With the states of all nodes.
  [[nodiscard]] Sum sum(const NodeState* nodes) const;

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;
  [[nodiscard]] std::string report(const ElementInfo& info) const;
  [[nodiscard]] std::vector<std::string> private_names() const;
  [[nodiscard]] double private_value(const Local& q, int datum) const;

 private:
  const Model* model_;
  std::vector<ElementReference> bodies_;
  Settings settings_;
};

/// `[position, x,] [orientation, R,] {body | ...}, {all | labels}, ... [, output, {no | yes | log | both | always},
/// ...]`
ElementReference read_inertia_card(Reader& reader, ElementInfo info);

}  // namespace flexura
