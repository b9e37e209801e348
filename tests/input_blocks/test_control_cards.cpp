// Cards of block `control data`: what they set, and what is refused where.
#include <functional>
#include <vector>

#include <boost/test/unit_test.hpp>

#include "input/blocks/counters.h"
#include "input/blocks/module_card.h"
#include "input/blocks/restart_cards.h"
#include "input/blocks/streams/streams.h"
#include "input/run_storage.h"
#include "tests/input_blocks/deck.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(control_cards)

namespace {

struct Accepted {
  const char* card;
  std::function<bool(const Analysis&)> check;
};
struct Refused {
  const char* card;
  int column;
  const char* message;
};

const std::vector<Accepted> accepted = {
    {"skip initial joint assembly;", [](const Analysis& a) { return a.assembly.skip; }},
    {"initial assembly of deformable and force elements;",
     [](const Analysis& a) {
       return a.assembly.deformable && !a.assembly.weight && !a.assembly.forces && !a.assembly.loadable;
     }},
    {"use: rigid bodies, gravity, in assembly; initial assembly of deformable and force elements;",
     [](const Analysis& a) { return a.assembly.deformable && a.assembly.weight && !a.assembly.forces; }},
    {"initial assembly of deformable and force elements; use: forces, in assembly; use: loadable elements, in "
     "assembly;",
     [](const Analysis& a) {
       return a.assembly.forces && a.assembly.loadable && !a.assembly.weight && !warned(a, "`use`");
     }},
    {"use: rigid bodies, gravity, in assembly;",
     [](const Analysis& a) { return warned(a, "deck:5:1: warning: `use` has no effect: loads take part"); }},
    {"use: beams, solids, surface loads, aerodynamic elements, in assembly;",
     [](const Analysis& a) { return !warned(a, "`use`"); }},
    {"initial stiffness: 10., 2.;",
     [](const Analysis& a) {
       return a.assembly.position_stiffness == 10 && a.assembly.velocity_stiffness == 2 &&
              a.model.node(1).position_stiffness == 10 && a.model.node(1).velocity_stiffness == 2;
     }},
    {"initial stiffness: 10.;",
     [](const Analysis& a) { return a.assembly.position_stiffness == 10 && a.assembly.velocity_stiffness == 1; }},
    {"omega rotates: yes;",
     [](const Analysis& a) { return a.assembly.omega_rotates && a.model.node(1).omega_rotates; }},
    {"tolerance: 1e-9;", [](const Analysis& a) { return a.assembly.tolerance == 1e-9; }},
    {"initial tolerance: 1e-9;", [](const Analysis& a) { return a.assembly.tolerance == 1e-9; }},
    {"max iterations: 3;", [](const Analysis& a) { return a.assembly.max_iterations == 3; }},
    {"max initial iterations: 3;", [](const Analysis& a) { return a.assembly.max_iterations == 3; }},
    {"max iterations: 0;", [](const Analysis& a) { return a.assembly.max_iterations == 0; }},
    {"", [](const Analysis& a) { return a.assembly.max_iterations == 20; }},
    {"title: \"A \\\"small\\\" model\";", [](const Analysis& a) { return a.model.title == "A \"small\" model"; }},
    {"print: dof stats, equation description, to file, node connection, element connection, all, none;",
     [](const Analysis& a) { return noted(a, "print"); }},
    {"make restart file;", [](const Analysis& a) { return noted(a, "make restart file"); }},
    {"make restart file: iterations, 10;", [](const Analysis& a) { return noted(a, "make restart file"); }},
    {"make restart file: times, 2, 1., 0.5, format, binary;",
     [](const Analysis& a) {
       const RestartFiles& f = *run_storage<RestartFiles>(a.symbols);
       return f.times == std::vector<double>{0.5, 1.} && !f.at_end && f.load.empty();
     }},
    {"make restart file: format, binary;",
     [](const Analysis& a) { return run_storage<RestartFiles>(a.symbols)->at_end; }},
    {"make restart file: format, binary, iterations, 10;",
     [](const Analysis& a) { return run_storage<RestartFiles>(a.symbols)->steps == 10; }},
    {"make restart file: time, 0.1, format, binary;",
     [](const Analysis& a) { return run_storage<RestartFiles>(a.symbols)->interval == 0.1; }},
    {"load restart file: \"state.0.rst\";",
     [](const Analysis& a) { return run_storage<RestartFiles>(a.symbols)->load == "state.0.rst"; }},
    {"select timeout: forever;", [](const Analysis& a) { return run_storage<Streams>(a.symbols)->patience < 0; }},
    {"select timeout: 5;", [](const Analysis& a) { return run_storage<Streams>(a.symbols)->patience == 300; }},
    {"default output: none, structural nodes, rigid bodies;",
     [](const Analysis& a) {
       return a.output.defaults[OutputKind::structural_nodes] && !a.output.defaults[OutputKind::joints] &&
              a.model.node(1).output;
     }},
    {"default output: none;",
     [](const Analysis& a) { return !a.model.node(1).output && !a.model.batch(0).info(0).output; }},
    {"default output: all;",
     [](const Analysis& a) {
       return a.output.defaults[OutputKind::reference_frames] && a.model.node(1).accelerations;
     }},
    {"default output: reference frames; reference: 7, 1., 2., 3., eye, null, null;",
     [](const Analysis& a) {
       return a.output.reference_frames.size() == 1 && a.output.reference_frames[0].label == 7 &&
              a.output.reference_frames[0].frame.x == Vec3(1, 2, 3);
     }},
    {"default output: loadable, loadable elements, plates;",
     [](const Analysis& a) { return a.output.defaults[OutputKind::plates]; }},
    {"output units: MMTMS;", [](const Analysis& a) { return a.output.units && a.output.units->mass == "ton"; }},
    {"output units: Custom, Length, \"ft\", Mass, \"slug\", Time, \"s\", Current, \"A\", Temperature, \"R\";",
     [](const Analysis& a) { return a.output.units->length == "ft" && a.output.units->temperature == "R"; }},
    {"output frequency: 5;", [](const Analysis& a) { return a.output.frequency == 5; }},
    {"output meter: closest next, 2., forever, const, 0.01;",
     [](const Analysis& a) { return a.output.meter != nullptr; }},
    {"output precision: 12;", [](const Analysis& a) { return a.output.precision == 12; }},
    {"output precision: 40;",
     [](const Analysis& a) { return a.output.precision == 17 && warned(a, "17 digits are written: more, here 40"); }},
    {"output results: netcdf;",
     [](const Analysis& a) {
       return a.output.netcdf == true && a.output.text == true && a.output.netcdf_format == NetcdfFormat::classic;
     }},
    {"output results: netcdf, nc4, sync, no text;",
     [](const Analysis& a) {
       return a.output.netcdf_format == NetcdfFormat::nc4 && a.output.sync && a.output.text == false;
     }},
    {"output results: netcdf, arrays, no text;",
     [](const Analysis& a) { return a.output.netcdf_format == NetcdfFormat::arrays && a.output.text == false; }},
    {"output results: netcdf, no sync, text;", [](const Analysis& a) { return !a.output.sync; }},
    {"default orientation: orientation matrix;",
     [](const Analysis& a) {
       return a.model.default_orientation == OrientationFormat::matrix &&
              a.model.node(1).orientation_format == OrientationFormat::matrix;
     }},
    {"default orientation: euler313;",
     [](const Analysis& a) { return a.model.default_orientation == OrientationFormat::euler313; }},
    {"default aerodynamic output: configuration;",
     [](const Analysis& a) {
       const VariableFlags& f = a.output.aerodynamics;
       return f.position && f.orientation && f.velocity && f.angular_velocity && !f.force && !f.moment;
     }},
    {"default beam output: orientation, orientation description, euler321, linear strain, forces;",
     [](const Analysis& a) {
       const VariableFlags& f = a.output.beams;
       return f.orientation && f.orientation_format == OrientationFormat::euler321 && f.linear_strain &&
              !f.angular_strain && f.force && f.moment && !f.position;
     }},
    {"default beam output: strain rates;",
     [](const Analysis& a) {
       const VariableFlags& f = a.output.beams;
       return f.linear_strain_rate && f.angular_strain_rate && !f.linear_strain && !f.force;
     }},
    {"default scale: structural nodes, 10.;", [](const Analysis& a) { return a.model.node(1).scale == 10; }},
    {"default scale: all, 10., abstract nodes, 3.;", [](const Analysis& a) { return a.model.node(1).scale == 10; }},
    {"finite difference jacobian meter: string, \"Time > 1.\", iterations, const, 1., coefficient, 1e-6, order, 2, "
     "output, "
     "all, matrices, yes, statistics, no, statistics iteration, no;",
     [](const Analysis& a) { return noted(a, "finite difference jacobian meter"); }},
    {"jacobian check: unit, forward mode automatic differentiation;",
     [](const Analysis& a) { return noted(a, "finite difference jacobian meter"); }},
    {"use automatic differentiation;", [](const Analysis& a) { return noted(a, "use automatic differentiation"); }},
    {"model: static;", [](const Analysis& a) { return a.model.statics && a.model.node(1).moves(); }},
    {"loadable path: add, \"/opt/modules\";",
     [](const Analysis& a) {
       return run_storage<LoadedModules>(a.symbols)->folders == std::vector<std::string>{"/opt/modules"};
     }},
    {"gravity: 0; inertia: 0; plates: 0; thermal elements: 0; file drivers: 0;", [](const Analysis&) { return true; }},
    {"set: real t0 = Time;", [](const Analysis&) { return true; }},
};

const std::vector<Refused> refused = {
    {"skip initial joint assembly: yes;", 30, "one too many"},
    {"initial assembly of deformable and force elements: 1;", 52, "one too many"},
    {"use: rigid bodies;", 18, "in assembly"},
    {"use: rigid boddies, in assembly;", 6, "did you mean `rigid bodies`"},
    {"initial stiffness: -1.;", 20, "must not be negative"},
    {"omega rotates: maybe;", 16, "maybe"},
    {"tolerance: 0.;", 12, "must be positive"},
    {"max iterations: -1;", 17, "must not be negative"},
    {"title: untitled;", 8, "string"},
    {"print: dof, statistics;", 8, "what to print"},
    {"make restart file: sometimes;", 20, "restart file"},
    {"make restart file: time, 0., format, binary;", 26, "interval of time"},
    {"make restart file: format, octal;", 28, "format of the restart file"},
    {"load restart file: 1;", 20, "a string"},
    {"load restart file: \"\";", 20, "name of a file"},
    {"select timeout: 0;", 17, "must be positive"},
    {"default output: structural node;", 17, "did you mean `structural nodes`"},
    {"output units: imperial;", 15, "system of units"},
    {"output units: Custom, Mass, \"kg\";", 23, "Length"},
    {"output frequency: 0;", 19, "must be positive"},
    {"output meter: ;", 15, ""},
    {"output results: adams;", 17, "format of results"},
    {"output results: netcdf, nc5;", 25, "did you mean `nc4`"},
    {"output results: netcdf, array;", 25, "did you mean `arrays`"},
    {"default orientation: euler132;", 22, "description of orientations"},
    {"default aerodynamic output: strains;", 29, "output of aerodynamic elements"},
    {"default beam output: velocity;", 22, "output of beams"},
    {"default beam output: force, force;", 29, "`force` is repeated"},
    {"default scale: joints, 1.;", 16, "kind of node"},
    {"default scale: structural nodes, 0.;", 34, "must be positive"},
    {"finite difference jacobian meter: unit, order, 0;", 48, "must be positive"},
    {"use automatic differentiation: yes;", 32, "one too many"},
    {"model: dynamic;", 8, "static"},
    {"rigid body kinematics: constant, velocity, 1., 0., 0.;", 24, "kind of frame motion"},
    {"rigid body kinematics: const, speed, 1., 0., 0.;", 31, "one too many"},
    {"loadable path: 3;", 16, "string"},
    {"joints: many;", 9, "many"},
    {"joints: -1;", 9, "must not be negative, found -1"},
    {"structural nodes: 1;", 1, "`structural nodes` was announced before, at deck:4:"},
    {"gravity: 2;", 10, "only one `gravity`"},
    {"structural node: 1;", 1, "unknown card `structural node`, did you mean `structural nodes`"},
};

}  // namespace

