#include "model/node_table.h"

#include <algorithm>
#include <cstring>
#include <utility>

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
  Stored stored;
  std::copy_n(node.initial.x.data(), 3, stored.x.data());
  stored.label = node.label;
  stored.where = SourcePlace(node.where);
  stored.properties = properties_.number_of(node, like.properties);
  stored.motion = motions_.number_of(motion, like.motion);
  return stored;
}

NodeTable::Mass NodeTable::mass_of(const StructuralNode& node) {
  Mass mass{};
  mass.values[0] = node.mass.mass;
  double* const out = std::copy_n(node.mass.first.data(), 3, mass.values.data() + 1);
  std::copy_n(node.mass.inertia.data(), 9, out);
  return mass;
}

void NodeTable::push_back(const StructuralNode& node) {
  nodes_.push_back(stored(node, {}));
  mass_.push_back(static_cast<int>(masses_.number_of(mass_of(node))));
}

void NodeTable::set(std::size_t i, const StructuralNode& node) {
  const Stored& before = std::as_const(nodes_)[i];
  const Stored changed = stored(node, before);
  if (std::memcmp(&changed, &before, sizeof(Stored)) != 0) nodes_[i] = changed;
  mass_.set(i, static_cast<int>(masses_.number_of(mass_of(node), static_cast<std::uint32_t>(mass_[i]))));
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
  const auto& mass = masses_[static_cast<std::uint32_t>(mass_[i])].values;
  node.mass.mass = mass[0];
  std::copy_n(mass.data() + 1, 3, node.mass.first.data());
  std::copy_n(mass.data() + 4, 9, node.mass.inertia.data());
  return node;
}

}  // namespace flexura
