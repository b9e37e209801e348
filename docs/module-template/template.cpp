// The types that the module brings, a line each.
#include "chirp.h"
#include "saturating_law.h"
#include "stop_spring.h"

FLEXURA_MODULE(types) {
  types.element<my_module::StopSpring>();
  types.law<my_module::SaturatingLaw>();
  types.drive<my_module::Chirp>();
  types.function<my_module::Chirp>();
}
