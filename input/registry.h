// The one registry of readers by keyword: drives, laws, nodes, elements, integrators, linear solvers, cards.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "input/keyword.h"
#include "support/error.h"

namespace flexura {

template <class Signature>
class Registry;

/// Readers of one family, found by the normal form of their keyword.
///
/// A family is filled by one explicit function (`register_drives`, ...), one line a type. Registering a keyword twice
/// is a programming error and throws std::logic_error; `add` may replace what `add_unsupported` announced.
template <class Product, class... Args>
class Registry<Product(Args...)> {
 public:
  using Function = std::function<Product(Args...)>;
  struct Entry {
    std::string name;           ///< keyword as the manual spells it
    std::string documentation;  ///< one line
    Function read;              ///< empty for a keyword that is known but not supported
    bool alias = false;
  };

  /// `family` names what is registered in messages: "drive", "constitutive law".
  explicit Registry(std::string family) : family_(std::move(family)) {}

  void add(std::string_view name, Function read, std::string documentation) {
    insert(name, Entry{std::string(name), std::move(documentation), std::move(read), false});
  }
  /// Another spelling of a registered keyword.
  void alias(std::string_view other, std::string_view name) {
    const Entry* entry = find(name);
    if (!entry) throw std::logic_error("alias of an unregistered " + family_ + ": " + std::string(name));
    Entry copy = *entry;
    copy.alias = true;
    insert(other, std::move(copy));
  }
  /// A keyword of the language that this program knows but cannot read: using it is an error that says so.
  void add_unsupported(std::string_view name, std::string documentation) {
    insert(name, Entry{std::string(name), std::move(documentation), nullptr, false});
  }

  /// Null when the word (any spelling) is not registered.
  [[nodiscard]] const Entry* find(std::string_view word) const {
    const auto entry = entries_.find(normal_form(word));
    return entry == entries_.end() ? nullptr : &entry->second;
  }
  /// The entry of a word. Throws InputError at `where`: unknown, with the nearest names, or not supported.
  const Entry& at(std::string_view word, const SourceLocation& where) const {
    const Entry* entry = find(word);
    if (!entry) throw InputError(where, unknown(word));
    if (!entry->read) throw InputError(where, unsupported(*entry));
    return *entry;
  }
  /// Message for a word that is not registered, with the nearest names.
  [[nodiscard]] std::string unknown(std::string_view word) const {
    std::string text = "unknown " + family_ + " `" + std::string(word) + "`";
    std::vector<std::string> candidates;
    for (const auto& [key, entry] : entries_) candidates.push_back(key);
    std::string near;
    for (const auto& key : nearest_names(normal_form(word), candidates)) {
      near += (near.empty() ? ", did you mean `" : "` or `") + entries_.find(key)->second.name;
    }
    return near.empty() ? text : text + near + "`?";
  }
  [[nodiscard]] std::string unsupported(const Entry& entry) const {
    return family_ + " `" + entry.name + "` is not supported" +
           (entry.documentation.empty() ? "" : ": " + entry.documentation);
  }
  [[nodiscard]] const std::string& family() const { return family_; }
  /// Keywords that can be read, sorted, aliases left out.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const auto& [key, entry] : entries_) {
      if (entry.read && !entry.alias) result.push_back(entry.name);
    }
    std::sort(result.begin(), result.end());
    return result;
  }
  /// Normal forms of all keywords, for messages.
  [[nodiscard]] std::vector<std::string> keys() const {
    std::vector<std::string> result;
    for (const auto& [key, entry] : entries_) result.push_back(key);
    return result;
  }

 private:
  void insert(std::string_view name, Entry entry) {
    const std::string key = normal_form(name);
    const auto old = entries_.find(key);
    if (old != entries_.end()) {
      if (old->second.read) throw std::logic_error(family_ + " `" + std::string(name) + "` is registered twice");
      old->second = std::move(entry);
    } else {
      entries_.emplace(key, std::move(entry));
    }
  }
  std::string family_;
  std::map<std::string, Entry> entries_;
};

}  // namespace flexura
