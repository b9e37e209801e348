// What a module shows of itself to the program that loads it, and how it adds its types.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>

#include "elements/authoring/catalogue.h"
#include "input/value.h"
#include "support/version.h"

namespace flexura::authoring {

/// What stands above elements is told apart by these: `add_type(Integrator<T>)` is in
/// solvers/problems/authored_method.h, `add_type(Writer<T>)` in output/authored_writer.h.
template <class T>
struct Integrator {};
template <class T>
struct Writer {};

/// Takes the types of a module. A keyword that is known already is refused when the module is loaded.
class Types {
 public:
  Types(DriveRegistry& drives, std::span<const Value> arguments) : drives_(drives), arguments_(arguments) {}

  template <class E>
  void element() {
    add_element_type<E>(open_element_types(declaration<E>().card()));
  }
  template <class L>
  void law() {
    add_law_type<L>(open_law_types<L::dimension>());
  }
  template <class D>
  void drive() {
    add_drive_type<D>(drives_);
  }
  template <class F>
  void function() {
    add_function_type<F>(open_scalar_function_types());
  }
  /// Needs solvers/problems/authored_method.h.
  template <class T>
  void integrator() {
    add_type(Integrator<T>());
  }
  /// Needs output/authored_writer.h.
  template <class T>
  void writer() {
    add_type(Writer<T>());
  }
  /// What follows the file in `module load: "file", arguments;`.
  [[nodiscard]] std::span<const Value> arguments() const { return arguments_; }

 private:
  DriveRegistry& drives_;
  std::span<const Value> arguments_;
};

/// Number of the interface between program and module: changes when ModuleDescriptor or the meaning of a virtual
/// function does.
constexpr std::uint32_t module_interface = 1;

/// How the compiler lays out what program and module exchange.
#define FLEXURA_TEXT_OF(x) #x
#define FLEXURA_TEXT(x) FLEXURA_TEXT_OF(x)
#if defined(_GLIBCXX_RELEASE)
#define FLEXURA_STANDARD_LIBRARY "libstdc++, new strings " FLEXURA_TEXT(_GLIBCXX_USE_CXX11_ABI)
#elif defined(_LIBCPP_ABI_VERSION)
#define FLEXURA_STANDARD_LIBRARY "libc++ " FLEXURA_TEXT(_LIBCPP_ABI_VERSION)
#else
#define FLEXURA_STANDARD_LIBRARY "another standard library"
#endif
#if defined(_GLIBCXX_DEBUG)
#define FLEXURA_CHECKED_CONTAINERS ", checked containers"
#else
#define FLEXURA_CHECKED_CONTAINERS ""
#endif
inline constexpr const char* compiler_abi = FLEXURA_STANDARD_LIBRARY FLEXURA_CHECKED_CONTAINERS
    ", Eigen " FLEXURA_TEXT(EIGEN_WORLD_VERSION) "." FLEXURA_TEXT(EIGEN_MAJOR_VERSION) " aligned to " FLEXURA_TEXT(
        EIGEN_MAX_ALIGN_BYTES) "/" FLEXURA_TEXT(EIGEN_MAX_STATIC_ALIGN_BYTES);

/// Sizes folded into one number.
constexpr std::uint64_t layout_of(std::initializer_list<std::size_t> sizes) {
  std::uint64_t number = 14695981039346656037U;
  for (const std::size_t size : sizes) number = (number ^ size) * 1099511628211U;
  return number;
}
/// Of what they exchange.
constexpr std::uint64_t layout_number() {
  return layout_of({sizeof(void*), sizeof(State), sizeof(NodeState), sizeof(StructuralNode), sizeof(ElementInfo),
                    sizeof(OutputSpec), sizeof(ElementBatch), sizeof(Model), sizeof(Reader), sizeof(ElementRegistry),
                    sizeof(Table), sizeof(Parameter), sizeof(CatalogueEntry), sizeof(Law6)});
}
/// Throws std::logic_error, which refuses the module that is being loaded, when two such numbers differ.
void insist_on_layout(std::uint64_t of_module, std::uint64_t of_program);

/// The one symbol of a module, `flexura_module`. Plain data: it can be read whatever the module was built with.
struct ModuleDescriptor {
  static constexpr std::uint32_t mark = 0x464c584d;  // "FLXM"

  std::uint32_t magic;      ///< `mark`
  std::uint32_t interface;  ///< module_interface
  std::uint32_t scalar;     ///< bytes of a number
  std::uint32_t index;      ///< bytes of a node's number
  std::uint64_t layout;     ///< layout_number()
  const char* version;      ///< of the headers it was compiled with
  const char* abi;          ///< compiler_abi
  void (*add_types)(Types&);
};

constexpr ModuleDescriptor describe_module(void (*add_types)(Types&)) {
  return {ModuleDescriptor::mark, module_interface, sizeof(double), sizeof(NodeIndex),
          layout_number(),        version,          compiler_abi,   add_types};
}

/// Why this program cannot use a module; empty when it can.
std::string refusal(const ModuleDescriptor& module);

}  // namespace flexura::authoring

/// Makes a shared object a module, once in one of its sources:
///     FLEXURA_MODULE(types) {
///       types.element<Spring>();
///       types.drive<Chirp>();
///     }
#define FLEXURA_MODULE(types)                                                                                    \
  static void flexura_module_types(::flexura::authoring::Types&);                                                \
  extern "C" __attribute__((visibility("default"))) const ::flexura::authoring::ModuleDescriptor flexura_module; \
  const ::flexura::authoring::ModuleDescriptor flexura_module =                                                  \
      ::flexura::authoring::describe_module(&flexura_module_types);                                              \
  static void flexura_module_types(::flexura::authoring::Types& types)
