// Beams evaluated eight at once agree with the same beams one by one.
#include <fmt/format.h>
#include <boost/test/unit_test.hpp>

#include <numeric>
#include <string>

#include "../scene.h"
#include "math/lanes.h"
#include "tests/elements/samples.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(beam_lanes)

namespace {

enum class Sections { elastic, viscoelastic, mixed, one_elastic, one_viscoelastic };

/// A chain of beams with offsets, curvature, different sections and one shared clamped node.
std::string chain(int beams, bool three, Sections sections = Sections::elastic) {
  std::string nodes, elements;
  const int count = three ? 2 * beams + 1 : beams + 1;
  for (int i = 0; i < count; ++i)
    nodes += fmt::format("structural: {0}, {1}, {2}, {3}, 0.1, euler, 0.0{4}, 0.02, -0.01, null, null;\n", i + 1,
                         i == 0 ? "static" : "dynamic", 0.5 * i, 0.01 * i * i, i % 7);
  for (int b = 0; b < beams; ++b) {
    const int first = three ? 2 * b + 1 : b + 1;
    elements += fmt::format("beam{}: {}", three ? 3 : 2, b + 1);
    for (int k = 0; k < (three ? 3 : 2); ++k)
      elements += fmt::format(", {}, position, 0.01, 0.0{}, -0.02", first + k, b % 5);
    const bool one = sections == Sections::one_elastic || sections == Sections::one_viscoelastic;
    const bool viscous = sections == Sections::viscoelastic || sections == Sections::one_viscoelastic ||
                         (sections == Sections::mixed && b % 2);
    elements += fmt::format(", eye, linear {} generic, diag, {}, 40., 35., 5., 7., 9.",
                            viscous ? "viscoelastic" : "elastic", one ? 100 : 100 + b);
    if (viscous)
      elements += ", sym, 9., 1., 2., 3., 4., 5., 8., 1., 2., 3., 4., 7., 1., 2., 3., 6., 1., 2., 5., 1., 4.";
    if (one) elements += ", prestress, 1., 2., 3., 4., 5., 6.";
    elements += three ? ", same, same;\n" : ";\n";
  }
  return nodes + elements;
}

struct Difference {
  double residual = 0, jacobian = 0;
};

/// Largest difference relative to the largest number, between all beams in one call and each by itself.
Difference difference(const std::string& text, std::string_view type, double spread) {
  TextModel model(text);
  Scene scene(model.model, 5);
  scene.disturb_input(spread);
  Difference worst;
  for (int b = 0; b < model.model.batch_count(); ++b) {
    ElementBatch& batch = model.model.batch(b);
    if (batch.type() != type) continue;
    std::vector<int> all(batch.size());
    std::iota(all.begin(), all.end(), 0);
    const PatternProbe probe(3, 1, model.model.drive_count() + 1);
    batch.set_patterns(all, probe);
    const int size = 6 * model.model.node_count();
    Eigen::VectorXd together = Eigen::VectorXd::Zero(size), alone = together, sums = together, sums_alone = together;
    batch.residual(scene.state, all, together.data(), sums.data());
    for (const int i : all) batch.residual(scene.state, std::span<const int>(&i, 1), alone.data(), sums_alone.data());
    worst.residual = std::max((together - alone).lpNorm<Eigen::Infinity>() / alone.lpNorm<Eigen::Infinity>(),
                              (sums - sums_alone).lpNorm<Eigen::Infinity>() / sums.lpNorm<Eigen::Infinity>());
    std::size_t entries = 0;
    for (const int i : all) entries += batch.entries(i).size();
    std::vector<double> values(entries);
    const double* end = batch.jacobian(scene.state, all, 0, values.data());
    BOOST_TEST(end == values.data() + entries);
    const auto first = std::min<std::size_t>(all.size(), 8);  // from the second group on
    std::vector<double> rest(entries);
    const double* rest_end =
        batch.jacobian(scene.state, std::span<const int>(all).subspan(first), static_cast<int>(first), rest.data());
    rest.resize(rest_end - rest.data());
    BOOST_TEST(std::equal(rest.rbegin(), rest.rend(), values.rbegin()));
    const double* at = values.data();
    for (const int i : all) {
      const Eigen::MatrixXd one = scene.jacobian(batch, i);
      const double scale = one.cwiseAbs().maxCoeff();
      for (const LocalEntry entry : batch.entries(i)) {
        const auto n = one.cols();
        worst.jacobian = std::max(worst.jacobian, std::abs(*at++ - one(entry / n, entry % n)) / scale);
      }
    }
  }
  BOOST_TEST(worst.residual > 0);  // another order of operations: never the same bits everywhere
  return worst;
}

}  // namespace

