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
    return {nan, nan, nan, nan, nan, nan, nan};
  }
  return model == Model::lugre ? lugre(normal, velocity, force, dt, before.state)
                               : coulomb(normal, velocity, force, dt, before);
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

Friction::Bounds Friction::bounds(double normal, double velocity, std::optional<double> coefficient_at) const {
  const Taylor2 mu = coefficient->at(std::abs(coefficient_at.value_or(velocity)));
  const auto [f, by_f] = shaped(shape, mu.f);
  const double mu_slope = coefficient_at ? 0 : mu.d * sign_of(velocity);
  // s(mu) sigma2 = (f/mu) sigma2
  const double per_mu = mu.f != 0 ? f / mu.f : 1;
  const double per_mu_slope = mu.f != 0 ? (by_f - per_mu) / mu.f * mu_slope : 0;
  return {normal * f,
          f,
          normal * by_f * mu_slope,
          normal * per_mu * sigma2 * velocity,
          per_mu * sigma2 * velocity,
          normal * sigma2 * (per_mu + per_mu_slope * velocity)};
}

Friction::Result Friction::slip(const Bounds& b, double side, double normal, double force) {
  Result r;
  r.force = force - b.viscous - side * b.limit;
  r.by_force = 1;
  r.by_normal = -b.viscous_by_normal - side * b.limit_by_normal;
  r.by_velocity = -b.viscous_by_velocity - side * b.limit_by_velocity;
  r.coefficient = normal > 0 ? force / normal : 0;
  return r;
}

std::optional<double> Friction::coefficient_velocity(double dt, const Memory& before) const {
  if (before.phase == sticks) return 0;
  if (before.phase == unknown_yet) return std::nullopt;
  const double ahead = before.velocity + before.rate * dt;
  const double at = ahead * before.velocity > 0 ? ahead : 0;
  if (coefficient->at(std::abs(at)).d < 0) return at;
  return std::nullopt;
}

Friction::Result Friction::coulomb(double normal, double velocity, double force, double dt,
                                   const Memory& before) const {
  const bool stuck = before.phase == sticks;
  const Bounds b = bounds(normal, velocity, coefficient_velocity(dt, before));
  const double mean = stuck ? 0.5 * (force + before.state) : force;
  // A small rho: the bounds are crossed by T itself, and v decides only where T is at a bound.
  constexpr double part = 0.05;
  const double trial = mean - b.viscous + part * b.limit / before.velocity_scale * velocity;
  Result r;
  if (std::abs(trial) >= b.limit) {
    r = slip(b, trial < 0 ? -1 : 1, normal, mean);
    if (stuck) r.by_force = 0.5;
  } else {
    r.force = velocity;
    r.by_velocity = 1;
    r.phase = sticks;
  }
  r.state = force;
  r.coefficient = normal > 0 ? force / normal : 0;
  return r;
}

Friction::Result Friction::initial(double normal, const Sliding& sliding, double force, const Memory& before) const {
  const double v = sliding.velocity;
  if (!std::isfinite(normal + v + force)) return evaluate(normal, v, force, 0, before);
  const Bounds b = bounds(normal, v);
  // Velocities are known.
  const bool slides = std::abs(v) > before.velocity_scale;
  constexpr double part = 0.05;
  const double trial = force - b.viscous + part * b.limit * sign_of(sliding.acceleration);
  if (slides || std::abs(trial) >= b.limit) {
    Result r = slip(b, slides ? sign_of(v) : trial < 0 ? -1 : 1, normal, force);
    r.by_velocity = 0;
    r.state = force;
    return r;
  }
  Result r;
  r.phase = sticks;
  r.state = force;
  r.force = sliding.known_acceleration;
  r.by_velocity = 1;
  r.coefficient = normal > 0 ? force / normal : 0;
  return r;
}

Friction::Result Friction::driven(double normal, double velocity, double force, double dt, const Memory& before) const {
  if (model == Model::lugre || !std::isfinite(normal + velocity + force))
    return evaluate(normal, velocity, force, dt, before);
  return slip(bounds(normal, velocity), sign_of(velocity), normal, force);
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
