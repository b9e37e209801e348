// Checks of option values with messages a person can read.
#pragma once

#include <CLI/CLI.hpp>
#include <charconv>
#include <string>

#include <fmt/format.h>

namespace flexura {

/// A whole number of at least `least`; the message names both.
inline CLI::Validator at_least(int least) {
  return {[least](std::string& text) {
            int n = 0;
            const char* end = text.data() + text.size();
            const auto [stop, error] = std::from_chars(text.data(), end, n);
            if (error == std::errc() && stop == end && n >= least) return std::string();
            return fmt::format("a whole number of at least {} is expected, found `{}`", least, text);
          },
          ""};
}

}  // namespace flexura
