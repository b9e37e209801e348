#include "elements/friction/friction.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace flexura {

namespace {

double sign_of(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

/// s(f) f and its derivative.
std::pair<double, double> shaped(Friction::Shape shape, double f) {
  if (shape == Friction::Shape::simple) return {f, 1};
  const double root = std::sqrt(1 + f * f);
  return {f / root, 1 / (root * root * root)};
}

}  // namespace

Friction::Result Friction::evaluate(double normal, double velocity, double force, double dt,
                                    const Memory& before) const {
  if (!std::isfinite(normal + velocity + force)) {
    // What is unknown gives unknown results; this is also how elements find the sparsity of their Jacobian.
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    return {nan, nan, nan, nan, nan, nan};
  }
  return model == Model::lugre ? lugre(normal, velocity, force, dt, before.state)
                               : coulomb(normal, velocity, force, before.velocity_scale);
}

Friction::Rate Friction::bristle_rate(double state, double velocity, const Taylor2& mu) const {
  const double speed = std::abs(velocity);
  const double x = std::abs(state) * sigma0 / mu.f;
  if (state * velocity <= 0 || x <= kappa) return {velocity, 0, 1};
  // z' = v - |v| sign(z) h with h = alpha x
  double h = x;
  double slope = 1;
  if (x < 1) {
    const double phase = std::numbers::pi * (x - 0.5 * (1 + kappa)) / (1 - kappa);
    const double alpha = 0.5 * (1 + std::sin(phase));
    h = alpha * x;
    slope = alpha + x * 0.5 * std::numbers::pi / (1 - kappa) * std::cos(phase);
  }
  const double side = sign_of(state);  // that of v, too
  const double x_velocity = -x * mu.d * side / mu.f;
  return {velocity - velocity * h, -speed * slope * sigma0 / mu.f, 1 - h - velocity * slope * x_velocity};
}

double Friction::bristles(double before, double velocity, double dt, const Taylor2& mu) const {
  if (velocity == 0 || dt <= 0) return before;
  // F(z) = z - before - dt z'(z) grows with a slope of at least 1: Newton's method inside a bracket.
  const double steady = sign_of(velocity) * mu.f / sigma0;
  double low = std::min({before, steady, before + dt * velocity});
  double high = std::max({before, steady, before + dt * velocity});
  double z = std::clamp(before + dt * velocity, std::min(before, steady), std::max(before, steady));
  for (int iteration = 0; iteration < 200; ++iteration) {
    const Rate rate = bristle_rate(z, velocity, mu);
    const double value = z - before - dt * rate.value;
    (value > 0 ? high : low) = z;
    double next = z - value / (1 - dt * rate.by_state);
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    const double moved = std::abs(next - z);
    z = next;
    if (moved <= 1e-15 * std::max(std::abs(z), std::abs(steady))) break;
  }
  return z;
}

Friction::Result Friction::lugre(double normal, double velocity, double force, double dt, double before) const {
  const Taylor2 mu = coefficient->at(std::abs(velocity));
  Result r;
  r.state = bristles(before, velocity, dt, mu);
  const Rate rate = bristle_rate(r.state, velocity, mu);
  const double state_by_velocity = dt > 0 ? dt * rate.by_velocity / (1 - dt * rate.by_state) : 0;
  const double rate_by_velocity = rate.by_velocity + rate.by_state * state_by_velocity;
  r.coefficient = sigma0 * r.state + sigma1 * rate.value + sigma2 * velocity;
  const auto [f, by_f] = shaped(shape, r.coefficient);
  r.force = force - normal * f;
  r.by_force = 1;
  r.by_normal = -f;
  r.by_velocity = -normal * by_f * (sigma0 * state_by_velocity + sigma1 * rate_by_velocity + sigma2);
  return r;
}

Friction::Result Friction::coulomb(double normal, double velocity, double force, double scale) const {
  const Taylor2 mu = coefficient->at(std::abs(velocity));
  const auto [f, by_f] = shaped(shape, mu.f);
  const double limit = normal * f;
  const double limit_by_velocity = normal * by_f * mu.d * sign_of(velocity);
  // s(mu) sigma2 = (f/mu) sigma2
  const double per_mu = mu.f != 0 ? f / mu.f : 1;
  const double per_mu_slope = mu.f != 0 ? (by_f - per_mu) / mu.f * mu.d * sign_of(velocity) : 0;
  const double viscous = normal * per_mu * sigma2 * velocity;
  const double viscous_by_velocity = normal * sigma2 * (per_mu + per_mu_slope * velocity);
  // A small rho: the bounds are crossed by T itself, and v decides only where T is at a bound.
  constexpr double part = 0.05;
  const double rho = part * limit / scale;
  const double trial = force - viscous + rho * velocity;
  Result r;
  r.coefficient = normal > 0 ? force / normal : 0;
  if (std::abs(trial) < limit) {
    r.force = -rho * velocity;
    r.by_normal = -part * f / scale * velocity;
    r.by_velocity = -rho - part * limit_by_velocity / scale * velocity;
    return r;
  }
  const double side = trial < 0 ? -1 : 1;
  r.force = force - viscous - side * limit;
  r.by_force = 1;
  r.by_normal = -per_mu * sigma2 * velocity - side * f;
  r.by_velocity = -viscous_by_velocity - side * limit_by_velocity;
  return r;
}

Friction::Memory Friction::accepted(const Local& q, int memory) const {
  // The scale fades by half in ten steps.
  constexpr double fading = 0.93, tiny = 1e-8;
  Memory result;
  if (const double* m = q.memory_accepted()) {
    m += memory;
    result = {fading * m[0], m[1], m[2], m[3]};
  }
  result.velocity_scale = std::max(result.velocity_scale, tiny * radius / (q.c() > 0 ? q.c() : 1));
  return result;
}

double Friction::time_since(const Local& q, const Memory& before) {
  if (q.c() <= 0) return 0;
  return before.known != 0 ? q.time() - before.time : q.state().time_step;
}

}  // namespace flexura