BOOST_AUTO_TEST_CASE(full_and_part_groups_agree_with_single_elements) {
  for (const bool three : {true, false})
    for (const int beams : {2, 8, 11, 17}) {
      const Difference d = difference(chain(beams, three), three ? "beam3" : "beam2", 0.1);
      BOOST_TEST(d.residual < 1e-13, beams << " beams: " << d.residual);
      BOOST_TEST(d.jacobian < 1e-13, beams << " beams: " << d.jacobian);
    }
}

BOOST_AUTO_TEST_CASE(viscoelastic_and_equal_sections_agree_with_single_elements) {
  for (const bool three : {true, false})
    for (const Sections sections :
         {Sections::viscoelastic, Sections::mixed, Sections::one_elastic, Sections::one_viscoelastic})
      for (const int beams : {2, 11}) {
        const Difference d = difference(chain(beams, three, sections), three ? "beam3" : "beam2", 0.1);
        BOOST_TEST(d.residual < 1e-13, beams << " beams: " << d.residual);
        BOOST_TEST(d.jacobian < 1e-13, beams << " beams: " << d.jacobian);
      }
}

BOOST_AUTO_TEST_CASE(rotations_up_to_the_reach_of_the_series) {
  // relative rotations of up to sqrt(3) 2 spread
  const Difference d = difference(chain(8, true), "beam3", 0.14);
  BOOST_TEST(d.residual < 1e-13);
  BOOST_TEST(d.jacobian < 1e-13);
}

BOOST_AUTO_TEST_CASE(functions_of_lanes_are_those_of_numbers) {
  for (const double angle : {0.0, 1e-9, 1e-3, 0.2, 0.499}) {
    const Vec3 t = Vec3(0.3, -0.5, 0.8).normalized() * angle;
    const Vector3<Lanes> lanes = t.cast<Lanes>();
    const Mat3 exact[] = {rotation_exp<double>(t), rotation_tangent(t), rotation_inverse_tangent(t),
                          rotation_tangent_derivative<double>(t, Vec3(1, 2, -3))};
    const Matrix3<Lanes> computed[] = {rotation_exp<Lanes>(lanes), rotation_tangent<Lanes>(lanes),
                                       rotation_inverse_tangent<Lanes>(lanes),
                                       rotation_tangent_derivative<Lanes>(lanes, Vec3(1, 2, -3).cast<Lanes>())};
    const Vector3<Lanes> log = rotation_log<Lanes>(exact[0].cast<Lanes>());
    for (int lane = 0; lane < Lanes::count; ++lane) {
      for (int i = 0; i < 3; ++i) {
        BOOST_TEST(std::abs(log(i)[lane] - t(i)) < 4e-16);
        for (int k = 0; k < 4; ++k)
          for (int j = 0; j < 3; ++j)
            BOOST_TEST(std::abs(computed[k](i, j)[lane] - exact[k](i, j)) < (k < 3 ? 1e-15 : 2e-13),
                       "function " << k << " at " << angle);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(value_of_lanes_is_the_largest_magnitude) {
  Lanes a(1);
  a.set(3, -7);
  BOOST_TEST(value_of(a) == 7);
  a.set(5, std::numeric_limits<double>::quiet_NaN());
  BOOST_TEST(std::isnan(value_of(a)));
}

BOOST_AUTO_TEST_SUITE_END()
