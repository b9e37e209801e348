#include "input/fingerprint.h"

#include <cctype>

#include <fmt/format.h>

#include "input/run_storage.h"

namespace flexura {

namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

/// Behind `word` at `at`, upper and lower case alike, and the white space that follows; npos when something else stands
/// there.
std::size_t behind(std::string_view text, std::size_t at, std::string_view word) {
  if (text.size() - at < word.size()) return std::string_view::npos;
  for (std::size_t k = 0; k < word.size(); ++k)
    if (std::tolower(static_cast<unsigned char>(text[at + k])) != word[k]) return std::string_view::npos;
  at += word.size();
  while (at < text.size() && is_space(text[at])) ++at;
  return at;
}

/// The end of a card `final time: ...;` that begins at `at`, otherwise `at`.
std::size_t skip_final_time(std::string_view text, std::size_t at) {
  std::size_t next = at;
  for (const std::string_view word : {"final", "time", ":"}) {
    next = behind(text, next, word);
    if (next == std::string_view::npos) return at;
  }
  const std::size_t end = text.find(';', next);
  return end == std::string_view::npos ? text.size() : end + 1;
}

}  // namespace

Fingerprint& Fingerprint::of(const std::shared_ptr<SymbolTable>& symbols) { return *run_storage<Fingerprint>(symbols); }

/// FNV-1a (Fowler, Noll, Vo), with the length so that texts do not run into each other.
void Fingerprint::add(std::string_view text) {
  const auto mix = [this](std::uint8_t byte) { state_ = (state_ ^ byte) * 0x100000001b3U; };
  for (const char c : text) mix(static_cast<std::uint8_t>(c));
  for (std::size_t size = text.size(), k = 0; k < sizeof(size); ++k) mix(static_cast<std::uint8_t>(size >> (8 * k)));
}

void Fingerprint::add_model_text(std::string_view text) {
  std::string rest;
  rest.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const bool starts = at == 0 || !(std::isalnum(static_cast<unsigned char>(text[at - 1])) || text[at - 1] == '_');
    const std::size_t next = starts ? skip_final_time(text, at) : at;
    if (next > at) {
      at = next;
    } else {
      rest.push_back(text[at++]);
    }
  }
  add(rest);
}

std::string Fingerprint::str() const { return fmt::format("{:016x}", state_); }

}  // namespace flexura
