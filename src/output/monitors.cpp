#include "output/monitors.h"

#include "assembly/ranks.h"
#include "output/node_momenta.h"

#include <algorithm>
#include <cmath>

namespace flexura {

std::array<double, 13> monitor_row(const MonitorValues& v) {
  return {v.kinetic,     v.potential,   v.kinetic + v.potential,
          v.momentum(0), v.momentum(1), v.momentum(2),
          v.moment(0),   v.moment(1),   v.moment(2),
          v.gap,         v.turn,        v.gap_rate,
          v.turn_rate};
}

Monitors::Monitors(const Model& model, const Ownership& ownership, MPI_Comm communicator)
    : model_(model), communicator_(communicator) {
  const int rank = rank_in(communicator);
  int last = -1;
  for (int b = 0; b < model.batch_count(); ++b) {
    std::vector<int> list;
    for (int e = 0; e < model.batch(b).size(); ++e) {
      if (ownership.element_rank[b][e] != rank) continue;
      list.push_back(e);
      for (const int dof : model.batch(b).dofs(e)) last = std::max(last, dof);
    }
    here_.push_back(std::move(list));
  }
  rows_.resize(static_cast<std::size_t>(last) + 1);
}

MonitorValues Monitors::at(const State& state, const double* momenta) const {
  constexpr int inertia_momenta = 6;  // of the inertia of a node: momentum and momenta moment about the node
  MonitorValues sums;
  double energy = 0;
  for (int b = 0; b < model_.batch_count(); ++b) {
    const ElementBatch& batch = model_.batch(b);
    for (const int e : here_[b]) {
      if (!batch.is_on(e)) continue;
      energy += batch.energy(state, e);
      if (state.statics) continue;
      // The kinetic energy of a flexible body is more than that of its first node.
      const int carriers = batch.momentum_count(e) == inertia_momenta || nodes_with_momenta(batch, e) > 1
                               ? nodes_with_momenta(batch, e)
                               : 0;
      const double* p = momenta + batch.first_momentum(e);
      for (int k = 0; k < carriers; ++k, p += 6) {
        const NodeState& node = state.nodes[batch.nodes(e)[k]];
        const Vec3 beta(p[0], p[1], p[2]), gamma(p[3], p[4], p[5]);
        sums.kinetic += 0.5 * (node.v.dot(beta) + node.w.dot(gamma));
        sums.momentum += beta;
        sums.moment += gamma + node.x.cross(beta);
      }
    }
  }
  add_constraints(state, sums);
  std::array<double, 8> add{sums.kinetic,     energy,         sums.momentum(0), sums.momentum(1),
                            sums.momentum(2), sums.moment(0), sums.moment(1),   sums.moment(2)};
  std::array<double, 4> most{sums.gap, sums.turn, sums.gap_rate, sums.turn_rate};
  MPI_Allreduce(MPI_IN_PLACE, add.data(), static_cast<int>(add.size()), MPI_DOUBLE, MPI_SUM, communicator_);
  MPI_Allreduce(MPI_IN_PLACE, most.data(), static_cast<int>(most.size()), MPI_DOUBLE, MPI_MAX, communicator_);
  sums.kinetic = add[0];
  sums.potential = add[1] - add[0];
  sums.momentum = {add[2], add[3], add[4]};
  sums.moment = {add[5], add[6], add[7]};
  sums.gap = most[0];
  sums.turn = most[1];
  sums.gap_rate = most[2];
  sums.turn_rate = most[3];
  return sums;
}

void Monitors::add_constraints(const State& state, MonitorValues& sums) const {
  for (const ConstraintLevel level : {ConstraintLevel::position, ConstraintLevel::velocity}) {
    if (level == ConstraintLevel::velocity && state.statics) continue;
    std::fill(rows_.begin(), rows_.end(), 0.0);
    for (int b = 0; b < model_.batch_count(); ++b) model_.batch(b).constraints(state, level, here_[b], rows_.data());
    for (int b = 0; b < model_.batch_count(); ++b) {
      const ElementBatch& batch = model_.batch(b);
      for (const int e : here_[b]) {
        const auto dofs = batch.dofs(e);
        for (int j = 0; j < batch.unknown_count(e); ++j) {
          const int dof = dofs[6 * batch.node_count(e) + j];
          const UnknownInfo about = batch.unknown(e, j);
          if (dof < 0 || (about.row != Row::constraint && about.row != Row::rate)) continue;
          const bool angle = about.dimension == Dimension::angle || about.dimension == Dimension::angular_velocity;
          double& most = level == ConstraintLevel::position ? (angle ? sums.turn : sums.gap)
                                                            : (angle ? sums.turn_rate : sums.gap_rate);
          most = std::max(most, std::abs(rows_[dof]));
        }
      }
    }
  }
}

}  // namespace flexura
