// Hints of driven elements: drives that are read when the element wakes up.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "input/reader.h"
#include "model/model.h"
#include "model/remembers.h"

namespace flexura {

/// The text of a drive, e.g. `1., 0., 0., ramp, model::xvelocity_prev(1), Time, forever, 0.`, read anew each time the
/// element is switched on: expressions in it then have the values of that moment (language manual, "hints"). The state
/// is that predicted for the step; functions `_prev` give the one before.
class Hint {
 public:
  /// Drives of the components, each a sum of factor times drive.
  struct Drives {
    Model model;  ///< owns the drives, nothing else
    std::array<std::vector<std::pair<double, DriveId>>, 3> terms;
  };
  /// `condition` switches the element, `initial` is its state before the first step. A vector has three components, any
  /// other hint one. The types of drives are those of `reader`, their registry must outlive the hint. Throws InputError
  /// when the text cannot be read.
  Hint(Reader& reader, DrivePointer condition, std::optional<bool> initial, std::string text, bool vector);

  /// What was read when the element woke up last; null when it has not been woken yet. The first call for a step
  /// decides about the whole step.
  const Drives* at(const DriveContext& context);
  void accept(const DriveContext& context);
  /// A hint that has been read cannot be taken back: the values it was read with are not saved.
  void remember(Archive& archive);

 private:
  [[nodiscard]] std::shared_ptr<Drives> read(const DriveContext& context) const;

  DrivePointer condition_;
  std::optional<bool> initial_;
  std::string text_;
  bool vector_;
  const DriveRegistry& types_;
  std::weak_ptr<SymbolTable> symbols_;  // holds labelled drives: no owner of the table
  std::shared_ptr<Drives> accepted_, trial_;
  bool accepted_on_ = false, trial_on_ = false;
  std::int64_t step_ = -1;  // that trial_ belongs to
  double time_step_ = 0;
};

/// A component of a drive of an element: as the card gives it until a hint has been read.
class HintedDrive final : public Drive, public Remembers {
 public:
  /// The card gives sum factor times drive of `model`, which must outlive this drive.
  HintedDrive(const Model& model, std::vector<std::pair<double, DriveId>> card, std::shared_ptr<Hint> hint,
              int component)
      : model_(model), card_(std::move(card)), hint_(std::move(hint)), component_(component) {}
  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext& context) const override;
  [[nodiscard]] bool depends_on_state() const override { return true; }
  [[nodiscard]] bool has_memory() const override { return true; }
  void accept(const Taylor2& x, const DriveContext& context) override;
  void remember(Archive& archive) override { hint_->remember(archive); }

 private:
  const Model& model_;
  std::vector<std::pair<double, DriveId>> card_;
  std::shared_ptr<Hint> hint_;
  int component_;
};

/// Hints of the `driven` card whose element is being read; kept for the model by run_storage.
struct PendingHints {
  struct Item {
    std::string name;  ///< normal form: `drive3`
    std::string text;  ///< between the braces
    SourceLocation where;
    bool used = false;
  };
  /// Forgets the hints of a card at its end, also when it is wrong.
  class Scope {
   public:
    explicit Scope(Reader& reader) : reader_(reader) {}
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope();

   private:
    Reader& reader_;
  };

  DrivePointer condition;
  std::optional<bool> initial;
  std::vector<Item> items;
};

/// `[hint, "name{arguments}" [, ...],]` any number of times. Hints that cannot be followed are errors.
void read_hints(Reader& reader, DrivePointer condition, std::optional<bool> initial);
/// The element has been read: hints it did not ask for are errors.
void finish_hints(Reader& reader);

/// The drive of a card, replaced by the pending hint of that name (`drive3`, `position-drive3`) when there is one.
Drive3 with_hint(Reader& reader, std::string_view name, Drive3 card);
DrivePointer with_hint(Reader& reader, std::string_view name, DrivePointer card);

}  // namespace flexura
