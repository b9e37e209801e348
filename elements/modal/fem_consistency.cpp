#include "elements/modal/fem_consistency.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "elements/modal/lumped_sums.h"

namespace flexura {

namespace {

/// Modes that are looked at to find the order.
constexpr int most_modes = 12;
/// Relative: consistent mass matrices differ from lumped ones by some percent on coarse meshes.
constexpr double tolerable = 0.3;

/// What was read by rows, read by columns instead.
Eigen::MatrixXd by_columns(const Eigen::MatrixXd& m) {
  const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows = m;
  return Eigen::Map<const Eigen::MatrixXd>(rows.data(), m.rows(), m.cols());
}

/// Distance of the invariants I3, I4, I8 from those of the lumped masses, as read and by columns.
class Distances {
 public:
  explicit Distances(const FemModel& fem) : count_(std::min(most_modes, fem.mode_count())) {
    std::vector<int> modes(static_cast<std::size_t>(count_));
    std::iota(modes.begin(), modes.end(), 0);
    ModalData d;
    d.i3.setZero(3, count_);
    d.i4.setZero(3, count_);
    d.i8.setZero(3, 3 * count_);
    const LumpedSums sums(fem, modes);
    sums.rigid(d);
    sums.i3(d);
    sums.i4(d);
    sums.i8(d);
    // Invariants of modes that balance are zero: sizes are those of sums without signs (Cauchy and Schwarz).
    double motion = 0;
    for (const int j : modes)
      for (int i = 0; i < fem.node_count(); ++i)
        motion += fem.lumped(0, i) * fem.shapes.block<3, 1>(6 * i, j).squaredNorm();
    const double first = std::sqrt(d.mass * motion);
    const double second = std::sqrt(std::max(0.0, d.inertia.trace()) * motion);
    add(fem.i3, d.i3, first);
    add(fem.i4, d.i4, std::max(second, d.i4.norm()));
    add(fem.i8, d.i8, second);
  }
  [[nodiscard]] double as_read() const { return std::sqrt(rows_); }
  [[nodiscard]] double turned() const { return std::sqrt(columns_); }

 private:
  void add(const Eigen::MatrixXd& given, const Eigen::MatrixXd& sum, double size) {
    if (given.size() == 0 || !(size > 0)) return;
    rows_ += (given.leftCols(sum.cols()) - sum).squaredNorm() / (size * size);
    columns_ += (by_columns(given).leftCols(sum.cols()) - sum).squaredNorm() / (size * size);
  }

  int count_;
  double rows_ = 0, columns_ = 0;
};

void order_invariants(FemModel& fem, const std::function<void(const std::string&)>& warn) {
  const Distances distance(fem);
  if (distance.as_read() > 1e-3 && distance.turned() < 0.1 * distance.as_read()) {
    for (Eigen::MatrixXd* m : {&fem.i3, &fem.i4, &fem.i8, &fem.i5, &fem.i9})
      if (m->size() > 0) *m = by_columns(*m);
    warn(fmt::format(
        "{}: record groups 14-18 are written by columns, as the lumped masses of record group 11 show: they "
        "are read so",
        fem.path));
  } else if (distance.as_read() > tolerable) {
    warn(
        fmt::format("{}: the invariants of record groups 14-16 are not those of the lumped masses of record group 11, "
                    "they differ by {:.0f} %; the invariants are taken",
                    fem.path, 100 * distance.as_read()));
  }
}

void compare_masses(const FemModel& fem, const std::function<void(const std::string&)>& warn) {
  const auto weight = fem.lumped.reshaped();
  int wrong = 0, worst = 0;
  double most = 0, worst_sum = 0;
  for (int j = 0; j < fem.mode_count(); ++j) {
    const double given = fem.mass(j, j);
    if (given == 0) continue;  // a static mode
    const double sum = fem.shapes.col(j).cwiseAbs2().dot(weight);
    const double off = std::abs(sum - given) / std::max(sum, given);
    if (off <= tolerable) continue;
    ++wrong;
    if (off <= most) continue;
    most = off;
    worst = j;
    worst_sum = sum;
  }
  if (wrong == 0) return;
  const std::string place = fem.mass_line > 0 ? fmt::format("{}:{}", fem.path, fem.mass_line) : fem.path;
  warn(fmt::format(
      "{}: record group 9 (modal mass matrix): the mass {:g} of mode {} is not the {:g} that the lumped masses "
      "of record group 11 have in its shape; {} of {} modes differ by more than {:.0f} %. Units, scaling of "
      "shapes, or masses that are on a part of the nodes only?",
      place, fem.mass(worst, worst), worst + 1, worst_sum, wrong, fem.mode_count(), 100 * tolerable));
}

}  // namespace

void check_fem(FemModel& fem, const std::function<void(const std::string&)>& warn) {
  if (fem.lumped.size() == 0 || fem.mode_count() == 0) return;
  order_invariants(fem, warn);
  compare_masses(fem, warn);
}

}  // namespace flexura
