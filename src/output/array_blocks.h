// How arrays of results are cut into the blocks that are compressed and written at a time.
#pragma once

#include <algorithm>
#include <cstdint>

namespace flexura {

/// Instants of a block, for so many doubles an instant: all that is kept in memory takes 64 MB or four instants,
/// whatever is more, on all ranks together.
constexpr int block_instants(std::int64_t doubles) {
  return static_cast<int>(
      std::clamp<std::int64_t>((std::int64_t{1} << 23) / std::max<std::int64_t>(doubles, 1), 4, 256));
}

/// Entities of a block: some 200 kB for a vector.
constexpr int block_entities(int instants) { return std::max(64, 8192 / instants); }

}  // namespace flexura
