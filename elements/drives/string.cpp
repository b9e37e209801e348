#include "elements/drives/string.h"

#include "input/keyword.h"
#include "input/symbol_memory.h"

namespace flexura {

Taylor2 StringDrive::value(const Taylor2& x, const DriveContext& context) const {
  const SymbolTable::Evaluation evaluation(symbols_, x, context);
  return expression_.evaluate_real(symbols_, context);
}

void StringDrive::remember(Archive& archive) {
  if (expression_.uses().effects) remember_symbols(symbols_, archive);
}

DrivePointer read_string(Reader& reader) {
  const auto written = reader.string_source();
  std::string text;
  std::vector<std::size_t> offsets;
  for (std::size_t i = 0; i < written->text().size(); ++i) {
    if (is_blank(written->text()[i])) continue;
    text.push_back(written->text()[i]);
    offsets.push_back(i);
  }
  if (text.empty()) reader.fail("expected an expression in the string, found nothing");
  offsets.push_back(written->text().size());
  const auto source = written->derive(std::move(text), std::move(offsets));
  return std::make_shared<StringDrive>(Expression::compile_list(source, reader.symbols(), Expression::Mode::deferred),
                                       reader.symbols());
}

}  // namespace flexura
