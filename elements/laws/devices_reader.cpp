// Readers of the shock absorber and of the contact law.
#include <fmt/format.h>

#include "elements/laws/continuous_contact.h"
#include "elements/laws/instantiate.h"
#include "elements/laws/law_arguments.h"
#include "elements/laws/readers.h"
#include "elements/laws/shock_absorber.h"

namespace flexura {

namespace {

/// A drive that the law calls with an argument of its own.
DrivePointer read_area(Reader& reader) {
  const SourceLocation where = reader.where_next();
  DrivePointer drive = reader.drive();
  if (drive->depends_on_state() || drive->has_memory()) {
    reader.fail_at(where, "the passage area of a shock absorber must be a function of its argument and of time only");
  }
  return drive;
}

}  // namespace

LawPointer<1> read_shock_absorber(Reader& reader) {
  ShockAbsorberData data;
  if (reader.keyword("prestrain")) data.prestrain = reader.real();
  reader.keyword("help");  // a print of the arguments in another program
  data.pressure = reader.real();
  data.area = reader.positive_real("reference area of the shock absorber");
  data.interaction = reader.real();
  data.exponent = reader.positive_real("polytropic exponent of the shock absorber");
  if (reader.keyword("epsilon max")) data.strain_max = reader.real();
  if (!(data.strain_max >= data.prestrain)) {
    reader.fail(fmt::format("`epsilon max` of the shock absorber is {}, below the prestrain {}", data.strain_max,
                            data.prestrain));
  }
  if (reader.keyword("epsilon min")) data.strain_min = reader.real();
  if (!(data.strain_min < data.prestrain)) {
    reader.fail(fmt::format("`epsilon min` of the shock absorber is {}, it must be below the prestrain {}",
                            data.strain_min, data.prestrain));
  }
  if (reader.keyword("penalty")) {
    data.penalty = reader.non_negative_real("penalty stiffness of the shock absorber");
    data.penalty_damping = reader.non_negative_real("penalty damping of the shock absorber");
  }
  if (reader.keyword("metering")) {
    data.metering = read_area(reader);
    if (reader.keyword("negative")) data.metering_in = read_area(reader);
  }
  if (reader.keyword("orifice")) data.orifice = read_area(reader);
  data.fluid_area = reader.positive_real("fluid area of the shock absorber");
  data.fluid_density = reader.non_negative_real("fluid density of the shock absorber");
  data.drag = reader.non_negative_real("drag coefficient of the shock absorber");
  if (reader.keyword("friction")) {
    data.friction_rate = reader.positive_real("friction strain rate of the shock absorber");
    data.friction_force = reader.non_negative_real("friction force of the shock absorber");
  }
  return finish_law<1>(reader, std::make_shared<ShockAbsorber>(std::move(data)));
}

template <int N>
LawPointer<N> read_continuous_contact(Reader& reader) {
  ContactData data;
  if (reader.keyword("sign")) {
    const int choice = reader.one_of({"positive", "negative"});
    const double sign = choice < 0 ? reader.real() : choice == 0 ? 1 : -1;
    if (sign == 0) reader.fail("the sign of a contact must not be zero");
    data.sign = sign > 0 ? 1 : -1;
  }
  if (reader.keyword("formulation")) {
    data.formulation = static_cast<ContactFormulation>(
        reader.choice({"flores", "hunt crossley", "lankarani nikravesh"}, "formulation of the contact"));
  }
  reader.expect("restitution");
  data.restitution = reader.real();
  const bool divides = data.formulation == ContactFormulation::flores;
  if (!(data.restitution >= 0 && data.restitution <= 1) || (divides && data.restitution == 0)) {
    reader.fail(fmt::format("the restitution coefficient must lie in {}0, 1], found {}", divides ? "(" : "[",
                            data.restitution));
  }
  reader.expect("kappa");
  data.stiffness = reader.positive_real("contact stiffness");
  reader.expect("exp");
  data.exponent = reader.real();
  if (!(data.exponent >= 1))
    reader.fail(fmt::format("the contact exponent must be at least 1, found {}", data.exponent));
  if (reader.keyword("EpsPrimeTol")) data.rate_tolerance = reader.non_negative_real("`EpsPrimeTol`");
  return std::make_shared<ContinuousContact<N>>(data);
}

FLEXURA_LAW_READER_13(read_continuous_contact)

}  // namespace flexura
