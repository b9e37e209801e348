#include "assembly/driven_elements.h"

#include <algorithm>

namespace flexura {

void DrivenElements::begin() {
  for (const DrivenElement& driven : model_.driven())
    if (driven.initial) batch(driven).switch_on(driven.element.number, *driven.initial);
}

void DrivenElements::update(const DriveContext& context, const std::vector<Taylor2>& values) {
  for (const DrivenElement& driven : model_.driven()) {
    AttachmentHints* const hints = this->hints(driven);
    if (hints && context.step == 0) hints->memory.accepted = present(driven, *hints);
    if (driven.initial && context.step == 0) continue;
    const bool on = values[driven.drive].f != 0;
    batch(driven).switch_on(driven.element.number, on);
    if (!hints || context.step == 0) continue;
    if (hints->memory.begin_attempt(context.step, context.time_step)) attach(driven, *hints, hints->memory.accepted);
    if (on && !hints->memory.accepted_on && !hints->memory.woken) wake(driven, *hints, *context.state);
  }
}

void DrivenElements::wake(const DrivenElement& driven, AttachmentHints& hints, const State& state) {
  hints.memory.woken = true;
  Attachments at = hints.memory.accepted;
  if (here(driven)) {
    const auto nodes = batch(driven).nodes(driven.element.number);
    const Vec3 imposed = hints.imposed(state.drives);
    for (const Reattachment& hint : hints.hints())
      hint.apply(state.nodes[nodes[0]], state.nodes[nodes[1]], imposed, at);
  }
  attach(driven, hints, shared(driven, at));
}

void DrivenElements::accept() {
  for (const DrivenElement& driven : model_.driven()) {
    AttachmentHints* const hints = this->hints(driven);
    if (!hints) continue;
    hints->memory.accepted_on = batch(driven).is_on(driven.element.number);
    if (hints->memory.woken) hints->memory.accepted = present(driven, *hints);
    hints->memory.woken = false;
  }
}

void DrivenElements::exchange(Archive& archive) {
  for (const DrivenElement& driven : model_.driven()) {
    bool on = batch(driven).is_on(driven.element.number);
    archive(on);
    batch(driven).switch_on(driven.element.number, on);
    AttachmentHints* const hints = this->hints(driven);
    if (!hints) continue;
    hints->memory.accepted.remember(archive);
    if (archive.saving()) continue;
    hints->memory.accepted_on = on;
    attach(driven, *hints, hints->memory.accepted);
  }
}

AttachmentHints* DrivenElements::hints(const DrivenElement& driven) {
  return dynamic_cast<AttachmentHints*>(&model_.drive(driven.drive));
}

bool DrivenElements::here(const DrivenElement& driven) const {
  const auto& computed = numbering_.elements(driven.element.batch);
  return std::binary_search(computed.begin(), computed.end(), driven.element.number);
}

void DrivenElements::attach(const DrivenElement& driven, AttachmentHints& hints, const Attachments& at) {
  if (batch(driven).is_here(driven.element.number)) hints.attach(at);
}

Attachments DrivenElements::present(const DrivenElement& driven, const AttachmentHints& hints) const {
  return shared(driven, here(driven) ? hints.attachments() : Attachments());
}

Attachments DrivenElements::shared(const DrivenElement& driven, Attachments at) const {
  int ranks = 1;
  MPI_Comm_size(communicator_, &ranks);
  if (ranks == 1) return at;
  std::vector<double> numbers;
  Archive out = Archive::save(numbers);
  at.remember(out);
  if (!here(driven)) std::fill(numbers.begin(), numbers.end(), 0.0);
  MPI_Allreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_DOUBLE, MPI_SUM, communicator_);
  Archive in = Archive::restore(numbers);
  at.remember(in);
  return at;
}

}  // namespace flexura
