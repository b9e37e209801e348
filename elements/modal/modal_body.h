// Joint `modal`: a flexible body by the modes of a finite element model, in a floating or fixed frame.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "elements/modal/modal_data.h"
#include "elements/modal/modal_frame.h"
#include "model/batch.h"

namespace flexura {

/// Inertia, stiffness, damping and weight of a body whose points are at x0 + R0 (f + U q) (theory: modal element).
///
/// Kinetic energy, with v, w the velocities of the modal node, ~ in axes of the body, s = I2 + I3 q, h = I4 + I5 q:
///
///     T = m v.v/2 + v.(w x R s) + v.R I3 q' + w~.J(q) w~/2 + w~.h q' + q'.I6 q'/2
///     beta = m v + w x R s + R I3 q',   gamma = R s x v + R (J w~ + h q'),   pi = h^T w~ + I6 q'
///     force  -= beta'
///     moment -= gamma' + v x (w x R s + R I3 q')
///     mode j += -pi_j' - I3_j.R^T v' + w~.J_,j w~/2 + w~.(I5_j q') - K q - C q' - K_geo q
///
/// The terms of v in pi cancel and are left out, so that a constant velocity changes nothing. Momenta are not unknowns:
/// their rates, and v', follow from the integration formula. Modal coordinates are unknowns of nodes of their own
/// kind, three a node, so that forces, interfaces and other elements find them.
///
/// Text rows (.mod), one a mode: label.number, q, q', q''. Private data: q qP qPP [number or #k], x xP xPP w wP
/// [FEM node, component], global axes.
class ModalBody {
 public:
  static constexpr std::string_view type = "modal";
  static constexpr std::string_view family = "joint";

  ModalBody(const BodyFrame& frame, std::vector<NodeIndex> coordinates, std::shared_ptr<const ModalData> data,
            std::shared_ptr<const FemModel> fem, const Vec3& origin);

  [[nodiscard]] const std::vector<NodeIndex>& nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return 0; }
  [[nodiscard]] int momentum_count() const { return first_modal_ + 3 * coordinate_nodes(data_->modes); }

  void residual(const Local& q, Residual& r) const;
  void jacobian(const Local& q, Jacobian& j) const;
  void momenta(const Local& q, double* p) const;
  void momentum_rates(const Local& q, double* p_rate) const;
  void accelerations(const Local& q, const double* p_rate, NodeState* nodes) const;

  [[nodiscard]] OutputSpec output_spec(const Model& model) const;
  void output(const Local& q, const Model& model, double* record) const;
  [[nodiscard]] std::string log(const ElementInfo& info, const Model& model) const;
  [[nodiscard]] std::vector<std::string> private_names() const;
  [[nodiscard]] std::optional<int> private_datum(std::string_view name) const;
  [[nodiscard]] double private_value(const Local& q, int datum) const;
  [[nodiscard]] double energy(const Local& q) const;

  /// What the body adds to sums over bodies, global axes, momenta moment about the global origin.
  struct Sums {
    double mass = 0;
    Vec3 centre = Vec3::Zero(), momentum = Vec3::Zero(), spin_momentum = Vec3::Zero();
    Mat3 inertia = Mat3::Zero();  ///< about the centre of mass
  };
  /// `node(k)` is the state of node k of nodes().
  [[nodiscard]] Sums sums(const std::function<const NodeState&(int)>& node) const;

  /// Motion of a FEM node, number from 0, global axes; R is that of the body turned by the rotations of the modes.
  [[nodiscard]] NodeState point(const std::function<const NodeState&(int)>& node, int number) const;
  [[nodiscard]] const FemModel& fem() const { return *fem_; }

  /// Told once, when the whole model is known: gravity depends on the place.
  void set_central_field(bool central) { central_ = central; }
  [[nodiscard]] const BodyFrame& frame() const { return frame_; }
  [[nodiscard]] const ModalData& data() const { return *data_; }
  [[nodiscard]] const std::shared_ptr<const ModalData>& shared_data() const { return data_; }
  /// Nodes of modal coordinates.
  [[nodiscard]] std::vector<NodeIndex> coordinates() const { return {nodes_.begin() + first_, nodes_.end()}; }

 private:
  /// What residual and Jacobian are made of, at a state.
  struct Terms {
    Mat3 R;
    Vec3 v, w, vb, wb;
    Eigen::VectorXd q, rate;
    Vec3 s, drift;          // R s, R I3 q'
    Mat3 J;                 // body axes
    Eigen::Matrix3Xd h;     // I4 + I5 q
    Eigen::Matrix3Xd turn;  // column j: I5_j q'
    Eigen::MatrixXd slope;  // 6 x M: derivative of J by each coordinate
    Eigen::Matrix3Xd push;  // column j: J_,j w~
    Eigen::VectorXd force, work;
    Eigen::MatrixXd block;  // M x M
    Eigen::Matrix3Xd rows;  // 3 x M
    Vec3 gravity, v_rate, w_rate;
    Vec3 known_wb;  // h, turn, slope, push, J are those of this state
    Eigen::VectorXd known_q, known_rate;
  };
  /// A factor of stress stiffening: value, derivatives by motion, global axes.
  struct Load {
    double value;
    Vec3 by_w, by_theta, by_v_rate, by_w_rate;
  };

  void load(const Local& q) const;
  void load_inertia() const;
  [[nodiscard]] Load load_of(int component) const;
  [[nodiscard]] Vec3 centre() const { return data_->mass > 0 ? Vec3(t_.s / data_->mass) : Vec3::Zero(); }
  void add_inertia(const Local& q, Residual& r) const;
  void add_free_jacobian(const Local& q, Jacobian& j) const;
  void add_modal_block(const Local& q, Jacobian& j) const;
  void add_gradient(const Local& q, Jacobian& j) const;
  [[nodiscard]] bool moves(const Local& q) const { return !q.state().statics; }
  [[nodiscard]] int at(int j) const { return coordinate_at(first_, j); }

  BodyFrame frame_;
  std::vector<NodeIndex> nodes_;  // modal node unless clamped, then the coordinates
  int first_;                     // of the nodes of coordinates
  int first_modal_;               // of the momenta of modes
  std::shared_ptr<const ModalData> data_;
  std::shared_ptr<const FemModel> fem_;
  Vec3 origin_;
  bool spin_loads_ = false;  // angular accelerations are momenta, too
  bool central_ = false;
  Eigen::MatrixXd inverse_mass_;  // (pseudo-)inverse of I6
  mutable Terms t_;
};

}  // namespace flexura
