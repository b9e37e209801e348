#include "elements/drives/table_driver.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "elements/drives/window.h"
#include "input/expression.h"
#include "input/fingerprint.h"

namespace flexura {

TableDriver::TableDriver(std::string name, std::vector<double> times, std::vector<double> values, int channels,
                         bool linear, const TableEnds& ends)
    : name_(std::move(name)),
      times_(std::move(times)),
      values_(std::move(values)),
      channels_(channels),
      linear_(linear),
      ends_(ends) {}

Taylor2 TableDriver::value(int channel, const Taylor2& time) const {
  const double t = time.f;
  // A time that reaches a row but for round-off is that of the row.
  const double slack = 1e-9 * (times_.size() > 1 ? times_[1] - times_[0] : 1);
  if (t < times_.front() - slack) {
    if (ends_.bailout_lower)
      throw StopRequest(0, fmt::format("file driver {}: time {:g} is before its first row", name_, t));
    return ends_.pad_zeroes ? Taylor2(0) : Taylor2(entry(0, channel));
  }
  if (t > times_.back() + slack) {
    if (ends_.bailout_upper)
      throw StopRequest(0, fmt::format("file driver {}: time {:g} is after its last row", name_, t));
    return ends_.pad_zeroes ? Taylor2(0) : Taylor2(entry(times_.size() - 1, channel));
  }
  const auto after = std::upper_bound(times_.begin(), times_.end(), linear_ ? t : t + slack);
  const std::size_t row = after == times_.begin() ? 0 : static_cast<std::size_t>(after - times_.begin()) - 1;
  if (row + 1 >= times_.size() || !linear_) return entry(row, channel);
  const double slope = (entry(row + 1, channel) - entry(row, channel)) / (times_[row + 1] - times_[row]);
  return Taylor2(entry(row, channel)) + Taylor2(slope) * (time - Taylor2(times_[row]));
}

void TableDriver::events(double from, double to, std::vector<double>& times) const {
  const auto first = std::upper_bound(times_.begin(), times_.end(), from);
  for (auto at = first; at != times_.end() && *at < to; ++at) times.push_back(*at);
}

namespace {

struct TextTable {
  std::vector<std::vector<double>> rows;
  std::vector<int> lines;  // line of the file of each row
  std::optional<double> initial_time, time_step;
};

/// The number behind `# word:`.
std::optional<double> header_value(const std::string& line, const std::string& word) {
  const std::size_t at = line.find(word);
  if (at == std::string::npos) return std::nullopt;
  const char* text = line.c_str() + at + word.size();
  char* end = nullptr;
  const double value = std::strtod(text, &end);
  if (end == text) return std::nullopt;
  return value;
}

/// Reads the rows of a file, `columns` numbers each; further ones are ignored, as are empty lines and comments.
TextTable read_table(Reader& reader, const std::string& path, int columns) {
  std::ifstream file(path);
  if (!file) reader.fail(fmt::format("cannot read the file `{}` of a file driver", path));
  TextTable table;
  std::string line;
  Fingerprint& fingerprint = Fingerprint::of(reader.shared_symbols());
  for (int number = 1; std::getline(file, line); ++number) {
    fingerprint.add(line);
    const std::size_t start = line.find_first_not_of(" \t\r");
    if (start == std::string::npos) continue;
    if (line[start] == '#') {
      if (const auto value = header_value(line, "initial time:")) table.initial_time = value;
      if (const auto value = header_value(line, "time step:")) table.time_step = value;
      continue;
    }
    std::vector<double> row;
    const char* text = line.c_str();
    while (static_cast<int>(row.size()) < columns) {
      char* end = nullptr;
      const double value = std::strtod(text, &end);
      if (end == text) break;
      row.push_back(value);
      text = end;
      while (*text == ',' || *text == ' ' || *text == '\t') ++text;
    }
    if (static_cast<int>(row.size()) < columns)
      reader.fail(fmt::format("{}:{}: expected {} number{}, found {}", path, number, columns, columns == 1 ? "" : "s",
                              row.size()));
    for (const double value : row)
      if (!std::isfinite(value)) reader.fail(fmt::format("{}:{}: a number is not finite", path, number));
    table.rows.push_back(std::move(row));
    table.lines.push_back(number);
  }
  if (table.rows.empty()) reader.fail(fmt::format("the file `{}` of a file driver has no rows of numbers", path));
  return table;
}

struct Options {
  bool linear = true;
  TableEnds ends;
};

Options read_options(Reader& reader) {
  Options options;
  if (reader.keyword("interpolation")) options.linear = reader.choice({"linear", "const"}, "interpolation") == 0;
  if (reader.one_of({"pad zeroes", "pad zeros"}) >= 0) {
    options.ends.pad_zeroes = reader.yes_no();
  } else if (reader.keyword("bailout")) {
    const int when = reader.choice({"none", "upper", "lower", "any"}, "end at which the run stops");
    options.ends.bailout_upper = when == 1 || when == 3;
    options.ends.bailout_lower = when >= 2;
  }
  return options;
}

int read_columns(Reader& reader) {
  const std::int64_t columns = reader.positive_integer("number of columns");
  if (columns > 1000000) reader.fail("more than a million columns");
  return static_cast<int>(columns);
}

/// `[word,] {from file | number}`
std::optional<double> read_or_from_file(Reader& reader, std::string_view word) {
  reader.keyword(word);
  if (reader.keyword("from file")) return std::nullopt;
  return reader.real();
}

}  // namespace

FileDriverPointer read_fixed_step(Reader& reader) {
  std::optional<std::int64_t> steps;
  if (!reader.keyword("count")) steps = reader.positive_integer("number of steps");
  const int columns = read_columns(reader);
  auto initial = read_or_from_file(reader, "initial time");
  auto step = read_or_from_file(reader, "time step");
  if (step && !(*step > 0)) reader.fail(fmt::format("time step {:g}: it must be positive", *step));
  const Options options = read_options(reader);
  const std::string path = reader.file_name();
  const TextTable table = read_table(reader, path, columns);
  if (!initial) initial = table.initial_time;
  if (!step) step = table.time_step;
  if (!initial) reader.fail(fmt::format("`{}` has no line `# initial time: ...`", path));
  if (!step || !(*step > 0))
    reader.fail(fmt::format("`{}` has no line `# time step: ...` with a positive number", path));
  const auto count = static_cast<std::int64_t>(table.rows.size());
  if (steps && *steps > count) reader.fail(fmt::format("`{}` has {} rows, {} are announced", path, count, *steps));
  std::vector<double> times, values;
  for (std::int64_t k = 0; k < (steps ? *steps : count); ++k) {
    times.push_back(*initial + static_cast<double>(k) * *step);
    const auto& row = table.rows[static_cast<std::size_t>(k)];
    values.insert(values.end(), row.begin(), row.end());
  }
  return std::make_shared<TableDriver>(path, std::move(times), std::move(values), columns, options.linear,
                                       options.ends);
}

FileDriverPointer read_variable_step(Reader& reader) {
  const int channels = read_columns(reader);
  const Options options = read_options(reader);
  const std::string path = reader.file_name();
  const TextTable table = read_table(reader, path, channels + 1);
  std::vector<double> times, values;
  for (std::size_t k = 0; k < table.rows.size(); ++k) {
    const auto& row = table.rows[k];
    if (k > 0 && !(row[0] > times.back()))
      reader.fail(
          fmt::format("{}:{}: times must ascend, {:g} comes after {:g}", path, table.lines[k], row[0], times.back()));
    times.push_back(row[0]);
    values.insert(values.end(), row.begin() + 1, row.end());
  }
  return std::make_shared<TableDriver>(path, std::move(times), std::move(values), channels, options.linear,
                                       options.ends);
}

}  // namespace flexura
