#include "solvers/linear/multifrontal.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <utility>

#include "solvers/linear/backward_error.h"
#include "support/error.h"

namespace flexura {

namespace {

using Two = double __attribute__((vector_size(16)));

/// Copies a short run; the lengths vary too much for a call of memcpy.
inline __attribute__((always_inline)) void copy_run(double* to, const double* from, int length) {
  int i = 0;
  for (; i + 2 <= length; i += 2) {
    Two v;
    std::memcpy(&v, from + i, sizeof v);
    std::memcpy(to + i, &v, sizeof v);
  }
  if (i < length) to[i] = from[i];
}

/// The same with a factor for all and one for each number.
inline __attribute__((always_inline)) void scale_run(double* to, const double* from, double row, const double* column,
                                                     int length) {
  int i = 0;
  for (; i + 2 <= length; i += 2) {
    Two v, s;
    std::memcpy(&v, from + i, sizeof v);
    std::memcpy(&s, column + i, sizeof s);
    v *= s * row;
    std::memcpy(to + i, &v, sizeof v);
  }
  if (i < length) to[i] = from[i] * (column[i] * row);
}

/// Room for delayed pivots, reserved but not touched: a vector that moved would be there twice.
constexpr double reserve = 1.25;

template <class T>
void set_up(std::vector<T>& v, std::size_t size) {
  v.reserve(static_cast<std::size_t>(reserve * static_cast<double>(size)));
  v.assign(size, T{});
}

template <class T>
void grow(std::vector<T>& v, std::size_t size) {
  if (v.size() < size) v.resize(std::max(size, std::min(size + size / 64, v.capacity())));
}

/// A diagonal below this part of its row counts as absent.
constexpr double negligible_diagonal = 1e-14;

/// Entries that grow by more than this cost digits, which a stricter choice of pivots saves.
constexpr double tolerated_growth = 1e4;
constexpr double strict_threshold = 0.5;

/// The power of two next to x; 1 for zero and what is not finite.
double power_of_two(double x) {
  if (!(x > 0) || !std::isfinite(x)) return 1;
  return std::exp2(std::round(std::log2(x)));
}

}  // namespace

void Multifrontal::analyse(int n, const int* row, const int* column, const double* values, int kept,
                           const FactorJudge& judge) {
  tree_ = build_assembly_tree(n, row, column, values, kept);
  ordered_by_ = {};
  for (int i = 0; values && i < n; ++i) {
    bool has_diagonal = false;
    for (int k = row[i]; k < row[i + 1]; ++k) has_diagonal |= column[k] == i && values[k] != 0;
    if (has_diagonal) continue;
    ordered_by_.rows.push_back(i);
    ordered_by_.values.insert(ordered_by_.values.end(), values + row[i], values + row[i + 1]);
  }
  const std::size_t stride = front_stride(tree_.largest);
  const double bytes =
      static_cast<double>(sizeof(double)) *
          static_cast<double>(tree_.factor_size + tree_.stack_size + stride * (tree_.largest + front_lanes)) +
      static_cast<double>(sizeof(int)) * static_cast<double>(tree_.index_size);
  if (judge && !judge({reserve * bytes, tree_.flops})) throw std::bad_alloc();
  factors_.assign(tree_.fronts.size(), {});
  set_up(values_, tree_.factor_size);
  set_up(indices_, tree_.index_size);
  set_up(stack_, tree_.stack_size);
  front_.assign(stride * tree_.largest, 0.0);
  panel_.assign(stride * front_lanes, 0.0);
  place_.assign(tree_.largest, 0);
  scale_of_column_.assign(tree_.largest, 1.0);
  open_.clear();
  open_.reserve(tree_.fronts.size());
  row_size_.assign(n, 0.0);
  work_.assign(n, 0.0);
  pivot_values_.assign(n, 0.0);
  gathered_.assign(stride + 2 * front_lanes, 0.0);
  residual_.assign(n, 0.0);
  correction_.assign(n, 0.0);
  has_diagonal_.assign(n, 0);
  scaled_ = false;
  singular_ = -1;
}

void Multifrontal::measure(const int* row, const int* column, const double* values) {
  const int n = tree_.n;
  largest_entry_ = 0;
  std::vector<double>& size = residual_;
  std::fill(size.begin(), size.end(), 0.0);
  for (int i = 0; i < n; ++i)
    for (int k = row[i]; k < row[i + 1]; ++k) size[i] = std::max(size[i], std::abs(values[k]));
  if (options_.equilibrate) {
    row_scale_.assign(n, 1.0);
    column_scale_.assign(n, 1.0);
    // Unknowns with a diagonal get diagonals of one (van der Sluis 1969): inertia and stiffness become good pivots
    // however small beside the constraints. Multipliers then get rows and columns with a largest entry of one. Kept
    // unknowns stay as they are, since the Schur complement belongs to the caller.
    std::vector<double>& of_column = correction_;
    std::vector<char>& done = has_diagonal_;
    std::fill(of_column.begin(), of_column.end(), 0.0);
    std::fill(done.begin(), done.end(), 0);
    const int eliminated = n - tree_.kept;
    for (int i = 0; i < eliminated; ++i) {
      for (int k = row[i]; k < row[i + 1]; ++k) {
        if (column[k] != i || !(std::abs(values[k]) > negligible_diagonal * size[i])) continue;
        row_scale_[i] = column_scale_[i] = power_of_two(1 / std::sqrt(std::abs(values[k])));
        done[i] = 1;
      }
    }
    for (int i = 0; i < n; ++i)
      for (int k = row[i]; k < row[i + 1]; ++k)
        if (!done[column[k]])
          of_column[column[k]] = std::max(of_column[column[k]], std::abs(values[k]) * row_scale_[i]);
    for (int i = 0; i < eliminated; ++i)
      if (!done[i]) column_scale_[i] = power_of_two(1 / of_column[i]);
    for (int i = 0; i < n; ++i) {
      size[i] = 0;
      for (int k = row[i]; k < row[i + 1]; ++k)
        size[i] = std::max(size[i], std::abs(values[k]) * column_scale_[column[k]]);
      if (i < eliminated && !done[i]) row_scale_[i] = power_of_two(1 / size[i]);
      size[i] *= row_scale_[i];
    }
  }
  for (int k = 0; k < n; ++k) row_size_[k] = size[tree_.unknown[k]];
  for (const double x : size) largest_entry_ = std::max(largest_entry_, x);
  scaled_ = true;
}

void Multifrontal::remember(Archive& archive, int n, const int* row, const int* column) {
  int kept = tree_.kept;
  archive(ordered_by_.rows, ordered_by_.values, kept);
  if (!archive.saving()) {
    std::vector<double> values(row[n], 1.0);
    std::size_t next = 0;
    for (const int i : ordered_by_.rows) {
      if (i < 0 || i >= n || next + (row[i + 1] - row[i]) > ordered_by_.values.size())
        throw Error(ExitCode::input_error, "the saved matrix is another");
      for (int k = row[i]; k < row[i + 1]; ++k) values[k] = ordered_by_.values[next++];
    }
    analyse(n, row, column, values.data(), kept);
  }
  archive(options_.threshold, scaled_, largest_entry_, delayed_when_scaled_, row_size_, row_scale_, column_scale_);
  if (archive.saving()) return;
  const auto size = static_cast<std::size_t>(n);
  if (row_size_.size() != size || row_scale_.size() != column_scale_.size())
    throw Error(ExitCode::input_error, "the saved matrix has another size");
}

bool Multifrontal::factor_as_before(const int* row, const int* column, const double* values) {
  const bool scaled = std::exchange(scaled_, true);
  const bool ok = factor(row, column, values);
  scaled_ = scaled;
  return ok;
}

bool Multifrontal::factor(const int* row, const int* column, const double* values) {
  if (!scaled_) measure(row, column, values);
  values_top_ = indices_top_ = stack_top_ = 0;
  pivots_done_ = 0;
  pivots_ = {};
  delayed_ = 0;
  singular_ = -1;
  open_.clear();
  const int fronts = static_cast<int>(tree_.fronts.size());
  for (int f = 0; f < fronts; ++f)
    if (!factor_front(f, values)) return false;
  return true;
}

bool Multifrontal::factor_balanced(const int* row, const int* column, const double* values) {
  const auto grown = [this] { return growth() > tolerated_growth && options_.threshold < strict_threshold; };
  if (scaled_ && factor(row, column, values) && !grown()) {
    // The next matrix is like this one: it gets a new scaling when this one has had its day.
    if (delayed_ > 2 * delayed_when_scaled_ + tree_.n / 100) scaled_ = false;
    return true;
  }
  scaled_ = false;
  bool ok = factor(row, column, values);
  if (ok && grown()) {
    options_.threshold = strict_threshold;
    ok = factor(row, column, values);
  }
  delayed_when_scaled_ = delayed_;
  return ok;
}

bool Multifrontal::factor_front(int at, const double* values) {
  const FrontShape& shape = tree_.fronts[at];
  const std::size_t first_child = open_.size() - shape.children;
  int delayed = 0;
  for (std::size_t c = first_child; c < open_.size(); ++c)
    delayed += factors_[open_[c]].summed - factors_[open_[c]].eliminated;
  Factors& factors = factors_[at];
  factors.size = shape.size() + delayed;
  factors.summed = shape.pivots + delayed;
  const int stride = front_stride(factors.size);
  const std::size_t area = static_cast<std::size_t>(stride) * factors.size;
  factors.indices = indices_top_;
  indices_top_ += 2 * static_cast<std::size_t>(factors.size);
  if (delayed > 0) {
    delayed_ += delayed;
    grow(front_, area);
    grow(panel_, static_cast<std::size_t>(stride) * front_lanes);
    grow(gathered_, static_cast<std::size_t>(stride) + 2 * front_lanes);
    grow(place_, factors.size);
  }
  grow(indices_, indices_top_);
  std::memset(front_.data(), 0, area * sizeof(double));
  DenseFront front{front_.data(),
                   factors.size,
                   stride,
                   factors.summed,
                   indices_.data() + factors.indices,
                   indices_.data() + factors.indices + factors.size};
  const int* border = tree_.border.data() + shape.border_begin;
  for (int i = 0; i < shape.pivots; ++i) front.rows[i] = shape.first + i;
  for (int i = 0; i < shape.border; ++i) front.rows[factors.summed + i] = border[i];
  std::copy_n(front.rows, factors.size, front.columns);

  scatter(shape, front, delayed, values);
  int before = 0;
  while (open_.size() > first_child) {
    const int child = open_.back();
    open_.pop_back();
    const Factors& of_child = factors_[child];
    const int waiting = of_child.summed - of_child.eliminated;
    const int* rows = indices_.data() + of_child.indices + of_child.eliminated;
    std::copy_n(rows, waiting, front.rows + shape.pivots + before);
    std::copy_n(rows + of_child.size, waiting, front.columns + shape.pivots + before);
    add_child(shape, child, delayed, before, stride);
    before += waiting;
    stack_top_ = of_child.block;
  }
  factors.pivots_before = pivots_done_;
  if (tree_.kept > 0 && at + 1 == static_cast<int>(tree_.fronts.size())) {
    // The Schur complement stays where it is, in the front.
    factors.eliminated = 0;
    return true;
  }
  factors.eliminated = eliminate(front, options_.threshold, options_.tiny, row_size_.data(), panel_.data(), pivots_);
  pivots_done_ += factors.eliminated;
  if (shape.parent < 0 && factors.eliminated < factors.summed) {
    singular_ = unknown_at(front.columns[factors.eliminated]);
    return false;
  }
  keep(shape, factors, front);
  if (shape.parent >= 0) open_.push_back(at);
  return true;
}

void Multifrontal::scatter(const FrontShape& shape, const DenseFront& front, int delayed, const double* values) {
  const FrontRow* entry_row = tree_.entry_rows.data() + shape.rows_begin;
  const FrontRow* const end = tree_.entry_rows.data() + shape.rows_end;
  const FrontRun* run = tree_.entries.data() + shape.entries_begin;
  const bool scaled = options_.equilibrate;
  double* scale = scale_of_column_.data();  // of the front's own unknowns
  const auto unknown_of = [&](int i) { return tree_.unknown[front.rows[i < shape.pivots ? i : i + delayed]]; };
  if (scaled)
    for (int j = 0; j < shape.size(); ++j) scale[j] = column_scale_[unknown_of(j)];
  for (; entry_row != end; ++entry_row) {
    const int i = entry_row->row;
    double* to = front.a + static_cast<std::ptrdiff_t>(i < shape.pivots ? i : i + delayed) * front.stride;
    const FrontRun* const row_end = tree_.entries.data() + entry_row->end;
    const double row_scale = scaled ? row_scale_[unknown_of(i)] : 1;
    if (delayed == 0) {
      if (scaled) {
        for (; run != row_end; ++run)
          scale_run(to + run->target, values + run->source, row_scale, scale + run->target, run->length);
      } else {
        for (; run != row_end; ++run) copy_run(to + run->target, values + run->source, run->length);
      }
      continue;
    }
    for (; run != row_end; ++run) {
      for (int k = 0; k < run->length; ++k) {
        const int j = run->target + k;
        const double value = values[run->source + k];
        to[j < shape.pivots ? j : j + delayed] = scaled ? value * (scale[j] * row_scale) : value;
      }
    }
  }
}

void Multifrontal::add_child(const FrontShape& shape, int child, int delayed, int delayed_before, int stride) {
  const Factors& factors = factors_[child];
  const FrontShape& of_child = tree_.fronts[child];
  const double* block = stack_.data() + factors.block;
  const int size = factors.size - factors.eliminated;
  const FrontRun* begin = tree_.links.data() + of_child.links_begin;
  const FrontRun* end = tree_.links.data() + of_child.links_end;
  double* a = front_.data();
  if (delayed == 0) {
    for (const FrontRun* rows = begin; rows != end; ++rows) {
      for (int i = 0; i < rows->length; ++i) {
        const double* from = block + static_cast<std::ptrdiff_t>(rows->source + i) * size;
        double* to = a + static_cast<std::ptrdiff_t>(rows->target + i) * stride;
        for (const FrontRun* columns = begin; columns != end; ++columns) {
          const double* source = from + columns->source;
          double* target = to + columns->target;
          for (int j = 0; j < columns->length; ++j) target[j] += source[j];
        }
      }
    }
    return;
  }
  const int waiting = size - of_child.border;
  int* place = place_.data();
  for (int i = 0; i < waiting; ++i) place[i] = shape.pivots + delayed_before + i;
  for (const FrontRun* run = begin; run != end; ++run)
    for (int i = 0; i < run->length; ++i)
      place[waiting + run->source + i] = run->target + i < shape.pivots ? run->target + i : run->target + i + delayed;
  for (int i = 0; i < size; ++i) {
    double* to = a + static_cast<std::ptrdiff_t>(place[i]) * stride;
    for (int j = 0; j < size; ++j) to[place[j]] += block[static_cast<std::ptrdiff_t>(i) * size + j];
  }
}

void Multifrontal::keep(const FrontShape& shape, Factors& factors, const DenseFront& front) {
  const int eliminated = factors.eliminated;
  const int below = front.size - eliminated;
  const int l_stride = front_stride(eliminated);
  const std::size_t top = static_cast<std::size_t>(eliminated) * front.stride;
  factors.values = values_top_;
  values_top_ += top + static_cast<std::size_t>(below) * l_stride;
  grow(values_, values_top_);
  double* kept = values_.data() + factors.values;
  std::memcpy(kept, front.a, top * sizeof(double));
  kept += top;
  for (int i = eliminated; i < front.size; ++i, kept += l_stride) {
    const double* row = front.a + static_cast<std::ptrdiff_t>(i) * front.stride;
    for (int c = 0; c < l_stride; c += front_lanes) front::store(kept + c, front::load(row + c));
  }
  factors.block = stack_top_;
  if (shape.parent < 0) return;
  stack_top_ += static_cast<std::size_t>(below) * below;
  grow(stack_, stack_top_);
  double* block = stack_.data() + factors.block;
  for (int i = eliminated; i < front.size; ++i, block += below) {
    const double* row = front.a + static_cast<std::ptrdiff_t>(i) * front.stride + eliminated;
    for (int j = 0; j < below; ++j) block[j] = row[j];
  }
}

double Multifrontal::refine(const int* row, const int* column, const double* values, const double* b, double* x) {
  const double largest = largest_scaled(tree_.n, x, column_scale());
  double error = 0;
  for (int i = 0; i < tree_.n; ++i) {
    const RowRemainder remainder =
        remainder_of(row[i + 1] - row[i], column + row[i], values + row[i], b[i], x, column_scale());
    residual_[i] = remainder.rest;
    error = std::max(error, remainder.backward_error(largest));
  }
  solve(residual_.data(), correction_.data());
  for (int i = 0; i < tree_.n; ++i) x[i] += correction_[i];
  return error;
}

}  // namespace flexura
