// Genel `swash plate`: strokes of three actuators from collective and cyclic controls.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "model/batch.h"
#include "model/model.h"

namespace flexura {

/// Three abstract nodes u (collective, fore/aft, lateral) and three x of strokes, 120 degrees apart clockwise:
///
///   -u + ... = 0                      in the equations of the controls: an abstract force on one is its value
///   sum_k B_ik clip(u_k) - x_i - T x_i' = 0      in the equations of the strokes
///
/// with rows B_i = c (1, -d, 0), c (1, d/2, -d sqrt(3)/2), c (1, d/2, d sqrt(3)/2); c: collective factor, stroke per
/// control; d: cyclic factor; T: dynamic coefficient, s (input manual, "swashplate", which has no signs: these are
/// those of its program).
class SwashPlate {
 public:
  static constexpr std::string_view type = "swash plate";
  static constexpr std::string_view family = "genel";

  struct Control {
    NodeIndex node = 0;
    double least = 0, most = 0;  ///< limits of what counts
  };

  SwashPlate(const std::array<Control, 3>& controls, const std::array<NodeIndex, 3>& strokes, double time_constant,
             double cyclic_factor, double collective_factor)
      : controls_(controls),
        nodes_{controls[0].node, controls[1].node, controls[2].node, strokes[0], strokes[1], strokes[2]},
        time_constant_(time_constant) {
    const double cyclic = collective_factor * cyclic_factor, half = 0.5 * cyclic;
    const double side = std::sqrt(0.75) * cyclic;
    mixing_ << collective_factor, -cyclic, 0, collective_factor, half, -side, collective_factor, half, side;
  }
  [[nodiscard]] std::array<NodeIndex, 0> nodes() const { return {}; }
  [[nodiscard]] const std::vector<NodeIndex>& scalars() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return 0; }

  void residual(const Local& q, Residual& r) const {
    Vec3 u;
    for (int k = 0; k < 3; ++k) {
      u(k) = std::clamp(q.scalar(k), controls_[k].least, controls_[k].most);
      r.equation(k) -= q.scalar(k);
    }
    const Vec3 stroke = mixing_ * u;
    for (int i = 0; i < 3; ++i) {
      r.equation(3 + i) += stroke(i) - q.scalar(3 + i);
      if (delayed(q)) r.equation(3 + i) -= time_constant_ * q.scalar_rate(3 + i);
    }
  }
  void jacobian(const Local& q, Jacobian& j) const {
    using namespace local;
    for (int k = 0; k < 3; ++k) {
      const bool held = q.scalar(k) < controls_[k].least || q.scalar(k) > controls_[k].most;
      j(equation(k), value(k)) -= 1.0;
      for (int i = 0; i < 3; ++i) j(equation(3 + i), value(k)) += held ? 0.0 : mixing_(i, k);
    }
    for (int i = 3; i < 6; ++i) {
      j(equation(i), value(i)) -= 1.0;
      if (delayed(q)) j(equation(i), rate(i)) -= time_constant_;
    }
  }

 private:
  [[nodiscard]] bool delayed(const Local& q) const { return time_constant_ > 0 && !q.state().statics; }

  std::array<Control, 3> controls_;
  std::vector<NodeIndex> nodes_;
  double time_constant_;
  Mat3 mixing_;
};

}  // namespace flexura
