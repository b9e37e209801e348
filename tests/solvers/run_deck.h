// Runs the text of a model on this process.
#pragma once

#include <string>

#include "input/blocks/analysis.h"
#include "solvers/problems/initial_value.h"

namespace flexura::test {

inline void run_deck(const std::string& text, StepObserver& observer) {
  const auto analysis = read_model_text(text, "deck", {});
  InitialValueProblem(analysis->model, analysis->problem, analysis->assembly, MPI_COMM_SELF).run(observer);
}

}  // namespace flexura::test
