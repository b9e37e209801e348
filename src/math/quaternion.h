// Unit quaternions of rotation matrices.
#pragma once

#include <cmath>

#include "math/taylor.h"
#include "math/types.h"

namespace flexura {

/// Scalar part s and vector part v; s = cos(phi/2), v = sin(phi/2) n.
template <class S>
struct Quaternion {
  S s;
  Vector3<S> v;
};

/// The quaternion of R with s >= 0, by its largest component (S. W. Shepperd, J. Guidance Control 1 (1978) 223).
template <class S>
Quaternion<S> quaternion(const Matrix3<S>& r) {
  using std::sqrt;
  const Vector3<S> twice_axial(r(2, 1) - r(1, 2), r(0, 2) - r(2, 0), r(1, 0) - r(0, 1));
  const S trace = r(0, 0) + r(1, 1) + r(2, 2);
  int largest = 0;
  for (int i = 1; i < 3; ++i)
    if (value_of(r(i, i)) > value_of(r(largest, largest))) largest = i;
  if (value_of(trace) >= value_of(r(largest, largest))) {
    const S twice = sqrt(trace + S(1));
    return {twice * S(0.5), Vector3<S>(twice_axial * (S(0.5) / twice))};
  }
  const int next = (largest + 1) % 3;
  const int last = (largest + 2) % 3;
  const S twice = sqrt(r(largest, largest) - r(next, next) - r(last, last) + S(1));
  const S part = S(0.5) / twice;
  Quaternion<S> result;
  result.s = twice_axial(largest) * part;
  result.v(largest) = twice * S(0.5);
  result.v(next) = (r(next, largest) + r(largest, next)) * part;
  result.v(last) = (r(last, largest) + r(largest, last)) * part;
  if (value_of(result.s) < 0) {
    result.s = -result.s;
    result.v = Vector3<S>(-result.v);
  }
  return result;
}

}  // namespace flexura
