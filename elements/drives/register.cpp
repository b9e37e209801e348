#include "elements/drives/register.h"

#include "elements/authoring/catalogue.h"
#include "elements/drives/bistop.h"
#include "elements/drives/composite.h"
#include "elements/drives/constant.h"
#include "elements/drives/discrete_filter.h"
#include "elements/drives/exponential.h"
#include "elements/drives/file_driver.h"
#include "elements/drives/fourier_series.h"
#include "elements/drives/harmonic.h"
#include "elements/drives/meter.h"
#include "elements/drives/piecewise_linear.h"
#include "elements/drives/polynomial.h"
#include "elements/drives/postponed.h"
#include "elements/drives/ramp.h"
#include "elements/drives/random.h"
#include "elements/drives/state_drives.h"
#include "elements/drives/step.h"
#include "elements/drives/string.h"
#include "elements/drives/tanh.h"
#include "elements/drives/time.h"

namespace flexura {

void register_drives(DriveRegistry& registry) {
  registry.add("array", read_array, "sum of drives");
  registry.add("bistop", read_bistop, "1 while switched on by one drive and not off by another");
  registry.add("closest next", read_closest_next, "1 when a threshold that moves on by increments is reached");
  registry.add("const", read_constant, "a constant");
  registry.add("cosine", read_cosine, "f0 + A (1 - cos(w (t - t0))) for a number of cycles");
  registry.add("cubic", read_cubic, "c0 + c1 t + c2 t^2 + c3 t^3");
  registry.add("direct", read_direct, "the argument of the drive");
  registry.add("discrete filter", read_discrete_filter, "difference equation at a fixed time step");
  registry.add("dof", read_dof_drive, "a drive of a degree of freedom of a node");
  registry.add("double ramp", read_double_ramp, "two ramps, one after the other");
  registry.add("double step", read_double_step, "a step between two times");
  registry.add("drive", read_nested, "a drive of the value of another drive");
  registry.add("element", read_element_drive, "a drive of a private datum of an element");
  registry.add("exponential", read_exponential, "f0 + A (1 - exp(-(t - t0)/tau))");
  registry.add("file", read_file_drive, "a column of a file driver");
  registry.add("fourier series", read_fourier_series, "sum of harmonics");
  registry.add("frequency sweep", read_frequency_sweep,
               "harmonic with angular frequency and amplitude given by drives");
  registry.add("linear", read_linear, "c0 + c1 t");
  registry.add("meter", read_meter, "1 every n steps");
  registry.add("mult", read_mult, "product of two drives");
  registry.add("node", read_node_drive, "a drive of a private datum of a node");
  registry.add("null", read_null, "0");
  registry.add("parabolic", read_parabolic, "c0 + c1 t + c2 t^2");
  registry.add("periodic", read_periodic, "a drive repeated periodically");
  registry.add("piecewise linear", read_piecewise_linear, "straight lines between points");
  registry.add("postponed", read_postponed, "a drive caller that is defined later");
  registry.add("ramp", read_ramp, "constant slope between two times");
  registry.add("random", read_random, "uniformly distributed numbers");
  registry.add("sample and hold", read_sample_and_hold, "the value of a drive when a trigger was last on");
  registry.add("sine", read_sine, "f0 + A sin(w (t - t0)) for a number of cycles");
  registry.add("step", read_step, "a step");
  registry.add("step5", read_step5, "a smooth step, polynomial of degree five");
  registry.add("string", read_string, "an expression");
  authoring::add_drive_type<TanhDrive>(registry);
  registry.add("time", read_time, "the current time");
  registry.add("timestep", read_time_step, "the current step size");
  registry.add("unit", read_unit, "1");
  registry.alias("one", "unit");

  registry.add("boost random", read_normal_random, "normally distributed numbers");
  registry.add_unsupported("ginac", "symbolic expressions of GiNaC; use `string`");
  registry.add_unsupported("octave", "drive of a plug-in module");
  registry.add_unsupported("scalar function", "scalar functions cannot be read yet");
}

}  // namespace flexura
