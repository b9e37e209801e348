#include "elements/friction/friction.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "elements/friction/models.h"
#include "math/dual.h"

namespace flexura {

namespace {

double sign_of(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

}  // namespace

std::pair<double, double> Friction::shaped(double f, double load) const {
  switch (shape) {
    case Shape::plane_hinge: {
      const double root = std::sqrt(1 + f * f);
      return {f / root, 1 / (root * root * root)};
    }
    case Shape::screw: {
      const double rest = 1 - load * lead * f;
      if (rest <= 0) return {std::numeric_limits<double>::quiet_NaN(), 1};
      return {gain * f / rest, gain / (rest * rest)};
    }
    default:
      return {f, 1};
  }
}

double Friction::coefficient_of(double force, double normal, double load) const {
  if (!(normal > 0)) return 0;
  const double share = force / normal;
  switch (shape) {
    case Shape::plane_hinge:
      return share / std::sqrt(std::max(1 - share * share, std::numeric_limits<double>::min()));
    case Shape::screw:
      return share / (gain + load * lead * share);
    default:
      return share;
  }
}

Friction::Result Friction::evaluate(double normal, const Sliding& sliding, double force, double dt,
                                    const Memory& before) const {
  if (!std::isfinite(normal + sliding.velocity + force)) {
    // What is unknown gives unknown results; this is also how elements find the sparsity of their Jacobian.
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    return {nan, nan, nan, nan, nan, nan, nan};
  }
  return model == Model::lugre ? lugre(normal, sliding, force, dt, before)
                               : coulomb(normal, sliding, force, dt, before);
}

Friction::Rate Friction::bristle_rate(double state, double velocity, double mu) const {
  using S = Dual<3>;
  const S rate =
      LugreFriction::rate(S::variable(state, 0), S::variable(velocity, 1), S::variable(mu, 2), sigma0, kappa);
  return {rate.f, rate.d[0], rate.d[1], rate.d[2]};
}

double Friction::bristles(double before, double velocity, double dt, double mu) const {
  if (velocity == 0 || dt <= 0) return before;
  // F(z) = z - before - dt z'(z) grows with a slope of at least 1: Newton's method inside a bracket.
  const double steady = sign_of(velocity) * mu / sigma0;
  double low = std::min({before, steady, before + dt * velocity});
  double high = std::max({before, steady, before + dt * velocity});
  double z = std::clamp(before + dt * velocity, std::min(before, steady), std::max(before, steady));
  for (int iteration = 0; iteration < 200; ++iteration) {
    const Rate rate = bristle_rate(z, velocity, mu);
    const double value = z - before - dt * rate.value;
    (value > 0 ? high : low) = z;
    const double step = value / (1 - dt * rate.by_state);
    if (std::abs(step) <= 1e-15 * std::max(std::abs(z), std::abs(steady))) break;
    double next = z - step;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    z = next;
  }
  return z;
}

std::optional<double> Friction::coefficient_velocity(double dt, const Memory& before) const {
  if (before.phase == sticks) return 0;
  if (before.phase == unknown_yet) return std::nullopt;
  const double ahead = before.velocity + before.rate * dt;
  const double at = ahead * before.velocity > 0 ? ahead : 0;
  if (coefficient->at(std::abs(at)).d < 0) return at;
  return std::nullopt;
}

Friction::Curve Friction::curve(double velocity, double load, double dt, double before, double mu) const {
  const double z = bristles(before, velocity, dt, mu);
  const Rate rate = bristle_rate(z, velocity, mu);
  const double share = dt > 0 ? dt / (1 - dt * rate.by_state) : 0;
  const auto through_state = [&](double by) {
    return sigma0 * share * by + sigma1 * (by + rate.by_state * share * by);
  };
  const double f = sigma0 * z + sigma1 * rate.value + sigma2 * velocity;
  const auto [value, by_f] = shaped(f, load);
  return {value, by_f * (through_state(rate.by_velocity) + sigma2), by_f * through_state(rate.by_mu), f, z};
}

Friction::Result Friction::lugre(double normal, const Sliding& sliding, double force, double dt,
                                 const Memory& before) const {
  const double v = sliding.velocity;
  const std::optional<double> lagged = coefficient_velocity(dt, before);
  Taylor2 mu = coefficient->at(std::abs(lagged.value_or(v)));
  if (lagged) mu.d = 0;
  const auto at = [&](double velocity) { return curve(velocity, sliding.load, dt, before.state, mu.f); };
  Curve c = at(v);
  double k = 0;
  if (dt > 0 && normal > 0 && std::abs(before.state) * sigma0 <= mu.f) {
    // The curve is steep where bristles deflect and flat where they slip, so that Newton's method would be thrown from
    // one end to the other. It is taken at u, u + k s(u) = v + k T/N, instead of v: the same in the solution, but T
    // decides where it is steep, v where it is flat. Bristles bent further than in steady slip relax, and the curve
    // falls.
    const double at_rest = coefficient->at(0).f;
    k = 20 * std::max(before.velocity_scale, at_rest / (sigma0 * dt)) / at_rest;
    const double right = v + k * force / normal;
    double low = std::min(v, right - k * c.value), high = std::max(v, right - k * c.value);
    double u = v;
    double moved = high - low;
    for (int iteration = 0; iteration < 100 && low < high; ++iteration) {
      const double miss = u + k * c.value - right;
      (miss > 0 ? high : low) = u;
      const double step = miss / (1 + k * c.slope);
      if (std::abs(step) <= 1e-15 * std::max(std::abs(u), std::abs(right))) break;
      double next = u - step;
      // Halved, when Newton's method leaves the bracket or slows down at a corner.
      if (!(next > low && next < high) || std::abs(step) > 0.5 * moved) next = 0.5 * (low + high);
      moved = std::abs(next - u);
      u = next;
      c = at(u);
    }
  }
  const double share = 1 / (1 + k * c.slope);
  Result r;
  r.state = c.state;
  r.coefficient = c.coefficient;
  r.force = force - normal * c.value;
  r.by_force = share;
  r.by_velocity = -normal * share * (c.slope + c.by_mu * mu.d * sign_of(v));
  r.by_normal = -c.value + (k > 0 ? c.slope * k * force / normal * share : 0);
  return r;
}

Friction::Bound Friction::bound(double side, double normal, const Sliding& sliding,
                                std::optional<double> coefficient_at) const {
  const double v = sliding.velocity;
  const Taylor2 mu = coefficient->at(std::abs(coefficient_at.value_or(v)));
  const double mu_slope = coefficient_at ? 0 : mu.d * sign_of(v);
  const auto [value, by_f] = shaped(side * mu.f + sigma2 * v, sliding.load);
  return {normal * value, value, normal * by_f * (side * mu_slope + sigma2)};
}

Friction::Result Friction::slip(const Bound& at, double force) {
  Result r;
  r.force = force - at.value;
  r.by_force = 1;
  r.by_normal = -at.by_normal;
  r.by_velocity = -at.by_velocity;
  return r;
}

Friction::Result Friction::coulomb(double normal, const Sliding& sliding, double force, double dt,
                                   const Memory& before) const {
  const bool stuck = before.phase == sticks;
  const std::optional<double> lagged = coefficient_velocity(dt, before);
  const Bound forwards = bound(1, normal, sliding, lagged);
  const Bound backwards = bound(-1, normal, sliding, lagged);
  const double mean = stuck ? 0.5 * (force + before.state) : force;
  // rho v is kept small: the bounds are crossed by T itself, and v decides only where T is at a bound.
  constexpr double part = 0.025;
  const double direction = std::clamp(sliding.velocity / before.velocity_scale, -1.0, 1.0);
  const double trial = mean + part * (forwards.value - backwards.value) * direction;
  Result r;
  if (trial > backwards.value && trial < forwards.value) {
    r.force = sliding.velocity;
    r.by_velocity = 1;
    r.phase = sticks;
  } else {
    r = slip(trial >= forwards.value ? forwards : backwards, mean);
    if (stuck) r.by_force = 0.5;
  }
  r.force += 0 * (forwards.value - backwards.value);  // not a number where a thread jams
  r.state = force;
  r.coefficient = coefficient_of(force, normal, sliding.load);
  return r;
}

Friction::Result Friction::initial(double normal, const Sliding& sliding, double force, const Memory& before) const {
  if (!std::isfinite(normal + sliding.velocity + force)) return evaluate(normal, sliding, force, 0, before);
  const Bound forwards = bound(1, normal, sliding);
  const Bound backwards = bound(-1, normal, sliding);
  constexpr double part = 0.025;
  const double direction = std::clamp(sliding.acceleration / (1e2 * before.velocity_scale), -1.0, 1.0);
  const double trial = force + part * (forwards.value - backwards.value) * direction;
  // Velocities are known.
  const bool slides = std::abs(sliding.velocity) > before.velocity_scale;
  Result r;
  if (!slides && trial > backwards.value && trial < forwards.value) {
    r.force = sliding.known_acceleration;
    r.by_velocity = 1;
    r.phase = sticks;
  } else {
    r = slip((slides ? sliding.velocity > 0 : trial >= forwards.value) ? forwards : backwards, force);
    r.by_velocity = 0;
  }
  r.force += 0 * (forwards.value - backwards.value);
  r.state = force;
  r.coefficient = coefficient_of(force, normal, sliding.load);
  return r;
}

Friction::Result Friction::driven(double normal, const Sliding& sliding, double force, double dt,
                                  const Memory& before) const {
  if (model == Model::lugre || !std::isfinite(normal + sliding.velocity + force))
    return evaluate(normal, sliding, force, dt, before);
  Result r = slip(sliding.velocity == 0 ? Bound{} : bound(sign_of(sliding.velocity), normal, sliding), force);
  r.coefficient = coefficient_of(force, normal, sliding.load);
  return r;
}

Friction::Memory Friction::accepted(const Local& q, int memory) const {
  // The scale fades by half in ten steps.
  constexpr double fading = 0.93, tiny = 1e-8;
  Memory result;
  if (const double* m = q.memory_accepted()) {
    m += memory;
    result = {fading * m[0], m[1], m[2], m[3], m[4], m[5]};
  }
  result.velocity_scale = std::max(result.velocity_scale, tiny * radius / (q.c() > 0 ? q.c() : 1));
  return result;
}

double Friction::time_since(const Local& q, const Memory& before) {
  if (q.c() <= 0) return 0;
  return before.phase != unknown_yet ? q.time() - before.time : q.state().time_step;
}

}  // namespace flexura
