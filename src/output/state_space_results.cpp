#include "output/state_space_results.h"

#include <netcdf.h>

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "output/text_file.h"
#include "support/error.h"

namespace flexura {

namespace {

using Dense = Eigen::MatrixXd;
using Sparse = Eigen::SparseMatrix<double>;
using Names = std::vector<std::string>;

void list_names(TextFile& file, const char* what, const Names& names) {
  for (std::size_t k = 0; k < names.size(); ++k) file.write(fmt::format("% {} {}: {}\n", what, k + 1, names[k]));
}

struct Axis {
  const char* name;  ///< of the dimension; also of what it counts
  const Names* names;
};

void write_dense(const std::string& path, const Dense& m, const std::string& meaning, const Axis& rows,
                 const Axis& columns) {
  TextFile file(path);
  file.write(fmt::format("%%MatrixMarket matrix array real general\n% {}\n", meaning));
  list_names(file, rows.name, *rows.names);
  if (columns.names != rows.names) list_names(file, columns.name, *columns.names);
  file.write(fmt::format("{} {}\n", m.rows(), m.cols()));
  for (const double value : m.reshaped()) file.write(fmt::format("{:.17g}\n", value + 0.0));
  file.close();
}

void write_sparse(const std::string& path, const Sparse& m, const std::string& meaning) {
  TextFile file(path);
  file.write(fmt::format("%%MatrixMarket matrix coordinate real general\n% {}\n", meaning));
  file.write(fmt::format("{} {} {}\n", m.rows(), m.cols(), m.nonZeros()));
  for (int j = 0; j < m.outerSize(); ++j)
    for (Sparse::InnerIterator it(m, j); it; ++it)
      file.write(fmt::format("{} {} {:.17g}\n", it.row() + 1, it.col() + 1, it.value()));
  file.close();
}

/// "" for the input itself, "1", "2" for its derivatives; and in words.
std::string order_suffix(std::size_t k) { return k == 0 ? std::string() : std::to_string(k); }
std::string derivative_of_u(std::size_t k) { return "u" + std::string(k, '\''); }

class NetcdfFile {
 public:
  explicit NetcdfFile(std::string path) : path_(std::move(path)) {
    check(nc_create(path_.c_str(), NC_CLOBBER | NC_64BIT_OFFSET, &id_));
    open_ = true;
  }
  NetcdfFile(const NetcdfFile&) = delete;
  NetcdfFile& operator=(const NetcdfFile&) = delete;
  ~NetcdfFile() {
    if (open_) nc_close(id_);
  }
  int dimension(const std::string& name, std::size_t size) {
    int dim = -1;
    if (nc_inq_dimid(id_, name.c_str(), &dim) == NC_NOERR) return dim;
    check(nc_def_dim(id_, name.c_str(), std::max<std::size_t>(size, 1), &dim));
    return dim;
  }
  void attribute(const std::string& name, const std::string& text) {
    check(nc_put_att_text(id_, NC_GLOBAL, name.c_str(), text.size(), text.c_str()));
  }
  void numbers(const std::string& name, const std::vector<int>& dims, std::vector<double> values,
               const std::string& description) {
    const int variable = define(name, NC_DOUBLE, dims, description);
    data_.emplace_back(variable, std::move(values));
  }
  void matrix(const std::string& name, const Dense& m, int rows, int columns, const std::string& description) {
    if (m.size() == 0) return;
    std::vector<double> values;
    for (Eigen::Index i = 0; i < m.rows(); ++i)
      for (Eigen::Index j = 0; j < m.cols(); ++j) values.push_back(m(i, j));
    numbers(name, {rows, columns}, std::move(values), description + " [row][column]");
  }
  void sparse(const std::string& name, const Sparse& m, const std::string& description) {
    std::vector<double> values;
    for (int j = 0; j < m.outerSize(); ++j)
      for (Sparse::InnerIterator it(m, j); it; ++it)
        values.insert(values.end(), {it.row() + 1.0, it.col() + 1.0, it.value()});
    if (values.empty()) return;
    numbers(name, {dimension(name + "_entries", values.size() / 3), dimension("three", 3)}, std::move(values),
            description + ": row, column from 1, value");
  }
  void names(const std::string& name, int dim, const Names& names) {
    if (names.empty()) return;
    constexpr std::size_t length = 80;
    const int variable = define(name, NC_CHAR, {dim, dimension("letters", length)}, "names");
    std::string text;
    for (std::string one : names) {
      one.resize(length, '\0');
      text += one;
    }
    text_.emplace_back(variable, std::move(text));
  }
  void close() {
    check(nc_enddef(id_));
    for (const auto& [variable, values] : data_) check(nc_put_var_double(id_, variable, values.data()));
    for (const auto& [variable, text] : text_) check(nc_put_var_text(id_, variable, text.data()));
    open_ = false;
    check(nc_close(id_));
  }

