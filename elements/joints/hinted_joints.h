// Joints that hints of driven elements can attach anew: `offset{k}`, `hinge{k}`, ...
#pragma once

#include <memory>

#include "model/element_batch.h"
#include "model/reattachment.h"

namespace flexura {

/// Where the elements of a batch are attached.
class HintedJoints {
 public:
  HintedJoints() = default;
  HintedJoints(const HintedJoints&) = delete;
  HintedJoints& operator=(const HintedJoints&) = delete;
  virtual ~HintedJoints() = default;

  [[nodiscard]] virtual bool attaches(AttachmentPart part) const = 0;
  [[nodiscard]] virtual Attachments attachments(int i) const = 0;
  virtual void attach(int i, const Attachments& at) = 0;
  /// Displacement that joint i imposes between its points, axes of node 1, m; `drives` as in State.
  [[nodiscard]] virtual Vec3 imposed(int i, const Taylor2* drives) const = 0;

  /// Those of `batch`, which must outlive them; null when its type takes no such hint.
  static std::unique_ptr<HintedJoints> of(ElementBatch& batch);
};

}  // namespace flexura
