// Force `modal`: values in the equations of modes, with resultants on the modal node.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "elements/modal/modal_body.h"
#include "model/batch.h"
#include "model/model.h"

namespace flexura {

/// A value F_j(t) in the equation of mode j; when the mode has a resultant (f_j, m_j), axes of the body, the modal node
/// feels the force sum R f_j F_j and the couple sum R m_j F_j.
/// Text row: force and couple on the modal node, global axes (6), one value a mode.
class ModalForce {
 public:
  static constexpr std::string_view type = "modal";
  static constexpr std::string_view family = "force";

  struct Part {
    int mode;  ///< active mode, from 0
    DriveId value;
    Vec3 force = Vec3::Zero(), couple = Vec3::Zero();
  };

  ModalForce(const ModalBody& body, std::vector<Part> parts)
      : nodes_(body.nodes()), first_(body.frame().clamped ? 0 : 1), parts_(std::move(parts)) {
    for (const Part& p : parts_) resultant_ = resultant_ || !p.force.isZero(0) || !p.couple.isZero(0);
  }

  [[nodiscard]] const std::vector<NodeIndex>& nodes() const { return nodes_; }
  [[nodiscard]] int unknown_count() const { return 0; }

  void residual(const Local& q, Residual& r) const {
    for (const Part& p : parts_) r.force(first_ + p.mode / 3)(p.mode % 3) += q.drive(p.value).f;
    if (!resultant_) return;
    const auto [force, couple] = resultants(q);
    r.force(0) += force;
    r.moment(0) += couple;
  }
  void jacobian(const Local& q, Jacobian& j) const {
    if (!resultant_) return;
    const auto [force, couple] = resultants(q);
    j(local::force(0), local::rotation(0)) += Mat3(-skew(force));
    j(local::moment(0), local::rotation(0)) += Mat3(-skew(couple));
  }

  [[nodiscard]] OutputSpec output_spec(const Model&) const {
    OutputSpec spec;
    spec.extension = "frc";
    spec.family = "force";
    spec.type = "modal force";
    const auto count = static_cast<int>(parts_.size());
    spec.record_size = spec.text_columns = 6 + count;
    spec.variables = {{"F", 0, 3, 1, "Force", "force on the modal node, global axes"},
                      {"M", 3, 3, 1, "Moment", "couple on the modal node, global axes"}};
    if (count > 0) spec.variables.push_back({"f", 6, count, 1, "-", "values in the equations of modes"});
    return spec;
  }
  void output(const Local& q, const Model&, double* record) const {
    std::fill_n(record, 6, 0.0);
    if (resultant_) {
      const auto [force, couple] = resultants(q);
      std::copy_n(force.data(), 3, record);
      std::copy_n(couple.data(), 3, record + 3);
    }
    for (const Part& p : parts_) *(record++ + 6) = q.drive(p.value).f;
  }

 private:
  [[nodiscard]] std::pair<Vec3, Vec3> resultants(const Local& q) const {
    Vec3 force = Vec3::Zero(), couple = Vec3::Zero();
    for (const Part& p : parts_) {
      force += p.force * q.drive(p.value).f;
      couple += p.couple * q.drive(p.value).f;
    }
    const Mat3& R = q.node(0).R;
    return {R * force, R * couple};
  }

  std::vector<NodeIndex> nodes_;  // those of the body
  int first_;
  std::vector<Part> parts_;
  bool resultant_ = false;
};

}  // namespace flexura
