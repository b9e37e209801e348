// Integration methods as tables of stage formulas.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assembly/stage_formula.h"
#include "model/drive.h"
#include "support/error.h"

namespace flexura {

/// What a method has to know of the step to come.
struct NextStep {
  double h = 0;                  ///< its size, s
  std::span<const double> past;  ///< sizes of the intervals between the stored points, most recent first, s
  double rho = 1;                ///< asymptotic spectral radius of the differential unknowns at this time
  std::int64_t number = 0;       ///< counted from 1; 0 when the caller does not count
};

/// An implicit integration method (language: `method:`). Methods are pure tables: they never see the model.
class Method {
 public:
  Method() = default;
  Method(const Method&) = delete;
  Method& operator=(const Method&) = delete;
  virtual ~Method() = default;

  [[nodiscard]] virtual std::string name() const = 0;
  /// How many accepted points before the new one it wants to see; with fewer it starts by itself.
  [[nodiscard]] virtual int history() const = 0;
  /// Writes the stages of the next step, the last of which ends it, into `stages`; what the vector held is overwritten
  /// and its storage reused, so that repeated calls allocate nothing. An interval in `past` is negative where a stage
  /// lies behind the end of its step. Throws Error (input_error) for a radius the method cannot run with.
  virtual void fill(const NextStep& step, std::vector<StageFormula>& stages) const = 0;

  /// The same as a new vector.
  [[nodiscard]] std::vector<StageFormula> stages(double h, std::span<const double> past_steps, double rho,
                                                 std::int64_t number = 0) const {
    std::vector<StageFormula> result;
    fill({h, past_steps, rho, number}, result);
    return result;
  }
};

/// What the `method` card says; radii are drives, null means the method's default.
struct MethodSettings {
  std::string keyword = "ms";
  int order = 2;  ///< bdf only
  std::string hybrid_default;
  DrivePointer rho;  ///< of differential unknowns
  DrivePointer
      rho_algebraic;  ///< of algebraic unknowns, default rho; accepted and without effect (docs/integrators.md)
  std::function<std::unique_ptr<Method>()> make = nullptr;  ///< of methods that are declared as tables
};

/// The method of a settings record, found by keyword; throws Error for an unknown keyword and for a constant radius the
/// method cannot run with.
std::unique_ptr<Method> make_method(const MethodSettings& settings);

/// Keywords of all methods, sorted.
std::vector<std::string> method_keywords();

/// Why the method cannot run with this spectral radius of the differential unknowns; empty when it can.
std::string radius_objection(std::string_view keyword, double rho);

}  // namespace flexura
