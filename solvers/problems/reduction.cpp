#include "solvers/problems/reduction.h"

#include <slepceps.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "assembly/petsc.h"
#include "solvers/problems/slepc_session.h"

namespace flexura {

namespace {

using SparseMatrix = Eigen::SparseMatrix<double>;
using EpsHandle = PetscHandle<EPS, EPSDestroy>;

// Of a rigid motion the stiffness leaves this much at most, relative to what its entries could.
constexpr double rigid_tolerance = 1e-7;
// Shapes that differ by less from combinations of others say nothing new.
constexpr double dependent_tolerance = 1e-10;

[[noreturn]] void fail(const std::string& message) { throw Error(ExitCode::input_error, "reduce: " + message); }

/// Rows and columns of a matrix by number.
class PartOfMatrix {
 public:
  PartOfMatrix(const SparseMatrix& whole, const std::vector<int>& members)
      : size_(static_cast<PetscInt>(members.size())) {
    std::vector<PetscInt> place(whole.rows(), -1);
    for (PetscInt k = 0; k < size_; ++k) place[members[k]] = k;
    std::vector<PetscInt> count(size_, 1);
    for (int column = 0; column < whole.outerSize(); ++column)
      for (SparseMatrix::InnerIterator it(whole, column); it; ++it)
        if (place[it.row()] >= 0 && place[column] >= 0) ++count[place[it.row()]];
    FLEXURA_PETSC(MatCreateSeqAIJ(PETSC_COMM_SELF, size_, size_, 0, count.data(), matrix_.out()));
    for (PetscInt k = 0; k < size_; ++k) FLEXURA_PETSC(MatSetValue(matrix_, k, k, 0, ADD_VALUES));
    for (int column = 0; column < whole.outerSize(); ++column)
      for (SparseMatrix::InnerIterator it(whole, column); it; ++it)
        if (place[it.row()] >= 0 && place[column] >= 0)
          FLEXURA_PETSC(MatSetValue(matrix_, place[it.row()], place[column], it.value(), ADD_VALUES));
    FLEXURA_PETSC(MatAssemblyBegin(matrix_, MAT_FINAL_ASSEMBLY));
    FLEXURA_PETSC(MatAssemblyEnd(matrix_, MAT_FINAL_ASSEMBLY));
  }
  operator Mat() const { return matrix_; }  // NOLINT: used like the object
  [[nodiscard]] PetscInt size() const { return size_; }

