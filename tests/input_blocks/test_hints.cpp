// Hints of driven elements: forms, which joints take them, and mistakes.
#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

#include "model/reattachment.h"
#include "tests/input_blocks/deck.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(hints_of_driven_elements)

namespace {

Deck driven(const std::string& hints, const std::string& joint) {
  Deck deck;
  deck.counters = "structural nodes: 2; rigid bodies: 1; joints: 1;";
  deck.nodes += "structural: 2, dynamic, 1., 0., 0., eye, null, null;";
  deck.elements += "\ndriven: 3, string, \"Time > 0.5\", " + hints + "\njoint: 3, " + joint + ";";
  return deck;
}

const std::vector<Reattachment>& hints_of(const Analysis& analysis) {
  static const std::vector<Reattachment> none;
  const auto* hints = dynamic_cast<const AttachmentHints*>(&analysis.model.drive(analysis.model.driven()[0].drive));
  return hints ? hints->hints() : none;
}

}  // namespace

BOOST_AUTO_TEST_CASE(joints_take_the_hints_of_their_attachments) {
  struct Joint {
    const char* card;
    std::vector<const char*> hints;
  };
  const std::vector<const char*> offsets = {"offset{1}", "offset{2}"}, hinges = {"hinge{1}", "hinge{2}"},
                                 both = {"offset{1}", "offset{2}", "hinge{1}", "hinge{2}"},
                                 pin_offsets = {"offset{0}", "offset{1}"},
                                 pin = {"offset{0}", "offset{1}", "hinge{0}", "hinge{1}"};
  const std::vector<Joint> joints = {
      {"revolute hinge, 1, null, 2, null", both},
      {"revolute pin, 1, null, position, null", pin},
      {"revolute rotation, 1, 2", hinges},
      {"axial rotation, 1, null, 2, null, 1.", both},
      {"spherical hinge, 1, null, 2, null", offsets},
      {"spherical pin, 1, position, null, position, null", pin_offsets},
      {"prismatic, 1, 2", hinges},
      {"drive displacement, 1, null, 2, null, null", offsets},
      {"drive displacement pin, 1, null, null, null", pin_offsets},
      {"drive hinge, 1, 2, null", hinges},
      {"imposed displacement, 1, null, 2, null, 1., 0., 0., 1.", offsets},
      {"imposed displacement pin, 1, null, null, 1., 0., 0., 1.", pin_offsets},
      {"in plane, 1, null, 1., 0., 0., 2", offsets},
      {"deformable axial joint, 1, 2, linear elastic, 1.", hinges},
      {"deformable hinge, 1, 2, linear elastic, 1.", hinges},
      {"invariant deformable hinge, 1, 2, linear elastic, 1.", hinges},
      {"deformable displacement joint, 1, position, null, 2, position, null, linear elastic, 1.", both},
      {"deformable joint, 1, position, null, 2, position, null, linear elastic, 1.", both},
      {"total joint, 1, 2", {"offset{2}", "position-hinge{1}", "orientation-hinge{2}"}},
      {"total pin joint, 1", {"offset{0}", "position-hinge{0}", "orientation-hinge{1}"}},
  };
  for (const Joint& joint : joints) {
    std::string hints;
    for (const char* hint : joint.hints) hints += std::string("hint, \"") + hint + "\", ";
    const auto a = read(driven(hints, joint.card));
    BOOST_TEST(hints_of(*a).size() == joint.hints.size(), joint.card);
    for (std::size_t k = 0; k < joint.hints.size(); ++k) {
      const std::string hint = joint.hints[k];
      const int node = hint[hint.size() - 2] - '0';
      const bool to_ground = std::string(joint.card).find(" pin") != std::string::npos;
      BOOST_TEST(hints_of(*a)[k].end == (to_ground ? node : node - 1), joint.card);
    }
  }
}

BOOST_AUTO_TEST_CASE(the_text_of_a_hint_may_have_comments_and_lines) {
  const auto a =
      read(driven("hint, \"# the first\n  Offset { # node\n 1 + 1 /* that one */ } # done }\n\", \"hinge{1}\", "
                  "hint, \"offset{1}\",",
                  "revolute hinge, 1, null, 2, null"));
  const auto& hints = hints_of(*a);
  BOOST_REQUIRE(hints.size() == 3U);
  BOOST_TEST(hints[0].end == 1);
  BOOST_TEST((hints[1].part == AttachmentPart::axes && hints[1].end == 0));
  BOOST_TEST((hints[2].part == AttachmentPart::offset && hints[2].end == 0));
}

