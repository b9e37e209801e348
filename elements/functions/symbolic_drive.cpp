#include "elements/functions/symbolic_drive.h"

namespace flexura {

DrivePointer read_symbolic_drive(Reader& reader) {
  const std::string symbol = reader.keyword("symbol") ? reader.string() : "Var";
  return std::make_shared<SymbolicDrive>(SymbolicExpression::compile(reader.string_source(), {symbol}));
}

}  // namespace flexura