 private:
  MatHandle matrix_;
  PetscInt size_;
};

void use_direct_solver(KSP ksp) {
  PC pc = nullptr;
  FLEXURA_PETSC(KSPSetType(ksp, KSPPREONLY));
  FLEXURA_PETSC(KSPGetPC(ksp, &pc));
  FLEXURA_PETSC(PCSetType(pc, PCLU));
  FLEXURA_PETSC(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
}

/// Whether the factorisation of a direct solver failed for a matrix that is singular.
bool found_singular(KSP ksp) {
  constexpr PetscInt numerically_singular = -10;  // INFOG(1) of MUMPS
  PC pc = nullptr;
  Mat factor = nullptr;
  PetscInt info = 0;
  FLEXURA_PETSC(KSPGetPC(ksp, &pc));
  FLEXURA_PETSC(PCFactorGetMatrix(pc, &factor));
  if (factor) FLEXURA_PETSC(MatMumpsGetInfog(factor, 1, &info));
  return info == numerically_singular;
}

[[noreturn]] void fail_loose() {
  throw Error(ExitCode::singular_matrix,
              "reduce: with the interfaces held something can still move without any stiffness");
}

class Reduction {
 public:
  Reduction(const LinearStructure& structure, const ReductionSettings& settings,
            const std::function<void(const std::string&)>& say)
      : s_(structure),
        settings_(settings),
        say_(say),
        n_(static_cast<int>(structure.mass.rows())),
        stiffness_(structure.stiffness),
        symmetric_(symmetric_part(structure.stiffness)),
        mass_(symmetric_part(structure.mass)) {
    use_slepc();
    say_asymmetry();
    find_interfaces();
    make_rigid_motions();
  }

  FemModel run() {
    if (settings_.free) {
      if (held_) fail("the ground holds the structure, so that no free modes can be had; leave out --free");
      free_shapes();
    } else {
      fixed_shapes();
    }
    orthogonalise();
    return model();
  }

 private:
  static SparseMatrix symmetric_part(const SparseMatrix& m) { return 0.5 * (m + SparseMatrix(m.transpose())); }

  static double largest(const SparseMatrix& m) {
    double most = 0;
    for (int column = 0; column < m.outerSize(); ++column)
      for (SparseMatrix::InnerIterator it(m, column); it; ++it) most = std::max(most, std::abs(it.value()));
    return most;
  }
  void say_asymmetry() const {
    const double rest = largest(stiffness_ - symmetric_), size = largest(stiffness_);
    if (rest > 1e-6 * size)
      say_(
          fmt::format("the stiffness is not symmetric, by {:.1e} of its size: modes and modal stiffness are those of "
                      "its symmetric part",
                      rest / size));
  }

  void find_interfaces() {
    for (const std::string& label : settings_.interfaces) {
      const auto at = std::find(s_.labels.begin(), s_.labels.end(), label);
      if (at == s_.labels.end()) fail(fmt::format("there is no node `{}`{}", label, did_you_mean(label, s_.labels)));
      const auto node = static_cast<int>(at - s_.labels.begin());
      if (std::find(interfaces_.begin(), interfaces_.end(), node) != interfaces_.end())
        fail(fmt::format("interface `{}` is given twice", label));
      interfaces_.push_back(node);
    }
  }

  /// Columns 0-2 translations, 3-5 rotations about the origin.
  void make_rigid_motions() {
    rigid_.setZero(n_, 6);
    for (std::size_t node = 0; node < s_.unknowns.size(); ++node) {
      const Vec3 x = s_.positions.col(static_cast<Eigen::Index>(node));
      for (int k = 0; k < 3; ++k) {
        const int at = s_.unknowns[node][k], turn = s_.unknowns[node][3 + k];
        for (int axis = 0; axis < 3; ++axis) {
          if (at >= 0) rigid_(at, axis) = axis == k;
          if (at >= 0) rigid_(at, 3 + axis) = Vec3::Unit(axis).cross(x)(k);
          if (turn >= 0) rigid_(turn, 3 + axis) = axis == k;
        }
      }
    }
    const Eigen::MatrixXd force = stiffness_ * rigid_;
    const Eigen::MatrixXd most = stiffness_.cwiseAbs() * rigid_.cwiseAbs();
    held_ = (force.cwiseAbs().array() > rigid_tolerance * most.array().max(1e-30)).any() &&
            force.cwiseAbs().maxCoeff() > rigid_tolerance * most.maxCoeff();
    rigid_mass_ = rigid_.transpose() * (mass_ * rigid_);
    if (!(rigid_mass_(0, 0) > 0)) fail("the structure has no mass");
  }

  [[nodiscard]] std::vector<int> unknowns_of(const std::vector<int>& nodes) const {
    std::vector<int> list;
    for (const int node : nodes)
      for (const int at : s_.unknowns[node])
        if (at >= 0) list.push_back(at);
    return list;
  }
  /// All unknowns but those listed.
  [[nodiscard]] std::vector<int> others(const std::vector<int>& without) const {
    std::vector<char> out(n_, 0);
    for (const int at : without) out[at] = 1;
    std::vector<int> list;
    for (int j = 0; j < n_; ++j)
      if (!out[j]) list.push_back(j);
    return list;
  }

  /// K_ii x = f on the members; columns of f are right sides, rows those of all unknowns.
  Eigen::MatrixXd solve(const std::vector<int>& members, const Eigen::MatrixXd& f) const {
    Eigen::MatrixXd x = Eigen::MatrixXd::Zero(n_, f.cols());
    if (members.empty()) return x;
    const PartOfMatrix part(stiffness_, members);
    KspHandle ksp;
    FLEXURA_PETSC(KSPCreate(PETSC_COMM_SELF, ksp.out()));
    FLEXURA_PETSC(KSPSetOperators(ksp, part, part));
    use_direct_solver(ksp);
    VecHandle right, left;
    FLEXURA_PETSC(MatCreateVecs(part, left.out(), right.out()));
    for (Eigen::Index c = 0; c < f.cols(); ++c) {
      double* values = nullptr;
      FLEXURA_PETSC(VecGetArray(right, &values));
      for (PetscInt k = 0; k < part.size(); ++k) values[k] = f(members[k], c);
      FLEXURA_PETSC(VecRestoreArray(right, &values));
      FLEXURA_PETSC(KSPSolve(ksp, right, left));
      KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
      FLEXURA_PETSC(KSPGetConvergedReason(ksp, &reason));
      FLEXURA_PETSC(VecGetArray(left, &values));
      for (PetscInt k = 0; k < part.size(); ++k) x(members[k], c) = values[k];
      FLEXURA_PETSC(VecRestoreArray(left, &values));
      if (reason < 0 || !x.col(c).allFinite()) fail_loose();
    }
    return x;
  }

  /// Modes of (K, M) on the members whose eigenvalues are next to `target`, nearest first, rows of all unknowns; the
  /// nearest eigenvalue on request.
  Eigen::MatrixXd modes_of(const std::vector<int>& members, int count, double target, double* lowest = nullptr) const {
    if (count == 0) return Eigen::MatrixXd(n_, 0);
    const PartOfMatrix stiffness(symmetric_, members), mass(mass_, members);
    EpsHandle eps;
    FLEXURA_PETSC(EPSCreate(PETSC_COMM_SELF, eps.out()));
    FLEXURA_PETSC(EPSSetOperators(eps, stiffness, mass));
    // Multipliers make the stiffness indefinite and the mass singular: what shift and invert asks for is a symmetric
    // pencil with a mass that is not negative.
    FLEXURA_PETSC(EPSSetProblemType(eps, EPS_GHEP));
    FLEXURA_PETSC(EPSSetWhichEigenpairs(eps, EPS_TARGET_MAGNITUDE));
    FLEXURA_PETSC(EPSSetTarget(eps, target));
    FLEXURA_PETSC(EPSSetDimensions(eps, std::min<PetscInt>(count, stiffness.size()), PETSC_DEFAULT, PETSC_DEFAULT));
    FLEXURA_PETSC(EPSSetTolerances(eps, 1e-12, 1000));
    ST st = nullptr;
    KSP ksp = nullptr;
    FLEXURA_PETSC(EPSGetST(eps, &st));
    FLEXURA_PETSC(STSetType(st, STSINVERT));
    FLEXURA_PETSC(STGetKSP(st, &ksp));
    use_direct_solver(ksp);
    FLEXURA_PETSC(EPSSetOptionsPrefix(eps, "reduce_"));
    FLEXURA_PETSC(EPSSetFromOptions(eps));
    if (const PetscErrorCode code = EPSSolve(eps)) {
      if (target == 0 && found_singular(ksp)) fail_loose();
      throw_petsc_error(code, "EPSSolve");
    }
    PetscInt converged = 0;
    FLEXURA_PETSC(EPSGetConverged(eps, &converged));
    if (converged < count)
      throw Error(
          ExitCode::not_converged,
          fmt::format("reduce: {} of {} normal modes were found; the structure may have no more", converged, count));
    if (lowest) FLEXURA_PETSC(EPSGetEigenvalue(eps, 0, lowest, nullptr));
    VecHandle mode;
    FLEXURA_PETSC(MatCreateVecs(stiffness, mode.out(), nullptr));
    Eigen::MatrixXd vectors = Eigen::MatrixXd::Zero(n_, count);
    for (int k = 0; k < count; ++k) {
      FLEXURA_PETSC(EPSGetEigenvector(eps, k, mode, nullptr));
      const double* entries = nullptr;
      FLEXURA_PETSC(VecGetArrayRead(mode, &entries));
      for (PetscInt i = 0; i < stiffness.size(); ++i) vectors(members[i], k) = entries[i];
      FLEXURA_PETSC(VecRestoreArrayRead(mode, &entries));
    }
    return vectors;
  }

  void fixed_shapes() {
    if (interfaces_.empty() && !held_)
      fail("nothing holds the structure: give an interface that carries the axes of the body, or --free");
    const std::vector<int> boundary = unknowns_of(interfaces_);
    const std::vector<int> inner = others(boundary);
    // Motions of the first interface are those of the axes of the body.
    const std::vector<int> moving = held_ ? interfaces_ : std::vector<int>(interfaces_.begin() + 1, interfaces_.end());
    const std::vector<int> driven = unknowns_of(moving);
    Eigen::MatrixXd unit = Eigen::MatrixXd::Zero(n_, static_cast<Eigen::Index>(driven.size()));
    for (std::size_t k = 0; k < driven.size(); ++k) unit(driven[k], static_cast<Eigen::Index>(k)) = 1;
    const Eigen::MatrixXd statics = unit + solve(inner, -(stiffness_ * unit));
    set_shapes(statics, modes_of(inner, settings_.modes, 0));
  }

  void set_shapes(const Eigen::MatrixXd& some, const Eigen::MatrixXd& more) {
    shapes_.resize(n_, some.cols() + more.cols());
    shapes_.leftCols(some.cols()) = some;
    shapes_.rightCols(more.cols()) = more;
  }

  /// Takes the rigid part out of shapes, in the sense of the mass.
  [[nodiscard]] Eigen::MatrixXd without_rigid(const Eigen::MatrixXd& shapes) const {
    const Eigen::MatrixXd part = rigid_mass_.ldlt().solve(rigid_.transpose() * (mass_ * shapes));
    return shapes - rigid_ * part;
  }

  void free_shapes() {
    if (interfaces_.empty()) fail("free modes need an interface, at which the body is held while it is solved");
    const std::vector<int> support = unknowns_of({interfaces_.front()});
    const std::vector<int> inner = others(support);
    double lowest = 0;
    modes_of(inner, 1, 0, &lowest);
    std::vector<int> all = others({});
    const double shift = -0.1 * std::abs(lowest);
    // The six rigid motions are the nearest.
    const Eigen::MatrixXd normal = without_rigid(modes_of(all, settings_.modes + 6, shift).rightCols(settings_.modes));

    const std::vector<int> loaded = unknowns_of(interfaces_);
    Eigen::MatrixXd load = Eigen::MatrixXd::Zero(n_, static_cast<Eigen::Index>(loaded.size()));
    for (std::size_t k = 0; k < loaded.size(); ++k) load(loaded[k], static_cast<Eigen::Index>(k)) = 1;
    // The inertia of the rigid acceleration balances the load: nothing is left for the support.
    const Eigen::MatrixXd acceleration = rigid_mass_.ldlt().solve(rigid_.transpose() * load);
    const Eigen::MatrixXd relief = without_rigid(solve(inner, load - mass_ * (rigid_ * acceleration)));
    set_shapes(normal, relief);
  }

  /// Combinations with modal mass one and a diagonal stiffness; what depends on others is left out.
  void orthogonalise() {
    if (shapes_.cols() == 0) return;  // a rigid body
    for (Eigen::Index k = 0; k < shapes_.cols(); ++k) {
      const double size = std::sqrt(std::abs(shapes_.col(k).dot(mass_ * shapes_.col(k))));
      if (size > 0) shapes_.col(k) /= size;
    }
    const auto symmetric = [](const Eigen::MatrixXd& m) { return Eigen::MatrixXd(0.5 * (m + m.transpose())); };
    const Eigen::MatrixXd mass = symmetric(shapes_.transpose() * (mass_ * shapes_));
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> rank(mass);
    const double most = rank.eigenvalues().maxCoeff();
    Eigen::Index dropped = 0;
    while (dropped < mass.rows() && rank.eigenvalues()(dropped) <= dependent_tolerance * most) ++dropped;
    const Eigen::Index kept = mass.rows() - dropped;
    Eigen::MatrixXd basis = rank.eigenvectors().rightCols(kept);
    basis *= rank.eigenvalues().tail(kept).cwiseSqrt().cwiseInverse().asDiagonal();
    shapes_ = shapes_ * basis;
    if (dropped > 0) say_(fmt::format("{} shapes that combine others were left out", dropped));
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> modes(symmetric(shapes_.transpose() * (symmetric_ * shapes_)));
    shapes_ = shapes_ * modes.eigenvectors();
    squares_ = modes.eigenvalues();
  }

  [[nodiscard]] FemModel model() const {
    FemModel f;
    f.comment = "REV0";
    f.labels = s_.labels;
    f.positions = s_.positions;
    const auto nodes = static_cast<Eigen::Index>(s_.labels.size());
    const Eigen::Index m = shapes_.cols();
    f.initial_values.setZero(m);
    f.initial_rates.setZero(m);
    f.shapes.setZero(6 * nodes, m);
    for (Eigen::Index node = 0; node < nodes; ++node)
      for (int k = 0; k < 6; ++k)
        if (s_.unknowns[node][k] >= 0) f.shapes.row(6 * node + k) = shapes_.row(s_.unknowns[node][k]);
    f.mass.setIdentity(m, m);
    f.stiffness = squares_.asDiagonal();
    GlobalInertia g;
    g.mass = rigid_mass_(0, 0);
    const Mat3 first = rigid_mass_.block<3, 3>(0, 3) / g.mass;  // -[c], a translation against a rotation
    g.centre = -axial(first);
    const Mat3 arm = skew(g.centre);
    g.inertia = rigid_mass_.block<3, 3>(3, 3) + g.mass * arm * arm;
    f.inertia = g;
    const Eigen::MatrixXd momentum = mass_ * shapes_;
    f.i3 = rigid_.leftCols(3).transpose() * momentum;
    f.i4 = rigid_.rightCols(3).transpose() * momentum;
    linear_fields(f, momentum);
    quadratic(f);
    return f;
  }

  /// I8_j = tr(D) I - D^T with D = sum m f U_j^T: component ab is the mass product of U_j with the field x_a e_b.
  void linear_fields(FemModel& f, const Eigen::MatrixXd& momentum) const {
    Eigen::MatrixXd field = Eigen::MatrixXd::Zero(n_, 9);
    for (std::size_t node = 0; node < s_.unknowns.size(); ++node) {
      const Vec3 x = s_.positions.col(static_cast<Eigen::Index>(node));
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) {
          if (s_.unknowns[node][b] >= 0) field(s_.unknowns[node][b], 3 * a + b) = x(a);
          const Vec3 turn = 0.5 * Vec3::Unit(a).cross(Vec3::Unit(b));
          for (int k = 0; k < 3; ++k)
            if (s_.unknowns[node][3 + k] >= 0) field(s_.unknowns[node][3 + k], 3 * a + b) = turn(k);
        }
    }
    const Eigen::MatrixXd products = field.transpose() * momentum;
    f.i8.resize(3, 3 * shapes_.cols());
    for (Eigen::Index j = 0; j < shapes_.cols(); ++j) {
      Mat3 d;
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) d(a, b) = products(3 * a + b, j);
      f.i8.middleCols<3>(3 * j) = d.trace() * Mat3::Identity() - d.transpose();
    }
  }

