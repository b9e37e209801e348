// Reads a whole model file: environment, blocks in their order, what can only be checked at the end.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <optional>

#include <fmt/format.h>

#include "elements/nodes/model_access.h"
#include "elements/nodes/parameter_binding.h"
#include "input/blocks/blocks.h"
#include "input/blocks/divided_reading.h"
#include "input/blocks/drive_output.h"
#include "input/blocks/module_card.h"
#include "input/blocks/registries.h"
#include "input/blocks/repeated_cards.h"
#include "input/expression.h"
#include "input/fingerprint.h"
#include "input/run_storage.h"
#include "solvers/integrators/method_reader.h"

namespace flexura {

namespace {

struct Block {
  const char* name;
  void (*read)(ReadContext&);  // null: not supported
  bool required;
};

constexpr int problem_stage = 1;
constexpr int drivers_stage = 4;
constexpr std::array<Block, 7> deck{{{"data", read_data_block, true},
                                     {"initial value", read_initial_value_block, true},
                                     {"control data", read_control_data_block, true},
                                     {"nodes", read_nodes_block, true},
                                     {"drivers", read_drivers_block, false},
                                     {"elements", read_elements_block, true},
                                     {"parallel", nullptr, false}}};

std::string deck_order() {
  std::string text;
  for (const Block& block : deck) text += (text.empty() ? "`" : ", `") + std::string(block.name) + "`";
  return text;
}

class Deck {
 public:
  explicit Deck(ReadContext& context) : context_(context) {}

  void read() {
    context_.reader.all_cards([this](const std::string& description) { card(description); });
    if (!read_[drivers_stage]) check_counters(context_, Counters::Block::drivers);
    if (!context_.reader.diagnostics().empty()) return;  // what is missing may be among what is wrong
    for (std::size_t stage = 0; stage < deck.size(); ++stage) {
      if (deck[stage].required && !read_[stage])
        context_.report(context_.reader.where_next(), fmt::format("the model has no block `{}`", deck[stage].name));
    }
  }

 private:
  void card(const std::string& description) {
    Reader& reader = context_.reader;
    if (description == "end") reader.fail_at(reader.card_where(), "`end` without a block that it could close");
    if (description != "begin") reader.fail_unknown_card(description, {"begin"});
    const std::string word = reader.word();
    const SourceLocation where = reader.where();
    const std::string written = reader.argument_text();
    reader.end_card();
    const auto block = std::find_if(deck.begin(), deck.end(), [&](const Block& b) { return is_keyword(word, b.name); });
    if (block != deck.end() && block->read) {
      enter(static_cast<int>(block - deck.begin()), where);
      block->read(context_);
      return;
    }
    if (block != deck.end() || word == "inversedynamics") {
      context_.report(where, fmt::format("block `{}` is not supported", written));
      if (word == "inversedynamics") read_[problem_stage] = true;
    } else {
      std::vector<std::string> names;
      for (const Block& known : deck) names.emplace_back(known.name);
      context_.report(where, fmt::format("unknown block `{}`{}", written, did_you_mean(word, names)));
    }
    reader.skip_block();
  }

  void enter(int stage, const SourceLocation& where) {
    const char* name = deck[static_cast<std::size_t>(stage)].name;
    if (read_[static_cast<std::size_t>(stage)]) {
      context_.report(where, fmt::format("there is a second block `{}`", name));
    } else if (stage < last_) {
      context_.report(where, fmt::format("block `{}` comes after block `{}`; the order is {}", name,
                                         deck[static_cast<std::size_t>(last_)].name, deck_order()));
    }
    read_[static_cast<std::size_t>(stage)] = true;
    last_ = std::max(last_, stage);
  }

