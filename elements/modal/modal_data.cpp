#include "elements/modal/modal_data.h"

#include "elements/modal/lumped_sums.h"
#include "math/skew.h"

namespace flexura {

namespace {

Eigen::MatrixXd selected(const Eigen::MatrixXd& matrix, const std::vector<int>& modes) { return matrix(modes, modes); }

/// Moves sums about the FEM origin to another one: f becomes f - o.
void shift(ModalData& d, const Vec3& o) {
  if (o.isZero(0)) return;
  // [f-o][f-o]^T summed: what is linear in f appears twice.
  const Mat3 mixed = skew_product(d.first, o) + skew_product(o, d.first);
  d.inertia += mixed - d.mass * skew_product(o, o);
  d.first -= d.mass * o;
  for (int j = 0; j < d.modes; ++j) {
    const Vec3 u = d.i3.col(j);
    d.i4.col(j) -= o.cross(u);
    d.i8.middleCols<3>(3 * j) += skew_product(o, u);  // -[o][U]^T
  }
}

}  // namespace

std::shared_ptr<ModalData> make_modal_data(const FemModel& fem, const ModalSelection& selection) {
  auto data = std::make_shared<ModalData>();
  ModalData& d = *data;
  const std::vector<int>& modes = selection.modes;
  d.modes = static_cast<int>(modes.size());
  for (const int mode : modes) d.numbers.push_back(mode + 1);
  const int m = d.modes;
  d.i3.setZero(3, m);
  d.i4.setZero(3, m);
  d.i8.setZero(3, 3 * m);
  d.slope.setZero(6, m);
  for (auto& i5 : d.i5) i5.setZero(m, m);
  d.modal_mass = selected(fem.mass, modes);
  d.modal_mass = 0.5 * (d.modal_mass + d.modal_mass.transpose()).eval();
  d.stiffness = selected(fem.stiffness, modes);
  d.damping = fem.damping.size() > 0 ? selected(fem.damping, modes) : Eigen::MatrixXd::Zero(m, m);
  for (const StiffeningMatrix& s : fem.stiffening) {
    if (s.load <= 12) d.stiffening.push_back({s.load - 1, selected(s.matrix, modes)});
  }

  const int file_modes = fem.mode_count();
  const bool lumped = fem.lumped.size() > 0;
  if (lumped) LumpedSums(fem, {}).rigid(d);
  if (fem.inertia) {
    const GlobalInertia& g = *fem.inertia;
    d.mass = g.mass;
    d.first = g.mass * g.centre;
    d.inertia = 0.5 * (g.inertia + g.inertia.transpose()) - g.mass * skew_product(g.centre, g.centre);
  }
  if (selection.invariant9) {
    if (fem.i9.size() == 0 && !lumped)
      throw InputError({intern_file_name(fem.path), 1, 1},
                       "invariant 9 is in none of record groups 11 (lumped masses) and 18");
    d.curved = true;
    for (auto& c : d.curve) c.setZero(m, m);
  }
  std::optional<LumpedSums> sums;
  if (lumped) sums.emplace(fem, modes);
  if (fem.i3.size() > 0) {
    d.i3 = fem.i3(Eigen::all, modes);
  } else if (sums) {
    sums->i3(d);
  }
  if (fem.i4.size() > 0) {
    d.i4 = fem.i4(Eigen::all, modes);
  } else if (sums) {
    sums->i4(d);
  }
  if (fem.i8.size() > 0) {
    for (int j = 0; j < m; ++j) d.i8.middleCols<3>(3 * j) = fem.i8.middleCols(3 * modes[j], 3);
  } else if (sums) {
    sums->i8(d);
  }
  if (fem.i5.size() > 0) {
    // The file has U_b x U_a at (a, b).
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < m; ++k)
        for (int c = 0; c < 3; ++c)
          d.i5[c](j, k) = fem.i5(c, modes[k] + static_cast<Eigen::Index>(file_modes) * modes[j]);
  } else if (sums) {
    sums->i5(d);
  }
  if (d.curved && fem.i9.size() > 0) {
    const auto block = [&](int j, int k) {
      return Mat3(fem.i9.middleCols<3>(3 * (modes[j] + static_cast<Eigen::Index>(file_modes) * modes[k])));
    };
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < m; ++k) {
        const Vec6 six = six_of(Mat3(block(j, k) + block(k, j)));
        for (int c = 0; c < 6; ++c) d.curve[c](j, k) = six(c);
      }
  } else if (d.curved) {
    sums->i9(d);
  }
  shift(d, selection.origin);
  for (int j = 0; j < m; ++j) {
    const Mat3 i8 = d.i8.middleCols<3>(3 * j);
    d.slope.col(j) = six_of(Mat3(i8 + i8.transpose()));
  }
  if (sums) sums->add_i10(d);
  for (const auto& i5 : d.i5) d.coupled = d.coupled || !i5.isZero(0);
  return data;
}

}  // namespace flexura
