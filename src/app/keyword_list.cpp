#include "app/keyword_list.h"

#include <fmt/format.h>

#include <cstddef>
#include <string_view>
#include <vector>

#include "elements/check/samples.h"
#include "elements/friction/friction_reader.h"
#include "elements/functions/register.h"
#include "elements/laws/register.h"
#include "elements/nodes/structural_reader.h"
#include "elements/register.h"
#include "input/blocks/registries.h"
#include "input/blocks/streams/file_driver_types.h"
#include "output/writer_types.h"
#include "solvers/integrators/method_types.h"
#include "solvers/linear/linear_solver.h"

namespace flexura {

namespace {

using Names = std::vector<std::string>;

struct Line {
  std::string name, documentation;
};

template <class R>
std::vector<Line> lines_of(const R& registry) {
  std::vector<Line> lines;
  for (const std::string& name : registry.names()) lines.push_back({name, registry.find(name)->documentation});
  return lines;
}

std::vector<Line> lines_of(const Names& names) {
  std::vector<Line> lines;
  for (const std::string& name : names) lines.push_back({name, {}});
  return lines;
}

std::vector<Line> lines_of(const std::vector<const authoring::Table*>& tables) {
  std::vector<Line> lines;
  for (const authoring::Table* table : tables)
    lines.push_back({std::string(table->name()), std::string(table->documentation())});
  return lines;
}

struct Family {
  std::string_view title;
  std::string_view card;  ///< of elements: what stands before the name
  std::vector<Line> lines;
};

std::vector<Family> families() {
  std::vector<Family> all = {
      {"general cards", {}, lines_of(card_registry())},
      {"drives", {}, lines_of(drive_registry())},
      {"scalar functions", {}, lines_of(scalar_function_types())},
      {"constitutive laws, 1 dimension", {}, lines_of(law_types<1>())},
      {"constitutive laws, 3 dimensions", {}, lines_of(law_types<3>())},
      {"constitutive laws, 6 dimensions", {}, lines_of(law_types<6>())},
      {"friction models", {}, lines_of(friction_models())},
      {"nodes: structural", {}, lines_of(structural_kinds())},
      {"nodes: scalar", {}, lines_of(Names{"abstract", "electric", "hydraulic", "parameter", "thermal"})},
      {"elements", {}, lines_of(element_cards())},
      {"elements: joint", "joint", lines_of(joint_types())},
      {"elements: force", "force", lines_of(force_types())},
      {"elements: couple", "couple", lines_of(couple_types())},
      {"elements: genel", "genel", lines_of(genel_types())}};
  if (!user_types().names().empty()) all.push_back({"elements: user defined", {}, lines_of(user_types())});
  all.push_back({"file drivers", {}, lines_of(file_driver_types())});
  all.push_back({"integration methods", {}, lines_of(method_types())});
  all.push_back({"formats of results", {}, lines_of(writer_types())});
  all.push_back({"linear solvers", {}, lines_of(linear_solver_names())});
  return all;
}

/// Cards of the common checks in which an element stands, one a line.
std::string examples(std::string_view card, std::string_view keyword) {
  std::string text;
  for (const checks::Sample& sample : checks::samples_of_text()) {
    if (sample.card != card || sample.keyword != keyword) continue;
    text += "    for example\n        ";
    for (std::size_t k = 0; k < sample.text.size(); ++k) {
      const bool ends_card = sample.text[k] == ';' && k + 1 < sample.text.size();
      if (sample.text[k] == ' ' && k > 0 && sample.text[k - 1] == ';') continue;
      text += sample.text[k];
      if (ends_card) text += "\n        ";
    }
    text += '\n';
  }
  return text;
}

}  // namespace

std::string keyword_list() {
  std::string text;
  for (const Family& family : families()) {
    text += fmt::format("{}{}\n", text.empty() ? "" : "\n", family.title);
    for (const Line& line : family.lines)
      text += line.documentation.empty() ? fmt::format("  {}\n", line.name)
                                         : fmt::format("  {:<31}  {}\n", line.name, line.documentation);
  }
  return text;
}

std::vector<std::string> keywords() {
  std::vector<std::string> names;
  for (const Family& family : families())
    for (const Line& line : family.lines) names.push_back(line.name);
  return names;
}

std::string keyword_page(std::string_view word) {
  const std::string form = normal_form(word);
  std::string text;
  for (const Family& family : families()) {
    for (const Line& line : family.lines) {
      if (!is_keyword(form, line.name)) continue;
      text += fmt::format("{}: {}\n", family.title, line.name);
      if (!line.documentation.empty()) text += fmt::format("    {}\n", line.documentation);
      if (!family.card.empty()) text += examples(family.card, line.name);
      if (family.title == "elements") text += examples(line.name, "");
    }
  }
  return text;
}

}  // namespace flexura
