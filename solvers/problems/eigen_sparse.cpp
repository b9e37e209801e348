#include "solvers/problems/eigen_sparse.h"

#include <slepcpep.h>

#include <Eigen/QR>
#include <Eigen/SVD>

#include <algorithm>
#include <cmath>
#include <random>

#include <fmt/format.h>

#include "solvers/problems/slepc_session.h"

namespace flexura {

namespace {

using PepHandle = PetscHandle<PEP, PEPDestroy>;
using ScatterHandle = PetscHandle<VecScatter, VecScatterDestroy>;

constexpr int default_count = 20;
constexpr int most_count = 400;

/// Scales a copy of the problem so that no unknown outweighs others, solves, scales back.
class SparseSolver {
 public:
  SparseSolver(Mat mass, Mat damping, Mat stiffness, double time_scale, const EigenSettings& settings)
      : settings_(settings), w_(1 / time_scale) {
    use_slepc();
    FLEXURA_PETSC(PetscObjectGetComm(reinterpret_cast<PetscObject>(mass), &communicator_));
    const Mat given[] = {stiffness, damping, mass};
    double factor = 1;
    for (int k = 0; k < 3; ++k, factor *= w_) {
      FLEXURA_PETSC(MatDuplicate(given[k], MAT_COPY_VALUES, matrix_[k].out()));
      FLEXURA_PETSC(MatScale(matrix_[k], factor));
    }
    FLEXURA_PETSC(MatCreateVecs(mass, scale_.out(), work_.out()));
    FLEXURA_PETSC(VecDuplicate(scale_, image_.out()));
    FLEXURA_PETSC(VecSet(scale_, 1));
    equilibrate();
    // Redundant constraints: null pivots are taken out.
    FLEXURA_PETSC(PetscOptionsSetValue(nullptr, "-eigen_st_mat_mumps_icntl_24", "1"));
    find_zeros();
  }

  DenseEigenpairs run() {
    int wanted = settings_.count > 0 ? settings_.count : default_count;
    PetscInt size = 0;
    FLEXURA_PETSC(VecGetSize(scale_, &size));
    const double upper = settings_.upper_limit ? 2 * M_PI * *settings_.upper_limit : 0;
    while (true) {
      wanted = std::min<int>(wanted, size);
      DenseEigenpairs found = solve_somewhere(wanted);
      double reached = 0;
      for (const EigenPair& pair : found.pairs) reached = std::max(reached, std::abs(pair.s));
      if (settings_.count > 0 || reached >= upper || wanted >= std::min<int>(most_count, size)) return found;
      wanted *= 2;
    }
  }

 private:
  /// Symmetric scaling by the square roots of row maxima, repeated.
  void equilibrate() {
    for (int pass = 0; pass < 6; ++pass) {
      FLEXURA_PETSC(VecSet(work_, 0));
      for (const MatHandle& m : matrix_) {
        FLEXURA_PETSC(MatGetRowMaxAbs(m, image_, nullptr));
        FLEXURA_PETSC(VecPointwiseMax(work_, work_, image_));
      }
      double* values = nullptr;
      PetscInt n = 0;
      FLEXURA_PETSC(VecGetLocalSize(work_, &n));
      FLEXURA_PETSC(VecGetArray(work_, &values));
      for (PetscInt j = 0; j < n; ++j) values[j] = values[j] > 0 ? 1 / std::sqrt(values[j]) : 1;
      FLEXURA_PETSC(VecRestoreArray(work_, &values));
      for (const MatHandle& m : matrix_) FLEXURA_PETSC(MatDiagonalScale(m, work_, work_));
      FLEXURA_PETSC(VecPointwiseMult(scale_, scale_, work_));
    }
  }

  /// The reordering of nearly equal eigenvalues may fail; seen from another shift they are not so near.
  DenseEigenpairs solve_somewhere(int wanted) {
    constexpr double shifts[] = {-1e-4, -1e-3, -1e-2, -5e-2};
    for (const double shift : shifts) {
      take_petsc_errors();  // no trace of what is tried again
      try {
        DenseEigenpairs found = solve(wanted, shift);
        FLEXURA_PETSC(PetscPopErrorHandler());
        return found;
      } catch (const Error& error) {
        FLEXURA_PETSC(PetscPopErrorHandler());
        if (error.exit_code() == ExitCode::out_of_memory) throw;
        if (shift == shifts[3]) throw Error(ExitCode::not_converged, std::string("eigenanalysis: ") + error.what());
      }
    }
    return {};
  }

