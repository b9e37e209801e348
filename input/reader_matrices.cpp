// Vectors, matrices and orientations of the argument reader.
#include <array>
#include <stdexcept>

#include <fmt/format.h>
#include <Eigen/LU>

#include "input/orientation.h"
#include "input/reader.h"
#include "math/rotation.h"

namespace flexura {

namespace {
/// Section data with the beam axis last: source axes x, y, z are axes 2, 3, 1, for the force and moment triples alike.
constexpr std::array<int, 6> anba_to = {1, 2, 0, 4, 5, 3};
}  // namespace

/// Factor of an optional `scale, factor` behind a matrix; 1 without. `scale, default` belongs to the node card.
double Reader::scale_factor() {
  if (!more() || peek().normal != "scale") return 1;
  const Cursor before = cursor();
  const std::size_t argument = argument_start_;
  consume_word();
  if (peek_word() == "default") {
    cursor() = before;
    argument_start_ = argument;
    at_argument_ = true;
    return 1;
  }
  return number_field("a scale factor", 1);
}

template <class Vector>
Vector Reader::fixed_vector(const Vector& default_value) {
  constexpr int size = Vector::SizeAtCompileTime;
  begin_argument(fmt::format("a vector of {} numbers, or `null`", size));
  if (keyword("null")) return Vector::Zero();
  if (keyword("default")) return default_value;
  Vector v;
  for (int i = 0; i < size; ++i) v(i) = number_field("a real number", default_value(i), i + 1, size);
  return v * scale_factor();
}

Vec3 Reader::vec3(const Vec3& default_value) { return fixed_vector<Vec3>(default_value); }
Vec6 Reader::vec6(const Vec6& default_value) { return fixed_vector<Vec6>(default_value); }

template <int n>
Eigen::Matrix<double, n, n> Reader::fixed_matrix(const Eigen::Matrix<double, n, n>& default_value) {
  using Matrix = Eigen::Matrix<double, n, n>;
  begin_argument(fmt::format("a {}x{} matrix", n, n));
  if (keyword("null")) return Matrix::Zero();
  if (keyword("default")) return default_value;
  Matrix m = Matrix::Zero();
  const auto entry = [&](int i, int j, int number, int count) {
    return number_field("a real number", default_value(i, j), number, count);
  };
  if (keyword("eye")) {
    m.setIdentity();
  } else if (keyword("diag")) {
    for (int i = 0; i < n; ++i) m(i, i) = entry(i, i, i + 1, n);
  } else if (keyword("sym")) {
    for (int i = 0, k = 0; i < n; ++i) {
      for (int j = i; j < n; ++j) m(i, j) = m(j, i) = entry(i, j, ++k, n * (n + 1) / 2);
    }
  } else if (n == 3 && keyword("skew")) {
    Vec3 v;
    for (int i = 0; i < 3; ++i) v(i) = number_field("a real number", 0, i + 1, 3);
    m.template topLeftCorner<3, 3>() = skew(v);
  } else if (n == 6 && keyword("anba")) {
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j)
        m(anba_to[i % 6], anba_to[j % 6]) = number_field("a real number", 0, n * i + j + 1, n * n);
    }
  } else {
    keyword("matr");
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) m(i, j) = entry(i, j, n * i + j + 1, n * n);
    }
  }
  return m * scale_factor();
}

Mat3 Reader::mat3(const Mat3& default_value) { return fixed_matrix<3>(default_value); }
Mat6 Reader::mat6(const Mat6& default_value) { return fixed_matrix<6>(default_value); }

Eigen::MatrixXd Reader::plain_matrix(int rows, int columns) {
  begin_argument(fmt::format("a {}x{} matrix", rows, columns));
  Eigen::MatrixXd m = Eigen::MatrixXd::Zero(rows, columns);
  if (keyword("null") || keyword("default")) return m;
  keyword("matr");
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) m(i, j) = number_field("a real number", 0, columns * i + j + 1, rows * columns);
  }
  return m * scale_factor();
}

