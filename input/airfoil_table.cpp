#include "input/airfoil_table.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>

#include <fmt/format.h>

#include "input/run_storage.h"
#include "input/source.h"

namespace flexura {

namespace {

constexpr int field_width = 7;
constexpr int fields_a_line = 10;
constexpr int title_width = 30;

/// The lines of a file, with their places.
class TableLines {
 public:
  explicit TableLines(const std::string& path) : source_(SourceText::load(path)) {
    const std::string_view text = source_->text();
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      std::size_t length = end - at;
      if (length > 0 && text[at + length - 1] == '\r') --length;
      lines_.push_back({at, text.substr(at, length)});
      at = end + 1;
    }
  }
  [[nodiscard]] bool at_end() const { return next_ >= lines_.size(); }
  std::string_view next(std::string_view expected) {
    if (at_end()) source_->fail(source_->text().size(), fmt::format("the file ends where {} should follow", expected));
    return lines_[next_++].text;
  }
  [[nodiscard]] std::string_view peek() const { return at_end() ? std::string_view() : lines_[next_].text; }
  /// Error at a column of the line read last.
  [[noreturn]] void fail(std::size_t column, const std::string& message) const {
    const Line& line = lines_[next_ - 1];
    source_->fail(line.offset + std::min(column, line.text.size()), message);
  }

 private:
  struct Line {
    std::size_t offset;
    std::string_view text;
  };
  std::shared_ptr<const SourceText> source_;
  std::vector<Line> lines_;
  std::size_t next_ = 0;
};

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

double number(const TableLines& lines, std::string_view field, std::size_t column) {
  const std::string text(trimmed(field));
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || end != text.c_str() + text.size() || !std::isfinite(value))
    lines.fail(column, fmt::format("expected a number, found `{}`", text));
  return value;
}

struct Counts {
  int mach[3], angles[3];  // of lift, drag and moment
};

void check(const TableLines& lines, const Counts& counts) {
  for (int k = 0; k < 3; ++k)
    if (counts.mach[k] < 1 || counts.angles[k] < 2)
      lines.fail(0, "numbers of Mach numbers (at least 1) and angles (at least 2) of lift, drag and moment");
}

/// A record of `count` numbers in fixed columns, ten a line; the first field of a continuation line is blank. Without a
/// leading number (Mach numbers) the first field of the first line is blank, too.
std::vector<double> fixed_record(TableLines& lines, int count, bool leading, std::string_view what) {
  std::vector<double> values;
  std::string_view line = lines.next(what);
  int field = leading ? 0 : 1;
  while (static_cast<int>(values.size()) < count) {
    if (field == fields_a_line) {
      line = lines.next(what);
      if (!trimmed(line.substr(0, field_width)).empty())
        lines.fail(0, fmt::format("a continuation line ({} of {} numbers have been read) begins with a blank field",
                                  values.size(), count));
      field = 1;
    }
    const std::size_t column = static_cast<std::size_t>(field) * field_width;
    values.push_back(
        number(lines, column < line.size() ? line.substr(column, field_width) : std::string_view(), column));
    ++field;
  }
  return values;
}

std::vector<double> free_record(TableLines& lines, int count, std::string_view what) {
  std::vector<double> values;
  const std::string_view line = lines.next(what);
  std::size_t at = line.find_first_not_of(" \t");
  while (at != std::string_view::npos) {
    const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
    values.push_back(number(lines, line.substr(at, end - at), at));
    at = line.find_first_not_of(" \t", end);
  }
  if (static_cast<int>(values.size()) != count)
    lines.fail(0, fmt::format("expected {} numbers, found {}", count, values.size()));
  return values;
}

void check_ascending(const TableLines& lines, const std::vector<double>& values, std::string_view what) {
  for (std::size_t i = 1; i < values.size(); ++i)
    if (!(values[i] > values[i - 1]))
      lines.fail(0, fmt::format("{} must ascend, found {:g} behind {:g}", what, values[i], values[i - 1]));
}

template <class Record>
AirfoilCoefficient read_block(const TableLines& lines, int mach, int angles, Record&& record) {
  AirfoilCoefficient c;
  c.mach = record(mach, false, "a line of Mach numbers");
  check_ascending(lines, c.mach, "Mach numbers");
  for (int i = 0; i < angles; ++i) {
    const std::vector<double> row = record(mach + 1, true, "a line with an angle and its coefficients");
    c.angle.push_back(row[0]);
    check_ascending(lines, c.angle, "angles");
    c.values.insert(c.values.end(), row.begin() + 1, row.end());
  }
  return c;
}

