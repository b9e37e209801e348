// Laws given by neural networks: values and mistakes in their files.
#include <boost/test/unit_test.hpp>

#include "tests/elements/laws/law_language.h"
#include "tests/elements/laws/network_file.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(neural_networks)

namespace {

const auto exact = boost::test_tools::tolerance(1e-14);

/// Two inputs, one hidden layer of three neurons, one output.
const std::string small =
    "2\n1\n1\n0\n3 1\n1\n1.7 0.6\n0.1\n0.2\n0.1 0.2 0.3\n0.4 0.5 0.6\n\n0.7\n0.8\n0.9\n\n2. 0.3\n0.5 -0.1\n4. 0.7\n";

void check_error(const std::string& text, const std::string& place, const std::string& message) {
  const NetworkFile file(text);
  LawLanguage l;
  const std::string error = error_of([&] { l.law<1>("ann viscoelastic, " + file.argument()); });
  BOOST_TEST(contains(error, file.path() + ":" + place + ": error: "), error);
  BOOST_TEST(contains(error, message), error);
}

std::string with(std::size_t line, const std::string& other) {
  std::string text = small;
  std::size_t at = 0;
  for (std::size_t k = 1; k < line; ++k) at = text.find('\n', at) + 1;
  return text.replace(at, text.find('\n', at) - at, other);
}

}  // namespace

// What the program `ann_sim` of MBDyn's distribution says of these files; its laws take the negative.
BOOST_AUTO_TEST_CASE(a_network_of_strain_and_rate) {
  const NetworkFile file(small);
  LawLanguage l;
  const auto law = l.law<1>("ann viscoelastic, " + file.argument());
  BOOST_TEST((law->kind() == LawKind::viscoelastic));
  BOOST_TEST(stress<1>(*law, {0}, {1}, l.at(0)) == 1.8366335103856546e-02, exact);
  BOOST_TEST(stress<1>(*law, {1}, {2}, l.at(0)) == -1.8249208278912710e-01, exact);
  BOOST_TEST(stress<1>(*law, {2}, {-1}, l.at(0)) == -1.0964821165396321e-01, exact);
}

BOOST_AUTO_TEST_CASE(linear_activation_and_neurons_without_output) {
  const NetworkFile file(
      "2\n1\n2\n0\n3 2 2\n2\n1.5 0.25\n0.1\n0.2\n0.1 0.2 0.3\n0.4 0.5 0.6\n0.7 0.1\n0.8 0.2\n0.9 0.3\n0.3 0.4\n0.5 "
      "0.6\n2. 0.3\n0.5 -0.1\n4. 0.7\n");
  LawLanguage l;
  const auto law = l.law<1>("ann viscoelastic, " + file.argument() + ", prestress, 10.");
  BOOST_TEST(stress<1>(*law, {0}, {1}, l.at(0)) == 10 - 3.3915000000000012e-01, exact);
  BOOST_TEST(stress<1>(*law, {1}, {2}, l.at(0)) == 10 - 9.3230625000000011e-01, exact);
}

BOOST_AUTO_TEST_CASE(a_network_without_hidden_layers) {
  const NetworkFile file("2 1 0 0 1 1 1.5 0.25 0.1 0.2 0.1 0.4 2. 0.3 0.5 -0.1 4. 0.7");
  LawLanguage l;
  const auto law = l.law<1>("ann viscoelastic, " + file.argument());
  BOOST_TEST(stress<1>(*law, {1}, {2}, l.at(0)) == 1.2008517049012385e-01, exact);
}

BOOST_AUTO_TEST_CASE(an_elastic_network_of_three_dimensions) {
  // y = W^T u: rows of the file are inputs.
  const NetworkFile file("3 3 0 0 3 2 1. 0. 0.1 0.2  1. 2. 3. 4. 5. 6. 7. 8. 9.  1 0 1 0 1 0  1 0 1 0 1 0");
  LawLanguage l;
  const auto law = l.law<3>("ann elastic, " + file.argument());
  const LawResult<3> result = evaluate<3>(*law, Vec3(1, 2, -1), Vec3::Zero(), l.at(0));
  BOOST_TEST((result.stress - Vec3(-2, -4, -6)).norm() < 1e-14);
  BOOST_TEST(result.by_strain(0, 1) == -4.);
  BOOST_TEST(result.by_rate.norm() == 0.);
}

BOOST_AUTO_TEST_CASE(mistakes_in_the_file) {
  check_error(with(1, "two"), "1:1", "expected the number of inputs, found `two`");
  check_error(with(1, "0"), "1:1", "expected the number of inputs, from 1 to");
  check_error(with(2, "1.5"), "2:1", "the number of outputs");
  check_error(with(4, "2"), "4:1", "a network with delays");
  check_error(with(5, "3 0"), "5:3", "the number of neurons of layer 2");
  check_error(with(6, "3"), "6:1", "the activation function");
  check_error(with(7, "1.7 x"), "7:5", "expected the second parameter of the activation function, found `x`");
  check_error(with(11, "0.4 nan 0.6"), "11:5", "expected weight (2, 2) of layer 1, found `nan`");
  check_error(with(17, "0. 0.3"), "17:1", "the factor that scales input 1 must not be zero");
  check_error(with(19, "4."), "20:1", "the network ends where the offset of output 1 should follow");
  check_error(with(19, "4. 0.7 5."), "19:8", "the network ends before this");
}

BOOST_AUTO_TEST_CASE(mistakes_in_the_card) {
  const NetworkFile file(small);
  const auto error = [](const auto& read) {
    LawLanguage l;
    return error_of([&] { read(l); });
  };
  const std::string elastic = error([&](LawLanguage& l) { l.law<1>("ann elastic, " + file.argument()); });
  BOOST_TEST(contains(elastic,
                      "test.mbd:1:20: error: the network has 2 inputs and 1 outputs; an elastic law of dimension "
                      "1 needs 1 and 1"),
             elastic);
  const std::string wide = error([&](LawLanguage& l) { l.law<3>("ann viscoelastic, " + file.argument()); });
  BOOST_TEST(contains(wide, "a viscoelastic law of dimension 3 needs 6 and 3"), wide);
  const std::string missing = error([&](LawLanguage& l) { l.law<1>("ann elastic, \"no such file\""); });
  BOOST_TEST(contains(missing, "test.mbd:1:20: error: "), missing);
  BOOST_TEST(contains(missing, "no such file"), missing);
}

BOOST_AUTO_TEST_SUITE_END()
