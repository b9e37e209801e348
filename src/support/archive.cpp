#include "support/archive.h"

#include <algorithm>
#include <stdexcept>

#include "support/error.h"

namespace flexura {

void Archive::numbers(double* values, std::size_t count) {
  if (to_) {
    to_->insert(to_->end(), values, values + count);
    return;
  }
  require(count);
  std::copy_n(from_.begin() + static_cast<std::ptrdiff_t>(at_), count, values);
  at_ += count;
}

void Archive::require(std::size_t count) const {
  if (count > left()) throw Error(ExitCode::input_error, "the saved state is shorter than that of this model");
}

void Archive::finish() const {
  if (left() > 0) throw Error(ExitCode::input_error, "the saved state is longer than that of this model");
}

double Archive::whole(long long value) {
  constexpr long long most = 1LL << 53;
  if (value > most || value < -most) throw std::logic_error("an integer of the state does not fit into a double");
  return static_cast<double>(value);
}

}  // namespace flexura
