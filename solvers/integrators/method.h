// Integration methods as tables of stage formulas.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "assembly/stage_formula.h"
#include "model/drive.h"
#include "support/error.h"

namespace flexura {

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
  /// The stages of the next step of size `h`, at the end of which the new point lies. `past_steps` are the sizes of the
  /// intervals between the stored points, most recent first (their number tells how many points there are); `rho` is
  /// the asymptotic spectral radius at this time.
  [[nodiscard]] virtual std::vector<StageFormula> stages(double h, std::span<const double> past_steps,
                                                         double rho) const = 0;
};

/// What the `method` card says; radii are drives, null means the method's default.
struct MethodSettings {
  std::string keyword = "ms";
  int order = 2;  ///< bdf only
  std::string hybrid_default;
  DrivePointer rho;            ///< of differential unknowns
  DrivePointer rho_algebraic;  ///< of algebraic unknowns, default rho
};

/// The method of a settings record, found by keyword; throws Error for an unknown keyword.
std::unique_ptr<Method> make_method(const MethodSettings& settings);

/// Keywords of all methods, sorted.
std::vector<std::string> method_keywords();

}  // namespace flexura
