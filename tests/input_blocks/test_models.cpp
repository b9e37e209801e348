// Whole models: order of blocks, recovery from errors, nodes and elements, includes, checks.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <boost/test/unit_test.hpp>

#include "tests/input_blocks/deck.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(models)

namespace {

const char* const pendulum = R"(# a pendulum with a driven pivot
set: const real length = 0.8;
set: const real mass = 2.;
set: integer BOB = 20;
begin: data;
  problem: initial value;
end: data;
begin: initial value;
  initial time: 0.; final time: 0.5; time step: 5.e-4;
  method: ms, postponed, 77; tolerance: 1.e-8, test, minmax; max iterations: 15;
  linear solver: umfpack, cc;
end: initial value;
begin: control data;
  title: "driven pendulum";
  structural nodes: 2; rigid bodies: 1; joints: 2; gravity;
  default orientation: orientation vector;
  output frequency: 2;
end: control data;
drive caller: 77, const, 0.5;
reference: 5, reference, global, 0., 0., -length, reference, global, eye, null, null;
begin: nodes;
  structural: 10, static, null, eye, null, null;
  structural: BOB, dynamic, at reference, 5, accelerations, yes;
  output: structural, range, 10, 30;
end: nodes;
begin: elements;
  body: 1, BOB, mass, null, diag, 0.01, 0.01, 0.01;
  joint: 1, clamp, 10, node, node;
  joint: 2, spherical hinge, 10, position, null, BOB, position, 0., 0., length, output, no;
  gravity: uniform, 0., 0., -1., const, 9.81;
  output: joint, 1;
end: elements;
)";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  BOOST_REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / ("flexura-blocks-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(path_ / "parts");
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return (path_ / name).string();
  }

 private:
  std::filesystem::path path_;
};

std::string errors_of_file(const std::string& path) {
  try {
    read_model(path);
  } catch (const Error& error) {
    return error.what();
  }
  return {};
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_whole_model_is_read) {
  const auto a = read(pendulum);
  BOOST_TEST(a->model.title == "driven pendulum");
  BOOST_TEST(a->problem.final_time == 0.5);
  BOOST_TEST(value_of(a->problem.method.rho) == 0.5);
  BOOST_TEST((a->problem.nonlinear.residual_test == ConvergenceTest::minmax));
  BOOST_TEST(a->problem.linear.name == "umfpack");
  BOOST_TEST(a->output.frequency == 2);
  BOOST_TEST(a->model.node_count() == 3);
  const auto bob = a->model.find_node(20);
  BOOST_REQUIRE(bob.has_value());
  BOOST_TEST((a->model.node(*bob).initial.x == Vec3(0, 0, -0.8)));
  BOOST_TEST(a->model.node(*bob).accelerations);
  BOOST_TEST((a->model.node(*bob).orientation_format == OrientationFormat::vector));
  BOOST_TEST(a->model.node(*bob).mass.mass == 2);
  BOOST_TEST(a->model.count("joint") == 2);
  const auto hinge = a->model.find_element("joint", 2);
  BOOST_REQUIRE(hinge.has_value());
  BOOST_TEST(!a->model.batch(hinge->batch).info(hinge->number).output);
  BOOST_TEST(a->model.find_element("automatic structural", 20).has_value());
  BOOST_TEST(a->model.gravity() != nullptr);
  BOOST_TEST(a->frames.find(5) != nullptr);
  BOOST_TEST(a->symbols->find("Time") != nullptr);
  BOOST_TEST(a->warnings.empty());
  BOOST_TEST(check_model(*a).empty());
}

BOOST_AUTO_TEST_CASE(keywords_ignore_case_and_blanks) {
  std::string text = replaced(pendulum, "begin: initial value;", "BEGIN : InitialValue ;");
  text = replaced(text, "end: control data;", "End: CONTROL   DATA;");
  BOOST_TEST(errors_of(text).empty(), errors_of(text));
}

