// The text format of FEM data: groups of numbers, each behind a line `** RECORD GROUP n`.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <unordered_set>

#include <fmt/format.h>

#include "input/fem_model.h"
#include "input/keyword.h"
#include "input/mapped_file.h"

namespace flexura {

namespace {

struct Group {
  const char* name;
};
constexpr std::array<Group, 20> groups = {{{""},
                                           {"header"},
                                           {"node labels"},
                                           {"initial modal displacements"},
                                           {"initial modal velocities"},
                                           {"node coordinates X"},
                                           {"node coordinates Y"},
                                           {"node coordinates Z"},
                                           {"mode shapes"},
                                           {"modal mass matrix"},
                                           {"modal stiffness matrix"},
                                           {"diagonal of the lumped mass matrix"},
                                           {"rigid body inertia"},
                                           {"modal damping matrix"},
                                           {"invariant 3"},
                                           {"invariant 4"},
                                           {"invariant 8"},
                                           {"invariant 5"},
                                           {"invariant 9"},
                                           {"stress stiffening matrices"}}};

/// `** RECORD GROUP n`: n; 0 for any other line.
int marker(std::string_view line) {
  const auto skip = [&](std::string_view word) {
    while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
    if (!line.starts_with(word)) return false;
    line.remove_prefix(word.size());
    return true;
  };
  if (!skip("**") || !skip("RECORD") || !skip("GROUP")) return 0;
  while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
  int number = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
  return error == std::errc() ? number : -1;
}

class TextReader {
 public:
  explicit TextReader(const std::string& path)
      : file_(path), name_(intern_file_name(path)), at_(file_.begin()), end_(file_.end()) {
    model_.path = path;
  }

  FemModel run() {
    while (next_marker()) read_group();
    group_ = 0;
    if (line_of_[1] == 0) fail("no line `** RECORD GROUP 1` was found: this is not a file of FEM data");
    for (const int needed : {2, 5, 6, 7, 8, 9, 10})
      if (line_of_[needed] == 0) fail(fmt::format("record group {} ({}) is missing", needed, groups[needed].name));
    check();
    model_.mass_line = line_of_[9];
    return std::move(model_);
  }

 private:
  [[noreturn]] void fail_at(int line, int column, const std::string& message) const {
    const std::string group = group_ > 0 ? fmt::format("record group {} ({}): ", group_, groups[group_].name) : "";
    throw InputError({name_, line, column}, group + message);
  }
  [[noreturn]] void fail(const std::string& message) const { fail_at(line_, column(at_), message); }
  [[nodiscard]] int column(const char* at) const { return static_cast<int>(at - line_start_) + 1; }

  void new_line() {
    ++line_;
    line_start_ = at_;
  }
  /// Skips the rest of the line and gives it.
  std::string_view rest_of_line() {
    const char* from = at_;
    while (at_ < end_ && *at_ != '\n') ++at_;
    const std::string_view text(from, static_cast<std::size_t>(at_ - from));
    if (at_ < end_) {
      ++at_;
      new_line();
    }
    return text;
  }
  void skip_blanks() {
    while (at_ < end_ && is_blank(*at_)) {
      if (*at_++ == '\n') new_line();
    }
  }

  /// Goes to the line behind the next marker. Numbers in between are more than the group announced.
  bool next_marker() {
    while (at_ < end_) {
      const int line = line_;
      const int from = column(at_);
      const std::string_view text = rest_of_line();
      const int number = marker(text);
      if (number == 0) {
        if (group_ > 0 && only_numbers(text, group_ == 11))
          fail_at(line, from, "there are more numbers than the header announces");
        continue;
      }
      if (number < 1 || number >= static_cast<int>(groups.size())) {
        group_ = 0;
        fail_at(line, 1, fmt::format("there are record groups 1 to {} only", groups.size() - 1));
      }
      group_ = number;
      if (line_of_[number] > 0) fail_at(line, 1, fmt::format("is already at line {}", line_of_[number]));
      if (number != 1 && line_of_[1] == 0) fail_at(line, 1, "must come behind record group 1");
      line_of_[number] = line;
      return true;
    }
    return false;
  }
  /// `zeros_are_none`: some programs write a row of zeros behind the lumped masses.
  static bool only_numbers(std::string_view text, bool zeros_are_none = false) {
    bool any = false;
    while (true) {
      while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
      if (text.empty()) return any;
      if (text.front() == '+') text.remove_prefix(1);
      double value = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      if (error == std::errc::invalid_argument) return false;
      text.remove_prefix(static_cast<std::size_t>(end - text.data()));
      if (!text.empty() && !is_blank(text.front())) return false;
      any = any || value != 0 || !zeros_are_none;
    }
  }

