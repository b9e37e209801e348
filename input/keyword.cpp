#include "input/keyword.h"

namespace flexura {

std::string normal_form(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    if (!is_blank(c)) result.push_back(fold(c));
  }
  return result;
}

bool is_keyword(std::string_view word, std::string_view keyword) {
  std::size_t i = 0;
  for (const char c : keyword) {
    if (is_blank(c)) continue;
    if (i == word.size() || word[i] != fold(c)) return false;
    ++i;
  }
  return i == word.size();
}

}  // namespace flexura
