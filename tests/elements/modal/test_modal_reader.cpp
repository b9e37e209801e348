// Cards of modal joints and modal forces: what they make, and what is wrong with them.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <boost/test/unit_test.hpp>

#include "elements/bodies/inertia_sum.h"
#include "elements/modal/modal_body.h"
#include "elements/modal/modal_interface.h"
#include "tests/elements/samples.h"
#include "tests/elements/scene.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(modal_reader)

namespace {

const std::string node4 = "structural: 4, modal, 0.4, 0.1, -0.3, euler, 0.3, -0.2, 0.5, null, null;";

std::string card(const std::string& front, const std::string& damping = "no damping", const std::string& behind = "0") {
  return node4 + "joint: 7, modal, " + front + ", from file, " + damping + ", \"" + sample_fem_file() + "\", " +
         behind + ";";
}

template <class E>
const E* find(const Model& model, int number = 0) {
  for (int b = 0; b < model.batch_count(); ++b)
    if (const auto* batch = dynamic_cast<const Batch<E>*>(&model.batch(b)))
      return number < batch->size() ? &batch->element(number) : nullptr;
  return nullptr;
}

const ModalData& data_of(const TextModel& text) {
  const auto* body = find<ModalBody>(text.model);
  BOOST_REQUIRE(body != nullptr);
  return body->data();
}

void expect_error(const std::string& cards, const std::string& fragment) {
  try {
    const TextModel text(sample_nodes() + cards);
    BOOST_ERROR("no error for: " << cards);
  } catch (const InputError& error) {
    BOOST_TEST(std::string(error.what()).find(fragment) != std::string::npos, cards << " gives: " << error.what());
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(coordinates_are_nodes_with_the_initial_values) {
  const TextModel text(sample_nodes() +
                       card("4, 4, list, 5, 1, 4, 2, initial value, mode, 2, 0.1, -0.3, mode, 4, 7., 8."));
  const auto* body = find<ModalBody>(text.model);
  BOOST_REQUIRE(body != nullptr);
  const auto coordinates = body->coordinates();
  BOOST_REQUIRE(coordinates.size() == 2u);
  const StructuralNode &first = text.model.node(coordinates[0]), &second = text.model.node(coordinates[1]);
  BOOST_TEST(first.unknown_count() == 3);
  BOOST_TEST(second.unknown_count() == 1);
  BOOST_TEST((first.initial.x == Vec3(0, 0.1, 0)));
  BOOST_TEST((first.initial.v == Vec3(0, -0.3, 0)));
  BOOST_TEST(second.initial.x(0) == 7);
  BOOST_TEST((body->data().numbers == std::vector<int>{5, 1, 4, 2}));
  const TextModel all(sample_nodes() + card("4, 2, initial value, 0.1, 0.2, 0.3, 0.4"));
  const auto* other = find<ModalBody>(all.model);
  BOOST_TEST((all.model.node(other->coordinates()[0]).initial.v == Vec3(0.2, 0.4, 0)));
}

BOOST_AUTO_TEST_CASE(damping_is_what_the_card_says) {
  const FemModel fem = read_fem_text(sample_fem_file());
  const auto damping = [](const std::string& words) {
    const TextModel text(sample_nodes() + card("4, 3", words));
    return data_of(text).damping;
  };
  const Eigen::MatrixXd k = fem.stiffness.topLeftCorner(3, 3), m = fem.mass.topLeftCorner(3, 3);
  const auto critical = [&](int j) { return 2 * std::sqrt(k(j, j) * m(j, j)); };
  BOOST_TEST(damping("no damping").isZero(0));
  BOOST_TEST(damping("damping from file").isApprox(fem.damping.topLeftCorner(3, 3)));
  BOOST_TEST(damping("rayleigh damping, 0.1, 0.2").isApprox(0.1 * m + 0.2 * k, 1e-9));
  for (const char* name : {"single factor damping", "proportional damping"}) {
    const Eigen::MatrixXd c = damping(std::string(name) + ", 0.03");
    for (int j = 0; j < 3; ++j) BOOST_TEST(std::abs(c(j, j) - 0.03 * critical(j)) < 1e-9);
    BOOST_TEST(c(0, 1) == 0);
  }
  const Eigen::MatrixXd all = damping("diag damping, all, 0.1, 0.2, 0.3");
  const Eigen::MatrixXd some = damping("diag damping, 1, 2, 0.2");
  BOOST_TEST(std::abs(all(2, 2) - 0.3 * critical(2)) < 1e-9);
  BOOST_TEST(std::abs(some(1, 1) - 0.2 * critical(1)) < 1e-9);
  BOOST_TEST(some(0, 0) == 0);
  const TextModel unsaid(sample_nodes() + node4 + "joint: 7, modal, 4, 3, from file, \"" + sample_fem_file() +
                         "\", 0;");
  BOOST_TEST(data_of(unsaid).damping.isApprox(fem.damping.topLeftCorner(3, 3)));
  BOOST_TEST(unsaid.warnings.size() == 1u);
}

BOOST_AUTO_TEST_CASE(thresholds_drop_small_entries) {
  const TextModel text(sample_nodes() + card("4, 3", "no damping", "threshold, 1.e9, mass threshold, 0., 0"));
  BOOST_TEST(data_of(text).stiffness.isZero(0));
  BOOST_TEST(!data_of(text).modal_mass.isZero(0));
}

BOOST_AUTO_TEST_CASE(the_origin_is_a_node_or_a_point) {
  const FemModel fem = read_fem_text(sample_fem_file());
  const TextModel whole(sample_nodes() + card("4, 3"));
  const TextModel node(sample_nodes() + card("4, 3", "no damping", "origin node, \"c\", 0"));
  const TextModel point(sample_nodes() + card("4, 3", "no damping", "origin position, 1., 2., 3., 0"));
  const double mass = data_of(whole).mass;
  BOOST_TEST((data_of(whole).first - mass * Vec3(fem.positions.col(2)) - data_of(node).first).norm() < 1e-12);
  BOOST_TEST((data_of(whole).first - mass * Vec3(1, 2, 3) - data_of(point).first).norm() < 1e-12);
}

BOOST_AUTO_TEST_CASE(interfaces_print_when_they_are_told_to) {
  const TextModel text(
      sample_nodes() +
      card("4, 3", "no damping", "3, output, yes, \"a\", 1, null, \"b\", 2, null, output, no, find closest, 3, null"));
  for (int b = 0; b < text.model.batch_count(); ++b) {
    const ElementBatch& batch = text.model.batch(b);
    if (batch.family() != ModalInterface::family) continue;
    BOOST_REQUIRE(batch.size() == 3);
    BOOST_TEST(batch.info(0).output);
    BOOST_TEST(!batch.info(1).output);
    BOOST_TEST(batch.info(2).output);
    BOOST_TEST(batch.info(2).label == 7u);
    const OutputSpec spec = batch.output_spec(0, text.model);
    BOOST_TEST(spec.extension == "jnt");
    BOOST_REQUIRE(spec.row_suffixes.size() == 1u);
    BOOST_TEST(spec.row_suffixes[0] == "@1");
    return;
  }
  BOOST_ERROR("no interfaces");
}

BOOST_AUTO_TEST_CASE(echo_and_binary_files_are_written) {
  const std::string echo = sample_fem_file() + ".echo";
  const TextModel text(sample_nodes() + card("4, 3", "no damping",
                                             "create binary, use binary, echo, \"" + echo + "\", precision, 16, 0"));
  const FemModel fem = read_fem_text(sample_fem_file()), again = read_fem_text(echo);
  BOOST_TEST((fem.shapes == again.shapes));
  BOOST_TEST((read_fem_cache(fem_cache_path(sample_fem_file())).shapes == fem.shapes));
  std::filesystem::remove(echo);
  std::filesystem::remove(fem_cache_path(sample_fem_file()));
}

BOOST_AUTO_TEST_CASE(rows_of_modes_have_their_numbers) {
  TextModel text(sample_nodes() + card("4, 2, list, 4, 2"));
  Scene scene(text.model, 3);
  scene.randomize();
  for (int b = 0; b < text.model.batch_count(); ++b) {
    const ElementBatch& batch = text.model.batch(b);
    if (batch.type() != ModalBody::type) continue;
    const OutputSpec spec = batch.output_spec(0, text.model);
    BOOST_TEST(spec.extension == "mod");
    BOOST_TEST((spec.row_suffixes == std::vector<std::string>{".4", ".2"}));
    const std::vector<double> record = scene.output(batch, 0);
    const NodeState& c = scene.nodes[find<ModalBody>(text.model)->coordinates()[0]];
    BOOST_REQUIRE(record.size() == 12u);
    BOOST_TEST(record[3] == c.x(1));
    BOOST_TEST(record[4] == c.v(1));
    BOOST_TEST(record[5] == c.a(1));
    BOOST_TEST(record[11] == c.a(1));
  }
}

BOOST_AUTO_TEST_CASE(the_inertia_card_counts_flexible_bodies) {
  TextModel text(sample_nodes() + card("4, 3") + "inertia: 1, joint, 7, output, always;");
  Scene scene(text.model, 3);
  scene.randomize();
  const ElementBatch* sum = nullptr;
  const ElementBatch* body = nullptr;
  for (int b = 0; b < text.model.batch_count(); ++b) {
    if (text.model.batch(b).type() == InertiaSum::type) sum = &text.model.batch(b);
    if (text.model.batch(b).type() == ModalBody::type) body = &text.model.batch(b);
  }
  BOOST_REQUIRE((sum && body));
  const std::vector<double> record = scene.output(*sum, 0);
  std::vector<double> momenta(body->momentum_count(0));
  body->momenta(scene.state, 0, momenta.data());
  for (int k = 0; k < 3; ++k) BOOST_TEST(std::abs(record[k] - momenta[k]) < 1e-12);
  // About the centre of mass: gamma is about the node.
  const Vec3 momentum(momenta[0], momenta[1], momenta[2]), spin(momenta[3], momenta[4], momenta[5]);
  const Vec3 centre(record[7], record[8], record[9]);
  const NodeState& node = scene.nodes[body->nodes(0)[0]];
  const Vec3 expected = spin + (node.x - centre).cross(momentum);
  BOOST_TEST((expected - Vec3(record[3], record[4], record[5])).norm() < 1e-11);
}

BOOST_AUTO_TEST_CASE(modal_forces_act_on_modes_and_on_the_node) {
  TextModel text(sample_nodes() + card("4, 3, list, 5, 1, 4") +
                 "force: 1, modal, 7, list, 1, 4, const, 3., resultant, 1., 0., 0., 0., 2., 0.;"
                 "force: 2, modal, 7, const, 1., const, 2., const, 4.;");
  Scene scene(text.model, 3);
  scene.randomize();
  for (int b = 0; b < text.model.batch_count(); ++b) {
    const ElementBatch& batch = text.model.batch(b);
    if (batch.family() != "force") continue;
    const Eigen::VectorXd r = scene.residual(batch, 0), all = scene.residual(batch, 1);
    const Mat3& R = scene.nodes[batch.nodes(0)[0]].R;
    BOOST_TEST((Vec3(r.head<3>()) - 3 * R.col(0)).norm() < 1e-13);
    BOOST_TEST((Vec3(r.segment<3>(3)) - 6 * R.col(1)).norm() < 1e-13);
    BOOST_TEST((Vec3(r.segment<3>(6)) - Vec3(0, 0, 3)).norm() < 1e-13);
    BOOST_TEST((Vec3(all.segment<3>(6)) - Vec3(1, 2, 4)).norm() < 1e-13);
    BOOST_TEST(all.head<6>().isZero(0));
    const std::vector<double> record = scene.output(batch, 0);
    BOOST_TEST(record.size() == 7u);
    BOOST_TEST(record[6] == 3);
  }
}

BOOST_AUTO_TEST_CASE(cards_say_what_is_wrong) {
  expect_error(card("1, 3"), "must be of type `modal`");
  expect_error(card("4, 6"), "the file has 5 modes");
  expect_error(card("4, -1"), "cannot be negative");
  expect_error(card("4, 2, list, 1, 1"), "listed twice");
  expect_error(card("4, 2, list, 1, 9"), "there is no mode 9");
  expect_error(card("4, 2, initial value, mode, 3, 0., 0."), "there are modes 1 to 2");
  expect_error(card("4, 2, initial value, mode, 1, 0., 0., mode, 1, 0., 0."), "two initial values");
  expect_error(card("4, 2", "diag damping, 3, 1, 0.1, 2, 0.1, 2, 0.1"), "0 to 2 damping factors");
  expect_error(card("4, 2", "diag damping, 2, 1, 0.1, 1, 0.1"), "two damping factors");
  expect_error(card("4, 2", "single factor damping, -1."), "damping factor");
  expect_error(card("4, 2", "no damping", "origin node, \"z\", 0"), "no FEM node `z`");
  expect_error(card("4, 2", "no damping", "1, \"z\", 1, null"), "no FEM node `z`");
  expect_error(card("4, 2", "no damping", "-1"), "number of interfaces");
  expect_error(card("4, 2", "no damping", "1, interface tolerance, 1.e-6, \"a\", 1, null"), "away from FEM node `a`");
  expect_error(card("4, 2") + "joint: 8, modal, 4, 2, from file, \"" + sample_fem_file() + "\", 0;",
               "another modal joint");
  expect_error(node4 + "joint: 7, modal, 4, 2, 3, no damping, \"" + sample_fem_file() + "\", 0;",
               "has 4 FEM nodes, not 3");
  expect_error(node4 + "joint: 7, modal, 4, 2, from file, no damping, \"/nowhere/a.fem\", 0;", "cannot read");
  expect_error(card("4, 2") + "force: 1, modal, 8, const, 1., const, 1.;", "joint 8 is not defined");
  expect_error(card("4, 2") + "force: 1, modal, 7, list, 1, 3, const, 1.;", "no active mode");
  expect_error(card("clamped, 2") + "force: 1, modal, 7, const, 1., resultant, null, null, const, 1.;",
               "no modal node");
  expect_error("joint: 7, spherical hinge, 1, null, 2, null; force: 1, modal, 7, const, 1.;", "not modal");
}

// Each keyword of the card: accepted, or refused with a wrong argument at the column behind the words given.
BOOST_AUTO_TEST_CASE(keywords_are_read_or_refused_where_they_are_wrong) {
  const std::string file = "\"" + sample_fem_file() + "\"";
  const std::string damped = "4, 3, from file, no damping, " + file + ", ";
  const auto text = [&](const std::string& arguments) {
    return sample_nodes() + node4 + "\njoint: 7, modal, " + arguments + ";";
  };
  const std::vector<std::string> accepted = {
      "clamped, 3, from file, no damping, " + file + ", 0",
      "clamped, position, 1., 2., 3., 3, from file, no damping, " + file + ", 0",
      "clamped, position, null, orientation, eye, 3, 4, no damping, " + file + ", 0",
      "4, 3, list, 1, 2, 4, from file, damping from file, " + file + ", 0",
      "4, 2, initial value, 0.1, 0.2, 0.3, 0.4, from file, rayleigh damping, 0.1, 0.2, " + file + ", 0",
      "4, 2, initial value, mode, 1, 0.1, 0.2, from file, diag damping, all, 0.1, 0.2, " + file + ", 0",
      damped + "threshold, 1e-9, 0",
      damped + "mass threshold, 1e-9, stiffness threshold, 1e-9, damping threshold, 1e-9, 0",
      damped + "use invariant 9, 0",
      damped + "origin node, \"c\", 0",
      damped + "origin position, 1., 2., 3., 0",
      damped + "1, output, yes, interface tolerance, 10., find closest, interface tolerance, 20., 1, null, output, no",
      damped + "0, output, no",
  };
  for (const std::string& arguments : accepted) BOOST_CHECK_NO_THROW(TextModel(text(arguments)));
  struct Wrong {
    std::string before, word, message;
  };
  const std::vector<Wrong> refused = {
      {"clamped, position, 1., 2., ", "list", ""},
      {"clamped, orientation, ", "null", "is not an orientation"},
      {"4, ", "three", "unknown variable `three`"},
      {"4, 3, list, 1, 2, ", "\"a\"", ""},
      {"4, 3, initial value, mode, ", "0", "there are modes 1 to 3"},
      {"4, 3, initial value, 0.1, ", "mode", "unknown variable `mode`"},
      {"4, 3, ", "-4", "FEM nodes"},
      {"4, 3, from file, ", "damping", ""},
      {"4, 3, from file, rayleigh damping, 0.1, ", "\"x\"", "factor of the stiffness matrix"},
      {"4, 3, from file, single factor damping, ", "-1.", "damping factor"},
      {"4, 3, from file, diag damping, ", "4", "0 to 3 damping factors"},
      {"4, 3, from file, no damping, ", "7", "expected a string"},
      {damped + "threshold, ", "-1.", "threshold"},
      {damped + "origin node, ", "\"z\"", "no FEM node `z`"},
      {damped + "origin position, 1., ", "\"y\"", "real number"},
      {damped, "-1", "number of interfaces"},
      {damped + "1, output, ", "perhaps", "expected `yes` or `no`, found `perhaps`"},
      {damped + "1, interface tolerance, ", "-1.", "interface tolerance"},
      {damped + "1, find closest, ", "9", "structural node 9 is not defined"},
      {damped + "1, \"a\", 1, null, output, ", "perhaps", "expected `yes` or `no`, found `perhaps`"},
      {damped + "0, ", "1", "one too many"},
  };
  for (const Wrong& wrong : refused) {
    const std::string all = text(wrong.before + wrong.word);
    const std::size_t line = static_cast<std::size_t>(std::count(all.begin(), all.end(), '\n')) + 1;
    const std::string place =
        fmt::format("sample:{}:{}: error: ", line, std::string("joint: 7, modal, ").size() + wrong.before.size() + 1);
    try {
      const TextModel model(all);
      BOOST_ERROR("no error for: " << wrong.before << wrong.word);
    } catch (const InputError& error) {
      const std::string what = error.what();
      BOOST_TEST(what.substr(0, place.size()) == place, wrong.before << wrong.word << " gives: " << what);
      BOOST_TEST(what.find(wrong.message) != std::string::npos, wrong.before << wrong.word << " gives: " << what);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