BOOST_AUTO_TEST_CASE(cards_of_control_data_set_what_they_say) {
  for (const Accepted& a : accepted) {
    BOOST_TEST_CONTEXT(a.card) {
      Deck deck;
      deck.control = a.card;
      try {
        BOOST_TEST(a.check(*read(deck)));
      } catch (const InputError& error) {
        BOOST_ERROR(error.what());
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(wrong_cards_of_control_data_are_refused_at_their_place) {
  for (const Refused& r : refused) {
    BOOST_TEST_CONTEXT(r.card) {
      Deck deck;
      deck.control = r.card;
      const std::string text = errors_of(deck);
      BOOST_TEST(contains(text, "deck:5:" + std::to_string(r.column) + ": error: "), text);
      BOOST_TEST(contains(text, r.message), text);
      BOOST_TEST(occurrences(text, "error:") == 1, text);
    }
  }
}

BOOST_AUTO_TEST_CASE(every_counter_is_read_and_compared) {
  for (const Counters::Kind& kind : Counters::kinds()) {
    if (kind.cards.empty() || kind.name == "structural nodes" || kind.name == "rigid bodies") continue;
    BOOST_TEST_CONTEXT(kind.name) {
      Deck deck;
      deck.control = kind.name + ": 1;";
      const std::string text = errors_of(deck);
      if (kind.block == Counters::Block::drivers) continue;  // compared at the end of a block that is not there
      BOOST_TEST(contains(text, "deck:5:1: error: expected 1 `" + kind.name + "` as announced here, but 0 were read"),
                 text);
      deck.control = kind.name + ": 0;";
      BOOST_TEST(errors_of(deck).empty());
    }
  }
}

BOOST_AUTO_TEST_CASE(file_drivers_are_compared_although_the_block_is_missing) {
  Deck deck;
  deck.control = "file drivers: 2;";
  BOOST_TEST(contains(errors_of(deck), "deck:5:1: error: expected 2 `file drivers`"));
}

BOOST_AUTO_TEST_CASE(wrong_counts_name_both_numbers_and_the_place_of_the_counter) {
  Deck deck;
  deck.counters = "structural nodes: 3; rigid bodies: 2;";
  const std::string text = errors_of(deck);
  BOOST_TEST(contains(text, "deck:4:42: error: expected 3 `structural nodes` as announced here, but 1 were read"),
             text);
  BOOST_TEST(contains(text, "deck:4:63: error: expected 2 `rigid bodies` as announced here, but 1 were read"), text);
}

BOOST_AUTO_TEST_CASE(entities_that_nothing_announces_are_a_warning) {
  Deck deck;
  deck.counters = "structural nodes: 1;";
  BOOST_TEST(warned(*read(deck), "1 `rigid bodies` were read, but control data announces none"));
}

BOOST_AUTO_TEST_CASE(time_is_known_from_control_data_on) {
  Deck deck;
  deck.problem = "set: real t0 = Time;";
  BOOST_TEST(contains(errors_of(deck), "deck:3:16: error: "), errors_of(deck));
  deck.problem.clear();
  deck.control = "set: real t0 = Time;";
  BOOST_TEST(errors_of(deck).empty(), errors_of(deck));
}

BOOST_AUTO_TEST_SUITE_END()
