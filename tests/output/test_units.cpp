#include <boost/test/unit_test.hpp>

#include "output/units.h"

namespace flexura {

BOOST_AUTO_TEST_SUITE(units)

BOOST_AUTO_TEST_CASE(units_of_the_international_system_have_their_names) {
  const UnitSystem mks = *unit_system("MKS");
  BOOST_TEST(unit_of("Length", mks) == "m");
  BOOST_TEST(unit_of("Force", mks) == "N");
  BOOST_TEST(unit_of("Moment", mks) == "N m");
  BOOST_TEST(unit_of("Momentum", mks) == "kg m s^-1");
  BOOST_TEST(unit_of("Angular velocity", mks) == "rad s^-1");
}

BOOST_AUTO_TEST_CASE(other_systems_are_composed_of_their_base_units) {
  BOOST_TEST(unit_of("Force", *unit_system("MMTMS")) == "ton mm ms^-2");
  BOOST_TEST(unit_of("Velocity", UnitSystem{"Custom", "ft", "slug", "s", "A", "R"}) == "ft s^-1");
}

BOOST_AUTO_TEST_CASE(a_dimension_that_is_a_unit_already_stays) {
  BOOST_TEST(unit_of("deg", *unit_system("MKS")) == "deg");
  BOOST_TEST(unit_of("Dimensionless", *unit_system("MKS")) == "-");
  BOOST_TEST(unit_of("1/Length/Time", *unit_system("MKS")) == "m^-1 s^-1");
  BOOST_TEST(unit_of("1/Whatever", *unit_system("MKS")) == "1/Whatever");
  BOOST_TEST(!unit_system("furlongs"));
}

BOOST_AUTO_TEST_CASE(every_dimension_of_the_list_has_a_unit) {
  for (const auto& dimension : known_dimensions()) BOOST_TEST(!unit_of(dimension, *unit_system("MKS")).empty());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura
