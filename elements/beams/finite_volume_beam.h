// Geometrically exact beams with N nodes and N - 1 sections by the finite volume approach (beam2, beam3).
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "elements/beams/section_kinematics.h"
#include "math/rate.h"
#include "model/constitutive_law.h"
#include "model/lane_batch.h"

namespace flexura {

/// How a beam is attached to one of its nodes, in node axes.
struct BeamAttachment {
  Vec3 offset = Vec3::Zero();           ///< of the section point
  Mat3 orientation = Mat3::Identity();  ///< of the section axes, used when orientations come from the nodes
};

template <int N, class S>
class BeamLanes;

/// Piezoelectric coupling of one section with n electrodes of potentials V, per unit length:
///     (F, M) += actuation V,    Q = charge strain + capacity V.
/// Q is minus the charge that sits on an electrode, so that its rate flows out of the electrode's node: a capacitor has
/// a negative diagonal, and a material with an energy has charge = actuation^T.
struct Electrodes {
  Eigen::MatrixXd actuation;  ///< 6 x n, N/V and N m/V
  Eigen::MatrixXd charge;     ///< n x 6, C/m; empty: the electrodes' nodes do not feel the beam
  Eigen::MatrixXd capacity;   ///< n x n, F/m
};

/// Finite volume beam: equilibrium of the pieces between N - 1 sections.
///
/// Section J lies between nodes J and J+1 (xi = -1/sqrt(3), 1/sqrt(3) for three nodes, 0 for two). With the force F and
/// moment M that the far side exerts there (section axes: law(strain), strain = (epsilon - epsilon_0, kappa -
/// kappa_0)),
///     node J:    + F,  + M + (p - x_J) x F
///     node J+1:  - F,  - M - (p - x_J+1) x F
/// Strain order: axial, shear y, shear z, torsion, bending y, bending z; axis 1 along the beam. Internal forces are not
/// integrated, so a three-node beam is free of shear locking; a two-node beam locks as its linear interpolation does
/// (deflections (1 - 1/(4 n^2)) of a cantilever of n elements).
template <int N>
class FiniteVolumeBeam {
 public:
  static constexpr std::string_view type = N == 3 ? "beam3" : "beam2";
  static constexpr std::string_view family = "beam";
  static constexpr bool can_be_read_again = true;
  static constexpr int sections = N - 1;
  using Law = ConstitutiveLaw<6>;

  struct Data {
    std::array<NodeIndex, N> nodes{};
    std::array<BeamAttachment, N> attachments;
    /// Absolute initial orientation of the section axes; ignored where from_nodes is set.
    std::array<Mat3, N - 1> orientation;
    bool from_nodes = false;
    std::array<std::shared_ptr<const Law>, N - 1> laws;
    SectionOutput output;
    std::vector<NodeIndex> electrodes;  ///< scalar nodes; empty: not piezoelectric
    std::array<Electrodes, N - 1> coupling;
    bool coupled = false;  ///< the electrodes' nodes get the rate of charge of the beam
  };

  /// `initial`: states of the N nodes from which reference lengths, strains and section axes are taken.
  FiniteVolumeBeam(const Data& data, const std::array<NodeState, N>& initial);

  [[nodiscard]] std::array<NodeIndex, N> nodes() const { return data_.nodes; }
  [[nodiscard]] const std::vector<NodeIndex>& scalars() const { return data_.electrodes; }
  [[nodiscard]] int unknown_count() const { return 0; }
  [[nodiscard]] int memory_count() const { return memory_offset_[sections]; }
  void initial_memory(double* memory) const;
  [[nodiscard]] bool viscous() const { return viscous_; }
  /// Section axes from the interpolated ones of the nodes, which are those of NodeState::R times relative_axes().
  [[nodiscard]] const std::array<Mat3, N - 1>& section_axes() const { return section_relative_; }
  [[nodiscard]] const std::array<Mat3, N>& relative_axes() const { return relative_; }

  void residual(const Local& q, Residual& r) const;
  void jacobian(const Local& q, Jacobian& j) const;

  // Eight elements at once, one in each SIMD lane; see model/lane_batch.h.
  static constexpr int lanes = 8;
  static constexpr int local_size = 6 * N;
  [[nodiscard]] bool in_lanes(const State&) const { return data_.electrodes.empty(); }
  static bool residual_in_lanes(const std::array<const FiniteVolumeBeam*, lanes>& elements,
                                const std::array<Local, lanes>& q, double* r);
  static bool jacobian_in_lanes(const std::array<const FiniteVolumeBeam*, lanes>& elements,
                                const std::array<Local, lanes>& q, const JacobianFactors& factors, double* values);

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& about, const Model& model) const;
  [[nodiscard]] std::vector<std::string> private_names() const;
  [[nodiscard]] double private_value(const Local& q, int datum) const;
  /// Elastic energy of linear laws, J, without that of electrodes.
  [[nodiscard]] double energy(const Local& q) const;

  /// Everything a section is asked for; rate and omega are zero unless asked for or needed by the law.
  struct SectionState {
    Vec3 p = Vec3::Zero();
    Mat3 r = Mat3::Identity();
    Vec6 strain = Vec6::Zero(), rate = Vec6::Zero();
    Vec6 action = Vec6::Zero();  ///< F, M in section axes
    Vec3 omega = Vec3::Zero();
  };
  using SectionStates = std::array<SectionState, N - 1>;
  [[nodiscard]] SectionStates section_states(const Local& q, bool with_rates) const;

 private:
  template <int, class>
  friend class BeamLanes;
  /// Derivatives of three rows by positions and rotations of all nodes.
  using Rows = Eigen::Matrix<double, 3, 6 * N, Eigen::RowMajor>;

  void add_rate_rows(const Local& q, int section_number, const BeamSection<double, N>& section,
                     const BeamSection<Rate<double>, N>& moving, const LawResult<6>& law, Rows& force_rows,
                     Rows& moment_rows, Jacobian& j, const Vec3& arm_a, const Vec3& arm_b) const;
  static bool need_rates(const std::array<const FiniteVolumeBeam*, lanes>& elements, const std::array<Local, lanes>& q);
  void actuate(const Local& q, int section, Vec6& stress) const;
  void add_charge(const Local& q, int section, const Vec6& rate, Residual& r) const;
  void add_actuation_columns(int section, const Mat3& axes, const Vec3& arm_a, const Vec3& arm_b, Jacobian& j) const;
  void add_charge_rows(const Local& q, int section_number, const BeamSection<double, N>& section,
                       const BeamSection<Rate<double>, N>& moving, Jacobian& j) const;
  template <class S>
  void find_sections(const Local& q, SectionStates& states) const;
  template <class S>
  void read(const Local& q, std::array<Vector3<S>, N>& x, std::array<Matrix3<S>, N>& r) const;

  Data data_;
  std::array<Mat3, N> relative_;                            // R~_ia
  std::array<std::array<double, N>, N - 1> value_, slope_;  // shape functions, slopes by arc length
  std::array<double, N - 1> length_;                        // of the piece a section stands for
  std::array<Mat3, N - 1> section_relative_;                // R~_s
  std::array<Vec6, N - 1> initial_strain_;
  std::array<int, N> memory_offset_{};
  bool viscous_ = false;
};

using Beam2 = FiniteVolumeBeam<2>;
using Beam3 = FiniteVolumeBeam<3>;

extern template class FiniteVolumeBeam<2>;
extern template class FiniteVolumeBeam<3>;

FLEXURA_LANES(Beam2)
FLEXURA_LANES(Beam3)

}  // namespace flexura