  std::string_view token(std::int64_t number, std::int64_t count) {
    skip_blanks();
    if (at_ == end_)
      fail(fmt::format("the file ends early: {} {} expected, {} found", count, count == 1 ? "entry" : "entries",
                       number));
    const char* from = at_;
    while (at_ < end_ && !is_blank(*at_)) ++at_;
    return {from, static_cast<std::size_t>(at_ - from)};
  }
  /// Number `number` of `count` numbers.
  double real(std::int64_t number, std::int64_t count) {
    skip_blanks();
    const char* from = at_;
    if (from < end_ && *from == '+') ++from;
    double value = 0;
    const auto [to, error] = std::from_chars(from, end_, value);
    if (error != std::errc() || (to < end_ && !is_blank(*to)) || !std::isfinite(value))
      fail_number(number, count, error == std::errc::result_out_of_range);
    at_ = to;
    return value;
  }
  [[noreturn]] void fail_number(std::int64_t number, std::int64_t count, bool range) {
    const char* start = at_;
    const std::string_view text = token(number, count);
    at_ = start;
    if (text.starts_with("*")) fail(fmt::format("{} numbers expected, {} found", count, number));
    if (range) fail(fmt::format("`{}` is too large or too small for a number", text.substr(0, 40)));
    fail(fmt::format("number {} of {}: `{}` is not a finite number", number + 1, count, text.substr(0, 40)));
  }
  std::int64_t integer(std::int64_t number, std::int64_t count) {
    const double value = real(number, count);
    if (value != std::round(value) || std::abs(value) > 1e9) fail("an integer is expected");
    return static_cast<std::int64_t>(value);
  }

  void vector(Eigen::VectorXd& to, int size) {
    to.resize(size);
    for (int i = 0; i < size; ++i) to(i) = real(i, size);
  }
  /// A matrix by rows.
  void matrix(Eigen::MatrixXd& to, Eigen::Index rows, Eigen::Index columns) {
    to.resize(rows, columns);
    for (Eigen::Index i = 0; i < rows; ++i)
      for (Eigen::Index j = 0; j < columns; ++j) to(i, j) = real(i * columns + j, rows * columns);
  }

  void read_group() {
    const int n = nodes_, m = modes_;
    switch (group_) {
      case 1:
        header();
        break;
      case 2:
        labels();
        break;
      case 3:
        vector(model_.initial_values, m);
        break;
      case 4:
        vector(model_.initial_rates, m);
        break;
      case 5:
      case 6:
      case 7:
        for (int i = 0; i < n; ++i) model_.positions(group_ - 5, i) = real(i, n);
        break;
      case 8:
        shapes();
        break;
      case 9:
        matrix(model_.mass, m, m);
        break;
      case 10:
        matrix(model_.stiffness, m, m);
        break;
      case 11:
        model_.lumped.resize(6, n);
        for (std::int64_t k = 0; k < 6LL * n; ++k) model_.lumped(k % 6, k / 6) = real(k, 6LL * n);
        break;
      case 12:
        inertia();
        break;
      case 13:
        matrix(model_.damping, m, m);
        break;
      case 14:
        matrix(model_.i3, 3, m);
        break;
      case 15:
        matrix(model_.i4, 3, m);
        break;
      case 16:
        matrix(model_.i8, 3, 3LL * m);
        break;
      case 17:
        matrix(model_.i5, 3, static_cast<Eigen::Index>(m) * m);
        break;
      case 18:
        matrix(model_.i9, 3, 3LL * m * m);
        break;
      default:
        stiffening();
    }
    // What is left of the line belongs to the group as well.
    const int line = line_, from = column(at_);
    std::string_view rest = rest_of_line();
    if (only_numbers(rest)) fail_at(line, from, "there are more numbers than the header announces");
  }

  void header() {
    rest_of_line();  // one comment line
    model_.comment = std::string(token(0, 6));
    std::int64_t count[5];
    for (int k = 0; k < 5; ++k) count[k] = integer(k + 1, 6);
    if (count[0] < 1) fail("there must be at least one node");
    const std::int64_t modes = count[1] + count[2] + count[3] - count[4];
    if (*std::min_element(count, count + 5) < 0 || modes < 0 || modes > 100000)
      fail(fmt::format("{} + {} + {} - {} is no number of modes", count[1], count[2], count[3], count[4]));
    nodes_ = static_cast<int>(count[0]);
    modes_ = static_cast<int>(modes);
    // A file cannot hold more numbers than half its size.
    if (6.0 * nodes_ * modes_ + 2.0 * modes_ * modes_ > 0.5 * static_cast<double>(file_.end() - file_.begin()))
      fail(fmt::format("the file is too short for {} nodes and {} modes", nodes_, modes_));
    model_.positions.setZero(3, nodes_);
    model_.initial_values.setZero(modes_);
    model_.initial_rates.setZero(modes_);
  }

