// Readers of scalar functions in closed form and of combinations.
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "elements/functions/elementary.h"
#include "elements/functions/library.h"
#include "elements/functions/readers.h"

namespace flexura {

namespace {

/// `[base, b,] [coefficient, k,] m` of exponentials and logarithms.
struct BaseForm {
  double base = std::numbers::e, coefficient = 1, multiplier = 1;
};

BaseForm read_base_form(Reader& reader) {
  BaseForm form;
  if (reader.keyword("base")) form.base = reader.positive_real("base of a scalar function");
  if (reader.keyword("coefficient")) form.coefficient = reader.real();
  form.multiplier = reader.real();
  return form;
}

}  // namespace

ScalarFunctionPointer read_constant_function(Reader& reader) {
  return std::make_shared<ConstantFunction>(reader.real());
}

ScalarFunctionPointer read_linear_function(Reader& reader) {
  const double x1 = reader.real();
  const double y1 = reader.real();
  const double x2 = reader.real();
  if (x2 == x1) reader.fail(fmt::format("the two points of a line need different x, found {} twice", x2));
  return std::make_shared<LinearFunction>(x1, y1, x2, reader.real());
}

ScalarFunctionPointer read_power_function(Reader& reader) { return std::make_shared<PowerFunction>(reader.real()); }

ScalarFunctionPointer read_exponential_function(Reader& reader) {
  const BaseForm form = read_base_form(reader);
  return std::make_shared<ExponentialFunction>(form.base, form.coefficient, form.multiplier);
}

ScalarFunctionPointer read_logarithm_function(Reader& reader) {
  const SourceLocation where = reader.where_next();
  const BaseForm form = read_base_form(reader);
  if (form.base == 1) reader.fail_at(where, "a logarithm needs a base other than 1");
  return std::make_shared<LogarithmFunction>(form.base, form.coefficient, form.multiplier);
}

template <CombinedFunction::Operation operation>
ScalarFunctionPointer read_combined_function(Reader& reader) {
  auto first = read_scalar_function(reader);
  return std::make_shared<CombinedFunction>(operation, std::move(first), read_scalar_function(reader));
}
template ScalarFunctionPointer read_combined_function<CombinedFunction::Operation::sum>(Reader&);
template ScalarFunctionPointer read_combined_function<CombinedFunction::Operation::sub>(Reader&);
template ScalarFunctionPointer read_combined_function<CombinedFunction::Operation::mul>(Reader&);
template ScalarFunctionPointer read_combined_function<CombinedFunction::Operation::div>(Reader&);
template ScalarFunctionPointer read_combined_function<CombinedFunction::Operation::powfun>(Reader&);

}  // namespace flexura
