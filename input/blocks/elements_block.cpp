// Block `elements`.
#include <algorithm>
#include <array>
#include <set>

#include <fmt/format.h>

#include "elements/bodies/readers.h"
#include "elements/nodes/parameter_binding.h"
#include "elements/register.h"
#include "input/blocks/blocks.h"
#include "input/blocks/divided_reading.h"
#include "input/blocks/driven_card.h"
#include "input/blocks/method_card.h"
#include "input/blocks/output_card.h"
#include "input/blocks/repeated_cards.h"
#include "input/blocks/state_space_card.h"
#include "input/blocks/streams/stream_output.h"
#include "input/blocks/streams/streams.h"
#include "input/run_storage.h"

namespace flexura {

namespace {

/// A family of elements: the word that other cards refer to it with, and its default output flag.
struct Family {
  std::string_view name;
  OutputKind output;
};
constexpr std::array<Family, 7> families{{{"genel", OutputKind::genels},
                                          {"joint", OutputKind::joints},
                                          {"force", OutputKind::forces},
                                          {"body", OutputKind::rigid_bodies},
                                          {"beam", OutputKind::beams},
                                          {"gravity", OutputKind::gravity},
                                          {"loadable", OutputKind::loadable}}};

bool default_output(const ReadContext& context, std::string_view card) {
  const ElementCard* found = find_element_card(card);
  if (!found) return true;
  for (const Family& family : families)
    if (family.name == found->family) return context.analysis.output.defaults[family.output];
  return true;
}

/// Cards of the block that are read here.
constexpr std::array<std::string_view, 10> other_cards{
    "bind",   "driven",      "inertia",       "joint regularization", "method",
    "output", "state space", "stream output", "stream motion output", "RTAI output"};

/// Element cards of the language that no reader exists for.
std::vector<std::string> unsupported_cards() {
  std::vector<std::string> names;
  for (const Counters::Kind& kind : Counters::kinds()) {
    if (kind.block != Counters::Block::elements) continue;
    for (const auto& card : kind.cards)
      if (!find_element_card(card) && std::find(other_cards.begin(), other_cards.end(), card) == other_cards.end())
        names.push_back(card);
  }
  return names;
}

/// `incomplete`: cards of these families were wrong, so that labels may be missing for that reason.
void read_output_card(Reader& reader, const std::set<std::string_view>& incomplete) {
  Model& model = reader.model();
  const std::string word = reader.word();
  const ElementCard* card = find_element_card(word);
  if (!card) {
    std::vector<std::string> names;
    for (const auto& name : element_cards().keys()) names.push_back(name);
    reader.fail(fmt::format("unknown kind of element `{}`{}", reader.argument_text(), did_you_mean(word, names)));
  }
  const auto turn_on = [&](const ElementReference& at) { model.batch(at.batch).set_output(at.number, true); };
  read_labels_or_range(
      reader,
      [&](unsigned label) {
        const auto element = model.find_element(card->family, label);
        if (element) {
          turn_on(*element);
        } else if (incomplete.count(card->family) == 0) {
          reader.fail(fmt::format("{} {} is not defined", card->family, label));
        }
      },
      [&](unsigned first, unsigned last) {
        for (const ElementReference element : model.elements()) {
          const ElementBatch& batch = model.batch(element.batch);
          const unsigned label = batch.label(element.number);
          if (batch.family() == card->family && label >= first && label <= last) turn_on(element);
        }
      });
}

[[noreturn]] void fail_card(Reader& reader, const std::string& card) {
  std::vector<std::string> known = unsupported_cards();
  for (const auto& name : known) {
    if (is_keyword(card, name))
      reader.fail_at(reader.card_where(), fmt::format("element card `{}` is not supported", name));
  }
  for (const auto& key : element_cards().keys()) known.push_back(element_cards().find(key)->name);
  known.insert(known.end(), other_cards.begin(), other_cards.end());
  reader.fail_unknown_card(card, known);
}

/// Output elements: `stream output`, `stream motion output`, `RTAI output`; false when the card is another.
bool read_stream_card(ReadContext& context, const std::string& card) {
  const bool motion = card == "streammotionoutput", mailbox = card == "rtaioutput";
  if (!motion && !mailbox && card != "streamoutput") return false;
  context.counters.count(Counters::Block::elements, card);
  Reader& reader = context.reader;
  const unsigned label = reader.label();
  const SourceLocation where = reader.where();
  reader.optional_name();
  flexura::read_stream_output(reader, label, where, motion);
  if (reader.more() && reader.keyword("output")) reader.yes_no();  // it writes no results
  if (mailbox) {
    run_storage<Streams>(reader.shared_symbols())->outputs.pop_back();
    context.warn(
        where,
        fmt::format("RTAI output {}: mailboxes of a real-time system are not supported, nothing is sent", label));
  }
  return true;
}

void read_inertia_sum(ReadContext& context) {
  Reader& reader = context.reader;
  ElementInfo info;
  info.label = reader.label();
  info.where = reader.where();
  info.name = reader.optional_name();
  const ElementReference inertia = flexura::read_inertia(reader, std::move(info));
  // Only those with results announce themselves.
  if (!reader.model().batch(inertia.batch).output_spec(inertia.number, reader.model()).extension.empty())
    context.counters.count(Counters::Block::elements, "inertia");
}

/// Elements that are given up are read by one of the ranks.
std::function<void()> divided_elements(ReadContext& context) {
  if (!context.divided) return {};
  const DividedReading::Block block{
      true,
      [&context](const std::string& card) {
        if (!element_cards().find(card)) return false;
        read_element(context.reader, card, default_output(context, card));
        return true;
      },
      [&context](std::string_view card) { context.counters.count(Counters::Block::elements, card); }};
  return [&context, block] { context.divided->before_card(block); };
}

}  // namespace

void read_elements_block(ReadContext& context) {
  Reader& reader = context.reader;
  context.begin = reader.card_where();
  std::set<std::string_view> incomplete;
  const auto read_card = [&](const std::string& card) {
    if (card == "output") {
      read_output_card(reader, incomplete);
      return;
    }
    if (card == "method") {
      read_element_method_card(context, incomplete);
      return;
    }
    if (card == "bind") {
      read_bind_card(reader);
      return;
    }
    if (card == "jointregularization") {
      context.counters.count(Counters::Block::elements, card);
      read_joint_regularization(context);
      return;
    }
    if (card == "statespace") {
      read_state_space_card(context);
      return;
    }
    if (read_stream_card(context, card)) return;
    if (card == "inertia") {
      read_inertia_sum(context);
      return;
    }
    const auto element = [&](const std::string& keyword) {
      context.counters.count(Counters::Block::elements, keyword);
      if (!element_cards().find(keyword)) fail_card(reader, keyword);
      try {
        return read_element(reader, keyword, default_output(context, keyword));
      } catch (const InputError&) {
        incomplete.insert(find_element_card(keyword)->family);
        throw;
      }
    };
    if (card == "driven") {
      read_driven_card(context, element);
      return;
    }
    const RepeatedCards::Card repeated(context.repeated);
    const ElementReference read = element(card);
    reader.learn_entries(read.batch >= 0 && !context.analysis.model.batch(read.batch).is_here(read.number));
  };
  reader.block("elements", read_card, divided_elements(context));
  check_counters(context, Counters::Block::elements);
  if (reader.diagnostics().empty()) finish_elements(context.analysis.model);
}

}  // namespace flexura
