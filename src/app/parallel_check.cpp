#include "app/parallel_check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "assembly/numbering.h"
#include "elements/check/scene.h"

namespace flexura {

namespace {

using checks::Scene;

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
constexpr std::array levels = {ConstraintLevel::position, ConstraintLevel::velocity, ConstraintLevel::acceleration};

/// Everything that an assembly makes of a model, by the numbers of a scene.
struct Assembly {
  explicit Assembly(Eigen::Index n)
      : residual(Eigen::VectorXd::Zero(n)), absolute(residual), jacobian(Eigen::MatrixXd::Zero(n, n)) {
    constraints.fill(residual);
  }
  Eigen::VectorXd residual, absolute;
  Eigen::MatrixXd jacobian;
  std::array<Eigen::VectorXd, 3> constraints;
  std::vector<double> results;  ///< records and energy of all elements, in order
};

/// Node i and element e of a batch, and who has them: everything in turn, beginning with rank `first`.
Ownership deal(const Model& model, int ranks, int first) {
  Ownership owner = undivided(model);
  for (NodeIndex i = 1; i < model.node_count(); ++i) owner.node_rank[i] = (i + first) % ranks;
  for (NodeIndex i = 1; i < model.node_count(); ++i) {
    const NodeProperties& node = model.properties(i);
    if (node.kind == NodeKind::dummy && node.follows && !node.follows->masters().empty())
      owner.node_rank[i] = owner.node_rank[node.follows->masters().front()];
  }
  int next = first;
  for (auto& batch : owner.element_rank)
    for (std::size_t e = 0; e < batch.size(); ++e) batch[e] = next++ % ranks;
  return owner;
}

/// The model of a sample at one state.
class Subject {
 public:
  Subject(const checks::Sample& sample, unsigned seed)
      : text_(checks::sample_nodes() + sample.text), whole_(model(), seed), seen_(model()) {
    scatter(whole_, sample);
    for (int b = 0; b < model().batch_count(); ++b) {
      own_.emplace_back();
      for (int e = 0; e < model().batch(b).size(); ++e) own_[b].push_back(first_own(b, e));
      histories_.emplace_back();
      for (int e = 0; e < model().batch(b).size(); ++e)
        histories_[b].emplace_back(model().batch(b).first_momentum(e), model().batch(b).first_memory(e));
    }
  }

  [[nodiscard]] Assembly on(int ranks, int first) {
    const Ownership owner = deal(model(), ranks, first);
    const auto n = static_cast<Eigen::Index>(whole_.y.size());
    Assembly by_global(n), sum(n);
    std::vector<Eigen::Index> place;  // of each global number in the scene
    std::vector<std::vector<std::vector<double>>> results(own_.size());
    for (std::size_t b = 0; b < own_.size(); ++b) results[b].resize(own_[b].size());
    for (int rank = 0; rank < ranks; ++rank) {
      const Numbering numbering(model(), owner, rank, ranks);
      place.resize(numbering.total(), -1);
      add_places(numbering, owner, rank, place);
      evaluate(numbering, by_global, results);
    }
    for (std::size_t g = 0; g < place.size(); ++g) {
      const auto from = static_cast<Eigen::Index>(g);
      sum.residual(place[g]) = by_global.residual(from);
      sum.absolute(place[g]) = by_global.absolute(from);
      for (std::size_t k = 0; k < levels.size(); ++k) sum.constraints[k](place[g]) = by_global.constraints[k](from);
      for (std::size_t h = 0; h < place.size(); ++h)
        sum.jacobian(place[g], place[h]) = by_global.jacobian(from, static_cast<Eigen::Index>(h));
    }
    for (const auto& batch : results)
      for (const auto& element : batch) sum.results.insert(sum.results.end(), element.begin(), element.end());
    return sum;
  }

 private:
  [[nodiscard]] Model& model() { return text_.model; }
  [[nodiscard]] int first_own(int b, int e) {
    const ElementBatch& batch = model().batch(b);
    return batch.unknown_count(e) == 0 ? -1 : batch.dofs(e)[6 * batch.node_count(e)];
  }

  /// Where the unknowns that a rank owns are in the scene.
  void add_places(const Numbering& numbering, const Ownership& owner, int rank, std::vector<Eigen::Index>& place) {
    for (const NodeIndex i : numbering.local_nodes())
      for (int k = 0; owner.node_rank[i] == rank && k < model().properties(i).unknown_count(); ++k)
        place[numbering.global(numbering.node(i) + k)] = 6 * i + k;
    for (int b = 0; b < model().batch_count(); ++b)
      for (const int e : numbering.elements(b))
        for (int j = 0; j < model().batch(b).unknown_count(e); ++j)
          place[numbering.global(first_own(b, e) + j)] = own_[b][e] + j;
  }

