#include "input/symbol_memory.h"

#include <cstdint>
#include <iterator>
#include <sstream>

namespace flexura {

namespace {

void remember_value(Symbol& symbol, Archive& archive) {
  if (symbol.type == Type::string) {
    const std::string& text = symbol.value.string();
    std::vector<char> characters(text.begin(), text.end());
    archive(characters);
    symbol.value = Value(std::string(characters.begin(), characters.end()));
    return;
  }
  Taylor2 value = symbol.value.real();
  archive(value);
  if (symbol.type == Type::real) symbol.value = Value(value);
  if (symbol.type == Type::integer) symbol.value = Value(static_cast<std::int32_t>(value.f));
  if (symbol.type == Type::boolean) symbol.value = Value(value.f != 0);
}

}  // namespace

void remember_symbols(SymbolTable& symbols, Archive& archive) {
  for (const std::string& name : symbols.names()) {
    Symbol* const symbol = symbols.find(name);
    if (!symbol->is_const && !symbol->plugin) remember_value(*symbol, archive);
  }
  std::stringstream state;  // the only way to the words of the generator, and a portable one
  if (archive.saving()) state << symbols.generator;
  std::vector<std::uint32_t> words{std::istream_iterator<std::uint32_t>(state), {}};
  archive(words);
  if (archive.saving()) return;
  std::stringstream restored;
  for (const std::uint32_t word : words) restored << word << ' ';
  restored >> symbols.generator;
}

}  // namespace flexura
