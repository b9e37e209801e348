// Laws from text, their evaluation at a time and their tangents, for tests.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "elements/functions/library.h"
#include "elements/functions/scalar_function_drive.h"
#include "elements/laws/library.h"
#include "tests/input/language.h"

namespace flexura::test {

/// The language layer with scalar functions and laws.
class LawLanguage : public Language {
 public:
  LawLanguage() {
    drives.add("scalar function", read_scalar_function_drive, "");
    register_scalar_function_card(cards);
    register_law_card(cards);
    restart();
  }
  template <int N>
  LawPointer<N> law(const std::string& text) {
    Reader& r = read(text);
    LawPointer<N> result = read_law<N>(r);
    r.end_card();
    return result;
  }
  ScalarFunctionPointer function(const std::string& definition) {
    const std::string name = "function " + std::to_string(++functions_);
    run("scalar function: \"" + name + "\", " + definition + ";");
    diagnostics.raise();
    return ScalarFunctionLibrary::of(symbols)->find(name);
  }
  /// Values of all drives of the model; the context points into this object.
  LawContext at(double time) {
    values_.clear();
    for (int i = 0; i < model.drive_count(); ++i)
      values_.push_back(model.drive(i).value(Taylor2(time, 1, 0), at_time(time)));
    return {values_.data(), time, 0.01, 0};
  }

 private:
  std::vector<Taylor2> values_;
  int functions_ = 0;
};

template <int N>
LawVector<N> vector_of(std::initializer_list<double> values) {
  LawVector<N> v;
  int i = 0;
  for (const double value : values) v(i++) = value;
  return v;
}

/// Stress and tangents; the trial values of the internal variables go to `trial` if given.
template <int N>
LawResult<N> evaluate(const ConstitutiveLaw<N>& law, const LawVector<N>& strain, const LawVector<N>& rate,
                      const LawContext& context, const std::vector<double>* accepted = nullptr,
                      std::vector<double>* trial = nullptr) {
  LawResult<N> result;
  if (trial) trial->assign(law.memory_size(), -99);
  law.evaluate(strain, rate, context, {accepted ? accepted->data() : nullptr, trial ? trial->data() : nullptr}, result);
  return result;
}

template <int N>
double stress(const ConstitutiveLaw<N>& law, std::initializer_list<double> strain, std::initializer_list<double> rate,
              const LawContext& context, int component = 0) {
  return evaluate<N>(law, vector_of<N>(strain), vector_of<N>(rate), context).stress(component);
}

/// Largest difference between the tangents and central differences, relative to their size.
template <int N>
double tangent_error(const ConstitutiveLaw<N>& law, const LawVector<N>& strain, const LawVector<N>& rate,
                     const LawContext& context, const std::vector<double>* accepted = nullptr) {
  const LawResult<N> at = evaluate<N>(law, strain, rate, context, accepted);
  constexpr double h = 1e-6;
  LawMatrix<N> by_strain, by_rate;
  for (int j = 0; j < N; ++j) {
    const LawVector<N> step = h * LawVector<N>::Unit(j);
    by_strain.col(j) = (evaluate<N>(law, strain + step, rate, context, accepted).stress -
                        evaluate<N>(law, strain - step, rate, context, accepted).stress) /
                       (2 * h);
    by_rate.col(j) = (evaluate<N>(law, strain, rate + step, context, accepted).stress -
                      evaluate<N>(law, strain, rate - step, context, accepted).stress) /
                     (2 * h);
  }
  const double scale = 1 + at.by_strain.norm() + at.by_rate.norm() + at.stress.norm();
  return ((at.by_strain - by_strain).norm() + (at.by_rate - by_rate).norm()) / scale;
}

}  // namespace flexura::test