  void labels() {
    std::unordered_set<std::string_view> known;
    model_.labels.reserve(nodes_);
    for (int i = 0; i < nodes_; ++i) {
      const std::string_view text = token(i, nodes_);
      if (text.starts_with("**")) fail(fmt::format("{} labels expected, {} found", nodes_, i));
      if (!known.insert(text).second) fail(fmt::format("label `{}` is there twice", text.substr(0, 40)));
      model_.labels.emplace_back(text);
    }
  }

  void shapes() {
    model_.shapes.resize(6LL * nodes_, modes_);
    const std::int64_t count = 6LL * nodes_;
    for (int mode = 0; mode < modes_; ++mode) {
      skip_blanks();
      const int line = line_;
      const std::string_view text = rest_of_line();
      if (marker(text) > 0) fail_at(line, 1, fmt::format("{} mode shapes expected, {} found", modes_, mode));
      double* to = model_.shapes.col(mode).data();
      for (std::int64_t k = 0; k < count; ++k) to[k] = real(k, count);
      if (mode + 1 == modes_) break;
      const int last = line_, from = column(at_);
      if (only_numbers(rest_of_line()))
        fail_at(last, from, fmt::format("mode {}: there are more than 6 numbers for each node", mode + 1));
    }
  }

  void inertia() {
    GlobalInertia g;
    g.mass = real(0, 13);
    for (int k = 0; k < 3; ++k) g.centre(k) = real(1 + k, 13);
    for (int k = 0; k < 9; ++k) g.inertia(k / 3, k % 3) = real(4 + k, 13);
    model_.inertia = g;
  }

  void stiffening() {
    const std::int64_t count = integer(0, 1);
    const std::int64_t most = 12 + 6LL * nodes_;
    if (count < 0 || count > most) fail(fmt::format("there can be {} matrices at most, found {}", most, count));
    for (std::int64_t k = 0; k < count; ++k) {
      StiffeningMatrix s;
      const std::int64_t load = integer(0, 1);
      if (load < 1 || load > most) fail(fmt::format("loads are numbered 1 to {}, found {}", most, load));
      s.load = static_cast<int>(load);
      for (const StiffeningMatrix& other : model_.stiffening)
        if (other.load == s.load) fail(fmt::format("load {} is there twice", load));
      matrix(s.matrix, modes_, modes_);
      model_.stiffening.push_back(std::move(s));
    }
  }

  /// Modal matrices that cannot be those of a body.
  void check_matrices() {
    const double size = model_.mass.cwiseAbs().maxCoeff();
    if ((model_.mass - model_.mass.transpose()).cwiseAbs().maxCoeff() > 1e-4 * size)
      fail_group(9, "the matrix is not symmetric");
    const Eigen::MatrixXd& k = model_.stiffness;
    if ((k - k.transpose()).cwiseAbs().maxCoeff() > 1e-4 * k.cwiseAbs().maxCoeff())
      fail_group(10, "the matrix is not symmetric");
    for (int i = 0; i < modes_; ++i) {
      if (model_.mass(i, i) < 0)
        fail_group(9, fmt::format("the mass {:g} of mode {} is negative", model_.mass(i, i), i + 1));
      for (int j = 0; j < i; ++j)
        if (model_.mass(i, j) * model_.mass(i, j) >
            (1 + 1e-6) * model_.mass(i, i) * model_.mass(j, j) + 1e-20 * size * size)
          fail_group(9, fmt::format("modes {} and {} have a negative kinetic energy together", j + 1, i + 1));
    }
  }

  /// Data that cannot be those of a body.
  void check() {
    if (modes_ > 0) check_matrices();
    if (model_.lumped.size() > 0 && model_.lumped.minCoeff() < 0) {
      Eigen::Index row = 0, node = 0;
      model_.lumped.minCoeff(&row, &node);
      fail_group(11, fmt::format("the {} of node `{}` is negative", row < 3 ? "mass" : "inertia", model_.labels[node]));
    }
    if (model_.inertia && !(model_.inertia->mass > 0))
      fail_group(12, fmt::format("the mass must be positive, found {:g}", model_.inertia->mass));
    if (model_.inertia && model_.lumped.size() > 0) {
      const double sum = model_.lumped.row(0).sum();
      if (std::abs(sum - model_.inertia->mass) > 0.1 * model_.inertia->mass)
        fail_group(12, fmt::format("the mass {:g} is not the sum {:g} of the lumped masses of record group 11",
                                   model_.inertia->mass, sum));
    }
  }
  [[noreturn]] void fail_group(int group, const std::string& message) {
    group_ = group;
    fail_at(line_of_[group], 1, message);
  }

  MappedFile file_;
  const char* name_;
  const char* at_;
  const char* end_;
  const char* line_start_ = at_;
  int line_ = 1;
  int group_ = 0;
  std::array<int, groups.size()> line_of_{};
  int nodes_ = 0, modes_ = 0;
  FemModel model_;
};

}  // namespace

FemModel read_fem_text(const std::string& path) { return TextReader(path).run(); }

}  // namespace flexura