Eigen::MatrixXd Reader::mat6xn(int n) {
  const bool anba = keyword("anba");
  Eigen::MatrixXd m = plain_matrix(6, n);
  if (!anba) return m;
  Eigen::MatrixXd permuted(6, n);
  for (int i = 0; i < 6; ++i) permuted.row(anba_to[i]) = m.row(i);
  return permuted;
}

Eigen::MatrixXd Reader::matnx6(int n) {
  const bool anba = keyword("anba");
  Eigen::MatrixXd m = plain_matrix(n, 6);
  if (!anba) return m;
  Eigen::MatrixXd permuted(n, 6);
  for (int j = 0; j < 6; ++j) permuted.col(anba_to[j]) = m.col(j);
  return permuted;
}

Eigen::MatrixXd Reader::matnxn(int n) { return plain_matrix(n, n); }

// --- orientations ----------------------------------------------------------------------------------------------------

Mat3 Reader::orientation(const Mat3& default_value) {
  begin_argument("an orientation");
  if (empty_field()) return default_value;
  if (keyword("default")) return default_value;
  if (keyword("eye")) return Mat3::Identity();
  if (keyword("null")) fail("`null` is not an orientation: a zero matrix is not a rotation; `eye` is no rotation");
  if (keyword("matr")) {
    const std::size_t start = argument_start_;
    Mat3 r;
    for (int i = 0; i < 9; ++i) r(i / 3, i % 3) = number_field("a real number", i % 4 ? 0 : 1, i + 1, 9);
    const double tolerance = keyword("tolerance") ? positive_real("tolerance") : 1e-12;
    const double error = orthogonality_error(r);
    if (error > tolerance) {
      argument_start_ = start;
      warn(fmt::format("orientation matrix is not {}: error {:.3g} is larger than the tolerance {:.3g}",
                       r.determinant() < 0 ? "right-handed" : "orthogonal", error, tolerance));
    }
    return r;
  }
  const int euler = one_of({"euler", "euler123", "euler313", "euler321"});
  if (euler >= 0) {
    const double unit = keyword("degrees") ? M_PI / 180 : 1;
    Vec3 angles;
    for (int i = 0; i < 3; ++i) angles(i) = unit * number_field("an angle", 0, i + 1, 3);
    constexpr std::array formats = {OrientationFormat::euler123, OrientationFormat::euler123,
                                    OrientationFormat::euler313, OrientationFormat::euler321};
    return euler_rotation(angles, formats[euler]);
  }
  if (keyword("vector")) {
    const bool degrees = keyword("degrees");
    if (degrees) fail("a rotation vector is given in radians, `degrees` is valid for Euler angles only");
    Vec3 v;
    for (int i = 0; i < 3; ++i) v(i) = number_field("a real number", 0, i + 1, 3);
    return rotation_exp<double>(v);
  }
  return orientation_from_axes();
}

Mat3 Reader::orientation_from_axes() {
  constexpr std::string_view expected =
      "an orientation: an axis number and a direction, or `eye`, `matr`, `euler`, `euler123`, `euler313`, `euler321`, "
      "`vector`";
  const auto axis = [&](std::string_view what) {
    const std::int64_t i = integer_field(what, nullptr);
    if (i < 1 || i > 3) fail(fmt::format("the number of an axis is 1, 2 or 3, found {}", i));
    return static_cast<int>(i) - 1;
  };
  const int i1 = axis(expected);
  const std::size_t start = argument_start_;
  const Vec3 first = vec3();
  const int i2 = axis("the number of the second axis");
  if (i1 == i2) fail(fmt::format("the second axis must differ from the first one, {}", i1 + 1));
  try {
    const Vec3 second = keyword("guess") ? guess_direction(first) : vec3();
    return triad(i1, first, i2, second);
  } catch (const std::invalid_argument& error) {
    argument_start_ = start;
    fail(std::string("orientation: ") + error.what());
  }
}

}  // namespace flexura
