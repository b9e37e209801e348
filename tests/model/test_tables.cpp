// What every rank keeps of the whole model, in little room.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "model/element_info.h"
#include "model/element_order.h"
#include "model/entry_offsets.h"
#include "model/node_lists.h"
#include "model/node_table.h"
#include "model/table.h"
#include "tests/sanitizers.h"

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

BOOST_AUTO_TEST_CASE(rows_come_back_from_a_store_and_without_one) {
  const auto value = [](std::size_t row, std::size_t k) { return static_cast<int>(10 * row + k); };
  for (const bool shared : {false, true}) {
    const auto store = shared ? BlockStore::create() : nullptr;
    use_block_store(store.get());
    for (const std::size_t width : {1, 2, 3, 7, 100000}) {
      const std::size_t rows = width > 100 ? 5 : 200000 / width;
      Table<int> table(width);
      std::vector<int> row(width);
      for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t k = 0; k < width; ++k) row[k] = value(i, k);
        table.push_row(row);
        BOOST_REQUIRE(table[i] == value(i, 0));
      }
      BOOST_TEST(table.size() == rows);
      Table<int> copy(table), other;
      other = table;
      copy[rows / 3] = -1;
      const Table<int> moved = std::move(table);
      int wrong = 0;
      for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t k = 0; k < width; ++k) {
          wrong += moved.row(i)[k] != value(i, k);
          wrong += other.row(i)[k] != value(i, k);
          wrong += copy.row(i)[k] != (i == rows / 3 && k == 0 ? -1 : value(i, k));
        }
      BOOST_TEST(wrong == 0);
    }
    if (store) BOOST_TEST(store->blocks() > 4U);
    use_block_store(nullptr);
  }
}

BOOST_AUTO_TEST_CASE(the_same_model_once_more_takes_no_blocks) {
  const auto store = BlockStore::create();
  use_block_store(store.get());
  const auto read = [] {
    auto infos = std::make_unique<ElementInfos>();
    auto nodes = std::make_unique<NodeTable>();
    auto lists = std::make_unique<NodeLists>();
    for (int i = 0; i < 100000; ++i) {
      const SourceLocation where{"model", i + 1, 1};
      infos->push_back({static_cast<unsigned>(i), where, i % 3 != 0, "", 0});
      StructuralNode node;
      node.label = static_cast<unsigned>(i);
      node.where = where;
      node.initial.x = Vec3(i, 0.1 * i, -0.);
      nodes->push_back(node);
      const NodeIndex touched[] = {i, i + 1};
      lists->append(touched);
    }
    return std::tuple(std::move(infos), std::move(nodes), std::move(lists));
  };
  const auto once = read();
  const std::size_t blocks = store->blocks();
  BOOST_TEST(blocks > 20U);
  const auto twice = read();
  BOOST_TEST(store->blocks() == blocks);
  use_block_store(nullptr);
}

// Bodies add to the masses of nodes that have been read and may be in common.
BOOST_AUTO_TEST_CASE(masses_of_nodes_change_nothing_that_is_in_common, *flexura::test::unless_sanitized()) {
  const auto own = [] {
    std::ifstream file("/proc/self/smaps_rollup");
    std::string word;
    while (file >> word && word != "Anonymous:") continue;
    long kilobytes = 0;
    file >> kilobytes;
    return kilobytes;
  };
  constexpr std::size_t count = 200000;
  const auto store = BlockStore::create();
  use_block_store(store.get());
  NodeTable table;
  StructuralNode node;
  for (std::size_t i = 0; i < count; ++i) table.push_back(node);
  BOOST_TEST(store->blocks() > 0U);
  const long before = own();
  for (std::size_t i = 0; i < count; ++i) {
    node = table[i];
    node.mass.mass = 3;
    table.set(i, node);
  }
  BOOST_TEST(own() - before < 2000);  // a number each
  use_block_store(nullptr);
  BOOST_TEST(table[count - 1].mass.mass == 3);
}

BOOST_AUTO_TEST_CASE(lists_of_nodes_may_become_different) {
  for (const int different : {-1, 0, 1, 40000, 99999}) {
    NodeLists lists;
    const auto list = [&](int i) {
      std::vector<NodeIndex> nodes{i, 2 * i};
      if (i == different) nodes = {i, -1, 7, 9};
      return nodes;
    };
    for (int i = 0; i < 100000; ++i) lists.append(list(i));
    int wrong = 0;
    for (int i = 0; i < 100000; ++i) {
      const std::vector<NodeIndex> expected = list(i);
      wrong += lists.count(i) != static_cast<int>(expected.size()) ||
               !std::equal(expected.begin(), expected.end(), lists[i]);
    }
    BOOST_TEST(wrong == 0, "different: " << different);
  }
  NodeLists none;
  for (int i = 0; i < 3; ++i) none.append({});
  BOOST_TEST(none.count(2) == 0);
  none.append(std::vector<NodeIndex>{5});
  BOOST_TEST(none.count(2) == 0);
  BOOST_TEST(none[3][0] == 5);
}

BOOST_AUTO_TEST_SUITE_END()
