// What the problem block and the control data say about the analysis.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "assembly/rotation_formula.h"
#include "model/drive.h"
#include "model/unknown.h"
#include "solvers/integrators/method.h"
#include "solvers/linear/settings.h"
#include "solvers/nonlinear/chatter.h"
#include "solvers/nonlinear/settings.h"
#include "solvers/problems/eigen_settings.h"
#include "solvers/problems/state_space_settings.h"

namespace flexura {

/// Initial assembly (control data, language manual: `skip initial joint assembly`, `initial stiffness`, ...).
struct AssemblySettings {
  bool skip = false;
  double position_stiffness = 1;
  double velocity_stiffness = 1;
  bool omega_rotates = false;
  double tolerance = 1e-6;  ///< of the 2-norm of the residual
  int max_iterations = -1;  ///< negative: not given, 100; 0: an inconsistent start fails
  bool deformable = false;  ///< deformable joints, beams and modal bodies take part, and of the loads:
  bool weight = false;      ///< that of bodies
  bool forces = false;      ///< forces and couples
  bool loadable = false;    ///< elements of modules
};

enum class AbortAfter { never, input, assembly, derivatives, dummy_steps, regular_step };

/// `strategy: factor`.
struct FactorStrategy {
  double reduction = 1;
  int steps_before_reduction = 0;
  double raise = 1;
  int steps_before_raise = 0;
  int min_iterations = 0;
  int max_iterations = 0;  ///< 0: the global value
};

/// `strategy: error`: steps from an estimate of the local error.
struct ErrorStrategy {
  double tolerance = 1e-4;  ///< of the motion at the end of the analysis, relative to sizes of the model
  std::array<double, static_cast<std::size_t>(Dimension::count)> absolute{};  ///< by dimension; 0: not given
};

/// `load continuation`: what is done about steps of static problems that do not converge.
struct LoadSettings {
  bool divide = true;      ///< they are made in parts
  double turn = 1;         ///< rad an iteration or a part may turn a node
  double smallest = 1e-5;  ///< part of a step
  bool relax = false;      ///< what continuation does not reach is sought by relaxation
};

/// `strategy: arc length`: equilibria beyond limits of the load.
struct ArcSettings {
  double length = 0;    ///< of the first step: root mean square of displacements, m
  double shortest = 0;  ///< below which the run ends with an error
  double longest = 0;
  double turn_length = 0;  ///< what a radian counts as, m; 0: a tenth of the extent of the model
  double turn = 1;         ///< rad an iteration may turn a node
  int steps = 1000;
};

/// The initial value problem.
struct InitialValueSettings {
  double initial_time = 0;
  double final_time = 1;  ///< infinity: forever
  double time_step = 0;   ///< s
  double min_time_step = 0;
  DrivePointer max_time_step;  ///< null: unlimited
  MethodSettings method;
  std::vector<MethodSettings> own_methods;  ///< `hybrid`: 1, 2, ... of StructuralNode::method and ElementInfo::method
  NonlinearSettings nonlinear;
  LinearSettings linear;

  enum class Strategy { constant, factor, change, error, arc_length } strategy = Strategy::constant;
  FactorStrategy factor;
  DrivePointer change;
  ErrorStrategy error;
  LoadSettings load;
  ArcSettings arc;

  double derivatives_tolerance = 1e-6;
  int derivatives_max_iterations = 10;
  double derivatives_coefficient = -1;  ///< read and not needed: initial accelerations come from the c = 0 problem

  RotationFormula rotations = RotationFormula::chart;
  AbortAfter abort_after = AbortAfter::never;
  std::int64_t abort_step = 0;  ///< regular step after which to stop
  SolverChatter chatter;
  std::vector<EigenSettings> eigenanalyses;      ///< one a card
  std::vector<StateSpaceSettings> state_spaces;  ///< one a card
};

}  // namespace flexura
