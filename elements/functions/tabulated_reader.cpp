// Readers of scalar functions given by points or by coefficients. They take all numbers up to the end of the card;
// `end` closes the list when something else follows.
#include <fmt/format.h>

#include "elements/functions/readers.h"
#include "elements/functions/tabulated.h"

namespace flexura {

namespace {

Outside read_outside(Reader& reader) {
  if (!reader.keyword("do not extrapolate")) return Outside::extrapolate;
  return reader.keyword("bailout") ? Outside::stop : Outside::hold;
}

bool list_goes_on(Reader& reader) { return reader.more() && !reader.keyword("end"); }

FunctionPoints read_points(Reader& reader, std::size_t least) {
  FunctionPoints points;
  while (list_goes_on(reader)) {
    const double x = reader.real();
    if (!points.x.empty() && !(x > points.x.back())) {
      reader.fail(
          fmt::format("the points of a scalar function need ascending x, found {} after {}", x, points.x.back()));
    }
    points.x.push_back(x);
    if (reader.keyword("end")) reader.fail("the last point of the scalar function has no y");
    points.y.push_back(reader.real());
  }
  if (points.x.size() < least) {
    reader.fail(fmt::format("the scalar function needs at least {} points, found {}", least, points.x.size()));
  }
  return points;
}

}  // namespace

ScalarFunctionPointer read_multilinear_function(Reader& reader) {
  const Outside outside = read_outside(reader);
  return std::make_shared<MultilinearFunction>(read_points(reader, 2), outside);
}

ScalarFunctionPointer read_cubic_spline_function(Reader& reader) {
  const Outside outside = read_outside(reader);
  return std::make_shared<CubicSplineFunction>(read_points(reader, 3), outside);
}

ScalarFunctionPointer read_chebychev_function(Reader& reader) {
  const double a = reader.real();
  const double b = reader.real();
  if (a == b)
    reader.fail(fmt::format("the interval of a Chebychev series needs two different bounds, found {} twice", b));
  const Outside outside = read_outside(reader);
  std::vector<double> coefficients;
  while (list_goes_on(reader)) coefficients.push_back(reader.real());
  if (coefficients.empty()) reader.fail("the Chebychev series needs at least one coefficient");
  return std::make_shared<ChebychevFunction>(a, b, std::move(coefficients), outside);
}

}  // namespace flexura
