#include "elements/authoring/module.h"

#include <stdexcept>
#include <string_view>

#include <fmt/format.h>

namespace flexura::authoring {

namespace {

constexpr const char* other_headers = "it was compiled with other headers than this program: build it again";

/// "0.1" of "0.1.7": what has to agree before version 1.
std::string_view minor_version(std::string_view text) {
  const std::size_t first = text.find('.');
  const std::size_t second = first == std::string_view::npos ? first : text.find('.', first + 1);
  return text.substr(0, second);
}

}  // namespace

std::string refusal(const ModuleDescriptor& module) {
  if (module.magic != ModuleDescriptor::mark) return "its symbol `flexura_module` is not that of a Flexura module";
  if (module.interface != module_interface)
    return fmt::format("it has interface {}, this program needs {}", module.interface, module_interface);
  if (module.scalar != sizeof(double) || module.index != sizeof(NodeIndex))
    return fmt::format("it computes with numbers of {} and indices of {} bytes, this program with {} and {}",
                       module.scalar, module.index, sizeof(double), sizeof(NodeIndex));
  if (minor_version(module.version) != minor_version(version))
    return fmt::format("it is built for Flexura {}, this is {}", module.version, version);
  if (std::string_view(module.abi) != compiler_abi)
    return fmt::format("its compiler lays out data in another way ({}; this program: {})", module.abi, compiler_abi);
  if (module.layout != layout_number()) return other_headers;
  return {};
}

void insist_on_layout(std::uint64_t of_module, std::uint64_t of_program) {
  if (of_module != of_program) throw std::logic_error(other_headers);
}

}  // namespace flexura::authoring
