// Elements made of one class: declarations, reader, derivatives, results.
#include <boost/test/unit_test.hpp>

#include "elements/check/element_check.h"
#include "elements/check/scene.h"
#include "module.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(authored_elements)

namespace {

namespace author = flexura::authoring;

/// A bit of everything that can be declared.
class Everything : public author::Element<2, 4> {
 public:
  static author::Declaration<Everything> declare() {
    author::Declaration<Everything> d("everything", "all kinds of declarations");
    d.node("first").position(&Everything::at).orientation(&Everything::axes);
    d.node("second");
    d.parameter("gain", &Everything::gain, "N/m: gain").positional().at_least(0).below(9);
    d.parameter("count", &Everything::count, "how many").at_least(2).optional();
    d.parameter("direction", &Everything::direction, "in axes of the first node").in_axes_of(0).optional();
    d.parameter("flag", &Everything::flag, "on or off").optional();
    d.choice("mode", &Everything::mode, {"plain", "with rates"}, "what counts").optional();
    d.parameter("law", &Everything::law, "axial");
    d.parameter("drive", &Everything::drive, "m: distance");
    d.parameter("start", &Everything::start, "of the state").optional();
    d.parameter("chord", &Everything::chord, "m: along the element").optional();
    d.constraint("distance");
    d.rate_constraint("no slip");
    d.state("state").initial(&Everything::start);
    d.variable("variable", Dimension::force);
    return d.reactions_elsewhere();
  }
  template <class S>
  void residual(const author::Motion<S>& q, const author::Forces<S>& r) const {
    using std::exp;
    using std::sqrt;
    const auto p = q.point(0, at);
    const auto& b = q.node(1);
    const Vector3<S> d = b.x - p.x;
    const S l = sqrt(d.dot(d));
    const Vector3<S> n = d / l;
    const S stretch = l / 3.0 - 1.0;
    const S rate = n.dot(Vector3<S>(b.v - p.v)) / 3.0;
    const Vector3<S> across = q.node(0).R * direction;
    const Vector3<S> f =
        n * (law.stress(q, stretch, rate) + q.unknown(0) + gain * count * q.unknown(3)) + across * q.unknown(1);
    r.apply(0, p, f);
    r.force(1) -= f;
    r.equation(0) -= l - q.drive(drive);
    r.equation(1) -= across.dot(Vector3<S>(b.v - p.v));
    r.equation(2) += exp(-q.unknown(2)) * l - q.unknown_rate(2);
    r.equation(3) += q.unknown(3) * l - b.w.dot(across);
  }
  void quantities(const author::Motion<double>& q, author::Quantities& out) const {
    out.add("l", "Length", (q.node(1).x - q.point(0, at).x).norm(), "length");
    out.add("n", "Dimensionless", Vec3((q.node(1).x - q.point(0, at).x).normalized()), "direction");
  }

  Vec3 at = Vec3::Zero(), direction = Vec3::UnitX();
  Mat3 axes = Mat3::Identity();
  double gain = 1, start = 0.25;
  int count = 3, mode = 0;
  bool flag = false;
  author::Law<1> law;
  author::ScalarDrive drive;
  Shape chord;
};

void use_everything() {
  static const bool once = [] {
    author::add_element_type<Everything>(open_element_types("user defined"));
    return true;
  }();
  (void)once;
}

const std::string law = ", law, linear viscoelastic, 20., 3., drive, string, \"2.+sin(Time)\"";

std::string card(const std::string& rest) {
  use_everything();
  return sample_nodes() + "user defined: 1, everything" + rest + ";";
}

const Everything& read_everything(TextModel& text) {
  const auto& batch = static_cast<const Batch<author::Authored<Everything>>&>(batch_of(text.model, "everything"));
  return batch.element(0).physics();
}

}  // namespace

