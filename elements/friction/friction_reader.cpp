#include "elements/friction/friction_reader.h"

#include <fmt/format.h>

#include "elements/functions/library.h"

namespace flexura {

std::shared_ptr<const Friction> read_friction(Reader& reader, bool with_radius) {
  auto friction = std::make_shared<Friction>();
  if (with_radius) friction->radius = reader.positive_real("the radius of friction");
  if (reader.keyword("preload")) friction->preload = reader.non_negative_real("a preload");
  if (reader.choice({"modlugre", "discrete coulomb"}, "friction model") == 0) {
    friction->model = Friction::Model::lugre;
    friction->sigma0 = reader.positive_real("sigma0, the stiffness of the bristles,");
    friction->sigma1 = reader.non_negative_real("sigma1");
    friction->sigma2 = reader.non_negative_real("sigma2");
    friction->kappa = reader.non_negative_real("kappa");
    if (friction->kappa >= 1) reader.fail(fmt::format("kappa = {:g}: it must be less than 1", friction->kappa));
    friction->coefficient = read_scalar_function(reader);
    if (!(friction->coefficient->at(0).f > 0))
      reader.fail("the coefficient of `modlugre` must be positive: it bounds the deflection of the bristles");
  } else {
    friction->model = Friction::Model::coulomb;
    friction->coefficient = read_scalar_function(reader);
    if (reader.keyword("sigma2")) friction->sigma2 = reader.non_negative_real("sigma2");
    // Tells stick from slip elsewhere; here both follow from one equation.
    if (reader.keyword("velocity ratio")) reader.positive_real("the velocity ratio");
  }
  switch (reader.choice({"simple", "simple plane hinge", "screw joint"}, "shape of friction")) {
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

}  // namespace flexura
