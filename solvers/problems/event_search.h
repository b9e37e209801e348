// The instants at which drives jump or have a kink, as ends of steps.
#pragma once

#include <algorithm>
#include <limits>

#include "assembly/drive_table.h"
#include "solvers/problems/step_control.h"
#include "support/archive.h"

namespace flexura {

/// With `strategy: error`, steps end just before such an instant, and what follows begins just behind it.
class EventSearch {
 public:
  /// Looks ahead from `time` as far as the next steps may go; the coming step ends before what is found.
  void look(const DriveTable& drives, double time, StepControl& control) {
    stop_ = std::numeric_limits<double>::infinity();
    const double reach = 3 * control.size();
    for (const double event : drives.events(std::max(time, passed_), time + reach)) {
      const double before = event - margin(control);
      if (event > passed_ && before > time && before < stop_) {
        stop_ = before;
        next_ = event;
      }
    }
    control.stop_at(stop_);
  }
  /// Whether a step that ends at `time` has come to it.
  [[nodiscard]] bool reached(double time) const { return time == stop_; }
  /// Takes it as passed; returns the time just behind it.
  double pass(const StepControl& control) {
    passed_ = next_;
    return passed_ + margin(control);
  }
  void remember(Archive& archive) { archive(passed_, next_, stop_); }

 private:
  static double margin(const StepControl& control) { return 1e-10 * control.size(); }

  double passed_ = -std::numeric_limits<double>::infinity();
  double next_ = 0;
  double stop_ = std::numeric_limits<double>::infinity();
};

}  // namespace flexura
