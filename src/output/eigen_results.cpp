#include "output/eigen_results.h"

#include <netcdf.h>

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "output/text_file.h"
#include "support/error.h"

namespace flexura {

namespace {

/// The vectors of all rows of alpha: complex pairs are two columns.
std::vector<std::vector<std::complex<double>>> all_vectors(const EigenResult& result) {
  std::vector<std::vector<std::complex<double>>> columns;
  for (const EigenMode& mode : result.modes) {
    columns.push_back(mode.vector);
    if (mode.s.imag() == 0) continue;
    columns.push_back(mode.vector);
    for (auto& value : columns.back()) value = std::conj(value);
  }
  return columns;
}

std::vector<double> dense_by_columns(const Triplets& m, int size) {
  std::vector<double> values(static_cast<std::size_t>(size) * size, 0.0);
  for (std::size_t k = 0; k < m.value.size(); ++k)
    values[static_cast<std::size_t>(m.column[k]) * size + m.row[k]] += m.value[k];
  return values;
}

class Script {
 public:
  Script(const std::string& prefix, const EigenResult& result)
      : result_(result),
        settings_(*result.settings),
        file_(prefix + "_" + fmt::format(fmt::runtime(settings_.suffix), result.number) + ".m") {}

  void write() {
    line(fmt::format("% time: {:.15g}", result_.time));
    line(fmt::format("dTime = {:.17g};", result_.time));
    line("% coefficient");
    line(fmt::format("dCoef = {:.17g};", result_.coefficient));
    line(fmt::format("lStep = int32({});", result_.step));
    if (settings_.matrices != EigenSettings::Matrices::none) {
      line("% E + dCoef*(-A) and E - dCoef*(-A) of E*x' = A*x");
      matrix("Aplus", 1);
      matrix("Aminus", -1);
    }
    if (settings_.geometry || settings_.eigenvectors) nodes();
    if (settings_.geometry) geometry();
    if (result_.modes.empty()) {
      file_.close();
      return;
    }
    alpha();
    if (settings_.eigenvectors) vectors();
    file_.close();
  }

 private:
  void line(const std::string& text) {
    file_.write(text);
    file_.write("\n");
  }
  [[nodiscard]] std::string number(double value, int precision) const {
    return fmt::format("{:.{}e}", value, precision);
  }

  void matrix(const std::string& name, double sign) {
    const Triplets m = transformed_matrix(result_, sign);
    const int precision = settings_.matrix_precision;
    if (settings_.matrices == EigenSettings::Matrices::sparse) {
      line(name + " = [");
      for (std::size_t k = 0; k < m.value.size(); ++k)
        line(fmt::format("{}\t{}\t{}", m.row[k] + 1, m.column[k] + 1, number(m.value[k], precision)));
      // The last row makes the size known when it is empty otherwise.
      line(fmt::format("{}\t{}\t0", result_.size, result_.size));
      line("];");
      line(name + " = spconvert(" + name + ");");
      return;
    }
    const std::vector<double> values = dense_by_columns(m, result_.size);
    file_.write(name + " = [");
    for (int i = 0; i < result_.size; ++i) {
      std::string row;
      for (int j = 0; j < result_.size; ++j)
        row += number(values[static_cast<std::size_t>(j) * result_.size + i], precision) + " ";
      line(row + (i + 1 < result_.size ? ";" : "];"));
    }
  }
  void nodes() {
    line("% labels of structural nodes and the offset of their displacements in the vectors (from 0)");
    line("labels = int32([");
    for (const unsigned label : result_.labels) line(fmt::format("{};", label));
    line("]);");
    line("idx = int32([");
    for (const int offset : result_.offsets) line(fmt::format("{};", offset));
    line("]);");
  }
  void geometry() {
    line("% position and orientation vector of each node");
    line("X0 = [");
    for (const auto& pose : result_.geometry)
      for (const double value : pose) line(number(value, settings_.result_precision) + ";");
    line("];");
  }
  void alpha() {
    line("% L = (alpha(:,1) + i*alpha(:,2))./alpha(:,3), s = (L - 1)./(L + 1)/dCoef");
    line("alpha = [");
    for (const auto& row : transformed_eigenvalues(result_)) {
      const int p = settings_.result_precision;
      line(fmt::format("{} {} {};", number(row[0], p), number(row[1], p), number(row[2], p)));
    }
    line("];");
  }
  void vectors() {
    line("% right eigenvectors by columns: (Aminus - L*Aplus)*VR(:,k) = 0");
    line("VR = [");
    const auto columns = all_vectors(result_);
    const int p = settings_.result_precision;
    for (int i = 0; i < result_.size; ++i) {
      std::string row;
      for (const auto& column : columns)
        row += fmt::format("{:.{}e}{:+.{}e}*i ", column[i].real(), p, column[i].imag(), p);
      line(row + ";");
    }
    line("];");
  }

