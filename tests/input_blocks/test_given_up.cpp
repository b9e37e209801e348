// Elements that a rank gives up while it reads a model, and their return.
#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

#include "assembly/numbering.h"
#include "elements/check/scene.h"
#include "elements/deformable_joints/rod.h"
#include "tests/input_blocks/deck.h"

using namespace flexura;
using namespace flexura::test;
using flexura::checks::Scene;

BOOST_AUTO_TEST_SUITE(given_up_elements)

namespace {

/// A chain of beams on nodes that hang by rods, with springs between neighbours; `more` follows in the elements.
Deck chain(const std::string& more = {}, const std::string& section =
                                             "linear elastic generic, diag, 1e6, 1e6, 1e6, "
                                             "1e3, 1e3, 1e3") {
  Deck deck;
  deck.counters = "structural nodes: 6; rigid bodies: 5; beams: 2; joints: 9;";
  deck.nodes = "structural: 100, static, 0., 0., 1., eye, null, null;\n";
  deck.elements.clear();
  for (int i = 1; i <= 5; ++i) {
    const std::string n = std::to_string(i);
    deck.nodes += "structural: " + n + ", dynamic, " + n + ", 0., 0., eye, null, null;\n";
    deck.elements += "body: " + n + ", " + n + ", 1., null, eye;\n";
    deck.elements += "joint: " + n + ", name, \"rod " + n + "\", rod, " + n + ", 100, from nodes, linear elastic, 1e" +
                     n + ", output, " + (i % 2 == 0 ? "no" : "yes") + ";\n";
    if (i > 1)
      deck.elements += "joint: 1" + n + ", deformable hinge, " + std::to_string(i - 1) + ", " + n +
                       ", linear viscoelastic, 1., 1e-2;\n";
  }
  for (const std::string first : {"1", "3"}) {
    const int k = std::stoi(first);
    deck.elements += "beam3: " + first + ", " + first + ", null, " + std::to_string(k + 1) + ", null, " +
                     std::to_string(k + 2) + ", null, eye, " + section + ", same, same;\n";
  }
  deck.elements += more;
  return deck;
}

std::unique_ptr<Analysis> read_and_give_up(const Deck& deck, bool wants_log = true) {
  ReadOptions options;
  options.environment = false;
  options.gives_up_elements = true;
  options.wants_log = wants_log;
  return read_model_text(deck.text(), "deck", options);
}

int missing(const Model& model, std::string_view family) {
  int count = 0;
  for (const ElementReference& e : model.elements())
    count += model.batch(e.batch).family() == family && !model.batch(e.batch).is_here(e.number) ? 1 : 0;
  return count;
}

bool is_here(const Model& model, std::string_view family, unsigned label) {
  const auto e = model.find_element(family, label);
  return model.batch(e->batch).is_here(e->number);
}

/// In a state of a model that has the same nodes; no other element is looked at.
Eigen::MatrixXd jacobian_of(const Model& model, std::string_view family, unsigned label, const Scene& scene) {
  const auto e = model.find_element(family, label);
  const ElementBatch& batch = model.batch(e->batch);
  const int n = batch.local_size(e->number);
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> values(n, n);
  batch.local_jacobian(scene.state, e->number, values.data());
  return values;
}

}  // namespace

