// The views through which an element reads the state and writes its residual and Jacobian.
//
// Local rows and columns of an element: for each structural node k six (force or position 0-2, moment or rotation 3-5),
// then its own unknowns, then one for each scalar node, which counts as an own unknown behind the own ones. An element
// writes the residual r (generalised forces it applies; for own equations minus their value)
// and the partial derivatives of r. The writer turns them into the matrix of the Newton step,
//     J = -(dr/dx' + c dr/dx),
// whose unknowns are u = (v, theta/c) of nodes, the rate of differential unknowns, and c times algebraic unknowns, with
// balance rows multiplied by c. In this scaling no entry of a constrained rigid mechanism grows or vanishes as the step
// goes to zero, and c = 0 gives the matrix of the acceleration problem, [M, B; phi_q, 0].
#pragma once

#include "model/state.h"
#include "model/unknown.h"

namespace flexura {

/// Factors of -dr/d(.) for a given c, by kind of row; see the table in local.cpp.
struct JacobianFactors {
  double balance_x = 0, balance_v = 0, balance_algebraic = 0;
  double constraint_x = 0, constraint_v = 0, constraint_algebraic = 0;
  double equation_x = 0, equation_v = 0, equation_algebraic = 0;
  double momentum_x = 0, momentum_v = 0;  ///< of momenta whose rate is in a balance row

  /// For an element whose momenta have dp/dp' = momenta_c; negative: c.
  static JacobianFactors of(const State& state, double momenta_c = -1);
  /// Those of derivatives by values alone.
  [[nodiscard]] JacobianFactors by_values() const;
  /// All ones, to find the sparsity.
  static JacobianFactors ones();
  /// -1 for derivatives by values, or by rates; zero for the others: parts of the matrix of the initial problem.
  static JacobianFactors of_values();
  static JacobianFactors of_rates();
};

/// Read access of one element: its nodes and own unknowns by local index.
class Local {
 public:
  Local(const State& state, const NodeIndex* nodes, const int* own, int momentum, int memory = 0,
        const NodeIndex* scalars = nullptr, double momenta_c = -1)
      : state_(state),
        nodes_(nodes),
        scalars_(scalars),
        own_(own),
        momentum_(momentum),
        memory_(memory),
        c_(momenta_c >= 0 ? momenta_c : state.c) {}

  [[nodiscard]] const NodeState& node(int k) const { return state_.nodes[nodes_[k]]; }
  [[nodiscard]] NodeIndex node_index(int k) const { return nodes_[k]; }
  /// Value and rate of scalar node k of the element; its row and column are unknown_count() + k.
  [[nodiscard]] double scalar(int k) const { return state_.nodes[scalars_[k]].x(0); }
  [[nodiscard]] double scalar_rate(int k) const { return state_.nodes[scalars_[k]].v(0); }
  [[nodiscard]] double unknown(int j) const { return state_.y[own_[j]]; }
  [[nodiscard]] double unknown_rate(int j) const { return state_.y_rate[own_[j]]; }
  [[nodiscard]] Vec3 unknown3(int j) const { return {unknown(j), unknown(j + 1), unknown(j + 2)}; }
  /// Three known parts of momenta from number j on: p' = (p - known)/c.
  [[nodiscard]] Vec3 momentum_known3(int j) const {
    const double* p = state_.momentum_known + momentum_ + j;
    return {p[0], p[1], p[2]};
  }
  /// Internal variables of the element: those of the last accepted step, and those of this iterate.
  [[nodiscard]] const double* memory_accepted() const {
    return state_.memory_accepted ? state_.memory_accepted + memory_ : nullptr;
  }
  [[nodiscard]] double* memory_trial() const { return state_.memory_trial ? state_.memory_trial + memory_ : nullptr; }
  [[nodiscard]] const Taylor2& drive(int id) const { return state_.drives[id]; }
  [[nodiscard]] const Taylor2* drives() const { return state_.drives; }
  /// dp/dp' of the momenta of the element, p = known + c p'.
  [[nodiscard]] double c() const { return c_; }
  [[nodiscard]] double time() const { return state_.time; }
  [[nodiscard]] const State& state() const { return state_; }

