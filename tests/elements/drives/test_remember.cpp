// Every drive of the language: what it remembers can be saved and given to another one.
#include <boost/test/unit_test.hpp>

#include <bit>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>

#include "elements/drives/file_driver.h"
#include "input/blocks/streams/file_driver_types.h"
#include "model/remembers.h"
#include "tests/elements/samples.h"
#include "tests/elements/scene.h"

using namespace flexura;
using namespace flexura::test;

namespace drives_remember {
namespace {

const char* const data_file = "drive_remember_test.dat";

/// Drives that remember, as parts of others.
const std::string sampled = "sample and hold, string, \"Var^2\", meter, 0., forever, steps, 3";
const std::string filtered = "discrete filter, 2, 1.2, -0.5, 0.4, 1, 0.3, sine, 0., 3., 1., forever, 0.";

/// Statements by keyword. A drive made of others has one inside that remembers.
std::map<std::string, std::vector<std::string>> statements() {
  return {
      {"array", {"array, 2, " + sampled + ", " + filtered}},
      {"boost random", {"boost random, 1., 2."}},
      {"bistop",
       {"bistop, initial status, active, meter, 0., forever, steps, 4, meter, 0., forever, steps, 3",
        "bistop, " + sampled + ", closest next, 0.1, forever, 0.27"}},
      {"closest next", {"closest next, 0.1, forever, 0.27", "closest next, 0.1, forever, array, 2, 0.2, " + sampled}},
      {"const", {"const, 3."}},
      {"cosine", {"cosine, 0., 3., 1., forever, 0."}},
      {"cubic", {"cubic, 1., 2., 3., 4."}},
      {"direct", {"direct"}},
      {"discrete filter", {filtered, "discrete filter, 1, 0.5, 0.1, 0, " + sampled}},
      {"dof", {"dof, 2, structural, 1, algebraic, " + sampled}},
      {"double ramp", {"double ramp, 1., 0., 1., -1., 1., 2., 0."}},
      {"double step", {"double step, 0.3, 0.6, 1., 0."}},
      {"drive", {"drive, " + sampled + ", " + filtered}},
      {"element", {"element, 1, joint, string, \"d\", " + sampled}},
      {"exponential", {"exponential, 1., 2., 0., 0."}},
      {"file", {"file, 1, 1, amplitude, 2."}},
      {"fourier series", {"fourier series, 0., 3., 1, 1., 2., 3., forever, 0."}},
      {"frequency sweep", {"frequency sweep, 0., " + sampled + ", " + filtered + ", 0., forever, 0."}},
      {"linear", {"linear, 1., 2."}},
      {"meter", {"meter, 0.25, forever, steps, 3"}},
      {"mult", {"mult, " + sampled + ", " + filtered}},
      {"node", {"node, 2, structural, string, \"X[2]\", " + sampled}},
      {"null", {"null"}},
      {"parabolic", {"parabolic, 1., 2., 3."}},
      {"periodic", {"periodic, 0., 0.4, " + sampled}},
      {"piecewise linear", {"piecewise linear, 2, 0., 0., 1., 3."}},
      {"postponed", {"postponed, 9"}},
      {"ramp", {"ramp, 2., 0., 1., 0."}},
      {"random", {"random, 1., 0., 0., forever, steps, 2, seed, time", "random, 1., 0., 0., forever"}},
      {"sample and hold", {sampled, "sample and hold, " + filtered + ", " + sampled + ", initial value, 2."}},
      {"sine", {"sine, 0., 3., 1., forever, 0."}},
      {"step", {"step, 0.3, 1., 0."}},
      {"step5", {"step5, 0.3, 0., 0.6, 1."}},
      {"string", {"string, \"random()\"", "string, \"total = total + Var; total\"", "string, \"sin(Time)\""}},
      {"tanh", {"tanh, 0.3, 1., 2., 0."}},
      {"time", {"time"}},
      {"timestep", {"timestep"}},
      {"unit", {"unit"}},
  };
}

/// A drive of a model of its own, stepped through time.
struct Specimen {
  explicit Specimen(const std::string& statement) : text(sample_nodes() + "joint: 1, distance, 1, 2, 1.5;") {
    evaluate_text("real total = 0.", *text.symbols);
    Reader reader(text.model, text.symbols, text.drives, text.cards, text.diagnostics);
    reader.open_text("drive", "file: 1, fixed step, count, 1, initial time, 0., time step, 0.3, \"" +
                                  std::string(data_file) + "\"; drive caller: 9, " + sampled + "; card: " + statement +
                                  ";");
    std::string card;
    reader.next_card(card);
    read_file_driver_card(reader, file_driver_types());
    reader.end_card();
    reader.all_cards([&](const std::string&) { drive = reader.drive(); });
    reader.finish();
    observed.assign(text.model.observations().size() + 1, 0.0);
  }
  /// The value in the next step, which is then accepted.
  double step() {
    ++number;
    Scene scene(text.model, static_cast<unsigned>(number));
    scene.randomize();
    const double h = 0.1;
    for (std::size_t k = 0; k < observed.size(); ++k) observed[k] = scene.number(1);
    DriveContext context;
    context.time = Taylor2(h * static_cast<double>(number), 1, 0);
    context.time_step = h;
    context.step = number;
    context.model = &text.model;
    context.state = context.previous = &scene.state;
    context.observed = observed.data();
    const double value = drive->value(context.time, context).f;
    drive->accept(context.time, context);
    return value;
  }
  TextModel text;
  std::vector<double> observed;
  DrivePointer drive;
  std::int64_t number = 0;
};

bool same(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

struct DataFile {
  DataFile() { std::ofstream(data_file) << "1.\n2.\n0.5\n4.\n3.\n1.\n2.\n"; }
  ~DataFile() { std::remove(data_file); }
};

}  // namespace
}  // namespace drives_remember

BOOST_FIXTURE_TEST_SUITE(drives_remember, DataFile)

BOOST_AUTO_TEST_CASE(what_is_saved_makes_another_drive_go_on_alike) {
  for (const auto& [keyword, texts] : statements()) {
    for (const std::string& text : texts) {
      Specimen worked(text), fresh(text);
      for (int k = 0; k < 7; ++k) worked.step();
      std::vector<double> memory;
      Archive saved = Archive::save(memory);
      remember(*worked.drive, saved);
      Archive restored = Archive::restore(memory);
      remember(*fresh.drive, restored);
      BOOST_TEST_CONTEXT(text) {
        BOOST_CHECK_NO_THROW(restored.finish());
        fresh.number = worked.number;
        for (int k = 0; k < 12; ++k) {
          const double a = worked.step();
          const double b = fresh.step();
          BOOST_TEST(same(a, b), "step " << k << ": " << a << " and " << b);
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(drives_with_memory_save_something) {
  for (const auto& [keyword, texts] : statements()) {
    for (const std::string& text : texts) {
      const Specimen specimen(text);
      std::vector<double> memory;
      Archive saved = Archive::save(memory);
      remember(*specimen.drive, saved);
      if (specimen.drive->has_memory()) BOOST_TEST(!memory.empty(), text);
    }
  }
}

BOOST_AUTO_TEST_CASE(every_drive_of_the_language_is_here) {
  const TextModel text("");
  const auto known = statements();
  for (const std::string& name : text.drives.names()) BOOST_TEST(known.count(name) == 1U, name << " is not tested");
}

BOOST_AUTO_TEST_SUITE_END()
