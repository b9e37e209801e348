// Drive callers and template drive callers of the argument reader.
#include <fmt/format.h>

#include "input/drive_output_flags.h"
#include "input/labelled_drive.h"
#include "input/reader.h"
#include "input/run_storage.h"
#include "model/model.h"

namespace flexura {

namespace {

std::string undefined_label(const char* what, unsigned label, const std::vector<std::string>& defined) {
  std::string text = fmt::format("{} {} is not defined", what, label);
  return text + (defined.empty() ? "; none is defined yet" : did_you_mean(std::to_string(label), defined));
}

/// Stands for a labelled drive whose card is wrong, while the rest of the model is read.
struct WrongDrive final : Drive {
  [[nodiscard]] Taylor2 value(const Taylor2&, const DriveContext&) const override { return {}; }
};

}  // namespace

// --- drives ----------------------------------------------------------------------------------------------------------

DrivePointer Reader::drive() {
  leaves_trace();
  begin_argument("a drive caller");
  constexpr int deepest = 200;
  struct Depth {
    explicit Depth(int& d) : depth(d) { ++depth; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    ~Depth() { --depth; }
    int& depth;
  } const guard(drive_depth_);
  if (drive_depth_ > deepest) fail("drive callers are nested too deeply");
  if (keyword("reference")) {
    const unsigned label = this->label();
    if (DrivePointer found = symbols_->drives.find(label)) return found;
    std::vector<std::string> defined;
    for (const auto& [other, entry] : symbols_->drives.all()) defined.push_back(std::to_string(other));
    fail(undefined_label("drive caller", label, defined));
  }
  cursor().skip_blanks();
  const char next = cursor().peek();
  if (next == ',' || next == ';') fail("expected a drive caller, found an empty field");
  const std::string name = peek().normal;
  if (const auto* type = drives_.find(name)) {
    if (!type->read) fail(drives_.unsupported(*type));
    consume_word();
    return type->read(*this);
  }
  if (!name.empty() && !symbols_->find(Cursor(cursor()).name())) {
    const std::string_view text = cursor().source()->text();
    std::string written(text.substr(cursor().position(), peeked_.end - cursor().position()));
    while (!written.empty() && is_blank(written.back())) written.pop_back();
    std::string message = drives_.unknown(written);
    if (message.find('?') == std::string::npos) message += did_you_mean(written, symbols_->names());
    fail(message + missing_semicolon_hint(cursor().position()));
  }
  const auto* constant = drives_.find("const");
  if (!constant) fail("expected a drive caller");
  return constant->read(*this);
}

DriveId Reader::register_drive(const DrivePointer& drive) {
  const auto known = drive_ids_.find(drive.get());
  if (known != drive_ids_.end()) return known->second;
  const DriveId id = model_.add_drive(drive);
  drive_ids_.emplace(drive.get(), id);
  return id;
}

DriveId Reader::drive_id() { return register_drive(drive()); }

void Reader::note_postponed(unsigned label) {
  const SourceLocation place = where();
  postponed_.push_back({label, place, cursor().source()->excerpt(place)});
}

void Reader::read_drive_caller_card() {
  const unsigned label = this->label();
  const SourceLocation label_at = where();
  const std::string name = optional_name();
  DrivePointer read;
  try {
    read = std::make_shared<LabelledDrive>(drive());
  } catch (const InputError&) {
    // The label is known: statements that refer to it are not wrong, too.
    symbols_->drives.add(label, std::make_shared<WrongDrive>(), name, label_at);
    throw;
  }
  if (!symbols_->drives.add(label, std::move(read), name, label_at)) {
    fail_at(label_at, fmt::format("drive caller {} is already defined", label));
  }
  if (more() && keyword("output")) run_storage<DriveOutputFlags>(symbols_)->by_label[label] = yes_no();
}

// --- template drives -------------------------------------------------------------------------------------------------

template <class T>
const T& Reader::labelled_template() {
  static constexpr std::array<const char*, 5> kinds = {"1", "3", "6", "3x3", "6x6"};
  const std::size_t kind = TemplateEntry(T{}).index();
  const unsigned label = this->label();
  const auto entry = templates_.find({kind, label});
  if (entry != templates_.end()) return std::get<T>(entry->second);
  std::vector<std::string> defined;
  for (const auto& [key, value] : templates_) {
    if (key.second == label && key.first != kind)
      fail(fmt::format("template drive caller {} has dimension {}, another one is needed here: {}", label,
                       kinds[key.first], kinds[kind]));
    if (key.first == kind) defined.push_back(std::to_string(key.second));
  }
  fail(undefined_label("template drive caller", label, defined));
}

template <class T>
TemplateDrive<T> Reader::component_drive() {
  constexpr int rows = T::RowsAtCompileTime;
  constexpr int columns = T::ColsAtCompileTime;
  const bool sym = rows == columns && keyword("sym");
  const bool diag = rows == columns && !sym && keyword("diag");
  TemplateDrive<T> result;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      if ((diag && i != j) || (sym && j < i)) continue;
      begin_argument(
          fmt::format("a drive caller or `inactive` for component {} of a template drive", columns * i + j + 1));
      if (keyword("inactive")) continue;
      T direction = T::Zero();
      direction(i, j) = 1;
      if (sym && columns > 1) direction(j % rows, i % columns) = 1;
      result.add(direction, drive_id());
    }
  }
  return result;
}

