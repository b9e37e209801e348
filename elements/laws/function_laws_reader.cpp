// Readers of laws made of scalar functions or of expressions.
#include <algorithm>

#include <fmt/format.h>

#include "elements/functions/library.h"
#include "elements/laws/function_laws.h"
#include "elements/laws/instantiate.h"
#include "elements/laws/law_arguments.h"
#include "elements/laws/readers.h"
#include "elements/laws/symbolic.h"
#include "input/keyword.h"

namespace flexura {

namespace {

template <int N>
ComponentFunctions<N> read_functions(Reader& reader) {
  ComponentFunctions<N> result;
  for (auto& function : result) function = read_optional_scalar_function(reader);
  return result;
}

template <class Law, int N, LawKind kind>
LawPointer<N> read_with_functions(Reader& reader) {
  LinearMatrices<N> matrices;
  ComponentFunctions<N> of_strain, of_rate;
  if (has_elasticity(kind)) {
    matrices.stiffness = read_law_matrix<N>(reader);
    of_strain = read_functions<N>(reader);
  }
  if (has_viscosity(kind)) {
    matrices.damping = has_elasticity(kind) ? read_damping<N>(reader, matrices.stiffness) : read_law_matrix<N>(reader);
    of_rate = read_functions<N>(reader);
  }
  auto law = std::make_shared<Law>(kind, matrices, std::move(of_strain), std::move(of_rate));
  return kind == LawKind::viscous ? finish_viscous_law<N>(reader, law) : finish_law<N>(reader, law);
}

bool is_symbol(const std::string& text) {
  return !text.empty() && is_name_start(text[0]) && std::all_of(text.begin(), text.end(), is_name_char);
}

/// N names of strains or rates, appended to those that exist.
template <int N>
void read_symbols(Reader& reader, std::vector<std::string>& symbols) {
  for (int i = 0; i < N; ++i) {
    const std::string symbol = reader.string();
    if (!is_symbol(symbol)) reader.fail(fmt::format("`{}` cannot be a symbol: expected a name", symbol));
    if (std::find(symbols.begin(), symbols.end(), symbol) != symbols.end()) {
      reader.fail(fmt::format("the symbol `{}` is used twice", symbol));
    }
    symbols.push_back(symbol);
  }
}

}  // namespace

template <int N>
LawPointer<N> read_scalar_function_law(Reader& reader) {
  ComponentFunctions<N> functions;
  functions.fill(N == 1 ? read_optional_scalar_function(reader) : read_scalar_function(reader));
  return std::make_shared<ScalarFunctionLaw<N>>(std::move(functions));
}

template <int N>
LawPointer<N> read_scalar_function_law_orthotropic(Reader& reader) {
  return std::make_shared<ScalarFunctionLaw<N>>(read_functions<N>(reader));
}

template <int N, LawKind kind>
LawPointer<N> read_added_function(Reader& reader) {
  return read_with_functions<AddedFunctionLaw<N>, N, kind>(reader);
}

template <int N, LawKind kind>
LawPointer<N> read_added_modulus(Reader& reader) {
  return read_with_functions<AddedModulusLaw<N>, N, kind>(reader);
}

template <int N, LawKind kind>
LawPointer<N> read_symbolic(Reader& reader) {
  std::vector<std::string> symbols;
  if (has_elasticity(kind)) {
    reader.expect("epsilon");
    read_symbols<N>(reader, symbols);
  } else {
    symbols.assign(N, {});  // no name: such a strain cannot be used
  }
  if (has_viscosity(kind)) {
    reader.expect("epsilon prime");
    read_symbols<N>(reader, symbols);
  }
  reader.expect("expression");
  std::array<SymbolicExpression, N> expressions;
  for (auto& expression : expressions) expression = SymbolicExpression::compile(reader.string_source(), symbols);
  auto law = std::make_shared<SymbolicLaw<N>>(kind, std::move(expressions));
  return kind == LawKind::viscous ? finish_viscous_law<N>(reader, law) : finish_law<N>(reader, law);
}

FLEXURA_LAW_READER_136(read_scalar_function_law)
FLEXURA_LAW_READER_136(read_scalar_function_law_orthotropic)
FLEXURA_LAW_READER_KINDS(read_added_function)
FLEXURA_LAW_READER_KINDS(read_added_modulus)
FLEXURA_LAW_READER_KINDS(read_symbolic)

}  // namespace flexura
