// Orientation matrices from what model files give.
#pragma once

#include "math/types.h"

namespace flexura {

/// Right-handed triad with axis i1 along `first` and axis i2 in the half plane of `second`; i1, i2 in 0..2, different.
/// Columns are the axes. Throws std::invalid_argument for a zero vector or parallel vectors.
Mat3 triad(int i1, const Vec3& first, int i2, const Vec3& second);

/// The second direction that `guess` stands for: 1 at the smallest component of `first` in magnitude, -a_min/a_max at
/// the largest, 0 at the third. Throws std::invalid_argument for a zero vector.
Vec3 guess_direction(const Vec3& first);

/// Largest entry of |R^T R - I|, or 2 when R is a reflection.
double orthogonality_error(const Mat3& r);

}  // namespace flexura