 private:
  const State& state_;
  const NodeIndex* nodes_;
  const NodeIndex* scalars_;
  const int* own_;
  int momentum_;
  int memory_;
  double c_;
};

/// Local residual: forces and moments on nodes (global axes, N and N m), and own equations.
class Residual {
 public:
  Residual(double* r, int node_count) : r_(r), own_(r + 6 * node_count) {}
  [[nodiscard]] Eigen::Map<Vec3> force(int k) const { return Eigen::Map<Vec3>(r_ + 6 * k); }
  [[nodiscard]] Eigen::Map<Vec3> moment(int k) const { return Eigen::Map<Vec3>(r_ + 6 * k + 3); }
  [[nodiscard]] double& equation(int j) const { return own_[j]; }
  [[nodiscard]] Eigen::Map<Vec3> equation3(int j) const { return Eigen::Map<Vec3>(own_ + j); }

 private:
  double* r_;
  double* own_;
};

namespace local {
enum class RowKind { balance, constraint, equation };
enum class ColumnKind { position, rotation, velocity, spin, algebraic, value, rate };
template <RowKind K, int N>
struct RowTag {
  int at;
};
template <ColumnKind K, int N>
struct ColumnTag {
  int at;
};
/// Rows: force and moment balance of node k; position-level constraints, velocity-level or other equations from own
/// number j on (one or three).
constexpr auto force(int k) { return RowTag<RowKind::balance, 3>{6 * k}; }
constexpr auto moment(int k) { return RowTag<RowKind::balance, 3>{6 * k + 3}; }
constexpr auto constraint(int j) { return RowTag<RowKind::constraint, 1>{j}; }
constexpr auto constraint3(int j) { return RowTag<RowKind::constraint, 3>{j}; }
constexpr auto equation(int j) { return RowTag<RowKind::equation, 1>{j}; }
constexpr auto equation3(int j) { return RowTag<RowKind::equation, 3>{j}; }
/// Columns: position x, incremental rotation theta, velocity v, angular velocity w of node k; own unknown j: a
/// multiplier (algebraic), the value or the rate of a differential one.
constexpr auto position(int k) { return ColumnTag<ColumnKind::position, 3>{6 * k}; }
constexpr auto rotation(int k) { return ColumnTag<ColumnKind::rotation, 3>{6 * k + 3}; }
constexpr auto velocity(int k) { return ColumnTag<ColumnKind::velocity, 3>{6 * k}; }
constexpr auto spin(int k) { return ColumnTag<ColumnKind::spin, 3>{6 * k + 3}; }
constexpr auto multiplier(int j) { return ColumnTag<ColumnKind::algebraic, 1>{j}; }
constexpr auto multiplier3(int j) { return ColumnTag<ColumnKind::algebraic, 3>{j}; }
constexpr auto value(int j) { return ColumnTag<ColumnKind::value, 1>{j}; }
constexpr auto rate(int j) { return ColumnTag<ColumnKind::rate, 1>{j}; }
}  // namespace local

/// Local Jacobian: `J(force(1), rotation(0)) += M` adds the partial derivative M of the residual rows.
class Jacobian {
 public:
  Jacobian(double* values, int size, int node_count, const JacobianFactors& factors, const State& state,
           const NodeIndex* nodes)
      : values_(values), size_(size), own_(6 * node_count), factors_(factors), state_(state), nodes_(nodes) {}

  template <int R, int C, bool Spin>
  class Block {
   public:
    Block(double* at, int stride, double factor, const Mat3* spin)
        : at_(at), stride_(stride), factor_(factor), spin_(spin) {}
    template <class M>
    void operator+=(const M& derivative) const {
      if constexpr (R == 1 && C == 1) {
        at_[0] += factor_ * derivative;
      } else {
        static_assert(M::RowsAtCompileTime == R && M::ColsAtCompileTime == C);
        using Matrix = Eigen::Matrix<double, R, C, R == 1 ? Eigen::RowMajor : Eigen::ColMajor>;
        const Matrix block = derivative;
        if constexpr (Spin) {
          add(Matrix(block * *spin_));
        } else {
          add(block);
        }
      }
    }
    template <class M>
    void operator-=(const M& derivative) const {
      *this += -derivative;
    }