BOOST_AUTO_TEST_CASE(they_come_back_as_they_were) {
  const Deck deck = chain();
  const auto all = read(deck);
  const auto given_up = read_and_give_up(deck);
  const Model& model = given_up->model;
  Scene scene(all->model);
  scene.disturb_input(0.1);
  BOOST_TEST(missing(model, "beam") == 2);
  BOOST_TEST(missing(model, "joint") == 9);
  BOOST_TEST(missing(model, "body") == 5);
  BOOST_TEST(missing(model, "automatic structural") == 5);
  for (const ElementReference& e : all->model.elements()) {
    const ElementBatch& here = all->model.batch(e.batch);
    const ElementBatch& there = model.batch(e.batch);
    const bool was_here = there.is_here(e.number);
    // What is asked of all elements on all ranks does not bring them back.
    BOOST_TEST((there.output_spec(e.number, model) == here.output_spec(e.number, all->model)));
    BOOST_TEST(there.log(e.number, model) == here.log(e.number, all->model));
    BOOST_TEST(there.info(e.number).output == here.info(e.number).output);
    BOOST_TEST(there.info(e.number).name == here.info(e.number).name);
    BOOST_TEST(there.info(e.number).where.str() == here.info(e.number).where.str());
    BOOST_TEST(there.memory_count(e.number) == here.memory_count(e.number));
    BOOST_TEST(there.is_here(e.number) == was_here);
    BOOST_TEST(there.momentum_count(e.number) == here.momentum_count(e.number));
    const unsigned label = here.info(e.number).label;
    const Eigen::MatrixXd expected = jacobian_of(all->model, here.family(), label, scene);
    BOOST_TEST((jacobian_of(model, here.family(), label, scene) - expected).norm() == 0);
    BOOST_TEST(there.is_here(e.number));
  }
  // Bodies that are read again do not add their mass to the node again.
  for (NodeIndex i = 0; i < model.node_count(); ++i)
    BOOST_TEST(model.node(i).mass.mass == all->model.node(i).mass.mass);
  BOOST_TEST(model.node_count() == all->model.node_count());
  BOOST_TEST(model.elements().size() == all->model.elements().size());
}

BOOST_AUTO_TEST_CASE(bodies_know_the_field_of_gravity_that_comes_after_them) {
  Deck deck = chain("gravity: central, origin, 0.1, 0.2, 0.3, mass, 1e3, G, 1.;\n");
  deck.counters += " gravity;";
  const auto all = read(deck);
  const auto given_up = read_and_give_up(deck);
  Scene scene(all->model);
  scene.disturb_input(0.1);
  BOOST_TEST(missing(given_up->model, "body") == 5);
  for (unsigned label = 1; label <= 5; ++label) {
    const Eigen::MatrixXd expected = jacobian_of(all->model, "body", label, scene);
    BOOST_TEST(expected.topLeftCorner(3, 3).norm() > 0);
    BOOST_TEST((jacobian_of(given_up->model, "body", label, scene) - expected).norm() == 0);
  }
}

BOOST_AUTO_TEST_CASE(bodies_with_a_warning_are_kept) {
  Deck deck = chain("body: 9, 1, 1., null, diag, 1., 1., -1.;\n");
  deck.counters = "structural nodes: 6; rigid bodies: 6; beams: 2; joints: 9;";
  const auto given_up = read_and_give_up(deck);
  BOOST_TEST(missing(given_up->model, "body") == 5);
  BOOST_TEST(is_here(given_up->model, "body", 9));
  BOOST_TEST(given_up->warnings.size() == read(deck)->warnings.size());
}