  /// Leaves in `seen_` what a rank has of the scene.
  void look(const Numbering& numbering) {
    Scene& seen = seen_;
    seen = whole_;
    for (NodeIndex i = 1; i < model().node_count(); ++i) {
      if (numbering.node(i) >= 0 || !model().properties(i).has_unknowns()) continue;
      NodeState& n = seen.nodes[i];
      for (Vec3* v : {&n.x, &n.v, &n.w, &n.a, &n.alpha}) v->setConstant(nothing);
      n.R.setConstant(nothing);
      seen.spin[i].setConstant(nothing);
    }
    for (auto* values : {&seen.y, &seen.y_rate, &seen.momentum_known, &seen.memory_accepted, &seen.memory_trial})
      std::fill(values->begin(), values->end(), nothing);
    const auto copy = [](const std::vector<double>& from, std::vector<double>& to, int begin, int count, int at) {
      std::copy_n(from.begin() + begin, count, to.begin() + at);
    };
    for (int b = 0; b < model().batch_count(); ++b) {
      const ElementBatch& batch = model().batch(b);
      for (const int e : numbering.elements(b)) {
        if (batch.unknown_count(e) > 0) {
          copy(whole_.y, seen.y, own_[b][e], batch.unknown_count(e), first_own(b, e));
          copy(whole_.y_rate, seen.y_rate, own_[b][e], batch.unknown_count(e), first_own(b, e));
        }
        const auto [momentum, first_memory] = histories_[b][e];
        copy(whole_.momentum_known, seen.momentum_known, momentum, batch.momentum_count(e), batch.first_momentum(e));
        for (auto* memory : {&seen.memory_accepted, &seen.memory_trial})
          copy(whole_.memory_accepted, *memory, first_memory, batch.memory_count(e), batch.first_memory(e));
      }
    }
  }

  void evaluate(const Numbering& numbering, Assembly& sum, std::vector<std::vector<std::vector<double>>>& results) {
    look(numbering);
    const Scene& seen = seen_;
    const auto n = static_cast<std::size_t>(numbering.local());
    const auto add = [&](const std::vector<double>& from, Eigen::VectorXd& to) {
      for (int l = 0; l < numbering.local(); ++l) to(numbering.global(l)) += from[l];
    };
    std::vector<double> f(n + 1), f_abs(n + 1);
    std::array<std::vector<double>, 3> constraints;
    constraints.fill(f);
    int most = 1;
    for (int b = 0; b < model().batch_count(); ++b)
      for (const int e : numbering.elements(b))
        most = std::max(most, model().batch(b).local_size(e) + model().batch(b).momentum_count(e));
    const PatternProbe probe(most, most, model().drive_count());
    for (int b = 0; b < model().batch_count(); ++b) {
      ElementBatch& batch = model().batch(b);
      const std::vector<int>& elements = numbering.elements(b);
      batch.set_patterns(elements, probe);
      if (batch.active(seen.state)) {
        batch.residual(seen.state, elements, f.data(), f_abs.data());
        for (std::size_t k = 0; k < levels.size(); ++k)
          batch.constraints(seen.state, levels[k], elements, constraints[k].data());
        add_jacobian(numbering, batch, elements, seen.state, sum.jacobian);
      }
      for (const int e : elements) {
        std::vector<double>& record = results[b][e];
        record.resize(batch.output_spec(e, model()).record_size);
        batch.output(seen.state, model(), e, record.data());
        record.push_back(batch.energy(seen.state, e));
      }
    }
    add(f, sum.residual);
    add(f_abs, sum.absolute);
    for (std::size_t k = 0; k < levels.size(); ++k) add(constraints[k], sum.constraints[k]);
  }

  static void add_jacobian(const Numbering& numbering, const ElementBatch& batch, const std::vector<int>& elements,
                           const State& state, Eigen::MatrixXd& jacobian) {
    std::size_t count = 0;
    for (std::size_t k = 0; k < elements.size(); ++k) count += batch.entries(static_cast<int>(k)).size();
    std::vector<double> values(count + 1);
    batch.jacobian(state, elements, 0, values.data());
    const double* value = values.data();
    for (std::size_t k = 0; k < elements.size(); ++k) {
      const auto dofs = batch.dofs(elements[k]);
      const auto size = static_cast<LocalEntry>(batch.local_size(elements[k]));
      for (const LocalEntry at : batch.entries(static_cast<int>(k)))
        jacobian(numbering.global(dofs[at / size]), numbering.global(dofs[at % size])) += *value++;
    }
  }

  checks::TextModel text_;
  Scene whole_, seen_;                                       // both before any Numbering: they number the model, too
  std::vector<std::vector<int>> own_;                        // first own unknown in the scene, by batch and element
  std::vector<std::vector<std::pair<int, int>>> histories_;  // first momentum and internal variable, likewise
};

template <class A>
double difference(const A& one, const A& other) {
  return one.size() == 0 ? 0 : (one - other).cwiseAbs().template maxCoeff<Eigen::PropagateNaN>();
}

}  // namespace

checks::CheckResult check_parallel(const checks::Sample& sample) {
  checks::CheckResult result{"parallel", 0, 1e-12, {}};
  const auto compare = [&](const auto& whole, const auto& divided, const std::string& what) {
    const double size = whole.size() == 0 ? 0 : whole.cwiseAbs().maxCoeff();
    result.note(difference(whole, divided) / std::max(size, 1e-3), what);
  };
  for (unsigned seed = 1; seed <= 2; ++seed) {
    Subject subject(sample, seed);
    const Assembly whole = subject.on(1, 0);
    for (int ranks = 2; ranks <= 3; ++ranks) {
      for (int first = 0; first < ranks; ++first) {
        const Assembly divided = subject.on(ranks, first);
        const auto where = [&](const char* what) { return fmt::format("{} on {} ranks", what, ranks); };
        compare(whole.residual, divided.residual, where("residual"));
        compare(whole.absolute, divided.absolute, where("absolute contributions"));
        compare(whole.jacobian, divided.jacobian, where("Jacobian"));
        for (std::size_t k = 0; k < levels.size(); ++k)
          compare(whole.constraints[k], divided.constraints[k], where("constraints"));
        const auto vector = [](const std::vector<double>& values) {
          return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
        };
        compare(vector(whole.results), vector(divided.results), where("results"));
      }
    }
  }
  return result;
}

}  // namespace flexura
