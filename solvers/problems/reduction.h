// Component mode synthesis: a flexible body for modal joints from mass and stiffness.
#pragma once

#include <Eigen/SparseCore>
#include <array>
#include <functional>
#include <string>
#include <vector>

#include "input/fem_model.h"

namespace flexura {

/// A linear structure. Unknowns of nodes are displacements and rotations in the axes of positions; other unknowns
/// (multipliers of constraints) are taken along.
struct LinearStructure {
  Eigen::SparseMatrix<double> mass, stiffness;
  std::vector<std::string> labels;           ///< of nodes
  Eigen::Matrix3Xd positions;                ///< of nodes, m
  std::vector<std::array<int, 6>> unknowns;  ///< number of each unknown of each node; -1: the node has none such
};

/// What to reduce to.
struct ReductionSettings {
  std::vector<std::string> interfaces;  ///< labels of nodes
  int modes = 0;                        ///< normal modes
  bool free = false;                    ///< normal modes of the free body and inertia relief, not Craig-Bampton
};

/// Without `free` (R. R. Craig, M. C. C. Bampton, AIAA J. 6 (1968) 1313): static shapes of unit motions of the
/// interface nodes and normal modes with these held. The first interface carries the axes of the body, so that its
/// own motions are rigid and left out; a structure that the ground holds has static shapes of all interfaces, for a
/// clamped joint. With `free` (S. Rubin, AIAA J. 13 (1975) 995): normal modes of the free body, and static
/// shapes of unit loads on the interfaces in balance with the inertia of rigid motions.
///
/// The shapes are made orthogonal: modal mass one, stiffness w^2. Invariants are products of the mass matrix with
/// rigid motions and linear fields (a point mass gives the sums over points exactly). Remarks go to `say`. Throws
/// Error(input_error) for interfaces that are no nodes or a structure without enough of anything, not_converged when
/// the eigenvalue solver gives up.
FemModel reduce_structure(const LinearStructure& structure, const ReductionSettings& settings,
                          const std::function<void(const std::string&)>& say);

}  // namespace flexura
