#include "app/keyword_list.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "elements/drives/file_driver.h"
#include "elements/functions/register.h"
#include "elements/laws/register.h"
#include "elements/nodes/structural_reader.h"
#include "elements/register.h"
#include "input/blocks/registries.h"
#include "solvers/integrators/method.h"
#include "solvers/linear/linear_solver.h"

namespace flexura {

namespace {

template <class R>
void add(std::string& text, std::string_view title, const R& registry) {
  text += fmt::format("{}\n", title);
  for (const std::string& name : registry.names())
    text += fmt::format("  {:<32} {}\n", name, registry.find(name)->documentation);
  text += '\n';
}

void add(std::string& text, std::string_view title, const std::vector<std::string>& names) {
  text += fmt::format("{}\n", title);
  for (const std::string& name : names) text += fmt::format("  {}\n", name);
  text += '\n';
}

}  // namespace

std::string keyword_list() {
  std::string text;
  add(text, "general cards", card_registry());
  add(text, "drives", drive_registry());
  add(text, "scalar functions", scalar_function_types());
  add(text, "constitutive laws, 1 dimension", law_types<1>());
  add(text, "constitutive laws, 3 dimensions", law_types<3>());
  add(text, "constitutive laws, 6 dimensions", law_types<6>());
  add(text, "nodes: structural", structural_kinds());
  add(text, "nodes: scalar", std::vector<std::string>{"abstract", "electric", "hydraulic", "parameter", "thermal"});
  add(text, "elements", element_cards());
  add(text, "elements: joint", joint_types());
  add(text, "elements: force", force_types());
  add(text, "elements: couple", couple_types());
  add(text, "elements: genel", genel_types());
  if (!user_types().names().empty()) add(text, "elements: user defined", user_types());
  add(text, "file drivers", file_driver_types());
  add(text, "integration methods", method_keywords());
  add(text, "linear solvers", linear_solver_names());
  text.pop_back();
  return text;
}

}  // namespace flexura
