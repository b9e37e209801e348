#include "app/checkpointer.h"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "support/version.h"

namespace flexura {

Checkpointer::Checkpointer(const CommandLine& line, RestartFiles files, std::string prefix, std::string model,
                           MPI_Comm communicator)
    : line_(line),
      files_(std::move(files)),
      prefix_(std::move(prefix)),
      model_(std::move(model)),
      communicator_(communicator) {}

bool Checkpointer::due(const StepReport& report, StepObserver::Moment moment) {
  checkpoint_ = checkpoint_due(report, moment);
  file_ = files_.due(report.step, report.time - report.time_step, report.time, moment == StepObserver::Moment::end);
  return checkpoint_ || file_;
}

bool Checkpointer::checkpoint_due(const StepReport& report, StepObserver::Moment moment) const {
  if (moment == StepObserver::Moment::end) return line_.checkpoints();
  if (line_.checkpoint_steps > 0) return report.step % line_.checkpoint_steps == 0;
  if (line_.checkpoint_seconds <= 0) return false;
  // The clocks of the ranks differ: that of the first one decides.
  int yes = std::chrono::duration<double>(Clock::now() - last_).count() >= line_.checkpoint_seconds ? 1 : 0;
  MPI_Bcast(&yes, 1, MPI_INT, 0, communicator_);
  return yes != 0;
}

void Checkpointer::write(const StepReport& report, Snapshot& snapshot, ResultWriter& results, VtkResults* vtk) {
  results.save(snapshot);
  if (vtk) {
    Archive archive = snapshot.save("vtk");
    vtk->save(archive);
  }
  const CheckpointHeader header{version, model_, report.step, report.time};
  if (file_) write_checkpoint_file(fmt::format("{}.{}.rst", prefix_, written_++), header, snapshot, communicator_);
  if (!checkpoint_) return;
  write_checkpoint(prefix_, header, snapshot, communicator_);
  last_ = Clock::now();
}

Snapshot load_checkpoint(const std::string& path, bool repartition, const std::string& prefix, const std::string& model,
                         MPI_Comm communicator) {
  namespace fs = std::filesystem;
  CheckpointHeader header{version, model};
  Snapshot snapshot = read_checkpoint(path, header, communicator, repartition);
  const auto normal = [](const std::string& file) { return fs::path(file).lexically_normal(); };
  snapshot.continues =
      normal(path) == normal(checkpoint_path(prefix)) || normal(path) == normal(previous_checkpoint_path(prefix));
  return snapshot;
}

}  // namespace flexura
