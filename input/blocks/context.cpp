#include "input/blocks/context.h"

#include <algorithm>

#include <fmt/format.h>

namespace flexura {

void ReadContext::skip(std::string_view statement) {
  if (std::find(not_needed.begin(), not_needed.end(), statement) == not_needed.end())
    not_needed.emplace_back(statement);
}

void ReadContext::report(const SourceLocation& where, const std::string& message) {
  try {
    reader.fail_at(where, message);
  } catch (const InputError& error) {
    reader.diagnostics().add(error);
  }
}

void ReadContext::warn(const SourceLocation& where, const std::string& message) {
  analysis.warnings.push_back({where, message});
}

void ReadContext::fail_unsupported(std::string_view statement, std::string_view instead) {
  reader.fail_at(reader.card_where(),
                 fmt::format("`{}` is not supported{}{}", statement, instead.empty() ? "" : ": ", instead));
}

namespace {
std::vector<std::string> card_names(const BlockCards& cards) {
  std::vector<std::string> names;
  for (const auto& key : cards.keys()) names.push_back(cards.find(key)->name);
  return names;
}
}  // namespace

void read_block(ReadContext& context, std::string_view name, const BlockCards& cards) {
  Reader& reader = context.reader;
  context.begin = reader.card_where();
  context.seen.clear();
  reader.block(name, [&](const std::string& description) {
    const auto* card = cards.find(description);
    if (!card) reader.fail_unknown_card(description, card_names(cards));
    context.seen.insert(normal_form(card->name));
    if (!card->read) context.fail_unsupported(card->name, card->documentation);
    card->read(context);
  });
}

}  // namespace flexura
