#include "elements/nodes/model_access.h"

#include <array>
#include <limits>

#include <fmt/format.h>

#include "elements/functions/library.h"
#include "elements/nodes/node_data.h"
#include "input/functions.h"
#include "input/keyword.h"
#include "input/run_storage.h"
#include "math/rotation.h"

namespace flexura {

namespace {

/// Keeps the functions as long as the variables of the model.
struct Keeper {
  std::unique_ptr<ModelAccess> access;
};

[[noreturn]] void fail(const std::string& message) { throw Error(ExitCode::input_error, message); }

unsigned label_of(const Value& value) {
  const std::int32_t label = assign_as(value, Type::integer).integer();
  if (label < 0) fail(fmt::format("labels are not negative, found {}", label));
  return static_cast<unsigned>(label);
}

/// A motion to second order: rates and accelerations of the node.
struct Motion {
  Vector3<Taylor2> x, v, w;
  Matrix3<Taylor2> r;
  explicit Motion(const NodeState& n) {
    const Mat3 rate = skew(n.w) * n.R;
    const Mat3 acceleration = skew(n.alpha) * n.R + skew(n.w) * rate;
    for (int i = 0; i < 3; ++i) {
      x(i) = Taylor2(n.x(i), n.v(i), n.a(i));
      v(i) = Taylor2(n.v(i), n.a(i), 0);
      w(i) = Taylor2(n.w(i), n.alpha(i), 0);
      for (int j = 0; j < 3; ++j) r(i, j) = Taylor2(n.R(i, j), rate(i, j), acceleration(i, j));
    }
  }
};

Taylor2 square(const Vector3<Taylor2>& a) { return a(0) * a(0) + a(1) * a(1) + a(2) * a(2); }

/// `text` with a prefix x, y or z taken off: the component, or -1.
int component_of(std::string_view& text) {
  if (text.size() < 2 || text[0] < 'x' || text[0] > 'z') return -1;
  const int component = text[0] - 'x';
  text.remove_prefix(1);
  return component;
}

/// A component, the norm, or with a trailing `2` the squared norm.
Taylor2 part_of(const Vector3<Taylor2>& vector, int component, bool squared) {
  if (component >= 0) return vector(component);
  const Taylor2 s = square(vector);
  if (squared) return s;
  return s.f > 0 ? sqrt(s) : Taylor2(0);
}

/// Words for classes of elements as they appear in function names: no blanks, or `_` for them.
std::string family_of(std::string_view type) {
  std::string word;
  for (const char c : type)
    if (c != '_') word.push_back(c);
  word = normal_form(word);
  if (word == "beam2" || word == "beam3" || word == "hbeam2") return "beam";
  if (word == "couple") return "force";
  if (word == "userdefined") return "loadable";
  for (const std::string_view family :
       {"automatic structural", "air properties", "induced velocity", "aerodynamic element"})
    if (is_keyword(word, family)) return std::string(family);
  return word;
}

}  // namespace

void ModelAccess::install(Model& model, const std::shared_ptr<SymbolTable>& symbols) {
  const auto keeper = run_storage<Keeper>(symbols);
  keeper->access = std::make_unique<ModelAccess>(model, *symbols);
  keeper->access->shared_symbols_ = symbols;
  symbols->model_functions = keeper->access.get();
}

NodeIndex ModelAccess::structural(const Value& value) const {
  const unsigned label = label_of(value);
  const auto index = model_.find_node(label);
  if (!index)
    fail(fmt::format("structural node {} is not defined{}", label,
                     did_you_mean(std::to_string(label), model_.node_labels())));
  return *index;
}

NodeIndex ModelAccess::node_of(std::string_view type, const Value& value) const {
  const unsigned label = label_of(value);
  std::vector<std::string> families;
  for (int f = 0; f < static_cast<int>(NodeFamily::modal); ++f) {
    const auto family = static_cast<NodeFamily>(f);
    families.emplace_back(name_of(family));
    if (!is_keyword(normal_form(type), name_of(family))) continue;
    const auto index = model_.find_node(label, family);
    if (!index)
      fail(fmt::format("{} node {} is not defined{}", name_of(family), label,
                       did_you_mean(std::to_string(label), model_.node_labels(family))));
    return *index;
  }
  fail(fmt::format("unknown kind of node `{}`{}", type, did_you_mean(std::string(type), families)));
}

Taylor2 ModelAccess::call(std::string_view name, const std::vector<Value>& arguments, const DriveContext& context) {
  const auto family = [&](std::string_view prefix) { return name.substr(0, prefix.size()) == prefix; };
  if (family("sf::")) return scalar_function(name.substr(4), arguments);
  if (family("node::")) return node_function(name.substr(6), arguments, context);
  if (family("element::")) return element_function(name.substr(9), arguments, context);
  if (family("dof::")) return dof_function(name.substr(5), arguments, context);
  if (name == "current") fail("model::current has no value here");
  constexpr std::string_view previous = "_prev";
  const State* state = context.state;
  if (name.size() > previous.size() && name.substr(name.size() - previous.size()) == previous) {
    name.remove_suffix(previous.size());
    if (context.previous && context.previous->nodes) state = context.previous;
  }
  return kinematic(name, arguments, state);
}

Taylor2 ModelAccess::kinematic(std::string_view name, const std::vector<Value>& arguments, const State* state) const {
  const Motion one(kinematics(model_, state, structural(arguments[0])));
  std::string_view base = name;
  const int component = component_of(base);
  const bool squared = component < 0 && base.back() == '2';
  if (squared) base.remove_suffix(1);
  if (arguments.size() < 2) {
    if (base == "position") return part_of(one.x, component, squared);
    if (base == "velocity") return part_of(one.v, component, squared);
    if (base == "angvel") return part_of(one.w, component, squared);
    if (base == "angle") return part_of(rotation_log<Taylor2>(one.r), component, squared);
    fail(fmt::format("unknown function `model::{}` of one node", name));
  }
  const Motion two(kinematics(model_, state, structural(arguments[1])));
  const Vector3<Taylor2> d = two.x - one.x;
  if (base == "distance") return part_of(d, component, squared);
  if (base == "distancep") {
    const Taylor2 distance = part_of(d, -1, false);
    return {distance.d, distance.dd, 0};
  }
  if (base == "unitvec") {
    const Taylor2 distance = part_of(d, -1, false);
    if (!(distance.f > 0)) fail("nodes in the same place: there is no unit vector from one to the other");
    return d(component) / distance;
  }
  if (base == "anglerel") {
    const Matrix3<Taylor2> relative = one.r.transpose() * two.r;
    return part_of(rotation_log<Taylor2>(relative), component, squared);
  }
  if (base == "vrel") return part_of(two.v - one.v, component, squared);
  if (base == "angvrel") return part_of(two.w - one.w, component, squared);
  fail(fmt::format("unknown function `model::{}` of two nodes", name));
}

Taylor2 ModelAccess::node_function(std::string_view type, const std::vector<Value>& arguments,
                                   const DriveContext& context) const {
  const NodeIndex index = node_of(type, arguments[0]);
  const NodeProperties& node = model_.properties(index);
  int datum = 1;
  const auto names = node_data(node);
  if (arguments.size() > 1 && arguments[1].is_string()) {
    const auto found = find_node_datum(node, arguments[1].string());
    if (!found)
      fail(fmt::format("{} node {} has no datum `{}`{}", name_of(node.family), model_.label(index),
                       arguments[1].string(), did_you_mean(arguments[1].string(), names)));
    datum = *found;
  } else if (arguments.size() > 1) {
    datum = assign_as(arguments[1], Type::integer).integer();
    if (datum < 1 || datum > static_cast<int>(names.size()))
      fail(fmt::format("{} node {} has {} data, there is no number {}", name_of(node.family), model_.label(index),
                       names.size(), datum));
  }
  if (is_acceleration(node, datum)) model_.need_accelerations();
  return node_datum(node, kinematics(model_, context.state, index), datum);
}

Observation ModelAccess::find(std::string_view type, const std::vector<Value>& arguments) const {
  Observation o;
  o.family = family_of(type);
  std::size_t next = 0;
  // Unique elements have no label.
  if (!(arguments.size() == 1 && arguments[0].is_string())) o.label = label_of(arguments[next++]);
  const auto element = model_.find_element(o.family, o.label);
  const std::string who = o.family + " " + std::to_string(o.label);
  if (!element) {
    if (o.family == "automatic structural" && model_.find_node(o.label) && next < arguments.size() &&
        arguments[next].is_string()) {
      o.name = arguments[next].string();
      return o;
    }
    fail(who + " is not defined");
  }
  o.element = *element;
  const auto names = model_.batch(element->batch).private_names(element->number);
  if (next < arguments.size() && arguments[next].is_string()) {
    const auto datum = model_.batch(element->batch).private_datum(element->number, arguments[next].string());
    if (!datum)
      fail(fmt::format("{} has no datum `{}`{}; it has {}", who, arguments[next].string(),
                       did_you_mean(arguments[next].string(), names), fmt::join(names, ", ")));
    o.datum = *datum;
    return o;
  }
  const int index = next < arguments.size() ? assign_as(arguments[next], Type::integer).integer() : 1;
  if (index < 1 || index > static_cast<int>(names.size()))
    fail(fmt::format("{} has {} data, there is no number {}", who, names.size(), index));
  o.datum = index - 1;
  return o;
}

void ModelAccess::check(std::string_view name, const std::vector<Value>& arguments) {
  if (name.substr(0, 9) == "element::") {
    Observation o = find(name.substr(9), arguments);
    if (o.datum >= 0) {
      const auto key = std::make_tuple(o.family, o.label, o.datum);
      observed_[key] = model_.observe(std::move(o));
    }
    return;
  }
  call(name, arguments, {});
}

double ModelAccess::datum_at_input(const Observation& o) const {
  const ElementBatch& batch = model_.batch(o.element.batch);
  const int i = o.element.number;
  if (batch.unknown_count(i) > 0 || batch.memory_count(i) > 0 || batch.momentum_count(i) > 0 ||
      batch.scalar_count(i) > 0)
    fail(fmt::format("data of a {} have no value while the model is read: they depend on more than the motion of nodes",
                     batch.type()));
  std::vector<NodeState> nodes(model_.node_count());
  for (NodeIndex n = 0; n < model_.node_count(); ++n) nodes[n] = model_.node(n).initial;
  const std::vector<Mat3> spin(nodes.size(), Mat3::Identity());
  std::vector<Taylor2> drives(model_.drive_count() + 1);
  for (DriveId id = 0; id < model_.drive_count(); ++id) {
    const Drive& drive = model_.drive(id);
    // What looks at the state has no value yet.
    drives[id] = drive.depends_on_state() ? Taylor2(std::numeric_limits<double>::quiet_NaN())
                                          : drive.value(Taylor2(0, 1, 0), DriveContext{});
  }
  State state;
  state.nodes = nodes.data();
  state.spin = spin.data();
  state.drives = drives.data();
  state.gravity = model_.gravity();
  if (state.gravity && state.gravity->uniform())
    state.uniform_gravity = state.gravity->acceleration(Vec3::Zero(), drives.data());
  return batch.private_value(state, i, o.datum);
}

Taylor2 ModelAccess::element_function(std::string_view type, const std::vector<Value>& arguments,
                                      const DriveContext& context) {
  const Observation o = find(type, arguments);
  if (!context.state) return datum_at_input(o);
  const auto known = observed_.find(std::make_tuple(o.family, o.label, o.datum));
  if (known != observed_.end() && context.observed) return context.observed[known->second];
  const ElementBatch& batch = model_.batch(o.element.batch);
  const int i = o.element.number;
  const bool evaluated_here = !batch.dofs(i).empty() || batch.local_size(i) == 0;
  if (!evaluated_here && batch.unknown_count(i) + batch.memory_count(i) + batch.momentum_count(i) > 0)
    fail(fmt::format("{} {} is computed by another process; use a plugin variable or the drive `element`", o.family,
                     o.label));
  return batch.private_value(*context.state, i, o.datum);
}

Taylor2 ModelAccess::dof_function(std::string_view type, const std::vector<Value>& arguments,
                                  const DriveContext& context) const {
  const NodeIndex index = node_of(type, arguments[0]);
  const NodeProperties& node = model_.properties(index);
  const int number = assign_as(arguments[1], Type::integer).integer();
  const bool rate = arguments[2].string() == "differential";
  const int count = node.structural() ? (node.kind == NodeKind::dummy ? 6 : node.unknown_count()) : 1;
  if (number < 1 || number > count)
    fail(fmt::format("{} node {} has {} degrees of freedom, found {}", name_of(node.family), model_.label(index), count,
                     number));
  if (node.structural() && number > 3 && !rate)
    fail("rotations are no coordinates: of degrees of freedom 4 to 6 only `differential` can be used");
  const bool previous = arguments.size() > 3 && arguments[3].truth() && context.previous && context.previous->nodes;
  const NodeState n = kinematics(model_, previous ? context.previous : context.state, index);
  const int i = number - 1;
  if (!node.structural()) return rate ? Taylor2(n.v(0)) : Taylor2(n.x(0), n.v(0), 0);
  if (i >= 3) return {n.w(i - 3), n.alpha(i - 3), 0};
  return rate ? Taylor2(n.v(i), n.a(i), 0) : Taylor2(n.x(i), n.v(i), n.a(i));
}

Taylor2 ModelAccess::scalar_function(std::string_view name, const std::vector<Value>& arguments) const {
  const auto symbols = shared_symbols_.lock();
  if (!symbols) fail("the variables of the model are gone");
  const auto library = ScalarFunctionLibrary::of(symbols);
  const ScalarFunctionPointer function = library->find(name);
  if (!function)
    fail(fmt::format("scalar function `{}` is not defined{}", name, did_you_mean(std::string(name), library->names())));
  const int order = arguments.size() > 1 ? assign_as(arguments[1], Type::integer).integer() : 0;
  const Taylor2 x = assign_as(arguments[0], Type::real).real();
  if (order == 0) return (*function)(x);
  const Taylor2 local = (*function)(Taylor2(x.f, 1, 0));
  // The derivative of the derivative is known to one order less.
  if (order == 1) return {local.d, local.dd * x.d, 0};
  if (order == 2) return local.dd;
  fail(fmt::format("derivative {} of scalar function `{}` is not available", order, name));
}

}  // namespace flexura
