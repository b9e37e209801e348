// The types that the module brings, a line each.
#include "chirp.h"
#include "csv_writer.h"
#include "saturating_law.h"
#include "stop_spring.h"
#include "tr_bdf2.h"

FLEXURA_MODULE(types) {
  types.element<my_module::StopSpring>();
  types.law<my_module::SaturatingLaw>();
  types.drive<my_module::Chirp>();
  types.function<my_module::Chirp>();
  types.integrator<my_module::TrBdf2>();
  types.writer<my_module::CsvWriter>();
}
