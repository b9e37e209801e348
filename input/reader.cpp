// Sources, cards, blocks and messages of the argument reader.
#include "input/reader.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "input/file_name.h"
#include "input/fingerprint.h"

namespace flexura {

Reader::Reader(Model& model, std::shared_ptr<SymbolTable> symbols, const DriveRegistry& drives,
               const CardRegistry& cards, Diagnostics& diagnostics)
    : model_(model), symbols_(std::move(symbols)), drives_(drives), cards_(cards), diagnostics_(diagnostics) {}

Reader::~Reader() = default;

// --- sources ---------------------------------------------------------------------------------------------------------

namespace {
/// Thrown out of a trial when the card names what no card has named before.
struct UnknownKind final : std::exception {};

std::string canonical(const std::string& path) {
  std::error_code ignored;
  const auto result = std::filesystem::weakly_canonical(path, ignored);
  return ignored ? path : result.string();
}
}  // namespace

void Reader::open(const std::string& path) {
  auto source = SourceText::load(path);
  open_source(std::move(source), canonical(path), std::filesystem::path(path).parent_path().string());
}

void Reader::open_text(const std::string& name, std::string text) {
  open_source(std::make_shared<SourceText>(name, std::move(text)), {}, {});
}

void Reader::open_source(std::shared_ptr<const SourceText> source, std::string path, std::string directory) {
  const auto number = static_cast<std::uint32_t>(opened_.size());
  opened_.push_back({source, directory, TextSum(source->text())});
  files_.push_back({Cursor(std::move(source)), std::move(path), std::move(directory), number});
  start_card();
  in_card_ = false;
}

void Reader::include(const std::string& path) {
  const std::string full = canonical(path);
  for (const OpenFile& file : files_) {
    if (file.path == full) fail("file `" + path + "` includes itself: it is being read already");
  }
  std::shared_ptr<const SourceText> source;
  try {
    source = SourceText::load(path);
  } catch (const Error& error) {
    fail(error.what());
  }
  open_source(std::move(source), full, std::filesystem::path(path).parent_path().string());
}

void Reader::add_texts(Fingerprint& fingerprint) {
  for (OpenedText& text : opened_) fingerprint.add(text.sum.value());
}

void Reader::stop_reading() {
  stopped_ = true;
  in_card_ = false;
}

// --- cards and blocks ------------------------------------------------------------------------------------------------

void Reader::start_card() {
  card_start_ = argument_start_ = cursor().position();
  in_card_ = true;
  at_argument_ = false;
  inner_colon_ = false;
  repeatable_ = true;
  peeked_.from = npos;
  tried_at_ = npos;
  entries_.clear();
}

void Reader::leaves_trace() {
  if (trial_) throw CardLeavesTrace();
  repeatable_ = false;
}

void Reader::note_entry(const void* entry) {
  if (!trial_) {
    entries_.push_back(entry);
    return;
  }
  const auto known = entries_known_.find(entry);
  if (known == entries_known_.end()) throw UnknownKind();
  if (!known->second) throw CardLeavesTrace();
}

void Reader::learn_entries(bool left_no_trace) {
  for (const void* entry : entries_) {
    bool& known = entries_known_.emplace(entry, left_no_trace).first->second;
    known = known || left_no_trace;
  }
}

void Reader::go_to(std::size_t position) {
  cursor().seek(position);
  in_card_ = false;
}

std::size_t Reader::behind_blanks(std::size_t position) const {
  Cursor scan = cursor();
  scan.seek(position);
  scan.skip_blanks();
  return scan.position();
}

Reader::TriedCard Reader::try_card(std::size_t start, bool again, const std::function<bool(const std::string&)>& read) {
  const std::uint32_t number = files_.back().number;
  const std::size_t depth = files_.size();
  const auto& [source, directory, sum] = opened_[number];
  files_.push_back({Cursor(source, start), {}, directory, number});
  start_card();
  trial_ = true;
  trial_again_ = again;
  symbols_->refuse_declarations(true);
  TriedCard tried{Trial::stop, start};
  bool wrong = true;
  const auto leave = [&] {
    trial_ = false;
    symbols_->refuse_declarations(false);
    files_.resize(depth);
    in_card_ = false;
    peeked_.from = npos;
    tried_at_ = npos;
  };
  try {
    try {
      const std::string name = description();
      if (cards_.find(name) || name == "begin" || name == "end" || !read(name)) {
        leave();
        return tried;
      }
      end_card();
      tried = {Trial::read, cursor().position()};
      wrong = false;
    } catch (const UnknownKind&) {
      leave();
      return tried;
    } catch (const CardLeavesTrace&) {
    } catch (const Error&) {
    }
    if (wrong) {
      files_.resize(depth + 1);  // also when it was within a card that was read again
      skip_card();
      const std::size_t end = cursor().position();
      // A declaration or an assignment may concern the cards behind it.
      if (file_text().substr(start, end - start).find('=') == std::string_view::npos) tried = {Trial::refused, end};
    }
  } catch (...) {
    leave();
    throw;
  }
  leave();
  return tried;
}

void Reader::read_again(const CardPlace& place, const std::function<void(const std::string&)>& read) {
  const auto before = std::tuple(card_start_, in_card_, at_argument_, argument_start_, inner_colon_, repeatable_);
  std::vector<const void*> entries = std::move(entries_);
  const auto& [source, directory, sum] = opened_[place.file];
  files_.push_back({Cursor(source, place.position), {}, directory, place.file});
  start_card();
  read(description());
  files_.pop_back();
  std::tie(card_start_, in_card_, at_argument_, argument_start_, inner_colon_, repeatable_) = before;
  entries_ = std::move(entries);
  peeked_.from = npos;  // places in the other file
  tried_at_ = npos;
}

bool Reader::find_card() {
  while (!files_.empty() && !stopped_) {
    try {
      cursor().skip_blanks();
    } catch (const InputError&) {  // a comment does not end: nothing is left to read
      cursor().seek(cursor().source()->text().size());
      throw;
    }
    if (!cursor().at_end()) return true;
    if (files_.size() == 1) return false;
    files_.pop_back();
    start_card();
    in_card_ = false;
  }
  return false;
}

std::string Reader::description() {
  const PeekedWord& word = peek();
  const char delimiter = word.normal.empty() ? '\0' : cursor().source()->text()[word.end];
  if (delimiter != ':' && delimiter != ';') {
    if (!cursor().at_end() && cursor().peek() == ';') cursor().fail("unexpected `;`: there is no card before it");
    cursor().fail("expected a card `description: arguments;`, found " + cursor().describe());
  }
  const std::string name = word.normal;
  cursor().seek(word.end);
  if (delimiter == ':') {
    cursor().advance();
    cursor().skip_blanks();
    at_argument_ = cursor().at_end() || cursor().peek() != ';';
  }
  return name;
}

bool Reader::next_card(std::string& name) {
  while (find_card()) {
    start_card();
    name = description();
    const CardRegistry::Entry* general = cards_.find(name);
    if (!general) return true;
    run_general_card(*general);
  }
  return false;
}

void Reader::run_general_card(const CardRegistry::Entry& card) {
  try {
    if (!card.read) fail_at(card_where(), cards_.unsupported(card));
    card.read(*this);
    end_card();
  } catch (const Error& error) {
    recover(error);
  }
}

void Reader::end_card() {
  if (!in_card_) return;
  cursor().skip_blanks();
  if (at_argument_) {
    argument_start_ = cursor().position();
    if (cursor().at_end()) fail_separator();
    if (cursor().peek() == ';') fail_next("expected an argument between `,` and `;`");
    std::string text = "this argument is one too many: expected `;`";
    const std::string normal = peek_word();
    if (!normal.empty() && tried_at_ == cursor().position()) {
      std::vector<std::string> keys;
      for (const auto& kw : tried_) keys.push_back(normal_form(kw));
      std::string near;
      for (const auto& key : nearest_names(normal, keys)) {
        const auto at = std::find(keys.begin(), keys.end(), key) - keys.begin();
        near += (near.empty() ? ", did you mean `" : "` or `") + tried_[at];
      }
      if (!near.empty()) text = "unexpected " + cursor().describe() + near + "`?";
    }
    fail_next(text + missing_semicolon_hint(argument_start_));
  }
  if (!cursor().accept(';')) fail_separator();
  in_card_ = false;
}

void Reader::skip_card() {
  if (!in_card_) return;
  in_card_ = false;
  Cursor scan = cursor();
  scan.seek(card_start_);
  try {
    for (int depth = 0; !scan.at_end();) {
      scan.skip_blanks();
      const char c = scan.peek();
      if (c == '"') {
        scan.skip_string();
        continue;
      }
      if (c == '(') ++depth;
      if (c == ')') depth = std::max(0, depth - 1);
      if (!scan.at_end()) scan.advance();
      if (c == ';' && depth == 0) {
        cursor().seek(scan.position());
        return;
      }
    }
  } catch (const InputError&) {  // a string or comment does not end
  }
  // Something is left open: go on behind the first `;` after the place where reading stopped.
  const std::string_view text = cursor().source()->text();
  const std::size_t end = text.find(';', std::max(cursor().position(), card_start_));
  cursor().seek(end == std::string_view::npos ? text.size() : end + 1);
}

void Reader::keep(const Error& error) {
  if (dynamic_cast<const StopRequest*>(&error) || dynamic_cast<const CollectedErrors*>(&error)) throw;
  if (error.exit_code() != ExitCode::input_error) throw;
  const auto* located = dynamic_cast<const InputError*>(&error);
  const bool has_place = located && located->where().line > 0;
  const SourceLocation where = has_place ? located->where() : card_where();
  std::string text = located ? message_of(*located) : error.what();
  if (text.find("\n  ") == std::string::npos) {
    for (const OpenFile& file : files_) {
      const std::string excerpt = file.cursor.source()->excerpt(where);
      if (excerpt.empty()) continue;
      text += excerpt;
      break;
    }
  }
  diagnostics_.add(InputError(where, text));
}

void Reader::recover(const Error& error) {
  keep(error);
  skip_card();
}

void Reader::block(std::string_view name, const std::function<void(const std::string&)>& read,
                   const std::function<void()>& before) {
  const SourceLocation begun = card_where();
  const std::string key = normal_form(name);
  const std::string shown(name);
  for (bool open = true; open;) {
    try {
      std::string card;
      if (before) before();
      if (!next_card(card)) {
        if (stopped_) return;
        fail_at(begun, "block `" + shown + "` is not closed by `end: " + shown + ";`");
      }
      if (card == "end") {
        open = false;
        if (word() != key) fail("expected `end: " + shown + ";` to close the block begun at " + begun.str());
      } else if (card == "begin") {
        open = false;
        const SourceLocation where = card_where();
        cursor().seek(card_start_);  // the level above reads the card again
        in_card_ = false;
        fail_at(where, "a block begins inside block `" + shown + "`; is `end: " + shown + ";` missing?");
      } else {
        read(card);
      }
      end_card();
    } catch (const Error& error) {
      recover(error);
      if (cursor().at_end() && files_.size() == 1) open = false;
    }
  }
}

void Reader::all_cards(const std::function<void(const std::string&)>& read) {
  for (bool more_cards = true; more_cards;) {
    try {
      std::string card;
      more_cards = next_card(card);
      if (!more_cards) break;
      read(card);
      end_card();
    } catch (const Error& error) {
      recover(error);
    }
  }
}

void Reader::skip_block() {
  while (find_card()) {
    start_card();
    const bool is_end = peek().normal == "end";
    skip_card();
    if (is_end) return;
  }
}

void Reader::fail_unknown_card(const std::string& name, const std::vector<std::string>& known) {
  std::vector<std::string> keys;
  for (const auto& card : known) keys.push_back(normal_form(card));
  const std::size_t count = keys.size();
  for (const auto& key : cards_.keys()) keys.push_back(key);
  std::string near;
  for (const auto& key : nearest_names(name, keys)) {
    const std::size_t at = static_cast<std::size_t>(std::find(keys.begin(), keys.end(), key) - keys.begin());
    near += (near.empty() ? ", did you mean `" : "` or `") + (at < count ? known[at] : cards_.find(key)->name);
  }
  const std::size_t end = cursor().source()->text().find_first_of(":;", card_start_);
  std::string written(cursor().source()->text().substr(card_start_, end - card_start_));
  while (!written.empty() && is_blank(written.back())) written.pop_back();
  fail_at(card_where(), "unknown card `" + written + "`" + (near.empty() ? "" : near + "`?"));
}

void Reader::finish() {
  for (const PostponedUse& use : postponed_) {
    if (symbols_->drives.find(use.label)) continue;
    diagnostics_.add(InputError(use.where, "postponed drive caller " + std::to_string(use.label) +
                                               " is not defined anywhere in the model" + use.excerpt));
  }
  diagnostics_.raise();
}

// --- messages --------------------------------------------------------------------------------------------------------

SourceLocation Reader::card_where() const { return cursor().source()->locate(card_start_); }

SourceLocation Reader::where() const { return cursor().source()->locate(argument_start_); }

SourceLocation Reader::where_next() {
  cursor().skip_blanks();
  return cursor().where();
}

std::string Reader::argument_text() const {
  std::string_view text = cursor().source()->text();
  const std::size_t start = std::min(argument_start_, text.size());
  text = text.substr(start, cursor().position() > start ? cursor().position() - start : 0);
  while (!text.empty() && (is_blank(text.back()) || text.back() == ',')) text.remove_suffix(1);
  constexpr std::size_t longest = 60;
  return text.size() > longest ? std::string(text.substr(0, longest)) + "..." : std::string(text);
}

void Reader::fail(const std::string& message) { cursor().fail_at(argument_start_, message); }

void Reader::fail_next(const std::string& message) {
  cursor().skip_blanks();
  cursor().fail(message);
}

void Reader::fail_at(const SourceLocation& where, const std::string& message) {
  for (const OpenFile& file : files_) {
    const std::string excerpt = file.cursor.source()->excerpt(where);
    if (!excerpt.empty()) throw InputError(where, message + excerpt);
  }
  throw InputError(where, message);
}

void Reader::warn_at(const SourceLocation& where, const std::string& message) {
  leaves_trace();
  diagnostics_.warn(where, message);
}

}  // namespace flexura
