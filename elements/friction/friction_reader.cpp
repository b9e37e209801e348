#include "elements/friction/friction_reader.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "elements/friction/models.h"

namespace flexura {

namespace {

/// Sets what belongs to the model.
void read_model(Reader& reader, Friction& friction) {
  const int which = reader.choice({"modlugre", "discrete coulomb"}, "friction model");
  Friction model = which == 0 ? authoring::read_object<LugreFriction>(reader).friction()
                              : authoring::read_object<CoulombFriction>(reader).friction();
  model.radius = friction.radius;
  model.preload = friction.preload;
  friction = model;
}

int read_friction_shape(Reader& reader) {
  return reader.choice({"simple", "simple plane hinge", "screw joint"}, "shape of friction");
}

}  // namespace

void LugreFriction::read_kappa(Reader& reader, std::span<const Pose>) {
  kappa = reader.non_negative_real("kappa");
  if (kappa >= 1) reader.fail(fmt::format("kappa = {:g}: it must be less than 1", kappa));
}

void LugreFriction::prepare(Reader& reader) const {
  if (!(coefficient->at(0).f > 0))
    reader.fail("the coefficient of `modlugre` must be positive: it bounds the deflection of the bristles");
}

Friction LugreFriction::friction() const {
  Friction f;
  f.model = Friction::Model::lugre;
  f.sigma0 = sigma0;
  f.sigma1 = sigma1;
  f.sigma2 = sigma2;
  f.kappa = kappa;
  f.coefficient = coefficient;
  return f;
}

Friction CoulombFriction::friction() const {
  Friction f;
  f.model = Friction::Model::coulomb;
  f.sigma2 = sigma2;
  f.coefficient = coefficient;
  return f;
}

const std::vector<const authoring::Table*>& friction_models() {
  static const std::vector<const authoring::Table*> all = {&authoring::declaration<LugreFriction>(),
                                                           &authoring::declaration<CoulombFriction>()};
  return all;
}

std::shared_ptr<const Friction> read_friction(Reader& reader, bool with_radius) {
  auto friction = std::make_shared<Friction>();
  if (with_radius) friction->radius = reader.positive_real("the radius of friction");
  if (reader.keyword("preload")) friction->preload = reader.non_negative_real("a preload");
  read_model(reader, *friction);
  switch (read_friction_shape(reader)) {
    case 0:
      friction->shape = Friction::Shape::simple;
      break;
    case 1:
      if (!with_radius) reader.fail("`simple plane hinge` belongs to joints that turn");
      friction->shape = Friction::Shape::plane_hinge;
      break;
    default:
      reader.fail("`screw joint` belongs to the joint `screw`");
  }
  return friction;
}

std::shared_ptr<const Friction> read_optional_friction(Reader& reader, bool with_radius) {
  return reader.more() && reader.keyword("friction") ? read_friction(reader, with_radius) : nullptr;
}

std::shared_ptr<const Friction> read_optional_thread_friction(Reader& reader, double pitch) {
  if (!reader.more() || !reader.keyword("friction")) return nullptr;
  auto friction = std::make_shared<Friction>();
  read_model(reader, *friction);
  if (read_friction_shape(reader) != 2) reader.fail("the friction of a screw has the shape `screw joint`");
  friction->shape = Friction::Shape::screw;
  reader.expect("radius");
  const double radius = reader.positive_real("the radius of a thread");
  reader.expect("half thread angle");
  const double flank = reader.non_negative_real("half thread angle");
  if (flank >= std::numbers::pi / 2) reader.fail(fmt::format("half thread angle = {:g}: less than pi/2, rad", flank));
  const double slope = pitch / (2 * std::numbers::pi * radius);
  const double cosine = 1 / std::hypot(1, slope);
  const double secant = std::hypot(1, cosine * std::tan(flank));
  friction->radius = radius / cosine;
  friction->gain = secant / cosine;
  friction->lead = secant * slope;
  const double jam = std::abs(friction->lead) * friction->coefficient->at(0).f;
  if (jam >= 1)
    reader.fail(
        fmt::format("the thread jams: coefficient times slope over cosine of the flank is {:g}; less than 1", jam));
  return friction;
}

}  // namespace flexura
