// Electrodes of beams: what they do to internal forces and to the equations of their nodes, and how they are read.
#include <boost/test/unit_test.hpp>

#include "tests/elements/samples.h"
#include "tests/elements/scene.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(piezoelectric_beams)

namespace {

const std::string start =
    "structural: 1, static, 0., 0., 0., eye, null, null; structural: 2, static, 1., 0., 0., eye, null, null;"
    "structural: 3, static, 2., 0., 0., eye, null, null; abstract: 7, value, 20., derivative, 3.; abstract: 8, value, "
    "1.;"
    "beam3: 1, 1, null, 2, null, 3, null, eye, linear elastic generic, diag, 90., 40., 50., 7., 8., 9., same, same";
const std::string two =
    "structural: 1, static, 0., 0., 0., eye, null, null; structural: 2, static, 1., 0., 0., eye, null,"
    " null; abstract: 7, value, 20.; beam2: 1, 1, null, 2, null, eye, linear elastic generic, diag,"
    " 90., 40., 50., 7., 8., 9.";

void check_refused(const std::string& text, const std::string& message) {
  BOOST_TEST_CONTEXT(text) {
    BOOST_CHECK_EXCEPTION(TextModel{text}, Error, [&](const Error& error) {
      return std::string(error.what()).find(message) != std::string::npos;
    });
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(voltages_act_in_the_sections) {
  TextModel text(start + ", piezoelectric actuator, 1, 7, matr, 0.5, 0., 0., 0., -2., 0., same;");
  const Scene scene(text.model);
  const ElementBatch& batch = batch_of(text.model, "beam3");
  const auto names = batch.private_names(0);
  const auto value = [&](const std::string& name) {
    const auto at = std::find(names.begin(), names.end(), name) - names.begin();
    return batch.private_value(scene.state, 0, static_cast<int>(at));
  };
  for (const std::string section : {"pI.", "pII."}) {
    BOOST_TEST(value(section + "Fx") == 10, boost::test_tools::tolerance(1e-14));
    BOOST_TEST(value(section + "My") == -40, boost::test_tools::tolerance(1e-14));
  }
}

BOOST_AUTO_TEST_CASE(electrodes_of_a_piezoelectric_beam_get_the_rate_of_its_charge) {
  TextModel text(start + ", piezoelectric beam, 1, 7, null, null, matr, -4., same;");
  Scene scene(text.model);
  const ElementBatch& batch = batch_of(text.model, "beam3");
  std::vector<double> f(scene.y.size(), 0.0);
  const std::array<int, 1> which{0};
  batch.residual(scene.state, which, f.data(), nullptr);
  const NodeIndex electrode = *text.model.find_node(7, NodeFamily::abstract_);
  // -4 F/m along 2 m at 3 V/s
  BOOST_TEST(f[6 * electrode] == -24, boost::test_tools::tolerance(1e-14));
}

BOOST_AUTO_TEST_CASE(wrong_electrodes_are_refused) {
  check_refused(start + ", piezoelectric actuator, 0, null, same;", "between 1 and 100");
  check_refused(start + ", piezoelectric actuator, 1, 9, null, same;", "9");
  check_refused(start + ", piezoelectric actuator, 2, 7, 7, null, same;", "different nodes");
  check_refused(start + ", piezoelectric actuator, 1, 7, matr, 1., 2., 3., same;", "");
  check_refused(start + ", piezoelectric beam, 1, 7, null, null, same;", "");
  check_refused(two + ", piezoelectric beam, 1, 7, null, null, null;", "an option of `beam3`");
}

BOOST_AUTO_TEST_SUITE_END()
