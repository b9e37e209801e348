#include "assembly/model_part.h"

#include <algorithm>
#include <array>

namespace flexura {

namespace {

const std::string part_list = "part";

/// Saves `count` numbers, or reads them; to nowhere when they are not of this rank.
void take(Archive& archive, double* numbers, int count) {
  if (numbers) {
    archive.numbers(numbers, static_cast<std::size_t>(count));
    return;
  }
  std::vector<double> dropped(static_cast<std::size_t>(count));
  archive.numbers(dropped.data(), dropped.size());
}

void exchange(Archive& archive, NodeState& node) { archive(node.x, node.R, node.v, node.w, node.a, node.alpha); }

}  // namespace

ModelPart::ModelPart(const Model& model, const Numbering& numbering) : model_(model), numbering_(numbering) {
  for (const NodeIndex i : numbering.local_nodes()) {
    nodes_.push_back(i);
    owned_.push_back(numbering.node(i) < numbering.owned() ? 1 : 0);
  }
  // Every rank knows all parameter nodes.
  for (NodeIndex i = 0; i < model.node_count(); ++i) {
    if (model.properties(i).kind != NodeKind::parameter) continue;
    nodes_.push_back(i);
    owned_.push_back(1);
  }
  for (int b = 0; b < model.batch_count(); ++b) elements_.push_back(numbering.elements(b));
}

void ModelPart::lists(Archive& archive) {
  archive(nodes_, owned_, elements_);
  if (archive.saving()) return;
  const auto known = [](int number, int count) { return number >= 0 && number < count; };
  bool ok = static_cast<int>(elements_.size()) == model_.batch_count() && owned_.size() == nodes_.size();
  for (const NodeIndex i : nodes_) ok = ok && known(i, model_.node_count());
  for (std::size_t b = 0; ok && b < elements_.size(); ++b)
    for (const int e : elements_[b]) ok = ok && known(e, model_.batch(static_cast<int>(b)).size());
  if (!ok) throw Error(ExitCode::input_error, "the saved state belongs to a model with other nodes or elements");
}

void ModelPart::nodes(Archive& archive, NodeState* nodes) const {
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    NodeState dropped;
    const bool taken =
        own_ || (owned_[k] && (numbering_.node(nodes_[k]) >= 0 || !model_.properties(nodes_[k]).has_unknowns()));
    exchange(archive, taken ? nodes[nodes_[k]] : dropped);
  }
}

bool ModelPart::here(int batch, int element) const {
  const auto& list = numbering_.elements(batch);
  return own_ || std::binary_search(list.begin(), list.end(), element);
}

template <class Use>
void ModelPart::each_element(Use&& use) const {
  for (std::size_t b = 0; b < elements_.size(); ++b)
    for (const int e : elements_[b]) use(static_cast<int>(b), model_.batch(static_cast<int>(b)), e);
}

void ModelPart::unknowns(Archive& archive, double* y) const {
  each_element([&](int b, const ElementBatch& batch, int e) {
    const int count = batch.unknown_count(e);
    if (count > 0) take(archive, here(b, e) ? y + batch.dofs(e)[6 * batch.node_count(e)] : nullptr, count);
  });
}

void ModelPart::momenta(Archive& archive, double* p) const {
  each_element([&](int b, const ElementBatch& batch, int e) {
    take(archive, here(b, e) ? p + batch.first_momentum(e) : nullptr, batch.momentum_count(e));
  });
}

void ModelPart::memory(Archive& archive, double* memory) const {
  each_element([&](int b, const ElementBatch& batch, int e) {
    take(archive, here(b, e) ? memory + batch.first_memory(e) : nullptr, batch.memory_count(e));
  });
}

void ModelPart::save(const Model& model, const Numbering& numbering, Snapshot& snapshot, const std::string& name,
                     const std::function<void(const ModelPart&, Archive&)>& exchange) {
  ModelPart part(model, numbering);
  auto& lists = snapshot.parts[static_cast<std::size_t>(snapshot.rank)];
  if (lists.find(part_list) == lists.end()) {
    Archive archive = snapshot.save_part(part_list);
    part.lists(archive);
  }
  Archive archive = snapshot.save_part(name);
  exchange(part, archive);
}

void ModelPart::restore(const Model& model, const Numbering& numbering, const Snapshot& snapshot,
                        const std::string& name, const std::function<void(const ModelPart&, Archive&)>& exchange) {
  for (std::size_t r = 0; r < snapshot.parts.size(); ++r) {
    if (snapshot.same_parts && static_cast<int>(r) != snapshot.rank) continue;
    ModelPart part(model, numbering);
    part.own_ = snapshot.same_parts;
    Archive lists = snapshot.restore_part(part_list, r);
    part.lists(lists);
    Archive archive = snapshot.restore_part(name, r);
    exchange(part, archive);
    archive.finish();
  }
}

bool ModelPart::same(const Model& model, const Numbering& numbering, const Snapshot& snapshot) {
  if (static_cast<std::size_t>(snapshot.rank) >= snapshot.parts.size()) return false;
  const ModelPart own(model, numbering);
  ModelPart saved(model, numbering);
  Archive archive = snapshot.restore_part(part_list, static_cast<std::size_t>(snapshot.rank));
  saved.lists(archive);
  return own.nodes_ == saved.nodes_ && own.owned_ == saved.owned_ && own.elements_ == saved.elements_;
}

}  // namespace flexura
