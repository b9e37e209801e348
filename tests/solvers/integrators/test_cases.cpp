#include <boost/test/unit_test.hpp>

#include <set>

#include "tests/solvers/integrators/methods_under_test.h"

namespace flexura::integrators_test {

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"impliciteuler", 0, 1, 1, 1, 1, 1}, {"cranknicolson", 1, 2, 2, 2, 2, 0}, {"bdf", 0, 1, 1, 1, 1, 1, 1},
      {"bdf", 0, 2, 2, 2, 2, 2},           {"ms", 0.6, 2, 2, 2, 2, 2},          {"ms2", 0, 2, 2, 2, 2, 2},
      {"ms2", 0.6, 2, 2, 2, 2, 2},         {"ms2", 1, 2, 2, 2, 2, 0},           {"ms3", 0, 2, 2, 2, 2, 2},
      {"ms3", 0.6, 2, 2, 2, 2, 2},         {"ms3", 0.9, 2, 2, 2, 2, 2},         {"ms4", 0, 2, 2, 2, 2, 2},
      {"ms4", 0.6, 2, 2, 2, 2, 2},         {"ms4", 0.8, 2, 2, 2, 2, 2},         {"ss2", 0, 2, 2, 2, 2, 2},
      {"ss2", 0.6, 2, 2, 2, 2, 2},         {"ss2", 1, 2, 2, 2, 2, 0},           {"ss3", 0, 2, 2, 2, 2, 2},
      {"ss3", 0.6, 2, 2, 2, 2, 2},         {"ss3", 0.9, 2, 2, 2, 2, 2},         {"ss4", 0, 2, 2, 2, 2, 2},
      {"ss4", 0.6, 2, 2, 2, 2, 2},         {"ss4", 0.8, 2, 2, 2, 2, 2},         {"hope", 0, 2, 2, 2, 2, 1},
      {"hope", 0.6, 2, 2, 2, 2, 1},        {"hope", 1, 2, 2, 2, 2, 0},          {"bathe", 0, 2, 2, 2, 2, 1},
      {"bathe", 0.6, 2, 2, 2, 2, 1},       {"bathe", 1, 2, 2, 2, 2, 0},         {"msstc3", 0, 2, 2, 2, 2, 1},
      {"msstc3", 0.6, 2, 2, 2, 2, 1},      {"msstc3", 1, 2, 2, 2, 2, 0},        {"msstc4", 0, 2, 2, 2, 2, 1},
      {"msstc4", 0.6, 2, 2, 2, 2, 1},      {"msstc4", 1, 2, 2, 2, 2, 0},        {"msstc5", 0, 2, 2, 2, 2, 1},
      {"msstc5", 0.6, 2, 2, 2, 2, 1},      {"msstc5", 1, 2, 2, 2, 2, 0},        {"mssth3", 0, 3, 3, 2, 2, 1},
      {"mssth3", 0.6, 3, 3, 2, 2, 1},      {"mssth3", 1, 3, 3, 0, 0, -1},       {"mssth4", 0, 3, 4, 2, 2, 1},
      {"mssth4", 0.6, 3, 4, 2, 2, 1},      {"mssth4", 1, 3, 4, 0, 0, -1},       {"mssth5", 0, 3, 5, 2, 2, 1},
      {"mssth5", 0.6, 3, 5, 2, 2, 1},      {"mssth5", 1, 3, 5, 2, 2, 0},        {"dirk33", 0, 3, 3, 2, 2, 1},
      {"dirk43", 0, 3, 3, 2, 2, 1},        {"dirk34", 0, 3, 3, 2, 2, 1},        {"dirk54", 0, 4, 4, 2, 2, 1},
  };
  return all;
}

BOOST_AUTO_TEST_SUITE(integrator_cases)

BOOST_AUTO_TEST_CASE(every_method_is_tested) {
  std::set<std::string> tested;
  for (const Case& c : cases()) tested.insert(c.keyword);
  for (const std::string& keyword : method_keywords()) BOOST_TEST(tested.count(keyword) == 1u, keyword);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura::integrators_test
