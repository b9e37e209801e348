// Every registered type: the Jacobian is the derivative of the residual, the pattern covers it.
#include <boost/test/unit_test.hpp>
#include <set>

#include "elements/check/jacobian_check.h"
#include "joints/on_constraint.h"
#include "scene.h"
#include "tests/elements/samples.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(jacobian)

namespace {

/// Calls f(batch, i, scene) for all elements of the type of a sample.
template <class F>
void for_each_element(const Sample& sample, F&& f) {
  TextModel text(sample_nodes() + sample.text);
  int found = 0;
  for (int b = 0; b < text.model.batch_count(); ++b) {
    ElementBatch& batch = text.model.batch(b);
    if (batch.type() != sample.type) continue;
    for (int i = 0; i < batch.size(); ++i) f(batch, i, text.model);
    found += batch.size();
  }
  BOOST_TEST(found > 0, "no element of type " << sample.type << " in its sample");
}

void check_jacobian(const Sample& sample, double c, bool statics, unsigned seed, bool hybrid = false) {
  if (sample.friction && c < 0.02) return;  // steps in velocities would pass corners
  for_each_element(sample, [&](const ElementBatch& batch, int i, Model& model) {
    Scene scene(model, seed);
    scene.state.c = c;
    scene.state.statics = statics;
    scatter(scene, sample);
    if (hybrid) scene.vary_coefficients();
    if (!batch.active(scene.state)) return;
    const Eigen::MatrixXd exact = scene.jacobian(batch, i);
    const Eigen::MatrixXd numeric = difference_jacobian(scene, batch, i, sample.friction);
    const JacobianError worst = compare_rows(exact, numeric, c);
    // Curves of friction bend within steps of the force, which differences see.
    BOOST_TEST(worst.error < (sample.friction ? 2e-6 : 1e-7),
               sample.type << " row " << worst.row << " column " << worst.column << ": exact "
                           << exact(worst.row, worst.column) << ", by differences " << numeric(worst.row, worst.column)
                           << " (c = " << c << ")");
  });
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_registered_type_has_a_sample) {
  std::set<std::pair<std::string, std::string>> covered;
  std::set<std::string> cards;
  for (const Sample& sample : samples()) {
    covered.emplace(sample.card, normal_form(sample.keyword));
    cards.insert(sample.card);
  }
  const auto check = [&](const std::string& card, const ElementRegistry& registry) {
    for (const auto& name : registry.names())
      BOOST_TEST(covered.contains({card, normal_form(name)}), card << ": " << name << " is in no sample");
  };
  for (const auto& card : element_cards().names())
    if (card != "user defined") BOOST_TEST(cards.contains(card), card << " is in no sample");  // types of modules
  check("joint", joint_types());
  check("force", force_types());
  check("couple", couple_types());
}

BOOST_AUTO_TEST_CASE(is_the_derivative_of_the_residual_at_large_random_states) {
  for (const Sample& sample : samples())
    for (const double c : {1e-3, 0.03, 0.7, 2.0})
      for (unsigned seed = 1; seed <= 3; ++seed) check_jacobian(sample, c, false, seed);
}

BOOST_AUTO_TEST_CASE(is_the_derivative_of_the_residual_in_statics) {
  for (const Sample& sample : samples())
    for (unsigned seed = 4; seed <= 6; ++seed) check_jacobian(sample, 1, true, seed);
}

BOOST_AUTO_TEST_CASE(is_the_derivative_where_nodes_and_unknowns_have_integration_methods_of_their_own) {
  for (const Sample& sample : samples())
    for (unsigned seed = 7; seed <= 9; ++seed) check_jacobian(sample, seed == 7 ? 0.03 : 0.7, false, seed, true);
}

BOOST_AUTO_TEST_CASE(pattern_contains_every_entry_that_can_be_nonzero) {
  for (const Sample& sample : samples()) {
    for_each_element(sample, [&](const ElementBatch& batch, int i, Model& model) {
      int nodes = 0, unknowns = 0;
      nodes = std::max(nodes, batch.node_count(i) + batch.scalar_count(i));
      unknowns = std::max(unknowns, batch.unknown_count(i));
      const PatternProbe probe(nodes, std::max(unknowns, batch.momentum_count(i)), model.drive_count());
      std::set<int> pattern;
      for (const LocalEntry at : batch.pattern(i, probe)) pattern.insert(at);
      const int n = batch.local_size(i);
      for (const bool statics : {false, true}) {
        for (const double c : {0.0, 0.4, 1.0}) {
          Scene scene(model, 11);
          scene.state.c = statics ? 1 : c;
          scene.state.statics = statics;
          scatter(scene, sample);
          const Eigen::MatrixXd j = scene.jacobian(batch, i);
          for (int at = 0; at < n * n; ++at)
            if (j(at / n, at % n) != 0)
              BOOST_TEST(pattern.contains(at),
                         sample.type << ": entry " << at / n << ", " << at % n << " is not in the pattern");
        }
      }
    });
  }
}

BOOST_AUTO_TEST_CASE(acceleration_problem_of_a_constraint_is_symmetric) {
  for (const Sample& sample : samples()) {
    if (sample.card != "joint" || sample.servo || sample.friction) continue;
    for_each_element(sample, [&](const ElementBatch& batch, int i, Model& model) {
      if (batch.unknown_count(i) == 0) return;
      Scene scene(model, 3);
      scene.state.c = 0;
      scatter(scene, sample);
      if (sample.gradient_on_constraint_only) satisfy(scene, batch);
      for (Mat3& s : scene.spin) s.setIdentity();
      const Eigen::MatrixXd j = scene.jacobian(batch, i);
      BOOST_TEST((j - j.transpose()).cwiseAbs().maxCoeff() < 1e-12, sample.type);
      BOOST_TEST(j.bottomRows(batch.unknown_count(i)).rowwise().norm().minCoeff() > 0.01, sample.type);
    });
  }
}

BOOST_AUTO_TEST_SUITE_END()