BOOST_AUTO_TEST_CASE(all_errors_of_a_model_come_in_one_run) {
  std::string text = replaced(pendulum, "time step: 5.e-4", "time step: stepsize");
  text = replaced(text, "output frequency: 2;", "output frequncy: 2;");
  text = replaced(text, "body: 1, BOB, mass,", "body: 1, BOB, mas,");
  text = replaced(text, "spherical hinge, 10, position", "sferical hinge, 10, position");
  text = replaced(text, "clamp, 10, node", "clamp, 11, node");
  text = replaced(text, "const, 9.81", "const, grav");
  const std::string errors = errors_of(text);
  BOOST_TEST(contains(errors, "deck:9:49: error: "), errors);
  BOOST_TEST(contains(errors, "stepsize"), errors);
  BOOST_TEST(contains(errors, "deck:17:3: error: unknown card `output frequncy`, did you mean `output frequency`"),
             errors);
  BOOST_TEST(contains(errors, "deck:27:17: error: "), errors);
  BOOST_TEST(contains(errors, "did you mean `mass`"), errors);
  BOOST_TEST(contains(errors, "deck:29:13: error: unknown joint `sferical hinge`, did you mean `spherical hinge`"),
             errors);
  BOOST_TEST(contains(errors, "deck:28:20: error: structural node 11 is not defined, did you mean `10`"), errors);
  BOOST_TEST(contains(errors, "deck:30:41: error: "), errors);
  BOOST_TEST(contains(errors, "6 errors"), errors);
}

BOOST_AUTO_TEST_CASE(what_a_wrong_card_defines_is_not_reported_again_where_it_is_used) {
  std::string text =
      replaced(pendulum, "reference: 5, reference, global, 0.,", "reference: 5, reference, global, zero,");
  text = replaced(text, "structural: 10, static, null, eye,", "structural: 10, static, null, ey,");
  text = replaced(text, "drive caller: 77, const, 0.5", "drive caller: 77, const, half");
  text = replaced(text, "joint: 1, clamp, 10, node", "joint: 1, clmp, 10, node");
  const std::string errors = errors_of(text);
  BOOST_TEST(contains(errors, "4 errors"), errors);
  BOOST_TEST(!contains(errors, "is not defined"), errors);
}

BOOST_AUTO_TEST_CASE(duplicate_labels_name_the_first_definition) {
  const std::string node = replaced(pendulum, "structural: BOB,", "structural: 10,");
  BOOST_TEST(contains(errors_of(node), "structural node 10 is already defined at deck:22:"), errors_of(node));
  const std::string joint = replaced(pendulum, "joint: 2,", "joint: 1,");
  BOOST_TEST(contains(errors_of(joint), "joint 1 is already defined at deck:28:"), errors_of(joint));
  const std::string frame = replaced(pendulum, "begin: nodes;", "reference: 5, null, eye, null, null; begin: nodes;");
  BOOST_TEST(contains(errors_of(frame), "deck:21:12: error: reference frame 5 is already defined"), errors_of(frame));
}

BOOST_AUTO_TEST_CASE(blocks_come_in_the_order_of_the_language) {
  std::string text = pendulum;
  const std::string data = "begin: data;\n  problem: initial value;\nend: data;\n";
  text = replaced(text, data, "");
  text = replaced(text, "begin: control data;", data + "begin: control data;");
  BOOST_TEST(contains(errors_of(text), "error: block `data` comes after block `initial value`; the order is `data`"),
             errors_of(text));
  text = std::string(pendulum) + "begin: nodes;\nend: nodes;\n";
  BOOST_TEST(contains(errors_of(text), "deck:33:8: error: there is a second block `nodes`"), errors_of(text));
}

BOOST_AUTO_TEST_CASE(missing_and_unknown_blocks_are_named) {
  std::string text = pendulum;
  text.erase(text.find("begin: elements;"));
  BOOST_TEST(contains(errors_of(text), "the model has no block `elements`"), errors_of(text));
  text = replaced(pendulum, "begin: control data;", "begin: control dat;");
  BOOST_TEST(contains(errors_of(text), "deck:13:8: error: unknown block `control dat`, did you mean `control data`"),
             errors_of(text));
  BOOST_TEST(!errors_of(std::string("")).empty());
}