template <class T, class ReadEntity>
TemplateDrive<T> Reader::template_drive(const char* kind, ReadEntity&& read_entity) {
  begin_argument(fmt::format("a template drive caller for {}", kind));
  if (one_of({"null", "zero"}) >= 0) return {};
  if (keyword("reference")) return labelled_template<TemplateDrive<T>>();
  if (keyword("component")) return component_drive<T>();
  TemplateDrive<T> result;
  if (keyword("array")) {
    const std::int64_t count = positive_integer("the number of template drives");
    for (std::int64_t i = 0; i < count; ++i) {
      const TemplateDrive<T> part = template_drive<T>(kind, read_entity);
      for (const auto& [direction, drive] : part.terms()) result.add(direction, drive);
    }
    return result;
  }
  keyword("single");  // without the word there can be no frame: `reference` has been read as a label above
  const T direction = read_entity();
  result.add(direction, drive_id());
  return result;
}

DrivePointer Reader::drive1() {
  begin_argument("a drive caller");
  if (peek_word() == "reference") {
    const Cursor before = cursor();
    consume_word();
    const unsigned label = this->label();
    const auto entry = templates_.find({TemplateEntry(DrivePointer{}).index(), label});
    if (entry != templates_.end()) return std::get<DrivePointer>(entry->second);
    cursor() = before;
    at_argument_ = true;
    return drive();
  }
  if (!keyword("single")) keyword("component");
  return drive();
}

Drive3 Reader::drive3(const FrameContext& context) {
  return template_drive<Vec3>("a vector of 3", [&] { return direction(context); });
}

Drive6 Reader::drive6() {
  return template_drive<Vec6>("a vector of 6", [&] { return vec6(); });
}

Drive33 Reader::drive33() {
  return template_drive<Mat3>("a 3x3 matrix", [&] { return mat3(); });
}

Drive66 Reader::drive66() {
  return template_drive<Mat6>("a 6x6 matrix", [&] { return mat6(); });
}

void Reader::read_template_drive_caller_card() {
  const unsigned label = this->label();
  const SourceLocation label_at = where();
  const Value kind = value();
  const std::string text = kind.text();
  TemplateEntry entry;
  if (text == "1") {
    entry = drive1();
  } else if (text == "3") {
    entry = drive3();
  } else if (text == "6") {
    entry = drive6();
  } else if (kind.is_string() && text == "3x3") {
    entry = drive33();
  } else if (kind.is_string() && text == "6x6") {
    entry = drive66();
  } else {
    fail("dimension of a template drive caller is 1, 3, 6, \"3x3\" or \"6x6\", found " + argument_text());
  }
  if (!templates_.try_emplace({entry.index(), label}, std::move(entry)).second) {
    fail_at(label_at, fmt::format("template drive caller {} of dimension {} is already defined", label, text));
  }
}

}  // namespace flexura
