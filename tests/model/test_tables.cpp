// What every rank keeps of the whole model, in little room.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <string>
#include <vector>

#include "model/element_info.h"
#include "model/element_order.h"
#include "model/entry_offsets.h"
#include "model/node_table.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(tables)

BOOST_AUTO_TEST_CASE(offsets_are_sums_of_counts) {
  const std::vector<std::vector<int>> cases = {{},           {3},    {0, 0, 0}, {2, 2, 2, 2},
                                               {2, 2, 3, 2}, {0, 1}, {1, 0},    {0, 0, 4, 4, 0}};
  for (const auto& counts : cases) {
    EntryOffsets offsets;
    for (const int count : counts) offsets.append(count);
    int sum = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      BOOST_TEST(offsets[static_cast<int>(i)] == sum);
      BOOST_TEST(offsets.count(static_cast<int>(i)) == counts[i]);
      sum += counts[i];
    }
    BOOST_TEST(offsets.total() == sum);
    BOOST_TEST(offsets.size() == static_cast<int>(counts.size()));
  }
}

BOOST_AUTO_TEST_CASE(elements_in_the_order_of_the_file) {
  const std::vector<int> batches = {0, 0, 1, 0, 2, 2, 2, 1, 1, 0};
  std::vector<int> next(3, 0);
  std::vector<ElementReference> expected;
  ElementOrder order;
  BOOST_TEST(!(order.begin() != order.end()));
  for (const int batch : batches) {
    expected.push_back({batch, next[batch]++});
    order.push_back(expected.back());
  }
  BOOST_TEST(order.size() == expected.size());
  std::size_t i = 0;
  for (const ElementReference e : order) {
    BOOST_TEST(e.batch == expected[i].batch);
    BOOST_TEST(e.number == expected[i].number);
    BOOST_TEST(order[i].batch == expected[i].batch);
    BOOST_TEST(order[i].number == expected[i].number);
    ++i;
  }
  BOOST_TEST(i == expected.size());
}

BOOST_AUTO_TEST_CASE(element_infos_are_as_they_came) {
  ElementInfos infos;
  for (int i = 0; i < 5; ++i) {
    ElementInfo info;
    info.label = 7U + static_cast<unsigned>(i);
    info.where = {i < 3 ? "one.mbd" : "two.mbd", 100 + i, 1 + i};
    info.output = i % 2 == 0;
    if (i == 1) info.name = "rotor";
    if (i == 2) info.method = 3;
    infos.push_back(info);
  }
  infos.set_output(3, true);
  infos.set_label(4, 99);
  infos.set_method(4, 2);
  infos.set_method(2, 0);
  infos.set_method(0, 0);
  BOOST_TEST(infos.size() == 5);
  const bool output[] = {true, false, true, true, true};
  const int method[] = {0, 0, 0, 0, 2};
  for (int i = 0; i < 5; ++i) {
    const ElementInfo info = infos[i];
    BOOST_TEST(info.label == (i == 4 ? 99U : 7U + static_cast<unsigned>(i)));
    BOOST_TEST(infos.label(i) == info.label);
    BOOST_TEST(info.where.str() ==
               (i < 3 ? "one.mbd:" : "two.mbd:") + std::to_string(100 + i) + ":" + std::to_string(1 + i));
    BOOST_TEST(info.output == output[i]);
    BOOST_TEST(infos.output(i) == output[i]);
    BOOST_TEST(info.name == (i == 1 ? "rotor" : ""));
    BOOST_TEST(info.method == method[i]);
  }
}

BOOST_AUTO_TEST_CASE(nodes_are_as_they_came) {
  NodeTable table;
  std::vector<StructuralNode> expected;
  const auto check = [&] {
    BOOST_REQUIRE(table.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const StructuralNode node = table[i];
      const StructuralNode& is = expected[i];
      BOOST_TEST((static_cast<const NodeProperties&>(node) == static_cast<const NodeProperties&>(is)));
      BOOST_TEST((table.properties(i) == static_cast<const NodeProperties&>(is)));
      BOOST_TEST(node.label == is.label);
      BOOST_TEST(table.label(i) == is.label);
      BOOST_TEST(node.where.str() == is.where.str());
      for (const auto member : {&NodeState::x, &NodeState::v, &NodeState::w, &NodeState::a, &NodeState::alpha})
        BOOST_TEST((node.initial.*member == is.initial.*member));
      BOOST_TEST((node.initial.R == is.initial.R));
      BOOST_TEST(node.mass.mass == is.mass.mass);
      BOOST_TEST((node.mass.first == is.mass.first));
      BOOST_TEST((node.mass.inertia == is.mass.inertia));
    }
  };
  for (int i = 0; i < 40; ++i) {
    StructuralNode node;
    node.label = 1000U + static_cast<unsigned>(i);
    node.where = {"model.mbd", i, 2 * i};
    node.initial.x = Vec3(i, 0.1 * i, -i);
    node.initial.v = Vec3(i / 7, 0, 1);  // some neighbours have the same
    node.initial.w = Vec3(0, i / 5, 0);
    node.initial.a = Vec3(0, 0, i / 9);
    node.initial.alpha = Vec3(i / 9, 2, 0);
    node.initial.R.col(0)[0] = 1 - i % 3;
    node.mass.mass = i % 11;
    node.mass.first = Vec3(0, 0, i % 2);
    node.kind = i % 4 == 0 ? NodeKind::static_ : NodeKind::dynamic;
    node.scale = 1 + i % 13;
    table.push_back(node);
    expected.push_back(node);
  }
  check();
  for (const int i : {0, 39, 17, 17, 3}) {
    StructuralNode node = table[static_cast<std::size_t>(i)];
    node.mass += MassProperties{2.5, Vec3(1, 2, 3), Mat3::Identity()};
    node.accelerations = true;
    node.name = "changed";
    node.initial.w += Vec3(0, 0, 1);
    table.set(static_cast<std::size_t>(i), node);
    expected[static_cast<std::size_t>(i)] = node;
  }
  check();
}

BOOST_AUTO_TEST_CASE(zeros_keep_their_sign) {
  NodeTable table;
  StructuralNode node;
  table.push_back(node);
  node.initial.v[1] = -0.0;
  table.push_back(node);
  BOOST_TEST(!std::signbit(table[0].initial.v[1]));
  BOOST_TEST(std::signbit(table[1].initial.v[1]));
}

BOOST_AUTO_TEST_CASE(equal_neighbours_are_kept_once) {
  SharedValues<int> values;
  for (int i = 0; i < 1000; ++i) BOOST_TEST(values[values.number_of(i % 3)] == i % 3);
  BOOST_TEST(values.size() == 3U);
  for (int i = 10; i < 30; ++i) values.number_of(i);
  BOOST_TEST(values.number_of(1, 1) == 1U);  // one of long ago, guessed
  BOOST_TEST(values.size() == 23U);
  BOOST_TEST(values[values.number_of(1, 2)] == 1);
}

BOOST_AUTO_TEST_SUITE_END()