BOOST_AUTO_TEST_CASE(joints_with_multipliers_come_back) {
  std::string cards;
  int count = 9;
  const auto joint = [&](const std::string& words) {
    cards += "joint: " + std::to_string(100 + ++count) + ", " + words + ";\n";
  };
  joint("clamp, 1, node, node");
  joint("spherical hinge, 1, null, 2, -1., 0., 0.");
  joint("revolute hinge, 2, null, hinge, eye, 3, -1., 0., 0., hinge, eye");
  joint("revolute pin, 3, null, hinge, eye, 3., 0., 0., hinge, eye");
  joint("revolute rotation, 1, 2");
  joint("prismatic, 1, 2");
  joint("in line, 1, null, eye, 2, offset, null");
  joint("in plane, 1, null, 0., 0., 1., 2, offset, null");
  joint("cardano hinge, 1, null, 2, -1., 0., 0.");
  joint("total joint, 1, 2, position constraint, 1, 1, 0, null, orientation constraint, 0, 0, 1, null");
  joint("total pin joint, 1, position constraint, 1, 1, 0, null, orientation constraint, 0, 0, 1, null");
  Deck deck = chain(cards);
  deck.counters = "structural nodes: 6; rigid bodies: 5; beams: 2; joints: " + std::to_string(count) + ";";
  const auto all = read(deck);
  const auto given_up = read_and_give_up(deck);
  const Model& model = given_up->model;
  Scene scene(all->model);
  scene.disturb_input(0.1);
  BOOST_TEST(missing(model, "joint") == count);
  for (int b = 0; b < all->model.batch_count(); ++b) {  // as the scene has them
    const ElementBatch& here = all->model.batch(b);
    given_up->model.batch(b).set_dofs([](NodeIndex node) { return 6 * node; },
                                      [&](int i) { return here.dofs(i)[6 * here.node_count(i)]; });
  }
  for (const ElementReference& e : all->model.elements()) {
    const ElementBatch& here = all->model.batch(e.batch);
    const ElementBatch& there = model.batch(e.batch);
    if (here.family() != "joint") continue;
    BOOST_TEST(there.unknown_count(e.number) == here.unknown_count(e.number));
    for (int j = 0; j < here.unknown_count(e.number); ++j)
      BOOST_TEST((there.unknown(e.number, j) == here.unknown(e.number, j)));
    BOOST_TEST(!there.is_here(e.number));
    const Eigen::MatrixXd expected = jacobian_of(all->model, "joint", here.label(e.number), scene);
    BOOST_TEST((jacobian_of(model, "joint", here.label(e.number), scene) - expected).norm() == 0);
  }
}

BOOST_AUTO_TEST_CASE(those_that_are_wanted_come_back_in_any_order_of_looking) {
  const auto all = read(chain());
  Scene scene(all->model);
  scene.disturb_input(0.1);
  const auto analysis = read_and_give_up(chain(), false);
  Model& model = analysis->model;
  const Eigen::MatrixXd fourth = jacobian_of(model, "joint", 4, scene);
  const Eigen::MatrixXd second = jacobian_of(model, "joint", 2, scene);
  BOOST_TEST(fourth.norm() > 50 * second.norm());
  const int batch = model.find_element("joint", 1)->batch;
  const std::vector<int> wanted = {0, 1, 3};
  model.batch(batch).keep(wanted);
  analysis->source.reset();
  for (int i = 0; i < 5; ++i) BOOST_TEST(model.batch(batch).is_here(i) == (i == 0 || i == 1 || i == 3));
  BOOST_TEST((jacobian_of(model, "joint", 4, scene) - fourth).norm() == 0);
  BOOST_TEST((jacobian_of(model, "joint", 2, scene) - second).norm() == 0);
  for (const unsigned label : {1U, 4U})
    BOOST_TEST((jacobian_of(model, "joint", label, scene) - jacobian_of(all->model, "joint", label, scene)).norm() ==
               0);
  BOOST_CHECK_THROW(jacobian_of(model, "joint", 3, scene), Error);
}

BOOST_AUTO_TEST_CASE(models_whose_elements_are_all_needed_have_them_all) {
  const auto analysis = read_and_give_up(chain());
  Model& model = analysis->model;
  model.need_all_elements();
  const Numbering numbering(model, undivided(model), 0, 1);
  numbering.forget_others(model);
  analysis->source.reset();
  for (const auto family : {"beam", "joint", "body"}) BOOST_TEST(missing(model, family) == 0);
}

