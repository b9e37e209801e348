// Elimination inside one dense front: vectorised row panels with threshold pivoting.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace flexura {

#if defined(__AVX512F__)
inline constexpr int front_lanes = 8;
#elif defined(__AVX__)
inline constexpr int front_lanes = 4;
#else
inline constexpr int front_lanes = 2;
#endif
using FrontLanes = double __attribute__((vector_size(front_lanes * sizeof(double))));
using FrontMask = long long __attribute__((vector_size(front_lanes * sizeof(long long))));

/// Row length of a front of n columns: whole vectors.
constexpr int front_stride(int n) { return (n + front_lanes - 1) / front_lanes * front_lanes; }

namespace front {

inline __attribute__((always_inline)) FrontLanes load(const double* p) {
  FrontLanes v;
  std::memcpy(&v, p, sizeof v);
  return v;
}
inline __attribute__((always_inline)) void store(double* p, FrontLanes v) { std::memcpy(p, &v, sizeof v); }
inline __attribute__((always_inline)) FrontLanes magnitude(FrontLanes v) {
  return reinterpret_cast<FrontLanes>(reinterpret_cast<FrontMask>(v) & std::numeric_limits<long long>::max());
}
inline __attribute__((always_inline)) FrontLanes larger(FrontLanes a, FrontLanes b) { return a > b ? a : b; }
inline double largest(FrontLanes v) {
  double m = v[0];
  for (int i = 1; i < front_lanes; ++i) m = v[i] > m ? v[i] : m;
  return m;
}
/// Sum in pairs; a loop, since the number of lanes depends on the processor.
inline __attribute__((always_inline)) double sum(FrontLanes v) {
  double x[front_lanes];
  std::memcpy(x, &v, sizeof v);
  for (int half = front_lanes / 2; half > 0; half /= 2)
    for (int i = 0; i < half; ++i) x[i] += x[i + half];
  return x[0];
}

/// Subtracts from rows [begin, end) their first P columns of a panel times the panel's rows of U. The panel starts at
/// column `at`, a multiple of the lanes; rows of `u` are zero up to and including their own pivot.
template <int P>
void update_rows(double* a, int stride, int begin, int end, int at, const double* u) {
  FrontLanes first[P];
  for (int p = 0; p < P; ++p) first[p] = load(u + p * stride + at);
  for (int i = begin; i < end; ++i) {
    double* row = a + static_cast<std::ptrdiff_t>(i) * stride;
    FrontLanes v = load(row + at);
    FrontLanes l[P];
#pragma GCC unroll 8
    for (int p = 0; p < P; ++p) {
      l[p] = FrontLanes{} + v[p];
      v -= l[p] * first[p];
    }
    store(row + at, v);
    for (int c = at + front_lanes; c < stride; c += front_lanes) {
      FrontLanes w = load(row + c);
#pragma GCC unroll 8
      for (int p = 0; p < P; ++p) w -= l[p] * load(u + p * stride + c);
      store(row + c, w);
    }
  }
}

inline void update_rows(int count, double* a, int stride, int begin, int end, int at, const double* u) {
  switch (count) {
    case 1:
      return update_rows<1>(a, stride, begin, end, at, u);
    case 2:
      return update_rows<2>(a, stride, begin, end, at, u);
    case 3:
      return update_rows < front_lanes < 3 ? front_lanes : 3 > (a, stride, begin, end, at, u);
    case 4:
      return update_rows < front_lanes < 4 ? front_lanes : 4 > (a, stride, begin, end, at, u);
    case 5:
      return update_rows < front_lanes < 5 ? front_lanes : 5 > (a, stride, begin, end, at, u);
    case 6:
      return update_rows < front_lanes < 6 ? front_lanes : 6 > (a, stride, begin, end, at, u);
    case 7:
      return update_rows < front_lanes < 7 ? front_lanes : 7 > (a, stride, begin, end, at, u);
    default:
      return update_rows<front_lanes>(a, stride, begin, end, at, u);
  }
}

/// Pivots whose update of the rows below is put off, so that it takes these from memory once for all of them.
inline constexpr int put_off = 64;
/// Rows that are updated at a time: their multipliers stay in registers.
inline constexpr int rows_together = front_lanes == 8 ? 3 : 2;

/// Subtracts from R rows the whole panels of pivots [from, to), multiples of the lanes, one after the other.
template <int R>
void update_late(double* a, int stride, int row, int from, int to) {
  FrontMask lane{};
  for (int i = 0; i < front_lanes; ++i) lane[i] = i;
  double* const rows = a + static_cast<std::ptrdiff_t>(row) * stride;
  for (int at = from; at < to; at += front_lanes) {
    const double* u = a + static_cast<std::ptrdiff_t>(at) * stride;
    FrontLanes l[R][front_lanes];
    for (int r = 0; r < R; ++r) {
      double* start = rows + r * stride + at;
      FrontLanes v = load(start);
#pragma GCC unroll 8
      for (int p = 0; p < front_lanes; ++p) {
        l[r][p] = FrontLanes{} + v[p];
        v -= l[r][p] * (lane > static_cast<long long>(p) ? load(u + p * stride + at) : FrontLanes{});
      }
      store(start, v);
    }
    for (int c = at + front_lanes; c < stride; c += front_lanes) {
      FrontLanes w[R];
#pragma GCC unroll 8
      for (int r = 0; r < R; ++r) w[r] = load(rows + r * stride + c);
#pragma GCC unroll 8
      for (int p = 0; p < front_lanes; ++p) {
        const FrontLanes x = load(u + p * stride + c);
#pragma GCC unroll 8
        for (int r = 0; r < R; ++r) w[r] -= l[r][p] * x;
      }
#pragma GCC unroll 8
      for (int r = 0; r < R; ++r) store(rows + r * stride + c, w[r]);
    }
  }
}

/// The same for rows [begin, end).
inline void update_late(double* a, int stride, int begin, int end, int from, int to) {
  if (from == to) return;
  int i = begin;
  for (; i + rows_together <= end; i += rows_together) update_late<rows_together>(a, stride, i, from, to);
  for (; i < end; ++i) update_late<1>(a, stride, i, from, to);
}

}  // namespace front

