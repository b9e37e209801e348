#include "input/blocks/restart_cards.h"

#include <algorithm>
#include <cmath>

#include "input/run_storage.h"

namespace flexura {

namespace {

/// `make restart file [: {iterations, n | time, t | times, n, t1, ... | format, {classic | binary}} [, ...]]`.
void read_make_restart_file(ReadContext& context) {
  Reader& reader = context.reader;
  RestartFiles wanted;
  bool binary = false, told = false;
  while (reader.more()) {
    switch (reader.choice({"iterations", "time", "times", "format"}, "when to write a restart file")) {
      case 0:
        wanted.steps = reader.positive_integer("the number of iterations");
        told = true;
        break;
      case 1:
        wanted.interval = reader.positive_real("the interval of time");
        told = true;
        break;
      case 2:
        for (std::int64_t n = reader.positive_integer("the number of times"); n > 0; --n)
          wanted.times.push_back(reader.real());
        std::sort(wanted.times.begin(), wanted.times.end());
        told = true;
        break;
      default:
        binary = reader.choice({"classic", "binary"}, "format of the restart file") == 1;
    }
  }
  if (!binary) {
    context.skip("make restart file");  // a model file in the words of another program
    return;
  }
  wanted.at_end = !told;
  RestartFiles& files = *run_storage<RestartFiles>(reader.shared_symbols());
  wanted.load = files.load;
  files = std::move(wanted);
}

/// `load restart file [:] "name"`.
void read_load_restart_file(ReadContext& context) {
  run_storage<RestartFiles>(context.reader.shared_symbols())->load = context.reader.file_name();
}

}  // namespace

bool RestartFiles::due(std::int64_t step, double before, double time, bool end) const {
  if (end && at_end) return true;
  if (step == 0) return false;
  if (steps > 0 && step % steps == 0) return true;
  // Sums of step sizes miss the time they stand for by round-off.
  const double slack = 1e-6 * (time - before);
  const auto passed = [&](double t) { return before + slack < t && t <= time + slack; };
  if (interval > 0 && passed(interval * std::floor((time + slack) / interval))) return true;
  return std::any_of(times.begin(), times.end(), passed);
}

void register_restart_cards(BlockCards& cards) {
  cards.add("make restart file", read_make_restart_file,
            "`format, binary`: writes checkpoints PREFIX.0.rst, PREFIX.1.rst, ...; otherwise read, not needed");
  cards.add("load restart file", read_load_restart_file,
            "goes on from a checkpoint of this program, as --restart does");
}

}  // namespace flexura
