// Cards of block `control data` about results.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "input/blocks/control_data.h"
#include "input/blocks/control_data_cards.h"
#include "input/blocks/streams/streams.h"
#include "input/run_storage.h"
#include "output/writer_types.h"

namespace flexura {

namespace {

void read_default_output(ReadContext& context) {
  using enum OutputKind;
  constexpr OutputKind kinds[] = {reference_frames,
                                  drive_callers,
                                  abstract_nodes,
                                  electric_nodes,
                                  hydraulic_nodes,
                                  structural_nodes,
                                  accelerations,
                                  thermal_nodes,
                                  aerodynamic_elements,
                                  aeromodals,
                                  air_properties,
                                  beams,
                                  electric_bulk_elements,
                                  electric_elements,
                                  external_elements,
                                  forces,
                                  genels,
                                  gravity,
                                  hydraulic_elements,
                                  induced_velocity_elements,
                                  joints,
                                  loadable,
                                  plates,
                                  solids,
                                  rigid_bodies,
                                  thermal_elements,
                                  loadable};
  Reader& reader = context.reader;
  DefaultOutput& defaults = context.analysis.output.defaults;
  do {
    const int item = reader.choice({"all",
                                    "none",
                                    "reference frames",
                                    "drive callers",
                                    "abstract nodes",
                                    "electric nodes",
                                    "hydraulic nodes",
                                    "structural nodes",
                                    "accelerations",
                                    "thermal nodes",
                                    "aerodynamic elements",
                                    "aeromodals",
                                    "air properties",
                                    "beams",
                                    "electric bulk elements",
                                    "electric elements",
                                    "external elements",
                                    "forces",
                                    "genels",
                                    "gravity",
                                    "hydraulic elements",
                                    "induced velocity elements",
                                    "joints",
                                    "loadable",
                                    "plates",
                                    "solids",
                                    "rigid bodies",
                                    "thermal elements",
                                    "loadable elements"},
                                   "kind of output");
    if (item == 0) {
      defaults.set_all();
    } else if (item == 1) {
      defaults.set_none();
    } else {
      defaults.set(kinds[item - 2]);
    }
  } while (reader.more());
}

void read_output_units(ReadContext& context) {
  Reader& reader = context.reader;
  UnitSystem units;
  switch (reader.choice({"MKS", "CGS", "MMTMS", "MMKGMS", "Custom"}, "system of units")) {
    case 0:
      units = {"MKS", "m", "kg", "s", "A", "K"};
      break;
    case 1:
      units = {"CGS", "cm", "g", "s", "A", "K"};
      break;
    case 2:
      units = {"MMTMS", "mm", "ton", "ms", "A", "K"};
      break;
    case 3:
      units = {"MMKGMS", "mm", "kg", "ms", "A", "K"};
      break;
    default: {
      units.name = "Custom";
      const std::array<std::pair<const char*, std::string*>, 5> fields{{{"Length", &units.length},
                                                                        {"Mass", &units.mass},
                                                                        {"Time", &units.time},
                                                                        {"Current", &units.current},
                                                                        {"Temperature", &units.temperature}}};
      for (const auto& [name, text] : fields) {
        reader.expect(name);
        *text = reader.string();
      }
    }
  }
  context.analysis.output.units = units;
}

void read_output_frequency(ReadContext& context) {
  context.analysis.output.frequency =
      static_cast<int>(context.reader.positive_integer("the number of steps between results"));
}

void read_output_precision(ReadContext& context) {
  const std::int64_t digits = context.reader.positive_integer("the number of digits");
  constexpr int most = 17;  // more say nothing about a double
  if (digits > most)
    context.reader.warn(
        fmt::format("{0} digits are written: more, here {1}, say nothing about a number", most, digits));
  context.analysis.output.precision = static_cast<int>(std::min<std::int64_t>(digits, most));
}

void read_output_results(ReadContext& context) {
  Reader& reader = context.reader;
  const SourceLocation where = reader.where_next();
  writer_types().at(reader.word(), where).read(reader, context.analysis.output);
}

// One list serves both cards: the words of strains mean nothing to aerodynamic elements, `velocity` nothing to beams.
enum Flag {
  position,
  orientation,
  configuration,
  force,
  moment,
  forces,
  all,
  velocity,
  angular_velocity,
  linear_strain,
  angular_strain,
  strains,
  linear_strain_rate,
  angular_strain_rate,
  strain_rates
};

VariableFlags only_first_of(bool& first, const VariableFlags& flags) {
  if (!first) return flags;
  first = false;
  VariableFlags none;
  none.force = none.moment = false;
  none.orientation_format = flags.orientation_format;
  return none;
}

void apply(VariableFlags& f, int flag, bool beam) {
  const bool everything = flag == all;
  const bool configured = everything || flag == configuration;
  const bool strained = everything || flag == strains;
  const bool rates = everything || flag == strain_rates;
  f.position |= configured || flag == position;
  f.orientation |= configured || flag == orientation;
  f.force |= everything || flag == forces || flag == force;
  f.moment |= everything || flag == forces || flag == moment;
  if (beam) {
    f.linear_strain |= strained || flag == linear_strain;
    f.angular_strain |= strained || flag == angular_strain;
    f.linear_strain_rate |= rates || flag == linear_strain_rate;
    f.angular_strain_rate |= rates || flag == angular_strain_rate;
  } else {
    f.velocity |= configured || flag == velocity;
    f.angular_velocity |= configured || flag == angular_velocity;
  }
}

void read_flags(Reader& reader, VariableFlags& flags, bool beam) {
  bool first = true;  // the first item replaces the default, the others add to it
  unsigned given = 0;
  do {
    if (reader.keyword("orientation description")) {  // without the flag it belongs to: how, not whether
      flags.orientation_format = read_orientation_format(reader);
      continue;
    }
    int flag = beam ? reader.choice({"position", "orientation", "configuration", "force", "moment", "forces", "all",
                                     "linear strain", "angular strain", "strains", "linear strain rate",
                                     "angular strain rate", "strain rates"},
                                    "output of beams")
                    : reader.choice({"position", "orientation", "configuration", "force", "moment", "forces", "all",
                                     "velocity", "angular velocity"},
                                    "output of aerodynamic elements");
    if (beam && flag > all) flag += linear_strain - velocity;
    if (given & (1U << flag)) reader.fail(fmt::format("`{}` is repeated", reader.argument_text()));
    given |= 1U << flag;
    flags = only_first_of(first, flags);
    apply(flags, flag, beam);
    if (flag == orientation && reader.keyword("orientation description"))
      flags.orientation_format = read_orientation_format(reader);
  } while (reader.more());
}

/// How long other programs may take to connect to streams, minutes.
void read_select_timeout(ReadContext& context) {
  constexpr double minute = 60;
  double& patience = run_storage<Streams>(context.analysis.symbols)->patience;
  patience = context.reader.keyword("forever") ? -1 : minute * context.reader.positive_real("select timeout");
}

}  // namespace

void register_result_cards(BlockCards& cards) {
  cards.add("select timeout", read_select_timeout, "how long others may take to connect to streams");
  cards.add("default output", read_default_output, "kinds of entities that write results");
  cards.add("output units", read_output_units, "names of units, written to result files; no number changes");
  cards.add("output frequency", read_output_frequency, "results every so many steps");
  cards.add(
      "output meter", [](ReadContext& c) { c.analysis.output.meter = c.reader.drive(); },
      "results when a drive is not zero");
  cards.add("output precision", read_output_precision, "digits in text files");
  cards.add("output results", read_output_results, "binary results");
  cards.add(
      "monitors", [](ReadContext& c) { c.analysis.output.monitors = c.reader.yes_no(); },
      "energy, momentum and violation of constraints with the results");
  cards.add(
      "default beam output",
      [](ReadContext& c) {
        VariableFlags& flags = c.analysis.output.beams;
        read_flags(c.reader, flags, true);
        c.analysis.model.default_beam_output = {flags.position,
                                                flags.orientation,
                                                flags.force,
                                                flags.moment,
                                                flags.linear_strain,
                                                flags.angular_strain,
                                                flags.linear_strain_rate,
                                                flags.angular_strain_rate,
                                                flags.orientation_format};
      },
      "variables of beams in the binary results");
  cards.add(
      "default aerodynamic output", [](ReadContext& c) { read_flags(c.reader, c.analysis.output.aerodynamics, false); },
      "variables of aerodynamic elements in the binary results");
}

}  // namespace flexura
