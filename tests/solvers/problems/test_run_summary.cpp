// What is told at the end of a run: nothing when all went as one would expect.
#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

#include "solvers/problems/run_summary.h"

namespace flexura {

BOOST_AUTO_TEST_SUITE(run_summary)

BOOST_AUTO_TEST_CASE(a_smooth_run_says_nothing) {
  RunTotals run;
  run.steps = 100;
  run.time = run.final_time = 1;
  BOOST_TEST(describe(run).empty());
}

BOOST_AUTO_TEST_CASE(each_thing_out_of_the_ordinary_is_one_sentence_with_its_numbers) {
  const auto sentence = [](auto change) {
    RunTotals run;
    run.steps = 40;
    run.time = 0.5;
    run.final_time = 2;
    change(run);
    const std::vector<std::string> said = describe(run);
    BOOST_REQUIRE(said.size() == 1U);
    return said.front();
  };
  BOOST_TEST(sentence([](RunTotals& r) { r.rejected = 3; }) ==
             "3 steps were tried again with a smaller size, for their error or convergence");
  BOOST_TEST(sentence([](RunTotals& r) { r.eigenanalyses_left = 2; }).starts_with("warning: 2 eigenanalyses"));
  BOOST_TEST(sentence([](RunTotals& r) { r.state_spaces_left = 1; }).starts_with("warning: 1 state spaces"));
  BOOST_TEST(
      sentence([](RunTotals& r) { r.divided = 4, r.parts = 9; }).starts_with("4 of 40 steps were made in parts, 9"));
  BOOST_TEST(sentence([](RunTotals& r) { r.relaxed = 5; }).starts_with("5 of 40 steps ended by relaxation"));
  BOOST_TEST(sentence([](RunTotals& r) { r.path_exhausted = true; }) ==
             "40 steps along the path were made, which ended at time 0.5 before the final time 2 was reached");
  BOOST_TEST(sentence([](RunTotals& r) { r.singular = 6; }) == "steps seen to end near a singular configuration: 6");
  BOOST_TEST(sentence([](RunTotals& r) { r.roundoff = 7; }).starts_with("in 7 steps the tolerance lies below"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura
