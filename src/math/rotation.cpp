#include "math/rotation.h"

#include <numbers>

namespace flexura {

Vec3 euler_angles(const Mat3& r, OrientationFormat format) {
  switch (format) {
    case OrientationFormat::euler313: {
      const double b = std::atan2(std::hypot(r(2, 0), r(2, 1)), r(2, 2));
      const double a = std::atan2(r(0, 2), -r(1, 2));
      const double c =
          std::atan2(-(std::cos(a) * r(0, 1) + std::sin(a) * r(1, 1)), std::cos(a) * r(0, 0) + std::sin(a) * r(1, 0));
      return {a, b, c};
    }
    case OrientationFormat::euler321: {
      const double a = std::atan2(r(1, 0), r(0, 0));
      const double b = std::atan2(-r(2, 0), std::cos(a) * r(0, 0) + std::sin(a) * r(1, 0));
      const double c =
          std::atan2(std::sin(a) * r(0, 2) - std::cos(a) * r(1, 2), -std::sin(a) * r(0, 1) + std::cos(a) * r(1, 1));
      return {a, b, c};
    }
    default: {
      const double a = std::atan2(-r(1, 2), r(2, 2));
      const double b = std::atan2(r(0, 2), std::cos(a) * r(2, 2) - std::sin(a) * r(1, 2));
      const double c =
          std::atan2(std::cos(a) * r(1, 0) + std::sin(a) * r(2, 0), std::cos(a) * r(1, 1) + std::sin(a) * r(2, 1));
      return {a, b, c};
    }
  }
}

namespace {
Mat3 about(int axis, double angle) {
  Vec3 t = Vec3::Zero();
  t(axis) = angle;
  return rotation_exp<double>(t);
}
}  // namespace

Mat3 euler_rotation(const Vec3& angles, OrientationFormat format) {
  switch (format) {
    case OrientationFormat::euler313:
      return about(2, angles(0)) * about(0, angles(1)) * about(2, angles(2));
    case OrientationFormat::euler321:
      return about(2, angles(0)) * about(1, angles(1)) * about(0, angles(2));
    default:
      return about(0, angles(0)) * about(1, angles(1)) * about(2, angles(2));
  }
}

void write_orientation(const Mat3& r, OrientationFormat format, double* out) {
  if (format == OrientationFormat::matrix) {
    for (int i = 0; i < 9; ++i) out[i] = r(i / 3, i % 3);
    return;
  }
  const Vec3 v = format == OrientationFormat::vector ? rotation_log<double>(r)
                                                     : Vec3(euler_angles(r, format) * (180 / std::numbers::pi));
  for (int i = 0; i < 3; ++i) out[i] = v(i);
}

}  // namespace flexura
