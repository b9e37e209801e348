// Writes the text format of FEM data.
#include <cstdio>
#include <memory>

#include <fmt/format.h>

#include "input/fem_model.h"

namespace flexura {

namespace {

class TextWriter {
 public:
  TextWriter(const std::string& path, int precision)
      : path_(path), precision_(precision), file_(std::fopen(path.c_str(), "w"), &std::fclose) {
    if (!file_) fail();
  }

  void write(const FemModel& f) {
    const int n = f.node_count(), m = f.mode_count();
    group(1, "HEADER");
    line("** REVISION, NODES, NORMAL, ATTACHMENT, CONSTRAINT, REJECTED MODES");
    line(fmt::format(" {} {} {} 0 0 0", f.comment.empty() ? "REV0" : f.comment, n, m));
    group(2, "FINITE ELEMENT NODE LIST");
    for (int i = 0; i < n; ++i) text_ += fmt::format(" {}{}", f.labels[i], i % 6 == 5 || i == n - 1 ? "\n" : "");
    group(3, "INITIAL MODAL DISPLACEMENTS");
    numbers(f.initial_values.data(), m);
    group(4, "INITIAL MODAL VELOCITIES");
    numbers(f.initial_rates.data(), m);
    const char* axes[] = {"X", "Y", "Z"};
    for (int k = 0; k < 3; ++k) {
      group(5 + k, fmt::format("NODAL {} COORDINATES", axes[k]));
      const Eigen::VectorXd x = f.positions.row(k);
      numbers(x.data(), n);
    }
    group(8, "MODE SHAPES");
    for (int j = 0; j < m; ++j) {
      line(fmt::format("** MODE SHAPE # {}", j + 1));
      numbers(f.shapes.col(j).data(), 6LL * n);
    }
    rows(9, "MODAL MASS MATRIX", f.mass);
    rows(10, "MODAL STIFFNESS MATRIX", f.stiffness);
    if (f.lumped.size() > 0) {
      group(11, "DIAGONAL OF LUMPED MASS MATRIX");
      numbers(f.lumped.data(), 6LL * n);
    }
    if (f.inertia) {
      group(12, "GLOBAL INERTIA: MASS, CENTRE OF MASS, INERTIA ABOUT IT");
      numbers(&f.inertia->mass, 1);
      numbers(f.inertia->centre.data(), 3);
      const Mat3 by_rows = f.inertia->inertia.transpose();
      numbers(by_rows.data(), 9);
    }
    optional_rows(13, "MODAL DAMPING MATRIX", f.damping);
    optional_rows(14, "INVARIANT 3", f.i3);
    optional_rows(15, "INVARIANT 4", f.i4);
    optional_rows(16, "INVARIANT 8", f.i8);
    optional_rows(17, "INVARIANT 5", f.i5);
    optional_rows(18, "INVARIANT 9", f.i9);
    if (!f.stiffening.empty()) {
      group(19, "STRESS STIFFENING MATRICES");
      line(fmt::format(" {}", f.stiffening.size()));
      for (const StiffeningMatrix& s : f.stiffening) {
        line(fmt::format(" {}", s.load));
        matrix(s.matrix);
      }
    }
    line("** END OF FILE");
    flush();
    if (std::fflush(file_.get()) != 0) fail();
  }

 private:
  [[noreturn]] void fail() const {
    throw Error(ExitCode::output_failed, fmt::format("cannot write FEM file `{}`", path_));
  }
  void line(const std::string& text) { text_ += text + '\n'; }
  void group(int number, const std::string& name) {
    if (number > 1) line("**");
    line(fmt::format("** RECORD GROUP {}, {}", number, name));
  }
  void numbers(const double* values, std::int64_t count) {
    for (std::int64_t k = 0; k < count; ++k) {
      fmt::format_to(std::back_inserter(text_), " {:.{}e}", values[k], precision_);
      if (k % 6 == 5 || k == count - 1) text_ += '\n';
    }
    if (text_.size() > (1U << 20)) flush();
  }
  void matrix(const Eigen::MatrixXd& m) {
    const Eigen::MatrixXd by_columns = m.transpose();
    for (Eigen::Index i = 0; i < m.rows(); ++i) numbers(by_columns.col(i).data(), m.cols());
  }
  void rows(int number, const std::string& name, const Eigen::MatrixXd& m) {
    group(number, name);
    matrix(m);
  }
  void optional_rows(int number, const std::string& name, const Eigen::MatrixXd& m) {
    if (m.size() > 0) rows(number, name, m);
  }
  void flush() {
    if (std::fwrite(text_.data(), 1, text_.size(), file_.get()) != text_.size()) fail();
    text_.clear();
  }

  std::string path_;
  int precision_;
  std::string text_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

}  // namespace

void write_fem_text(const FemModel& model, const std::string& path, int precision) {
  TextWriter(path, precision).write(model);
}

}  // namespace flexura
