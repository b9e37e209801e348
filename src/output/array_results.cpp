#include "output/array_results.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "output/array_blocks.h"
#include "output/netcdf_library.h"
#include "output/together.h"

namespace flexura {

namespace {

/// Blocks at the border of an array are whole in the file.
std::int64_t whole_blocks(int entities, int block) {
  return entities < block ? entities : (static_cast<std::int64_t>(entities) + block - 1) / block * block;
}

}  // namespace

ArrayResults::ArrayResults(const std::string& prefix, const Model& model, const RecordPlan& plan,
                           const OutputOptions& options, std::int64_t from, MPI_Comm communicator)
    : plan_(plan),
      file_(prefix + ".nc", from < 0 ? ArrayFile::Mode::create : ArrayFile::Mode::go_on, communicator),
      monitored_(options.monitors),
      instants_(static_cast<std::size_t>(options.sync ? 1 : block_instants(plan.variable_size()))),
      written_(static_cast<std::size_t>(std::max<std::int64_t>(from, 0))) {
  MPI_Comm_rank(communicator, &rank_);
  const int block = block_entities(block_instants(plan.variable_size()));
  ArrayVariables variables;
  together(communicator, [&] {
    if (from < 0) {
      NetcdfLibrary library(file_.id(), file_.path(), instants_, static_cast<std::size_t>(block));
      variables = define_arrays(library, model, plan, options);
    } else {
      NetcdfFinder finder(file_.id(), file_.path());
      variables = define_arrays(finder, model, plan, options);
    }
  });
  if (from < 0) file_.end_definitions();
  for (const ResultVariable& v : variables.run) add_slot(v, 0, rank_ == 0 ? 1 : 0, true);
  std::int64_t doubles = static_cast<std::int64_t>(slots_.size()) * 3;
  for (std::size_t k = 0; k < variables.of_layout.size(); ++k) {
    const RecordPlan::Share& share = plan.shares()[k];
    first_slot_.push_back(slots_.size());
    for (const ResultVariable& v : variables.of_layout[k]) {
      add_slot(v, static_cast<std::size_t>(share.first), static_cast<std::size_t>(share.size), false);
      doubles += whole_blocks(share.all, block) * v.size();
    }
  }
  chunk_bytes_ = doubles * static_cast<std::int64_t>(instants_ * sizeof(double));
  next_.resize(first_slot_.size());
  together(communicator, [&] {
    for (const Slot& slot : slots_) file_.share(slot.id);
    if (from < 0) write_labels(model, variables.labels);
  });
}

void ArrayResults::add_slot(const ResultVariable& v, std::size_t first, std::size_t size, bool of_run) {
  Slot slot;
  slot.id = v.id;
  slot.width = v.size();
  slot.first = first;
  slot.size = size;
  slot.of_run = of_run;
  slot.place = buffer_.size();
  if (v.rows != 1) slot.parts.push_back(static_cast<std::size_t>(v.rows));
  if (v.columns == 3) slot.parts.push_back(3);
  buffer_.resize(slot.place + instants_ * size * static_cast<std::size_t>(slot.width));
  slots_.push_back(std::move(slot));
}

/// Each rank those of the records it is home to.
void ArrayResults::write_labels(const Model& model, const std::vector<int>& variables) const {
  std::vector<std::vector<int>> labels(variables.size());
  for (int c = 0; c < plan_.chunk_count(); ++c) {
    for (const RecordPiece& piece : plan_.chunk(c)) {
      if (piece.home != rank_ || !piece.last) continue;
      const bool element = piece.source == RecordPiece::Source::element;
      labels[static_cast<std::size_t>(piece.layout)].push_back(
          static_cast<int>(element ? model.batch(piece.batch).label(piece.number) : model.label(piece.node)));
    }
  }
  for (std::size_t k = 0; k < variables.size(); ++k) {
    if (variables[k] < 0) continue;
    file_.write(variables[k], static_cast<std::size_t>(plan_.shares()[k].first), labels[k].size(), labels[k].data());
  }
}

double* ArrayResults::row(const Slot& slot, std::size_t index) {
  return buffer_.data() + slot.place + (kept_ * slot.size + index) * static_cast<std::size_t>(slot.width);
}

void ArrayResults::begin_instant(const StepReport& report, const MonitorValues& monitored) {
  std::fill(next_.begin(), next_.end(), 0);
  if (rank_ != 0) return;
  std::size_t slot = 0;
  for (const double value : run_row(report)) *row(slots_[slot++], 0) = value;
  if (!monitored_) return;
  const auto values = monitor_row(monitored);
  const double* next = values.data();
  for (const MonitorVariable& v : monitor_variables) {
    std::copy_n(next, v.rows, row(slots_[slot++], 0));
    next += v.rows;
  }
}

void ArrayResults::record(int layout, unsigned, const double* values) {
  const RecordLayout& description = plan_.layouts()[layout];
  if (!description.has_variables()) return;
  const std::size_t index = next_[static_cast<std::size_t>(layout)]++;
  std::size_t slot = first_slot_[static_cast<std::size_t>(layout)];
  for (const OutputVariable& v : description.spec.variables) {
    double by_columns[9];
    std::copy_n(values_of(v, values, by_columns), v.rows * v.columns, row(slots_[slot++], index));
  }
}

void ArrayResults::end_instant() {
  if (++kept_ == room()) write_kept();
}

void ArrayResults::write(const Slot& slot) const {
  std::size_t start[4] = {written_, slot.first}, count[4] = {kept_, slot.size};
  std::size_t dimensions = 2;
  if (slot.of_run) {
    count[0] = slot.size > 0 ? kept_ : 0;
    dimensions = 1;
  }
  for (const std::size_t part : slot.parts) {
    start[dimensions] = 0;
    count[dimensions++] = part;
  }
  file_.write(slot.id, start, count, buffer_.data() + slot.place);
}

void ArrayResults::write_kept() {
  if (kept_ == 0) return;
  // Chunks that were begun before are read and written anew; beside the data there are the tables of the library.
  file_.reserve((kept_ == instants_ ? 1 : 2) * chunk_bytes_ + (std::int64_t{1} << 20));
  together(file_.communicator(), [&] {
    for (const Slot& slot : slots_) write(slot);
  });
  file_.sync_sometimes();
  written_ += std::exchange(kept_, 0);
}

std::int64_t ArrayResults::save() {
  write_kept();
  file_.to_disk();
  return static_cast<std::int64_t>(written_);
}

void ArrayResults::close() {
  std::optional<Error> failure;
  try {
    write_kept();
  } catch (const Error& e) {  // on all ranks
    failure = e;
  }
  file_.close();
  if (failure) throw Error(*failure);
}

}  // namespace flexura
