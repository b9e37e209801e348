// Where a flexible body is fixed to a node: six constraints between a node and a FEM node.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "elements/modal/modal_data.h"
#include "elements/modal/modal_frame.h"
#include "model/batch.h"

namespace flexura {

/// What an interface needs of the FEM node: M modes.
struct InterfacePoint {
  Vec3 position;                       ///< f, body axes, m
  Eigen::Matrix3Xd shape, rotation;    ///< U, V: 3 x M
  std::vector<Stiffening> stiffening;  ///< components 0-2: force, 3-5: couple on the body, body axes
};

/// A node N with offset o is where the FEM node P is, and has its orientation:
///
///     phi_x = x0 + p - x_N - R_N o,  p = R0 (f + U q);   phi_r = log(R_N^T R_P)
///
/// with R_P = R0 times the rotation part of I + [V q], which is by atan |V q| about V q.
/// Unknowns 0-2: force F on the node, global axes; 3-5: couple, node axes; forces are -phi_q^T lambda, so that the
/// clamp does no work at any size of deformation. Stress stiffening by the interface forces, if there is one, acts
/// against the modes: -(F~ K0F + M~ K0M) q with the actions F~, M~ on the body in its axes. Text row when it is asked
/// for: force and couple on the node, node axes (6), global axes (6).
class ModalInterface {
 public:
  static constexpr std::string_view type = "modal interface";
  static constexpr std::string_view family = "modal interface";
  static constexpr int unknowns = 6;

  ModalInterface(const BodyFrame& frame, const std::vector<NodeIndex>& coordinates, NodeIndex node, const Vec3& offset,
                 InterfacePoint point, unsigned node_label);

  [[nodiscard]] const std::vector<NodeIndex>& nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return unknowns; }
  [[nodiscard]] UnknownInfo unknown(int j) const;

  void constraints(const Local& q, ConstraintLevel level, double* out) const;
  void residual(const Local& q, Residual& r) const;
  void jacobian(const Local& q, Jacobian& j) const;

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;

 private:
  struct Terms {
    Mat3 R0, RN;
    Vec3 x0, p, turn;      // R0 (f + U q), V q
    Vec3 offset, error;    // R_N o, log(R_N^T R_P)
    Vec3 force, couple;    // on the node, global axes
    Mat3 tangent, by_phi;  // of the rotation of the shape; derivative of the rotation error by a rotation of P
    Eigen::VectorXd q, work;
    Eigen::MatrixXd block;
    Eigen::Matrix3Xd spin, twist;  // R0 T V and products with it
  };
  void load(const Local& q) const;
  [[nodiscard]] int modes() const { return static_cast<int>(point_.shape.cols()); }

  BodyFrame frame_;
  std::vector<NodeIndex> nodes_;  // the node, the modal node unless clamped, then the coordinates
  int first_;                     // of the nodes of coordinates
  Vec3 offset_;
  InterfacePoint point_;
  bool rotates_;  // V is not zero
  unsigned node_label_;
  mutable Terms t_;
};

}  // namespace flexura
