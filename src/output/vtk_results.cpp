#include "output/vtk_results.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "assembly/ranks.h"
#include "elements/modal/modal_body.h"
#include "math/rotation.h"
#include "output/vtk_modes.h"

namespace flexura {

namespace {

std::vector<double>& add_real(std::vector<VtkArray>& arrays, const char* name, int components, std::size_t count) {
  arrays.push_back({name, components, std::vector<double>(count * static_cast<std::size_t>(components), 0.0)});
  return std::get<std::vector<double>>(arrays.back().values);
}

std::vector<std::int32_t>& add_integer(std::vector<VtkArray>& arrays, const char* name, std::size_t count) {
  arrays.push_back({name, 1, std::vector<std::int32_t>(count, 0)});
  return std::get<std::vector<std::int32_t>>(arrays.back().values);
}

std::vector<double>& real(std::vector<VtkArray>& arrays, int k) {
  return std::get<std::vector<double>>(arrays[static_cast<std::size_t>(k)].values);
}

// Places of the arrays.
enum PointArray { point_label, mass, displacement, velocity, angular_velocity, acceleration, orientation };
enum CellArray { cell_label, kind, force, moment, strain, curvature };

const ModalBody& body_of(const Model& model, int batch, int element) {
  return dynamic_cast<const Batch<ModalBody>&>(model.batch(batch)).element(element);
}

/// Private data of a section of a beam that are needed.
constexpr int section_data = 18;

int place_of(const OutputSpec& spec, const char* name) {
  for (const OutputVariable& v : spec.variables)
    if (v.name == name && v.rows == 3 && v.columns == 1) return v.first;
  return -1;
}

}  // namespace

VtkPicture::VtkPicture(const Model& model, const Ownership& ownership, int rank)
    : model_(model), point_of_node_(static_cast<std::size_t>(model.node_count()), -1) {
  for (NodeIndex i = 0; i < model.node_count(); ++i) {
    const NodeProperties& node = model.properties(i);
    if (!node.structural() || !node.has_unknowns() || ownership.node_rank[i] != rank) continue;
    cells_.push_back({Kind::node, -1, i});
    grid_.cell(VtkGrid::vertex, {point_of(i)});
  }
  add_elements(ownership, rank);
  add_flexible_bodies(ownership, rank);

  const std::size_t points = nodes_.size() + fem_points_.size();
  grid_.points.resize(3 * points);
  auto& labels = add_integer(grid_.point_data, "label", points);
  for (std::size_t k = 0; k < nodes_.size(); ++k) labels[k] = static_cast<std::int32_t>(model.label(nodes_[k]));
  for (std::size_t k = 0; k < fem_points_.size(); ++k) labels[nodes_.size() + k] = fem_points_[k].number + 1;
  auto& masses = add_real(grid_.point_data, "mass", 1, points);
  for (std::size_t k = 0; k < nodes_.size(); ++k) masses[k] = model.node(nodes_[k]).mass.mass;
  for (std::size_t k = 0; k < fem_points_.size(); ++k) {
    const Eigen::MatrixXd& lumped = body_of(model, fem_points_[k].batch, fem_points_[k].element).fem().lumped;
    if (lumped.size() > 0) masses[nodes_.size() + k] = lumped(0, fem_points_[k].number);
  }
  for (const char* name : {"displacement", "velocity", "angular velocity", "acceleration"})
    add_real(grid_.point_data, name, 3, points);
  add_real(grid_.point_data, "orientation", 9, points);

  const std::size_t cells = cells_.size();
  auto& cell_labels = add_integer(grid_.cell_data, "label", cells);
  for (std::size_t k = 0; k < cells; ++k) {
    const Cell& cell = cells_[k];
    cell_labels[k] = static_cast<std::int32_t>(cell.batch < 0 ? model.label(cell.element)
                                                              : model.batch(cell.batch).label(cell.element));
  }
  auto& kinds = add_integer(grid_.cell_data, "kind", cells);
  for (std::size_t k = 0; k < cells; ++k) kinds[k] = static_cast<std::int32_t>(cells_[k].kind);
  for (const char* name : {"force", "moment", "strain", "curvature"}) add_real(grid_.cell_data, name, 3, cells);
}

std::int64_t VtkPicture::point_of(NodeIndex node) {
  std::int64_t& point = point_of_node_[static_cast<std::size_t>(node)];
  if (point < 0) {
    point = static_cast<std::int64_t>(nodes_.size());
    nodes_.push_back(node);
  }
  return point;
}

void VtkPicture::add_elements(const Ownership& ownership, int rank) {
  for (int b = 0; b < model_.batch_count(); ++b) {
    const ElementBatch& batch = model_.batch(b);
    for (int e = 0; e < batch.size(); ++e) {
      if (ownership.element_rank[static_cast<std::size_t>(b)][static_cast<std::size_t>(e)] != rank) continue;
      if (batch.family() == "beam") {
        add_beam(b, e);
        continue;
      }
      const OutputSpec spec = batch.output_spec(e, model_);
      Cell cell{Kind::other, b, e, place_of(spec, "F"), place_of(spec, "M")};
      if (batch.family() == "joint" || batch.family() == "modal interface") {
        cell.kind = Kind::joint;
      } else if (cell.force >= 0 || cell.moment >= 0) {
        cell.kind = Kind::load;
      } else if (batch.family() != "bulk" && batch.family() != "plate" && batch.family() != "solid") {
        continue;  // bodies are seen at their nodes
      }
      std::vector<std::int64_t> points;
      for (const NodeIndex i : batch.nodes(e)) {
        // Coordinates of flexible bodies have no place.
        if (!model_.properties(i).structural() || !model_.properties(i).has_unknowns()) continue;
        const std::int64_t point = point_of(i);
        if (points.empty() || points.back() != point) points.push_back(point);
      }
      if (points.empty()) continue;
      record_.resize(std::max(record_.size(), static_cast<std::size_t>(spec.record_size)));
      cells_.push_back(cell);
      grid_.cell(points.size() == 1 ? VtkGrid::vertex : VtkGrid::polyline, points);
    }
  }
}

void VtkPicture::add_flexible_bodies(const Ownership& ownership, int rank) {
  std::vector<NodeState> input;
  for (NodeIndex i = 0; i < model_.node_count(); ++i) input.push_back(model_.node(i).initial);
  for (int b = 0; b < model_.batch_count(); ++b) {
    if (!dynamic_cast<const Batch<ModalBody>*>(&model_.batch(b))) continue;
    for (int e = 0; e < model_.batch(b).size(); ++e) {
      if (ownership.element_rank[static_cast<std::size_t>(b)][static_cast<std::size_t>(e)] != rank) continue;
      std::vector<std::int64_t> points;
      for (int n = 0; n < body_of(model_, b, e).fem().node_count(); ++n) {
        points.push_back(static_cast<std::int64_t>(nodes_.size() + fem_points_.size()));
        fem_points_.push_back({b, e, n, Vec3::Zero()});
        fem_points_.back().before = fem_node(fem_points_.back(), input.data()).x;
      }
      cells_.push_back({Kind::flexible_body, b, e});
      grid_.cell(VtkGrid::vertices, points);
    }
  }
}

NodeState VtkPicture::fem_node(const FemPoint& point, const NodeState* nodes) const {
  const ModalBody& body = body_of(model_, point.batch, point.element);
  return body.point([&](int k) -> const NodeState& { return nodes[body.nodes()[k]]; }, point.number);
}

void VtkPicture::add_beam(int batch, int element) {
  const auto nodes = model_.batch(batch).nodes(element);
  const auto names = model_.batch(batch).private_names(element);
  const int sections = static_cast<int>(nodes.size()) - 1;
  const int per_section = sections > 0 ? static_cast<int>(names.size()) / sections : 0;
  for (int k = 0; k < sections; ++k) {
    if (!model_.properties(nodes[k]).has_unknowns() || !model_.properties(nodes[k + 1]).has_unknowns()) continue;
    const std::int64_t first = point_of(nodes[k]);
    const std::int64_t last = point_of(nodes[k + 1]);
    cells_.push_back({Kind::beam, batch, element, -1, -1, per_section >= section_data ? k * per_section : -1});
    grid_.cell(VtkGrid::line, {first, last});
  }
}

const VtkGrid& VtkPicture::at(const State& state) {
  fill_points(state);
  fill_cells(state);
  return grid_;
}

void VtkPicture::fill_points(const State& state) {
  for (std::size_t k = 0; k < nodes_.size(); ++k)
    fill_point(k, state.nodes[nodes_[k]], model_.node(nodes_[k]).initial.x);
  for (std::size_t k = 0; k < fem_points_.size(); ++k)
    fill_point(nodes_.size() + k, fem_node(fem_points_[k], state.nodes), fem_points_[k].before);
}

void VtkPicture::fill_point(std::size_t point, const NodeState& now, const Vec3& before) {
  const auto put = [&](int array, const Vec3& value) {
    std::copy_n(value.data(), 3, real(grid_.point_data, array).data() + 3 * point);
  };
  std::copy_n(now.x.data(), 3, grid_.points.data() + 3 * point);
  put(displacement, now.x - before);
  put(velocity, now.v);
  put(angular_velocity, now.w);
  put(acceleration, now.a);
  const Eigen::Matrix<double, 3, 3, Eigen::RowMajor> by_rows = now.R;
  std::copy_n(by_rows.data(), 9, real(grid_.point_data, orientation).data() + 9 * point);
}

void VtkPicture::fill_cells(const State& state) {
  for (std::size_t k = 0; k < cells_.size(); ++k) {
    const Cell& cell = cells_[k];
    if (cell.section >= 0) {
      fill_section(state, cell, k);
    } else if (cell.force >= 0 || cell.moment >= 0) {
      model_.batch(cell.batch).output(state, model_, cell.element, record_.data());
      if (cell.force >= 0) std::copy_n(record_.data() + cell.force, 3, real(grid_.cell_data, force).data() + 3 * k);
      if (cell.moment >= 0) std::copy_n(record_.data() + cell.moment, 3, real(grid_.cell_data, moment).data() + 3 * k);
    }
  }
}

/// Forces and moments of a section are turned into global axes; strains stay in those of the section.
void VtkPicture::fill_section(const State& state, const Cell& cell, std::size_t at) {
  const ElementBatch& batch = model_.batch(cell.batch);
  const auto vector = [&](int first) {
    Vec3 v;
    for (int i = 0; i < 3; ++i) v(i) = batch.private_value(state, cell.element, cell.section + first + i);
    return v;
  };
  // Private data of a section: strains, curvatures, forces, moments, position, rotation vector, ...
  const Mat3 axes = rotation_exp<double>(vector(15));
  const auto put = [&](int array, const Vec3& value) {
    std::copy_n(value.data(), 3, real(grid_.cell_data, array).data() + 3 * at);
  };
  put(strain, vector(0));
  put(curvature, vector(3));
  put(force, axes * vector(6));
  put(moment, axes * vector(9));
}

VtkResults::VtkResults(const Model& model, const Ownership& ownership, std::string prefix, int every,
                       MPI_Comm communicator)
    : model_(model),
      picture_(model, ownership, rank_in(communicator)),
      prefix_(std::move(prefix)),
      folder_(prefix_ + ".vtk"),
      every_(every),
      communicator_(communicator),
      rank_(rank_in(communicator)) {
  MPI_Comm_size(communicator, &ranks_);
}

/// Calls the function and throws on all ranks when it throws on one.
template <class Function>
void VtkResults::together(Function&& function) const {
  std::string message;
  try {
    function();
  } catch (const Error& e) {
    message = e.what();
  }
  int failed = message.empty() ? ranks_ : rank_;
  if (ranks_ > 1) MPI_Allreduce(MPI_IN_PLACE, &failed, 1, MPI_INT, MPI_MIN, communicator_);
  if (failed == ranks_) return;
  throw Error(ExitCode::output_failed,
              message.empty() ? fmt::format("rank {} cannot write its VTK files", failed) : message);
}

void VtkResults::begin(Archive* saved) {
  together([&] {
    if (rank_ > 0) return;
    std::int64_t length = 0;
    if (saved) (*saved)(length);
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (error) throw Error(ExitCode::output_failed, "cannot make the folder `" + folder_ + "`: " + error.message());
    series_.emplace(prefix_ + ".pvd", length);
  });
}

void VtkResults::accepted(const StepReport& report, const State& state) {
  if (report.step % every_ != 0) return;
  write(fmt::format("step_{:09d}", report.step), report.time, state, series_ ? &*series_ : nullptr);
}

void VtkResults::write(const std::string& name, double time, const State& state, VtkSeries* series) {
  together([&] {
    const VtkGrid& grid = picture_.at(state);
    const std::string inner = std::filesystem::path(folder_).filename().string() + "/";
    const auto piece = [&](int rank) { return ranks_ == 1 ? name + ".vtu" : fmt::format("{}_{}.vtu", name, rank); };
    write_vtu(folder_ + "/" + piece(rank_), grid, time);
    if (rank_ > 0) return;
    if (ranks_ > 1) {
      std::vector<std::string> pieces;
      for (int r = 0; r < ranks_; ++r) pieces.push_back(piece(r));
      write_pvtu(folder_ + "/" + name + ".pvtu", grid, pieces);
    }
    series->add(time, inner + (ranks_ == 1 ? piece(0) : name + ".pvtu"));
  });
}

void VtkResults::modes(const EigenResult& result, const State& state) {
  constexpr int pictures = 24;  // a period
  constexpr int most_modes = 20;
  ModeMotion motion(model_, result, state, communicator_);
  int number = 0, written = 0;
  for (const EigenMode& mode : result.modes) {
    ++number;
    if (mode.rigid || mode.s.imag() == 0 || written == most_modes) continue;
    ++written;
    const std::string name = fmt::format("{}_{}_mode_{}", prefix_, result.number, number);
    std::optional<VtkSeries> series;
    together([&] {
      if (rank_ == 0) series.emplace(name + ".pvd", 0);
    });
    const std::string stem = fmt::format("eigen_{}_mode_{}", result.number, number);
    for (int k = 0; k < pictures; ++k) {
      const double part = static_cast<double>(k) / pictures;
      write(fmt::format("{}_{:02d}", stem, k), part * 2 * M_PI / mode.s.imag(), motion.at(mode, 2 * M_PI * part),
            series ? &*series : nullptr);
    }
  }
}

void VtkResults::save(Archive& archive) {
  std::int64_t length = series_ ? series_->length() : 0;
  archive(length);
}

}  // namespace flexura
