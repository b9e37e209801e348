// The model: nodes, drives, elements by type; what the file says, constant after it has been read.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <typeindex>
#include <utility>
#include <vector>

#include "model/batch.h"
#include "model/card_notes.h"
#include "model/drive.h"
#include "model/element_order.h"
#include "model/label_map.h"
#include "model/node.h"
#include "model/node_table.h"

namespace flexura {

/// A private datum of an element that drives look at while the analysis runs: the rank that has the element evaluates
/// it, all ranks know the value (DriveContext::observed).
struct Observation {
  ElementReference element;  ///< batch -1 until the element is known (resolve_observations)
  int datum = -1;
  std::string family;
  unsigned label = 0;
  std::string name;
  SourceLocation where;
};

/// An element that is switched on and off by a drive (card `driven`).
struct DrivenElement {
  ElementReference element;
  DriveId drive = -1;
  std::optional<bool> initial;  ///< state before the first step; unset: that of the drive
};

/// The motion prescribed for the frame of the whole model (`rigid body kinematics`), everything absolute. Drives are
/// added to constants.
struct FrameMotion {
  Vec3 x = Vec3::Zero(), v = Vec3::Zero(), a = Vec3::Zero(), w = Vec3::Zero(), alpha = Vec3::Zero();
  Mat3 R = Mat3::Identity();
  Drive3 x_drive, orientation_drive, v_drive, a_drive, w_drive, alpha_drive;  ///< orientation: rotation vector

  [[nodiscard]] MovingFrame at(const Taylor2* drives) const;
};

class Model {
 public:
  Model();

  // --- nodes -------------------------------------------------------------------------------------------------------
  /// Adds a node; throws InputError at the node's location when the label is taken.
  NodeIndex add_node(const StructuralNode& node);
  [[nodiscard]] int node_count() const { return static_cast<int>(nodes_.size()); }  ///< including the ground
  /// A copy: loops that need no more ask for properties or labels.
  [[nodiscard]] StructuralNode node(NodeIndex i) const { return nodes_[i]; }
  [[nodiscard]] const NodeProperties& properties(NodeIndex i) const { return nodes_.properties(i); }
  [[nodiscard]] unsigned label(NodeIndex i) const { return nodes_.label(i); }
  /// Calls `change(StructuralNode&)`; label and family stay as they are.
  template <class Change>
  void change_node(NodeIndex i, Change&& change) {
    refuse_notes();
    StructuralNode node = nodes_[i];
    std::forward<Change>(change)(node);
    nodes_.set(i, node);
  }
  /// The node of a family with a label; of structural nodes unless said otherwise.
  [[nodiscard]] std::optional<NodeIndex> find_node(unsigned label, NodeFamily family = NodeFamily::structural) const;
  /// Labels of a family, for messages.
  [[nodiscard]] std::vector<std::string> node_labels(NodeFamily family = NodeFamily::structural) const;

  // --- drives ------------------------------------------------------------------------------------------------------
  DriveId add_drive(DrivePointer drive);
  [[nodiscard]] int drive_count() const { return static_cast<int>(drives_.size()); }
  [[nodiscard]] Drive& drive(DriveId i) const { return *drives_[i]; }

  /// Something that reads accelerations of nodes while a step is computed: they are then kept up to date.
  void need_accelerations() {
    refuse_notes();
    accelerations_needed_ = true;
  }
  [[nodiscard]] bool accelerations_needed() const { return accelerations_needed_; }
  /// Something that may look at any element while the analysis runs: every rank then keeps all of them.
  void need_all_elements() {
    refuse_notes();
    all_elements_needed_ = true;
  }
  [[nodiscard]] bool all_elements_needed() const { return all_elements_needed_; }
  /// Number of the observation of a private datum; equal ones share a number. Elements that are made when the model is
  /// complete (`automatic structural`) may be unknown yet.
  int observe(Observation observation);
  [[nodiscard]] const std::vector<Observation>& observations() const { return observations_; }
  /// Finds the elements of observations that are not known yet. Throws InputError.
  void resolve_observations();

