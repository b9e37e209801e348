#include "solvers/integrators/table_method.h"

#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "solvers/integrators/multistep.h"
#include "solvers/integrators/prediction.h"

namespace flexura {

namespace {

/// Of sums that shall be exact.
constexpr double round_off = 1e-10;

double sum_of(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

class RungeKutta final : public Method {
 public:
  RungeKutta(std::string name, Tableau table)
      : name_(std::move(name)), table_(std::move(table)), explicit_(table_.c[0] == 0 ? 1 : 0) {}
  [[nodiscard]] std::string name() const override { return name_; }
  [[nodiscard]] int history() const override { return 2; }
  void fill(const NextStep& step, std::vector<StageFormula>& stages) const override {
    const std::size_t count = table_.c.size() - explicit_;
    stages.resize(count);
    for (std::size_t s = 0; s < count; ++s) {
      const std::vector<double>& row = table_.a[s + explicit_];
      StageFormula& f = stages[s];
      f.time_fraction = table_.c[s + explicit_];
      f.c = row.back() * step.h;
      // The beginning of the step lies behind the s stages since.
      f.a.assign(s + 1, 0.0);
      f.a[s] = 1;
      f.b.assign(s + 1, 0.0);
      const std::size_t past = row.size() - 1;
      for (std::size_t j = 0; j < past; ++j) f.b[s - (1 - explicit_) - j] = row[j] * step.h;
    }
    predict(step, history(), stages);
  }

 private:
  std::string name_;
  Tableau table_;
  std::size_t explicit_;  ///< first stages without an equation: 1 or 0
};

/// The weights of mean rates and of rates that a table says, without its scale.
MultistepWeights weights_of(const MultistepTable& table) {
  MultistepWeights w;
  double partial = 0, scale = 0;
  for (std::size_t i = 0; i + 1 < table.alpha.size(); ++i) w.alpha[i] = partial += table.alpha[i];
  for (const double weight : w.alpha) scale += weight;
  for (double& weight : w.alpha) weight /= scale;
  for (std::size_t i = 0; i < table.beta.size(); ++i) w.beta[i] = table.beta[i] / scale;
  return w;
}

class TableMultistep final : public Method {
 public:
  TableMultistep(std::string name, const MultistepTable& table)
      : name_(std::move(name)), n_(static_cast<int>(table.alpha.size()) - 1), weights_(weights_of(table)) {}
  [[nodiscard]] std::string name() const override { return name_; }
  [[nodiscard]] int history() const override { return std::max(2, n_); }
  void fill(const NextStep& step, std::vector<StageFormula>& stages) const override {
    stages.resize(1);
    stages[0].time_fraction = 1;
    if (static_cast<int>(step.past.size()) + 1 < n_) {
      trapezoidal_step(step.h, stages[0]);
    } else {
      std::array<double, 4> intervals{step.h};
      for (int i = 1; i < n_; ++i) intervals[i] = step.past[i - 1];
      multistep_step(n_, fitted_weights(n_, weights_, intervals), n_, intervals, stages[0]);
    }
    predict(step, history(), stages);
  }

 private:
  std::string name_;
  int n_;
  MultistepWeights weights_;
};

template <class Table>
void insist(const Table& table) {
  const std::string wrong = objection(table);
  if (!wrong.empty()) throw Error(ExitCode::internal_error, "a method cannot be made of its table: " + wrong);
}

}  // namespace

std::string objection(const Tableau& table) {
  const std::size_t n = table.c.size();
  if (n == 0 || table.a.size() != n) return fmt::format("{} stages and {} rows", n, table.a.size());
  for (std::size_t i = 0; i < n; ++i) {
    const std::vector<double>& row = table.a[i];
    if (row.size() != i + 1) return fmt::format("row {} has {} entries instead of {}", i + 1, row.size(), i + 1);
    const double sum = sum_of(row);
    if (!(std::abs(sum - table.c[i]) < round_off))
      return fmt::format("the entries of row {} add up to {:.15g}, its stage is at {:.15g}", i + 1, sum, table.c[i]);
    const bool beginning = i == 0 && table.c[0] == 0;
    if (!beginning && !(row[i] > 0))
      return fmt::format("stage {} is not implicit: its diagonal coefficient is {:g}", i + 1, row[i]);
  }
  if (table.c[0] == 0 && n == 1) return "there is no stage but the beginning of the step";
  if (!(std::abs(table.c[n - 1] - 1) < round_off))
    return fmt::format("the last stage is at {:.15g}: it must be the end of the step", table.c[n - 1]);
  return {};
}

std::string objection(const MultistepTable& table) {
  const std::size_t n = table.alpha.size();
  if (n < 2 || n > 5) return fmt::format("{} coefficients alpha: a method has one to four steps", n);
  if (table.beta.size() != n) return fmt::format("{} coefficients alpha and {} beta", n, table.beta.size());
  const double sum = sum_of(table.alpha);
  if (!(std::abs(sum) < round_off)) return fmt::format("alpha adds up to {:.15g}, not to 0", sum);
  double slope = 0;  // of x = t
  for (std::size_t i = 0; i < n; ++i) slope -= static_cast<double>(i) * table.alpha[i];
  const double rates = sum_of(table.beta);
  if (!(std::abs(slope - rates) < round_off) || rates == 0)
    return fmt::format("beta adds up to {:.15g}, it must be {:.15g} for a uniform motion", rates, slope);
  if (!(table.beta[0] / table.alpha[0] > 0)) return "the method is not implicit: beta_0/alpha_0 must be positive";
  return {};
}

std::unique_ptr<Method> make_table_method(std::string name, Tableau table) {
  insist(table);
  return std::make_unique<RungeKutta>(std::move(name), std::move(table));
}

std::unique_ptr<Method> make_table_method(std::string name, const MultistepTable& table) {
  insist(table);
  return std::make_unique<TableMultistep>(std::move(name), table);
}

}  // namespace flexura