 private:
  int define(const std::string& name, nc_type type, const std::vector<int>& dims, const std::string& description) {
    int variable = -1;
    check(nc_def_var(id_, name.c_str(), type, static_cast<int>(dims.size()), dims.data(), &variable));
    check(nc_put_att_text(id_, variable, "description", description.size(), description.c_str()));
    return variable;
  }
  void check(int code) const {
    if (code != NC_NOERR)
      throw Error(ExitCode::output_failed, "cannot write result file `" + path_ + "`: " + nc_strerror(code));
  }
  std::string path_;
  int id_ = -1;
  bool open_ = false;
  std::vector<std::pair<int, std::vector<double>>> data_;
  std::vector<std::pair<int, std::string>> text_;
};

/// The matrices in minimal coordinates, in both kinds of files.
void write_reduced(const std::string& stem, const StateSpaceResult& r, NetcdfFile& file, int inputs, int outputs) {
  const Axis state{"state", &r.states}, input{"input", &r.inputs}, output{"output", &r.outputs};
  const Axis unknown{"unknown", &r.unknowns};
  const int states = file.dimension("state", r.states.size());
  file.names("state_name", states, r.states);
  const auto write = [&](const std::string& name, const Dense& m, const std::string& meaning, const Axis& rows,
                         int row_dim, const Axis& columns, int column_dim) {
    write_dense(stem + "_" + name + ".mtx", m, meaning, rows, columns);
    file.matrix(name, m, row_dim, column_dim, meaning);
  };
  write("A", r.a, "A of s' = A s + B u", state, states, state, states);
  write("B", r.b, "B of s' = A s + B u", state, states, input, inputs);
  write("C", r.c, "C of y = C s + D u", output, outputs, state, states);
  for (std::size_t k = 0; k < r.d.size(); ++k)
    write(fmt::format("D{}", order_suffix(k)), r.d[k],
          fmt::format("matrix of {} in y = C s + D u + ...", derivative_of_u(k)), output, outputs, input, inputs);
  const int unknowns = file.dimension("unknown", r.unknowns.size());
  file.names("unknown_name", unknowns, r.unknowns);
  write("T", r.unknown_by_state, "increments of all unknowns of the model by states", unknown, unknowns, state, states);
}

void write_full(const std::string& stem, const StateSpaceResult& r, NetcdfFile& file) {
  const auto write = [&](const std::string& name, const Sparse& m, const std::string& meaning) {
    write_sparse(stem + "_full_" + name + ".mtx", m, meaning);
    file.sparse(fmt::format("full_{}", name), m, meaning);
  };
  write("E", r.full.e, "E of E x' = A x + B u");
  write("A", r.full.a, "A of E x' = A x + B u");
  write("C", r.full.c, "C of y = C x + G x' + D u");
  write("G", r.full.g, "G of y = C x + G x' + D u");
  for (std::size_t k = 0; k < r.full.b.size(); ++k) {
    write(fmt::format("B{}", order_suffix(k)), r.full.b[k],
          fmt::format("matrix of {} in E x' = A x + B u", derivative_of_u(k)));
    write(fmt::format("D{}", order_suffix(k)), r.full.d[k],
          fmt::format("matrix of {} in y = C x + G x' + D u", derivative_of_u(k)));
  }
}

}  // namespace

void write_state_space(const std::string& prefix, const StateSpaceResult& r) {
  const std::string stem = fmt::format("{}_ss_{}", prefix, r.number);
  NetcdfFile file(stem + ".nc");
  file.attribute("title", "linear model of the motion about an operating point, in deviations from it");
  const int inputs = file.dimension("input", r.inputs.size());
  const int outputs = file.dimension("output", r.outputs.size());
  file.names("input_name", inputs, r.inputs);
  file.names("output_name", outputs, r.outputs);
  file.numbers("time", {}, {r.time}, "time of the operating point");
  file.numbers("u0", {inputs}, {r.input_value.begin(), r.input_value.end()}, "inputs at the operating point");
  file.numbers("y0", {outputs}, {r.output_value.begin(), r.output_value.end()}, "outputs at the operating point");
  if (r.has_reduced) write_reduced(stem, r, file, inputs, outputs);
  if (r.has_full) write_full(stem, r, file);
  file.close();
}

}  // namespace flexura
