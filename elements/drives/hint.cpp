#include "elements/drives/hint.h"

#include <algorithm>

#include "input/expression.h"
#include "input/symbol_memory.h"

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

/// As long as this exists, functions of the model are answered as ever, and the answers kept; or from those kept.
class KeptAnswers final : public ModelFunctions {
 public:
  KeptAnswers(SymbolTable& symbols, Archive& archive)
      : symbols_(symbols), archive_(archive), functions_(symbols.model_functions) {
    symbols.model_functions = this;
  }
  KeptAnswers(const KeptAnswers&) = delete;
  KeptAnswers& operator=(const KeptAnswers&) = delete;
  ~KeptAnswers() override { symbols_.model_functions = functions_; }

  Taylor2 call(std::string_view name, const std::vector<Value>& arguments, const DriveContext& context) override {
    if (!functions_) throw Error(ExitCode::internal_error, "nobody answers functions of the model");
    Taylor2 value;
    if (archive_.saving()) value = functions_->call(name, arguments, context);
    archive_(value);
    return value;
  }
  void check(std::string_view name, const std::vector<Value>& arguments) override {
    if (functions_) functions_->check(name, arguments);
  }
  void expect_any_element() override {
    if (functions_) functions_->expect_any_element();
  }

 private:
  SymbolTable& symbols_;
  Archive& archive_;
  ModelFunctions* functions_;
};

template <class T>
void take_apart(const TemplateDrive<T>& sum, Hint::Drives& result) {
  for (const auto& [direction, drive] : sum.terms())
    for (int k = 0; k < direction.size(); ++k)
      if (direction(k) != 0) result.terms[k].emplace_back(direction(k), drive);
}

}  // namespace

void HintText::read(Model& model, const std::shared_ptr<SymbolTable>& symbols, const DriveRegistry& types,
                    const std::function<void(Reader&)>& read) const {
  constexpr std::string_view before = "hint: ";
  const std::string card = std::string(before) + std::string(text()) + "\n;";  // the last line may be a comment
  const CardRegistry no_cards("card");
  Diagnostics diagnostics;
  try {
    Reader reader(model, symbols, types, no_cards, diagnostics);
    reader.open_text("hint", card);
    std::string word;
    if (!reader.next_card(word)) throw Error(ExitCode::internal_error, "a hint is empty");
    read(reader);
    reader.end_card();
    diagnostics.raise();
  } catch (const InputError& error) {
    std::size_t at = 0;  // where the error is in `card`
    for (int line = 1; line < error.where().line && at < card.size(); ++line) at = card.find('\n', at) + 1;
    at += static_cast<std::size_t>(std::max(error.where().column, 1)) - 1;
    at = std::min(std::max(at, before.size()) - before.size(), end_ - begin_);
    const std::string message = message_of(error);
    source_->fail(begin_ + at, "in the hint: " + message.substr(0, message.find('\n')));
  }
}

Hint::Hint(Reader& reader, DrivePointer condition, std::optional<bool> initial, HintText text, int components)
    : condition_(std::move(condition)),
      initial_(initial),
      text_(std::move(text)),
      components_(components),
      types_(reader.drive_types()),
      symbols_(reader.shared_symbols()) {
  Drives probe;
  read_terms(probe, *symbols(), DriveContext{});
}

std::shared_ptr<SymbolTable> Hint::symbols() const {
  auto symbols = symbols_.lock();
  if (!symbols) throw Error(ExitCode::internal_error, "the variables of the model are gone");
  return symbols;
}

void Hint::read_terms(Drives& result, SymbolTable& symbols, const DriveContext& context) const {
  result.terms.resize(static_cast<std::size_t>(components_));
  const Present present(symbols, context);
  text_.read(result.model, symbols_.lock(), types_, [&](Reader& reader) {
    if (components_ == 1) {
      result.terms[0].emplace_back(1.0, reader.drive_id());
    } else if (components_ == 3) {
      take_apart(reader.drive3(), result);
    } else {
      take_apart(reader.drive6(), result);
    }
  });
}

std::shared_ptr<Hint::Drives> Hint::read(const DriveContext& context) const {
  const auto symbols = this->symbols();
  auto result = std::make_shared<Drives>();
  Archive archive = Archive::save(result->known);
  DriveContext instant = context;
  archive(instant.time, instant.time_step, instant.step);
  remember_symbols(*symbols, archive);
  const KeptAnswers answers(*symbols, archive);
  read_terms(*result, *symbols, context);
  return result;
}

std::shared_ptr<Hint::Drives> Hint::read_again(std::vector<double> known) const {
  const auto symbols = this->symbols();
  auto result = std::make_shared<Drives>();
  result->known = std::move(known);
  std::vector<double> now;
  Archive keep = Archive::save(now);
  remember_symbols(*symbols, keep);
  {
    Archive archive = Archive::restore(result->known);
    DriveContext instant;
    archive(instant.time, instant.time_step, instant.step);
    remember_symbols(*symbols, archive);
    const KeptAnswers answers(*symbols, archive);
    read_terms(*result, *symbols, instant);
  }
  Archive give_back = Archive::restore(now);
  remember_symbols(*symbols, give_back);
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
  std::vector<double> known;
  if (woken) known = accepted_->known;
  archive(woken, accepted_on_, known);
  if (!archive.saving()) {
    if (woken && text_.text().find("model::drive") != std::string_view::npos)
      throw Error(
          ExitCode::input_error,
          "the run cannot be continued from here: the hint of a driven element has been followed, and the value "
          "of `model::drive` it was read with is not saved");
    accepted_ = woken ? read_again(std::move(known)) : nullptr;
  }
  if (!accepted_) return;
  for (DriveId id = 0; id < accepted_->model.drive_count(); ++id)
    flexura::remember(accepted_->model.drive(id), archive);
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

}  // namespace flexura
