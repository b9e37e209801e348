#include "input/orientation.h"

#include <algorithm>
#include <stdexcept>

#include <Eigen/Geometry>
#include <Eigen/LU>

namespace flexura {

Mat3 triad(int i1, const Vec3& first, int i2, const Vec3& second) {
  if (!(first.norm() > 0)) throw std::invalid_argument("the first direction is zero");
  if (!(second.norm() > 0)) throw std::invalid_argument("the second direction is zero");
  const Vec3 a = first.normalized();
  const bool cyclic = (i1 + 1) % 3 == i2;
  const Vec3 cross = cyclic ? a.cross(second.normalized()) : second.normalized().cross(a);
  constexpr double parallel = 1e-12;  // sine of the smallest angle that still fixes a plane
  if (cross.norm() < parallel) throw std::invalid_argument("the two directions are parallel");
  const Vec3 c = cross.normalized();
  Mat3 r;
  r.col(i1) = a;
  r.col(3 - i1 - i2) = c;
  r.col(i2) = cyclic ? c.cross(a) : a.cross(c);
  return r;
}

Vec3 guess_direction(const Vec3& first) {
  if (!(first.norm() > 0)) throw std::invalid_argument("the first direction is zero");
  Eigen::Index smallest = 0;
  Eigen::Index largest = 0;
  first.cwiseAbs().minCoeff(&smallest);
  first.cwiseAbs().maxCoeff(&largest);
  if (smallest == largest) largest = (smallest + 1) % 3;  // three equal components
  Vec3 b = Vec3::Zero();
  b(smallest) = 1;
  b(largest) = -first(smallest) / first(largest);
  return b;
}

double orthogonality_error(const Mat3& r) {
  const double error = (r.transpose() * r - Mat3::Identity()).cwiseAbs().maxCoeff();
  return r.determinant() < 0 ? 2.0 : error;
}

}  // namespace flexura
