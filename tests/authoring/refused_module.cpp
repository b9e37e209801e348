// A module with one fault, chosen by a definition: it must not be loaded.
#include "elements/authoring/authoring.h"

using namespace flexura;
using namespace flexura::authoring;

namespace {

/// Takes a word of the language.
struct TakenDrive {
  static Declaration<TakenDrive> declare() { return {"ramp", "taken"}; }
  template <class S>
  [[nodiscard]] S value(const S& x) const {
    return x;
  }
};

[[maybe_unused]] void add_types(Types& types) { types.drive<TakenDrive>(); }

[[maybe_unused]] ModuleDescriptor faulty() {
  ModuleDescriptor module = describe_module(&add_types);
#if defined(FAULT_INTERFACE)
  module.interface = 99;
#elif defined(FAULT_SCALAR)
  module.scalar = 4;
#elif defined(FAULT_VERSION)
  module.version = "0.0.9";
#elif defined(FAULT_ABI)
  module.abi = "libc++ 1";
#elif defined(FAULT_LAYOUT)
  module.layout += 1;
#elif defined(FAULT_MARK)
  module.magic = 0;
#endif
  return module;
}

}  // namespace

#if !defined(FAULT_NONE)
extern "C" __attribute__((visibility("default"))) const ModuleDescriptor flexura_module;
const ModuleDescriptor flexura_module = faulty();
#endif
