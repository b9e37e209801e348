// How an integration formula is applied to rotations.
#pragma once

namespace flexura {

/// x = sum a x_past + h sum b x'_past + c x' for Gibbs-Rodrigues parameters g of rotations, w = G(g) g'.
enum class RotationFormula {
  /// Past orientations and rates are those of the chart at the predicted orientation: the formula holds exactly.
  chart,
  /// The formula holds for the prediction, g_p with the rate g'_p in the chart at the last orientation. What the step
  /// adds to it is an increment d about the predicted orientation: R = R(d) R_pred, w = R(d) w_pred + G(d) d/c, the
  /// "updated-updated" form (MBDyn Theory and Developer's Manual, sec. 5.1). Of the same order, but the result depends
  /// on the prediction.
  increment
};

}  // namespace flexura
