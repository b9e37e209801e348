#include "input/fem_model.h"

namespace flexura {

std::optional<int> FemModel::find(const std::string& label) const {
  if (by_label_.empty())
    for (int i = 0; i < node_count(); ++i) by_label_.emplace(labels[i], i);
  const auto at = by_label_.find(label);
  if (at == by_label_.end()) return std::nullopt;
  return at->second;
}

int FemModel::nearest(const Vec3& point) const {
  Eigen::Index at = 0;
  (positions.colwise() - point).colwise().squaredNorm().minCoeff(&at);
  return static_cast<int>(at);
}

}  // namespace flexura