BOOST_AUTO_TEST_CASE(unclosed_blocks_are_reported_where_they_begin) {
  std::string text = replaced(pendulum, "end: elements;\n", "");
  BOOST_TEST(contains(errors_of(text), "deck:26:1: error: block `elements` is not closed"), errors_of(text));
  text = replaced(pendulum, "end: nodes;", "");
  BOOST_TEST(contains(errors_of(text), "deck:26:1: error: a block begins inside block `nodes`"), errors_of(text));
  BOOST_TEST(occurrences(errors_of(text), "error:") == 1, errors_of(text));
  text = replaced(pendulum, "end: nodes;", "end: elements;");
  BOOST_TEST(contains(errors_of(text), "deck:25:6: error: expected `end: nodes;`"), errors_of(text));
  BOOST_TEST(contains(errors_of("end: nodes;\n" + std::string(pendulum)), "deck:1:1: error: `end` without a block"));
}

BOOST_AUTO_TEST_CASE(statements_that_are_not_supported_are_named) {
  const auto with_element = [](const std::string& card) {
    return replaced(pendulum, "gravity: uniform", card + "\n  gravity: uniform");
  };
  for (const std::string card : {"hydraulic", "aerodynamic body", "hexahedron8", "membrane4eas", "aeromodal"}) {
    const std::string errors = errors_of(with_element(card + ": 1, 2;"));
    BOOST_TEST(contains(errors, "deck:30:3: error: element card `" + card + "` is not supported"), errors);
  }
  const auto with_driver = [](const std::string& card) {
    return replaced(pendulum, "begin: elements;", "begin: drivers;\n" + card + "\nend: drivers;\nbegin: elements;");
  };
  BOOST_TEST(contains(errors_of(with_driver("file: 1, RTAI input, 2;")),
                      "deck:27:10: error: file driver `RTAI input` is not supported"));
  BOOST_TEST(contains(errors_of(with_driver("file: 1, fixd step, 2;")), "did you mean `fixed step`"));
  BOOST_TEST(contains(errors_of(std::string(pendulum) + "begin: parallel;\n x: 1;\nend: parallel;\n"),
                      "deck:33:8: error: block `parallel` is not supported"));
  std::string text = replaced(pendulum, "problem: initial value", "problem: inverse dynamics");
  BOOST_TEST(contains(errors_of(text), "deck:6:12: error: problem `inverse dynamics` is not supported"));
}

BOOST_AUTO_TEST_CASE(unknown_cards_come_with_the_nearest_names) {
  BOOST_TEST(contains(errors_of(replaced(pendulum, "structural: 10, static", "structral: 10, static")),
                      "deck:22:3: error: unknown card `structral`, did you mean `structural`"));
  BOOST_TEST(contains(errors_of(replaced(pendulum, "joint: 1, clamp", "joints: 1, clamp")),
                      "deck:28:3: error: unknown card `joints`, did you mean `joint`"));
  BOOST_TEST(contains(errors_of("bgin: data;\n" + std::string(pendulum)),
                      "deck:1:1: error: unknown card `bgin`, did you mean `begin`"));
  BOOST_TEST(contains(errors_of(replaced(pendulum, "problem: initial value", "problm: initial value")),
                      "deck:6:3: error: unknown card `problm`, did you mean `problem`"));
}

