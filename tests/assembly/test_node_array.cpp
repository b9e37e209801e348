#include <boost/test/unit_test.hpp>

#include <fstream>
#include <string>

#include "assembly/node_array.h"
#include "tests/sanitizers.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(node_arrays)

namespace {

/// Resident memory of this process, kB; with AddressSanitizer it says nothing.
[[maybe_unused]] long resident() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmRSS:")) return std::stol(line.substr(6));
  return 0;
}

NodeRuns some(int count, int first, int last) {
  NodeRuns runs(count);
  runs.add(0);
  for (int i = first; i < last; ++i) runs.add(i);
  return runs;
}

}  // namespace

BOOST_AUTO_TEST_CASE(nodes_in_the_runs_have_the_value_given) {
  const NodeRuns runs = some(100, 40, 60);
  NodeState state;
  state.x = Vec3(1, 2, 3);
  NodeArray<NodeState> array(runs, state);
  int count = 0;
  array.each([&](NodeState& node) {
    BOOST_TEST((node.x == state.x));
    node.v = Vec3(++count, 0, 0);
  });
  BOOST_TEST(count == 21);
  BOOST_TEST(array[40].v(0) == 2);
  BOOST_TEST(array[59].v(0) == 21);
}

BOOST_AUTO_TEST_CASE(copies_are_independent_and_keep_their_place) {
  const NodeRuns runs = some(100, 40, 60);
  NodeArray<NodeState> a(runs, NodeState()), b;
  BOOST_TEST(b.empty());
  b = a;
  const NodeState* const place = b.data();
  a[50].x = Vec3(1, 2, 3);
  BOOST_TEST(b[50].x.isZero());
  b.copy(a.data());
  BOOST_TEST((b[50].x == a[50].x));
  b = a;
  BOOST_TEST(b.data() == place);
  const NodeArray<NodeState> moved = std::move(b);
  BOOST_TEST(moved.data() == place);
  const NodeArray<NodeState> nothing;
  a = nothing;
  BOOST_TEST(a.empty());
}

BOOST_AUTO_TEST_CASE(memory_is_that_of_the_runs, *flexura::test::unless_sanitized()) {
  const int count = 1000000;  // 192 MB
  const NodeRuns part = some(count, 500000, 510000), all = some(count, 1, count);
  const long before = resident();
  NodeArray<NodeState> few(part, NodeState());
  const NodeArray<NodeState> copy = few;
  const long with_few = resident() - before;
  BOOST_TEST(with_few < 6000);  // twice 1.9 MB and some pages
  const NodeArray<NodeState> everything(all, NodeState());
  BOOST_TEST(resident() - before > 150000);
  BOOST_TEST(copy[505000].R.isIdentity());
}

BOOST_AUTO_TEST_CASE(pages_that_runs_share_count_once) {
  NodeRuns runs(1000);
  for (const int i : {0, 1, 9, 10, 11, 19, 500, 999}) runs.add(i);
  BOOST_TEST(runs.pages(10) == 4);  // 0 to 9, 10 to 19, 500 to 509, 990 to 999
  BOOST_TEST(runs.pages(1000) == 1);
  BOOST_TEST(runs.pages(0.5) == 8 * 2);  // a node has two pages
  BOOST_TEST(NodeRuns(10).pages(4) == 0);
}

BOOST_AUTO_TEST_CASE(scattered_runs_take_the_pages_that_they_touch, *flexura::test::unless_sanitized()) {
  const int count = 1000000;
  NodeRuns runs(count);
  for (int i = 0; i < count; i += 10000) runs.add(i);
  const long before = resident();
  NodeArray<NodeState> array(runs, NodeState());
  BOOST_TEST(resident() - before < 3000);  // not the 94 huge pages that have one of them
  array.each([](NodeState& node) { BOOST_TEST(node.R.isIdentity()); });
}

BOOST_AUTO_TEST_CASE(nodes_outside_the_runs_are_zero) {
  for (const int last : {600, 20000, 99990}) {  // on the heap, mapped, nearly all
    const int count = last < 1000 ? 1000 : 100000;
    const NodeArray<Vec3> array(some(count, 100, last), Vec3(1, 2, 3));
    BOOST_TEST((array[100] == Vec3(1, 2, 3)));
    BOOST_TEST((array[last - 1] == Vec3(1, 2, 3)));
    BOOST_TEST(array[50].isZero());
    BOOST_TEST(array[count - 1].isZero());
  }
}

BOOST_AUTO_TEST_SUITE_END()
