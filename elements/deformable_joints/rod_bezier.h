// Rod along a Bezier curve: a tension that follows from the length of a curve through two nodes.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "elements/deformable_joints/joint_law.h"
#include "elements/deformable_joints/line_force.h"
#include "model/batch.h"

namespace flexura {

/// Tension f(e, e'), e = l/l0 - 1, where l is the length of the cubic Bezier curve of four points: the end O and the
/// control point A on node 1, the control point B and the end I on node 2.
///
/// l = integral of |p'(u)| over [0, 1], by Gauss quadrature in equal segments. The forces are -f dl/dp_i on the four
/// points: the only ones that do the work -f dl, hence without work on a closed path and in equilibrium; a straight
/// curve acts like a rod. Text row: force on node 1 and couple on it about the node in its axes (6) and global (6),
/// l, unit tangent at O, from O on (3), and at I (3), l', f, results of the law. Private data: F, l, lP.
class RodBezier {
 public:
  static constexpr std::string_view type = "rod bezier";
  static constexpr std::string_view family = "joint";

  struct Data {
    std::array<NodeIndex, 2> nodes{};
    std::array<Vec3, 4> offset;  ///< O, A in axes of node 1; B, I in axes of node 2, m
    double length = 1;           ///< l0 > 0, m
    int order = 2;               ///< Gauss points a segment
    int segments = 3;
    LawPointer<1> law;
  };

  explicit RodBezier(const Data& data);

  /// Length of the curve at given points with the quadrature of these data, m.
  static double curve_length(const std::array<Vec3, 4>& points, int order, int segments);

  [[nodiscard]] std::array<NodeIndex, 2> nodes() const { return data_.nodes; }
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
  [[nodiscard]] double private_value(const Local& q, int datum) const;

 private:
  /// Derivatives of the Bernstein polynomials at one point of the quadrature, and its weight.
  struct Station {
    double weight;
    std::array<double, 4> slope;
  };
  static std::vector<Station> stations(int order, int segments);

  [[nodiscard]] Line<4> line(const Local& q, bool with_hessian) const;
  [[nodiscard]] LawVector<1> strain(const Line<4>& line) const { return LawVector<1>(line.length / data_.length - 1); }
  [[nodiscard]] LawVector<1> rate(const Line<4>& line, const Local& q) const {
    return LawVector<1>(law_.rates_count(q) ? line.rate / data_.length : 0.0);
  }

  Data data_;
  JointLaw<1> law_;
  std::vector<Station> stations_;
};

}  // namespace flexura
