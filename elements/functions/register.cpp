#include "elements/functions/register.h"

#include "elements/authoring/catalogue.h"
#include "elements/functions/harmonics.h"
#include "elements/functions/readers.h"

namespace flexura {

namespace {

ScalarFunctionRegistry make_types() {
  ScalarFunctionRegistry registry("scalar function");
  using Operation = CombinedFunction::Operation;
  registry.add("const", read_constant_function, "c");
  registry.add("exp", read_exponential_function, "m b^(k x)");
  registry.add("log", read_logarithm_function, "m log_b(k x)");
  registry.add("pow", read_power_function, "x^p");
  authoring::add_function_type<SineFunction>(registry);
  authoring::add_function_type<CosineFunction>(registry);
  registry.add("linear", read_linear_function, "line through two points");
  registry.add("cubic spline", read_cubic_spline_function, "natural cubic spline through points");
  registry.add("multilinear", read_multilinear_function, "piecewise linear through points");
  registry.add("chebychev", read_chebychev_function, "series of Chebychev polynomials");
  registry.add("sum", read_combined_function<Operation::sum>, "f1 + f2");
  registry.add("sub", read_combined_function<Operation::sub>, "f1 - f2");
  registry.add("mul", read_combined_function<Operation::mul>, "f1 f2");
  registry.add("div", read_combined_function<Operation::div>, "f1 / f2");
  registry.add("powfun", read_combined_function<Operation::powfun>, "f1^f2");
  registry.add_unsupported("octave", "function of a plug-in module");
  return registry;
}

}  // namespace

const ScalarFunctionRegistry& scalar_function_types() { return open_scalar_function_types(); }

ScalarFunctionRegistry& open_scalar_function_types() {
  static ScalarFunctionRegistry registry = make_types();
  return registry;
}

}  // namespace flexura
