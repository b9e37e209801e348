#include <algorithm>

#include "solvers/linear/multifrontal.h"

namespace flexura {

namespace {

/// Row of a factor times the pivots [begin, end), multiples of the lanes, of a vector.
inline __attribute__((always_inline)) double dot(const double* row, const double* x, int begin, int end) {
  FrontLanes s{};
  for (int c = begin; c < end; c += front_lanes) s += front::load(row + c) * front::load(x + c);
  return front::sum(s);
}

}  // namespace

void Multifrontal::solve(const double* b, double* x) {
  forward(b);
  backward(x);
}

void Multifrontal::reduce(const double* b, double* reduced) {
  forward(b);
  if (tree_.kept == 0) return;
  const int* rows = indices_.data() + factors_.back().indices;
  for (int i = 0; i < schur_size(); ++i) reduced[i] = work_[rows[i]];
}

void Multifrontal::expand(const double* known, double* x) {
  if (tree_.kept > 0) {
    const int* columns = indices_.data() + factors_.back().indices + schur_size();
    for (int i = 0; i < schur_size(); ++i) work_[columns[i]] = known[i];
  }
  backward(x);
}

void Multifrontal::forward(const double* b) {
  const int n = tree_.n;
  const int* unknown = tree_.unknown.data();
  double* work = work_.data();
  double* y = gathered_.data();
  if (options_.equilibrate) {
    for (int k = 0; k < n; ++k) work[k] = b[unknown[k]] * row_scale_[unknown[k]];
  } else {
    for (int k = 0; k < n; ++k) work[k] = b[unknown[k]];
  }
  const int fronts = static_cast<int>(factors_.size()) - (tree_.kept > 0 ? 1 : 0);
  for (int f = 0; f < fronts; ++f) {
    const Factors& factors = factors_[f];
    const int count = factors.eliminated;
    const int padded = front_stride(count);
    const int stride = front_stride(factors.size);
    const int* rows = indices_.data() + factors.indices;
    const double* l = values_.data() + factors.values;
    for (int i = 0; i < padded; ++i) y[i] = 0;
    for (int begin = 0; begin < count; begin += front_lanes) {
      const int end = std::min(begin + front_lanes, count);
      for (int k = begin; k < end; ++k) {
        const double* row = l + static_cast<std::ptrdiff_t>(k) * stride;
        double s = work[rows[k]] - (begin > 0 ? dot(row, y, 0, begin) : 0.0);
        for (int j = begin; j < k; ++j) s -= row[j] * y[j];
        y[k] = s * row[k];
      }
    }
    std::copy_n(y, count, pivot_values_.data() + factors.pivots_before);
    l += static_cast<std::ptrdiff_t>(count) * stride;
    for (int i = count; i < factors.size; ++i, l += padded) work[rows[i]] -= dot(l, y, 0, padded);
  }
}

void Multifrontal::backward(double* x) {
  const int n = tree_.n;
  const int* unknown = tree_.unknown.data();
  double* work = work_.data();
  double* y = gathered_.data();
  const int fronts = static_cast<int>(factors_.size()) - (tree_.kept > 0 ? 1 : 0);
  for (int f = fronts - 1; f >= 0; --f) {
    const Factors& factors = factors_[f];
    const int count = factors.eliminated;
    const int stride = front_stride(factors.size);
    const int* columns = indices_.data() + factors.indices + factors.size;
    const double* u = values_.data() + factors.values;
    const double* known = pivot_values_.data() + factors.pivots_before;
    const int last = (count - 1) / front_lanes * front_lanes;
    for (int i = last; i < stride; ++i) y[i] = 0;
    for (int i = count; i < factors.size; ++i) y[i] = work[columns[i]];
    for (int begin = last; begin >= 0 && count > 0; begin -= front_lanes) {
      const int end = std::min(begin + front_lanes, count);
      const int stop = std::min(begin + front_lanes, factors.size);
      for (int k = end - 1; k >= begin; --k) {
        const double* row = u + static_cast<std::ptrdiff_t>(k) * stride;
        double s = known[k] - (begin + front_lanes < stride ? dot(row, y, begin + front_lanes, stride) : 0.0);
        for (int j = k + 1; j < stop; ++j) s -= row[j] * y[j];
        y[k] = s;
      }
    }
    for (int k = 0; k < count; ++k) work[columns[k]] = y[k];
  }
  if (options_.equilibrate) {
    for (int k = 0; k < n; ++k) x[unknown[k]] = work[k] * column_scale_[unknown[k]];
  } else {
    for (int k = 0; k < n; ++k) x[unknown[k]] = work[k];
  }
}

}  // namespace flexura
