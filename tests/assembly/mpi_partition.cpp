// How a model is divided: by what elements cost, and what is said of it.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>

#include "assembly/partition.h"
#include "elements/check/sample.h"

using namespace flexura;
using flexura::checks::TextModel;

BOOST_AUTO_TEST_SUITE(partitions)

namespace {

/// Nodes in a row, joined by `rods` rods and behind them by as many deformable joints: two batches, in this order.
std::string chain(int rods) {
  std::string text;
  for (int i = 1; i <= 2 * rods + 1; ++i)
    text += "structural: " + std::to_string(i) + ", dynamic, " + std::to_string(i) + ", 0., 0., eye, null, null;";
  for (int i = 1; i <= 2 * rods; ++i)
    text += "joint: " + std::to_string(i) +
            (i <= rods ? ", rod, " + std::to_string(i) + ", " + std::to_string(i + 1) + ", 1., linear elastic, 1.;"
                       : ", deformable displacement joint, " + std::to_string(i) + ", null, " + std::to_string(i + 1) +
                             ", null, linear elastic isotropic, 1.;");
  return text;
}

/// Cost of the elements of the dearer one of two parts over that of all.
double larger_share(const Ownership& owner, const ElementCosts& costs) {
  double part[2] = {0, 0};
  for (std::size_t b = 0; b < costs.size(); ++b)
    for (std::size_t e = 0; e < owner.element_rank[b].size(); ++e) part[owner.element_rank[b][e]] += costs[b];
  return std::max(part[0], part[1]) / (part[0] + part[1]);
}

}  // namespace

BOOST_AUTO_TEST_CASE(parts_cost_the_same) {
  const TextModel text(chain(40));
  BOOST_REQUIRE(text.model.batch_count() == 2);
  for (const ElementCosts& costs : {ElementCosts{20, 1}, ElementCosts{1, 20}, ElementCosts{1, 1}}) {
    const Ownership owner = partition_into(2, text.model, MPI_COMM_WORLD, costs);
    BOOST_TEST(larger_share(owner, costs) < 0.6, costs[0] << " to " << costs[1]);
    BOOST_TEST((owner.costs == costs));
  }
}

BOOST_AUTO_TEST_CASE(the_inertia_of_a_node_is_where_the_node_is) {
  std::string text = chain(20);
  for (int i = 1; i <= 41; ++i)
    text += "body: " + std::to_string(i) + ", " + std::to_string(i) + ", 1., null, diag, 1., 1., 1.;";
  const TextModel with_bodies(text);
  const Model& model = with_bodies.model;
  const Ownership owner = partition_into(13, model, MPI_COMM_WORLD, {});
  int inertias = 0;
  for (int b = 0; b < model.batch_count(); ++b) {
    const ElementBatch& batch = model.batch(b);
    for (int e = 0; e < batch.size(); ++e) {
      if (batch.momentum_count(e) == 0) continue;
      ++inertias;
      BOOST_TEST(owner.element_rank[b][e] == owner.node_rank[batch.nodes(e)[0]]);
    }
  }
  BOOST_TEST(inertias == 41);
}

BOOST_AUTO_TEST_CASE(a_division_is_told_by_elements_and_interface) {
  const TextModel text(chain(2));
  Ownership owner = undivided(text.model);
  BOOST_TEST(describe_division(text.model, owner, 1).empty());
  owner.element_rank[1][1] = 1;  // the last joint
  BOOST_TEST(describe_division(text.model, owner, 2) ==
             "divided among 2 ranks: 1 to 3 elements each; 6 of 30 unknowns of nodes are in the interface");
}

BOOST_AUTO_TEST_SUITE_END()
