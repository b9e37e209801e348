// Elements that a rank gives up while it reads a model, as most of them are computed by other ranks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/card_notes.h"
#include "model/output_spec.h"
#include "model/table.h"

namespace flexura {

class ElementBatch;

/// What can make an element again, by reading its card once more.
class ElementSource {
 public:
  using Ticket = std::uint64_t;

  ElementSource() = default;
  ElementSource(const ElementSource&) = delete;
  ElementSource& operator=(const ElementSource&) = delete;
  virtual ~ElementSource() = default;

  /// For the element that is being read, when another reading of its card would make the same element and do nothing
  /// else.
  [[nodiscard]] virtual std::optional<Ticket> ticket() const = 0;
  /// The log is written here: its record of elements that are given up is needed.
  [[nodiscard]] virtual bool wants_log() const = 0;
  /// Reads the card of an element again and takes it back (Model::take_back).
  virtual void read_again(const ElementBatch& batch, int element, Ticket ticket) = 0;
};

/// What stays of elements of one batch that were given up: where to find them, and what is asked of all elements on
/// all ranks. One that has been read again stays listed.
class GivenUpElements {
 public:
  /// Number of a shape for add().
  int number_of(const ElementShape& shape);
  [[nodiscard]] const ElementShape& shape(int number) const { return shapes_[number]; }
  /// Elements are added in increasing order.
  void add(int element, ElementSource::Ticket ticket, int shape, std::string_view log);
  [[nodiscard]] bool has(int element) const { return shape_of(element) >= 0; }
  [[nodiscard]] ElementSource::Ticket ticket(int element) const { return ticket_[element]; }
  [[nodiscard]] const OutputSpec& spec(int element) const { return shapes_[shape_of(element)].spec; }
  /// Empty unless ElementSource::wants_log().
  [[nodiscard]] std::string log(int element) const;

 private:
  [[nodiscard]] int shape_of(int element) const;  // negative: not given up

  struct Run {
    int first, shape;
  };
  Table<ElementSource::Ticket> ticket_;  // by element
  std::vector<Run> runs_;                // elements with the same shape, behind the last all are not given up
  std::vector<ElementShape> shapes_;     // different ones
  std::string logs_;                     // one after the other
  std::vector<std::size_t> log_end_;     // by element; empty without logs
};

}  // namespace flexura
