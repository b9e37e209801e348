// Hints of the card `driven`: what they say, and which part of the element takes them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "elements/drives/hint.h"
#include "input/reader.h"
#include "model/model.h"

namespace flexura {

/// Hints of the `driven` card whose element is being read; kept for the model by run_storage.
struct PendingHints {
  struct Item {
    std::string name;  ///< normal form: `drive3`
    HintText text;     ///< what is between the braces
    SourceLocation where;
    bool used = false;
  };
  /// Forgets the hints of a card at its end, also when it is wrong.
  class Scope {
   public:
    explicit Scope(Reader& reader) : reader_(reader) {}
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope();

   private:
    Reader& reader_;
  };

  DrivePointer condition;
  std::optional<bool> initial;
  std::vector<Item> items;
};

/// `[hint, "name{arguments}" [, ...],]` any number of times. Strings may hold comments and newlines. Errors of form.
void read_hints(Reader& reader, DrivePointer condition, std::optional<bool> initial);
/// The element has been read: with hints that attach it anew, the drive that switches it becomes one that knows them.
/// Others that it did not ask for are errors.
void finish_hints(Reader& reader, DrivenElement& driven);

/// The drive of a card, replaced by the pending hint of that name (`drive3`, `position-drive3`) when there is one.
Drive3 with_hint(Reader& reader, std::string_view name, Drive3 card);
Drive6 with_hint(Reader& reader, std::string_view name, Drive6 card);
DrivePointer with_hint(Reader& reader, std::string_view name, DrivePointer card);

}  // namespace flexura
