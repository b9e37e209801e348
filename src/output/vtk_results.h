// The model in motion for ParaView: nodes, beams, joints, loads with their data, as a time series of VTK files.
#pragma once

#include <mpi.h>

#include <optional>
#include <string>
#include <vector>

#include "assembly/partition.h"
#include "model/model.h"
#include "output/vtk_file.h"
#include "solvers/problems/observer.h"
#include "support/archive.h"

namespace flexura {

/// The picture of a model: what this rank shows of it.
///
/// Points are structural nodes at their present places. Cells: a vertex for each node, a line for each section of a
/// beam, a line through the nodes of each joint, load or other element (a vertex when it has one; the ground is left
/// out). Flexible bodies have the nodes of their FEM, too, as one cell a body. Arrays: docs/output-files.md.
class VtkPicture {
 public:
  VtkPicture(const Model& model, const Ownership& ownership, int rank);
  /// The grid at a state; valid until the next call.
  const VtkGrid& at(const State& state);

 private:
  enum class Kind : std::int32_t { node, beam, joint, load, other, flexible_body };
  struct Cell {
    Kind kind = Kind::node;
    int batch = -1, element = -1;
    int force = -1, moment = -1;  // places in the record of the element
    int section = -1;             // first private datum of a section of a beam
  };
  struct FemPoint {
    int batch = -1, element = -1, number = 0;
    Vec3 before;  // place in the input position
  };
  void add_elements(const Ownership& ownership, int rank);
  void add_beam(int batch, int element);
  void add_flexible_bodies(const Ownership& ownership, int rank);
  [[nodiscard]] NodeState fem_node(const FemPoint& point, const NodeState* nodes) const;
  std::int64_t point_of(NodeIndex node);
  void fill_points(const State& state);
  void fill_point(std::size_t point, const NodeState& now, const Vec3& before);
  void fill_cells(const State& state);
  void fill_section(const State& state, const Cell& cell, std::size_t at);

  const Model& model_;
  VtkGrid grid_;
  std::vector<NodeIndex> nodes_;             // of the first points
  std::vector<std::int64_t> point_of_node_;  // -1: none
  std::vector<FemPoint> fem_points_;         // of the others
  std::vector<Cell> cells_;
  std::vector<double> record_;
};

/// Writes PREFIX.pvd and, in the folder PREFIX.vtk, a file a rank and instant. Collective.
class VtkResults {
 public:
  /// `every`: steps from one picture to the next.
  VtkResults(const Model& model, const Ownership& ownership, std::string prefix, int every, MPI_Comm communicator);

  /// Creates the series, or goes on with the one of a saved run.
  void begin(Archive* saved);
  /// Takes an accepted step. Throws Error(output_failed) on all ranks.
  void accepted(const StepReport& report, const State& state);
  /// Writes each mode that oscillates, the slowest ones first, as a series of its own over one period: see vtk_modes.h.
  void modes(const EigenResult& result, const State& state);
  /// How far the series has come.
  void save(Archive& archive);

 private:
  template <class Function>
  void together(Function&& function) const;

  void write(const std::string& name, double time, const State& state, VtkSeries* series);

  const Model& model_;
  VtkPicture picture_;
  std::string prefix_, folder_;
  int every_;
  MPI_Comm communicator_;
  int rank_ = 0, ranks_ = 1;
  std::optional<VtkSeries> series_;  // rank 0
};

}  // namespace flexura
