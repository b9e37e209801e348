#include "elements/drives/hint_reader.h"

#include <array>

#include <fmt/format.h>

#include "elements/drives/hint.h"
#include "elements/joints/hinted_joints.h"
#include "input/blanks.h"
#include "input/run_storage.h"

namespace flexura {

namespace {

/// A hint taken apart: places in its text.
struct HintParts {
  std::size_t name = 0, name_end = 0;
  std::size_t open = 0, close = 0;  ///< the braces
};

/// The brace that closes the one at `open`; npos when there is none.
std::size_t closing_brace(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    at = behind_blanks(text, at);
    if (at >= text.size()) break;
    if (text[at] == '"') {
      at = text.find('"', at + 1);
      if (at == std::string_view::npos) return at;
    } else if (text[at] == '{') {
      ++depth;
    } else if (text[at] == '}' && --depth == 0) {
      return at;
    }
  }
  return std::string_view::npos;
}

HintParts take_apart(const SourceText& source) {
  const std::string_view text = source.text();
  HintParts parts;
  parts.name = behind_blanks(text, 0);
  parts.open = text.find('{', parts.name);
  constexpr const char* form = "a hint is a word with arguments in braces: \"drive{const, 1.}\", \"offset{1}\"";
  if (parts.open == std::string_view::npos || parts.open == parts.name) source.fail(parts.name, form);
  parts.close = closing_brace(text, parts.open);
  if (parts.close == std::string_view::npos) source.fail(parts.open, std::string(form) + "; the brace is not closed");
  const std::size_t rest = behind_blanks(text, parts.close + 1);
  if (rest < text.size()) source.fail(rest, std::string(form) + "; nothing may follow it in the string");
  parts.name_end = parts.open;
  while (parts.name_end > parts.name && is_blank(text[parts.name_end - 1])) --parts.name_end;
  return parts;
}

/// After a hint: another one follows without the word.
bool another_string(Reader& reader) { return reader.more() && !reader.at_number() && reader.peek_word().empty(); }

constexpr std::array drive_hints = {"drive", "drive3", "drive6", "position-drive3", "orientation-drive3"};
constexpr std::array attaching_hints = {"offset", "hinge", "position-hinge", "orientation-hinge"};

template <class List>
bool contains(const List& list, const std::string& name) {
  for (const std::string_view one : list)
    if (one == name) return true;
  return false;
}

/// The hint of that name; null when there is none.
std::shared_ptr<Hint> take(Reader& reader, std::string_view name, int components) {
  const auto pending = run_storage<PendingHints>(reader.shared_symbols());
  for (auto& item : pending->items) {
    if (item.used || item.name != name) continue;
    item.used = true;
    return std::make_shared<Hint>(reader, pending->condition, pending->initial, item.text, components);
  }
  return nullptr;
}

template <class T>
TemplateDrive<T> replace(Reader& reader, std::string_view name, TemplateDrive<T> card) {
  constexpr int components = T::SizeAtCompileTime;
  const auto hint = take(reader, name, components);
  if (!hint) return card;
  TemplateDrive<T> result;
  for (int k = 0; k < components; ++k) {
    std::vector<std::pair<double, DriveId>> terms;
    for (const auto& [direction, drive] : card.terms())
      if (direction(k) != 0) terms.emplace_back(direction(k), drive);
    result.add(T::Unit(k),
               reader.register_drive(std::make_shared<HintedDrive>(reader.model(), std::move(terms), hint, k)));
  }
  return result;
}

/// The drive that switches a driven element, with its hints.
class SwitchWithHints final : public Drive, public AttachmentHints {
 public:
  SwitchWithHints(Model& model, const DrivenElement& driven, std::unique_ptr<HintedJoints> joints,
                  std::vector<Reattachment> hints)
      : condition_(model.drive(driven.drive)),
        joints_(std::move(joints)),
        number_(driven.element.number),
        hints_(std::move(hints)) {}

  [[nodiscard]] Taylor2 value(const Taylor2& x, const DriveContext& context) const override {
    return condition_.value(x, context);
  }
  [[nodiscard]] bool constant() const override { return condition_.constant(); }
  [[nodiscard]] bool depends_on_state() const override { return condition_.depends_on_state(); }

  [[nodiscard]] const std::vector<Reattachment>& hints() const override { return hints_; }
  [[nodiscard]] Attachments attachments() const override { return joints_->attachments(number_); }
  void attach(const Attachments& at) override { joints_->attach(number_, at); }
  [[nodiscard]] Vec3 imposed(const Taylor2* drives) const override { return joints_->imposed(number_, drives); }

