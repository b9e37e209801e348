#include <boost/test/unit_test.hpp>

#include "tests/input/language.h"

using namespace flexura;
using flexura::test::contains;
using flexura::test::error_of;
using flexura::test::Language;

BOOST_FIXTURE_TEST_SUITE(symbol_table, Language)

BOOST_AUTO_TEST_CASE(the_environment_declares_variables) {
  symbols->read_environment({"PATH=/bin", "MBDYNVARS=real a = 2.; integer b = 3;", "MBDYN_real_c=a*b", "MBDYN_bool_d=1",
                             "MBDYN_string_s=\"x\"", "MBDYN_integer_n=4", "MBDYN_other=1", "MBDYN_real_9=1", "odd"});
  BOOST_TEST(evaluate("c").real().f == 6);
  BOOST_TEST((evaluate("d").type() == Type::boolean));
  BOOST_TEST(evaluate("s").string() == "x");
  BOOST_TEST(evaluate("n").integer() == 4);
  symbols->read_environment({"MBDYNVARS= "});
  BOOST_TEST(contains(error_of([&] { symbols->read_environment({"MBDYNVARS=real z = q"}); }),
                      "$MBDYNVARS:1:10: error: unknown variable `q`"));
  BOOST_TEST(contains(error_of([&] { symbols->read_environment({"MBDYN_real_y=1+"}); }), "$MBDYN_real_y:1:"));
}

BOOST_AUTO_TEST_CASE(evaluations_nest) {
  symbols->declare_time();
  const DriveContext outer = test::at_time(2, 5);
  const SymbolTable::Evaluation first(*symbols, 7.0, outer);
  BOOST_TEST(evaluate("Time + Var + Step").real().f == 14);
  {
    const SymbolTable::Evaluation second(*symbols, 8.0, test::at_time(3, 6));
    BOOST_TEST(evaluate("Time + Var + Step").real().f == 17);
  }
  BOOST_TEST(evaluate("Time + Var + Step").real().f == 14);
}

BOOST_AUTO_TEST_CASE(the_table_prints_type_name_and_value) {
  evaluate("const real mass = 2.5; string s = \"text\"; integer n = -3");
  const std::string text = symbols->print();
  for (const char* line :
       {"const real mass = 2.5\n", "string s = \"text\"\n", "integer n = -3\n", "const bool TRUE = 1\n"}) {
    BOOST_TEST(contains(text, line), line);
  }
}

BOOST_AUTO_TEST_CASE(labelled_drives_keep_the_first_of_a_label) {
  LabelledDrives table;
  BOOST_TEST(table.add(3, drive("1."), "first"));
  BOOST_TEST(!table.add(3, drive("2."), "second"));
  BOOST_TEST(table.find(3)->value(0.0, {}).f == 1);
  BOOST_TEST(table.find(4) == nullptr);
  BOOST_TEST(table.all().at(3).name == "first");
}

BOOST_AUTO_TEST_SUITE_END()
