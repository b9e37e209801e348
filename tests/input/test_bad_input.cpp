// Wrong model files: each row is a text, the place of the error and a part of its message.
#include <boost/test/unit_test.hpp>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/input/language.h"

using namespace flexura;
using flexura::test::contains;
using flexura::test::error_of;
using flexura::test::Language;

BOOST_AUTO_TEST_SUITE(bad_input)

namespace {

struct BadInput {
  const char* text;
  const char* place;  ///< line:column
  const char* message;
};

/// Reads general cards and, as `card`, one with each kind of argument.
void check(const BadInput& bad) {
  Language language;
  language.restart();
  language.reader->open_text("f", bad.text);
  const std::string text = error_of([&] {
    language.reader->all_cards([&](const std::string& description) {
      Reader& r = *language.reader;
      if (description == "real") {
        r.real();
      } else if (description == "label") {
        r.label();
      } else if (description == "vector") {
        if (r.keyword("position")) r.position(FrameContext::absolute());
        r.vec3();
      } else if (description == "template") {
        r.drive3();
      } else {
        r.fail_unknown_card(description, {"real", "label", "vector", "template"});
      }
    });
    language.reader->finish();
  });
  BOOST_TEST_CONTEXT(bad.text) {
    const std::string start = std::string("f:") + bad.place + ": error: ";
    BOOST_TEST(text.substr(0, start.size()) == start, "not at " << bad.place << ": " << text);
    BOOST_TEST(contains(text, bad.message), text);
    BOOST_TEST(contains(text, "^"), "no caret: " << text);
  }
}

const std::vector<BadInput> lexical = {
    {"set: \"open;", "1:6", "string is not closed by `\"`"},
    {"set: 1; /* open", "1:9", "comment `/*` is not closed by `*/`"},
    {"real: 1..2;", "1:9", "unexpected `.` in the number `1.`"},
    {"real: 12abc;", "1:9", "unexpected `a` in the number `12`"},
    {"real: 1e;", "1:8", "exponent of a number has no digits"},
    {"real: 1.e+;", "1:9", "exponent of a number has no digits"},
    {"real: 99999999999;", "1:7", "write `99999999999.` if a real number is meant"},
    {"real: 1e400;", "1:7", "outside the range of real numbers"},
    {"real: 0x10;", "1:8", "unexpected `x`"},
    {"real: @;", "1:7", "expected an expression, found `@`"},
    {"real: 1 $ 2;", "1:9", "expected `,` or `;`, found `$`"},
};

const std::vector<BadInput> structure = {
    {";", "1:1", "unexpected `;`: there is no card before it"},
    {"set: 1;;", "1:8", "unexpected `;`"},
    {"12: 3;", "1:1", "expected a card `description: arguments;`, found `12`"},
    {"real, 3;", "1:1", "expected a card `description: arguments;`, found `real`"},
    {"\"text\";", "1:1", "expected a card"},
    {"reel: 1;", "1:1", "unknown card `reel`, did you mean `real`?"},
    {"Some Card: 1;", "1:1", "unknown card `Some Card`"},
    {"real: 1", "1:1", "the text ends inside this card: `;` is missing"},
    {"real: 1 # ;", "1:1", "the text ends inside this card"},
    {"real: ;", "1:7", "an argument is missing: expected a real number"},
    {"real;", "1:5", "an argument is missing: expected a real number"},
    {"real: 1, 2;", "1:10", "this argument is one too many: expected `;`"},
    {"real: 1,;", "1:9", "expected an argument between `,` and `;`"},
    {"real: 1 2;", "1:9", "expected `,` or `;`, found `2`"},
    {"real: 1\nlabel: 2;", "2:1", "is `;` missing at the end of line 1?"},
    {"vector: null\nlabel: 2;", "1:9", "is `;` missing at the end of line 1?"},
    {"vector: positon, null;", "1:9", "unknown variable `positon`, did you mean `position`?"},
    {"vector: position, null, nul;", "1:25", "unknown variable `nul`, did you mean `null`?"},
    {"real: 1: 2;", "1:8", "expected `,` or `;`, found `:`"},
    {"set: real 1a = 2;", "1:11", "expected the name of a variable after `real`, found `1a`"},
};

const std::vector<BadInput> expressions = {
    {"set: real a = b;", "1:15", "unknown variable `b`"},
    {"set: real mass = 1.;\nreal: mas;", "2:7", "unknown variable `mas`, did you mean `mass`?"},
    {"set: real mass = 1.;\nset: real mass = 2.;", "2:11", "already declared at f:1:11"},
    {"set: const real k;", "1:17", "constant `k` needs a value"},
    {"set: const real k = 1.; set: k = 2.;", "1:30", "`k` is const and cannot be assigned"},
    {"set: integer n = 1.5;", "1:14", "expected an integer, found 1.5"},
    {"set: real e = 1.;", "1:11", "the name `e` is predefined"},
    {"real: 1/0;", "1:8", "division by zero"},
    {"real: 2*(3;", "1:9", "`(` is not closed by `)`"},
    {"real: 2*(3, 4);", "1:11", "expected an operator, `;` or `)`, found `,`"},
    {"real: sin();", "1:7", "takes 1 argument, found 0"},
    {"real: sine(1.);", "1:7", "unknown function `sine`, did you mean `sin`"},
    {"real: sqrt(-1.);", "1:7", "the argument must be not negative"},
    {"real: model::distance(1,2);", "1:7", "needs the state of the model"},
    {"real: modell::distance(1,2);", "1:7", "unknown namespace `modell`, did you mean `model`?"},
    {"real: \"a\";", "1:7", "found the string \"a\""},
    {"real: Time;", "1:7", "time is known from the control data block on"},
    {"set: 1 = 2;", "1:8", "expected `,` or `;`, found `=`"},
    {"real: [node, a, 1, structural];", "1:7", "a plugin variable is declared in a `set` card"},
    {"set: [nod, a, 1, structural];", "1:7", "unknown plugin `nod`, did you mean `node`?"},
    {"set: [node, a, 1, structural;", "1:29", "expected `]`, found `;`"},
    {"set: [node, 5, 1, structural];", "1:13", "expected the name of the variable, found `5`"},
    {"set: [node, pi, 1, structural];", "1:13", "variable `pi` is already declared"},
    {"set: [dof, a, 1, structural, 1];", "1:31", "expected `algebraic` or `differential`"},
    {"set: [dof, a, 1, structural, algebraic, prev=2];", "1:41", "expected `prev=true` or `prev=false`"},
};

const std::vector<BadInput> entities = {
    {"label: -4;", "1:8", "a label cannot be negative, found -4"},
    {"label: \"x\";", "1:8", "expected a label, found the string \"x\""},
    {"label: ,;", "1:8", "expected a label, found an empty field"},
    {"vector: 1., 2.;", "1:15", "(entry 3 of 3)"},
    {"vector: position, reference, 5, null, null;", "1:30", "reference frame 5 is not defined; none is defined yet"},
    {"vector: position, reference, node, null, null;", "1:30", "there is no node here"},
    {"vector: position, reference, other node, null, null;", "1:30", "second node of a two-node joint only"},
    {"reference: 1, null, null, null, null;", "1:21", "`null` is not an orientation"},
    {"reference: 1, null, 1, 1.,0.,0., 1, 0.,1.,0., null, null;", "1:34", "the second axis must differ"},
    {"reference: 1, null, 5, 1.,0.,0., 1, 0.,1.,0., null, null;", "1:21", "1, 2 or 3, found 5"},
    {"reference: 1, null, 1, 0.,0.,0., 2, 0.,1.,0., null, null;", "1:21", "the first direction is zero"},
    {"reference: 1, null, 1, 1.,0.,0., 2, 2.,0.,0., null, null;", "1:21", "parallel"},
    {"reference: 1, null, eye, null;", "1:30", "an argument is missing"},
    {"reference: 1, null, eye, null, null;\nreference: 1, null, eye, null, null;", "2:12",
     "reference frame 1 is already defined"},
    {"reference: 1, denavit hartenberg, 1., 2., 3.;", "1:45", "the angle alpha"},
    {"reference: 1, denavit hartenberg, reference, 9, 1., 2., 3., 4.;", "1:46", "reference frame 9 is not defined"},
};

const std::vector<BadInput> drives = {
    {"drive caller: 1, rampp, 1., 0., 1., 0.;", "1:18", "unknown drive `rampp`, did you mean `ramp`?"},
    {"drive caller: 1, reference, 3;", "1:29", "drive caller 3 is not defined"},
    {"drive caller: 1, 1.; drive caller: 1, 2.;", "1:36", "drive caller 1 is already defined"},
    {"drive caller: 1, file, 1;", "1:24", "file driver 1 is not defined; none is"},
    {"drive caller: 1, node, 1, structural, string, \"X[1]\", direct;", "1:24", "structural node 1 is not defined"},
    {"drive caller: 1, element, 1, joint, string, \"Fx\", direct;", "1:27", "joint 1 is not defined"},
    {"drive caller: 1, dof, 1, structurel, 1, algebraic, direct;", "1:26", "did you mean `structural`"},
    {"drive caller: 1, ramp, 1., 2., 1., 0.;", "1:32", "final time lies before the initial time"},
    {"drive caller: 1, sine, 0., 1., 1., 0, 0.;", "1:36", "number of cycles must not be 0"},
    {"drive caller: 1, piecewise linear, 2, 0., 1., 0., 2.;", "1:47", "must ascend"},
    {"drive caller: 1, string, \"sin(Tme)\";", "1:31", "unknown variable `Tme`"},
    {"drive caller: 1, string, \"1 + real v = 2; v\";", "1:31", "a string drive cannot declare variables"},
    {"drive caller: 1, string, \" \";", "1:26", "expected an expression in the string"},
    {"drive caller: 1, array, 0;", "1:25", "the number of drives must be positive"},
    {"drive caller: 1, mult, 1.;", "1:26", "an argument is missing: expected a drive caller"},
    {"drive caller: 1, ;", "1:18", "expected a drive caller, found an empty field"},
    {"drive caller: 1, postponed, 2;", "1:29", "postponed drive caller 2 is not defined anywhere"},
    {"template drive caller: 1, 4, null;", "1:27", "dimension of a template drive caller"},
    {"template drive caller: 1, 3x3, null;", "1:28", "unexpected `x`"},
    {"template: reference, 4;", "1:22", "template drive caller 4 is not defined"},
    {"template: component, 1., 2.;", "1:28", "component 3"},
    {"template: array, 2, null;", "1:25", "an argument is missing"},
};

const std::vector<BadInput> general = {
    {"include: nofile;", "1:10", "expected a string in quotes, found `nofile`"},
    {"include: \"no/such/file\";", "1:10", "cannot read `no/such/file`"},
    {"include: \"$FLEXURA_NOT_SET\";", "1:10", "is not set"},
    {"setenv: overwrite, \"A=1\";", "1:20", "expected a truth value, found the string"},
    {"constitutive law: 1, 1, linear elastic, 1.;", "1:1", "card `constitutive law` is not supported"},
    {"scalar function: \"f\", const, 1.;", "1:1", "card `scalar function` is not supported"},
    {"hydraulic fluid: 1, incompressible, density, 1.;", "1:1", "is not supported"},
    {"c81 data: 1, \"file\";", "1:1", "is not supported"},
    {"remark: 1 2;", "1:11", "expected `,` or `;`, found `2`"},
    {"license: 1;", "1:10", "this argument is one too many"},
    {"warranty: 1;", "1:11", "this argument is one too many"},
    {"exit: 1;", "1:7", "this argument is one too many"},
    {"set;", "1:4", "an argument is missing: expected an expression"},
    {"set: 1, 2;", "1:9", "this argument is one too many"},
    {"setenv: \"A=1\", 2;", "1:16", "this argument is one too many"},
    {"reference: 1, name, arm, null, eye, null, null;", "1:21", "expected a string in quotes, found `arm`"},
    {"drive caller: 1, name, 2, 1.;", "1:24", "expected a string, found 2"},
    {"module load: \"libmodule-x\";", "1:1", "is not supported"},
    {"print symbol table: modle;", "1:21", "expected namespace: `all`, `default`, `model`; found `modle`"},
};

}  // namespace

