#include <boost/test/unit_test.hpp>

#include "input/orientation.h"
#include "tests/input/language.h"

using namespace flexura;
using flexura::test::contains;
using flexura::test::error_of;
using flexura::test::Language;

namespace matrices {
namespace {

struct Fixture : Language {
  Vec3 vec3(const std::string& text) {
    return closed(text, [](Reader& r) { return r.vec3(); });
  }
  Mat3 mat3(const std::string& text) {
    return closed(text, [](Reader& r) { return r.mat3(); });
  }
  Mat6 mat6(const std::string& text) {
    return closed(text, [](Reader& r) { return r.mat6(); });
  }
  Mat3 orientation(const std::string& text) {
    return closed(text, [](Reader& r) { return r.orientation(); });
  }
  template <class Action>
  auto closed(const std::string& text, Action&& action) -> decltype(action(*reader)) {
    Reader& r = read(text);
    auto result = action(r);
    r.end_card();
    return result;
  }
  static void near(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b, double tolerance = 1e-14) {
    BOOST_TEST((a.rows() == b.rows() && a.cols() == b.cols()));
    BOOST_TEST((a - b).cwiseAbs().maxCoeff() < tolerance, a << "\nis not\n" << b);
  }
  static std::string numbers(int from, int to) {
    std::string text;
    for (int i = from; i <= to; ++i) text += (i > from ? "," : "") + std::to_string(i) + ".";
    return text;
  }
};

}  // namespace
}  // namespace matrices

BOOST_FIXTURE_TEST_SUITE(matrices, Fixture)

BOOST_AUTO_TEST_CASE(vectors_in_every_form) {
  near(vec3("1., 2, 1.+2"), Vec3(1, 2, 3));
  near(vec3("NULL"), Vec3::Zero());
  near(vec3("default"), Vec3::Zero());
  near(vec3(",,"), Vec3::Zero());
  near(vec3("1., , 3."), Vec3(1, 0, 3));
  near(vec3("1., 2., 3., scale, 2."), Vec3(2, 4, 6));
  near(closed("1., , 3.", [](Reader& r) { return r.vec3(Vec3(7, 8, 9)); }), Vec3(1, 8, 3));
  near(closed("default", [](Reader& r) { return r.vec3(Vec3(7, 8, 9)); }), Vec3(7, 8, 9));
  Vec6 six;
  six << 1, 2, 3, 4, 5, 6;
  near(closed(numbers(1, 6), [](Reader& r) { return r.vec6(); }), six);
  near(closed("null", [](Reader& r) { return r.vec6(); }), Vec6::Zero());
}

BOOST_AUTO_TEST_CASE(scale_after_null_is_left_to_the_card) {
  Reader& r = read("null, scale, 5.");
  near(r.vec3(), Vec3::Zero());
  BOOST_TEST(r.keyword("scale"));
  BOOST_TEST(r.real() == 5);
  Reader& s = read("1., 2., 3., scale, default");
  near(s.vec3(), Vec3(1, 2, 3));
  BOOST_TEST(s.keyword("scale"));
  BOOST_TEST(s.keyword("default"));
  s.end_card();
}

BOOST_AUTO_TEST_CASE(three_by_three_matrices_in_every_form) {
  Mat3 full, sym, skew_matrix;
  full << 1, 2, 3, 4, 5, 6, 7, 8, 9;
  sym << 1, 2, 3, 2, 4, 5, 3, 5, 6;
  skew_matrix << 0, -3, 2, 3, 0, -1, -2, 1, 0;
  near(mat3(numbers(1, 9)), full);
  near(mat3("matr, " + numbers(1, 9)), full);
  near(mat3("sym, " + numbers(1, 6)), sym);
  near(mat3("skew, 1., 2., 3."), skew_matrix);
  near(mat3("diag, 1., 2., 3."), Vec3(1, 2, 3).asDiagonal().toDenseMatrix());
  near(mat3("eye"), Mat3::Identity());
  near(mat3("null"), Mat3::Zero());
  near(mat3("default"), Mat3::Zero());
  near(mat3("eye, scale, 3."), 3 * Mat3::Identity());
  near(mat3("diag, 1., 2., 3., scale, .5"), Vec3(.5, 1, 1.5).asDiagonal().toDenseMatrix());
}

