// Coefficients against closed forms, published values and order conditions; the choice of a method.
#include <boost/test/unit_test.hpp>

#include <array>
#include <random>

#include "solvers/integrators/composite.h"
#include "solvers/integrators/esdirk.h"
#include "solvers/integrators/multistep.h"
#include "tests/solvers/integrators/methods_under_test.h"

namespace flexura::integrators_test {

namespace {

class Constant final : public Drive {
 public:
  explicit Constant(double value) : value_(value) {}
  [[nodiscard]] Taylor2 value(const Taylor2&, const DriveContext&) const override { return Taylor2(value_); }
  [[nodiscard]] bool constant() const override { return true; }

 private:
  double value_;
};

/// Random steps between 1/1000 and 1000 times each other.
std::array<double, 4> wild_intervals(std::mt19937& random) {
  std::array<double, 4> h{};
  for (double& size : h) size = std::pow(10.0, 3 * (random() / 4294967296.0));
  return h;
}

void check_order_conditions(const Tableau& t, int order) {
  const int s = static_cast<int>(t.c.size());
  const auto a = [&](int i, int j) { return j <= i ? t.a[i][j] : 0.0; };
  const auto sum = [&](const auto& term) {
    double total = 0;
    for (int i = 0; i < s; ++i) total += a(s - 1, i) * term(i);
    return total;
  };
  const auto inner = [&](int i, const auto& term) {
    double total = 0;
    for (int j = 0; j < s; ++j) total += a(i, j) * term(j);
    return total;
  };
  const auto c = [&](int i) { return t.c[i]; };
  constexpr double tolerance = 1e-14;
  for (int i = 0; i < s; ++i) {
    BOOST_TEST(std::abs(inner(i, [](int) { return 1.0; }) - c(i)) < tolerance, "row " << i);
    if (i != 1) BOOST_TEST(std::abs(inner(i, c) - c(i) * c(i) / 2) < tolerance, "row " << i);
    if (i > 0) BOOST_TEST(a(i, i) == a(1, 1));
  }
  BOOST_TEST(std::abs(inner(1, c) - c(1) * c(1) / 2) < tolerance);
  BOOST_TEST(std::abs(sum([&](int i) { return c(i) * c(i); }) - 1.0 / 3) < tolerance);
  BOOST_TEST(std::abs(sum([&](int i) { return inner(i, c); }) - 1.0 / 6) < tolerance);
  const double cubes = sum([&](int i) { return c(i) * c(i) * c(i); }) - 1.0 / 4;
  const double squares_inside = sum([&](int i) { return inner(i, [&](int j) { return c(j) * c(j); }); }) - 1.0 / 12;
  const double products = sum([&](int i) { return c(i) * inner(i, c); }) - 1.0 / 8;
  const double twice = sum([&](int i) { return inner(i, [&](int j) { return inner(j, c); }); }) - 1.0 / 24;
  if (order >= 4) {
    for (const double e : {cubes, squares_inside, products, twice}) BOOST_TEST(std::abs(e) < tolerance);
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(integrator_coefficients)

BOOST_AUTO_TEST_CASE(multistep_weights_for_equal_steps) {
  // a and b0 of x = sum a x + h (b0 x' + ...), rho = 0: BDF2, Park's method, its analogue of four steps.
  const std::array<double, 4> equal{1, 1, 1, 1};
  const std::array<std::vector<double>, 3> expected{
      {{4.0 / 3, -1.0 / 3}, {3.0 / 2, -3.0 / 5, 1.0 / 10}, {8.0 / 5, -4.0 / 5, 8.0 / 35, -1.0 / 35}}};
  const std::array<double, 3> b0{2.0 / 3, 3.0 / 5, 4.0 / 7};
  for (int n = 2; n <= 4; ++n) {
    const MultistepWeights w = multistep_weights(n, 0, equal);
    for (int i = 0; i < n; ++i) {
      const double next = i + 1 < n ? w.alpha[i + 1] : 0;
      BOOST_TEST(std::abs((w.alpha[i] - next) / w.alpha[0] - expected[n - 2][i]) < 1e-14);
    }
    BOOST_TEST(std::abs(w.beta[0] / w.alpha[0] - b0[n - 2]) < 1e-14);
  }
  // The last coefficient a_n of the general member.
  const double r = 0.6;
  const auto three = multistep_weights(3, r, equal).alpha;
  BOOST_TEST(std::abs(three[2] / three[0] - (1 - 5 * r + 10 * r * r) / (10 - 5 * r + r * r)) < 1e-14);
  const auto four = multistep_weights(4, r, equal).alpha;
  BOOST_TEST(std::abs(four[3] / four[0] -
                      (-1 + 7 * r - 21 * r * r + 35 * r * r * r) / (35 - 21 * r + 7 * r * r - r * r * r)) < 1e-14);
}

BOOST_AUTO_TEST_CASE(two_steps_of_any_ratio_have_a_closed_form) {
  for (const double rho : {0.0, 0.3, 0.6, 1.0}) {
    for (const double r : {0.01, 0.5, 1.0, 2.0, 30.0}) {
      const double k = 2 * (2 * rho + (1 + r) * rho * rho) / ((1 + rho) * (1 + rho));
      const double a2 = (k - 1) / (2 * r + r * r - r * k);
      const double b0 = (1 + r * a2) / ((1 + rho) * (1 + rho));
      const std::array<double, 1> past{r};
      const StageFormula f = make_multistep(2)->stages(1, past, rho)[0];
      BOOST_TEST(std::abs(f.a[0] - (1 - a2)) < 1e-13 * (1 + std::abs(a2)));
      BOOST_TEST(std::abs(f.a[1] - a2) < 1e-13 * (1 + std::abs(a2)));
      BOOST_TEST(std::abs(f.c - b0) < 1e-14);
      BOOST_TEST(std::abs(f.b[0] - 2 * rho * b0) < 1e-14);
      BOOST_TEST(std::abs(f.b[1] - rho * rho * b0) < 1e-14);
    }
  }
}

BOOST_AUTO_TEST_CASE(multistep_exact_on_quadratics_for_any_ratios) {
  std::mt19937 random(7);
  for (int n = 2; n <= 4; ++n) {
    for (const double rho : {0.0, 0.5, 0.9}) {
      for (int trial = 0; trial < 200; ++trial) {
        const auto h = wild_intervals(random);
        const std::span<const double> past(h.data() + 1, n - 1);
        for (const auto& method : {make_multistep(n), make_single_step(n)}) {
          const StageFormula f = method->stages(h[0], past, rho)[0];
          double value = f.c * 2 * h[0];  // x = t^2, t from the last point
          double size = std::abs(value);
          double rates = f.c;
          double ones = 0;
          double t = 0;
          for (int k = 0; k < n; ++k) {
            value += f.a[k] * t * t + f.b[k] * 2 * t;
            size += std::abs(f.a[k] * t * t) + std::abs(f.b[k] * 2 * t);
            rates += f.a[k] * t + f.b[k];
            ones += f.a[k];
            if (k + 1 < n) t -= past[k];
          }
          BOOST_TEST(std::abs(value - h[0] * h[0]) < 1e-12 * (size + h[0] * h[0]));
          BOOST_TEST(std::abs(rates - h[0]) < 1e-12 * (size + h[0]));
          BOOST_TEST(std::abs(ones - 1) < 1e-11 * (1 + std::abs(f.a[0])));
          BOOST_TEST(f.c > 0);
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(multistep_weights_stay_bounded) {
  std::mt19937 random(11);
  for (int n = 2; n <= 4; ++n) {
    for (const double rho : {0.0, 0.3, 0.6, 0.9, 0.99}) {
      for (int trial = 0; trial < 2000; ++trial) {
        const MultistepWeights w = multistep_weights(n, rho, wild_intervals(random));
        BOOST_TEST(w.alpha[0] > 0.1);
        for (const double a : w.alpha) BOOST_TEST(std::abs(a) < 2.01);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(ss2_is_the_generalised_alpha_method) {
  // alpha_m v1 + (1 - alpha_m) v0 = alpha_f y'1 + (1 - alpha_f) y'0, y1 = y0 + h (gamma v1 + (1 - gamma) v0), v = y' at
  // the start; y' = lambda y + 1.
  for (const double rho : {0.0, 0.4, 1.0}) {
    const double lambda = -1.7;
    const double h = 0.3;
    const double am = (3 - rho) / (2 * (1 + rho));
    const double af = 1 / (1 + rho);
    double y = 2;
    double rate = lambda * y + 1;
    double v = rate;
    Run<std::array<double, 2>> run({y, rate});
    const auto method = make_single_step(2);
    for (int i = 0; i < 12; ++i) {
      const double known = y + h * ((1 - af) * v + af / am * ((1 - af) * rate - (1 - am) * v));
      const double c = h * af * af / am;
      const double next = (known + c) / (1 - c * lambda);
      const double next_rate = lambda * next + 1;
      v = (af * next_rate + (1 - af) * rate - (1 - am) * v) / am;
      y = next;
      rate = next_rate;
      run.step(*method, h, rho, [&](const StageFormula& f, double, const auto& points) {
        const double sum = combine(
                               f.a, points, [](const auto& p) { return p[0]; }, 0.0) +
                           combine(
                               f.b, points, [](const auto& p) { return p[1]; }, 0.0);
        BOOST_TEST(std::abs(f.c - c) < 1e-15);
        const double value = (sum + f.c) / (1 - f.c * lambda);
        return std::array<double, 2>{value, lambda * value + 1};
      });
      BOOST_TEST(std::abs(run.points[0][0] - y) < 1e-13);
    }
  }
}

BOOST_AUTO_TEST_CASE(single_step_and_multistep_share_the_recurrence) {
  const std::array<double, 3> past{0.2, 0.2, 0.2};
  for (int n = 2; n <= 4; ++n) {
    const std::span<const double> known(past.data(), n - 1);
    const StageFormula ms = make_multistep(n)->stages(0.2, known, 0.5)[0];
    const StageFormula ss = make_single_step(n)->stages(0.2, known, 0.5)[0];
    BOOST_TEST(ms.a == ss.a, boost::test_tools::per_element());
    BOOST_TEST(ms.b == ss.b, boost::test_tools::per_element());
    BOOST_TEST(ms.c == ss.c);
    // From the first step on c is the same: one matrix for the whole run.
    for (int points = 1; points <= n; ++points)
      BOOST_TEST(std::abs(make_single_step(n)->stages(0.2, {past.data(), points - 1u}, 0.5)[0].c - ss.c) < 1e-15);
  }
}

BOOST_AUTO_TEST_CASE(composite_coefficients) {
  struct Row {
    CompositeCoefficients (*family)(int, double);
    int n;
    double rho, gamma;
    std::array<double, 5> b;
  };
  const auto c = conserving_composite;
  const auto h = high_order_composite;
  const std::vector<Row> rows = {
      {c, 3, 0, 0.360850612859, {0.171873550573, 0.409787346785, 0.237913796212}},
      {c, 3, 0.6, 0.342497237181, {0.167317933452, 0.363001105127, 0.298432342830}},
      {c, 4, 0, 0.262757473461, {0.132853796077, 0.251475059346, 0.301456835558, 0.182835572288}},
      {c, 4, 0.6, 0.254278531804, {0.127856232196, 0.249116737449, 0.270432355082, 0.225455409371}},
      {c, 5, 0, 0.207114217840, {0.103277066571, 0.209800902208, 0.195356585292, 0.238420543332, 0.149587793677}},
      {c, 5, 0.6, 0.202392230146, {0.101055169443, 0.203686901526, 0.197063691282, 0.215356206416, 0.181641916260}},
      {h, 3, 0, 0.871733043017, {0.386315063834, 0.282066739246, -0.104248324588}},
      {h, 3, 0.6, 0.732285620207, {0.329074626422, 0.426771437979, -0.121988874505}},
      {h, 4, 0, 1.145632124964, {0.391728972514, 0.174030811738, -0.178137003755, 0.039561157021}},
      {h, 4, 0.6, 0.908261570073, {0.356465554326, 0.368739478005, -0.219770182355, 0.040434364987}},
      {h, 5, 0, 0.556107682273, {0.253365565328, 0.473432313903, 0.083689112072, -0.112459234471, 0.023918402032}},
      {h, 5, 0.6, 0.514992059713, {0.241570372728, 0.440520991808, 0.178900237165, -0.146517815693, 0.028030184136}},
      {c, 2, 0, 2 - std::sqrt(2.0), {std::sqrt(2.0) / 4, std::sqrt(2.0) / 4}},
  };
  for (const Row& row : rows) {
    const CompositeCoefficients k = row.family(row.n, row.rho);
    BOOST_TEST(std::abs(k.gamma - row.gamma) < 1e-11, row.n << " " << row.rho);
    for (int j = 0; j < 5; ++j) BOOST_TEST(std::abs(k.b[j] - row.b[j]) < 1e-11, row.n << " " << row.rho << " " << j);
  }
  // Two sub-steps in closed form.
  for (const double rho : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    const CompositeCoefficients k = conserving_composite(2, rho);
    const double gamma = 2 / (2 + std::sqrt(2 + 2 * rho));
    BOOST_TEST(std::abs(k.gamma - gamma) < 1e-14);
    BOOST_TEST(std::abs(k.b[1] - (1 - gamma) / (2 * gamma)) < 1e-14);
    BOOST_TEST(std::abs(k.b[0] - (1 - gamma / 2 - k.b[1])) < 1e-14);
  }
  // Without dissipation: n equal trapezoidal steps.
  for (int n = 2; n <= 5; ++n) {
    const CompositeCoefficients k = conserving_composite(n, 1);
    BOOST_TEST(std::abs(k.gamma - 1.0 / n) < 1e-14);
    for (int j = 0; j < n; ++j) BOOST_TEST(std::abs(k.b[j] - (j == 0 ? 0.5 : 1.0) / n) < 1e-14);
  }
}

BOOST_AUTO_TEST_CASE(composites_are_of_second_order_for_every_radius) {
  for (int n = 2; n <= 5; ++n) {
    for (double rho = 0; rho <= 1; rho += 0.01) {
      for (const auto family : {conserving_composite, high_order_composite}) {
        if (family == high_order_composite && n == 2) continue;
        const CompositeCoefficients k = family(n, rho);
        double zeroth = k.gamma / 2;
        double first = k.gamma / 2;
        double second = k.gamma / 2;
        for (int j = 0; j < n; ++j) {
          const double t = j * k.gamma;
          zeroth += k.b[j];
          first += k.b[j] * t;
          second += k.b[j] * t * t;
        }
        BOOST_TEST(std::abs(zeroth - 1) < 1e-12);
        BOOST_TEST(std::abs(first - 1.0 / 2) < 1e-12);
        if (family == high_order_composite) BOOST_TEST(std::abs(second - 1.0 / 3) < 1e-12);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(runge_kutta_order_conditions) {
  check_order_conditions(dirk33_tableau(), 3);
  check_order_conditions(dirk43_tableau(), 3);
  check_order_conditions(dirk54_tableau(), 4);
  BOOST_TEST(dirk33_tableau().c.size() == 4u);
  BOOST_TEST(dirk43_tableau().c.size() == 5u);
  BOOST_TEST(dirk54_tableau().c.size() == 6u);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(integrator_choice)

BOOST_AUTO_TEST_CASE(radius_one_is_refused_where_it_makes_errors_grow) {
  for (const std::string keyword : {"ms3", "ms4", "ss3", "ss4"}) {
    MethodSettings settings;
    settings.keyword = keyword;
    settings.rho = std::make_shared<Constant>(1);
    BOOST_CHECK_EXCEPTION(make_method(settings), Error, [&](const Error& e) {
      return e.exit_code() == ExitCode::input_error && std::string(e.what()).find("less than 1") != std::string::npos &&
             std::string(e.what()).find(keyword) != std::string::npos;
    });
    // A radius that becomes 1 while the analysis runs.
    settings.rho.reset();
    BOOST_CHECK_THROW(make_method(settings)->stages(0.1, {}, 1), Error);
    BOOST_CHECK_NO_THROW(make_method(settings)->stages(0.1, {}, 0.99));
  }
}

BOOST_AUTO_TEST_CASE(radii_outside_the_range_are_refused) {
  for (const std::string keyword : {"ms", "ss2", "hope", "bathe", "msstc4", "mssth5"}) {
    MethodSettings settings;
    settings.keyword = keyword;
    BOOST_CHECK_THROW(make_method(settings)->stages(0.1, {}, -0.1, 1), Error);
    BOOST_CHECK_THROW(make_method(settings)->stages(0.1, {}, 1.1, 1), Error);
    BOOST_CHECK_THROW(make_method(settings)->stages(0.1, {}, std::nan(""), 1), Error);
  }
}

BOOST_AUTO_TEST_CASE(unknown_methods_are_refused) {
  MethodSettings settings;
  settings.keyword = "msstc6";
  BOOST_CHECK_THROW(make_method(settings), Error);
}

BOOST_AUTO_TEST_CASE(hope_must_know_the_step) {
  MethodSettings settings;
  settings.keyword = "hope";
  BOOST_CHECK_THROW(make_method(settings)->stages(0.1, {}, 0.5), Error);
}

BOOST_AUTO_TEST_CASE(storage_is_reused) {
  const std::array<double, 3> past{0.1, 0.2, 0.1};
  for (const Case& c : cases()) {
    const auto method = c.make();
    const std::span<const double> known(past.data(), method->history() - 1);
    std::vector<StageFormula> stages;
    // hope alternates: both of its formulas have been seen after two calls.
    for (int number = 1; number <= 2; ++number) method->fill({0.1, known, c.rho, number}, stages);
    std::vector<const void*> places;
    const auto note = [&](std::vector<const void*>& list) {
      list = {stages.data()};
      for (const StageFormula& f : stages) list.insert(list.end(), {f.a.data(), f.b.data(), f.p.data(), f.r.data()});
    };
    note(places);
    for (int number = 3; number <= 6; ++number) {
      method->fill({0.12, known, c.rho, number}, stages);
      std::vector<const void*> now;
      note(now);
      BOOST_TEST((now == places), c);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura::integrators_test
