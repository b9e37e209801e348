#include "elements/laws/shock_absorber.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "support/error.h"

namespace flexura {

ShockAbsorber::Gas ShockAbsorber::gas(double strain) const {
  constexpr double smallest = 0.01;
  const double v = 1 + data_.interaction * (strain - data_.prestrain);
  const double inside = std::max(v, smallest);
  const double slope = -data_.exponent * data_.pressure * std::pow(inside, -data_.exponent - 1);  // dp/dv
  const double p = data_.pressure * std::pow(inside, -data_.exponent) + slope * (v - inside);
  Gas gas{p, -data_.area * p, -data_.area * slope * data_.interaction};
  if (beyond(strain)) {
    gas.force += data_.penalty * (strain - (strain > data_.strain_max ? data_.strain_max : data_.strain_min));
    gas.slope += data_.penalty;
  }
  return gas;
}

ShockAbsorber::Fluid ShockAbsorber::fluid(double strain, double rate, const LawContext& context) const {
  DriveContext about;
  about.time = Taylor2(context.time, 1, 0);
  about.time_step = context.time_step;
  about.step = context.step;
  Taylor2 area;
  if (data_.metering) {
    const Drive& metering = data_.metering_in && rate < 0 ? *data_.metering_in : *data_.metering;
    area += metering.value(Taylor2(strain, 1, 0), about);
  }
  if (data_.orifice) area += data_.orifice->value(Taylor2(rate > 0 ? 1 : rate < 0 ? -1 : 0), about).f;
  if (!data_.metering && !data_.orifice) area = data_.fluid_area;
  if (!(area.f > 0)) {
    throw Error(ExitCode::not_a_number,
                fmt::format("law `shock absorber`: the passage area must be positive, found {:.9g} at strain {:.9g}",
                            area.f, strain));
  }
  const double ratio = data_.fluid_area / area.f;
  const double factor = 0.5 * data_.fluid_density * data_.drag * data_.fluid_area * ratio * ratio;
  const double drag = factor * std::abs(rate) * rate;
  Fluid fluid{area.f, drag, -2 * drag * area.d / area.f, 2 * factor * std::abs(rate)};
  if (beyond(strain)) {
    fluid.force += data_.penalty_damping * rate;
    fluid.by_rate += data_.penalty_damping;
  }
  const double t = std::tanh(rate / data_.friction_rate);
  fluid.force += data_.friction_force * t;
  fluid.by_rate += data_.friction_force * (1 - t * t) / data_.friction_rate;
  return fluid;
}

void ShockAbsorber::compute(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory,
                            LawResult<1>& result) const {
  const Gas g = gas(strain(0));
  const Fluid f = fluid(strain(0), rate(0), context);
  result.stress(0) = g.force + f.force;
  result.by_strain(0) = g.slope + f.by_strain;
  result.by_rate(0) = f.by_rate;
}

void ShockAbsorber::compute_outputs(const Vector& strain, const Vector& rate, const LawContext& context, LawMemory,
                                    double* values) const {
  const Gas g = gas(strain(0));
  const Fluid f = fluid(strain(0), rate(0), context);
  values[0] = g.pressure;
  values[1] = f.area;
  values[2] = g.force;
  values[3] = f.force;
}

}  // namespace flexura