Counts fixed_counts(const TableLines& lines, std::string_view line) {
  Counts counts{};
  for (int k = 0; k < 6; ++k) {
    const std::size_t column = title_width + 2 * static_cast<std::size_t>(k);
    const std::string_view field = trimmed(column < line.size() ? line.substr(column, 2) : std::string_view());
    int& count = k % 2 == 0 ? counts.mach[k / 2] : counts.angles[k / 2];
    const auto read = std::from_chars(field.data(), field.data() + field.size(), count);
    if (read.ec != std::errc() || read.ptr != field.data() + field.size())
      lines.fail(column, fmt::format("expected six counts of two digits behind the title of {} characters, found `{}`",
                                     title_width, field));
  }
  return counts;
}

Counts free_counts(TableLines& lines, std::string_view line, std::size_t column) {
  Counts counts{};
  for (int k = 0; k < 6; ++k) {
    column = std::min(line.find_first_not_of(" \t", column), line.size());
    int& count = k % 2 == 0 ? counts.mach[k / 2] : counts.angles[k / 2];
    const auto read = std::from_chars(line.data() + column, line.data() + line.size(), count);
    if (read.ec != std::errc()) lines.fail(column, "expected six counts behind the `;` of the title");
    column = static_cast<std::size_t>(read.ptr - line.data());
  }
  return counts;
}

void read_tables(TableLines& lines, AirfoilTable& table) {
  std::string_view line = lines.next("the title");
  if (line.substr(0, 1) == "#") {
    table.free_format = true;
    line = lines.next("the title");
  }
  Counts counts{};
  if (table.free_format) {
    const std::size_t end = line.find(';');
    if (end == std::string_view::npos) lines.fail(0, "the title ends with `;`, six counts follow");
    table.title = std::string(trimmed(line.substr(0, end)));
    counts = free_counts(lines, line, end + 1);
  } else {
    table.title = std::string(trimmed(line.substr(0, title_width)));
    counts = fixed_counts(lines, line);
  }
  check(lines, counts);
  const auto record = [&](int count, bool leading, std::string_view what) {
    return table.free_format ? free_record(lines, count, what) : fixed_record(lines, count, leading, what);
  };
  AirfoilCoefficient* const blocks[] = {&table.lift, &table.drag, &table.moment};
  for (int k = 0; k < 3; ++k) *blocks[k] = read_block(lines, counts.mach[k], counts.angles[k], record);
}

/// AeroDyn, one airfoil: 14 lines of header, then angle, lift, drag and, perhaps, moment.
void read_nrel(TableLines& lines, AirfoilTable& table) {
  constexpr int header = 14;
  for (int i = 0; i < header; ++i) {
    const std::string_view line = lines.next("the header of 14 lines");
    if (i == 0) table.title = std::string(trimmed(line));
    if (i == 2 && std::atoi(std::string(line).c_str()) != 1) lines.fail(0, "a file with one table is expected");
  }
  for (AirfoilCoefficient* c : {&table.lift, &table.drag, &table.moment}) c->mach = {0};
  int columns = 0;
  while (!lines.at_end() && !trimmed(lines.peek()).empty()) {
    if (columns == 0) {
      const std::string first(lines.peek());
      double ignored[4];
      columns =
          std::sscanf(first.c_str(), "%lf %lf %lf %lf", ignored, ignored + 1, ignored + 2, ignored + 3) == 4 ? 4 : 3;
    }
    const std::vector<double> row = free_record(lines, columns, "angle and coefficients");
    AirfoilCoefficient* const blocks[] = {&table.lift, &table.drag, &table.moment};
    for (int k = 0; k < 3; ++k) {
      blocks[k]->angle.push_back(row[0]);
      blocks[k]->values.push_back(k + 1 < columns ? row[k + 1] : 0);
    }
    check_ascending(lines, table.lift.angle, "angles");
  }
  if (table.lift.angle.size() < 2) lines.fail(0, "lines with angle, lift, drag and moment follow behind line 14");
}

}  // namespace

AirfoilTable read_airfoil_file(const std::string& path, AirfoilFormat format) {
  TableLines lines(path);
  AirfoilTable table;
  table.free_format = format == AirfoilFormat::free;
  if (format == AirfoilFormat::nrel) {
    read_nrel(lines, table);
  } else {
    read_tables(lines, table);
  }
  return table;
}

void flip(AirfoilTable& table) {
  for (AirfoilCoefficient* c : {&table.lift, &table.drag, &table.moment}) {
    const AirfoilCoefficient old = *c;
    const std::size_t n = old.angle.size();
    const double sign = c == &table.drag ? 1 : -1;
    for (std::size_t i = 0; i < n; ++i) {
      c->angle[i] = -old.angle[n - 1 - i];
      for (std::size_t j = 0; j < old.mach.size(); ++j)
        c->values[i * old.mach.size() + j] = sign * old.at(n - 1 - i, j);
    }
  }
}