  DenseEigenpairs solve(int wanted, double shift) {
    PepHandle pep;
    FLEXURA_PETSC(PEPCreate(communicator_, pep.out()));
    Mat operators[] = {matrix_[0], matrix_[1], matrix_[2]};
    FLEXURA_PETSC(PEPSetOperators(pep, 3, operators));
    FLEXURA_PETSC(PEPSetProblemType(pep, PEP_GENERAL));
    FLEXURA_PETSC(PEPSetType(pep, PEPTOAR));
    // Rigid motions make the stiffness singular: the shift stays away from zero, on the side of stable decay.
    FLEXURA_PETSC(PEPSetTarget(pep, shift));
    FLEXURA_PETSC(PEPSetWhichEigenpairs(pep, PEP_TARGET_MAGNITUDE));
    FLEXURA_PETSC(
        PEPSetDimensions(pep, wanted, settings_.subspace > wanted ? settings_.subspace : PETSC_DEFAULT, PETSC_DEFAULT));
    FLEXURA_PETSC(PEPSetTolerances(pep, settings_.tolerance > 0 ? settings_.tolerance : 1e-11,
                                   std::max(1, settings_.max_iterations)));
    ST st = nullptr;
    KSP ksp = nullptr;
    PC pc = nullptr;
    FLEXURA_PETSC(PEPGetST(pep, &st));
    FLEXURA_PETSC(STSetType(st, STSINVERT));
    FLEXURA_PETSC(STSetTransform(st, PETSC_TRUE));
    FLEXURA_PETSC(STGetKSP(st, &ksp));
    FLEXURA_PETSC(KSPSetType(ksp, KSPPREONLY));
    FLEXURA_PETSC(KSPGetPC(ksp, &pc));
    FLEXURA_PETSC(PCSetType(pc, PCLU));
    FLEXURA_PETSC(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
    FLEXURA_PETSC(PEPSetOptionsPrefix(pep, "eigen_"));
    FLEXURA_PETSC(PEPSetFromOptions(pep));
    FLEXURA_PETSC(PEPSolve(pep));
    PEPConvergedReason reason = PEP_CONVERGED_ITERATING;
    PetscInt converged = 0, iterations = 0;
    FLEXURA_PETSC(PEPGetConvergedReason(pep, &reason));
    FLEXURA_PETSC(PEPGetConverged(pep, &converged));
    FLEXURA_PETSC(PEPGetIterationNumber(pep, &iterations));
    if (reason < 0) {
      throw Error(ExitCode::not_converged,
                  fmt::format("{} of {} eigenvalues converged in {} iterations", converged, wanted, iterations));
    }
    return collect(pep, converged);
  }

  DenseEigenpairs collect(PEP pep, PetscInt converged) {
    DenseEigenpairs found;
    for (Eigen::Index k = 0; k < zeros_.cols(); ++k)
      found.pairs.push_back({0.0, true, unscaled(zeros_.col(k).cast<std::complex<double>>())});
    VecHandle real, imaginary;
    FLEXURA_PETSC(VecDuplicate(scale_, real.out()));
    FLEXURA_PETSC(VecDuplicate(scale_, imaginary.out()));
    for (PetscInt k = 0; k < converged; ++k) {
      double re = 0, im = 0;
      FLEXURA_PETSC(PEPGetEigenpair(pep, k, &re, &im, real, imaginary));
      if (im < 0) continue;
      Eigen::VectorXcd z = everywhere(real).cast<std::complex<double>>();
      if (im != 0) z += std::complex<double>(0, 1) * everywhere(imaginary);
      // Double zeros, split by round-off, are known already.
      const Eigen::VectorXcd rest = z - zeros_ * (zeros_.transpose() * z);
      if (rest.norm() < 1e-3 * z.norm()) continue;
      found.pairs.push_back({{re * w_, im * w_}, false, unscaled(z)});
    }
    std::stable_sort(found.pairs.begin(), found.pairs.end(), [](const EigenPair& a, const EigenPair& b) {
      return a.zero != b.zero ? a.zero : std::abs(a.s) < std::abs(b.s);
    });
    return found;
  }

  /// An orthonormal basis of what stiffness does not resist: inverse iteration with a block, then the combinations that
  /// K maps to round-off.
  void find_zeros() {
    constexpr double shift = 1e-7;  // far below any motion that stiffness resists
    MatHandle shifted, rate;
    FLEXURA_PETSC(MatDuplicate(matrix_[0], MAT_COPY_VALUES, shifted.out()));
    FLEXURA_PETSC(MatAXPY(shifted, shift, matrix_[1], SAME_NONZERO_PATTERN));
    FLEXURA_PETSC(MatAXPY(shifted, shift * shift, matrix_[2], SAME_NONZERO_PATTERN));
    FLEXURA_PETSC(MatDuplicate(matrix_[1], MAT_COPY_VALUES, rate.out()));
    FLEXURA_PETSC(MatAXPY(rate, 2 * shift, matrix_[2], SAME_NONZERO_PATTERN));
    KspHandle ksp;
    PC pc = nullptr;
    FLEXURA_PETSC(KSPCreate(communicator_, ksp.out()));
    FLEXURA_PETSC(KSPSetOperators(ksp, shifted, shifted));
    FLEXURA_PETSC(KSPSetType(ksp, KSPPREONLY));
    FLEXURA_PETSC(KSPGetPC(ksp, &pc));
    FLEXURA_PETSC(PCSetType(pc, PCLU));
    FLEXURA_PETSC(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
    FLEXURA_PETSC(KSPSetOptionsPrefix(ksp, "eigen_st_"));
    FLEXURA_PETSC(KSPSetFromOptions(ksp));
    PetscInt size = 0;
    FLEXURA_PETSC(VecGetSize(scale_, &size));
    for (Eigen::Index block = std::min<Eigen::Index>(12, size);; block = std::min<Eigen::Index>(2 * block, size)) {
      std::mt19937 random(1);  // the same on all ranks and in every run
      std::uniform_real_distribution<double> spread(-1, 1);
      Eigen::MatrixXd x = Eigen::MatrixXd::NullaryExpr(size, block, [&] { return spread(random); });
      for (int pass = 0; pass < 4; ++pass) {
        for (Eigen::Index k = 0; k < block; ++k) {
          put(x.col(k), work_);
          FLEXURA_PETSC(MatMult(rate, work_, image_));
          FLEXURA_PETSC(KSPSolve(ksp, image_, work_));
          x.col(k) = everywhere(work_);
        }
        x = Eigen::HouseholderQR<Eigen::MatrixXd>(x).householderQ() * Eigen::MatrixXd::Identity(size, block);
      }
      Eigen::MatrixXd y(size, block);
      for (Eigen::Index k = 0; k < block; ++k) {
        put(x.col(k), work_);
        FLEXURA_PETSC(MatMult(matrix_[0], work_, image_));
        y.col(k) = everywhere(image_);
      }
      const Eigen::BDCSVD<Eigen::MatrixXd> svd(y, Eigen::ComputeThinV);
      const Eigen::Index rank = count_significant(svd.singularValues());
      if (rank == 0 && block < size) continue;
      zeros_ = x * svd.matrixV().rightCols(block - rank);
      return;
    }
  }

  [[nodiscard]] Eigen::VectorXcd unscaled(const Eigen::VectorXcd& z) {
    return everywhere(scale_).cast<std::complex<double>>().cwiseProduct(z);
  }

  static void put(const Eigen::VectorXd& from, Vec to) {
    PetscInt first = 0, end = 0;
    double* values = nullptr;
    FLEXURA_PETSC(VecGetOwnershipRange(to, &first, &end));
    FLEXURA_PETSC(VecGetArray(to, &values));
    std::copy(from.data() + first, from.data() + end, values);
    FLEXURA_PETSC(VecRestoreArray(to, &values));
  }

  /// All entries of a vector, on every rank.
  static Eigen::VectorXd everywhere(Vec v) {
    VecHandle all;
    ScatterHandle scatter;
    FLEXURA_PETSC(VecScatterCreateToAll(v, scatter.out(), all.out()));
    FLEXURA_PETSC(VecScatterBegin(scatter, v, all, INSERT_VALUES, SCATTER_FORWARD));
    FLEXURA_PETSC(VecScatterEnd(scatter, v, all, INSERT_VALUES, SCATTER_FORWARD));
    const double* values = nullptr;
    PetscInt n = 0;
    FLEXURA_PETSC(VecGetSize(all, &n));
    FLEXURA_PETSC(VecGetArrayRead(all, &values));
    Eigen::VectorXd result = Eigen::Map<const Eigen::VectorXd>(values, n);
    FLEXURA_PETSC(VecRestoreArrayRead(all, &values));
    return result;
  }

  const EigenSettings& settings_;
  double w_;
  MPI_Comm communicator_ = MPI_COMM_NULL;
  MatHandle matrix_[3];  // stiffness, damping, mass
  VecHandle scale_, work_, image_;
  Eigen::MatrixXd zeros_;  // of the scaled problem
};

}  // namespace

DenseEigenpairs solve_sparse(Mat mass, Mat damping, Mat stiffness, double time_scale, const EigenSettings& settings) {
  return SparseSolver(mass, damping, stiffness, time_scale, settings).run();
}

}  // namespace flexura