  // --- elements ----------------------------------------------------------------------------------------------------
  /// Adds an element; throws InputError at info.where when the label is taken in its family.
  template <ElementType E>
  ElementReference add_element(ElementInfo info, E element) {
    constexpr bool again = requires { E::can_be_read_again; };
    if constexpr (again) {
      if (const auto reference = returning(std::type_index(typeid(E)))) {
        static_cast<Batch<E>&>(*batches_[reference->batch]).take_back(reference->number, std::move(element));
        return *reference;
      }
    }
    if (notes_) {
      if constexpr (again) {
        const auto at = batch_by_type_.find(std::type_index(typeid(E)));
        if (at != batch_by_type_.end() && may_note_element()) {
          const auto& batch = static_cast<const Batch<E>&>(*batches_[at->second]);
          ElementNote& note =
              notes_->card().element.emplace(batch.note(std::move(info), element, true, *this, at->second));
          note.shape = notes_->shape(at->second, batch.shape(element, *this));
          return {};
        }
      }
      throw CardLeavesTrace();
    }
    const ElementReference reference =
        register_element(std::type_index(typeid(E)), E::family, info, [] { return std::make_unique<Batch<E>>(); });
    auto& batch = static_cast<Batch<E>&>(*batches_[reference.batch]);
    if constexpr (again) {
      if (const auto ticket = source_ ? source_->ticket() : std::nullopt) {
        const int shape = batch.shape_number(batch.shape(element, *this));
        batch.give_up(batch.note(std::move(info), element, source_->wants_log(), *this, reference.batch), shape,
                      *source_, *ticket);
        return reference;
      }
    }
    batch.add(std::move(info), std::move(element));
    return reference;
  }
  /// The flag of an element that has just been added.
  void set_output(const ElementReference& element, bool output);
  /// A body attached to a node that moves.
  void add_mass(NodeIndex node, const MassProperties& mass);
  /// From now on elements are given up that `source` can make again, until ElementBatch::keep() says which of them are
  /// needed here. It must live until then.
  void give_up_elements(ElementSource* source) { source_ = source; }
  /// The next element that is added is this one, which was given up. Throws Error(internal_error) when it is none.
  void take_back(const ElementBatch& batch, int element, const std::function<void()>& read);
  /// Whether the next element that is added was in the model before: it has had its effects on others.
  [[nodiscard]] bool takes_back() const { return !returning_.empty(); }
  /// The same for elements that follow from the rest of the model, while `add` adds them: `source` makes them again.
  /// Adds them as usual unless elements are given up.
  void add_with_source(std::shared_ptr<ElementSource> source, const std::function<void()>& add);
  /// From now on nothing is added: nodes and elements that are given up are noted, and whatever else would change the
  /// model throws CardLeavesTrace. Null: added as usual.
  void note_cards(CardNotes* notes) { notes_ = notes; }
  /// Adds what a card says; the element is given up with a ticket for its source. False when its label is taken:
  /// nothing has been added then.
  bool add_noted(const CardNote& card, NoteReader::Shape* shape, ElementSource::Ticket ticket);
  [[nodiscard]] int batch_count() const { return static_cast<int>(batches_.size()); }
  [[nodiscard]] const ElementBatch& batch(int i) const { return *batches_[i]; }
  [[nodiscard]] ElementBatch& batch(int i) { return *batches_[i]; }
  /// All elements in the order of the file.
  [[nodiscard]] const ElementOrder& elements() const { return order_; }
  [[nodiscard]] std::optional<ElementReference> find_element(std::string_view family, unsigned label) const;
  [[nodiscard]] int count(std::string_view family) const;  ///< elements of a family

  // --- environment -------------------------------------------------------------------------------------------------
  void set_gravity(std::unique_ptr<GravityField> field) {
    refuse_notes();
    gravity_ = std::move(field);
  }
  [[nodiscard]] const GravityField* gravity() const { return gravity_.get(); }
  void add_driven(DrivenElement driven) {
    refuse_notes();
    driven_.push_back(driven);
  }
  [[nodiscard]] const std::vector<DrivenElement>& driven() const { return driven_; }

  std::string title;
  bool statics = false;  ///< `model: static`: inertia is ignored
  OrientationFormat default_orientation = OrientationFormat::euler123;
  SectionOutput default_beam_output;
  std::optional<FrameMotion> frame;  ///< unset: nodes are described in a frame at rest

 private:
  ElementReference register_element(std::type_index type, std::string_view family, const ElementInfo& info,
                                    const std::function<std::unique_ptr<ElementBatch>()>& make);
  void refuse_notes() const {
    if (notes_) throw CardLeavesTrace();
  }
  /// The card adds one element, which its source can make again.
  [[nodiscard]] bool may_note_element() const;
  /// The element that is taken back, once.
  [[nodiscard]] std::optional<ElementReference> returning(std::type_index type);

  NodeTable nodes_;
  std::array<LabelMap, node_family_count> node_by_label_;
  std::vector<DrivePointer> drives_;
  std::vector<std::unique_ptr<ElementBatch>> batches_;
  std::map<std::type_index, int> batch_by_type_;
  ElementOrder order_;
  std::map<std::string, LabelMap, std::less<>> element_by_label_;  // places in order_, by family
  std::unique_ptr<GravityField> gravity_;
  std::vector<Observation> observations_;
  std::vector<DrivenElement> driven_;
  bool accelerations_needed_ = false, all_elements_needed_ = false;
  ElementSource* source_ = nullptr;
  CardNotes* notes_ = nullptr;
  std::vector<std::shared_ptr<ElementSource>> own_sources_;
  std::vector<std::pair<const ElementBatch*, int>> returning_;  // asked for, the innermost last
};

}  // namespace flexura
