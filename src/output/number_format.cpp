#include "output/number_format.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cfloat>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace flexura {

namespace {

// Decimal exponents the fast path serves; scaled numbers and powers stay far from overflow.
constexpr int max_exponent = 280;
constexpr int max_fast_precision = 15;

const long double* powers_of_ten() {
  constexpr int reach = max_exponent + max_fast_precision + 2;
  static const auto table = [] {
    std::array<long double, 2 * reach + 1> values{};
    for (int k = -reach; k <= reach; ++k) values[k + reach] = std::pow(10.0L, k);
    return values;
  }();
  return table.data() + reach;
}

constexpr auto digit_pairs = [] {
  std::array<char, 200> pairs{};
  for (int i = 0; i < 100; ++i) {
    pairs[2 * i] = static_cast<char>('0' + i / 10);
    pairs[2 * i + 1] = static_cast<char>('0' + i % 10);
  }
  return pairs;
}();

void write_pair(char* out, unsigned pair) { std::memcpy(out, digit_pairs.data() + 2 * pair, 2); }

}  // namespace

NumberFormat::NumberFormat(int precision)
    : precision_(std::clamp(precision, 0, max_precision)), powers_(powers_of_ten()) {
  if (precision_ > max_fast_precision) return;
  first_ = powers_[precision_];
  limit_ = powers_[precision_ + 1];
  integer_limit_ = static_cast<std::int64_t>(limit_);
  // The product of a double and a rounded power is off by two units of the last of 64 bits at most.
  doubt_ = limit_ * 4 * LDBL_EPSILON;
}

char* NumberFormat::write(char* out, double x) const {
  const auto exact = [&] {
    return std::to_chars(out, out + max_width, x, std::chars_format::scientific, precision_).ptr;
  };
  // Digits as one integer: n = round(|x| 10^(precision - e)), with 10^precision <= n < 10^(precision+1).
  if (precision_ > max_fast_precision || LDBL_MANT_DIG < 64) return exact();
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const int binary_exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1023;
  int e = 0;
  std::uint64_t n = 0;
  if ((bits & ~(std::uint64_t{1} << 63)) != 0) {
    e = (binary_exponent * 1233) >> 12;  // floor(log10(2) * exponent): exact or one too small
    if (e < -max_exponent || e > max_exponent) return exact();
    const long double size = std::abs(x);
    long double scaled = size * powers_[precision_ - e];
    if (scaled >= limit_) scaled = size * powers_[precision_ - ++e];
    if (scaled < first_) return exact();
    const auto whole = static_cast<std::int64_t>(scaled);  // below 10^16; the signed conversion is the fast one
    n = static_cast<std::uint64_t>(whole);
    const long double past_tie = scaled - static_cast<long double>(whole) - 0.5L;
    if (std::abs(past_tie) < doubt_) return exact();
    if (past_tie > 0 && static_cast<std::int64_t>(++n) >= integer_limit_) {
      n /= 10;
      ++e;
    }
  }
  if (bits >> 63) *out++ = '-';
  // Digits from the right into out[2 .. precision+1]; the first digit goes before the point.
  char* at = out + precision_ + 2;
  int left = precision_;
  for (; left >= 2; left -= 2) {
    at -= 2;
    write_pair(at, static_cast<unsigned>(n % 100));
    n /= 100;
  }
  if (left == 1) {
    *--at = static_cast<char>('0' + n % 10);
    n /= 10;
  }
  out[0] = static_cast<char>('0' + n);
  if (precision_ > 0) {
    out[1] = '.';
    out += precision_ + 2;
  } else {
    ++out;
  }
  *out++ = 'e';
  *out++ = e < 0 ? '-' : '+';
  unsigned magnitude = static_cast<unsigned>(std::abs(e));
  if (magnitude >= 100) {
    *out++ = static_cast<char>('0' + magnitude / 100);
    magnitude %= 100;
  }
  write_pair(out, magnitude);
  return out + 2;
}

char* write_label(char* out, unsigned label, bool padded) {
  char digits[10];
  const std::ptrdiff_t size = std::to_chars(digits, digits + sizeof(digits), label).ptr - digits;
  if (padded) {
    for (std::ptrdiff_t k = size; k < 8; ++k) *out++ = ' ';
  }
  std::memcpy(out, digits, size);
  return out + size;
}

}  // namespace flexura