namespace {

std::string fixed_field(double value) {
  // As many digits as fit into six characters.
  for (int digits = 6; digits > 0; --digits) {
    std::string text = fmt::format("{:.{}g}", value, digits);
    if (static_cast<int>(text.size()) < field_width) return fmt::format("{:<7}", text);
  }
  return fmt::format("{:<7}", 0);
}

void add_record(std::string& text, const double* leading, const double* values, std::size_t count, bool free_format) {
  if (free_format) {
    text += leading ? fmt::format("{:.12g}", *leading) : std::string();
    for (std::size_t j = 0; j < count; ++j) text += fmt::format(" {:.12g}", values[j]);
    text += '\n';
    return;
  }
  text += leading ? fixed_field(*leading) : std::string(field_width, ' ');
  for (std::size_t j = 0; j < count; ++j) {
    if (j > 0 && j % (fields_a_line - 1) == 0) text += '\n' + std::string(field_width, ' ');
    text += fixed_field(values[j]);
  }
  text += '\n';
}

}  // namespace

std::string airfoil_text(const AirfoilTable& table, bool free_format) {
  std::string text = free_format ? "# FREE FORMAT\n" + table.title + ";" : fmt::format("{:30.30}", table.title);
  for (const AirfoilCoefficient* c : {&table.lift, &table.drag, &table.moment})
    for (const std::size_t n : {c->mach.size(), c->angle.size()})
      text += free_format ? fmt::format(" {}", n) : fmt::format("{:2}", n);
  text += '\n';
  for (const AirfoilCoefficient* c : {&table.lift, &table.drag, &table.moment}) {
    add_record(text, nullptr, c->mach.data(), c->mach.size(), free_format);
    for (std::size_t i = 0; i < c->angle.size(); ++i)
      add_record(text, &c->angle[i], c->values.data() + i * c->mach.size(), c->mach.size(), free_format);
  }
  return text;
}

std::shared_ptr<AirfoilLibrary> AirfoilLibrary::of(const std::shared_ptr<SymbolTable>& symbols) {
  return run_storage<AirfoilLibrary>(symbols);
}

namespace {

void write_echo(Reader& reader, const AirfoilTable& table) {
  const std::string path = reader.file_name();
  const bool free_format = (reader.more() && reader.keyword("free format")) || table.free_format;
  const AirfoilCoefficient* const blocks[] = {&table.lift, &table.drag, &table.moment};
  const auto too_long = [](const AirfoilCoefficient* c) { return c->mach.size() > 99 || c->angle.size() > 99; };
  if (!free_format && std::any_of(std::begin(blocks), std::end(blocks), too_long))
    reader.fail("fixed columns hold 99 angles and Mach numbers at most: write `free format`");
  std::ofstream file(path);
  file << airfoil_text(table, free_format);
  if (!file.flush()) reader.fail("cannot write `" + path + "`");
}

/// `label, [name, "s",] "file" [, tolerance, t] [, {free format | nrel}] [, flip] [, echo, "file" [, free format]]`
void read_airfoil_card(Reader& reader) {
  const unsigned label = reader.label();
  const SourceLocation label_at = reader.where();
  reader.optional_name();
  const std::string path = reader.file_name();
  const SourceLocation path_at = reader.where();
  double tolerance = 0;
  if (reader.more() && reader.keyword("tolerance")) tolerance = reader.positive_real("tolerance of the linear range");
  AirfoilFormat format = AirfoilFormat::traditional;
  if (reader.more()) {
    const int word = reader.one_of({"free format", "nrel", "fc511"});
    if (word == 2) reader.fail("format `fc511` is documented nowhere and cannot be read");
    if (word >= 0) format = word == 0 ? AirfoilFormat::free : AirfoilFormat::nrel;
  }
  auto table = std::make_shared<AirfoilTable>();
  try {
    *table = read_airfoil_file(path, format);
  } catch (const InputError&) {
    throw;
  } catch (const Error& error) {
    reader.fail_at(path_at, error.what());
  }
  table->tolerance = tolerance;
  if (reader.more() && reader.keyword("flip")) flip(*table);
  if (reader.more() && reader.keyword("echo")) write_echo(reader, *table);
  if (!AirfoilLibrary::of(reader.shared_symbols())->tables.try_emplace(label, std::move(table)).second)
    reader.fail_at(label_at, fmt::format("c81 data {} is already defined", label));
}

}  // namespace

void register_airfoil_card(CardRegistry& registry) {
  registry.add("c81 data", read_airfoil_card, "airfoil coefficients by angle and Mach number");
}

}  // namespace flexura
