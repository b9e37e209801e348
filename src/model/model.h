// The model: nodes, drives, elements by type; what the file says, constant after it has been read.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <typeindex>
#include <unordered_map>
#include <vector>

#include "model/batch.h"
#include "model/drive.h"
#include "model/node.h"

namespace flexura {

/// One element: its batch and number in it.
struct ElementReference {
  int batch = -1;
  int number = -1;
};

class Model {
 public:
  Model();

  // --- nodes -------------------------------------------------------------------------------------------------------
  /// Adds a node; throws InputError at the node's location when the label is taken.
  NodeIndex add_node(StructuralNode node);
  [[nodiscard]] int node_count() const { return static_cast<int>(nodes_.size()); }  ///< including the ground
  [[nodiscard]] const StructuralNode& node(NodeIndex i) const { return nodes_[i]; }
  [[nodiscard]] StructuralNode& node(NodeIndex i) { return nodes_[i]; }
  [[nodiscard]] std::optional<NodeIndex> find_node(unsigned label) const;
  [[nodiscard]] std::vector<std::string> node_labels() const;  ///< for messages

  // --- drives ------------------------------------------------------------------------------------------------------
  DriveId add_drive(DrivePointer drive);
  [[nodiscard]] int drive_count() const { return static_cast<int>(drives_.size()); }
  [[nodiscard]] Drive& drive(DriveId i) const { return *drives_[i]; }

  // --- elements ----------------------------------------------------------------------------------------------------
  /// Adds an element; throws InputError at info.where when the label is taken in its family.
  template <ElementType E>
  ElementReference add_element(ElementInfo info, E element) {
    const ElementReference reference =
        register_element(std::type_index(typeid(E)), E::family, info, [] { return std::make_unique<Batch<E>>(); });
    static_cast<Batch<E>&>(*batches_[reference.batch]).add(std::move(info), std::move(element));
    return reference;
  }
  [[nodiscard]] int batch_count() const { return static_cast<int>(batches_.size()); }
  [[nodiscard]] const ElementBatch& batch(int i) const { return *batches_[i]; }
  [[nodiscard]] ElementBatch& batch(int i) { return *batches_[i]; }
  /// All elements in the order of the file.
  [[nodiscard]] const std::vector<ElementReference>& elements() const { return order_; }
  [[nodiscard]] std::optional<ElementReference> find_element(std::string_view family, unsigned label) const;
  [[nodiscard]] int count(std::string_view family) const;  ///< elements of a family

  // --- environment -------------------------------------------------------------------------------------------------
  void set_gravity(std::unique_ptr<GravityField> field) { gravity_ = std::move(field); }
  [[nodiscard]] const GravityField* gravity() const { return gravity_.get(); }

  std::string title;
  bool statics = false;  ///< `model: static`: inertia is ignored
  OrientationFormat default_orientation = OrientationFormat::euler123;
  SectionOutput default_beam_output;

 private:
  ElementReference register_element(std::type_index type, std::string_view family, const ElementInfo& info,
                                    const std::function<std::unique_ptr<ElementBatch>()>& make);

  std::vector<StructuralNode> nodes_;
  std::unordered_map<unsigned, NodeIndex> node_by_label_;
  std::vector<DrivePointer> drives_;
  std::vector<std::unique_ptr<ElementBatch>> batches_;
  std::map<std::type_index, int> batch_by_type_;
  std::vector<ElementReference> order_;
  std::map<std::string, std::unordered_map<unsigned, ElementReference>, std::less<>> element_by_label_;
  std::unique_ptr<GravityField> gravity_;
};

}  // namespace flexura
