// What the readers of the blocks share while a model file is read.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "input/blocks/analysis.h"
#include "input/blocks/counters.h"
#include "input/reader.h"
#include "input/registry.h"

namespace flexura {

class DividedReading;
class RepeatedCards;

struct ReadContext {
  ReadContext(Reader& reader_in, Analysis& analysis_in) : reader(reader_in), analysis(analysis_in) {}

  Reader& reader;
  Analysis& analysis;
  Counters counters;
  RepeatedCards* repeated = nullptr;             ///< null unless elements are given up
  DividedReading* divided = nullptr;             ///< null unless ranks divide the cards among them
  double structural_scale = 1;                   ///< `default scale` of structural nodes
  std::set<std::string> seen;                    ///< cards of the current block, also those that failed
  SourceLocation begin;                          ///< of the current block
  SourceLocation method_where;                   ///< of the `method` card
  std::vector<SourceLocation> own_method_where;  ///< of the cards of InitialValueSettings::own_methods
  SourceLocation arc_length_where;               ///< of `strategy: arc length`
  SourceLocation loads_in_assembly;              ///< of the first `use` card that names loads
  SourceLocation stepless;                       ///< of block `initial value` without `final time` and `time step`
  std::vector<std::string> not_needed;           ///< statements that were read and have no meaning here, each once

  /// Notes that a statement was read and is not needed.
  void skip(std::string_view statement);
  /// Keeps an error without leaving the reader.
  void report(const SourceLocation& where, const std::string& message);
  void warn(const SourceLocation& where, const std::string& message);
  [[noreturn]] void fail_unsupported(std::string_view statement, std::string_view instead = {});
};

/// Readers of the cards of one block, by their description.
using BlockCards = Registry<void(ReadContext&)>;

/// Reads all cards of a block by their readers; the `begin` card has been read.
void read_block(ReadContext& context, std::string_view name, const BlockCards& cards);

}  // namespace flexura
