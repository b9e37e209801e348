#include "solvers/problems/input_output.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <functional>

#include "solvers/problems/differences.h"

namespace flexura {

namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using RowMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;
using Part = Perturbation::Part;

// Of a scaled matrix: what is left of terms that cancel.
constexpr double least_share = 1e-10;

class Differences {
 public:
  Differences(Perturbation& at, const StateSpaceSettings& settings, double time_scale)
      : at_(at), settings_(settings), time_scale_(time_scale) {}

  void run(PetscInt unknowns, const DriveContext& context, InputOutputEquations& to) {
    const auto inputs = static_cast<Eigen::Index>(settings_.inputs.size());
    const auto outputs = static_cast<Eigen::Index>(settings_.outputs.size());
    at_.evaluate_drives();
    to.output_value = all_outputs();
    to.input_value.resize(inputs);
    for (Eigen::Index i = 0; i < inputs; ++i)
      to.input_value(i) = settings_.inputs[i].drive->value(context.time, context).f;
    for (int k = 0; k < 3; ++k) {
      to.force[k] = Matrix::Zero(unknowns, inputs);
      to.feed[k] = Matrix::Zero(outputs, inputs);
      to.output[k] = Matrix::Zero(outputs, unknowns);
      for (Eigen::Index i = 0; i < inputs; ++i) {
        const Vector both = of_input(settings_.inputs[i], k);
        to.force[k].col(i) = both.head(unknowns);
        to.feed[k].col(i) = both.tail(outputs);
      }
      for (PetscInt j = 0; j < unknowns; ++j) to.output[k].col(j) = of_unknown(j, static_cast<Part>(k));
    }
    at_.reset();
    at_.evaluate_drives();
  }

 private:
  Vector all_outputs() const {
    Vector y(settings_.outputs.size());
    for (Eigen::Index k = 0; k < y.size(); ++k) y(k) = at_.drive(settings_.outputs[k].drive);
    return y;
  }
  /// Derivatives of residual and outputs by a derivative of an input.
  Vector of_input(const StateSpaceSettings::Input& input, int order) const {
    struct Restore {
      const StateSpaceSettings::Input& input;
      ~Restore() { input.shift(Taylor2()); }
    } const restore{input};
    at_.reset();
    return derivative(
        [&](double h) {
          input.shift(Taylor2(order == 0 ? h : 0, order == 1 ? h : 0, order == 2 ? h : 0));
          at_.evaluate_drives();
          const std::vector<double> r = at_.residual();
          Vector both(static_cast<Eigen::Index>(r.size()) + static_cast<Eigen::Index>(settings_.outputs.size()));
          both << Eigen::Map<const Vector>(r.data(), static_cast<Eigen::Index>(r.size())), all_outputs();
          return both;
        },
        relative_step);
  }
  Vector of_unknown(PetscInt j, Part part) const {
    return derivative(
        [&](double by) {
          at_.reset();
          at_.add(j, part, by);
          at_.evaluate_drives();
          return all_outputs();
        },
        step_of(at_, j, part, time_scale_));
  }

  Perturbation& at_;
  const StateSpaceSettings& settings_;
  double time_scale_;
};

/// The first-order form with rows, columns, inputs, outputs and time scaled to size one, and the way back.
class Scaled {
 public:
  Descriptor system;

  Scaled(const InputOutputEquations& q, double time_scale) : w_(1 / time_scale), n_(q.mass.rows()), fast_(q.fast) {
    Matrix m = w_ * w_ * Matrix(q.mass), d = w_ * Matrix(q.damping), k = Matrix(q.stiffness);
    equilibrate(m.cwiseAbs() + d.cwiseAbs() + k.cwiseAbs());
    for (Matrix* matrix : {&m, &d, &k}) *matrix = rows_.asDiagonal() * *matrix * columns_.asDiagonal();
    const auto size = n_ + static_cast<Eigen::Index>(fast_.size());
    slow_ = Vector::Ones(static_cast<Eigen::Index>(fast_.size()));
    system.e = system.a = Matrix::Zero(size, size);
    system.e.topLeftCorner(n_, n_) = d;
    system.a.topLeftCorner(n_, n_) = -k;
    for (Eigen::Index f = 0; f < slow_.size(); ++f) {
      // Rates in units of the unknown's own frequency, as in eigen_dense.cpp.
      const int j = fast_[f];
      const double most = m.col(j).cwiseAbs().maxCoeff();
      if (most > 0) slow_(f) = std::sqrt(std::min(1.0, most));
      system.e.block(0, n_ + f, n_, 1) = m.col(j) / slow_(f);
      system.e(n_ + f, j) = slow_(f);
      system.a(n_ + f, n_ + f) = 1;
    }
    for (Eigen::Index i = 0; i < size; ++i)
      if (system.e.row(i).cwiseAbs().maxCoeff() < 1e-14) system.e.row(i).setZero();
    system.v = Matrix::Identity(size, size);
    add_outputs(q);
    add_inputs(q);
  }