BOOST_AUTO_TEST_CASE(an_element_that_exists_takes_hints) {
  Deck deck = driven("hint, \"offset{1}\",", "spherical hinge, 1, null, 2, null");
  const std::size_t at = deck.elements.find("\ndriven");
  deck.elements = deck.elements.substr(0, at) +
                  "joint: 3, spherical hinge, 1, null, 2, null;"
                  "driven: 3, const, 1., hint, \"offset{1}\", existing: joint, 3;";
  BOOST_TEST(hints_of(*read(deck)).size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_law_takes_a_hint_for_the_prestrain_it_has) {
  const std::string joint = "deformable displacement joint, 1, position, null, 2, position, null, linear elastic, 1.";
  read(driven("hint, \"drive3{1., 0., 0., 2.}\",", joint + ", prestrain, null"));
  read(driven("hint, \"drive6{1., 0., 0., 0., 0., 0., 2.}\",",
              "deformable joint, 1, position, null, 2, position, null, linear elastic, 1., prestrain, null"));
  read(driven("hint, \"drive{2.}\",", "rod, 1, 2, 1., linear elastic, 1., prestrain, 0."));
  BOOST_TEST(contains(errors_of(driven("hint, \"drive3{1., 0., 0., 2.}\",", joint)),
                      "the deformable displacement joint has nothing that hint `drive3` could give"));
}

BOOST_AUTO_TEST_CASE(mistakes_are_told_where_they_are) {
  struct Bad {
    const char* hints;
    const char* joint;
    const char* message;
    int column;  ///< in the line of the `driven` card
  };
  const char* const hinge = "revolute hinge, 1, null, 2, null";
  const std::vector<Bad> cases = {
      {"hint, \"offset\",", hinge, "a hint is a word with arguments in braces", 41},
      {"hint, \"{1}\",", hinge, "a hint is a word with arguments in braces", 41},
      {"hint, \"offset{1\",", hinge, "the brace is not closed", 47},
      {"hint, \"offset{1} and more\",", hinge, "nothing may follow it in the string", 51},
      {"hint, \"ofset{1}\",", hinge, "unknown hint `ofset`", 41},
      {"hint, \"drive6x6{1}\",", hinge, "no element asks for it", 41},
      {"hint, \"offset{0}\",", hinge, "in the hint: 0 is no node of the joint: expected 1 or 2", 48},
      {"hint, \"offset{3}\",", hinge, "3 is no node of the joint", 48},
      {"hint, \"offset{2}\",", "spherical pin, 1, position, null, position, null", "expected 0 (the ground) or 1", 48},
      {"hint, \"offset{1, 2}\",", hinge, "in the hint: ", 51},
      {"hint, \"offset{}\",", hinge, "in the hint: ", 48},
      {"hint, \"offset{nobody}\",", hinge, "in the hint: ", 48},
      {"hint, \"offset{1}\",", "prismatic, 1, 2", "the prismatic cannot be attached anew by hint `offset`", 41},
      {"hint, \"hinge{1}\",", "total joint, 1, 2", "the total joint cannot be attached anew by hint `hinge`", 41},
      {"hint, \"position-hinge{1}\",", hinge, "the revolute hinge cannot be attached anew by hint `position-hinge`",
       41},
      {"hint, \"offset{1}\",", "clamp, 1, node, node", "the clamp cannot be attached anew by hint `offset`", 41},
      {"hint, \"drive{1.}\",", hinge, "the revolute hinge has nothing that hint `drive` could give", 41},
      {"hint, \"drive{sine, 0., ramp}\",", "distance, 1, 2, const, 1.", "in the hint: ", 57},
  };
  for (const Bad& bad : cases) {
    const std::string text = errors_of(driven(bad.hints, bad.joint));
    BOOST_TEST(contains(text, bad.message), bad.hints << " gives: " << text);
    BOOST_TEST(contains(text, "deck:10:" + std::to_string(bad.column) + ": error: "), bad.hints << " gives: " << text);
  }
}

BOOST_AUTO_TEST_SUITE_END()
