#include "elements/drives/polynomial.h"

namespace flexura {

Taylor2 PolynomialDrive::value(const Taylor2& x, const DriveContext&) const {
  return chain(x, c_[0] + x.f * (c_[1] + x.f * (c_[2] + x.f * c_[3])), c_[1] + x.f * (2 * c_[2] + x.f * 3 * c_[3]),
               2 * c_[2] + 6 * x.f * c_[3]);
}

namespace {
DrivePointer read_polynomial(Reader& reader, int degree) {
  std::array<double, 4> c = {};
  for (int i = 0; i <= degree; ++i) c[i] = reader.real();
  return std::make_shared<PolynomialDrive>(c);
}
}  // namespace

DrivePointer read_linear(Reader& reader) { return read_polynomial(reader, 1); }
DrivePointer read_parabolic(Reader& reader) { return read_polynomial(reader, 2); }
DrivePointer read_cubic(Reader& reader) { return read_polynomial(reader, 3); }

}  // namespace flexura
