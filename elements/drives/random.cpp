#include "elements/drives/random.h"

#include <chrono>

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

}  // namespace

Taylor2 RandomDrive::value(const Taylor2& x, const DriveContext& context) const {
  if (x.f < t0_ || x.f > t1_) return mean_;
  const std::uint64_t bits = scatter(scatter(seed_) + static_cast<std::uint64_t>(context.step / steps_));
  const double unit = static_cast<double>(bits >> 11) * 0x1p-53;  // in [0, 1)
  return mean_ + amplitude_ * (2 * unit - 1);
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

}  // namespace flexura
