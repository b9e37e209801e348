// What can be said about a model without solving it.
#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "elements/beams/beam_inertia.h"
#include "elements/bodies/body.h"
#include "input/blocks/analysis.h"

namespace flexura {

namespace {

void check_masses(const Model& model, std::vector<Warning>& warnings) {
  std::vector<bool> has_body(static_cast<std::size_t>(model.node_count()), false);
  std::vector<bool> has_varying_body(has_body);
  for (int b = 0; b < model.batch_count(); ++b) {
    const ElementBatch& batch = model.batch(b);
    if (batch.family() != Body::family && batch.family() != Beam3Inertia::family) continue;
    for (int i = 0; i < batch.size(); ++i) {
      for (const NodeIndex node : batch.nodes(i)) {
        has_body[static_cast<std::size_t>(node)] = true;
        if (batch.type() != Body::type) has_varying_body[static_cast<std::size_t>(node)] = true;
      }
    }
  }
  for (NodeIndex i = 1; i < model.node_count(); ++i) {
    const StructuralNode& node = model.node(i);
    const auto at = static_cast<std::size_t>(i);
    if (!node.moves() || node.kind == NodeKind::modal || has_varying_body[at]) continue;
    if (!has_body[at]) {
      warnings.push_back({node.where, fmt::format("dynamic node {} has no body: nothing gives it mass", node.label)});
    } else if (!(node.mass.mass > 0)) {
      warnings.push_back({node.where, fmt::format("the bodies of dynamic node {} have no mass: {:g} in all", node.label,
                                                  node.mass.mass)});
    }
  }
}

/// Nodes that no inertia and no element with a stiffness or a constraint touches: nothing determines their motion.
void check_held(const Model& model, std::vector<Warning>& warnings) {
  std::vector<bool> held(static_cast<std::size_t>(model.node_count()), false);
  for (int b = 0; b < model.batch_count(); ++b) {
    const ElementBatch& batch = model.batch(b);
    if (batch.family() == Body::family || batch.family() == "force" || batch.family() == "moving frame inertia")
      continue;
    for (int i = 0; i < batch.size(); ++i)
      for (const auto nodes : {batch.nodes(i), batch.scalars(i)})
        for (const NodeIndex node : nodes) held[static_cast<std::size_t>(node)] = true;
  }
  for (NodeIndex i = 1; i < model.node_count(); ++i) {
    const StructuralNode& node = model.node(i);
    if (held[static_cast<std::size_t>(i)] || !node.has_unknowns() || node.moves()) continue;
    warnings.push_back({node.where, fmt::format("{} node {} has neither mass nor stiffness: nothing determines {}",
                                                node.structural() ? "static" : name_of(node.family), node.label,
                                                node.structural() ? "where it is" : "its value")});
  }
}

void check_frames(const ReferenceFrames& frames, std::vector<Warning>& warnings) {
  for (const auto& [label, frame] : frames.all()) {
    if (!frame.used) warnings.push_back({frame.where, fmt::format("reference frame {} is never used", label)});
  }
}

void check_drives(const LabelledDrives& drives, std::vector<Warning>& warnings) {
  for (const auto& [label, entry] : drives.all()) {
    if (!drives.used(label)) warnings.push_back({entry.where, fmt::format("drive caller {} is never used", label)});
  }
}

}  // namespace

std::vector<Warning> check_model(const Analysis& analysis) {
  std::vector<Warning> warnings = analysis.warnings;
  check_frames(analysis.frames, warnings);
  check_drives(analysis.symbols->drives, warnings);
  check_masses(analysis.model, warnings);
  check_held(analysis.model, warnings);
  return warnings;
}

}  // namespace flexura
