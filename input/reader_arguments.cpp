// Keywords and scalar arguments of the argument reader.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "input/file_name.h"
#include "input/functions.h"
#include "input/plugin_variable.h"
#include "input/reader.h"

namespace flexura {

// --- argument boundaries ---------------------------------------------------------------------------------------------

void Reader::begin_argument(std::string_view expected, int entry, int entries) {
  cursor().skip_blanks();
  argument_start_ = cursor().position();
  if (at_argument_ && !cursor().at_end()) return;
  if (cursor().at_end()) fail_separator();
  const std::string of = entries ? fmt::format(" (entry {} of {})", entry, entries) : "";
  cursor().fail(fmt::format("an argument is missing: expected {}{}", expected, of));
}

void Reader::finish_argument() {
  cursor().skip_blanks();
  const char c = cursor().peek();
  if (c == ',' || (c == ':' && inner_colon_)) {
    cursor().advance();
    at_argument_ = true;
  } else if (c == ';') {
    at_argument_ = false;
  } else {
    fail_separator();
  }
}

void Reader::fail_separator() {
  if (cursor().at_end()) {
    cursor().fail_at(card_start_, "the text ends inside this card: `;` is missing");
  }
  const std::string found = cursor().describe();
  cursor().fail("expected `,` or `;`, found " + found + missing_semicolon_hint(argument_start_));
}

std::string Reader::missing_semicolon_hint(std::size_t from) const {
  const std::string_view text = cursor().source()->text();
  const std::size_t stop = text.find_first_of(",;:", from);
  if (stop == std::string_view::npos || text[stop] != ':' || text.substr(stop, 2) == "::") return {};
  const std::size_t newline = text.substr(0, stop).rfind('\n');
  if (newline == std::string_view::npos || newline < card_start_) return {};
  return fmt::format("; is `;` missing at the end of line {}?", cursor().source()->locate(newline).line);
}

bool Reader::more() { return in_card_ && at_argument_; }

bool Reader::empty_field() {
  const char c = cursor().peek();
  if (cursor().at_end() || (c != ',' && c != ';')) return false;
  finish_argument();
  return true;
}

// --- keywords --------------------------------------------------------------------------------------------------------

const Reader::PeekedWord& Reader::peek() {
  cursor().skip_blanks();
  if (peeked_.from == cursor().position()) return peeked_;
  peeked_.from = cursor().position();
  peeked_.normal.clear();
  Cursor look = cursor();
  if (!is_name_start(look.peek())) return peeked_;
  for (;;) {
    const char c = look.peek();
    if (is_name_char(c)) {
      peeked_.normal.push_back(fold(c));
      look.advance();
    } else if (is_blank(c) || c == '#' || (c == '/' && look.peek(1) == '*')) {
      look.skip_blanks();
    } else if (c == ',' || c == ';' || (c == ':' && look.peek(1) != ':')) {
      break;
    } else {
      peeked_.normal.clear();
      break;
    }
  }
  peeked_.end = look.position();
  return peeked_;
}

void Reader::note_tried(std::string_view kw) {
  if (tried_at_ != cursor().position()) {
    tried_at_ = cursor().position();
    tried_.clear();
  }
  tried_.emplace_back(kw);
}

void Reader::consume_word() {
  argument_start_ = cursor().position();
  cursor().seek(peeked_.end);
  finish_argument();
}

bool Reader::keyword(std::string_view kw) { return one_of({kw}) == 0; }

int Reader::one_of(std::initializer_list<std::string_view> kws) {
  if (!more()) return -1;
  const std::string& normal = peek().normal;
  if (normal.empty()) return -1;
  int index = 0;
  for (const std::string_view kw : kws) {
    if (is_keyword(normal, kw)) {
      consume_word();
      return index;
    }
    ++index;
  }
  for (const std::string_view kw : kws) note_tried(kw);
  return -1;
}

int Reader::choice(std::initializer_list<std::string_view> kws, std::string_view what) {
  const int index = one_of(kws);
  if (index >= 0) return index;
  std::string list;
  std::vector<std::string> names;
  for (const std::string_view kw : kws) {
    list += (list.empty() ? "`" : ", `") + std::string(kw) + "`";
    names.emplace_back(kw);
  }
  begin_argument(fmt::format("{}: {}", what, list));
  const std::string near = did_you_mean(peek().normal, names);
  fail_next(fmt::format("expected {}: {}; found {}{}", what, list, cursor().describe(), near));
}

std::string Reader::word() {
  begin_argument("a keyword");
  if (peek().normal.empty()) fail_next("expected a keyword, found " + cursor().describe());
  std::string result = peeked_.normal;
  consume_word();
  return result;
}

std::string Reader::peek_word() { return more() ? peek().normal : std::string(); }

void Reader::expect(std::string_view kw) {
  if (keyword(kw)) return;
  begin_argument("`" + std::string(kw) + "`");
  fail_next("expected `" + std::string(kw) + "`, found " + cursor().describe());
}

// --- scalars ---------------------------------------------------------------------------------------------------------

bool Reader::at_number() {
  if (!more()) return false;
  cursor().skip_blanks();
  const char c = cursor().peek();
  if (c == '"' || c == ',' || c == ';' || c == '[' || cursor().at_end()) return false;
  const PeekedWord& word = peek();
  if (word.normal.empty()) return true;
  Cursor look = cursor();
  return symbols_->find(look.name()) != nullptr && (look.skip_blanks(), look.position() == word.end);
}

bool Reader::at_real() {
  if (!at_number()) return false;
  const Cursor before = cursor();
  const bool was_at_argument = at_argument_;
  const bool real = expression_value("a number").type() == Type::real;
  cursor() = before;
  at_argument_ = was_at_argument;
  return real;
}

bool Reader::literal_number(double& number) {
  const std::string_view text = cursor().source()->text();
  const char* const start = text.data() + cursor().position();
  const char* const end = text.data() + text.size();
  const char* const digits = *start == '-' ? start + 1 : start;  // the text ends with '\0'
  if (!is_digit(*digits) && *digits != '.') return false;
  const auto [stop, error] = std::from_chars(start, end, number);
  if (error != std::errc{}) return false;
  const bool large = std::abs(number) > std::numeric_limits<std::int32_t>::max();
  if (large &&
      std::string_view(start, static_cast<std::size_t>(stop - start)).find_first_of(".eE") == std::string_view::npos) {
    return false;  // an integer out of range: the expression parser reports it
  }
  Cursor look = cursor();
  look.advance(static_cast<std::size_t>(stop - start));
  look.skip_blanks();
  if (look.peek() != ',' && look.peek() != ';') return false;
  cursor().seek(look.position());
  return true;
}

Expression Reader::compile(std::string_view expected) {
  const std::size_t start = cursor().position();
  try {
    if (cursor().peek() == '[') {
      cursor().fail("expected " + std::string(expected) + ", found `[`: a plugin variable is declared in a `set` card");
    }
    Expression expression = Expression::compile(cursor(), *symbols_, Expression::Mode::immediate,
                                                tried_at_ == start ? tried_ : std::vector<std::string>{});
    if (trial_ && !trial_again_ ? !expression.repeatable() : !expression.constant()) leaves_trace();
    return expression;
  } catch (const InputError& error) {
    const std::string hint = missing_semicolon_hint(start);
    if (hint.empty()) throw;
    throw InputError(error.where(), message_of(error) + "\n  note: " + hint.substr(2));
  }
}

Value Reader::expression_value(std::string_view expected) {
  const Value result = compile(expected).evaluate(*symbols_);
  finish_argument();
  return result;
}

double Reader::number_field(std::string_view expected, double default_value, int entry, int entries) {
  begin_argument(expected, entry, entries);
  double number = 0;
  if (literal_number(number)) {
    finish_argument();
    return number;
  }
  if (empty_field()) return default_value;
  const Value result = expression_value(expected);
  if (result.is_string()) {
    fail(fmt::format("expected {}, found the string \"{}\"", expected, result.string()));
  }
  return result.real().f;
}

std::int64_t Reader::integer_field(std::string_view expected, const std::int64_t* default_value) {
  begin_argument(expected);
  double number = 0;
  Value result;
  if (literal_number(number)) {
    finish_argument();
    result = Value(number);
  } else if (empty_field()) {
    if (!default_value) fail(fmt::format("expected {}, found an empty field", expected));
    return *default_value;
  } else {
    result = expression_value(expected);
  }
  try {
    return assign_as(result, Type::integer).integer();
  } catch (const EvaluationError& error) {
    fail(std::string(error.what()) + (default_value ? "" : fmt::format(" (expected {})", expected)));
  }
}

double Reader::real() { return number_field("a real number", 0); }
double Reader::real(double default_value) { return number_field("a real number", default_value); }

double Reader::positive_real(std::string_view what) {
  const double result = number_field(what, 0);
  if (!(result > 0)) fail(fmt::format("{} must be positive, found {}", what, result));
  return result;
}

double Reader::non_negative_real(std::string_view what) {
  const double result = number_field(what, 0);
  if (!(result >= 0)) fail(fmt::format("{} must not be negative, found {}", what, result));
  return result;
}

std::int64_t Reader::integer() { return integer(0); }
std::int64_t Reader::integer(std::int64_t default_value) { return integer_field("an integer", &default_value); }

std::int64_t Reader::positive_integer(std::string_view what) {
  const std::int64_t result = integer_field(what, nullptr);
  if (result <= 0) fail(fmt::format("{} must be positive, found {}", what, result));
  return result;
}

unsigned Reader::label() {
  begin_argument("a label");
  double number = 0;
  if (literal_number(number)) {
    finish_argument();
  } else {
    if (empty_field()) fail("expected a label, found an empty field");
    const Value result = expression_value("a label");
    if (result.is_string()) fail("expected a label, found the string \"" + result.string() + "\"");
    number = result.real().f;
  }
  const double whole = std::round(number);
  if (!(std::abs(number - whole) <= 1e-9 * std::max(1.0, std::abs(whole))))  // what round-off leaves of a whole number
    fail(fmt::format("expected a label, a whole number that is not negative, found {}", number));
  number = whole;
  if (number < 0) fail(fmt::format("a label cannot be negative, found {}", number));
  if (number > std::numeric_limits<unsigned>::max()) fail(fmt::format("label {} is too large", number));
  return static_cast<unsigned>(number);
}

bool Reader::yes_no() {
  const int index = one_of({"yes", "no"});
  if (index >= 0) return index == 0;
  begin_argument("`yes` or `no`");
  if (const std::string& name = peek().normal; !name.empty() && !at_number())
    fail_next(fmt::format("expected `yes` or `no`, found `{}`", name));
  return boolean();
}

bool Reader::boolean() {
  begin_argument("a truth value");
  if (empty_field()) fail("expected a truth value, found an empty field");
  const Value result = expression_value("a truth value");
  if (result.is_string()) fail("expected a truth value, found the string \"" + result.string() + "\"");
  return result.truth();
}

Value Reader::value() {
  begin_argument("an expression");
  return expression_value("an expression");
}

// --- strings ---------------------------------------------------------------------------------------------------------

bool Reader::plain_string(StringToken& token) {
  if (cursor().peek() != '"') return false;
  Cursor look = cursor();
  token = look.string_literal();
  look.skip_blanks();
  if (look.peek() == ',' || look.peek() == ';') {
    cursor().seek(look.position());
    finish_argument();
    return true;
  }
  return false;
}

std::shared_ptr<const SourceText> Reader::string_source() {
  begin_argument("a string");
  StringToken token;
  if (!plain_string(token)) {
    if (!peek().normal.empty() && !symbols_->find(Cursor(cursor()).name())) {
      fail_next("expected a string in quotes, found " + cursor().describe());
    }
    const Value result = expression_value("a string");
    if (!result.is_string()) fail("expected a string, found " + argument_text());
    token.text = result.string();
    token.offsets.assign(token.text.size() + 1, argument_start_);
  }
  return cursor().source()->derive(std::move(token.text), std::move(token.offsets));
}

std::string Reader::string() {
  begin_argument("a string");
  StringToken token;
  if (plain_string(token)) return token.text;
  return std::string(string_source()->text());
}

std::string Reader::file_name() {
  const std::string name = string();
  if (name.empty()) fail("expected the name of a file, found an empty string");
  try {
    return file_in(files_.back().directory, expand_file_name(name));
  } catch (const Error& error) {
    fail(error.what());
  }
}

std::string Reader::optional_name() { return keyword("name") ? string() : std::string(); }

void Reader::read_set_card() {
  begin_argument("an expression");
  if (cursor().peek() == '[') {
    declare_plugin_variable(cursor(), *symbols_);
  } else {
    const Expression statement = Expression::compile_statement(cursor(), *symbols_);
    cursor().skip_blanks();
    const char c = cursor().peek();
    if (c != ',' && c != ';') fail_separator();
    (void)statement.evaluate(*symbols_);
  }
  finish_argument();
}

}  // namespace flexura
