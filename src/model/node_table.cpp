#include "model/node_table.h"

#include <algorithm>
#include <cstring>

namespace flexura {

namespace {

template <std::size_t N>
bool same_bits(const std::array<double, N>& a, const std::array<double, N>& b) {
  return std::memcmp(a.data(), b.data(), sizeof(a)) == 0;
}

}  // namespace

bool NodeTable::Motion::operator==(const Motion& other) const { return same_bits(values, other.values); }
bool NodeTable::Mass::operator==(const Mass& other) const { return same_bits(values, other.values); }

NodeTable::Stored NodeTable::stored(const StructuralNode& node, const Stored& like) {
  Motion motion{};
  double* out = std::copy_n(node.initial.R.data(), 9, motion.values.data());
  for (const Vec3* v : {&node.initial.v, &node.initial.w, &node.initial.a, &node.initial.alpha})
    out = std::copy_n(v->data(), 3, out);
  Mass mass{};
  mass.values[0] = node.mass.mass;
  out = std::copy_n(node.mass.first.data(), 3, mass.values.data() + 1);
  std::copy_n(node.mass.inertia.data(), 9, out);
  Stored stored;
  std::copy_n(node.initial.x.data(), 3, stored.x.data());
  stored.label = node.label;
  stored.where = SourcePlace(node.where);
  stored.properties = properties_.number_of(node, like.properties);
  stored.motion = motions_.number_of(motion, like.motion);
  stored.mass = masses_.number_of(mass, like.mass);
  return stored;
}

StructuralNode NodeTable::operator[](std::size_t i) const {
  const Stored& stored = nodes_[i];
  StructuralNode node;
  static_cast<NodeProperties&>(node) = properties_[stored.properties];
  node.label = stored.label;
  node.where = stored.where.location();
  std::copy_n(stored.x.data(), 3, node.initial.x.data());
  const double* in = motions_[stored.motion].values.data();
  std::copy_n(in, 9, node.initial.R.data());
  in += 9;
  for (Vec3* v : {&node.initial.v, &node.initial.w, &node.initial.a, &node.initial.alpha}) {
    std::copy_n(in, 3, v->data());
    in += 3;
  }
  const auto& mass = masses_[stored.mass].values;
  node.mass.mass = mass[0];
  std::copy_n(mass.data() + 1, 3, node.mass.first.data());
  std::copy_n(mass.data() + 4, 9, node.mass.inertia.data());
  return node;
}

}  // namespace flexura