   private:
    template <class M>
    void add(const M& block) const {
      for (int i = 0; i < R; ++i)
        for (int j = 0; j < C; ++j) at_[i * stride_ + j] += factor_ * block(i, j);
    }
    double* at_;
    int stride_;
    double factor_;
    const Mat3* spin_;
  };

  /// Partial derivative block of residual rows with respect to a quantity.
  template <local::RowKind RK, int R, local::ColumnKind CK, int C>
  Block<R, C, CK == local::ColumnKind::spin> operator()(local::RowTag<RK, R> row,
                                                        local::ColumnTag<CK, C> column) const {
    return block<R, C, RK, CK>(row, column, factor<RK, CK>());
  }

  /// Partial derivative of momenta p whose rate p' is subtracted in a balance row: `J.momentum(force(0), velocity(0))
  /// += -dp/dv` adds the derivative of -p' = -(p - known)/c.
  template <int R, local::ColumnKind CK, int C>
  Block<R, C, CK == local::ColumnKind::spin> momentum(local::RowTag<local::RowKind::balance, R> row,
                                                      local::ColumnTag<CK, C> column) const {
    constexpr bool kinematic = CK == local::ColumnKind::position || CK == local::ColumnKind::rotation;
    return block<R, C, local::RowKind::balance, CK>(row, column, kinematic ? factors_.momentum_x : factors_.momentum_v);
  }

  /// The derivative of three balance rows by position and rotation of all nodes at once: columns 0..C-1 of the element.
  /// For types that compute whole rows; C = 6 * node count.
  template <int C>
  void add_rows(local::RowTag<local::RowKind::balance, 3> row,
                const Eigen::Matrix<double, 3, C, Eigen::RowMajor>& derivative) const {
    for (int i = 0; i < 3; ++i) {
      double* to = values_ + (row.at + i) * size_;
      for (int j = 0; j < C; ++j) to[j] += factors_.balance_x * derivative(i, j);
    }
  }

  [[nodiscard]] double* values() const { return values_; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] const JacobianFactors& factors() const { return factors_; }

 private:
  template <local::RowKind RK, local::ColumnKind CK>
  [[nodiscard]] double factor() const {
    using local::ColumnKind;
    using local::RowKind;
    constexpr bool x = CK == ColumnKind::position || CK == ColumnKind::rotation || CK == ColumnKind::value;
    constexpr bool v = CK == ColumnKind::velocity || CK == ColumnKind::spin || CK == ColumnKind::rate;
    if constexpr (RK == RowKind::balance) {
      return x ? factors_.balance_x : v ? factors_.balance_v : factors_.balance_algebraic;
    } else if constexpr (RK == RowKind::constraint) {
      return x ? factors_.constraint_x : v ? factors_.constraint_v : factors_.constraint_algebraic;
    } else {
      return x ? factors_.equation_x : v ? factors_.equation_v : factors_.equation_algebraic;
    }
  }
  template <int R, int C, local::RowKind RK, local::ColumnKind CK>
  Block<R, C, CK == local::ColumnKind::spin> block(local::RowTag<RK, R> row, local::ColumnTag<CK, C> column,
                                                   double factor) const {
    using local::ColumnKind;
    constexpr bool own_column = CK == ColumnKind::algebraic || CK == ColumnKind::value || CK == ColumnKind::rate;
    const int i = RK == local::RowKind::balance ? row.at : own_ + row.at;
    const int j = own_column ? own_ + column.at : column.at;
    const Mat3* s = nullptr;
    if constexpr (CK == ColumnKind::spin) s = state_.spin + nodes_[column.at / 6];
    return {values_ + i * size_ + j, size_, factor, s};
  }

  double* values_;
  int size_;
  int own_;
  const JacobianFactors& factors_;
  const State& state_;
  const NodeIndex* nodes_;
};

}  // namespace flexura
