#include "output/live_pictures.h"

#include <fmt/format.h>

#include "assembly/ranks.h"

namespace flexura {

LivePictures::LivePictures(const Model& model, const Ownership& ownership, int every, const std::string& script,
                           const std::string& client, const std::string& folder, MPI_Comm communicator)
    : picture_(model, ownership, rank_in(communicator)),
      every_(every),
      sink_(load_catalyst(script, client, folder, communicator)) {}

void LivePictures::accepted(const StepReport& report, const State& state) {
  if (report.step % every_ != 0) return;
  const auto start = std::chrono::steady_clock::now();
  sink_->show(picture_.at(state), report.step, report.time);
  (count_ == 0 ? first_ : others_) += std::chrono::steady_clock::now() - start;
  ++count_;
}

std::string LivePictures::summary() const {
  const double mean = count_ > 1 ? others_.count() / static_cast<double>(count_ - 1) : 0;
  return fmt::format("Catalyst: {} calls, {:.3g} s for the first, {:.3g} s for each of the others", count_,
                     first_.count(), mean);
}

}  // namespace flexura
