#include "solvers/integrators/method.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "solvers/integrators/composite.h"
#include "solvers/integrators/method_types.h"
#include "solvers/integrators/multistep.h"
#include "solvers/integrators/one_step.h"
#include "solvers/integrators/radius.h"

namespace flexura {

namespace {

using Owner = std::unique_ptr<Method>;
using Make = Owner (*)(const MethodSettings&);

const std::map<std::string, Make>& table() {
  using Settings = const MethodSettings&;
  static const std::map<std::string, Make> methods = {
      {"impliciteuler", [](Settings) { return make_implicit_euler(); }},
      {"cranknicolson", [](Settings) { return make_crank_nicolson(); }},
      {"bdf", [](Settings s) { return s.order == 1 ? make_implicit_euler() : make_bdf2(); }},
      {"ms", [](Settings) { return make_multistep(2); }},
      {"ms2", [](Settings) { return make_multistep(2); }},
      {"ms3", [](Settings) { return make_multistep(3); }},
      {"ms4", [](Settings) { return make_multistep(4); }},
      {"ss2", [](Settings) { return make_single_step(2); }},
      {"ss3", [](Settings) { return make_single_step(3); }},
      {"ss4", [](Settings) { return make_single_step(4); }},
      {"hope", [](Settings) { return make_hope(); }},
      {"bathe", [](Settings) { return make_bathe(); }},
      {"msstc3", [](Settings) { return make_msstc(3); }},
      {"msstc4", [](Settings) { return make_msstc(4); }},
      {"msstc5", [](Settings) { return make_msstc(5); }},
      {"mssth3", [](Settings) { return make_mssth(3); }},
      {"mssth4", [](Settings) { return make_mssth(4); }},
      {"mssth5", [](Settings) { return make_mssth(5); }},
  };
  return methods;
}

}  // namespace

Owner make_method(const MethodSettings& settings) {
  if (settings.make) return settings.make();
  const auto at = table().find(settings.keyword);
  const auto* declared = method_types().find(settings.keyword);
  if (at == table().end() && declared) {
    const MethodSettings plain = declared->read(nullptr);
    if (plain.make) return plain.make();
  }
  if (at == table().end())
    throw Error(ExitCode::input_error, "method `" + settings.keyword + "` is not supported" +
                                           did_you_mean(settings.keyword, method_keywords()));
  if (settings.rho && settings.rho->constant())
    check_radius(settings.keyword, settings.rho->value(Taylor2(0), DriveContext{}).f);
  return at->second(settings);
}

std::vector<std::string> method_keywords() {
  std::vector<std::string> names;
  for (const auto& entry : table()) names.push_back(entry.first);
  for (const TableMethodType& type : table_method_types()) names.push_back(normal_form(type.name));
  std::sort(names.begin(), names.end());
  return names;
}

std::string radius_objection(std::string_view keyword, double rho) {
  if (!(rho >= 0 && rho <= 1))
    return fmt::format("the spectral radius of differential unknowns must lie in [0, 1], found {}", rho);
  const bool many_steps = keyword == "ms3" || keyword == "ms4" || keyword == "ss3" || keyword == "ss4";
  if (many_steps && rho == 1)
    return fmt::format(
        "the spectral radius of `{}` must be less than 1: with 1, errors of alternating sign grow; `ms2`, `ss2` and "
        "the composite methods can do without dissipation",
        keyword);
  return {};
}

void check_radius(std::string_view keyword, double rho) {
  const std::string objection = radius_objection(keyword, rho);
  if (!objection.empty()) throw Error(ExitCode::input_error, "method `" + std::string(keyword) + "`: " + objection);
}

}  // namespace flexura