  const EigenResult& result_;
  const EigenSettings& settings_;
  TextFile file_;
};

class BinaryFile {
 public:
  explicit BinaryFile(std::string path) : path_(std::move(path)) {
    check(nc_open(path_.c_str(), NC_WRITE, &id_));
    open_ = true;
    check(nc_redef(id_));
  }
  BinaryFile(const BinaryFile&) = delete;
  BinaryFile& operator=(const BinaryFile&) = delete;
  ~BinaryFile() {
    if (open_) nc_close(id_);
  }
  int dimension(const std::string& name, std::size_t size) {
    int dim = -1;
    if (nc_inq_dimid(id_, name.c_str(), &dim) == NC_NOERR) return dim;
    check(nc_def_dim(id_, name.c_str(), size, &dim));
    return dim;
  }
  void add(const std::string& name, const std::vector<int>& dims, std::vector<double> values,
           const std::string& description, bool integer = false, const std::string& matrix_type = {}) {
    int variable = -1;
    if (nc_inq_varid(id_, name.c_str(), &variable) == NC_NOERR) {  // a run that goes on finds what it had written
      data_.emplace_back(variable, std::move(values));
      return;
    }
    check(nc_def_var(id_, name.c_str(), integer ? NC_INT : NC_DOUBLE, static_cast<int>(dims.size()), dims.data(),
                     &variable));
    check(nc_put_att_text(id_, variable, "description", description.size(), description.c_str()));
    if (!matrix_type.empty())
      check(nc_put_att_text(id_, variable, "matrix type", matrix_type.size(), matrix_type.c_str()));
    data_.emplace_back(variable, std::move(values));
  }
  void finish() {
    check(nc_enddef(id_));
    for (const auto& [variable, values] : data_)
      if (!values.empty()) check(nc_put_var_double(id_, variable, values.data()));
    open_ = false;
    check(nc_close(id_));
  }