  /// Chooses physical unknowns as states and takes all scales off again.
  void finish(const std::vector<char>& multiplier, StateSpaceResult& to, std::vector<int>& chosen) {
    std::vector<int> values, rates;
    for (Eigen::Index j = 0; j < n_; ++j)
      if (!multiplier[j]) values.push_back(static_cast<int>(j));
    for (std::size_t f = 0; f < fast_.size(); ++f) rates.push_back(static_cast<int>(n_) + static_cast<int>(f));
    std::vector<int> partner(static_cast<std::size_t>(n_), -1);
    for (std::size_t f = 0; f < fast_.size(); ++f) partner[fast_[f]] = rates[f];
    chosen = choose_states(system, values, rates, partner);
    if (static_cast<Eigen::Index>(chosen.size()) != system.a.rows()) return;
    Vector of_x(n_ + slow_.size());  // x = of_x * scaled x
    of_x.head(n_) = columns_;
    for (Eigen::Index f = 0; f < slow_.size(); ++f) of_x(n_ + f) = w_ * columns_(fast_[f]) / slow_(f);
    Vector of_s(static_cast<Eigen::Index>(chosen.size()));
    for (Eigen::Index k = 0; k < of_s.size(); ++k) of_s(k) = of_x(chosen[k]);
    const Vector inverse = of_s.cwiseInverse();
    to.a = w_ * (of_s.asDiagonal() * system.a * inverse.asDiagonal());
    to.b = w_ * (of_s.asDiagonal() * system.b[0] * inputs_.asDiagonal());
    to.c = outputs_.asDiagonal() * system.c * inverse.asDiagonal();
    to.unknown_by_state = columns_.asDiagonal() * system.v.topRows(n_) * inverse.asDiagonal();
    clean();
    double unit = 1;
    for (const Matrix& d : system.d) {
      to.d.emplace_back(unit * (outputs_.asDiagonal() * d * inputs_.asDiagonal()));
      unit /= w_;
    }
  }

 private:
  void equilibrate(Matrix m) {
    rows_ = Vector::Ones(n_);
    columns_ = Vector::Ones(n_);
    for (int pass = 0; pass < 20; ++pass) {
      Vector r = m.rowwise().maxCoeff();
      Vector c = m.colwise().maxCoeff().transpose();
      for (double& value : r) value = value > 0 ? 1 / std::sqrt(value) : 1;
      for (double& value : c) value = value > 0 ? 1 / std::sqrt(value) : 1;
      m = r.asDiagonal() * m * c.asDiagonal();
      rows_ = rows_.cwiseProduct(r);
      columns_ = columns_.cwiseProduct(c);
    }
  }
  void add_outputs(const InputOutputEquations& q) {
    const Eigen::Index outputs = q.output[0].rows();
    const auto size = system.v.cols();
    system.c = system.g = Matrix::Zero(outputs, size);
    system.c.leftCols(n_) = q.output[0] * columns_.asDiagonal();
    system.g.leftCols(n_) = w_ * (q.output[1] * columns_.asDiagonal());
    for (Eigen::Index f = 0; f < slow_.size(); ++f) {
      const int j = fast_[f];
      // The rate is an unknown, the acceleration its rate.
      system.c.col(n_ + f) = system.g.col(j) / slow_(f);
      system.g.col(j).setZero();
      system.g.col(n_ + f) = w_ * w_ * columns_(j) / slow_(f) * q.output[2].col(j);
    }
    outputs_ = Vector::Ones(outputs);
    for (Eigen::Index i = 0; i < outputs; ++i) {
      const double most = std::max(system.c.row(i).cwiseAbs().maxCoeff(), system.g.row(i).cwiseAbs().maxCoeff());
      if (most > 0) outputs_(i) = most;
    }
    system.c = outputs_.cwiseInverse().asDiagonal() * system.c;
    system.g = outputs_.cwiseInverse().asDiagonal() * system.g;
  }
  void add_inputs(const InputOutputEquations& q) {
    const Eigen::Index inputs = q.force[0].cols();
    std::array<Matrix, 3> b, d;
    Vector most = Vector::Zero(inputs);
    double unit = 1;
    for (int k = 0; k < 3; ++k, unit *= w_) {
      b[k] = Matrix::Zero(system.v.cols(), inputs);
      b[k].topRows(n_) = unit * (rows_.asDiagonal() * q.force[k]);
      d[k] = unit * (outputs_.cwiseInverse().asDiagonal() * q.feed[k]);
      for (Eigen::Index i = 0; i < inputs; ++i) most(i) = std::max(most(i), b[k].col(i).cwiseAbs().maxCoeff());
    }
    inputs_ = Vector::Ones(inputs);
    for (Eigen::Index i = 0; i < inputs; ++i)
      if (most(i) > 0) inputs_(i) = most(i);
    for (int k = 0; k < 3; ++k) {
      if (k > 0 && b[k].isZero(0) && d[k].isZero(0)) continue;
      while (static_cast<int>(system.b.size()) <= k) {
        system.b.emplace_back(Matrix::Zero(system.v.cols(), inputs));
        system.d.emplace_back(Matrix::Zero(outputs_.size(), inputs));
      }
      system.b[k] = b[k] * inputs_.cwiseInverse().asDiagonal();
      system.d[k] = d[k] * inputs_.cwiseInverse().asDiagonal();
    }
    system.w.assign(1, Matrix::Zero(system.v.cols(), inputs));
  }
  /// Terms by derivatives of inputs that should cancel do so to round-off only.
  void clean() {
    double most = 1;
    for (const Matrix& d : system.d) most = d.size() > 0 ? std::max(most, d.cwiseAbs().maxCoeff()) : most;
    for (Matrix& d : system.d)
      for (double& value : d.reshaped())
        if (std::abs(value) < least_share * most) value = 0;
    while (system.d.size() > 1 && system.d.back().isZero(0)) system.d.pop_back();
  }

