#include "solvers/integrators/prediction.h"

#include <algorithm>
#include <cmath>

namespace flexura {

namespace {

/// How far a cubic is continued, in units of the distance between its two points.
constexpr double longest_reach = 3;

/// Times of the points a stage can look back to, from the beginning of the step, most recent point first.
class PointTimes {
 public:
  PointTimes(const NextStep& step, const std::vector<StageFormula>& stages, int stage, int most)
      : step_(step), stages_(stages), stage_(stage) {
    count_ = std::min(stage + 1 + static_cast<int>(step.past.size()), most);
  }
  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] double operator[](int k) const {
    if (k < stage_) return stages_[stage_ - 1 - k].time_fraction * step_.h;
    double time = 0;
    for (int i = 0; i < k - stage_; ++i) time -= step_.past[i];
    return time;
  }

 private:
  const NextStep& step_;
  const std::vector<StageFormula>& stages_;
  int stage_;
  int count_;
};

int earlier_point(const PointTimes& times, double target) {
  const double reach = 0.5 * std::abs(target - times[0]);
  int best = 1;
  for (int k = 1; k < times.count(); ++k) {
    const double distance = std::abs(times[0] - times[k]);
    if (distance >= reach) return k;
    if (distance > std::abs(times[0] - times[best])) best = k;
  }
  return best;
}

}  // namespace

void predict(const NextStep& step, int history, std::vector<StageFormula>& stages) {
  const int count = static_cast<int>(stages.size());
  for (int i = 0; i < count; ++i) {
    StageFormula& f = stages[i];
    const PointTimes times(step, stages, i, history + count - 1);
    const double target = f.time_fraction * step.h;
    const int k = times.count() < 2 ? 0 : earlier_point(times, target);
    const double distance = times[0] - times[k];
    if (std::abs(target - times[0]) > longest_reach * std::abs(distance)) {
      f.p.clear();
      f.q.assign(1, 1.0);
      f.r.assign(1, 1.0);
      continue;
    }
    // s is time in units of the distance between the points, counted from the earlier one.
    const double s = (target - times[k]) / distance;
    const double slope = 6 * s * (1 - s) / distance;
    f.p.assign(k + 1, 0.0);
    f.q.assign(k + 1, 0.0);
    f.r.assign(k + 1, 0.0);
    f.p[0] = slope;
    f.p[k] = -slope;
    f.q[0] = s * (3 * s - 2);
    f.q[k] = (3 * s - 1) * (s - 1);
    f.r[0] = s;
    f.r[k] = 1 - s;
  }
}

}  // namespace flexura
