#include "solvers/integrators/one_step.h"

#include "solvers/integrators/prediction.h"

namespace flexura {

namespace {

/// x = x1 + h (theta x' + (1 - theta) x'1).
class Theta final : public Method {
 public:
  Theta(const char* name, double theta) : name_(name), theta_(theta) {}
  [[nodiscard]] std::string name() const override { return name_; }
  [[nodiscard]] int history() const override { return 2; }
  void fill(const NextStep& step, std::vector<StageFormula>& stages) const override {
    stages.resize(1);
    StageFormula& f = stages[0];
    f.time_fraction = 1;
    f.c = theta_ * step.h;
    f.a.assign(1, 1.0);
    f.b.clear();
    if (theta_ != 1) f.b.assign(1, (1 - theta_) * step.h);
    predict(step, history(), stages);
    if (theta_ == 1 && !step.past.empty() && !f.p.empty()) {
      // The rates of this method are backward differences, mean slopes of past steps: a straight line through the last
      // two, not the slopes at the points that a cubic would need.
      const double reach = (step.h + step.past[0]) / (2 * step.past[0]);
      f.p.clear();
      if (step.number == 2) {  // the rate at the start of the analysis is no such slope
        f.q.assign(1, 1.0);
      } else {
        f.q = {1 + reach, -reach};
      }
    }
  }

 private:
  const char* name_;
  double theta_;
};

}  // namespace

std::unique_ptr<Method> make_implicit_euler() { return std::make_unique<Theta>("implicit euler", 1); }
std::unique_ptr<Method> make_crank_nicolson() { return std::make_unique<Theta>("crank nicolson", 0.5); }

}  // namespace flexura
