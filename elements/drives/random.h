// Drives `random` and `boost random`.
#pragma once

#include "input/reader.h"
#include "model/remembers.h"

namespace flexura {

/// Uniform in [mean - A, mean + A), a new value every n steps; the mean outside [t0, t1].
///
/// The value is a hash of the seed and the step number divided by n: repeating a step, restarting a run or sharing the
/// drive changes nothing.
class RandomDrive final : public Drive, public Remembers {
 public:
  RandomDrive(double amplitude, double mean, double t0, double t1, std::int64_t steps, std::uint64_t seed)
      : amplitude_(amplitude), mean_(mean), t0_(t0), t1_(t1), steps_(steps), seed_(seed) {}
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext& context) const override;
  /// The seed may be the time at which the run began.
  void remember(Archive& archive) override;

 private:
  double amplitude_, mean_, t0_, t1_;
  std::int64_t steps_;
  std::uint64_t seed_;
};

/// Normally distributed, a new value every step; the same hash.
class NormalRandomDrive final : public Drive {
 public:
  NormalRandomDrive(double mean, double deviation, std::uint64_t seed)
      : mean_(mean), deviation_(deviation), seed_(seed) {}
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext& context) const override;

 private:
  double mean_, deviation_;
  std::uint64_t seed_;
};

/// A, mean, t0, {forever | t1} [, steps, n] [, seed, {time | s}]. Without a seed each drive of a model has its own
/// fixed one.
DrivePointer read_random(Reader& reader);
/// mean, standard deviation.
DrivePointer read_normal_random(Reader& reader);

}  // namespace flexura