BOOST_AUTO_TEST_CASE(cards_with_traces_are_kept) {
  const auto beam = [](int label, const std::string& stiffness, const std::string& more = "same, same") {
    return "beam3: " + std::to_string(label) + ", 1, null, 2, null, 3, null, eye, linear elastic generic, diag, " +
           stiffness + ", 1e6, 1e6, 1e3, 1e3, 1e3, " + more + ";\n";
  };
  std::string cards = "set: real stiffness = 2e6;\nset: const real fixed = 3e6;\n";
  cards += beam(11, "stiffness");  // may be another one later
  cards += "set: stiffness = 1.;\n";
  cards += beam(12, "(stiffness = 4e6)");
  cards += beam(13, "fixed");
  cards += beam(14, "1e6",
                "prestrain, single, 1., 0., 0., 0., 0., 0., sine, 0., 1., 1., forever, 0., same, same");  // a drive
  cards += "driven: 15, string, \"1.\", " + beam(15, "1e6");
  cards += beam(16, "1e6", "same, same, inertia, 1., null, eye");  // two elements
  cards += "gravity: uniform, 0., 0., -1., 9.81;\n";
  Deck deck = chain(cards);
  deck.counters = "structural nodes: 6; rigid bodies: 5; beams: 8; joints: 9; gravity;";
  const auto analysis = read_and_give_up(deck);
  const auto all = read(deck);
  for (const unsigned label : {11U, 12U, 14U, 15U, 16U}) BOOST_TEST(is_here(analysis->model, "beam", label), label);
  BOOST_TEST(!is_here(analysis->model, "beam", 13));
  Scene scene(all->model);
  scene.disturb_input(0.1);
  for (const unsigned label : {11U, 12U, 13U, 14U, 15U, 16U}) {
    const auto at = all->model.find_element("beam", label);
    BOOST_TEST(analysis->model.batch(at->batch).log(at->number, analysis->model) ==
               all->model.batch(at->batch).log(at->number, all->model));
    const Eigen::MatrixXd expected = jacobian_of(all->model, "beam", label, scene);
    BOOST_TEST((jacobian_of(analysis->model, "beam", label, scene) - expected).norm() == 0);
  }
  BOOST_TEST(analysis->model.drive_count() == all->model.drive_count());
  BOOST_TEST(analysis->model.count("beam inertia") == all->model.count("beam inertia"));
  // An element that no card makes.
  ElementInfo info;
  info.label = 99;
  const auto rod = all->model.find_element("joint", 1);
  const auto& rods = dynamic_cast<const Batch<RodJoint<false>>&>(all->model.batch(rod->batch));
  analysis->model.add_element(info, RodJoint<false>(rods.element(rod->number)));
  BOOST_TEST(is_here(analysis->model, "joint", 99));
}

BOOST_AUTO_TEST_CASE(a_source_that_makes_another_element_is_told) {
  const auto analysis = read_and_give_up(chain());
  Model& model = analysis->model;
  const auto rod = model.find_element("joint", 1);
  BOOST_CHECK_THROW(model.take_back(model.batch(rod->batch), rod->number, [] {}), Error);
}

BOOST_AUTO_TEST_CASE(expressions_may_look_at_them_while_another_card_is_read) {
  Deck deck = chain(
      "force: 1, absolute, 2, position, 0.1, 0.2, 0.3, single, 0., 0., 1., "
      "element, 1, joint, string, \"F\", direct;\n");
  deck.counters += " forces: 1;";
  const auto analysis = read_and_give_up(deck);
  BOOST_TEST(is_here(analysis->model, "joint", 1));
  BOOST_TEST(!is_here(analysis->model, "joint", 2));
  BOOST_TEST(analysis->model.find_element("force", 1).has_value());
  BOOST_TEST(analysis->model.observations().size() == 1U);
}

BOOST_AUTO_TEST_CASE(mistakes_are_told_as_ever) {
  const auto errors = [](const Deck& deck) -> std::string {
    try {
      read_and_give_up(deck);
    } catch (const InputError& error) {
      return error.what();
    }
    return {};
  };
  for (const std::string& wrong :
       {std::string("joint: 1, rod, 1, 2, from nodes, linear elastic, 1.;\n"), std::string("beam3: 1, 1, null;\n"),
        std::string("joint: 77, rod, 1, 2, from nodes, linear elastic, 1., 2.;\n"),
        std::string(
            "force: 1, absolute, 2, position, null, 0., 0., 1., element, 1, joint, string, \"G\", direct;\n")}) {
    const Deck deck = chain(wrong);
    BOOST_TEST(!errors_of(deck).empty());
    BOOST_TEST(errors(deck) == errors_of(deck));
  }
}

BOOST_AUTO_TEST_SUITE_END()
