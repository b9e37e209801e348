// A module with one fault, chosen by a definition: it must not be loaded.
#include "elements/authoring/authoring.h"
#include "output/authored_writer.h"
#include "solvers/problems/authored_method.h"

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

/// A table that does not reach the end of the step.
struct HalfStep {
  static constexpr int order = 1;
  static Declaration<HalfStep> declare() { return {"half step", "a fault"}; }
  [[nodiscard]] Tableau table() const { return {{0, 0.5}, {{0}, {0.25, 0.25}}}; }
};

struct NetcdfWriter {
  static Declaration<NetcdfWriter> declare() { return {"netcdf", "taken"}; }
  void begin(OutputFiles&, const Model&, const std::vector<RecordLayout>&) {}
  void record(const RecordLayout&, unsigned, std::span<const double>) {}
};

[[maybe_unused]] void add_types(Types& types) {
#if defined(FAULT_TABLE)
  types.integrator<HalfStep>();
#elif defined(FAULT_METHOD_LAYOUT)
  check_method_layout(method_layout + 1);
#elif defined(FAULT_WRITER_LAYOUT)
  check_writer_layout(writer_layout + 1);
#elif defined(FAULT_WRITER)
  types.writer<NetcdfWriter>();
#endif
  types.drive<TakenDrive>();
}

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
