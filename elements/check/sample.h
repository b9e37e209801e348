// A model file in miniature for one type of element: what the common checks run through.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "elements/drives/register.h"
#include "elements/nodes/scalar_reader.h"
#include "elements/nodes/structural_reader.h"
#include "elements/register.h"
#include "input/reader.h"
#include "model/model.h"

namespace flexura::checks {

/// A type of element, by the words that select it in a model file.
struct Sample {
  std::string card;     ///< "joint"
  std::string keyword;  ///< "spherical hinge"; empty for cards without types
  std::string type;     ///< name of the type it makes, as ElementBatch::type
  std::string text;     ///< cards; nodes 1, 2 and 3 exist

  /// Balance rows of the type are -phi_q^T lambda only where the constraint holds.
  bool gradient_on_constraint_only = false;
  /// Reactions act elsewhere than the constraint.
  bool servo = false;
  /// First numbers of own unknowns that are vectors in global axes, three each.
  std::vector<int> global_vectors;
  /// The element depends on the positions of its nodes relative to each other alone, not on those in space.
  bool relative = true;
  /// The constraint is on accelerations: there is nothing to compare at the levels below.
  bool of_acceleration = false;
  /// Random states are those around the input positions and orientations, not anywhere.
  bool near_input = false;
  /// Part of the full random range in which the element is smooth (the nodes of a beam turn by less than half a turn
  /// relative to each other).
  double spread = 1;

  /// Own rows are not constraints alone: friction. It has corners, between which steps in velocities must fit.
  bool friction = false;

  Sample with_friction() && {
    friction = true;
    return std::move(*this);
  }
  Sample on_constraint() && {
    gradient_on_constraint_only = true;
    return std::move(*this);
  }
  Sample as_servo() && {
    servo = true;
    return std::move(*this);
  }
  Sample with_vector(int first) && {
    global_vectors.push_back(first);
    return std::move(*this);
  }
  Sample in_space() && {
    relative = false;
    return std::move(*this);
  }
  Sample around_input() && {
    near_input = true;
    return std::move(*this);
  }
  Sample on_accelerations() && {
    of_acceleration = true;
    return std::move(*this);
  }
  Sample within(double part) && {
    spread = part;
    return std::move(*this);
  }
};

inline const std::string& sample_nodes() {
  static const std::string text = R"(
    structural: 1, dynamic, 0.3, -0.2, 0.5, euler, 0.2, -0.5, 0.9, 0.1, 0.4, -0.3, 0.7, -0.2, 0.5;
    structural: 2, dynamic, 1.1, 0.6, -0.4, euler, -0.7, 0.3, 0.4, -0.6, 0.2, 0.8, 0.1, 0.9, -0.4;
    structural: 3, dynamic, -0.8, 1.2, 0.2, euler, 0.5, 0.6, -0.8, 0.3, -0.5, 0.1, -0.6, 0.2, 0.3;
    abstract: 1, value, 0.4, derivative, -0.3;
    abstract: 2, value, -0.7, derivative, 0.2;
    abstract: 3, algebraic, value, 0.6;
  )";
  return text;
}

/// The elements of a type; a sample may need others besides.
inline ElementBatch& batch_of(Model& model, const std::string& type) {
  for (int b = 0; b < model.batch_count(); ++b)
    if (model.batch(b).type() == type) return model.batch(b);
  throw std::runtime_error("no element of type " + type);
}

/// A model made of the cards of a text: nodes, elements and general cards, outside of blocks.
struct TextModel {
  explicit TextModel(const std::string& text, bool statics = false) {
    register_drives(drives);
    register_general_cards(cards);
    diagnostics.warning_sink = [this](const std::string& warning) { warnings.push_back(warning); };
    model.statics = statics;
    symbols->declare_time();
    Reader reader(model, symbols, drives, cards, diagnostics);
    reader.open_text("sample", text);
    reader.all_cards([&](const std::string& card) {
      if (card == "structural") {
        read_structural_node(reader, defaults);
      } else if (card == "abstract" || card == "parameter") {
        read_scalar_node_card(reader, card == "abstract" ? NodeFamily::abstract_ : NodeFamily::parameter, {});
      } else {
        read_element(reader, card, true);
      }
    });
    reader.finish();
    finish_elements(model);
  }

  Model model;
  StructuralDefaults defaults;
  std::vector<std::string> warnings;
  std::shared_ptr<SymbolTable> symbols = std::make_shared<SymbolTable>();
  DriveRegistry drives{"drive"};
  CardRegistry cards{"card"};
  Diagnostics diagnostics;
};

/// A random state of a scene that suits a sample.
template <class AScene>
void scatter(AScene& scene, const Sample& sample) {
  if (sample.near_input) {
    scene.disturb_input(sample.spread);
  } else {
    scene.randomize(sample.spread);
  }
}

/// The elements of the type of a sample.
inline ElementBatch& batch_of(Model& model, const Sample& sample) {
  int found = 0;
  while (found + 1 < model.batch_count() && model.batch(found).type() != sample.type) ++found;
  return model.batch(found);
}

}  // namespace flexura::checks