BOOST_AUTO_TEST_CASE(six_by_six_matrices_in_every_form) {
  Mat6 full, sym;
  for (int i = 0; i < 36; ++i) full(i / 6, i % 6) = i + 1;
  for (int i = 0, k = 0; i < 6; ++i) {
    for (int j = i; j < 6; ++j) sym(i, j) = sym(j, i) = ++k;
  }
  near(mat6(numbers(1, 36)), full);
  near(mat6("matr, " + numbers(1, 36)), full);
  near(mat6("sym, " + numbers(1, 21)), sym);
  near(mat6("eye"), Mat6::Identity());
  near(mat6("null"), Mat6::Zero());
  Vec6 diagonal;
  diagonal << 1, 2, 3, 4, 5, 6;
  near(mat6("diag, " + numbers(1, 6)), diagonal.asDiagonal().toDenseMatrix());
  const Mat6 anba = mat6("anba, " + numbers(1, 36));
  BOOST_TEST(anba(0, 0) == full(2, 2));  // source axis 3 is axis 1
  BOOST_TEST(anba(3, 3) == full(5, 5));
  BOOST_TEST(anba(1, 2) == full(0, 1));
  BOOST_TEST(anba(0, 4) == full(2, 3));
}

BOOST_AUTO_TEST_CASE(rectangular_matrices) {
  const auto wide = closed(numbers(1, 12), [](Reader& r) { return r.mat6xn(2); });
  BOOST_TEST(wide(5, 1) == 12);
  const auto wide_anba = closed("anba, " + numbers(1, 12), [](Reader& r) { return r.mat6xn(2); });
  BOOST_TEST(wide_anba(0, 0) == wide(2, 0));
  const auto tall = closed(numbers(1, 12), [](Reader& r) { return r.matnx6(2); });
  const auto tall_anba = closed("anba, " + numbers(1, 12), [](Reader& r) { return r.matnx6(2); });
  BOOST_TEST(tall_anba(1, 3) == tall(1, 5));
  near(closed(numbers(1, 4), [](Reader& r) { return r.matnxn(2); }), (Eigen::Matrix2d() << 1, 2, 3, 4).finished());
  near(closed("null", [](Reader& r) { return r.matnxn(7); }), Eigen::MatrixXd::Zero(7, 7));
}

BOOST_AUTO_TEST_CASE(entries_that_are_missing_are_counted) {
  BOOST_TEST(contains(error_of([&] { vec3("1., 2."); }),
                      "test.mbd:1:13: error: an argument is missing: expected a real number (entry 3 of 3)"));
  BOOST_TEST(contains(error_of([&] { mat3("sym, 1., 2."); }), "(entry 3 of 6)"));
  BOOST_TEST(contains(error_of([&] { mat3("1., 2."); }), "(entry 3 of 9)"));
  BOOST_TEST(contains(error_of([&] { vec3("1., 2., 3., 4."); }), "one too many"));
  BOOST_TEST(contains(error_of([&] { vec3("1., \"a\", 3."); }), "expected a real number, found the string \"a\""));
}

BOOST_AUTO_TEST_CASE(orientations_from_two_directions) {
  near(orientation("1, 1.,0.,0., 2, 0.,1.,0."), Mat3::Identity());
  near(orientation("3, 0.,0.,2., 1, 5.,7.,9."), orientation("1, 5.,7.,0., 3, 0.,0.,1."));
  const Mat3 r = orientation("3, 0.,0.,2., 1, 5.,7.,9.");
  near(r.col(2), Vec3::UnitZ());
  near(r.col(0), Vec3(5, 7, 0).normalized());
  BOOST_TEST(std::abs(r.determinant() - 1) < 1e-14);
  for (const char* axes : {"1|2", "2|3", "3|1", "2|1", "3|2", "1|3"}) {
    const std::string i1(1, axes[0]), i2(1, axes[2]);
    const Mat3 q = orientation(i1 + ", 1.,2.,-4., " + i2 + ", .3,.1,.7");
    near(q.transpose() * q, Mat3::Identity());
    BOOST_TEST(std::abs(q.determinant() - 1) < 1e-14);
    near(q.col(i1[0] - '1'), Vec3(1, 2, -4).normalized());
    BOOST_TEST(q.col(i2[0] - '1').dot(Vec3(.3, .1, .7)) > 0);
  }
  // The first axis given is kept, only the second one is turned.
  const double alpha = .3;
  evaluate("real alpha = .3");
  const Mat3 kept = orientation("1, 1.,0.,0., 2, cos(alpha),sin(alpha),0.");
  near(kept.col(0), Vec3::UnitX());
  BOOST_TEST(std::sin(alpha) > 0);
}