BOOST_AUTO_TEST_CASE(lexical_errors) {
  for (const auto& bad : lexical) check(bad);
}
BOOST_AUTO_TEST_CASE(a_file_may_end_anywhere_at_the_end_of_a_page) {
  const std::string card =
      "vector: -1.5e-3, (2 + -.5)*3, 4; /* c */ template: single, -1., 0., 0., const, -2; # d\nreal: \"\\\"e\"";
  const std::string path =
      (std::filesystem::temp_directory_path() / ("flexura_page_end_" + std::to_string(getpid()) + ".mbd")).string();
  const std::size_t size = std::size_t{513} << 12;  // mapped; whole pages
  for (std::size_t length = 1; length <= card.size(); ++length) {
    std::ofstream(path) << std::string(size - length, ' ') << card.substr(0, length);
    Language language;
    language.restart();
    language.reader->open(path);
    const std::string text = error_of([&] {
      language.reader->all_cards([&](const std::string& description) {
        if (description == "vector") language.reader->vec3();
        if (description == "template") language.reader->drive3();
        if (description == "real") language.reader->real();
      });
      language.reader->finish();
    });
    const std::size_t cards = card.rfind(';', length - 1), closed = card.find_first_not_of(' ', cards + 1);
    const bool whole = cards != std::string::npos && (closed >= length || card.substr(closed, 1) == "#");
    BOOST_TEST((whole || card.substr(closed, 2) == "/*" || !text.empty()), card.substr(0, length));
  }
  std::filesystem::remove(path);
}

BOOST_AUTO_TEST_CASE(structural_errors) {
  for (const auto& bad : structure) check(bad);
}
BOOST_AUTO_TEST_CASE(errors_in_expressions) {
  for (const auto& bad : expressions) check(bad);
}
BOOST_AUTO_TEST_CASE(errors_in_entities) {
  for (const auto& bad : entities) check(bad);
}
BOOST_AUTO_TEST_CASE(errors_in_drives) {
  for (const auto& bad : drives) check(bad);
}
BOOST_AUTO_TEST_CASE(errors_in_general_cards) {
  for (const auto& bad : general) check(bad);
}

BOOST_AUTO_TEST_SUITE_END()
