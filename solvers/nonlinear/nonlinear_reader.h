// Reads the cards that rule the iteration to convergence.
#pragma once

#include <string>
#include <vector>

#include "input/reader.h"
#include "solvers/nonlinear/settings.h"

namespace flexura {

/// Card `tolerance`: residual group, then solution group. A test that is not named is `norm`, or `none` when its
/// tolerance is null. InputError when neither group leaves a test.
void read_tolerance(Reader& reader, NonlinearSettings& settings);

/// Card `max iterations : <n> [, at most]`.
void read_max_iterations(Reader& reader, NonlinearSettings& settings);

/// Card `nonlinear solver`. Appends to `not_needed` the options that were read and have no meaning here. InputError for
/// solvers that are not supported.
void read_nonlinear_solver(Reader& reader, NonlinearSettings& settings, std::vector<std::string>& not_needed);
/// What follows the words `newton raphson`.
void read_newton_raphson(Reader& reader, NonlinearSettings& settings, std::vector<std::string>& not_needed);

/// Card `enforce constraint equations`.
void read_constraint_enforcement(Reader& reader, NonlinearSettings& settings);

}  // namespace flexura
