// Prediction of the rates at a stage.
#pragma once

#include <vector>

#include "assembly/stage_formula.h"
#include "solvers/integrators/method.h"

namespace flexura {

/// Completes the stages of a step, their times set, with the prediction: the rate of the cubic Hermite polynomial
/// through the latest point and an earlier one, multipliers on the straight line through the same points; both stay as
/// they are while there is only one point, or when the stage is more than three times as far away as the two points are
/// from each other. Earlier stages of the step count as points. `history` is the method's own:
/// at no stage more than history + stages - 1 points are at hand.
///
/// The earlier point is the next one at least half as far from the latest point as the stage is, the farthest if there
/// is none: two stages close to each other would magnify the difference of their errors.
void predict(const NextStep& step, int history, std::vector<StageFormula>& stages);

}  // namespace flexura
