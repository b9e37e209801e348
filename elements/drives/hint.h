// Hints of driven elements: drives that are read when the element wakes up.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "input/reader.h"
#include "model/model.h"
#include "model/remembers.h"

namespace flexura {

/// What stands between the braces of a hint: a part of a string of the model file.
class HintText {
 public:
  HintText() = default;
  /// Characters `begin` to `end` of `source`.
  HintText(std::shared_ptr<const SourceText> source, std::size_t begin, std::size_t end)
      : source_(std::move(source)), begin_(begin), end_(end) {}

  /// `read` gets a reader at the first argument. Drives become those of `model`. Throws InputError that points to the
  /// model file, also when arguments are left.
  void read(Model& model, const std::shared_ptr<SymbolTable>& symbols, const DriveRegistry& types,
            const std::function<void(Reader&)>& read) const;
  [[nodiscard]] std::string_view text() const { return source_->text().substr(begin_, end_ - begin_); }

 private:
  std::shared_ptr<const SourceText> source_;
  std::size_t begin_ = 0, end_ = 0;
};

/// The text of a drive, e.g. `1., 0., 0., ramp, model::xvelocity_prev(1), Time, forever, 0.`, read anew each time the
/// element is switched on: expressions in it then have the values of that moment (language manual, "hints"). The state
/// is that predicted for the step; functions `_prev` give the one before.
class Hint {
 public:
  /// Drives of the components, each a sum of factor times drive.
  struct Drives {
    Model model;  ///< owns the drives, nothing else
    std::vector<std::vector<std::pair<double, DriveId>>> terms;
    std::vector<double> known;  ///< what it was read with: see Hint::remember
  };
  /// `condition` switches the element, `initial` is its state before the first step. The drive has 1, 3 or 6
  /// components. The types of drives are those of `reader`, their registry must outlive the hint. Throws InputError
  /// when the text cannot be read.
  Hint(Reader& reader, DrivePointer condition, std::optional<bool> initial, HintText text, int components);

  /// What was read when the element woke up last; null when it has not been woken yet. The first call for a step
  /// decides about the whole step.
  const Drives* at(const DriveContext& context);
  void accept(const DriveContext& context);
  /// Saves the time, the variables and the values of functions of the model that the hint was read with; it is read
  /// again with them. Throws Error(input_error) when they do not suffice: `model::drive` of a labelled drive.
  void remember(Archive& archive);

 private:
  [[nodiscard]] std::shared_ptr<Drives> read(const DriveContext& context) const;
  [[nodiscard]] std::shared_ptr<Drives> read_again(std::vector<double> known) const;
  void read_terms(Drives& result, SymbolTable& symbols, const DriveContext& context) const;
  [[nodiscard]] std::shared_ptr<SymbolTable> symbols() const;

  DrivePointer condition_;
  std::optional<bool> initial_;
  HintText text_;
  int components_;
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
  void remember(Archive& archive) override {
    if (component_ == 0) hint_->remember(archive);
  }

 private:
  const Model& model_;
  std::vector<std::pair<double, DriveId>> card_;
  std::shared_ptr<Hint> hint_;
  int component_;
};

}  // namespace flexura
