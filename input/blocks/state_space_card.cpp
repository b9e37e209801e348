#include "input/blocks/state_space_card.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "input/labelled_drive.h"

namespace flexura {

namespace {

std::string read_name(Reader& reader, std::string otherwise) {
  if (!reader.more() || !reader.keyword("name")) return otherwise;
  const std::string name = reader.string();
  if (name.empty() || name.find('\n') != std::string::npos) reader.fail("a name is one line of text");
  return name;
}

void read_times(Reader& reader, StateSpaceSettings& settings) {
  const std::int64_t count = reader.keyword("list") ? reader.positive_integer("the number of times") : 1;
  for (std::int64_t k = 0; k < count; ++k) settings.times.push_back(reader.real());
}

void read_input(Reader& reader, StateSpaceSettings& settings, std::vector<unsigned>& labels) {
  const unsigned label = reader.label();
  const SourceLocation at = reader.where();
  if (std::find(labels.begin(), labels.end(), label) != labels.end())
    reader.fail_at(at, fmt::format("drive caller {} is an input already", label));
  const DrivePointer found = reader.symbols().drives.find(label);
  if (!found) {
    std::vector<std::string> defined;
    for (const auto& [other, entry] : reader.symbols().drives.all()) defined.push_back(std::to_string(other));
    reader.fail_at(
        at, fmt::format("drive caller {} is not defined{}", label,
                        defined.empty() ? "; none is defined yet" : did_you_mean(std::to_string(label), defined)));
  }
  const auto drive = std::dynamic_pointer_cast<LabelledDrive>(found);
  if (!drive) reader.fail_at(at, fmt::format("drive caller {} cannot be an input: its card is wrong", label));
  labels.push_back(label);
  StateSpaceSettings::Input input;
  input.drive = drive;
  input.shift = [drive](const Taylor2& by) { drive->shift(by); };
  input.name = read_name(reader, fmt::format("drive caller {}", label));
  settings.inputs.push_back(std::move(input));
}

void read_output(Reader& reader, StateSpaceSettings& settings) {
  StateSpaceSettings::Output output;
  output.drive = reader.drive_id();
  output.name = read_name(reader, fmt::format("output {}", settings.outputs.size() + 1));
  settings.outputs.push_back(std::move(output));
}

}  // namespace

void read_state_space_card(ReadContext& context) {
  Reader& reader = context.reader;
  StateSpaceSettings settings;
  std::vector<unsigned> labels;
  read_times(reader, settings);
  while (reader.more()) {
    switch (reader.choice({"input", "output", "descriptor"}, "part of a state space")) {
      case 0:
        read_input(reader, settings, labels);
        break;
      case 1:
        read_output(reader, settings);
        break;
      default:
        settings.descriptor = true;
        if (reader.more() && reader.keyword("only")) settings.reduced = false;
    }
  }
  if (settings.inputs.empty() || settings.outputs.empty())
    reader.fail_at(
        reader.card_where(),
        fmt::format("a state space needs {}: `{}`", settings.inputs.empty() ? "an input" : "an output",
                    settings.inputs.empty() ? "input, <label of a drive caller>" : "output, <drive caller>"));
  context.analysis.problem.state_spaces.push_back(std::move(settings));
}

}  // namespace flexura
