#include "input/blocks/driven_card.h"

#include <fmt/format.h>

#include "elements/drives/hint_reader.h"
#include "elements/drives/state_drives.h"

namespace flexura {

namespace {

/// `[initial state, {from drive | active | inactive | truth value},]`
std::optional<bool> read_initial_state(Reader& reader) {
  if (!reader.keyword("initial state")) return std::nullopt;
  switch (reader.one_of({"from drive", "active", "inactive"})) {
    case 0:
      return std::nullopt;
    case 1:
      return true;
    case 2:
      return false;
    default:
      return reader.boolean();
  }
}

/// The bodies of a node make one inertia together, of which no part can be switched.
void check_switchable(Reader& reader, const ElementReference& element, const SourceLocation& where) {
  if (element.batch < 0) reader.fail_at(where, "an element that stands for the whole model cannot be driven");
  const ElementBatch& batch = reader.model().batch(element.batch);
  if (batch.family() == "body" || batch.momentum_count(element.number) > 0)
    reader.fail_at(where,
                   fmt::format("a {} cannot be switched on and off: momentum would come and go with it", batch.type()));
}

}  // namespace

void read_driven_card(ReadContext& context, const ReadElementCard& read_card) {
  Reader& reader = context.reader;
  struct InnerColon {
    explicit InnerColon(Reader& r) : reader(r) { reader.allow_inner_colon(true); }
    InnerColon(const InnerColon&) = delete;
    InnerColon& operator=(const InnerColon&) = delete;
    ~InnerColon() { reader.allow_inner_colon(false); }
    Reader& reader;
  };
  const unsigned label = reader.label();
  const SourceLocation label_at = reader.where();
  DrivenElement driven;
  const DrivePointer condition = reader.drive();
  driven.drive = reader.register_drive(condition);
  driven.initial = read_initial_state(reader);
  const PendingHints::Scope hints(reader);
  read_hints(reader, condition, driven.initial);
  std::string card;
  {
    const InnerColon colon(reader);
    card = reader.word();
  }
  const SourceLocation card_at = reader.where();
  if (is_keyword(card, "existing")) {
    const std::string family = read_element_family(reader);
    const unsigned existing = reader.label();
    if (existing != label)
      reader.fail(fmt::format("label {} of the driven element differs from label {} of the element", label, existing));
    const auto found = reader.model().find_element(family, existing);
    if (!found) reader.fail(fmt::format("{} {} is not defined", family, existing));
    driven.element = *found;
    if (reader.more() && reader.keyword("output"))
      reader.model().batch(found->batch).set_output(found->number, reader.yes_no());
  } else {
    driven.element = read_card(card);
    if (driven.element.batch >= 0) {
      const unsigned inner = reader.model().batch(driven.element.batch).info(driven.element.number).label;
      if (inner != label)
        reader.fail_at(
            label_at, fmt::format("label {} of the driven element differs from label {} of the element", label, inner));
    }
  }
  check_switchable(reader, driven.element, card_at);
  finish_hints(reader, driven);
  for (const DrivenElement& other : reader.model().driven())
    if (other.element.batch == driven.element.batch && other.element.number == driven.element.number)
      reader.fail_at(label_at, "the element is driven already");
  reader.model().add_driven(std::move(driven));
}

void read_joint_regularization(ReadContext& context) {
  Reader& reader = context.reader;
  const unsigned label = reader.label();
  if (!reader.model().find_element("joint", label)) reader.fail(fmt::format("joint {} is not defined", label));
  reader.choice({"Tikhonov"}, "kind of regularization");
  if (reader.more() && reader.keyword("list")) {
    do {
      reader.non_negative_real("coefficient of the regularization");
    } while (reader.more());
  } else if (reader.more()) {
    reader.non_negative_real("coefficient of the regularization");
  }
  context.skip("joint regularization");
}

}  // namespace flexura