BOOST_AUTO_TEST_CASE(parameters_are_read_by_name_in_any_order) {
  TextModel text(card(", 1, position, 0.1, 0.2, 0.3, orientation, euler, 0., 0., 1.5, 2, 4.5, flag, yes" + law +
                      ", mode, with rates, direction, 0., 1., 0., count, 5, start, 0.5, chord, linear, 1., 2."));
  const Everything& e = read_everything(text);
  BOOST_TEST(e.gain == 4.5);
  BOOST_TEST(e.count == 5);
  BOOST_TEST(e.flag);
  BOOST_TEST(e.mode == 1);
  BOOST_TEST(e.start == 0.5);
  BOOST_TEST(e.chord(0.5) == 1.75);
  BOOST_TEST((e.at - Vec3(0.1, 0.2, 0.3)).norm() == 0);
  BOOST_TEST((e.direction - Vec3::UnitY()).norm() < 1e-15);
  BOOST_TEST(std::abs(e.axes(1, 0) - std::sin(1.5)) < 1e-15);
}

BOOST_AUTO_TEST_CASE(optional_parameters_keep_the_value_of_the_initialiser) {
  TextModel text(card(", 1, 2, 4.5" + law));
  const Everything& e = read_everything(text);
  BOOST_TEST(e.count == 3);
  BOOST_TEST(!e.flag);
  BOOST_TEST(e.mode == 0);
  BOOST_TEST(e.start == 0.25);
}

BOOST_AUTO_TEST_CASE(wrong_input_is_refused_where_it_stands) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {", 1, 2, -1." + law, "`gain` must be in [0, 9), found -1"},
      {", 1, 2, 9." + law, "`gain` must be in [0, 9), found 9"},
      {", 1, 2, 4., count, 1" + law, "`count` must be >= 2, found 1"},
      {", 1, 2, 4., cuont, 3" + law, "everything: unknown parameter `cuont`, did you mean `count`?"},
      {", 1, 2, 4., count, 3, count, 4" + law, "everything: `count` is given twice"},
      {", 1, 2, 4., mode, fast" + law, "`mode` must be one of: plain, with rates"},
      {", 1, 2, 4., law, linear elastic, 1.", "everything: `drive` (m: distance) is missing"},
      {", 1, 1, 4." + law, "node `second` is one of the nodes before it"},
      {", 1", "an argument is missing: expected the label of node `second`"},
      {", 1, 2", "an argument is missing: expected `gain` (N/m: gain)"},
      {", 1, 7, 4." + law, "structural node 7 is not defined"},
      {", 1, 2, 4." + law + ", 5.", "expected the name of a parameter or the end"},
  };
  for (const auto& [rest, message] : cases) {
    const std::string errors = errors_of_text(card(rest));
    BOOST_TEST(contains(errors, message), rest << ": " << errors);
    BOOST_TEST(contains(errors, "sample:8:"), rest << ": " << errors);
  }
  BOOST_TEST(contains(errors_of_text(sample_nodes() + "user defined: 1, evrything, 1, 2;"),
                      "unknown user defined element `evrything`, did you mean `everything`?"));
}

BOOST_AUTO_TEST_CASE(everything_passes_the_checks_of_all_elements) {
  use_everything();
  const auto& all = author::catalogue();
  const auto entry =
      std::find_if(all.begin(), all.end(), [](const auto& e) { return e.table->name() == "everything"; });
  const ElementReport report = check_element(*entry);
  BOOST_TEST(report.passed(), table_of({report}));
  BOOST_TEST(report.checks.size() == 6U);  // jacobian, pattern, frames, levels, sepnorm, memory
}