  double w_;
  Eigen::Index n_;
  std::vector<int> fast_;
  Vector rows_, columns_, slow_, inputs_, outputs_;
};

}  // namespace

void InputOutputEquations::find_fast() {
  std::vector<char> seen(mass.cols(), 0);
  for (int i = 0; i < mass.outerSize(); ++i)
    for (RowMatrix::InnerIterator it(mass, i); it; ++it) seen[it.col()] = 1;
  for (int j = 0; j < static_cast<int>(seen.size()); ++j)
    if (seen[j] || !output[2].col(j).isZero(0)) fast.push_back(j);
}

void differentiate(Perturbation& at, const StateSpaceSettings& settings, double time_scale, const DriveContext& context,
                   InputOutputEquations& to) {
  Differences(at, settings, time_scale).run(to.mass.rows(), context, to);
}

ReductionFailure reduce_to_states(const InputOutputEquations& equations, double time_scale,
                                  const std::vector<char>& multiplier, StateSpaceResult& to, std::vector<int>& chosen) {
  Scaled scaled(equations, time_scale);
  const ReductionFailure failure = reduce(scaled.system);
  if (failure.kind != ReductionFailure::Kind::none) return failure;
  scaled.finish(multiplier, to, chosen);
  if (static_cast<Eigen::Index>(chosen.size()) != scaled.system.a.rows())
    return {ReductionFailure::Kind::coordinates, -1};
  return {};
}

void as_they_are(const InputOutputEquations& q, StateSpaceResult::Full& to) {
  const auto n = static_cast<int>(q.mass.rows());
  const auto size = n + static_cast<int>(q.fast.size());
  std::vector<int> rate(n, -1);
  for (std::size_t f = 0; f < q.fast.size(); ++f) rate[q.fast[f]] = n + static_cast<int>(f);
  using Entries = std::vector<Eigen::Triplet<double>>;
  const auto each = [](const RowMatrix& m, const auto& use) {
    for (int i = 0; i < m.outerSize(); ++i)
      for (RowMatrix::InnerIterator it(m, i); it; ++it) use(i, static_cast<int>(it.col()), it.value());
  };
  Entries e, a;
  each(q.damping, [&](int i, int j, double value) { e.emplace_back(i, j, value); });
  each(q.mass, [&](int i, int j, double value) { e.emplace_back(i, rate[j], value); });
  each(q.stiffness, [&](int i, int j, double value) { a.emplace_back(i, j, -value); });
  for (std::size_t f = 0; f < q.fast.size(); ++f) {
    e.emplace_back(rate[q.fast[f]], q.fast[f], 1);
    a.emplace_back(rate[q.fast[f]], rate[q.fast[f]], 1);
  }
  const auto sparse = [](Eigen::SparseMatrix<double>& m, Eigen::Index rows, Eigen::Index columns, const Entries& from) {
    m.resize(rows, columns);
    m.setFromTriplets(from.begin(), from.end());
  };
  sparse(to.e, size, size, e);
  sparse(to.a, size, size, a);
  Entries c, g;
  const Eigen::Index outputs = q.output[0].rows();
  for (Eigen::Index i = 0; i < outputs; ++i)
    for (int j = 0; j < n; ++j) {
      const auto put = [&](Entries& list, int column, double value) {
        if (value != 0) list.emplace_back(i, column, value);
      };
      put(c, j, q.output[0](i, j));
      put(rate[j] >= 0 ? c : g, rate[j] >= 0 ? rate[j] : j, q.output[1](i, j));
      if (rate[j] >= 0) put(g, rate[j], q.output[2](i, j));
    }
  sparse(to.c, outputs, size, c);
  sparse(to.g, outputs, size, g);
  for (int k = 0; k < 3; ++k) {
    if (k > 0 && q.force[k].isZero(0) && q.feed[k].isZero(0)) continue;
    Matrix b = Matrix::Zero(size, q.force[k].cols());
    b.topRows(n) = q.force[k];
    to.b.resize(k + 1, Eigen::SparseMatrix<double>(size, b.cols()));
    to.d.resize(k + 1, Eigen::SparseMatrix<double>(outputs, b.cols()));
    to.b[k] = b.sparseView();
    to.d[k] = q.feed[k].sparseView();
  }
}

}  // namespace flexura
