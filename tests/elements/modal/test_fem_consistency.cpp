// Parts of FEM files that do not belong together: order of invariants, modal and lumped masses.
#include <boost/test/unit_test.hpp>

#include <fstream>
#include <numeric>
#include <sstream>

#include "elements/modal/fem_consistency.h"
#include "elements/modal/modal_data.h"
#include "tests/elements/modal/sample_fem.h"
#include "tests/elements/samples.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(fem_consistency)

namespace {

/// With the invariants of its lumped masses, I5 and I9 made up.
FemModel with_invariants(int modes = 5) {
  FemModel fem = random_fem(4, modes, true);
  ModalSelection all;
  all.modes.resize(static_cast<std::size_t>(modes));
  std::iota(all.modes.begin(), all.modes.end(), 0);
  const auto data = make_modal_data(fem, all);
  fem.i3 = data->i3;
  fem.i4 = data->i4;
  fem.i8 = data->i8;
  fem.i5 =
      Eigen::MatrixXd::NullaryExpr(3, modes * modes, [](Eigen::Index i, Eigen::Index j) { return 1.0 * i - 0.1 * j; });
  fem.i9 = Eigen::MatrixXd::NullaryExpr(3, 3 * modes * modes,
                                        [](Eigen::Index i, Eigen::Index j) { return 2.0 * i + 0.1 * j; });
  return fem;
}

/// What a reader by rows makes of a matrix written by columns.
Eigen::MatrixXd misread(const Eigen::MatrixXd& m) {
  Eigen::MatrixXd to(m.rows(), m.cols());
  for (Eigen::Index k = 0; k < m.size(); ++k) to(k / m.cols(), k % m.cols()) = m(k % m.rows(), k / m.rows());
  return to;
}

std::vector<std::string> check(FemModel& fem) {
  std::vector<std::string> warnings;
  check_fem(fem, [&](const std::string& text) { warnings.push_back(text); });
  return warnings;
}

bool says(const std::vector<std::string>& warnings, const std::string& part) {
  return warnings.size() == 1 && warnings[0].find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_CASE(invariants_by_rows_stay_as_they_are) {
  const FemModel right = with_invariants();
  FemModel fem = right;
  BOOST_TEST(check(fem).empty());
  BOOST_TEST((fem.i8 == right.i8 && fem.i9 == right.i9));
}

BOOST_AUTO_TEST_CASE(invariants_by_columns_are_put_in_order) {
  for (const int modes : {2, 5, 20}) {
    const FemModel right = with_invariants(modes);
    FemModel fem = right;
    for (Eigen::MatrixXd* m : {&fem.i3, &fem.i4, &fem.i8, &fem.i5, &fem.i9}) *m = misread(*m);
    fem.i4.resize(0, 0);  // a group may be missing
    BOOST_TEST(says(check(fem), "written by columns"));
    BOOST_TEST((fem.i3 == right.i3 && fem.i8 == right.i8 && fem.i5 == right.i5 && fem.i9 == right.i9));
    BOOST_TEST(fem.i4.size() == 0);
  }
}

BOOST_AUTO_TEST_CASE(one_mode_is_told_by_its_third_invariant) {
  const FemModel right = with_invariants(1);
  FemModel fem = right;
  fem.i8 = misread(fem.i8);
  BOOST_TEST(says(check(fem), "written by columns"));
  BOOST_TEST((fem.i8 == right.i8));
}

BOOST_AUTO_TEST_CASE(without_lumped_masses_nothing_is_known) {
  FemModel fem = with_invariants();
  fem.i3 = misread(fem.i3);
  fem.lumped.resize(0, 0);
  const FemModel given = fem;
  BOOST_TEST(check(fem).empty());
  BOOST_TEST((fem.i3 == given.i3));
}

BOOST_AUTO_TEST_CASE(invariants_that_fit_in_no_order_are_told) {
  FemModel fem = with_invariants();
  fem.i3 *= -1;
  fem.i8 *= 3;
  const FemModel given = fem;
  BOOST_TEST(says(check(fem), "differ by"));
  BOOST_TEST((fem.i3 == given.i3));
}

BOOST_AUTO_TEST_CASE(modal_masses_are_compared_with_the_lumped_ones) {
  FemModel fem = random_fem(4, 5, true);
  fem.mass(2, 2) *= 1.2;  // a mesh can do that
  BOOST_TEST(check(fem).empty());
  fem.mass(1, 1) = 0;  // a static mode
  BOOST_TEST(check(fem).empty());
  fem.mass *= 1000;
  BOOST_TEST(says(check(fem), "4 of 5 modes"));
}

BOOST_AUTO_TEST_CASE(the_card_names_file_and_line_of_the_mass) {
  const std::string path = sample_fem_file() + ".wrong";
  FemModel fem = random_fem(4, 5, true);
  fem.mass *= 1e3;
  write_fem_text(fem, path);
  std::ifstream file(path);
  int line = 0;
  std::string text;
  while (std::getline(file, text) && text.find("RECORD GROUP 9") == std::string::npos) ++line;
  const TextModel model(sample_nodes() + "joint: 7, modal, clamped, 2, from file, no damping, \"" + path + "\", 0;");
  std::filesystem::remove(path);
  BOOST_TEST(says(model.warnings, path + ":" + std::to_string(line + 1)));
}

BOOST_AUTO_TEST_SUITE_END()
