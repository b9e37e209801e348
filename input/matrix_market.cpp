#include "input/matrix_market.h"

#include <charconv>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "support/error.h"

namespace flexura {

namespace {

/// NumberedLines of a text file with their numbers.
class NumberedLines {
 public:
  explicit NumberedLines(const std::string& path) : name_(intern_file_name(path)), file_(path) {
    if (!file_) throw Error(ExitCode::input_error, fmt::format("cannot read file `{}`", path));
  }
  /// The next line with something on it in front of a comment.
  bool next(char comment) {
    while (std::getline(file_, text_)) {
      ++number_;
      if (const std::size_t at = text_.find(comment); at != std::string::npos) text_.erase(at);
      fields_.clear();
      std::istringstream words(text_);
      for (std::string word; words >> word;) fields_.push_back(word);
      if (!fields_.empty()) return true;
    }
    return false;
  }
  bool first(std::string& line) {
    ++number_;
    return static_cast<bool>(std::getline(file_, line));
  }
  [[nodiscard]] const std::vector<std::string>& fields() const { return fields_; }
  [[noreturn]] void fail(const std::string& message) const {
    throw InputError({name_, std::max(1, number_), 1}, message);
  }
  [[nodiscard]] double real(std::size_t field) const {
    const std::string& word = fields_[field];
    const char* from = word.data() + (word.starts_with('+') ? 1 : 0);
    double value = 0;
    const auto [end, error] = std::from_chars(from, word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value))
      fail(fmt::format("`{}` is not a finite number", word));
    return value;
  }
  [[nodiscard]] std::int64_t integer(std::size_t field, std::int64_t least, std::int64_t most) const {
    const double value = real(field);
    if (value != std::floor(value) || value < static_cast<double>(least) || value > static_cast<double>(most))
      fail(fmt::format("an integer from {} to {} is expected, found {}", least, most, fields_[field]));
    return static_cast<std::int64_t>(value);
  }
  void expect_fields(std::size_t count) const {
    if (fields_.size() != count) fail(fmt::format("{} entries are expected, found {}", count, fields_.size()));
  }

 private:
  const char* name_;
  std::ifstream file_;
  std::string text_;
  std::vector<std::string> fields_;
  int number_ = 0;
};

}  // namespace

Eigen::SparseMatrix<double> read_matrix_market(const std::string& path) {
  NumberedLines lines(path);
  std::string banner;
  lines.first(banner);
  for (char& c : banner) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  std::istringstream words(banner);
  std::string mark, object, format, field, symmetry;
  words >> mark >> object >> format >> field >> symmetry;
  if (mark != "%%matrixmarket" || object != "matrix") lines.fail("expected `%%MatrixMarket matrix ...`");
  const bool sparse = format == "coordinate";
  if (!sparse && format != "array") lines.fail(fmt::format("unknown format `{}`", format));
  if (field != "real" && field != "integer" && field != "double")
    lines.fail(fmt::format("entries must be real or integer, found `{}`", field));
  const bool general = symmetry == "general", skewed = symmetry == "skew-symmetric";
  if (!general && !skewed && symmetry != "symmetric") lines.fail(fmt::format("unknown symmetry `{}`", symmetry));

  if (!lines.next('%')) lines.fail("the size of the matrix is missing");
  lines.expect_fields(sparse ? 3 : 2);
  constexpr std::int64_t most = 2000000000;
  const std::int64_t rows = lines.integer(0, 1, most), columns = lines.integer(1, 1, most);
  if (!general && rows != columns) lines.fail("a symmetric matrix is square");
  std::vector<Eigen::Triplet<double>> entries;
  const auto add = [&](std::int64_t i, std::int64_t j, double value) {
    entries.emplace_back(static_cast<int>(i), static_cast<int>(j), value);
    if (!general && i != j) entries.emplace_back(static_cast<int>(j), static_cast<int>(i), skewed ? -value : value);
  };
  const auto need = [&](std::int64_t found, std::int64_t count) {
    if (!lines.next('%')) lines.fail(fmt::format("the file ends early: {} entries expected, {} found", count, found));
  };
  if (sparse) {
    const std::int64_t count = lines.integer(2, 0, 4 * most);
    for (std::int64_t k = 0; k < count; ++k) {
      need(k, count);
      lines.expect_fields(3);
      add(lines.integer(0, 1, rows) - 1, lines.integer(1, 1, columns) - 1, lines.real(2));
    }
  } else {
    const std::int64_t count = general ? rows * columns : skewed ? rows * (rows - 1) / 2 : rows * (rows + 1) / 2;
    std::int64_t k = 0;
    for (std::int64_t j = 0; j < columns; ++j)
      for (std::int64_t i = general ? 0 : skewed ? j + 1 : j; i < rows; ++i, ++k) {
        need(k, count);
        lines.expect_fields(1);
        add(i, j, lines.real(0));
      }
  }
  if (lines.next('%')) lines.fail("there are more entries than announced");
  Eigen::SparseMatrix<double> matrix(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

NodePositions read_node_positions(const std::string& path) {
  NumberedLines lines(path);
  NodePositions table;
  std::vector<Vec3> positions;
  std::set<std::string> known;
  while (lines.next('#')) {
    lines.expect_fields(4);
    if (!known.insert(lines.fields()[0]).second) lines.fail(fmt::format("node `{}` is there twice", lines.fields()[0]));
    table.labels.push_back(lines.fields()[0]);
    positions.emplace_back(lines.real(1), lines.real(2), lines.real(3));
  }
  if (positions.empty()) lines.fail("the table has no node");
  table.positions.resize(3, static_cast<Eigen::Index>(positions.size()));
  for (std::size_t i = 0; i < positions.size(); ++i) table.positions.col(static_cast<Eigen::Index>(i)) = positions[i];
  return table;
}

}  // namespace flexura
