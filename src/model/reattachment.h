// Where an element is attached to its two nodes, and how a hint of a driven element attaches it anew.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/state.h"
#include "support/archive.h"

namespace flexura {

/// What of an attachment a hint recomputes.
enum class AttachmentPart : std::uint8_t {
  offset,           ///< `offset`: the point
  axes,             ///< `hinge`, of total joints `position-hinge`
  orientation_axes  ///< `orientation-hinge` of total joints
};

/// Points and axes of both nodes of an element, in node axes; on the ground, in global axes.
struct Attachments {
  struct End {
    Vec3 position = Vec3::Zero();              ///< m
    Mat3 axes = Mat3::Identity();              ///< joint axes to node axes
    Mat3 orientation_axes = Mat3::Identity();  ///< of total joints: those whose orientation is measured
  };
  std::array<End, 2> ends;

  /// Of an element whose axes no hint turns.
  static Attachments at_points(const Vec3& point1, const Vec3& point2) {
    Attachments at;
    at.ends[0].position = point1;
    at.ends[1].position = point2;
    return at;
  }

  void remember(Archive& archive) {
    for (End& end : ends) archive(end.position, end.axes, end.orientation_axes);
  }
};

/// A hint `offset{k}`, `hinge{k}`, ...: the attachment to one node becomes what that to the other one is at this
/// moment.
struct Reattachment {
  AttachmentPart part = AttachmentPart::offset;
  int end = 0;  ///< 0 or 1, of nodes()

  /// With k this end and m the other one (language manual, hints of the joints):
  /// offset fk = Rk^T (xm + Rm fm - xk), axes Rkh = Rk^T Rm Rmh. Where the joint imposes a displacement `imposed`
  /// between the points, in axes of node 1, f1 + imposed takes the place of f1.
  void apply(const NodeState& node1, const NodeState& node2, const Vec3& imposed, Attachments& at) const {
    at.ends[0].position += imposed;
    apply(node1, node2, at);
    at.ends[0].position -= imposed;
  }

 private:
  void apply(const NodeState& node1, const NodeState& node2, Attachments& at) const {
    const NodeState& k = end == 0 ? node1 : node2;
    const NodeState& m = end == 0 ? node2 : node1;
    Attachments::End& mine = at.ends[end];
    const Attachments::End& other = at.ends[1 - end];
    switch (part) {
      case AttachmentPart::offset:
        mine.position = k.R.transpose() * (m.x + m.R * other.position - k.x);
        break;
      case AttachmentPart::axes:
        mine.axes = k.R.transpose() * (m.R * other.axes);
        break;
      case AttachmentPart::orientation_axes:
        mine.orientation_axes = k.R.transpose() * (m.R * other.orientation_axes);
        break;
    }
  }
};

/// A drive that switches a driven element, with the hints that attach the element anew when it wakes up.
class AttachmentHints {
 public:
  AttachmentHints() = default;
  AttachmentHints(const AttachmentHints&) = delete;
  AttachmentHints& operator=(const AttachmentHints&) = delete;
  virtual ~AttachmentHints() = default;

  /// In the order in which they are followed.
  [[nodiscard]] virtual const std::vector<Reattachment>& hints() const = 0;
  [[nodiscard]] virtual Attachments attachments() const = 0;
  virtual void attach(const Attachments& at) = 0;
  /// Displacement that the joint imposes between its points, axes of node 1, m; `drives` as in State.
  [[nodiscard]] virtual Vec3 imposed(const Taylor2* drives) const = 0;

  /// From step to step.
  struct Memory {
    Attachments accepted;  ///< at the last accepted step
    bool accepted_on = false;
    bool woken = false;     ///< and attached anew, in this attempt of a step
    std::int64_t step = 0;  ///< of the attempt
    double time_step = 0;   ///< likewise

    /// True when this is another attempt, and the one before has attached the element.
    bool begin_attempt(std::int64_t new_step, double new_time_step) {
      const bool other = new_step != step || new_time_step != time_step;
      step = new_step;
      time_step = new_time_step;
      if (!other || !woken) return false;
      woken = false;
      return true;
    }
  };
  Memory memory;
};

}  // namespace flexura
