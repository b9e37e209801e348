// What every integration method that is declared as a table must satisfy, for `flexura element-check`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "elements/check/report.h"
#include "solvers/integrators/method_types.h"

namespace flexura {

/// Columns of the table of methods.
std::vector<std::string_view> method_check_columns();

/// Measures the method of a declaration, parameters as the declaration samples them:
///   order       slope of the error on a nonlinear equation, equal steps: no more than 0.15 from the declared order
///   unequal     the same with random steps, by 0.25
///   linear      on an oscillator, by 0.2
///   stability   spectral radius minus one in the left half plane (unless declared not to be A-stable)
///   infinity    spectral radius at infinite frequency (where declared)
checks::ElementReport check_method(const TableMethodType& type);

/// The same checks of a method with what is declared of it.
checks::ElementReport check_method(const Method& method, const TableMethodType& declared);

}  // namespace flexura
