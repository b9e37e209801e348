#include "elements/drives/random.h"

#include <chrono>
#include <cmath>
#include <numbers>

#include "elements/drives/window.h"

namespace flexura {

namespace {

/// The finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): a bijection that scatters consecutive numbers.
std::uint64_t scatter(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

/// The number of that index, uniform in [0, 1).
double unit_number(std::uint64_t seed, std::uint64_t index) {
  return static_cast<double>(scatter(scatter(seed) + index) >> 11) * 0x1p-53;
}

}  // namespace

Taylor2 RandomDrive::value(const Taylor2& x, const DriveContext& context) const {
  if (x.f < t0_ || x.f > t1_) return mean_;
  return mean_ + amplitude_ * (2 * unit_number(seed_, static_cast<std::uint64_t>(context.step / steps_)) - 1);
}

Taylor2 NormalRandomDrive::value(const Taylor2&, const DriveContext& context) const {
  // Two uniform numbers make a normal one (Box, Muller, Annals of Mathematical Statistics 29, 1958).
  const std::uint64_t index = 2 * static_cast<std::uint64_t>(context.step);
  const double length = std::sqrt(-2 * std::log(1 - unit_number(seed_, index)));
  return mean_ + deviation_ * length * std::cos(2 * std::numbers::pi * unit_number(seed_, index + 1));
}

void RandomDrive::remember(Archive& archive) {
  auto high = static_cast<std::uint32_t>(seed_ >> 32);
  auto low = static_cast<std::uint32_t>(seed_);
  archive(high, low);
  seed_ = std::uint64_t{high} << 32 | low;
}

DrivePointer read_random(Reader& reader) {
  const double amplitude = reader.real();
  const double mean = reader.real();
  const double t0 = reader.real();
  const double t1 = read_end_time(reader, t0);
  const std::int64_t steps = reader.keyword("steps") ? reader.positive_integer("the number of steps") : 1;
  std::uint64_t seed = 0;
  if (!reader.keyword("seed")) {
    seed = reader.symbols().generator();
  } else if (reader.keyword("time")) {
    seed = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
  } else {
    seed = static_cast<std::uint64_t>(reader.integer());
  }
  return std::make_shared<RandomDrive>(amplitude, mean, t0, t1, steps, seed);
}

DrivePointer read_normal_random(Reader& reader) {
  const double mean = reader.real();
  const double deviation = reader.non_negative_real("standard deviation");
  return std::make_shared<NormalRandomDrive>(mean, deviation, reader.symbols().generator());
}

}  // namespace flexura