BOOST_AUTO_TEST_CASE(guess_takes_a_direction_that_is_orthogonal) {
  near(guess_direction(Vec3(1, 2, -4)), Vec3(1, 0, .25));
  near(guess_direction(Vec3(2, 2, 2)).dot(Vec3(1, 1, 1)) * Vec3::Ones(), Vec3::Zero());
  const Mat3 r = orientation("1, 1.,2.,-4., 2, guess");
  near(r.col(0), Vec3(1, 2, -4).normalized());
  near(r.col(1), Vec3(1, 0, .25).normalized());
}

BOOST_AUTO_TEST_CASE(orientations_from_angles_and_vectors) {
  const auto row = [](const Mat3& r, int i) { return Vec3(r.row(i).transpose()); };
  const double tolerance = 1e-8;  // printed digits of the reference
  const Mat3 r123 = orientation("euler123, .1, .2, .3");
  near(row(r123, 0), Vec3(.93629336, -.28962948, .19866933), tolerance);
  near(row(r123, 1), Vec3(.31299183, .94470249, -.0978434), tolerance);
  near(row(r123, 2), Vec3(-.15934508, .153792, .97517033), tolerance);
  near(orientation("euler, .1, .2, .3"), r123);
  near(row(orientation("euler313, .1, .2, .3"), 0), Vec3(.92164909, -.3875172, .01983384), tolerance);
  near(row(orientation("euler321, .1, .2, .3"), 0), Vec3(.97517033, -.03695701, .21835066), tolerance);
  near(row(orientation("vector, .1, .2, .3"), 0), Vec3(.9357548, -.28316496, .21019171), tolerance);
  near(orientation("euler, degrees, 30., 20., 10."), orientation("euler, 30.*deg2rad, 20.*deg2rad, 10.*deg2rad"));
  near(orientation("vector, 0., 0., 0."), Mat3::Identity());
  near(orientation("eye"), Mat3::Identity());
  near(orientation("default"), Mat3::Identity());
}

BOOST_AUTO_TEST_CASE(matrices_that_are_not_orthogonal_only_warn) {
  near(orientation("matr, 0.,-1.,0., 1.,0.,0., 0.,0.,1."), orientation("euler, 0., 0., pi/2"));
  BOOST_TEST(diagnostics.warnings().empty());
  const Mat3 r = orientation("matr, 1.,0.,0., 0.,1.,1e-3, 0.,0.,1.");
  BOOST_TEST(r(1, 2) == 1e-3);
  BOOST_REQUIRE(diagnostics.warnings().size() == 1U);
  BOOST_TEST(contains(diagnostics.warnings()[0], "test.mbd:1:7: warning: orientation matrix is not orthogonal"));
  orientation("matr, 1.,0.,0., 0.,1.,1e-3, 0.,0.,1., tolerance, 1e-2");
  BOOST_TEST(diagnostics.warnings().size() == 1U);
  orientation("matr, 1.,0.,0., 0.,1.,0., 0.,0.,-1.");
  BOOST_TEST(contains(diagnostics.warnings()[1], "not right-handed"));
}

BOOST_AUTO_TEST_CASE(wrong_orientations_are_refused) {
  const auto error = [&](const std::string& text) { return error_of([&] { orientation(text); }); };
  BOOST_TEST(contains(error("null"), "`null` is not an orientation"));
  BOOST_TEST(contains(error("1, 1.,0.,0., 1, 0.,1.,0."), "the second axis must differ from the first one, 1"));
  BOOST_TEST(contains(error("4, 1.,0.,0., 1, 0.,1.,0."), "1, 2 or 3, found 4"));
  BOOST_TEST(contains(error("1, null, 2, 0.,1.,0."), "the first direction is zero"));
  BOOST_TEST(contains(error("1, 1.,0.,0., 2, null"), "the second direction is zero"));
  BOOST_TEST(contains(error("1, null, 2, guess"), "the first direction is zero"));
  BOOST_TEST(contains(error("1, 1.,2.,3., 2, 2.,4.,6."), "the two directions are parallel"));
  BOOST_TEST(contains(error("vector, degrees, 1., 2., 3."), "radians"));
  BOOST_TEST(contains(error("eler, 1., 2., 3."), "unknown variable `eler`, did you mean `euler`"));
}

BOOST_AUTO_TEST_SUITE_END()