 private:
  void check(int code) const {
    if (code != NC_NOERR)
      throw Error(ExitCode::output_failed,
                  "cannot write eigenvalues to result file `" + path_ + "`: " + nc_strerror(code));
  }
  std::string path_;
  int id_ = -1;
  bool open_ = false;
  std::vector<std::pair<int, std::vector<double>>> data_;
};

void add_matrix(BinaryFile& file, const std::string& prefix, const std::string& name, const EigenResult& result,
                double sign, int size_dim, int three) {
  const Triplets m = transformed_matrix(result, sign);
  const std::string text = std::string("E ") + (sign > 0 ? "-" : "+") + " dCoef A of E x' = A x";
  if (result.settings->matrices == EigenSettings::Matrices::full) {
    file.add(prefix + name, {size_dim, size_dim}, dense_by_columns(m, result.size), text + ", by columns", false,
             "dense");
    return;
  }
  std::vector<double> values;
  for (std::size_t k = 0; k < m.value.size(); ++k) {
    values.push_back(m.row[k] + 1);
    values.push_back(m.column[k] + 1);
    values.push_back(m.value[k]);
  }
  std::string dim = prefix + name + "_sp_iSize";
  std::replace(dim.begin(), dim.end(), '.', '_');
  file.add(prefix + name, {file.dimension(dim, m.value.size()), three}, std::move(values),
           text + ": row and column from 1, value", false, "sparse");
}

void add_modes(BinaryFile& file, const std::string& prefix, const EigenResult& result, int size_dim, int three) {
  const auto alpha = transformed_eigenvalues(result);
  std::string name = prefix + "iNVec_out";
  std::replace(name.begin(), name.end(), '.', '_');
  const int modes = file.dimension(name, alpha.size());
  std::vector<double> values;
  for (const auto& row : alpha) values.insert(values.end(), row.begin(), row.end());
  file.add(prefix + "alpha", {modes, three}, std::move(values), "alpha_r, alpha_i, beta of each eigenvalue");
  if (!result.settings->eigenvectors) return;
  std::vector<double> parts;
  const auto columns = all_vectors(result);
  for (const bool imaginary : {false, true})
    for (const auto& column : columns)
      for (const auto& value : column) parts.push_back(imaginary ? value.imag() : value.real());
  file.add(prefix + "VR", {file.dimension("complex_var_dim", 2), modes, size_dim}, std::move(parts),
           "right eigenvectors: real and imaginary parts");
}

}  // namespace

std::vector<std::array<double, 3>> transformed_eigenvalues(const EigenResult& result) {
  std::vector<std::array<double, 3>> rows;
  const double d = result.coefficient;
  for (const EigenMode& mode : result.modes) {
    const std::complex<double> above = 1.0 + d * mode.s;
    const std::complex<double> below = 1.0 - d * mode.s;
    // (above conj(below)) / |below|^2, scaled to keep all three near one.
    const std::complex<double> a = above * std::conj(below);
    const double b = std::norm(below);
    // At s = 1/d the quotient is infinite: b is zero, and a must not be.
    const double scale = std::max(std::abs(a), b);
    if (scale > 0) {
      rows.push_back({a.real() / scale, a.imag() / scale, b / scale});
    } else {
      rows.push_back({1, 0, 0});
    }
    if (mode.s.imag() != 0) rows.push_back({rows.back()[0], -rows.back()[1], rows.back()[2]});
  }
  return rows;
}

Triplets transformed_matrix(const EigenResult& result, double sign) {
  std::map<std::pair<int, int>, double> sum;  // by column, then row
  for (std::size_t k = 0; k < result.e.value.size(); ++k)
    sum[{result.e.column[k], result.e.row[k]}] += result.e.value[k];
  for (std::size_t k = 0; k < result.a.value.size(); ++k)
    sum[{result.a.column[k], result.a.row[k]}] -= sign * result.coefficient * result.a.value[k];
  Triplets m;
  for (const auto& [at, value] : sum) {
    m.column.push_back(at.first);
    m.row.push_back(at.second);
    m.value.push_back(value);
  }
  return m;
}

void write_eigen_script(const std::string& prefix, const EigenResult& result) { Script(prefix, result).write(); }

void append_eigen_variables(const std::string& path, const std::vector<EigenResult>& results) {
  if (results.empty()) return;
  BinaryFile file(path);
  const int one = file.dimension("Vec1", 1);
  const int three = file.dimension("Vec3", 3);
  const EigenResult& any = results.front();
  const int nodes = file.dimension("eig_iIdxSize", any.labels.size());
  std::vector<double> labels(any.labels.begin(), any.labels.end());
  std::vector<double> offsets(any.offsets.begin(), any.offsets.end());
  file.add("eig.labels", {nodes}, std::move(labels), "labels of structural nodes", true);
  file.add("eig.idx", {nodes}, std::move(offsets), "offset of their displacements in the vectors, from 0", true);
  const int components = file.dimension("eig_X0Size", 6);
  for (const EigenResult& result : results) {
    const std::string prefix = fmt::format("eig.{}.", result.number);
    // Matrices and vectors of all analyses are of one size unless unknowns have gained or lost inertia.
    const bool same = result.size == any.size;
    const int size = file.dimension(same ? "eig_iSize" : fmt::format("eig_{}_iSize", result.number), result.size);
    file.add(prefix + "step", {one}, {static_cast<double>(result.step)}, "time step index", true);
    file.add(prefix + "time", {one}, {result.time}, "time of the analysis");
    file.add(prefix + "dCoef", {one}, {result.coefficient}, "coefficient of the bilinear transform");
    if (result.settings->geometry || result.settings->eigenvectors) {
      std::vector<double> pose;
      for (int c = 0; c < 6; ++c)
        for (const auto& node : result.geometry) pose.push_back(node[c]);
      file.add(prefix + "X0", {components, nodes}, std::move(pose), "position and orientation vector of each node");
    }
    if (result.settings->matrices != EigenSettings::Matrices::none) {
      add_matrix(file, prefix, "Aplus", result, 1, size, three);
      add_matrix(file, prefix, "Aminus", result, -1, size, three);
    }
    if (!result.modes.empty()) add_modes(file, prefix, result, size, three);
  }
  file.finish();
}

}  // namespace flexura
