// A small complete model whose blocks take further cards, for tests of the readers of blocks.
#pragma once

#include <memory>
#include <string>

#include "input/blocks/analysis.h"

namespace flexura::test {

/// The cards under test start at column 1 of a line of their own: 3 in `initial value`, 5 in `control data`, 7 in
/// `nodes`, 9 in `elements`.
struct Deck {
  std::string problem;
  std::string control;
  std::string nodes = "structural: 1, dynamic, null, eye, null, null;";
  std::string elements = "body: 1, 1, 1., null, eye;";
  std::string counters = "structural nodes: 1; rigid bodies: 1;";

  [[nodiscard]] std::string text() const {
    return "begin: data; problem: initial value; end: data;\n"
           "begin: initial value; initial time: 0.; final time: 1.; time step: 1e-3; method: ms, 0.6; tolerance: 1e-6; "
           "max iterations: 10;\n" +
           problem + "\nend: initial value; begin: control data; " + counters + "\n" + control +
           "\nend: control data; begin: nodes;\n" + nodes + "\nend: nodes; begin: elements;\n" + elements +
           "\nend: elements;\n";
  }
};

inline std::unique_ptr<Analysis> read(const std::string& text) {
  ReadOptions options;
  options.environment = false;
  return read_model_text(text, "deck", options);
}
inline std::unique_ptr<Analysis> read(const Deck& deck) { return read(deck.text()); }

/// All messages that reading a model throws; empty when it throws none.
template <class Model>
std::string errors_of(const Model& model) {
  try {
    read(model);
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

inline int occurrences(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

inline bool noted(const Analysis& analysis, const std::string& part) {
  for (const auto& note : analysis.notes)
    if (contains(note, part)) return true;
  return false;
}

inline bool warned(const Analysis& analysis, const std::string& part) {
  for (const auto& warning : analysis.warnings)
    if (contains(warning.str(), part)) return true;
  return false;
}

inline double value_of(const DrivePointer& drive, double time = 0) {
  DriveContext context;
  context.time = Taylor2(time, 1, 0);
  return drive->value(context.time, context).f;
}

}  // namespace flexura::test
