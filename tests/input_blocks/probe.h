// Cards in a minimal model that is right but for them: accepted, or refused where and with which words.
#pragma once

#include <regex>
#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "tests/input_blocks/deck.h"

namespace flexura::test {

struct Probe {
  std::string words;          ///< each stands for % once; none: the card is as it is
  std::string card;           ///< one card or more
  int column = 0;             ///< of the error; 0: accepted
  std::string message = {};   ///< part of it
  std::string elements = {};  ///< further cards of the elements block (nodes), of the control data otherwise
};

enum class Block { nodes, drivers, elements };

/// A model with nodes of several kinds, whose cards under test begin at column 1 of line 3.
inline std::string probe_text(Block block, const std::string& card, const std::string& more) {
  std::string nodes =
      "structural: 1, dynamic, null, eye, null, null; structural: 2, dynamic, 1.,0.,0., eye, null, null; "
      "structural: 3, static, 2.,0.,0., eye, null, null; structural: 4, dynamic displacement, 0.,1.,0., null; "
      "abstract: 1; abstract: 2; abstract: 3, algebraic; abstract: 4; abstract: 5; abstract: 6;";
  std::string elements = "body: 1, 1, 1., null, eye; body: 2, 2, 1., null, eye;";
  const bool binds = more.find("bind") == 0;
  if (binds) elements += more;
  const std::string line = "\n" + card + "\n";
  const std::string drivers = block == Block::drivers ? line : "";
  if (block == Block::nodes) nodes += line;
  if (block == Block::elements) elements += line;
  std::string counters;
  const std::vector<std::pair<std::string, std::string>> families = {
      {"structural", "structural nodes"},
      {"abstract", "abstract nodes"},
      {"electric", "electric nodes"},
      {"hydraulic", "hydraulic nodes"},
      {"thermal", "thermal nodes"},
      {"parameter", "parameter nodes"},
      {"file", "file drivers"},
      {"body", "rigid bodies"},
      {"genel", "genels"},
      {"force", "forces"},
      {"bulk", "bulk elements"},
      {"(?:stream|stream motion|RTAI) output", "output elements"}};
  for (const auto& [word, counter] : families) {
    const std::string all = nodes + " " + drivers + " " + elements;
    const std::regex pattern("(?:^|[;\\s])" + word + ":");
    const auto count = std::distance(std::sregex_iterator(all.begin(), all.end(), pattern), std::sregex_iterator());
    if (count > 0) counters += counter + ": " + std::to_string(count) + "; ";
  }
  return "begin: data; problem: initial value; end: data; begin: initial value; initial time: 0.; final time: 1.; time "
         "step: 1e-3; method: ms, 0.6; tolerance: 1e-6; max iterations: 10; end: initial value; begin: control data; " +
         counters + (binds ? "" : more) + " end: control data;\nbegin: nodes; " + nodes +
         " end: nodes; begin: drivers;" + (block == Block::nodes ? "" : drivers) + " end: drivers; begin: elements; " +
         elements + " end: elements;\n";
}

inline void check_probe(Block block, const Probe& probe, const std::string& word) {
  const auto filled = [&](std::string text, int* column) {
    for (std::size_t at = text.find('%'); at != std::string::npos; at = text.find('%', at + word.size())) {
      if (column && static_cast<int>(at) + 1 < *column) *column += static_cast<int>(word.size()) - 1;
      text.replace(at, 1, word);
    }
    return text;
  };
  int column = probe.column;
  const std::string card = filled(probe.card, &column);
  const std::string errors = errors_of(probe_text(block, card, probe.elements));
  if (column == 0) {
    BOOST_TEST(errors.empty(), card << " gives: " << errors);
    return;
  }
  const std::string want = "deck:3:" + std::to_string(column) + ": error: ";
  BOOST_TEST(errors.substr(0, want.size()) == want, card << " gives: " << errors);
  BOOST_TEST(contains(errors, filled(probe.message, nullptr)), card << " gives: " << errors);
}

inline void check_probes(Block block, const std::vector<Probe>& probes) {
  for (const Probe& probe : probes) {
    std::size_t from = 0;
    do {
      const std::size_t end = probe.words.find(", ", from);
      check_probe(block, probe, probe.words.substr(from, end == std::string::npos ? end : end - from));
      from = end == std::string::npos ? end : end + 2;
    } while (from != std::string::npos);
  }
}

}  // namespace flexura::test
