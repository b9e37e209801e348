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

  /// Those of `batch`, which must outlive them; null when its type takes no such hint.
  static std::unique_ptr<HintedJoints> of(ElementBatch& batch);
};

}  // namespace flexura
