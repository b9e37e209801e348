// A flexible body as a finite element program hands it over: nodes, mode shapes, modal matrices, inertia.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "math/types.h"
#include "support/error.h"

namespace flexura {

/// Mass, centre of mass and inertia about it, FEM axes.
struct GlobalInertia {
  double mass = 0;              ///< kg
  Vec3 centre = Vec3::Zero();   ///< m
  Mat3 inertia = Mat3::Zero();  ///< kg m^2
};

/// A matrix of stress stiffening by the number of its load: 1-6 products of angular velocities, 7-9 angular, 10-12
/// linear acceleration, then six for each FEM node (force, moment).
struct StiffeningMatrix {
  int load = 0;
  Eigen::MatrixXd matrix;  ///< modes x modes
};

/// N nodes, M modes; everything in the axes of the FEM, SI or other consistent units. What a file does not have is
/// empty.
struct FemModel {
  std::string path;     ///< of the file it comes from, for messages
  int mass_line = 0;    ///< of record group 9 in a text file, for messages
  std::string comment;  ///< the revision word of the header
  std::vector<std::string> labels;
  Eigen::VectorXd initial_values, initial_rates;  ///< M
  Eigen::Matrix3Xd positions;                     ///< 3 x N, m
  Eigen::MatrixXd shapes;                         ///< 6N x M: displacements (3) and small rotations (3) of each node
  Eigen::MatrixXd mass, stiffness;                ///< M x M
  Eigen::MatrixXd damping;                        ///< M x M
  Eigen::MatrixXd lumped;                         ///< 6 x N: mass in three directions, moments of inertia
  std::optional<GlobalInertia> inertia;
  Eigen::MatrixXd i3, i4;  ///< 3 x M
  Eigen::MatrixXd i8;      ///< 3 x 3M: block m is I8_m
  Eigen::MatrixXd i5;      ///< 3 x M M: column a + M b is I5_a_b = sum m U_b x U_a
  Eigen::MatrixXd i9;      ///< 3 x 3 M M: block a + M b is I9_a_b
  std::vector<StiffeningMatrix> stiffening;

  [[nodiscard]] int node_count() const { return static_cast<int>(labels.size()); }
  [[nodiscard]] int mode_count() const { return static_cast<int>(mass.rows()); }
  /// Number of the node with a label; nothing when there is none.
  [[nodiscard]] std::optional<int> find(const std::string& label) const;
  [[nodiscard]] Eigen::Block<const Eigen::MatrixXd> displacement(int node) const {
    return shapes.block(6 * node, 0, 3, shapes.cols());
  }
  [[nodiscard]] Eigen::Block<const Eigen::MatrixXd> rotation(int node) const {
    return shapes.block(6 * node + 3, 0, 3, shapes.cols());
  }
  /// Number of the node nearest to a point.
  [[nodiscard]] int nearest(const Vec3& point) const;

 private:
  mutable std::unordered_map<std::string, int> by_label_;  // made when it is asked for
};

/// Reads the text format ("RECORD GROUP"). Throws InputError with file and line, naming the record group.
FemModel read_fem_text(const std::string& path);

/// Writes the text format, with `precision` digits behind the point. Throws Error (output_failed).
void write_fem_text(const FemModel& model, const std::string& path, int precision = 16);

/// The binary file beside a text file: what the text has, a version and a check sum.
std::string fem_cache_path(const std::string& text_path);
void write_fem_cache(const FemModel& model, const std::string& path);
/// Throws InputError when the file is not one of these, of another version, truncated or damaged.
FemModel read_fem_cache(const std::string& path);

/// How the binary file beside a text file is used.
struct FemCacheUse {
  bool create = false;  ///< write it when it is not there
  bool use = false;     ///< read it when it is newer than the text
  bool update = false;  ///< write it anew when the text is newer
};
/// Reads FEM data from the text file `path` or from its binary file, or from a binary file that is named itself. A
/// binary file that cannot be used is reported to `warn` and the text is read.
FemModel read_fem(const std::string& path, const FemCacheUse& cache,
                  const std::function<void(const std::string&)>& warn);

}  // namespace flexura
