#include "model/model.h"

namespace flexura {

Model::Model() {
  StructuralNode ground;
  ground.kind = NodeKind::ground;
  ground.output = false;
  nodes_.push_back(std::move(ground));
}

NodeIndex Model::add_node(StructuralNode node) {
  const auto index = static_cast<NodeIndex>(nodes_.size());
  const auto [at, inserted] = node_by_label_.emplace(node.label, index);
  if (!inserted) {
    throw InputError(node.where, "structural node " + std::to_string(node.label) + " is already defined at " +
                                     nodes_[at->second].where.str());
  }
  nodes_.push_back(std::move(node));
  return index;
}

std::optional<NodeIndex> Model::find_node(unsigned label) const {
  const auto at = node_by_label_.find(label);
  if (at == node_by_label_.end()) return std::nullopt;
  return at->second;
}

std::vector<std::string> Model::node_labels() const {
  std::vector<std::string> labels;
  for (std::size_t i = 1; i < nodes_.size(); ++i) labels.push_back(std::to_string(nodes_[i].label));
  return labels;
}

DriveId Model::add_drive(DrivePointer drive) {
  drives_.push_back(std::move(drive));
  return static_cast<DriveId>(drives_.size()) - 1;
}

ElementReference Model::register_element(std::type_index type, std::string_view family, const ElementInfo& info,
                                         const std::function<std::unique_ptr<ElementBatch>()>& make) {
  auto [at, inserted] = batch_by_type_.emplace(type, static_cast<int>(batches_.size()));
  if (inserted) batches_.push_back(make());
  const ElementReference reference{at->second, batches_[at->second]->size()};
  auto& labels = element_by_label_[std::string(family)];
  const auto [old, fresh] = labels.emplace(info.label, reference);
  if (!fresh) {
    const ElementBatch& batch = *batches_[old->second.batch];
    throw InputError(info.where, std::string(family) + " " + std::to_string(info.label) + " is already defined at " +
                                     batch.info(old->second.number).where.str());
  }
  order_.push_back(reference);
  return reference;
}

std::optional<ElementReference> Model::find_element(std::string_view family, unsigned label) const {
  const auto labels = element_by_label_.find(family);
  if (labels == element_by_label_.end()) return std::nullopt;
  const auto at = labels->second.find(label);
  if (at == labels->second.end()) return std::nullopt;
  return at->second;
}

int Model::count(std::string_view family) const {
  const auto labels = element_by_label_.find(family);
  return labels == element_by_label_.end() ? 0 : static_cast<int>(labels->second.size());
}

}  // namespace flexura