BOOST_AUTO_TEST_CASE(output_cards_turn_single_entities_on) {
  std::string text = replaced(pendulum, "output frequency: 2;", "default output: none;");
  text = replaced(text, "structural, range, 10, 30", "structural, accelerations, BOB");
  const auto a = read(text);
  BOOST_TEST(!a->model.node(1).output);
  BOOST_TEST(a->model.node(2).output);
  const auto joint = [&](unsigned label) {
    const auto at = *a->model.find_element("joint", label);
    return a->model.batch(at.batch).info(at.number).output;
  };
  BOOST_TEST(joint(1));
  BOOST_TEST(!joint(2));
  const auto b = read(replaced(text, "output: joint, 1;", "output: joint, range, 2, 40000;"));
  const auto at = *b->model.find_element("joint", 2);
  BOOST_TEST(b->model.batch(at.batch).info(at.number).output);

  const auto error = [&](const std::string& from, const std::string& to) {
    return errors_of(replaced(text, from, to));
  };
  BOOST_TEST(contains(error("output: joint, 1;", "output: joint, 7;"), "deck:31:18: error: joint 7 is not defined"));
  BOOST_TEST(contains(error("output: joint, 1;", "output: jiont, 1;"), "did you mean `joint`"));
  BOOST_TEST(contains(error("output: joint, 1;", "output: joint, range, 3, 2;"), "ends at 2, before it begins at 3"));
  BOOST_TEST(contains(error("accelerations, BOB", "accelerations, 21"), "structural node 21 is not defined"));
  BOOST_TEST(contains(error("output: structural,", "output: abstract,"), "`accelerations`"));
}

BOOST_AUTO_TEST_CASE(includes_are_followed_and_their_errors_placed) {
  const Folder folder;
  folder.write("parts/values.set", "set: const real length = 0.8;\nset: const real mass = 2.;\n");
  std::string text = replaced(pendulum, "set: const real length = 0.8;\nset: const real mass = 2.;",
                              "include: \"parts/values.set\";\n");
  const std::string path = folder.write("model.mbd", text);
  BOOST_TEST(errors_of_file(path).empty(), errors_of_file(path));

  folder.write("parts/values.set", "set: const real length = 0.8;\nset: const real mass = two;\n");
  BOOST_TEST(contains(errors_of_file(path), "parts/values.set:2:24: error: "), errors_of_file(path));

  folder.write("parts/values.set", "include: \"../model.mbd\";\n");
  BOOST_TEST(contains(errors_of_file(path), "parts/values.set:1:"), errors_of_file(path));
  BOOST_TEST(contains(errors_of_file(path), "includes itself"), errors_of_file(path));

  const std::string missing = folder.write("missing.mbd", replaced(text, "values.set", "nothing.set"));
  BOOST_TEST(contains(errors_of_file(missing), "missing.mbd:2:10: error: "), errors_of_file(missing));
  BOOST_TEST(contains(errors_of_file(missing), "nothing.set"), errors_of_file(missing));
  BOOST_TEST(contains(errors_of_file("/nowhere/model.mbd"), "/nowhere/model.mbd"));
}

BOOST_AUTO_TEST_CASE(environment_and_definitions_declare_variables) {
  const std::string text = replaced(pendulum, "set: const real length = 0.8;", "set: ifndef const real length = 0.8;");
  ::setenv("MBDYNVARS", "real length = 1.5; integer spare = 2;", 1);
  ::setenv("MBDYN_real_extra", "0.25", 1);
  const auto a = read_model_text(text, "deck");
  ::unsetenv("MBDYNVARS");
  ::unsetenv("MBDYN_real_extra");
  BOOST_TEST((a->model.node(*a->model.find_node(20)).initial.x == Vec3(0, 0, -1.5)));
  BOOST_TEST(a->symbols->find("extra") != nullptr);
  ReadOptions options;
  options.definitions = {"real length = 2."};
  const auto b = read_model_text(text, "deck", options);
  BOOST_TEST((b->model.node(*b->model.find_node(20)).initial.x == Vec3(0, 0, -2)));
}

BOOST_AUTO_TEST_CASE(redefinition_needs_permission) {
  const std::string text = replaced(pendulum, "begin: data;", "set: real length = 3.;\nbegin: data;");
  BOOST_TEST(contains(errors_of(text), "deck:5:"), errors_of(text));
  ReadOptions options;
  options.allow_redefinition = true;
  BOOST_TEST((read_model_text(text, "deck", options) != nullptr));
}

BOOST_AUTO_TEST_SUITE_END()