 private:
  const Drive& condition_;  // a drive of the model, which tells it what is accepted
  std::unique_ptr<HintedJoints> joints_;
  int number_;
  std::vector<Reattachment> hints_;
};

/// What a hint of that name attaches anew of joints of a type; nothing when it has no meaning for them.
std::optional<AttachmentPart> part_of(const std::string& name, const HintedJoints& joints) {
  const bool total = joints.attaches(AttachmentPart::orientation_axes);
  std::optional<AttachmentPart> part;
  if (name == "offset") part = AttachmentPart::offset;
  if (name == (total ? "position-hinge" : "hinge")) part = AttachmentPart::axes;
  if (name == "orientation-hinge" && total) part = AttachmentPart::orientation_axes;
  return part && joints.attaches(*part) ? part : std::nullopt;
}

/// The node that a hint `offset{k}` names, as a number from 0: k counts the nodes from 1; the ground of a pin is 0.
int read_end(Reader& like, const HintText& text, bool pin) {
  std::int64_t end = 0;
  text.read(like.model(), like.shared_symbols(), like.drive_types(), [&](Reader& reader) {
    const std::int64_t k = reader.integer();
    end = pin ? k : k - 1;
    if (end < 0 || end > 1)
      reader.fail(fmt::format("{} is no node of the joint: expected {}", k, pin ? "0 (the ground) or 1" : "1 or 2"));
  });
  return static_cast<int>(end);
}

}  // namespace

void read_hints(Reader& reader, DrivePointer condition, std::optional<bool> initial) {
  const auto pending = run_storage<PendingHints>(reader.shared_symbols());
  *pending = {std::move(condition), initial, {}};
  while (reader.keyword("hint")) {
    do {
      const auto source = reader.string_source();
      const HintParts parts = take_apart(*source);
      PendingHints::Item item{normal_form(std::string(source->text().substr(parts.name, parts.name_end - parts.name))),
                              HintText(source, parts.open + 1, parts.close), source->locate(parts.name)};
      if (item.name == "drive3x3" || item.name == "drive6x6")
        reader.fail_at(item.where, fmt::format("hint `{}` is not supported: no element asks for it", item.name));
      if (!contains(drive_hints, item.name) && !contains(attaching_hints, item.name))
        reader.fail_at(item.where, fmt::format("unknown hint `{}`; there are: {}, {}", item.name,
                                               fmt::join(attaching_hints, ", "), fmt::join(drive_hints, ", ")));
      pending->items.push_back(std::move(item));
    } while (another_string(reader));
  }
}

PendingHints::Scope::~Scope() { *run_storage<PendingHints>(reader_.shared_symbols()) = {}; }

void finish_hints(Reader& reader, DrivenElement& driven) {
  const auto pending = run_storage<PendingHints>(reader.shared_symbols());
  ElementBatch& batch = reader.model().batch(driven.element.batch);
  std::unique_ptr<HintedJoints> joints = HintedJoints::of(batch);
  std::vector<Reattachment> hints;
  for (const auto& item : pending->items) {
    if (item.used) continue;
    if (!contains(attaching_hints, item.name))
      reader.fail_at(item.where, fmt::format("the {} has nothing that hint `{}` could give", batch.type(), item.name));
    const auto part = joints ? part_of(item.name, *joints) : std::nullopt;
    if (!part)
      reader.fail_at(item.where, fmt::format("the {} cannot be attached anew by hint `{}`", batch.type(), item.name));
    const bool pin = batch.nodes(driven.element.number)[0] == ground_node;
    hints.push_back({*part, read_end(reader, item.text, pin)});
  }
  if (hints.empty()) return;
  driven.drive = reader.register_drive(
      std::make_shared<SwitchWithHints>(reader.model(), driven, std::move(joints), std::move(hints)));
}

Drive3 with_hint(Reader& reader, std::string_view name, Drive3 card) { return replace(reader, name, std::move(card)); }

Drive6 with_hint(Reader& reader, std::string_view name, Drive6 card) { return replace(reader, name, std::move(card)); }

DrivePointer with_hint(Reader& reader, std::string_view name, DrivePointer card) {
  const auto hint = take(reader, name, 1);
  if (!hint) return card;
  std::vector<std::pair<double, DriveId>> terms{{1.0, reader.register_drive(card)}};
  return std::make_shared<HintedDrive>(reader.model(), std::move(terms), hint, 0);
}

}  // namespace flexura