  ReadContext& context_;
  std::array<bool, deck.size()> read_{};
  int last_ = 0;
};

void prepare_symbols(SymbolTable& symbols, const ReadOptions& options) {
  symbols.allow_redefinition(options.allow_redefinition);
  if (options.environment) symbols.read_environment();
  for (const std::string& definition : options.definitions) evaluate_text(definition, symbols, "definition");
}

void list_reference_frames(Analysis& analysis) {
  if (!analysis.output.defaults[OutputKind::reference_frames]) return;
  for (const auto& [label, frame] : analysis.frames.all()) {
    ReferenceFrameRow row;
    row.label = label;
    row.frame.x = frame.pose.x;
    row.frame.R = frame.pose.R;
    row.frame.v = frame.pose.v;
    row.frame.w = frame.pose.w;
    row.orientation_format = analysis.model.default_orientation;
    analysis.output.reference_frames.push_back(row);
  }
}

void warn_of_unbound_parameters(Analysis& analysis) {
  for (const unsigned label : unbound_parameters(analysis.symbols))
    analysis.warnings.push_back(
        {{},
         fmt::format(
             "parameter node {} takes its value from an element, but no `bind` card says which: it stays as it is",
             label)});
}

void note_unneeded(ReadContext& context) {
  for (const std::string& name : run_storage<LoadedModules>(context.reader.shared_symbols())->built_in)
    context.skip("module load: " + name);
  if (context.not_needed.empty()) return;
  context.analysis.notes.push_back(fmt::format("read, not needed: {}", fmt::join(context.not_needed, ", ")));
}

// Drives that were postponed when the `method` card was read are known now.
void check_method(ReadContext& context) {
  if (context.method_where.line == 0) return;
  try {
    const InitialValueSettings& problem = context.analysis.problem;
    check_radii(problem.method, context.method_where);
    for (std::size_t k = 0; k < problem.own_methods.size(); ++k)
      check_radii(problem.own_methods[k], context.own_method_where[k]);
  } catch (const InputError& error) {
    context.report(error.where(), message_of(error));
  }
}

void check_arc_length(ReadContext& context) {
  if (context.arc_length_where.line > 0 && !context.analysis.model.statics)
    context.report(context.arc_length_where, "`strategy: arc length` needs `model: static` in the control data");
}

/// A model without steps is one of linearisations at its initial time.
void check_steps(ReadContext& context) {
  if (context.stepless.line == 0) return;
  const InitialValueSettings& problem = context.analysis.problem;
  if (problem.eigenanalyses.empty() && problem.state_spaces.empty()) {
    for (const char* card : {"final time", "time step"})
      context.report(context.stepless, fmt::format("block `initial value` has no card `{}`", card));
    return;
  }
  const auto check = [&](const char* card, const std::vector<double>& times) {
    for (const double time : times)
      if (time > problem.initial_time)
        context.report(context.stepless,
                       fmt::format("`{}` at time {}: the block has no cards `final time` and `time step`, "
                                   "which lead there from the initial time {}",
                                   card, time, problem.initial_time));
  };
  for (const EigenSettings& settings : problem.eigenanalyses) check("eigenanalysis", settings.times);
  for (const StateSpaceSettings& settings : problem.state_spaces) check("state space", settings.times);
  context.analysis.notes.emplace_back(
      "no `final time` and no `time step`: the model is linearised at the initial time, and no step is made");
}

/// Takes "file:line:column: warning: message" apart again.
Warning to_warning(const std::string& text) {
  constexpr std::string_view mark = "warning: ";
  const std::size_t at = text.find(mark);
  if (at == std::string::npos) return {{}, text};
  Warning warning{{}, text.substr(at + mark.size())};
  const std::string place = text.substr(0, at > 2 ? at - 2 : 0);
  const std::size_t column = place.rfind(':');
  const std::size_t line = column == std::string::npos ? column : place.rfind(':', column - 1);
  if (line == std::string::npos) return warning;
  warning.where.file = intern_file_name(place.substr(0, line));
  warning.where.line = std::atoi(place.c_str() + line + 1);
  warning.where.column = std::atoi(place.c_str() + column + 1);
  return warning;
}

/// What reads a model, also after the end of it.
struct Reading {
  Reading(Analysis& analysis, const ReadOptions& options)
      : reader(analysis.model, analysis.symbols, drive_registry(), card_registry(), diagnostics),
        cards(reader, options.wants_log) {
    diagnostics.warning_sink = [&](const std::string& text) { analysis.warnings.push_back(to_warning(text)); };
  }

  Diagnostics diagnostics;
  Reader reader;
  RepeatedCards cards;
};

std::unique_ptr<Analysis> read_with(const std::string& path, const ReadOptions& options,
                                    const std::function<void(Reader&)>& open) {
  auto analysis = std::make_unique<Analysis>();
  analysis->path = path;
  prepare_symbols(*analysis->symbols, options);
  Fingerprint::of(analysis->symbols).add(analysis->symbols->print());
  const auto reading = std::make_shared<Reading>(*analysis, options);
  Diagnostics& diagnostics = reading->diagnostics;
  Reader& reader = reading->reader;
  ModelAccess::install(analysis->model, analysis->symbols);
  std::optional<DividedReading> divided;
  if (options.gives_up_elements && options.exchange)
    divided.emplace(reader, *options.exchange, reading->cards, options.least_part);
  open(reader);
  ReadContext context(reader, *analysis);
  if (divided) context.divided = &*divided;
  if (options.gives_up_elements) {
    context.repeated = &reading->cards;
    analysis->model.give_up_elements(&reading->cards);
    analysis->source = reading;
  }
  Deck(context).read();
  analysis->frames = reader.frames();
  if (diagnostics.empty()) check_method(context);
  check_arc_length(context);
  check_steps(context);
  reader.finish();
  add_drive_outputs(context);
  list_reference_frames(*analysis);
  warn_of_unbound_parameters(*analysis);
  note_unneeded(context);
  Fingerprint& fingerprint = Fingerprint::of(analysis->symbols);
  reader.add_texts(fingerprint);
  analysis->fingerprint = fingerprint.str();
  return analysis;
}

}  // namespace

std::unique_ptr<Analysis> read_model(const std::string& path, const ReadOptions& options) {
  return read_with(path, options, [&](Reader& reader) { reader.open(path); });
}

std::unique_ptr<Analysis> read_model_text(const std::string& text, const std::string& name,
                                          const ReadOptions& options) {
  return read_with(name, options, [&](Reader& reader) { reader.open_text(name, text); });
}

}  // namespace flexura
