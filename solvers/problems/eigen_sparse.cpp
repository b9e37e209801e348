#include "solvers/problems/eigen_sparse.h"

#include <slepcpep.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace flexura {

namespace {

using PepHandle = PetscHandle<PEP, PEPDestroy>;
using ScatterHandle = PetscHandle<VecScatter, VecScatterDestroy>;

constexpr int default_count = 20;
constexpr int most_count = 400;

class SlepcSession {
 public:
  SlepcSession() { FLEXURA_PETSC(SlepcInitializeNoArguments()); }
};

/// Scales a copy of the problem so that no unknown outweighs others, solves, scales back.
class SparseSolver {
 public:
  SparseSolver(Mat mass, Mat damping, Mat stiffness, double time_scale, const EigenSettings& settings)
      : settings_(settings), w_(1 / time_scale) {
    static const SlepcSession session;
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
  }

  DenseEigenpairs run() {
    int wanted = settings_.count > 0 ? settings_.count : default_count;
    PetscInt size = 0;
    FLEXURA_PETSC(VecGetSize(scale_, &size));
    const double upper = settings_.upper_limit ? 2 * M_PI * *settings_.upper_limit : 0;
    while (true) {
      wanted = std::min<int>(wanted, size);
      DenseEigenpairs found = solve(wanted);
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

  DenseEigenpairs solve(int wanted) {
    PepHandle pep;
    FLEXURA_PETSC(PEPCreate(communicator_, pep.out()));
    Mat operators[] = {matrix_[0], matrix_[1], matrix_[2]};
    FLEXURA_PETSC(PEPSetOperators(pep, 3, operators));
    FLEXURA_PETSC(PEPSetProblemType(pep, PEP_GENERAL));
    FLEXURA_PETSC(PEPSetType(pep, PEPTOAR));
    // Rigid motions make the stiffness singular: the shift stays away from zero, on the side of stable decay.
    const double shift = -1e-2 * lowest_guess_;
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
    // Redundant constraints: null pivots are taken out.
    FLEXURA_PETSC(PetscOptionsSetValue(nullptr, "-eigen_st_mat_mumps_icntl_24", "1"));
    FLEXURA_PETSC(PEPSetOptionsPrefix(pep, "eigen_"));
    FLEXURA_PETSC(PEPSetFromOptions(pep));
    FLEXURA_PETSC(PEPSolve(pep));
    PEPConvergedReason reason = PEP_CONVERGED_ITERATING;
    PetscInt converged = 0, iterations = 0;
    FLEXURA_PETSC(PEPGetConvergedReason(pep, &reason));
    FLEXURA_PETSC(PEPGetConverged(pep, &converged));
    FLEXURA_PETSC(PEPGetIterationNumber(pep, &iterations));
    if (reason < 0) {
      throw Error(ExitCode::not_converged, fmt::format("eigenanalysis: {} of {} eigenvalues converged in {} iterations",
                                                       converged, wanted, iterations));
    }
    return collect(pep, converged);
  }

  DenseEigenpairs collect(PEP pep, PetscInt converged) {
    DenseEigenpairs found;
    VecHandle real, imaginary;
    FLEXURA_PETSC(VecDuplicate(scale_, real.out()));
    FLEXURA_PETSC(VecDuplicate(scale_, imaginary.out()));
    int zeros = 0;
    for (PetscInt k = 0; k < converged; ++k) {
      double re = 0, im = 0;
      FLEXURA_PETSC(PEPGetEigenpair(pep, k, &re, &im, real, imaginary));
      EigenPair pair{{re * w_, im * w_}, false, {}};
      if (unresisted(real) && (im == 0 || unresisted(imaginary))) {
        // A motion without stiffness is a double zero, split by round-off: count its eigenvalues.
        ++zeros;
        pair.s = 0;
        pair.zero = true;
      } else if (im < 0) {
        continue;
      }
      FLEXURA_PETSC(VecPointwiseMult(real, real, scale_));
      FLEXURA_PETSC(VecPointwiseMult(imaginary, imaginary, scale_));
      const std::vector<double> r = everywhere(real), i = everywhere(imaginary);
      pair.z.resize(static_cast<Eigen::Index>(r.size()));
      for (std::size_t j = 0; j < r.size(); ++j)
        pair.z(static_cast<Eigen::Index>(j)) = {r[j], im == 0 || pair.zero ? 0.0 : i[j]};
      found.pairs.push_back(std::move(pair));
    }
    keep_independent_zeros(found);
    std::stable_sort(found.pairs.begin(), found.pairs.end(), [](const EigenPair& a, const EigenPair& b) {
      return a.zero != b.zero ? a.zero : std::abs(a.s) < std::abs(b.s);
    });
    return found;
  }

  /// Of the two eigenvalues of a double zero one vector remains.
  static void keep_independent_zeros(DenseEigenpairs& found) {
    std::vector<Eigen::VectorXcd> basis;
    std::erase_if(found.pairs, [&](EigenPair& pair) {
      if (!pair.zero) return false;
      Eigen::VectorXcd rest = pair.z.normalized();
      for (int pass = 0; pass < 2; ++pass)
        for (const auto& b : basis) rest -= b.dot(rest) * b;
      if (rest.norm() < 1e-4) return true;
      basis.push_back(rest.normalized());
      pair.z = basis.back();
      return false;
    });
  }

  /// Whether K z vanishes entry by entry against what its terms amount to.
  bool unresisted(Vec z) {
    FLEXURA_PETSC(MatMult(matrix_[0], z, image_));
    double rest = 0, size = 0;
    FLEXURA_PETSC(VecNorm(image_, NORM_INFINITY, &rest));
    FLEXURA_PETSC(VecNorm(z, NORM_INFINITY, &size));
    return size == 0 || rest <= 1e-9 * size;
  }

  std::vector<double> everywhere(Vec v) {
    VecHandle all;
    ScatterHandle scatter;
    FLEXURA_PETSC(VecScatterCreateToAll(v, scatter.out(), all.out()));
    FLEXURA_PETSC(VecScatterBegin(scatter, v, all, INSERT_VALUES, SCATTER_FORWARD));
    FLEXURA_PETSC(VecScatterEnd(scatter, v, all, INSERT_VALUES, SCATTER_FORWARD));
    const double* values = nullptr;
    PetscInt n = 0;
    FLEXURA_PETSC(VecGetSize(all, &n));
    FLEXURA_PETSC(VecGetArrayRead(all, &values));
    std::vector<double> result(values, values + n);
    FLEXURA_PETSC(VecRestoreArrayRead(all, &values));
    return result;
  }

  const EigenSettings& settings_;
  double w_;
  double lowest_guess_ = 1e-2;  // of the scaled problem
  MPI_Comm communicator_ = MPI_COMM_NULL;
  MatHandle matrix_[3];  // stiffness, damping, mass
  VecHandle scale_, work_, image_;
};

}  // namespace

DenseEigenpairs solve_sparse(Mat mass, Mat damping, Mat stiffness, double time_scale, const EigenSettings& settings) {
  return SparseSolver(mass, damping, stiffness, time_scale, settings).run();
}

}  // namespace flexura
