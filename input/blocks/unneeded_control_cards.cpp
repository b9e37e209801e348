// Cards of block `control data` that steer another program's internals: read, checked, and not needed.
#include "input/blocks/control_data_cards.h"
#include "input/blocks/initial_value_cards.h"

namespace flexura {

namespace {

void read_print(ReadContext& context) {
  Reader& reader = context.reader;
  do {
    reader.choice({"dof stats", "dof description", "equation description", "description", "element connection",
                   "node connection", "connection", "all", "none"},
                  "what to print");
    reader.keyword("to file");
  } while (reader.more());
  context.skip("print");
}

void read_jacobian_check(ReadContext& context) {
  Reader& reader = context.reader;
  reader.drive();
  if (reader.keyword("iterations")) reader.drive();
  if (!reader.keyword("forward mode automatic differentiation")) {
    if (reader.keyword("coefficient")) reader.positive_real("coefficient");
    if (reader.keyword("order")) reader.positive_integer("order");
  }
  if (reader.keyword("output")) {
    reader.one_of({"none", "all"});
    if (reader.keyword("matrices")) reader.yes_no();
    if (reader.keyword("statistics")) reader.yes_no();
    if (reader.keyword("statistics iteration")) reader.yes_no();
  }
  context.skip("finite difference jacobian meter");
}

}  // namespace

void register_unneeded_control_cards(BlockCards& cards) {
  cards.add("print", read_print, "read, not needed");
  cards.add("finite difference jacobian meter", read_jacobian_check, "read, not needed: every Jacobian is exact");
  cards.alias("jacobian check", "finite difference jacobian meter");
  cards.add(
      "use automatic differentiation", [](ReadContext& c) { c.skip("use automatic differentiation"); },
      "read, not needed: every Jacobian is exact");
}

}  // namespace flexura
