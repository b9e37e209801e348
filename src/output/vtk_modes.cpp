#include "output/vtk_modes.h"

#include <algorithm>
#include <complex>
#include <limits>

#include "elements/modal/modal_body.h"
#include "math/rotation.h"

namespace flexura {

namespace {

constexpr double drawn = 0.05;  // of the extent of the model: the largest displacement
constexpr double turned = 0.2;  // what a rotation of one counts as, in extents

using Complex3 = Eigen::Vector3cd;

/// Displacement, or with `first` 3 rotation, of a node in a mode.
Complex3 part(const EigenMode& mode, int offset, int first) {
  return {mode.vector[offset + first], mode.vector[offset + first + 1], mode.vector[offset + first + 2]};
}

}  // namespace

ModeMotion::ModeMotion(const Model& model, const EigenResult& result, const State& state, MPI_Comm communicator)
    : model_(model),
      result_(result),
      original_(state),
      state_(state),
      communicator_(communicator),
      nodes_(state.nodes, state.nodes + model.node_count()) {
  state_.nodes = nodes_.data();
  double bounds[6];  // of x and -x
  std::fill(std::begin(bounds), std::end(bounds), std::numeric_limits<double>::infinity());
  for (const auto& pose : result.geometry) {
    for (int k = 0; k < 3; ++k) {
      bounds[k] = std::min(bounds[k], pose[k]);
      bounds[3 + k] = std::min(bounds[3 + k], -pose[k]);
    }
  }
  MPI_Allreduce(MPI_IN_PLACE, bounds, 6, MPI_DOUBLE, MPI_MIN, communicator);
  double extent = 0;
  for (int k = 0; k < 3; ++k) extent = std::max(extent, -bounds[3 + k] - bounds[k]);
  if (extent > 0) extent_ = extent;
}

/// Of all flexible bodies: of their FEM nodes, in axes of the body.
double ModeMotion::largest_deformation(const EigenMode& mode) const {
  std::vector<int> offset(model_.node_count(), -1);
  for (const auto& [node, at] : result_.coordinates) offset[node] = at;
  double size = 0;
  for (int b = 0; b < model_.batch_count(); ++b) {
    const auto* bodies = dynamic_cast<const Batch<ModalBody>*>(&model_.batch(b));
    for (int e = 0; bodies && e < bodies->size(); ++e) {
      if (!bodies->is_here(e)) continue;
      const ModalBody& body = bodies->element(e);
      const auto coordinates = body.coordinates();
      Eigen::VectorXcd motion = Eigen::VectorXcd::Zero(6 * static_cast<Eigen::Index>(body.fem().node_count()));
      for (int j = 0; j < body.data().modes; ++j)
        motion += mode.vector[offset[coordinates[j / 3]] + j % 3] * body.fem().shapes.col(body.data().numbers[j] - 1);
      for (Eigen::Index k = 0; k < motion.size(); k += 6) size = std::max(size, motion.segment<3>(k).norm());
    }
  }
  MPI_Allreduce(MPI_IN_PLACE, &size, 1, MPI_DOUBLE, MPI_MAX, communicator_);
  return size;
}

const State& ModeMotion::at(const EigenMode& mode, double phase) {
  const auto has_rotation = [this](std::size_t k) {
    const auto node = model_.find_node(result_.labels[k]);
    return node && !model_.properties(*node).displacement_only();
  };
  double size = result_.coordinates.empty() ? 0 : largest_deformation(mode);
  for (std::size_t k = 0; k < result_.labels.size(); ++k) {
    size = std::max(size, part(mode, result_.offsets[k], 0).norm());
    if (has_rotation(k)) size = std::max(size, turned * extent_ * part(mode, result_.offsets[k], 3).norm());
  }
  const std::complex<double> factor = size > 0 ? std::polar(drawn * extent_ / size, phase) : 0.0;
  for (std::size_t k = 0; k < result_.labels.size(); ++k) {
    const NodeIndex i = *model_.find_node(result_.labels[k]);
    NodeState& node = nodes_[i];
    node = original_.nodes[i];
    const Complex3 shift = factor * part(mode, result_.offsets[k], 0);
    node.x += shift.real();
    node.v = -shift.imag();
    if (!has_rotation(k)) continue;
    const Complex3 turn = factor * part(mode, result_.offsets[k], 3);
    node.R = rotation_exp<double>(Vec3(turn.real())) * node.R;
    node.w = -turn.imag();
  }
  for (const auto& [i, offset] : result_.coordinates) {
    NodeState& node = nodes_[i];
    node = original_.nodes[i];
    for (int k = 0; k < model_.properties(i).coordinates; ++k) {
      const std::complex<double> shift = factor * mode.vector[offset + k];
      node.x(k) += shift.real();
      node.v(k) = -shift.imag();
    }
  }
  return state_;
}

}  // namespace flexura
