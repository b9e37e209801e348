#include "elements/bodies/gravity.h"
#include "elements/bodies/readers.h"

namespace flexura {

ElementReference read_gravity(Reader& reader, ElementInfo) {
  Model& model = reader.model();
  if (model.gravity()) reader.fail("the model already has a field of gravity");
  if (reader.keyword("central")) {
    const FrameContext absolute = FrameContext::absolute();
    const Vec3 origin = reader.keyword("origin") ? reader.position(absolute) : Vec3(Vec3::Zero());
    reader.expect("mass");
    const double mass = reader.real();
    reader.expect("G");
    const double constant = reader.keyword("si") ? gravitational_constant_si : reader.real();
    model.set_gravity(std::make_unique<CentralGravity>(origin, constant * mass));
  } else {
    reader.keyword("uniform");
    model.set_gravity(std::make_unique<UniformGravity>(reader.drive3(FrameContext::absolute())));
  }
  return {};
}

}  // namespace flexura
