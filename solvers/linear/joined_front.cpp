#include "solvers/linear/joined_front.h"

#include <algorithm>
#include <numeric>

#include "support/error.h"

namespace flexura {

double JoinedFront::bytes() const {
  const double size = join_.size();
  const double kept = join_.kept();
  // The matrix with its columns, the front, its factors, and the Schur complement twice.
  return size * size * (3 * sizeof(double) + sizeof(int)) + kept * kept * sizeof(double);
}

void JoinedFront::begin(int own_rows, int arriving_rows) {
  if (own_rows != static_cast<int>(own_.size()) || arriving_rows != static_cast<int>(arriving_.size()) || row_.empty())
    number(own_rows, arriving_rows);
  std::fill(values_.begin(), values_.end(), 0.0);
}

void JoinedFront::number(int own_rows, int arriving_rows) {
  analysed_ = false;
  row_.clear();  // should there be no memory: the next call begins anew
  const int own_waiting = own_rows - static_cast<int>(join_.own.size());
  const int waiting = own_waiting + arriving_rows - static_cast<int>(join_.arriving.size());
  size_ = join_.size() + waiting;
  const auto place = [&](const std::vector<int>& of, int rows, int first, std::vector<int>& to) {
    to.resize(rows);
    for (std::size_t i = 0; i < of.size(); ++i) to[i] = of[i] < join_.eliminated ? of[i] : of[i] + waiting;
    std::iota(to.begin() + static_cast<std::ptrdiff_t>(of.size()), to.end(), first);
  };
  place(join_.own, own_rows, join_.eliminated, own_);
  place(join_.arriving, arriving_rows, join_.eliminated + own_waiting, arriving_);
  waiting_.assign(waiting, 0.0);
  exchanged_.assign(arriving_rows, 0.0);
  x_.assign(size_, 0.0);
  column_.resize(static_cast<std::size_t>(size_) * size_);
  for (int i = 0; i < size_; ++i)
    std::iota(column_.begin() + static_cast<std::ptrdiff_t>(i) * size_,
              column_.begin() + static_cast<std::ptrdiff_t>(i + 1) * size_, 0);
  values_.resize(column_.size());
  row_.resize(size_ + 1);
  for (int i = 0; i <= size_; ++i) row_[i] = i * size_;
}

bool JoinedFront::factor(FactorFunction function) {
  if (!analysed_) solver_.analyse(size_, row_.data(), column_.data(), values_.data(), join_.kept());
  analysed_ = true;
  const bool ok = (solver_.*function)(row_.data(), column_.data(), values_.data());
  if (ok) reduced_.resize(solver_.schur_size());
  return ok;
}

int JoinedFront::unknown(int i) const {
  const int waiting = size_ - join_.size();
  if (i < join_.eliminated) return join_.unknowns[i];
  return i < join_.eliminated + waiting ? join_.eliminated - i - 1 : join_.unknowns[i - waiting];
}

double* JoinedFront::reduce(const double* own) {
  std::fill(x_.begin(), x_.end(), 0.0);
  for (std::size_t i = 0; i < own_.size(); ++i) x_[own_[i]] += own[i];
  for (std::size_t i = 0; i < arriving_.size(); ++i) x_[arriving_[i]] += exchanged_[i];
  solver_.reduce(x_.data(), reduced_.data());
  return reduced_.data();
}

void JoinedFront::expand(double* own) {
  solver_.expand(reduced_.data(), x_.data());
  for (std::size_t i = 0; i < own_.size(); ++i) own[i] = x_[own_[i]];
  for (std::size_t i = 0; i < arriving_.size(); ++i) exchanged_[i] = x_[arriving_[i]];
}

void JoinedFront::remember(Archive& archive) {
  int own_rows = static_cast<int>(own_.size());
  int arriving_rows = static_cast<int>(arriving_.size());
  archive(own_rows, arriving_rows);
  if (!archive.saving()) {
    if (own_rows < static_cast<int>(join_.own.size()) || arriving_rows < static_cast<int>(join_.arriving.size()))
      throw Error(ExitCode::input_error, "the saved matrix has another interface");
    number(own_rows, arriving_rows);
    analysed_ = true;
  }
  solver_.remember(archive, size_, row_.data(), column_.data());
}

}  // namespace flexura
