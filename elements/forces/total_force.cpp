#include "elements/forces/total_force.h"

#include "elements/forces/load_record.h"

namespace flexura {

namespace {

constexpr int columns = 10;  // label, force, point, couple

OutputSpec total_spec(std::string_view type, int nodes) {
  OutputSpec spec = force_spec(type, false);
  spec.record_size = spec.text_columns = columns * nodes;
  spec.variables.push_back({"M", 7, 3, 1, "Moment", "couple in global axes (M_X, M_Y, M_Z)"});
  if (nodes == 2) {
    spec.integer_columns.push_back(columns);
    spec.variables[1].name = "Arm1";
    spec.variables.push_back(
        {"Arm2", columns + 4, 3, 1, "Length", "point of application on node 2, global axes (X, Y, Z)"});
  }
  return spec;
}

template <class Kinematics>
void write_total(double* record, const Model& model, const Kinematics& q, int k, const Vec3& force, const Vec3& arm,
                 const Vec3& couple) {
  record[0] = label_of(model, q.node_index(k));
  Eigen::Map<Vec3> f(record + 1), point(record + 4), m(record + 7);
  f = force;
  point = q.node(k).x + q.node(k).R * arm;
  m = couple;
}

Vec3 global(const Local& q, const Mat3& axes, const Drive3& value) {
  return q.node(0).R * Vec3(axes * value.value(q.drives()));
}

}  // namespace

OutputSpec TotalForce::output_spec(const Model&) const { return total_spec("total", 1); }

void TotalForce::output(const authoring::Motion<double>& q, const Model& model, double* record) const {
  const Mat3& r = q.node(0).R;
  write_total(record, model, q, 0, Vec3(r * Vec3(force_axes_ * q.drive(force_))), arm_,
              Vec3(r * Vec3(moment_axes_ * q.drive(couple_))));
}

std::string TotalForce::log(const ElementInfo& info, const Model& model, const std::array<NodeIndex, 1>& nodes) const {
  return LoadLog("structural total force", info, model).at(nodes[0], arm_).str();
}

OutputSpec InternalTotalForcePhysics::output_spec(const Model&) const { return total_spec(type, 2); }

void InternalTotalForcePhysics::output(const Local& q, const Model& model, double* record) const {
  const Vec3 f = global(q, frames_.force, force_);
  const Vec3 m = global(q, frames_.moment, couple_);
  write_total(record, model, q, 0, f, frames_.arm, m);
  write_total(record + columns, model, q, 1, -f, arm2_, -m);
}

std::string InternalTotalForcePhysics::log(const ElementInfo& info, const Model& model) const {
  return LoadLog("structural internal total force", info, model).at(nodes_[0], frames_.arm).at(nodes_[1], arm2_).str();
}

}  // namespace flexura
