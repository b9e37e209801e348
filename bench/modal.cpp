// A flexible body of many modes: what its elements cost in an iteration, residual and Jacobian.
#include <benchmark/benchmark.h>

#include <array>

#include "elements/modal/modal_body.h"
#include "tests/elements/modal/sample_fem.h"
#include "tests/elements/scene.h"

namespace {

using namespace flexura;

/// A body of random data on a modal node: full matrices, all invariants, no stress stiffening.
void body(benchmark::State& bench, bool invariant9) {
  const int modes = static_cast<int>(bench.range(0));
  FemModel fem = test::random_fem(20, modes, false);
  fem.stiffening.clear();
  ModalSelection selection;
  for (int j = 0; j < modes; ++j) selection.modes.push_back(j);
  selection.invariant9 = invariant9;
  Model model;
  StructuralNode node;
  node.label = 1;
  node.kind = NodeKind::modal;
  BodyFrame frame;
  frame.node = model.add_node(node);
  std::vector<NodeIndex> coordinates;
  for (int first = 0; first < modes; first += 3) {
    StructuralNode c;
    c.family = NodeFamily::modal;
    c.kind = NodeKind::modal_coordinates;
    c.coordinates = std::min(3, modes - first);
    c.label = static_cast<unsigned>(model.node_count());
    coordinates.push_back(model.add_node(c));
  }
  const auto shared = std::make_shared<FemModel>(fem);
  const Vec3 origin = Vec3::Zero();
  model.add_element(ElementInfo{}, ModalBody(frame, coordinates, make_modal_data(fem, selection), shared, origin));
  test::Scene scene(model);
  scene.randomize();
  ElementBatch& batch = model.batch(0);
  const std::array<int, 1> which{0};
  batch.set_patterns(which, PatternProbe(batch.node_count(0), batch.momentum_count(0), 1));
  std::vector<double> f(6 * static_cast<std::size_t>(model.node_count())), size(f), values(batch.entries(0).size());
  for (auto _ : bench) {
    batch.residual(scene.state, which, f.data(), size.data());
    benchmark::DoNotOptimize(batch.jacobian(scene.state, which, 0, values.data()));
  }
}

BENCHMARK_CAPTURE(body, modal, false)->Arg(10)->Arg(50)->Arg(100)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(body, modal_with_invariant_9, true)->Arg(10)->Arg(50)->Arg(100)->Unit(benchmark::kMicrosecond);

}  // namespace
