// Driven elements: switched on and off as a step begins, and attached anew by their hints when they wake up.
#pragma once

#include <mpi.h>

#include <vector>

#include "assembly/numbering.h"
#include "model/model.h"
#include "model/reattachment.h"

namespace flexura {

/// View of the driven elements of a model; what is remembered is in the elements and in the drives that switch them.
///
/// An element that was off at the last accepted step and is switched on attaches itself to the state at that moment,
/// the one predicted for the end of the step (or of its stage), as its hints say. When the step is tried again with
/// another size it starts from the attachment accepted last.
class DrivenElements {
 public:
  DrivenElements(Model& model, const Numbering& numbering, MPI_Comm communicator)
      : model_(model), numbering_(numbering), communicator_(communicator) {}

  /// Elements with a given initial state have it from now on.
  void begin();
  /// Switches all by the values of their drives. Collective.
  void update(const DriveContext& context, const std::vector<Taylor2>& values);
  /// The step of the last update was accepted. Collective.
  void accept();
  /// Saves what is on and where hints have attached it, or takes it back.
  void exchange(Archive& archive);

 private:
  void wake(const DrivenElement& driven, AttachmentHints& hints, const State& state);
  [[nodiscard]] ElementBatch& batch(const DrivenElement& driven) { return model_.batch(driven.element.batch); }
  [[nodiscard]] AttachmentHints* hints(const DrivenElement& driven);
  /// This rank computes with the element.
  [[nodiscard]] bool here(const DrivenElement& driven) const;
  /// Gives the element an attachment, when this rank knows it.
  void attach(const DrivenElement& driven, AttachmentHints& hints, const Attachments& at);
  /// Where the rank that computes with the element has attached it, known to all.
  [[nodiscard]] Attachments present(const DrivenElement& driven, const AttachmentHints& hints) const;
  [[nodiscard]] Attachments shared(const DrivenElement& driven, Attachments at) const;

  Model& model_;
  const Numbering& numbering_;
  MPI_Comm communicator_;
};

}  // namespace flexura
