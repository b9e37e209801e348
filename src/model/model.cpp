#include "model/model.h"

#include "math/rotation.h"

namespace flexura {

std::string_view name_of(NodeFamily family) {
  constexpr std::array<std::string_view, node_family_count> names = {"structural", "abstract",  "electric", "hydraulic",
                                                                     "thermal",    "parameter", "modal"};
  return names[static_cast<std::size_t>(family)];
}

MovingFrame FrameMotion::at(const Taylor2* drives) const {
  MovingFrame f;
  f.R = rotation_exp<double>(orientation_drive.value(drives)) * R;
  const auto seen = [&](const Vec3& constant, const Drive3& drive) {
    return Vec3(f.R.transpose() * (constant + drive.value(drives)));
  };
  f.x = seen(x, x_drive);
  f.v = seen(v, v_drive);
  f.a = seen(a, a_drive);
  f.w = seen(w, w_drive);
  f.alpha = seen(alpha, alpha_drive);
  return f;
}

Model::Model() {
  StructuralNode ground;
  ground.kind = NodeKind::ground;
  ground.output = false;
  nodes_.push_back(ground);
}

NodeIndex Model::add_node(const StructuralNode& node) {
  if (notes_) {
    CardNote& card = notes_->card();
    if (card.node || card.element) throw CardLeavesTrace();
    card.node = node;
    return -1;
  }
  const auto index = static_cast<NodeIndex>(nodes_.size());
  LabelMap& labels = node_by_label_[static_cast<std::size_t>(node.family)];
  if (!labels.add(node.label, index)) {
    throw InputError(node.where, std::string(name_of(node.family)) + " node " + std::to_string(node.label) +
                                     " is already defined at " + nodes_[*labels.find(node.label)].where.str());
  }
  nodes_.push_back(node);
  return index;
}

std::optional<NodeIndex> Model::find_node(unsigned label, NodeFamily family) const {
  return node_by_label_[static_cast<std::size_t>(family)].find(label);
}

std::vector<std::string> Model::node_labels(NodeFamily family) const {
  std::vector<std::string> labels;
  for (std::size_t i = 1; i < nodes_.size(); ++i)
    if (nodes_.properties(i).family == family) labels.push_back(std::to_string(nodes_.label(i)));
  return labels;
}

int Model::observe(Observation observation) {
  refuse_notes();
  for (std::size_t i = 0; i < observations_.size(); ++i) {
    const Observation& known = observations_[i];
    if (known.label == observation.label && known.family == observation.family && known.name == observation.name &&
        known.datum == observation.datum)
      return static_cast<int>(i);
  }
  observations_.push_back(std::move(observation));
  return static_cast<int>(observations_.size()) - 1;
}

void Model::resolve_observations() {
  for (Observation& o : observations_) {
    if (o.element.batch >= 0) continue;
    const auto element = find_element(o.family, o.label);
    if (!element) throw InputError(o.where, o.family + " " + std::to_string(o.label) + " is not defined");
    const auto datum = batch(element->batch).private_datum(element->number, o.name);
    if (!datum) throw InputError(o.where, o.family + " " + std::to_string(o.label) + " has no datum `" + o.name + "`");
    o.element = *element;
    o.datum = *datum;
  }
}

DriveId Model::add_drive(DrivePointer drive) {
  refuse_notes();
  drives_.push_back(std::move(drive));
  return static_cast<DriveId>(drives_.size()) - 1;
}

ElementReference Model::register_element(std::type_index type, std::string_view family, const ElementInfo& info,
                                         const std::function<std::unique_ptr<ElementBatch>()>& make) {
  auto [at, inserted] = batch_by_type_.emplace(type, static_cast<int>(batches_.size()));
  if (inserted) batches_.push_back(make());
  const ElementReference reference{at->second, batches_[at->second]->size()};
  LabelMap& labels = element_by_label_[std::string(family)];
  if (!labels.add(info.label, static_cast<int>(order_.size()))) {
    const ElementReference old = order_[static_cast<std::size_t>(*labels.find(info.label))];
    throw InputError(info.where, std::string(family) + " " + std::to_string(info.label) + " is already defined at " +
                                     batches_[old.batch]->info(old.number).where.str());
  }
  order_.push_back(reference);
  return reference;
}

void Model::set_output(const ElementReference& element, bool output) {
  if (element.batch >= 0) {
    batches_[element.batch]->set_output(element.number, output);
  } else if (notes_ && notes_->card().element) {
    notes_->card().element->info.output = output;
  }
}

void Model::add_mass(NodeIndex node, const MassProperties& mass) {
  if (notes_) {
    notes_->card().masses.emplace_back(node, mass);
  } else {
    change_node(node, [&](StructuralNode& at) { at.mass += mass; });
  }
}

bool Model::may_note_element() const {
  const CardNote& card = notes_->card();
  return !card.node && !card.element && source_ && source_->ticket();
}

bool Model::add_noted(const CardNote& card, NoteReader::Shape* shape, ElementSource::Ticket ticket) {
  if (card.node) {
    if (find_node(card.node->label, card.node->family)) return false;
    add_node(*card.node);
    return true;
  }
  const ElementNote& note = *card.element;
  ElementBatch& batch = *batches_[note.batch];
  LabelMap& labels = element_by_label_.find(batch.family())->second;
  if (!labels.add(note.info.label, static_cast<int>(order_.size()))) return false;
  if (shape->number < 0) shape->number = batch.shape_number(shape->shape);
  order_.push_back({note.batch, batch.size()});
  batch.give_up(note, shape->number, *source_, ticket);
  for (const auto& [node, mass] : card.masses) add_mass(node, mass);
  return true;
}

std::optional<ElementReference> Model::returning(std::type_index type) {
  if (returning_.empty()) return std::nullopt;
  const auto at = batch_by_type_.find(type);
  if (at == batch_by_type_.end() || batches_[at->second].get() != returning_.back().first) return std::nullopt;
  const ElementReference reference{at->second, returning_.back().second};
  returning_.pop_back();
  return reference;
}

void Model::take_back(const ElementBatch& batch, int element, const std::function<void()>& read) {
  returning_.emplace_back(&batch, element);
  read();
  if (!batch.is_here(element))
    throw Error(ExitCode::internal_error,
                batch.info(element).where.str() + ": reading the card again made another element");
}

void Model::add_with_source(std::shared_ptr<ElementSource> source, const std::function<void()>& add) {
  if (!source_) {
    add();
    return;
  }
  ElementSource* const of_file = std::exchange(source_, source.get());
  own_sources_.push_back(std::move(source));
  add();
  source_ = of_file;
}

std::optional<ElementReference> Model::find_element(std::string_view family, unsigned label) const {
  const auto labels = element_by_label_.find(family);
  if (labels == element_by_label_.end()) return std::nullopt;
  const auto at = labels->second.find(label);
  if (!at) return std::nullopt;
  return order_[static_cast<std::size_t>(*at)];
}

int Model::count(std::string_view family) const {
  const auto labels = element_by_label_.find(family);
  return labels == element_by_label_.end() ? 0 : labels->second.size();
}

}  // namespace flexura
