// Rod: a force along the line between two points, from its stretch.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "elements/deformable_joints/joint_law.h"
#include "elements/deformable_joints/line_force.h"
#include "model/batch.h"

namespace flexura {

/// Tension f(e, e') with e = l/l0 - 1 between the points x1 + R1 f1 and x2 + R2 f2, l their distance: f n acts on node
/// 1, -f n on node 2, n from point 1 to point 2. Theory: LineForce with g = (-n, n).
///
/// Without offsets only positions matter (`Offset` false). Text row: tension (along axis 1 of the element) and zeros
/// (6), force on node 1 in global axes and zeros (6), l, n (3), l', results of the law. Private data: F, l, lP.
template <bool Offset>
class RodJoint {
 public:
  static constexpr std::string_view type = Offset ? "rod with offset" : "rod";
  static constexpr std::string_view family = "joint";
  static constexpr bool can_be_read_again = true;

  struct Data {
    std::array<NodeIndex, 2> nodes{};
    std::array<Vec3, 2> offset{Vec3::Zero(), Vec3::Zero()};  ///< node axes, m
    double length = 1;                                       ///< l0 > 0, m
    LawPointer<1> law;
  };

  explicit RodJoint(const Data& data)
      : nodes_(data.nodes), offset_(data.offset), length_(data.length), law_(data.law) {}

  [[nodiscard]] std::array<NodeIndex, 2> nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return 0; }
  [[nodiscard]] int memory_count() const { return law_.memory_count(); }
  void initial_memory(double* memory) const { law_.initial_memory(memory); }

  void residual(const Local& q, Residual& r) const;
  void jacobian(const Local& q, Jacobian& j) const;
  [[nodiscard]] double energy(const Local& q) const;

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;
  [[nodiscard]] std::vector<std::string> private_names() const;
  [[nodiscard]] std::optional<int> private_datum(std::string_view name) const;  ///< also `L`, the length
  [[nodiscard]] double private_value(const Local& q, int datum) const;

 private:
  [[nodiscard]] Line<2> line(const Local& q) const;
  [[nodiscard]] LawVector<1> strain(const Line<2>& line) const { return LawVector<1>(line.length / length_ - 1); }
  [[nodiscard]] LawVector<1> rate(const Line<2>& line, const Local& q) const {
    return LawVector<1>(law_.rates_count(q) ? line.rate / length_ : 0.0);
  }

  std::array<NodeIndex, 2> nodes_;
  std::array<Vec3, 2> offset_;
  double length_;
  JointLaw<1> law_;
};

using Rod = RodJoint<false>;
using RodWithOffset = RodJoint<true>;

extern template class RodJoint<false>;
extern template class RodJoint<true>;

}  // namespace flexura
