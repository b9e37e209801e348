// Everything a model file may name, for `--list`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace flexura {

/// Keywords by kind, one a line with a description. Keywords that are only known, so that they can be refused by name,
/// are left out.
std::string keyword_list();

/// The names in that list.
std::vector<std::string> keywords();

/// All meanings of a word: of each its kind, its line of the list and, of elements, cards that it stands in, which the
/// common checks run through. Empty when the word is not in the list.
std::string keyword_page(std::string_view word);

}  // namespace flexura
