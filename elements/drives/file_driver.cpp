#include "elements/drives/file_driver.h"

#include <fmt/format.h>

#include "elements/drives/constant.h"
#include "elements/drives/table_driver.h"
#include "input/run_storage.h"

namespace flexura {

FileDriverRegistry table_driver_types() {
  FileDriverRegistry types("file driver");
  types.add("fixed step", read_fixed_step, "rows of a file at equal intervals");
  types.add("variable step", read_variable_step, "rows of a file, each with its time");
  return types;
}

std::shared_ptr<FileDrivers> FileDrivers::of(Reader& reader) {
  return run_storage<FileDrivers>(reader.shared_symbols());
}

void read_file_driver_card(Reader& reader, const FileDriverRegistry& types) {
  const unsigned label = reader.label();
  const SourceLocation label_at = reader.where();
  reader.optional_name();
  const auto drivers = FileDrivers::of(reader);
  FileDriverPointer driver;
  try {
    driver = reader.entry(types).read(reader);
  } catch (const InputError&) {
    drivers->by_label.try_emplace(label, nullptr);  // drives that refer to it are not wrong, too
    throw;
  }
  if (!drivers->by_label.try_emplace(label, std::move(driver)).second)
    reader.fail_at(label_at, fmt::format("file driver {} is already defined", label));
}

DrivePointer read_file_drive(Reader& reader) {
  const unsigned label = reader.label();
  const auto drivers = FileDrivers::of(reader);
  const auto at = drivers->by_label.find(label);
  if (at == drivers->by_label.end()) {
    std::vector<std::string> labels;
    for (const auto& [known, driver] : drivers->by_label) labels.push_back(std::to_string(known));
    reader.fail(fmt::format("file driver {} is not defined{}", label,
                            labels.empty() ? "; none is" : did_you_mean(std::to_string(label), labels)));
  }
  std::int64_t channel = 1;
  if (reader.more() && reader.at_number()) channel = reader.positive_integer("column of the file driver");
  double amplitude = 1;
  if (reader.more() && reader.keyword("amplitude")) amplitude = reader.real();
  if (at->second && channel > at->second->channels())
    reader.fail(fmt::format("file driver {} has {} column{}, found {}", label, at->second->channels(),
                            at->second->channels() == 1 ? "" : "s", channel));
  if (!at->second) return std::make_shared<ConstantDrive>(0.0);  // its card is wrong, which has been said
  return std::make_shared<FileDrive>(at->second, static_cast<int>(channel - 1), amplitude);
}

}  // namespace flexura
