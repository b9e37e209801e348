// Prediction of the rates at a stage.
#pragma once

#include <span>

#include "assembly/stage_formula.h"

namespace flexura {

/// Completes a formula of a step of size h with the prediction: the rate of the cubic Hermite polynomial through the
/// two latest points (constant rate when there is only one), multipliers extrapolated linearly. `past` as in
/// Method::stages.
StageFormula with_prediction(StageFormula formula, double h, std::span<const double> past);

}  // namespace flexura
