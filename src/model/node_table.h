// Nodes as they are kept: every rank looks at those of the whole model.
#pragma once

#include <array>
#include <cstdint>
#include <deque>

#include "model/node.h"
#include "model/table.h"
#include "support/source_place.h"
#include "support/sparse_numbers.h"

namespace flexura {

/// Values of which neighbours are mostly equal, each kept once. Comparing takes the newest few, so that some may be
/// kept twice.
template <class T>
class SharedValues {
 public:
  /// A reference stays valid.
  [[nodiscard]] const T& operator[](std::uint32_t i) const { return values_[i]; }
  [[nodiscard]] std::size_t size() const { return values_.size(); }
  static constexpr std::uint32_t none = 0xffffffff;
  /// Number of an equal value; `guess` is looked at first.
  std::uint32_t number_of(const T& value, std::uint32_t guess = none) {
    if (guess != none && values_[guess] == value) return guess;
    const std::size_t oldest = values_.size() > compared ? values_.size() - compared : 0;
    for (std::size_t i = values_.size(); i > oldest; --i)
      if (values_[i - 1] == value) return static_cast<std::uint32_t>(i - 1);
    values_.push_back(value);
    return static_cast<std::uint32_t>(values_.size() - 1);
  }

 private:
  static constexpr std::size_t compared = 8;
  std::deque<T> values_;
};

/// Nodes by NodeIndex: 48 bytes each where neighbours have the same properties, orientation and velocities, and 4 bytes
/// for a mass. Bodies change masses, long after the node has been read: what ranks have in common stays as it is.
class NodeTable {
 public:
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] StructuralNode operator[](std::size_t i) const;
  /// Valid until the node is changed.
  [[nodiscard]] const NodeProperties& properties(std::size_t i) const { return properties_[nodes_[i].properties]; }
  [[nodiscard]] unsigned label(std::size_t i) const { return nodes_[i].label; }
  void push_back(const StructuralNode& node);
  void set(std::size_t i, const StructuralNode& node);

 private:
  /// All of a NodeState but x, compared bit by bit: a zero keeps its sign.
  struct Motion {
    std::array<double, 21> values;
    bool operator==(const Motion& other) const;
  };
  struct Mass {
    std::array<double, 13> values;
    bool operator==(const Mass& other) const;
  };
  struct Stored {
    std::array<double, 3> x{};
    unsigned label = 0;
    SourcePlace where;
    std::uint32_t properties = SharedValues<int>::none, motion = properties;
  };
  static_assert(sizeof(Stored) == 3 * 8 + 6 * 4);  // as Table wants it
  /// `like`: a node that is probably similar.
  [[nodiscard]] Stored stored(const StructuralNode& node, const Stored& like);
  [[nodiscard]] static Mass mass_of(const StructuralNode& node);

  Table<Stored> nodes_;
  SharedValues<NodeProperties> properties_;
  SharedValues<Motion> motions_;
  SparseNumbers mass_;  // numbers in masses_
  SharedValues<Mass> masses_;
};

}  // namespace flexura
