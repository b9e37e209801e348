// White space and comments of the language in a text that is taken apart without a reader.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "input/keyword.h"

namespace flexura {

/// Behind the white space and comments (`# ...`, `/* ... */`) at `at`; at the end of the text when one is not closed.
inline std::size_t behind_blanks(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    if (is_blank(text[at])) {
      ++at;
    } else if (text[at] == '#') {
      at = std::min(text.find('\n', at), text.size());
    } else if (text.substr(at, 2) == "/*") {
      const std::size_t end = text.find("*/", at + 2);
      at = end == std::string_view::npos ? text.size() : end + 2;
    } else {
      break;
    }
  }
  return at;
}

}  // namespace flexura
