#include "elements/genels/dof_set.h"

#include <algorithm>

namespace flexura {

int DofSet::add(const NodeDof& dof) {
  std::vector<NodeIndex>& list = dof.scalar ? scalars_ : nodes_;
  const auto known = std::find(list.begin(), list.end(), dof.node);
  const int at = static_cast<int>(known - list.begin());
  if (known == list.end()) list.push_back(dof.node);
  dofs_.push_back({dof.scalar, at, dof.component, dof.order});
  return size() - 1;
}

}  // namespace flexura
