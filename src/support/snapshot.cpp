#include "support/snapshot.h"

#include "support/error.h"

namespace flexura {

const std::vector<double>& Snapshot::find(const Lists& lists, const std::string& name) {
  const auto at = lists.find(name);
  if (at == lists.end()) throw Error(ExitCode::input_error, "the saved state has no list `" + name + "`");
  return at->second;
}

}  // namespace flexura
