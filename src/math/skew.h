// Products of skew matrices that joints and bodies are made of.
#pragma once

#include "math/types.h"

namespace flexura {

/// [a][b] = b a^T - (a.b) I.
inline Mat3 skew_product(const Vec3& a, const Vec3& b) {
  Mat3 m = b * a.transpose();
  m.diagonal().array() -= a.dot(b);
  return m;
}

/// R A R^T for a symmetric A in node axes.
inline Mat3 rotated(const Mat3& r, const Mat3& a) {
  const Mat3 ra = r * a;
  return ra * r.transpose();
}

}  // namespace flexura