/// A front in memory: `size` rows and columns, row-major with padded rows (padding zero), of which the first `summed`
/// rows and columns may be eliminated. `rows` and `columns` name them and follow the exchanges.
struct DenseFront {
  double* a;
  int size;
  int stride;
  int summed;
  int* rows;
  int* columns;
};

/// What the pivots of a factorisation looked like.
struct PivotRecord {
  double entry = 0;        ///< largest entry of any pivot row before scaling
  double weakest = 1e300;  ///< least pivot row maximum against `scale` of its row
};

/// Factors the leading rows and columns of a front as far as pivots pass: A = L U with unit U.
///
/// A pivot is at least `threshold` times the largest entry of its row; the diagonal is preferred, else columns are
/// exchanged inside the summed part, and a row without an acceptable one waits for later pivots. A row whose largest
/// entry is not above `tiny` times scale[row] has no pivot. On return the first `eliminated` rows hold L, 1/pivot on
/// the diagonal and U; later rows hold L, then the Schur complement. `u`: front_lanes rows of the stride as workspace.
inline int eliminate(const DenseFront& f, double threshold, double tiny, const double* scale, double* u,
                     PivotRecord& record) {
  const int stride = f.stride;
  const auto row_of = [&](int i) { return f.a + static_cast<std::ptrdiff_t>(i) * stride; };
  int done = 0;            // pivots found
  int waiting = f.summed;  // rows from here on to `summed` have failed since the last success
  bool progress = false;
  int late = 0;      // whole panels of pivots [late, late_end) are still missing
  int late_end = 0;  // in the rows from `up_to_date` on
  int up_to_date = 0;
  const auto catch_up = [&] {
    front::update_late(f.a, stride, up_to_date, f.size, late, late_end);
    late = late_end;
  };
  FrontMask lane{};
  for (int i = 0; i < front_lanes; ++i) lane[i] = i;
  while (true) {
    if (done == waiting) {
      if (done == f.summed || !progress) break;
      waiting = f.summed;
      progress = false;
    }
    const int at = done / front_lanes * front_lanes;
    const int begin = done;
    if (late == late_end || at + front_lanes > up_to_date) {
      catch_up();
      late = late_end = at;
      up_to_date = std::min(at + front::put_off, f.size);
    }
    const auto u_row = [&](int k) { return u + (k - at) * stride; };
    for (int k = at; k < begin; ++k) std::memset(u_row(k) + at, 0, (stride - at) * sizeof(double));
    while (done < waiting && done < at + front_lanes) {
      const int k = done;
      double* row = row_of(k);
      double* ur = u_row(k);
      // The row with the panel's earlier pivots applied goes to ur; the front keeps the old one until it is accepted.
      FrontLanes v = front::load(row + at);
      FrontLanes l[front_lanes];
      for (int p = begin - at; p < k - at; ++p) {
        l[p] = FrontLanes{} + v[p];
        v -= l[p] * front::load(u + p * stride + at);
      }
      front::store(ur + at, v);
      const FrontLanes masked = lane >= static_cast<long long>(k - at) ? front::magnitude(v) : FrontLanes{};
      FrontLanes most = masked;
      for (int c = at + front_lanes; c < stride; c += front_lanes) {
        FrontLanes w = front::load(row + c);
        for (int p = begin - at; p < k - at; ++p) w -= l[p] * front::load(u + p * stride + c);
        front::store(ur + c, w);
        most = front::larger(most, front::magnitude(w));
      }
      const double m = front::largest(most);
      int j = -1;
      if (m > tiny * scale[f.rows[k]] && m <= std::numeric_limits<double>::max()) {
        const double enough = threshold * m;
        if (std::abs(ur[k]) >= enough) {
          j = k;
        } else {
          double best = 0;
          for (int c = k; c < f.summed; ++c) {
            if (std::abs(ur[c]) > best) {
              best = std::abs(ur[c]);
              j = c;
            }
          }
          if (best < enough) j = -1;
        }
      }
      if (j < 0) {
        catch_up();  // all rows are alike and may be exchanged
        --waiting;
        if (waiting != k) {
          double* other = row_of(waiting);
          for (int c = 0; c < stride; ++c) std::swap(row[c], other[c]);
          std::swap(f.rows[k], f.rows[waiting]);
        }
        continue;
      }
      if (j != k) {
        for (int i = 0; i < f.size; ++i) std::swap(row_of(i)[k], row_of(i)[j]);
        for (int i = begin; i <= k; ++i) std::swap(u_row(i)[k], u_row(i)[j]);
        std::swap(f.columns[k], f.columns[j]);
      }
      const double pivot = ur[k];
      const double inverse = 1 / pivot;
      record.entry = m > record.entry ? m : record.entry;
      if (m < record.weakest * scale[f.rows[k]]) record.weakest = m / scale[f.rows[k]];
      // L and 1/pivot, then U; the panel's copy of U starts with zeros.
      v = front::load(ur + at);
      const FrontMask right = lane > static_cast<long long>(k - at);
      const FrontLanes scaled = v * inverse;
      FrontLanes kept = right ? scaled : v;
      kept[k - at] = inverse;
      front::store(row + at, kept);
      front::store(ur + at, right ? scaled : FrontLanes{});
      for (int c = at + front_lanes; c < stride; c += front_lanes) {
        const FrontLanes w = front::load(ur + c) * inverse;
        front::store(row + c, w);
        front::store(ur + c, w);
      }
      ++done;
      progress = true;
    }
    if (begin == at && done == at + front_lanes) {
      front::update_rows(front_lanes, f.a, stride, done, up_to_date, at, u);
      late_end = done;
    } else {
      catch_up();
      if (done > begin) front::update_rows(done - at, f.a, stride, done, f.size, at, u);
    }
  }
  catch_up();
  return done;
}

}  // namespace flexura
