#include <boost/test/unit_test.hpp>

#include <memory>
#include <vector>

#include "model/block_vector.h"
#include "model/model.h"

using namespace flexura;

BOOST_AUTO_TEST_SUITE(storage_of_elements)

namespace {

struct Thing {
  static constexpr std::string_view type = "thing", family = "thing";
  std::shared_ptr<int> value;
  int own = 0;
  [[nodiscard]] std::array<NodeIndex, 1> nodes() const { return {0}; }
  [[nodiscard]] int unknown_count() const { return own; }
  [[nodiscard]] UnknownInfo unknown(int) const { return {.row = Row::equation, .name = "size of the thing"}; }
  [[nodiscard]] int momentum_count() const { return *value; }
  void residual(const Local&, Residual&) const {}
  void jacobian(const Local&, Jacobian&) const {}
};

ElementInfo labelled(int label) {
  ElementInfo info;
  info.label = static_cast<unsigned>(label);
  return info;
}

}  // namespace

BOOST_AUTO_TEST_CASE(values_keep_their_order_over_blocks) {
  BlockVector<std::unique_ptr<int>> values;
  const int count = 20000;  // more than a block of pointers
  for (int k = 0; k < count; ++k) values.push_back(std::make_unique<int>(k));
  BOOST_REQUIRE(values.size() == std::size_t(count));
  for (int k = 0; k < count; ++k) BOOST_REQUIRE(*values[static_cast<std::size_t>(k)] == k);
  const void* const first = &values[0];
  values.push_back(nullptr);
  BOOST_TEST(static_cast<const void*>(&values[0]) == first);
  values.keep([](std::size_t i) { return i % 3 == 0; });
  BOOST_REQUIRE(values.size() == std::size_t(count) / 3 + 1);
  for (std::size_t k = 0; 3 * k < std::size_t(count); ++k) BOOST_REQUIRE(*values[k] == static_cast<int>(3 * k));
}

BOOST_AUTO_TEST_CASE(elements_that_are_kept_are_found_under_their_numbers) {
  Batch<Thing> batch;
  std::vector<std::weak_ptr<int>> alive;
  for (int k = 0; k < 8; ++k) {
    auto value = std::make_shared<int>(k);
    alive.emplace_back(value);
    batch.add(labelled(10 + k), Thing{std::move(value), k == 6 ? 1 : 0});
  }
  const std::vector<int> here{1, 4, 5};
  batch.keep_histories(here);
  batch.keep(here);
  for (const int k : here) {
    BOOST_TEST(batch.is_here(k));
    BOOST_TEST(*batch.element(k).value == k);
    BOOST_TEST(batch.momentum_count(k) == k);
  }
  for (const int k : {0, 2, 3, 6, 7}) {
    BOOST_TEST(!batch.is_here(k));
    BOOST_TEST(alive[static_cast<std::size_t>(k)].expired());
    BOOST_CHECK_EXCEPTION((void)batch.element(k), Error, [&](const Error& e) {
      return e.what() == "thing " + std::to_string(10 + k) + " belongs to another rank";
    });
  }
  BOOST_TEST(batch.size() == 8);
  BOOST_TEST(batch.info(7).label == 17U);
  BOOST_TEST(batch.unknown(6, 0).name == "size of the thing");  // for messages
  BOOST_TEST((batch.unknown(6, 0).row == Row::equation));
  // Momenta of those that are kept lie behind each other; how many the others have is known.
  batch.set_first_momentum(100);
  BOOST_TEST(batch.momentum_total() == 1 + 4 + 5);
  BOOST_TEST(batch.first_momentum(1) == 100);
  BOOST_TEST(batch.first_momentum(4) == 101);
  BOOST_TEST(batch.first_momentum(5) == 105);
  BOOST_TEST(batch.momentum_count(7) == 7);
  // Once more, with fewer.
  batch.keep(std::vector<int>{1, 5});
  BOOST_TEST(*batch.element(5).value == 5);
  BOOST_TEST(alive[4].expired());
  BOOST_TEST(batch.unknown(6, 0).name == "size of the thing");
}

BOOST_AUTO_TEST_CASE(only_elements_listed_have_rows) {
  Batch<Thing> batch;
  for (int k = 0; k < 3; ++k) batch.add(labelled(k), Thing{std::make_shared<int>(0), 2});
  const auto node = [](NodeIndex) { return NodeUnknowns{30, 6, false}; };
  batch.set_dofs(std::vector<int>{0, 2}, node, [](int e) { return 100 * e; });
  BOOST_TEST(batch.dofs(0).size() == 8U);
  BOOST_TEST(batch.dofs(1).empty());
  BOOST_REQUIRE(batch.dofs(2).size() == 8U);
  BOOST_TEST(batch.dofs(2)[0] == 30);
  BOOST_TEST(batch.dofs(2)[7] == 201);
  batch.set_dofs(node, [](int e) { return 100 * e; });
  BOOST_REQUIRE(batch.dofs(1).size() == 8U);
  BOOST_TEST(batch.dofs(1)[6] == 100);
}

BOOST_AUTO_TEST_SUITE_END()
