#include "app/type_commands.h"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "app/keyword_list.h"
#include "app/parallel_check.h"
#include "elements/check/element_check.h"
#include "elements/check/samples.h"
#include "elements/friction/friction_reader.h"
#include "input/blocks/module_loader.h"
#include "input/blocks/registries.h"
#include "solvers/integrators/method_types.h"
#include "solvers/problems/method_check.h"

namespace flexura {

namespace {

using authoring::CatalogueEntry;

/// Registries are filled when they are asked for: types that come with the program are then in the catalogue.
void fill_catalogue() {
  element_cards();
  joint_types();
  law_types<1>();
  law_types<3>();
  law_types<6>();
  scalar_function_types();
  drive_registry();
  method_types();
}

int unknown_name(const std::string& name, const std::vector<std::string>& known) {
  std::fprintf(stderr, "error: there is no type `%s` to look at%s\n", name.c_str(), did_you_mean(name, known).c_str());
  return static_cast<int>(ExitCode::usage);
}

/// The types that a name may mean.
std::vector<CatalogueEntry> find(const std::string& name) {
  std::vector<CatalogueEntry> found;
  for (const CatalogueEntry& entry : authoring::catalogue())
    if (is_keyword(normal_form(name), entry.table->name())) found.push_back(entry);
  return found;
}

std::vector<std::string> known_names() {
  std::vector<std::string> names = keywords();
  for (const CatalogueEntry& entry : authoring::catalogue()) names.emplace_back(entry.table->name());
  return names;
}

int describe(const CommandLine& line) {
  for (const std::string& name : line.names) {
    const auto found = find(name);
    const std::string page = found.empty() ? keyword_page(name) : "";
    if (found.empty() && page.empty()) return unknown_name(name, known_names());
    std::fputs(page.c_str(), stdout);
    for (const CatalogueEntry& entry : found) std::fputs(entry.table->page().c_str(), stdout);
    for (const authoring::Table* model : friction_models())
      if (is_keyword(normal_form(name), model->name())) std::fputs(model->page().c_str(), stdout);
  }
  return 0;
}

/// Adds to a report what takes several ranks.
checks::ElementReport with_ranks(checks::ElementReport report, const checks::Sample& sample) {
  if (!report.failure.empty()) return report;
  try {
    report.checks.push_back(check_parallel(sample));
  } catch (const std::exception& error) {
    report.failure = error.what();
  }
  return report;
}

/// Checks elements and integration methods of the catalogue from number `first` on, and with `first` = 0 all others as
/// well.
int check_elements(const CommandLine& line, std::size_t first) {
  std::vector<checks::ElementReport> reports;
  std::vector<std::string> known;
  const auto wanted = [&](std::string_view card, std::string_view keyword) {
    const std::string name(keyword.empty() ? card : keyword);
    known.push_back(name);
    if (line.names.empty()) return true;
    return std::any_of(line.names.begin(), line.names.end(),
                       [&](const std::string& word) { return is_keyword(normal_form(word), name); });
  };
  const auto& catalogue = authoring::catalogue();
  if (first == 0) {
    for (const checks::Sample& sample : checks::samples_of_text()) {
      const bool declared = std::any_of(catalogue.begin(), catalogue.end(), [&](const CatalogueEntry& entry) {
        return entry.table->card() == sample.card && entry.table->name() == sample.keyword;
      });
      if (!declared && wanted(sample.card, sample.keyword))
        reports.push_back(with_ranks(checks::check_element(sample, {}), sample));
    }
  }
  for (std::size_t k = first; k < catalogue.size(); ++k)
    if (catalogue[k].kind == CatalogueEntry::Kind::element &&
        wanted(catalogue[k].table->card(), catalogue[k].table->name()))
      reports.push_back(with_ranks(checks::check_element(catalogue[k]), checks::sample_of(catalogue[k])));
  std::vector<checks::ElementReport> methods;
  for (const TableMethodType& type : table_method_types()) {
    const bool declared = std::any_of(catalogue.begin() + static_cast<std::ptrdiff_t>(first), catalogue.end(),
                                      [&](const CatalogueEntry& entry) { return entry.table == type.about; });
    if ((type.about ? declared : first == 0) && wanted("method", type.name)) methods.push_back(check_method(type));
  }
  for (const std::string& name : line.names)
    if (std::none_of(known.begin(), known.end(),
                     [&](const std::string& k) { return is_keyword(normal_form(name), k); }))
      return unknown_name(name, known);
  if (!reports.empty() || methods.empty()) std::fputs(checks::table_of(reports).c_str(), stdout);
  if (!methods.empty())
    std::fputs(checks::table_of(methods, "integration method", method_check_columns()).c_str(), stdout);
  const auto pass = [](const auto& all) {
    return std::all_of(all.begin(), all.end(), [](const auto& report) { return report.passed(); });
  };
  return pass(reports) && pass(methods) ? 0 : 1;
}

}  // namespace

int show_types(const CommandLine& line) {
  fill_catalogue();
  const std::size_t before = authoring::catalogue().size();
  try {
    for (const std::string& module : line.modules) {
      const ModuleSearch search = find_module(module, {});
      if (search.found.empty()) throw ModuleError(fmt::format("there is no module {}", module));
      load_module(search.found, {});
    }
  } catch (const ModuleError& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return static_cast<int>(ExitCode::input_error);
  }
  switch (line.action) {
    case CommandLine::Action::describe:
      return describe(line);
    case CommandLine::Action::element_check:
      return check_elements(line, line.modules.empty() ? 0 : before);
    default:
      std::fputs(keyword_list().c_str(), stdout);
      return 0;
  }
}

}  // namespace flexura
