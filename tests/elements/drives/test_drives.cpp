#include <cmath>
#include <set>

#include <boost/test/unit_test.hpp>

#include "tests/input/language.h"

using namespace flexura;
using flexura::test::at_time;
using flexura::test::contains;
using flexura::test::error_of;
using flexura::test::Language;

namespace drives {
namespace {

struct Fixture : Language {
  Fixture() { symbols->declare_time(); }
  Taylor2 at(const std::string& text, double t) {
    const DriveContext context = at_time(t);
    return drive(text)->value(context.time, context);
  }
  double value(const std::string& text, double t) { return at(text, t).f; }
  std::vector<double> values(const std::string& text, const std::vector<double>& times) {
    const DrivePointer d = drive(text);
    std::vector<double> result;
    for (const double t : times) result.push_back(d->value(at_time(t).time, at_time(t)).f);
    return result;
  }
  void same(const std::string& text, const std::vector<double>& times, const std::vector<double>& expected,
            double tolerance = 1e-12) {
    const auto found = values(text, times);
    for (std::size_t i = 0; i < times.size(); ++i) {
      BOOST_TEST(std::abs(found[i] - expected[i]) <= tolerance,
                 text << " at " << times[i] << " is " << found[i] << ", not " << expected[i]);
    }
  }
  std::string error(const std::string& text) {
    return error_of([&] { drive(text); });
  }
};

}  // namespace
}  // namespace drives

BOOST_FIXTURE_TEST_SUITE(drives, Fixture)

