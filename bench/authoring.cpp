// The Jacobian of an authored beam beside the hand-written one, an element at a time and eight at a time in lanes.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "bench/authored_beam.h"
#include "elements/check/sample.h"
#include "elements/check/scene.h"

namespace {

using namespace flexura;

const std::string law = "linear elastic generic, diag, 90., 40., 50., 7., 8., 9.";

/// Models with many beams of a type between the same two nodes.
struct Beams {
  explicit Beams(const std::string& card) {
    static const bool once = [] {
      authoring::add_element_type<bench::AuthoredBeam>(open_element_types("user defined"));
      return true;
    }();
    (void)once;
    // Lanes take relative rotations up to 0.5 rad.
    std::string text =
        "structural: 1, dynamic, null, eye, null, null;"
        "structural: 2, dynamic, 1., 0.2, -0.1, euler, 0.05, 0.1, -0.1, null, null;";
    for (int label = 1; label <= count; ++label) {
      const std::string number = std::to_string(label);
      text += card == "beam2"
                  ? "beam2: " + number + ", 1, position, 0.4, -0.1, 0.3, 2, position, -0.2, 0.5, 0.1, from nodes, " +
                        law + ";"
                  : "user defined: " + number +
                        ", authored beam, 1, position, 0.4, -0.1, 0.3, 2, position, -0.2, 0.5, 0.1, " + law + ";";
    }
    model = std::make_unique<checks::TextModel>(text);
    batch = &checks::batch_of(model->model, card == "beam2" ? "beam2" : "authored beam");
    scene = std::make_unique<checks::Scene>(model->model);
    scene->disturb_input(0.05);
    for (int k = 0; k < count; ++k) which.push_back(k);
    batch->set_patterns(which, PatternProbe(2, 1, 1));
    values.resize(count * 144);
    f.resize(1000);
  }
  static constexpr int count = 64;
  std::unique_ptr<checks::TextModel> model;
  std::unique_ptr<checks::Scene> scene;
  ElementBatch* batch = nullptr;
  std::vector<int> which;
  std::vector<double> values, f;
};

void one_jacobian(benchmark::State& bench, const std::string& card) {
  Beams beams(card);
  int k = 0;
  for (auto _ : bench) {
    beams.batch->local_jacobian(beams.scene->state, k++ % Beams::count, beams.values.data());
    benchmark::DoNotOptimize(beams.values.data());
  }
}
void many_jacobians(benchmark::State& bench, const std::string& card) {
  Beams beams(card);
  for (auto _ : bench) {
    beams.batch->jacobian(beams.scene->state, beams.which, 0, beams.values.data());
    benchmark::DoNotOptimize(beams.values.data());
  }
  bench.SetItemsProcessed(bench.iterations() * Beams::count);
}
void one_residual(benchmark::State& bench, const std::string& card) {
  Beams beams(card);
  int k = 0;
  for (auto _ : bench) {
    const int one = k++ % Beams::count;
    beams.batch->residual(beams.scene->state, std::span<const int>(&one, 1), beams.f.data(), nullptr);
    benchmark::DoNotOptimize(beams.f.data());
  }
}

BENCHMARK_CAPTURE(one_residual, hand_written, "beam2");
BENCHMARK_CAPTURE(one_residual, authored, "authored beam");
BENCHMARK_CAPTURE(one_jacobian, hand_written, "beam2");
BENCHMARK_CAPTURE(one_jacobian, authored, "authored beam");
BENCHMARK_CAPTURE(many_jacobians, hand_written_in_lanes, "beam2");
BENCHMARK_CAPTURE(many_jacobians, authored, "authored beam");

}  // namespace
