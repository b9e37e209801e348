// Uses the installed package from outside: a header-only part, a function of the library, the version.
#include <flexura/support/version.h>

#include <iostream>

#include "math/types.h"
#include "support/error.h"

int main() {
  const flexura::Vec3 axis(1.0, 2.0, 3.0);
  const bool header_works = flexura::axial(flexura::skew(axis)).isApprox(axis);
  const bool library_works = !flexura::did_you_mean("sphericl", {"spherical", "revolute"}).empty();
  std::cout << "Flexura " << flexura::version << " from an installed package: headers "
            << (header_works ? "work" : "fail") << ", library " << (library_works ? "works" : "fails") << '\n';
  return header_works && library_works ? 0 : 1;
}
