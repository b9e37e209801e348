// Shapes: values along an element, and mistakes.
#include <boost/test/unit_test.hpp>

#include "input/shape.h"
#include "tests/input/language.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(shapes)

namespace {

Shape shape(const std::string& text) {
  Language l;
  Reader& r = l.read(text);
  Shape result = read_shape(r);
  r.end_card();
  return result;
}

void check(const std::string& text, const std::vector<std::pair<double, double>>& expected) {
  const Shape f = shape(text);
  for (const auto& [xi, value] : expected)
    BOOST_TEST(std::abs(f(xi) - value) < 1e-14, text << " at " << xi << ": " << f(xi) << ", not " << value);
}

}  // namespace

BOOST_AUTO_TEST_CASE(values_along_an_element) {
  BOOST_TEST(Shape()(0.3) == 0.);
  check("const, 3.", {{-1, 3}, {0.2, 3}, {1, 3}});
  check("linear, 2., 6.", {{-1, 2}, {0, 4}, {0.5, 5}, {1, 6}});
  check("parabolic, 2., 3., 7.", {{-1, 2}, {0, 3}, {1, 7}, {0.5, 4.625}});
  check("piecewise const, 3, -0.5, 1., 0., 2., 0.5, 4.",
        {{-1, 1}, {-0.5, 1}, {-0.1, 1}, {0, 2}, {0.49, 2}, {0.5, 4}, {1, 4}});
  check("Piecewise Linear, 3, -0.5, 1., 0., 2., 0.5, 4.",
        {{-1, 1}, {-0.5, 1}, {-0.25, 1.5}, {0, 2}, {0.25, 3}, {1, 4}});
  check("piecewise linear, 1, 0., 5.", {{-1, 5}, {0, 5}, {1, 5}});
}

BOOST_AUTO_TEST_CASE(mistakes_in_shapes) {
  const std::vector<std::pair<std::string, std::string>> table = {
      {"cubic, 1.", "test.mbd:1:7: error: expected kind of shape: `const`, `linear`"},
      {"linear, 1.", "an argument is missing"},
      {"const, 1., 2.", "this argument is one too many"},
      {"piecewise const, 0", "test.mbd:1:24: error: the number of points must be positive, found 0"},
      {"piecewise linear, 2, 0., 1., 0., 2.", "1:36: error: the abscissae of a shape must ascend, found 0 after 0"},
      {"piecewise linear, 2, 0., 1., 1.5, 2.", "1:36: error: the abscissae of a shape lie in [-1, 1], found 1.5"},
  };
  for (const auto& [text, message] : table) {
    const std::string error = error_of([&text = text] { shape(text); });
    BOOST_TEST(contains(error, message), text << " -> " << error);
  }
}

BOOST_AUTO_TEST_SUITE_END()
