#include "input/fingerprint.h"

#include <algorithm>
#include <array>

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

}  // namespace

Fingerprint& Fingerprint::of(const std::shared_ptr<SymbolTable>& symbols) { return *run_storage<Fingerprint>(symbols); }

/// FNV-1a (Fowler, Noll, Vo).
void Fingerprint::mix(std::string_view text) {
  for (const char c : text) state_ = (state_ ^ static_cast<std::uint8_t>(c)) * 0x100000001b3U;
}

/// Texts do not run into each other.
void Fingerprint::mix_size(std::size_t size) {
  for (std::size_t k = 0; k < sizeof(size); ++k)
    state_ = (state_ ^ static_cast<std::uint8_t>(size >> (8 * k))) * 0x100000001b3U;
}

void Fingerprint::add(std::string_view text) {
  mix(text);
  mix_size(text.size());
}

void Fingerprint::add_model_text(std::string_view text) {
  std::size_t size = 0;
  bool behind_blank = true;
  const auto take = [&](std::string_view part) {
    mix(part);
    size += part.size();
    behind_blank = part == " ";
  };
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t next = behind_blanks(text, at); next > at) {
      if (!behind_blank) take(" ");
      at = next;
      continue;
    }
    std::size_t end = at;  // of a string, of a word, or behind another character
    if (text[at] == '"') {
      end = behind_string(text, at);
    } else if (const std::size_t next = skip_card(text, at); next > at) {
      at = next;
      continue;
    } else {
      do ++end;
      while (end < text.size() && is_name_char(text[end - 1]) && is_name_char(text[end]));
    }
    take(text.substr(at, end - at));
    at = end;
  }
  mix_size(size);
}

std::string Fingerprint::str() const { return fmt::format("{:016x}", state_); }

}  // namespace flexura
