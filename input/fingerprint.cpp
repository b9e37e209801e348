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
enum class Kind : char { ordinary, blank_or_string, first_of_card };

constexpr std::array<Kind, 256> kinds() {
  std::array<Kind, 256> kinds{};
  for (const char c : {' ', '\t', '\n', '\v', '\f', '\r', '#', '/', '"'})
    kinds[static_cast<std::uint8_t>(c)] = Kind::blank_or_string;
  for (const auto& words : cards_left_out)
    for (const char c : {words[0][0], static_cast<char>(words[0][0] - 'a' + 'A')})
      kinds[static_cast<std::uint8_t>(c)] = Kind::first_of_card;
  return kinds;
}

/// The character at `at` is neither blank nor the beginning of a comment, string or card that is left out.
bool goes_on(std::string_view text, std::size_t at) {
  static constexpr std::array<Kind, 256> kind_of = kinds();
  const Kind kind = kind_of[static_cast<std::uint8_t>(text[at])];
  return kind == Kind::ordinary || (kind == Kind::first_of_card && at > 0 && is_name_char(text[at - 1]));
}

}  // namespace

Fingerprint& Fingerprint::of(const std::shared_ptr<SymbolTable>& symbols) { return *run_storage<Fingerprint>(symbols); }

/// As words of eight bytes, the last one filled up.
void Fingerprint::mix(std::string_view text) {
  const std::size_t words = text.size() / sizeof(std::uint64_t);
  sum_.add(text.data(), words);
  const std::string_view rest = text.substr(words * sizeof(std::uint64_t));
  if (!rest.empty())
    mix_number(std::accumulate(rest.begin(), rest.end(), std::uint64_t{0},
                               [](auto word, char c) { return word << 8 | static_cast<std::uint8_t>(c); }));
}

void Fingerprint::mix_number(std::uint64_t number) { sum_.add(&number, 1); }

void Fingerprint::add(std::string_view text) {
  mix(text);
  mix_number(text.size());  // texts do not run into each other
}

void Fingerprint::add_model_text(std::string_view text) {
  constexpr std::size_t at_once = std::size_t{1} << 16;  // whole words
  std::string taken;
  std::size_t size = 0;
  bool behind_blank = true;
  const auto take = [&](std::string_view part) {
    size += part.size();
    behind_blank = false;
    while (taken.size() + part.size() >= at_once) {
      const std::size_t fits = at_once - taken.size();
      taken += part.substr(0, fits);
      part.remove_prefix(fits);
      mix(taken);
      taken.clear();
    }
    taken += part;
  };
  for (std::size_t at = 0; at < text.size();) {
    std::size_t next = at;
    while (next < text.size() && goes_on(text, next)) ++next;
    if (next > at) {
      take(text.substr(at, next - at));
    } else if ((next = behind_blanks(text, at)) > at) {
      if (!behind_blank) take(" ");
      behind_blank = true;
    } else if (text[at] == '"') {
      next = behind_string(text, at);
      take(text.substr(at, next - at));
    } else if ((next = skip_card(text, at)) == at) {
      take(text.substr(at, 1));
      next = at + 1;
    }
    at = next;
  }
  mix(taken);
  mix_number(size);
}

std::string Fingerprint::str() const { return fmt::format("{:016x}", sum_.value()); }

}  // namespace flexura
