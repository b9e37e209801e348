#include "solvers/integrators/esdirk.h"

#include <numbers>
#include <numeric>
#include <utility>

namespace flexura {

namespace {

constexpr double root2 = std::numbers::sqrt2;

/// Completes a tableau of which each row lacks the first two entries, equal to each other, and the diagonal g.
Tableau with_equal_leading_weights(std::vector<double> c, std::vector<std::vector<double>> rest, double g) {
  Tableau t{std::move(c), {{0.0}, {g, g}}};
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const double leading = 0.5 * (t.c[i + 2] - g - std::accumulate(rest[i].begin(), rest[i].end(), 0.0));
    std::vector<double> row{leading, leading};
    row.insert(row.end(), rest[i].begin(), rest[i].end());
    row.push_back(g);
    t.a.push_back(std::move(row));
  }
  return t;
}

}  // namespace

Tableau dirk33_tableau() {
  // L_3(1/g) = 0 makes the method L-stable; the weights integrate 1, c, c^2 exactly.
  const double g = 0.435866521508458999416019451194;
  const double c2 = 2 * g;
  const double c3 = 0.6;
  const double a32 = c3 * (c3 - c2) / (2 * c2);
  const double m1 = 0.5 - g;
  const double m2 = 1.0 / 3 - g;
  const double b2 = (m2 - m1 * c3) / (c2 * (c2 - c3));
  const double b3 = (m2 - m1 * c2) / (c3 * (c3 - c2));
  return {{0, c2, c3, 1}, {{0}, {g, g}, {c3 - a32 - g, a32, g}, {1 - g - b2 - b3, b2, b3, g}}};
}

Tableau dirk43_tableau() {
  return with_equal_leading_weights(
      {0, 0.45, 9 * (2 + root2) / 40, 0.6, 1},
      {{}, {-7 / (40 * (1 + root2))}, {-2374 * (1 + 2 * root2) / (2835 * (5 + 3 * root2)), 5827.0 / 7560}}, 0.225);
}

Tableau dirk54_tableau() {
  return with_equal_leading_weights({0, 0.5, (2 - root2) / 4, 0.625, 1.04, 1},
                                    {{},
                                     {7 * (1 + root2) / 32},
                                     {(506605 + 132109 * root2) / 437500, 166 * (-97 + 376 * root2) / 109375},
                                     {47 * (-267 + 1783 * root2) / 273343, -16 * (-22922 + 3525 * root2) / 571953,
                                      -15625 * (97 + 376 * root2) / 90749876}},
                                    0.25);
}

}  // namespace flexura
