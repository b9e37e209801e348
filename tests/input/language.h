// A language layer on a text, for tests.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "elements/drives/register.h"
#include "input/reader.h"
#include "model/model.h"

namespace flexura::test {

/// Reader, symbols and registries; `read(text)` puts the reader at the arguments of a card `card: text;`.
class Language {
 public:
  Language() : drives("drive"), cards("card") {
    register_drives(drives);
    register_general_cards(cards);
    symbols->print_line = [this](const std::string& line) { printed.push_back(line); };
    diagnostics.warning_sink = [](const std::string&) {};
    restart();
  }
  /// Labelled drives may refer to the table of symbols that holds them.
  ~Language() { symbols->drives = LabelledDrives(); }
  Language(const Language&) = delete;
  Language& operator=(const Language&) = delete;
  void restart() { reader = std::make_unique<Reader>(model, symbols, drives, cards, diagnostics); }

  /// The reader at the first argument of `card: arguments;`.
  Reader& read(const std::string& arguments) {
    restart();
    reader->open_text("test.mbd", "card: " + arguments + ";");
    std::string description;
    reader->next_card(description);
    return *reader;
  }
  /// Carries out the general cards of a text; errors end up in the diagnostics.
  void run(const std::string& text) {
    restart();
    reader->open_text("test.mbd", text);
    reader->all_cards([this](const std::string& description) { reader->fail_unknown_card(description, {}); });
  }
  DrivePointer drive(const std::string& text) {
    Reader& r = read(text);
    DrivePointer result = r.drive();
    r.end_card();
    return result;
  }
  Value evaluate(const std::string& expression) { return evaluate_text(expression, *symbols); }

  Model model;
  std::shared_ptr<SymbolTable> symbols = std::make_shared<SymbolTable>();
  DriveRegistry drives;
  CardRegistry cards;
  Diagnostics diagnostics;
  std::vector<std::string> printed;
  std::unique_ptr<Reader> reader;
};

/// Message of the error that `action` throws; empty when it throws none.
template <class Action>
std::string error_of(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A context at a time.
inline DriveContext at_time(double time, std::int64_t step = 0) {
  DriveContext context;
  context.time = Taylor2(time, 1, 0);
  context.step = step;
  return context;
}

}  // namespace flexura::test