  /// I5 and I9 from the mass of displacements, the mean of its three directions.
  void quadratic(FemModel& f) const {
    const auto nodes = static_cast<int>(s_.unknowns.size());
    std::vector<int> node_of(n_, -1), axis_of(n_, -1);
    for (int node = 0; node < nodes; ++node)
      for (int k = 0; k < 3; ++k)
        if (s_.unknowns[node][k] >= 0) {
          node_of[s_.unknowns[node][k]] = node;
          axis_of[s_.unknowns[node][k]] = k;
        }
    std::vector<Eigen::Triplet<double>> entries;
    for (int column = 0; column < mass_.outerSize(); ++column)
      for (SparseMatrix::InnerIterator it(mass_, column); it; ++it)
        if (axis_of[column] >= 0 && axis_of[it.row()] == axis_of[column])
          entries.emplace_back(node_of[it.row()], node_of[column], it.value() / 3);
    SparseMatrix scalar(nodes, nodes);
    scalar.setFromTriplets(entries.begin(), entries.end());
    const Eigen::Index m = shapes_.cols();
    std::array<Eigen::MatrixXd, 3> u;
    for (int k = 0; k < 3; ++k) {
      u[k].setZero(nodes, m);
      for (int node = 0; node < nodes; ++node)
        if (s_.unknowns[node][k] >= 0) u[k].row(node) = shapes_.row(s_.unknowns[node][k]);
    }
    Eigen::MatrixXd product[3][3];
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) product[a][b] = u[a].transpose() * (scalar * u[b]);
    f.i5.resize(3, m * m);
    f.i9.resize(3, 3 * m * m);
    for (Eigen::Index b = 0; b < m; ++b)
      for (Eigen::Index a = 0; a < m; ++a) {
        const Eigen::Index at = a + m * b;
        Mat3 outer;  // U_b U_a^T
        for (int r = 0; r < 3; ++r)
          for (int c = 0; c < 3; ++c) outer(r, c) = product[r][c](b, a);
        f.i5.col(at) = Vec3(outer(1, 2) - outer(2, 1), outer(2, 0) - outer(0, 2), outer(0, 1) - outer(1, 0));
        f.i9.middleCols<3>(3 * at) = outer - outer.trace() * Mat3::Identity();
      }
  }

  const LinearStructure& s_;
  const ReductionSettings& settings_;
  const std::function<void(const std::string&)>& say_;
  int n_;
  SparseMatrix stiffness_;  // as it is: static shapes are those of the structure
  SparseMatrix symmetric_;  // its symmetric part
  SparseMatrix mass_;
  std::vector<int> interfaces_;
  Eigen::MatrixXd rigid_;  // n x 6
  Mat6 rigid_mass_ = Mat6::Zero();
  bool held_ = false;  // by the ground
  Eigen::MatrixXd shapes_;
  Eigen::VectorXd squares_;
};

}  // namespace

FemModel reduce_structure(const LinearStructure& structure, const ReductionSettings& settings,
                          const std::function<void(const std::string&)>& say) {
  return Reduction(structure, settings, say).run();
}

}  // namespace flexura
