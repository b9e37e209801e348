#include <boost/test/unit_test.hpp>

#include "tests/input/language.h"

using namespace flexura;
using flexura::test::at_time;
using flexura::test::contains;
using flexura::test::error_of;
using flexura::test::Language;

namespace memory_drives {
namespace {

struct Fixture : Language {
  Fixture() { symbols->declare_time(); }
  /// Values at times k h of steps 0 ... n - 1, each accepted; a value is asked for twice before and once after
  /// acceptance.
  std::vector<double> run_steps(Drive& d, int n, double h = 1) {
    std::vector<double> values;
    for (int k = 0; k < n; ++k) {
      DriveContext context = at_time(k * h, k);
      context.time_step = h;
      const double v = d.value(context.time, context).f;
      BOOST_TEST(d.value(context.time, context).f == v);
      d.accept(context.time, context);
      d.accept(context.time, context);  // a second user of a shared drive
      BOOST_TEST(d.value(context.time, context).f == v);
      values.push_back(v);
    }
    return values;
  }
  void same(const std::string& text, const std::vector<double>& expected, double h = 1) {
    const DrivePointer d = drive(text);
    BOOST_TEST(d->has_memory());
    BOOST_TEST(!d->constant());
    BOOST_TEST_CONTEXT(text) {
      const auto values = run_steps(*d, static_cast<int>(expected.size()), h);
      for (std::size_t i = 0; i < expected.size(); ++i) {
        BOOST_TEST(std::abs(values[i] - expected[i]) < 1e-12, "step " << i << ": " << values[i]);
      }
    }
  }
};

}  // namespace
}  // namespace memory_drives

BOOST_FIXTURE_TEST_SUITE(memory_drives, Fixture)

BOOST_AUTO_TEST_CASE(meters_fire_every_n_steps) {
  same("meter, 2., forever, steps, 3", {0, 0, 1, 0, 0, 1, 0, 0, 1});
  same("meter, 0., forever", {1, 1, 1});
  same("meter, 1.5, 5., steps, 2", {0, 0, 1, 0, 1, 0, 0, 0});
}

BOOST_AUTO_TEST_CASE(closest_next_fires_when_the_threshold_is_reached) {
  same("closest next, 1., forever, 2.", {0, 1, 0, 1, 0, 1});
  same("closest next, 0., forever, 2.5", {1, 0, 0, 1, 0, 1, 0, 0, 1});
  same("closest next, 0., 4., 2.", {1, 0, 1, 0, 1, 0, 0});
  same("closest next, 0., forever, .25", {1, 1, 1});
  const DrivePointer bad = drive("closest next, 0., forever, 0.");
  BOOST_TEST(contains(error_of([&] { run_steps(*bad, 1); }), "it must be positive"));
}

BOOST_AUTO_TEST_CASE(bistops_switch_on_and_off) {
  const std::string on = "string, \"in_ee(2, Time, 3)\"";
  const std::string off = "string, \"Time == 5\"";
  same("bistop, " + on + ", " + off, {0, 0, 1, 1, 1, 0, 0});
  same("bistop, initial status, active, " + on + ", " + off, {1, 1, 1, 1, 1, 0, 0});
  same("bistop, initial status, inactive, " + on + ", " + off, {0, 0, 1, 1, 1, 0, 0});
  // Where both hold, `off` wins.
  same("bistop, " + on + ", 1.", {0, 0, 0, 0, 0, 0, 0});
  same("bistop, 1., " + off, {1, 1, 1, 1, 1, 0, 1});
  BOOST_TEST(drive("bistop, string, \"model::xposition(1)\", 0.")->depends_on_state());
}

BOOST_AUTO_TEST_CASE(sample_and_hold_returns_what_was_stored) {
  const std::string trigger = "string, \"Time == 1 || Time == 4\"";
  same("sample and hold, linear, 10., 1., " + trigger, {0, 0, 11, 11, 11, 14, 14});
  same("sample and hold, linear, 10., 1., " + trigger + ", initial value, -1.", {-1, -1, 11, 11, 11, 14});
}

BOOST_AUTO_TEST_CASE(discrete_filters_follow_their_difference_equation) {
  // y_k = 0.5 y_(k-1) - 0.25 y_(k-2) + 2 u_k + u_(k-1), u_k = 1 + k
  std::vector<double> y;
  for (int k = 0; k < 6; ++k) {
    const double y1 = k > 0 ? y[k - 1] : 0;
    const double y2 = k > 1 ? y[k - 2] : 0;
    y.push_back(.5 * y1 - .25 * y2 + 2 * (1 + k) + (k > 0 ? k : 0));
  }
  same("discrete filter, 2, .5, -.25, 2., 1, 1., linear, 1., 1.", y);
  same("discrete filter, 0, 3., 0, linear, 1., 1.", {3, 6, 9});
  const DrivePointer d = drive("discrete filter, 0, 3., 0, 1.");
  run_steps(*d, 3);
  DriveContext context = at_time(4, 3);
  context.time_step = 2;
  BOOST_TEST(contains(error_of([&] { d->accept(context.time, context); }), "needs a fixed time step"));
}

BOOST_AUTO_TEST_CASE(composites_pass_acceptance_on) {
  same("mult, 5., meter, 1., forever, steps, 2", {0, 5, 0, 5});
  same("drive, meter, 11., forever, steps, 2, linear, 10., 1.", {0, 1, 0, 1});
  same("periodic, 1., 100., meter, 1., forever, steps, 2", {0, 0, 1, 0, 1});
}

BOOST_AUTO_TEST_CASE(postponed_drives_are_what_they_stand_for) {
  const DrivePointer d = drive("postponed, 7");
  BOOST_TEST(d->depends_on_state());
  BOOST_TEST(!d->constant());
  BOOST_TEST(contains(error_of([&] { (void)d->value(0.0, at_time(0)); }), "postponed drive caller 7 is not defined"));
  symbols->drives.add(7, drive("meter, 1., forever, steps, 2"));
  BOOST_TEST(!d->depends_on_state());
  BOOST_TEST(d->has_memory());
  const auto values = run_steps(*d, 4);
  BOOST_TEST(values == (std::vector<double>{0, 1, 0, 1}), boost::test_tools::per_element());
  symbols->drives.add(8, drive("postponed, 8"));
  BOOST_TEST(
      contains(error_of([&] { (void)symbols->drives.find(8)->value(0.0, at_time(0)); }), "leads back to itself"));
}

BOOST_AUTO_TEST_SUITE_END()