BOOST_AUTO_TEST_CASE(initial_problem_uses_rates_and_multipliers_alone) {
  TextModel text(card(", 1, 2, 4." + law));
  const ElementBatch& batch = batch_of(text.model, "everything");
  Scene scene(text.model, 5);
  scene.randomize();
  scene.state.c = 0;
  const Eigen::MatrixXd j = scene.jacobian(batch, 0);
  scene.state.c = 1e-6;
  const Eigen::MatrixXd limit = scene.jacobian(batch, 0);
  // The forces of position and velocity do not appear, those of multipliers do.
  BOOST_TEST(j.topLeftCorner(12, 12).norm() == 0);
  BOOST_TEST((j.block(0, 12, 12, 2) - limit.block(0, 12, 12, 2)).norm() < 1e-5);
  BOOST_TEST((j.block(12, 0, 1, 12) - limit.block(12, 0, 1, 12)).norm() < 1e-5);
  // An internal state is solved for its rate.
  BOOST_TEST(std::abs(j(14, 14) - 1) < 1e-12);
}

BOOST_AUTO_TEST_CASE(internal_states_start_where_the_model_says) {
  TextModel text(card(", 1, 2, 4., start, 0.5" + law));
  const ElementBatch& batch = batch_of(text.model, "everything");
  double values[4] = {}, rates[4] = {};
  batch.initial_unknowns(0, values, rates);
  BOOST_TEST(values[2] == 0.5);
  BOOST_TEST(values[0] == 0);
}

BOOST_AUTO_TEST_CASE(quantities_are_columns_and_private_data) {
  TextModel text(card(", 1, 2, 4." + law));
  const ElementBatch& batch = batch_of(text.model, "everything");
  const OutputSpec spec = batch.output_spec(0, text.model);
  BOOST_TEST(spec.extension == "usr");
  BOOST_TEST(spec.text_columns == 4);
  BOOST_TEST(spec.variables.at(1).name == "n");
  BOOST_TEST(spec.variables.at(1).rows == 3);
  const std::vector<std::string> names{"l", "nx", "ny", "nz"};
  BOOST_TEST(batch.private_names(0) == names, boost::test_tools::per_element());
  Scene scene(text.model, 5);
  scene.randomize();
  const Vec3 d = scene.nodes[2].x - scene.nodes[1].x;
  const std::vector<double> record = scene.output(batch, 0);
  BOOST_TEST(std::abs(record[0] - d.norm()) < 1e-15);
  BOOST_TEST(std::abs(record[2] - d.y() / d.norm()) < 1e-15);
  BOOST_TEST(batch.private_value(scene.state, 0, 3) == record[3]);
}

BOOST_AUTO_TEST_CASE(internal_variables_of_a_law_are_those_of_the_element) {
  // A law that remembers: contact with restitution.
  TextModel text(card(", 1, 2, 4., law, continuous contact, restitution, 0.5, kappa, 100., exp, 1.5, drive, 1."));
  const ElementBatch& batch = batch_of(text.model, "everything");
  BOOST_TEST(batch.memory_count(0) > 0);
  Scene scene(text.model, 5);
  scene.randomize();
  const auto before = scene.memory_trial;
  scene.output(batch, 0);
  BOOST_TEST(scene.memory_trial == before, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(documentation_comes_from_the_declarations) {
  use_everything();
  const std::string page = author::declaration<Everything>().page();
  BOOST_TEST(
      contains(page, "everything, <first> [, position, <vector>] [, orientation, <orientation>], <second>, <gain>"));
  BOOST_TEST(contains(page, "in [0, 9)"));
  BOOST_TEST(contains(page, "default 3"));
  BOOST_TEST(contains(page, "plain | with rates"));
  BOOST_TEST(contains(page, "own unknowns: distance, no slip, state, variable"));
  BOOST_TEST(user_types().find("everything")->documentation == "all kinds of declarations");
}

BOOST_AUTO_TEST_CASE(declared_numbers_must_be_those_of_the_class) {
  BOOST_CHECK_THROW(author::check_declaration(author::declaration<Everything>(), 2, 3), std::logic_error);
  BOOST_CHECK_THROW(author::check_declaration(author::declaration<Everything>(), 1, 4), std::logic_error);
}

BOOST_AUTO_TEST_SUITE_END()
