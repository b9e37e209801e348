#include "elements/drives/hint.h"

#include <fmt/format.h>

#include "input/run_storage.h"

namespace flexura {

namespace {

/// Expressions are evaluated at an instant of the simulation as long as this exists.
class Present {
 public:
  Present(SymbolTable& symbols, const DriveContext& context)
      : symbols_(symbols), evaluation_(symbols, context.time, context) {
    if (context.state) symbols_.present = &context;
  }
  Present(const Present&) = delete;
  Present& operator=(const Present&) = delete;
  ~Present() { symbols_.present = nullptr; }

 private:
  SymbolTable& symbols_;
  SymbolTable::Evaluation evaluation_;
};

}  // namespace

Hint::Hint(Reader& reader, DrivePointer condition, std::optional<bool> initial, std::string text, bool vector)
    : condition_(std::move(condition)),
      initial_(initial),
      text_(std::move(text)),
      vector_(vector),
      types_(reader.drive_types()),
      symbols_(reader.shared_symbols()) {
  (void)read(DriveContext{});
}

std::shared_ptr<Hint::Drives> Hint::read(const DriveContext& context) const {
  const auto symbols = symbols_.lock();
  if (!symbols) throw Error(ExitCode::internal_error, "the variables of the model are gone");
  const CardRegistry no_cards("card");
  Diagnostics diagnostics;
  auto result = std::make_shared<Drives>();
  Reader reader(result->model, symbols, types_, no_cards, diagnostics);
  const Present present(*symbols, context);
  reader.open_text("hint", "hint: " + text_ + ";");
  std::string card;
  if (!reader.next_card(card)) throw Error(ExitCode::internal_error, "a hint is empty");
  if (vector_) {
    const Drive3 vector = reader.drive3();
    for (const auto& [direction, drive] : vector.terms())
      for (int k = 0; k < 3; ++k)
        if (direction(k) != 0) result->terms[k].emplace_back(direction(k), drive);
  } else {
    result->terms[0].emplace_back(1.0, reader.drive_id());
  }
  reader.end_card();
  diagnostics.raise();
  return result;
}

const Hint::Drives* Hint::at(const DriveContext& context) {
  if (!context.state) return nullptr;
  if (context.step != step_ || context.time_step != time_step_) {
    step_ = context.step;
    time_step_ = context.time_step;
    trial_on_ = step_ == 0 && initial_ ? *initial_ : condition_->value(context.time, context).f != 0;
    trial_ = trial_on_ && !accepted_on_ && step_ > 0 ? read(context) : accepted_;
  }
  return trial_.get();
}

void Hint::accept(const DriveContext& context) {
  at(context);
  accepted_ = trial_;
  accepted_on_ = trial_on_;
  if (!accepted_) return;
  for (DriveId id = 0; id < accepted_->model.drive_count(); ++id)
    accepted_->model.drive(id).accept(context.time, context);
}

void Hint::remember(Archive& archive) {
  bool woken = accepted_ != nullptr;
  archive(woken, accepted_on_);
  if (!archive.saving() && woken)
    throw Error(ExitCode::input_error,
                "the run cannot be continued from here: the hint of a driven element has been followed, and the values "
                "it was read with are not saved");
}

Taylor2 HintedDrive::value(const Taylor2& x, const DriveContext& context) const {
  const Hint::Drives* const hint = hint_->at(context);
  const Model& model = hint ? hint->model : model_;
  Taylor2 sum(0);
  for (const auto& [factor, drive] : hint ? hint->terms[component_] : card_)
    sum += Taylor2(factor) * model.drive(drive).value(x, context);
  return sum;
}

void HintedDrive::accept(const Taylor2&, const DriveContext& context) { hint_->accept(context); }

void read_hints(Reader& reader, DrivePointer condition, std::optional<bool> initial) {
  const auto pending = run_storage<PendingHints>(reader.shared_symbols());
  *pending = {std::move(condition), initial, {}};
  while (reader.keyword("hint")) {
    const std::string hint = reader.string();
    const std::size_t open = hint.find('{');
    const std::size_t close = hint.rfind('}');
    if (open == std::string::npos || close == std::string::npos || close < open || open == 0)
      reader.fail("a hint is a word with arguments in braces: \"drive{const, 1.}\"");
    PendingHints::Item item{normal_form(hint.substr(0, open)), hint.substr(open + 1, close - open - 1), reader.where()};
    for (const std::string_view attachment : {"offset", "hinge", "position-hinge", "orientation-hinge"})
      if (item.name == attachment)
        reader.fail(fmt::format("hint `{}` is not supported: a joint stays attached where its card says", attachment));
    for (const std::string_view matrix : {"drive6", "drive3x3", "drive6x6"})
      if (item.name == matrix) reader.fail(fmt::format("hint `{}` is not supported: no element asks for it", matrix));
    pending->items.push_back(std::move(item));
  }
}

PendingHints::Scope::~Scope() { *run_storage<PendingHints>(reader_.shared_symbols()) = {}; }

void finish_hints(Reader& reader) {
  const auto pending = run_storage<PendingHints>(reader.shared_symbols());
  for (const auto& item : pending->items)
    if (!item.used)
      reader.fail_at(item.where, fmt::format("the element has nothing that hint `{}` could give", item.name));
}

namespace {

/// The hint of that name; null when there is none.
std::shared_ptr<Hint> take(Reader& reader, std::string_view name, bool vector) {
  const auto pending = run_storage<PendingHints>(reader.shared_symbols());
  for (auto& item : pending->items) {
    if (item.used || item.name != name) continue;
    item.used = true;
    try {
      return std::make_shared<Hint>(reader, pending->condition, pending->initial, item.text, vector);
    } catch (const InputError& error) {
      reader.fail_at(item.where, fmt::format("in the hint: {}", error.what()));
    }
  }
  return nullptr;
}

}  // namespace

Drive3 with_hint(Reader& reader, std::string_view name, Drive3 card) {
  const auto hint = take(reader, name, true);
  if (!hint) return card;
  Drive3 result;
  for (int k = 0; k < 3; ++k) {
    std::vector<std::pair<double, DriveId>> terms;
    for (const auto& [direction, drive] : card.terms())
      if (direction(k) != 0) terms.emplace_back(direction(k), drive);
    result.add(Vec3::Unit(k),
               reader.register_drive(std::make_shared<HintedDrive>(reader.model(), std::move(terms), hint, k)));
  }
  return result;
}

DrivePointer with_hint(Reader& reader, std::string_view name, DrivePointer card) {
  const auto hint = take(reader, name, false);
  if (!hint) return card;
  std::vector<std::pair<double, DriveId>> terms{{1.0, reader.register_drive(card)}};
  return std::make_shared<HintedDrive>(reader.model(), std::move(terms), hint, 0);
}

}  // namespace flexura