BOOST_AUTO_TEST_CASE(derivatives_agree_with_central_differences) {
  const std::vector<const char*> all = {"1.5",
                                        "const, 2.",
                                        "null",
                                        "unit",
                                        "one",
                                        "linear, 1., 2.",
                                        "parabolic, 1., 2., 3.",
                                        "cubic, 1., 2., 3., 4.",
                                        "ramp, 2., .5, 10., 1.",
                                        "double ramp, 2., 0., 1., -3., 2., forever, 1.",
                                        "step, .5, 2., 1.",
                                        "double step, .5, 5., 2., 1.",
                                        "step5, .2, 1., 4.2, 3.",
                                        "piecewise linear, 3, 0., 1., 1., 3., 5., -2.",
                                        "sine, .1, 2., 3., forever, .5",
                                        "cosine, .1, 2., 3., forever, .5",
                                        "frequency sweep, .1, linear, 1., .5, parabolic, 1., .2, .3, .5, 100., 9.",
                                        "exponential, 2., .7, .1, .5",
                                        "tanh, .3, 2., .8, 1.",
                                        "fourier series, .1, 1.5, 2, 1., .5, -.3, .2, .7, forever, .5",
                                        "string, \"sin(2.*Time)*Var + exp(-Time)\"",
                                        "time",
                                        "timestep",
                                        "direct",
                                        "mult, sine, 0., 1., 1., forever, 0., linear, 1., 2.",
                                        "array, 3, time, sine, 0., 1., 1., forever, 0., 2.",
                                        "drive, cubic, 1., 2., 3., 4., sine, 0., 1., 1., forever, 0.",
                                        "drive, string, \"Var^3\", sine, 0., 1., 1., forever, 0.",
                                        "periodic, .1, 1.1, cubic, 1., 2., 3., 4.",
                                        "string, \"model::drive(90, 2.*Time) + model::drive(90)\"",
                                        "discrete filter, 0, 2., 0, sine, 0., 1., 1., forever, 0."};
  symbols->drives.add(90, drive("cubic, 1., 2., 3., 4."));
  for (const char* text : all) {
    const DrivePointer d = drive(text);
    for (const double t : {.37, 1.63, 2.9}) {
      const double h = 1e-4;
      const auto f = [&](double time) { return d->value(at_time(time).time, at_time(time)); };
      const Taylor2 here = f(t);
      BOOST_TEST_CONTEXT(text << " at " << t) {
        // Truncation h^2 times third and fourth derivatives (below 1e3), round-off 1e-16 * 100 / h^2.
        BOOST_TEST(std::abs(here.d - (f(t + h).f - f(t - h).f) / (2 * h)) < 1e-5);
        BOOST_TEST(std::abs(here.dd - (f(t + h).f - 2 * here.f + f(t - h).f) / (h * h)) < 1e-4);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(constants) {
  BOOST_TEST(value("const, 2.*3", 1) == 6);
  BOOST_TEST(value("2.*3", 1) == 6);
  BOOST_TEST(value("(real c = 4.; c)", 1) == 4);
  BOOST_TEST(value("null", 1) == 0);
  BOOST_TEST(value("unit", 1) == 1);
  BOOST_TEST(value("one", 1) == 1);
  BOOST_TEST(drive("const, 2.")->constant());
  BOOST_TEST(!drive("time")->constant());
}

BOOST_AUTO_TEST_CASE(a_variable_named_like_a_drive_needs_const) {
  evaluate("real ramp_rate = 3.; real time = 8.");
  BOOST_TEST(value("ramp_rate", 1) == 3);
  BOOST_TEST(value("time", 1) == 1);
  BOOST_TEST(value("const, time", 1) == 8);
}

BOOST_AUTO_TEST_CASE(polynomials) {
  BOOST_TEST(value("linear, 1., 2.", 3) == 7);
  BOOST_TEST(value("parabolic, 1., 2., 3.", 3) == 34);
  BOOST_TEST(value("cubic, 1., 2., 3., 4.", 3) == 142);
}

BOOST_AUTO_TEST_CASE(ramps) {
  same("ramp, 2., 1., 3., .5", {0, 1, 2, 3, 9}, {.5, .5, 2.5, 4.5, 4.5});
  same("ramp, 2., 1., forever, .5", {0, 101}, {.5, 200.5});
  BOOST_TEST(at("ramp, 2., 1., 3., .5", 1).d == 2);
  BOOST_TEST(at("ramp, 2., 1., 3., .5", 3).d == 0);
  same("double ramp, 2., 1., 2., -1., 4., 5., .5", {0, 1.5, 3, 4.5, 9}, {.5, 1.5, 2.5, 2, 1.5});
  same("double ramp, 2., 1., 2., -1., 4., forever, .5", {14}, {-7.5});
  BOOST_TEST(contains(error("double ramp, 2., 1., 2., -1., 1., 5., .5"), "second ramp begins before"));
}

BOOST_AUTO_TEST_CASE(steps) {
  same("step, 1., 2., .5", {0, .999, 1, 9}, {.5, .5, 2.5, 2.5});
  same("double step, 1., 3., 2., .5", {0, 1, 3, 3.001}, {.5, 2.5, 2.5, .5});
  same("step5, 1., 2., 3., 5.", {0, 1, 2, 3, 9}, {2, 2, 3.5, 5, 5});
  for (const double end : {1 + 1e-9, 3 - 1e-9}) {
    BOOST_TEST(std::abs(at("step5, 1., 2., 3., 5.", end).d) < 1e-12);
    BOOST_TEST(std::abs(at("step5, 1., 2., 3., 5.", end).dd) < 1e-7);
  }
  BOOST_TEST(contains(error("step5, 1., 3., 1., 5."), "must lie after the initial time"));
}

BOOST_AUTO_TEST_CASE(piecewise_linear) {
  same("piecewise linear, 3, 0., 1., 1., 3., 3., 1.", {-1, 0, .5, 1, 2, 3, 9}, {1, 1, 2, 3, 2, 1, 1});
  same("piecewise linear, 1, 0., 7.", {-1, 0, 1}, {7, 7, 7});
}

BOOST_AUTO_TEST_CASE(cosines_start_flat_and_count_cycles) {
  const std::vector<double> times = {0, 1, 1.5, 2, 9};
  const double tolerance = 1e-6;  // printed digits of the reference
  same("cosine, 1., 2., 3., 1, .5", times, {.5, .5, 1.879093, 4.748441, .5}, tolerance);
  same("cosine, 1., 2., 3., one, .5", times, {.5, .5, 1.879093, 4.748441, .5}, tolerance);
  same("cosine, 1., 2., 3., -1, .5", times, {.5, .5, 1.879093, 4.748441, 6.5}, tolerance);
  same("cosine, 1., 2., 3., half, .5", times, {.5, .5, 1.879093, 4.748441, 6.5}, tolerance);
  same("cosine, 1., 2., 3., -2, .5", {9}, {6.5}, tolerance);
  same("cosine, 1., 2., 3., forever, .5", {101}, {.5 + 3 * (1 - std::cos(200))});
  const double end = 1 + std::acos(-1.0);
  BOOST_TEST(std::abs(at("cosine, 1., 2., 3., 1, .5", end - 1e-9).d) < 1e-7);
  BOOST_TEST(std::abs(at("cosine, 1., 2., 3., -1, .5", (1 + end) / 2 - 1e-9).d) < 1e-7);
}

BOOST_AUTO_TEST_CASE(sines_end_after_odd_fractions_of_cycles) {
  const std::vector<double> times = {0, 1, 1.5, 2, 9};
  const double tolerance = 1e-6;
  same("sine, 1., 2., 3., 1, .5", times, {.5, .5, 3.024413, 3.227892, .5}, tolerance);
  same("sine, 1., 2., 3., one, .5", times, {.5, .5, 3.024413, 3.227892, .5}, tolerance);
  same("sine, 1., 2., 3., -1, .5", {1.5, 2, 9}, {3.024413, 3.5, 3.5}, tolerance);
  same("sine, 1., 2., 3., half, .5", {1.5, 2, 9}, {3.024413, 3.5, 3.5}, tolerance);
  same("sine, 1., 2., 3., -2, .5", {2, 9}, {3.227892, 3.5}, tolerance);
  const double pi = std::acos(-1.0);
  BOOST_TEST(std::abs(at("sine, 1., 2., 3., 1, .5", 1 + pi / 2 - 1e-9).d + 6) < 1e-6);
  BOOST_TEST(std::abs(at("sine, 1., 2., 3., -1, .5", 1 + pi / 4 - 1e-9).d) < 1e-6);
  BOOST_TEST(contains(error("sine, 0., -1., 1., 2, 0."), "positive angular frequency"));
}

BOOST_AUTO_TEST_CASE(frequency_sweeps_multiply_frequency_and_time) {
  const std::string sweep = "frequency sweep, 1., linear, 1., .5, const, 2., .3, 4., .7";
  same(sweep, {0, 2, 4, 5}, {.3, .3 + 2 * std::sin(2.0), .3 + 2 * std::sin(9.0), .7});
}

BOOST_AUTO_TEST_CASE(exponential_and_tanh) {
  same("exponential, 2., .5, 1., .5", {0, 1, 2}, {.5, .5, .5 + 2 * (1 - std::exp(-2.0))});
  same("exponential, 2., -.5, 1., .5", {2}, {.5 + 2 * (1 - std::exp(2.0))});
  same("tanh, 1., 2., 3., .5", {1, 2}, {.5, .5 + 2 * std::tanh(3.0)});
  BOOST_TEST(at("tanh, 1., 2., 3., .5", 1).d == 6);
  BOOST_TEST(contains(error("exponential, 2., 0., 1., .5"), "time constant must not be 0"));
}

BOOST_AUTO_TEST_CASE(fourier_series) {
  const std::string series = "fourier series, 1., 2., 2, 1., .5, -.3, .2, .7, ";
  const auto f = [](double t) {
    const double p = 2 * (t - 1);
    return .5 + .5 + .5 * std::cos(p) - .3 * std::sin(p) + .2 * std::cos(2 * p) + .7 * std::sin(2 * p);
  };
  same(series + "one, .5", {0, 1, 2, 9}, {.5, f(1), f(2), .5});
  same(series + "2, .5", {6, 9}, {f(6), .5});
  same(series + "forever, .5", {9}, {f(9)});
  BOOST_TEST(contains(error("fourier series, 0., 1., 0, 1., one, 0."), "number of harmonics must be positive"));
}

BOOST_AUTO_TEST_CASE(random_numbers_hold_for_steps_and_repeat) {
  const DrivePointer d = drive("random, 2., 5., 1., 3., steps, 4, seed, 7");
  const auto at_step = [](const Drive& f, std::int64_t step, double t = 2) {
    return f.value(Taylor2(t, 1, 0), at_time(t, step)).f;
  };
  std::set<double> seen;
  double sum = 0;
  for (std::int64_t step = 0; step < 4000; ++step) {
    const double v = at_step(*d, step);
    BOOST_TEST((v >= 3 && v < 7));
    BOOST_TEST(v == at_step(*d, step - step % 4));
    seen.insert(v);
    sum += v;
  }
  BOOST_TEST(seen.size() == 1000U);
  BOOST_TEST(std::abs(sum / 4000 - 5) < .15);  // four standard deviations of the mean of 1000 numbers
  BOOST_TEST(at_step(*d, 8, .5) == 5);
  BOOST_TEST(at_step(*d, 8, 3.5) == 5);
  BOOST_TEST(at_step(*drive("random, 2., 5., 1., 3., steps, 4, seed, 7"), 8) == at_step(*d, 8));
  BOOST_TEST(at_step(*drive("random, 2., 5., 1., 3., steps, 4, seed, 8"), 8) != at_step(*d, 8));
  const DrivePointer first = drive("random, 1., 0., 0., forever");
  const DrivePointer second = drive("random, 1., 0., 0., forever");
  BOOST_TEST(at_step(*first, 1) != at_step(*second, 1));
  BOOST_TEST(at_step(*first, 1) != at_step(*first, 2));
  drive("random, 1., 0., 0., forever, seed, time");
}

BOOST_AUTO_TEST_CASE(normal_random_numbers_have_their_mean_and_deviation) {
  const DrivePointer d = drive("boost random, 5., 2.");
  const DrivePointer other = drive("boost random, 5., 2.");
  constexpr int count = 10000;
  double sum = 0, square = 0, fourth = 0;
  for (std::int64_t step = 0; step < count; ++step) {
    const double v = (d->value(Taylor2(2, 1, 0), at_time(2, step)).f - 5) / 2;
    BOOST_TEST(2 * v + 5 == d->value(Taylor2(3, 1, 0), at_time(3, step)).f, boost::test_tools::tolerance(1e-12));
    sum += v;
    square += v * v;
    fourth += v * v * v * v;
  }
  // Four standard deviations: those of v, v^2 and v^4 are 1, sqrt(2) and sqrt(96).
  BOOST_TEST(std::abs(sum / count) < 0.04);
  BOOST_TEST(std::abs(square / count - 1) < 0.057);
  BOOST_TEST(std::abs(fourth / count - 3) < 0.4);
  BOOST_TEST(d->value(Taylor2(2), at_time(2, 1)).f != other->value(Taylor2(2), at_time(2, 1)).f);
}

BOOST_AUTO_TEST_CASE(string_drives_see_time_argument_and_variables_late) {
  evaluate("real gain = 2.");
  const DrivePointer d = drive("string, \"gain * Var + Time\"");
  BOOST_TEST(d->value(3.0, at_time(10)).f == 16);
  evaluate("gain = 4.");
  BOOST_TEST(d->value(3.0, at_time(10)).f == 22);
  const DrivePointer frozen = drive("string, \"real_eval(gain) * Var\"");
  evaluate("gain = 8.");
  BOOST_TEST(frozen->value(3.0, at_time(10)).f == 12);
  BOOST_TEST(d->depends_on_state() == false);
  BOOST_TEST(drive("string, \"model::distance(integer_eval(1+1), 3)\"")->depends_on_state());
}

BOOST_AUTO_TEST_CASE(string_drives_take_statements_without_blanks_and_keep_assignments) {
  evaluate("real last = 0.");
  const DrivePointer d = drive("string, \"last = last + 1 ; in_el( 0, Time, 1 ) * l a s t\"");
  BOOST_TEST(d->value(0.0, at_time(.5)).f == 1);
  BOOST_TEST(d->value(0.0, at_time(.5)).f == 2);
  BOOST_TEST(evaluate("last").real().f == 2);
  BOOST_TEST(value("string, \"1.\" + \"5\"", 0) == 1.5);
}

BOOST_AUTO_TEST_CASE(string_drives_report_errors_at_run_time_where_they_are_written) {
  const DrivePointer d = drive("string, \"1. + log( Var )\"");
  BOOST_TEST(contains(error_of([&] { (void)d->value(-1.0, at_time(0)); }),
                      "test.mbd:1:21: error: `log(-1)` does not exist: the argument must be positive"));
  const DrivePointer text = drive("string, \"string(Var)\"");
  BOOST_TEST(contains(error_of([&] { (void)text->value(1.0, at_time(0)); }), "expected a number"));
}

BOOST_AUTO_TEST_CASE(string_drives_call_labelled_drives) {
  symbols->drives.add(3, drive("string, \"Var^2\""));
  BOOST_TEST(value("string, \"model::drive(3, 5.) + 100.*Var\"", 2) == 225);
  BOOST_TEST(value("string, \"model::drivep(3, 5.)\"", 2) == 10);
  symbols->drives.add(4, drive("string, \"model::drive(4)\""));
  BOOST_TEST(contains(error_of([&] { value("string, \"model::drive(4)\"", 0); }), "depends on itself"));
  BOOST_TEST(contains(error_of([&] { value("string, \"model::drive(5)\"", 0); }), "drive caller 5 is not defined"));
}

BOOST_AUTO_TEST_CASE(time_timestep_and_direct) {
  DriveContext context = at_time(5);
  context.time_step = .25;
  BOOST_TEST(drive("time")->value(2.0, context).f == 5);
  BOOST_TEST(drive("timestep")->value(2.0, context).f == .25);
  BOOST_TEST(drive("direct")->value(2.0, context).f == 2);
}

BOOST_AUTO_TEST_CASE(composites) {
  BOOST_TEST(value("mult, 2., time", 3) == 6);
  BOOST_TEST(value("array, 2, 2., time", 3) == 5);
  BOOST_TEST(value("drive, linear, 1., 2., cubic, 0., 0., 1., 0.", 3) == 19);
  same("periodic, 1., 2., direct", {.5, 1.25, 6.5}, {0, .25, 1.5});
  BOOST_TEST(drive("mult, 2., 3.")->constant());
  BOOST_TEST(!drive("mult, 2., time")->constant());
  BOOST_TEST(drive("array, 2, 2., string, \"model::xposition(1)\"")->depends_on_state());
  BOOST_TEST(drive("drive, direct, meter, 0., forever")->has_memory());
  BOOST_TEST(contains(error("periodic, 0., 0., 1."), "the period must be positive"));
  BOOST_TEST(contains(error(std::string("mult, ") +
                            [] {
                              std::string deep;
                              for (int i = 0; i < 300; ++i) deep += "mult, ";
                              return deep;
                            }() +
                            "1."),
                      "nested too deeply"));
}

BOOST_AUTO_TEST_CASE(events_are_where_slopes_jump) {
  const auto events = [&](const std::string& text) {
    std::vector<double> times;
    drive(text)->events(0, 10, times);
    std::sort(times.begin(), times.end());
    return times;
  };
  const auto same_times = [](const std::vector<double>& a, const std::vector<double>& b) {
    BOOST_TEST(a == b, boost::test_tools::per_element());
  };
  same_times(events("ramp, 1., 1., 20., 0."), {1});
  same_times(events("double step, 2., 3., 1., 0."), {2, 3});
  same_times(events("piecewise linear, 3, 0., 1., 4., 2., 11., 3."), {4});
  same_times(events("mult, step, 2., 1., 0., step, 3., 1., 0."), {2, 3});
  same_times(events("drive, step, 2., 1., 0., step, 3., 1., 0."), {3});
  same_times(events("periodic, 1., 4., step, 1., 1., 0."), {1, 2, 5, 6, 9});
  same_times(events("double ramp, 1., 1., 2., 1., 3., forever, 0."), {1, 2, 3});
  same_times(events("sine, 1., 1., 1., forever, 0."), {1});
  same_times(events("cosine, 11., 1., 1., forever, 0."), {});
  same_times(events("exponential, 1., 1., 2., 0."), {2});
  same_times(events("fourier series, 1., 1., 1, 1., 1., 1., forever, 0."), {1});
  same_times(events("frequency sweep, 1., 1., 1., 0., 5., 0."), {1, 5});
}

BOOST_AUTO_TEST_SUITE_END()
