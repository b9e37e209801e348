#include "input/fingerprint.h"

#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/format.h>

#include "input/blanks.h"
#include "input/run_storage.h"

namespace flexura {

namespace {

/// Behind the string in quotes at `at`.
std::size_t behind_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at)
    if (text[at] == '\\') ++at;
  return std::min(at + 1, text.size());
}

/// Behind `word` at `at`, upper and lower case alike; npos when something else stands there.
std::size_t behind_word(std::string_view text, std::size_t at, std::string_view word) {
  if (text.size() - at < word.size()) return std::string_view::npos;
  for (std::size_t k = 0; k < word.size(); ++k)
    if (fold(text[at + k]) != word[k]) return std::string_view::npos;
  at += word.size();
  return at < text.size() && is_name_char(text[at]) ? std::string_view::npos : at;
}

/// Cards that say when an analysis ends, how it begins and when its state is saved: not what it computes.
constexpr std::array<std::array<std::string_view, 4>, 4> cards_left_out = {{{"final", "time"},
                                                                            {"make", "restart", "file"},
                                                                            {"load", "restart", "file"},
                                                                            {"skip", "initial", "joint", "assembly"}}};

/// The end of a card that is left out and begins at `at`, otherwise `at`.
std::size_t skip_card(std::string_view text, std::size_t at) {
  const char first = fold(text[at]);
  if (std::ranges::none_of(cards_left_out, [&](const auto& words) { return words[0][0] == first; })) return at;
  for (const auto& words : cards_left_out) {
    std::size_t next = at;
    for (const std::string_view word : words)
      if (!word.empty() && next != std::string_view::npos) next = behind_word(text, behind_blanks(text, next), word);
    if (next == std::string_view::npos) continue;
    const char c = (next = behind_blanks(text, next)) < text.size() ? text[next] : ';';
    if (c != ':' && c != ';' && c != '"') continue;
    while (next < text.size() && text[next] != ';') next = text[next] == '"' ? behind_string(text, next) : next + 1;
    return std::min(next + 1, text.size());
  }
  return at;
}

/// What may stand at the beginning of something that is not taken as it is.
enum class Kind : char { ordinary, delimiter, first_of_card };

constexpr std::array<Kind, 256> kinds() {
  std::array<Kind, 256> kinds{};
  for (const char c : {' ', '\t', '\n', '\v', '\f', '\r', '#', '/', '"', ';'})
    kinds[static_cast<std::uint8_t>(c)] = Kind::delimiter;
  for (const auto& words : cards_left_out)
    for (const char c : {words[0][0], static_cast<char>(words[0][0] - 'a' + 'A')})
      kinds[static_cast<std::uint8_t>(c)] = Kind::first_of_card;
  return kinds;
}

/// The character at `at` is neither blank nor the beginning of a comment, string or card that is left out, nor the end
/// of a card.
bool goes_on(std::string_view text, std::size_t at) {
  static constexpr std::array<Kind, 256> kind_of = kinds();
  const Kind kind = kind_of[static_cast<std::uint8_t>(text[at])];
  return kind == Kind::ordinary || (kind == Kind::first_of_card && at > 0 && is_name_char(text[at - 1]));
}

}  // namespace

Fingerprint& Fingerprint::of(const std::shared_ptr<SymbolTable>& symbols) { return *run_storage<Fingerprint>(symbols); }

namespace {

void add_number(CheckSum& sum, std::uint64_t number) { sum.add(&number, 1); }

/// As words of eight bytes, the last one filled up.
void add_text(CheckSum& sum, std::string_view text) {
  const std::size_t words = text.size() / sizeof(std::uint64_t);
  sum.add(text.data(), words);
  const std::string_view rest = text.substr(words * sizeof(std::uint64_t));
  if (!rest.empty())
    add_number(sum, std::accumulate(rest.begin(), rest.end(), std::uint64_t{0},
                                    [](auto word, char c) { return word << 8 | static_cast<std::uint8_t>(c); }));
  add_number(sum, text.size());  // texts do not run into each other
}

std::uint64_t sum_of(std::string_view text) {
  CheckSum sum;
  add_text(sum, text);
  return sum.value();
}

/// Calls `add(text)` for each card in normal form: without comments, with single blanks, none in front.
template <class Add>
void for_each_card(std::string_view text, std::size_t begin, std::size_t end, Add&& add) {
  std::string card;
  bool behind_blank = true;
  const auto take = [&](std::string_view part) {
    card += part;
    behind_blank = false;
  };
  const auto finish = [&] {
    if (!card.empty()) add(card);
    card.clear();
    behind_blank = true;
  };
  end = std::min(end, text.size());
  for (std::size_t at = begin; at < end;) {
    std::size_t next = at;
    while (next < end && goes_on(text, next)) ++next;
    if (next > at) {
      take(text.substr(at, next - at));
    } else if (text[at] == ';') {
      take(text.substr(at, 1));
      next = at + 1;
      finish();
    } else if ((next = behind_blanks(text, at)) > at) {
      if (!behind_blank) take(" ");
      behind_blank = true;
    } else if (text[at] == '"') {
      next = behind_string(text, at);
      take(text.substr(at, next - at));
    } else if ((next = skip_card(text, at)) == at) {
      take(text.substr(at, 1));
      next = at + 1;
    } else {
      finish();
    }
    at = next;
  }
  finish();
}

}  // namespace

void Fingerprint::add(std::string_view text) { add_text(sum_, text); }

std::string Fingerprint::str() const { return fmt::format("{:016x}", sum_.value()); }

std::vector<std::uint64_t> TextSum::cards(std::string_view text, std::size_t begin, std::size_t end) {
  std::vector<std::uint64_t> sums;
  for_each_card(text, begin, end, [&](const std::string& card) { sums.push_back(sum_of(card)); });
  return sums;
}

void TextSum::add_cards(std::span<const std::uint64_t> cards, std::size_t begin, std::size_t end) {
  read_to(begin);
  sum_.add(cards.data(), cards.size());
  end_ = end;
}

void TextSum::read_to(std::size_t position) {
  if (position <= end_) return;
  for_each_card(text_, end_, position, [&](const std::string& card) { add_number(sum_, sum_of(card)); });
  end_ = position;
}

std::uint64_t TextSum::value() {
  read_to(text_.size());
  return sum_.value();
}

}  // namespace flexura
