// What the card of an entity adds to the model, noted instead of added: one rank reads a card, all ranks add it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/element_info.h"
#include "model/node.h"
#include "model/output_spec.h"
#include "model/unknown.h"
#include "support/bytes.h"

namespace flexura {

/// What elements of one batch that are not kept have in common: mostly all of them.
struct ElementShape {
  std::vector<UnknownInfo> equations;  ///< of own unknowns
  int momenta = 0, memory = 0;
  OutputSpec spec;

  bool operator==(const ElementShape&) const = default;
};

/// An element without its physics.
struct ElementNote {
  int batch = -1;
  int shape = -1;  ///< in CardNotes::shapes
  ElementInfo info;
  std::vector<NodeIndex> nodes, scalars;
  std::string log;
};

/// The notes of one card: a node, or an element with what it adds to masses of nodes.
struct CardNote {
  std::optional<StructuralNode> node;
  std::optional<ElementNote> element;
  std::vector<std::pair<NodeIndex, MassProperties>> masses;
};

/// Notes of cards, each written into a message when it is complete. What many of them share is written once.
class CardNotes {
 public:
  /// Forgets the card that is being noted.
  void start() { card_ = {}; }
  [[nodiscard]] CardNote& card() { return card_; }
  /// Number of a shape among those of a batch in this message.
  int shape(int batch, ElementShape shape);
  /// All that the card does has been noted.
  [[nodiscard]] bool complete() const;
  /// Appends the card. Logs go into a message of their own, which another process gets.
  void finish(ByteWriter& message, ByteWriter& logs);

 private:
  struct Shape {
    int batch;
    ElementShape shape;
  };
  CardNote card_;
  std::vector<Shape> shapes_;
  std::size_t shapes_written_ = 0;
  std::vector<NodeProperties> properties_;
};

/// Takes one message of CardNotes apart.
class NoteReader {
 public:
  /// `logs` is empty where nobody wants them.
  NoteReader(std::string_view message, std::string_view logs) : message_(message), logs_(logs) {}

  [[nodiscard]] ByteReader& message() { return message_; }
  /// The next card, whose locations are in the file of that name. Valid until the next call.
  const CardNote& next(const char* file);
  struct Shape {
    int batch;
    ElementShape shape;
    int number = -1;  ///< in the batch, for who adds the elements
  };
  [[nodiscard]] Shape& shape(int number) { return shapes_[static_cast<std::size_t>(number)]; }

 private:
  ByteReader message_, logs_;
  CardNote card_;
  std::vector<Shape> shapes_;
  std::vector<NodeProperties> properties_;
};

}  // namespace flexura
