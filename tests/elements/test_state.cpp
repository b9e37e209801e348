// What elements remember lies in their internal variables alone: a checkpoint saves those, and nothing else of an
// element.
#include <boost/test/unit_test.hpp>

#include <cstring>

#include "tests/elements/samples.h"
#include "tests/elements/scene.h"

using namespace flexura;
using namespace flexura::test;

BOOST_AUTO_TEST_SUITE(state_of_elements)

namespace {

/// The same bits, so that NaN equals itself.
bool same(const double* a, const double* b, std::size_t count) {
  return std::memcmp(a, b, count * sizeof(double)) == 0;
}

/// Evaluates everything the elements of a batch give at the state of a scene.
std::vector<double> everything(Scene& scene, const Model& model, const ElementBatch& batch) {
  std::vector<double> all;
  const auto add = [&all](const auto& values) { all.insert(all.end(), values.data(), values.data() + values.size()); };
  for (int i = 0; i < batch.size(); ++i) {
    add(scene.residual(batch, i));
    add(scene.jacobian(batch, i));
    const auto names = batch.private_names(i);
    for (std::size_t k = 0; k < names.size(); ++k)
      all.push_back(batch.private_value(scene.state, i, static_cast<int>(k)));
    std::vector<double> record(static_cast<std::size_t>(batch.output_spec(i, model).record_size));
    batch.output(scene.state, model, i, record.data());
    add(record);
  }
  all.insert(all.end(), scene.memory_trial.begin(), scene.memory_trial.end());
  return all;
}

void accept(Scene& scene) { scene.memory_accepted = scene.memory_trial; }

/// One model goes through accepted steps; the internal variables, copied into another one, make that go on alike.
template <class Move>
bool goes_on_alike(Model& worked, Model& fresh, Move&& move) {
  Scene a(worked, 7), b(fresh, 7);
  for (int step = 0; step < 4; ++step) {
    move(a);
    move(b);
    for (int k = 0; k < worked.batch_count(); ++k) everything(a, worked, worked.batch(k));
    accept(a);
  }
  b.memory_accepted = a.memory_accepted;
  b.memory_trial = a.memory_trial;
  for (int step = 0; step < 3; ++step) {
    move(a);
    move(b);
    for (int k = 0; k < worked.batch_count(); ++k) {
      const auto one = everything(a, worked, worked.batch(k));
      const auto two = everything(b, fresh, fresh.batch(k));
      if (one.size() != two.size() || !same(one.data(), two.data(), one.size())) return false;
    }
    accept(a);
    accept(b);
  }
  return true;
}

/// Remembers in a member what belongs into its internal variables.
class Forgetful {
 public:
  static constexpr std::string_view type = "forgetful", family = "joint";
  [[nodiscard]] std::array<NodeIndex, 1> nodes() const { return {1}; }
  [[nodiscard]] int unknown_count() const { return 0; }
  void residual(const Local& q, Residual& r) const {
    largest_ = std::max(largest_, q.node(0).x.norm());
    r.force(0) += largest_ * q.node(0).x;
  }
  void jacobian(const Local&, Jacobian&) const {}

 private:
  mutable double largest_ = 0;
};

}  // namespace

BOOST_AUTO_TEST_CASE(internal_variables_are_all_that_an_element_remembers) {
  for (const Sample& s : samples()) {
    const std::string text = sample_nodes() + s.text;
    TextModel worked(text), fresh(text);
    BOOST_TEST(goes_on_alike(worked.model, fresh.model, [&](Scene& scene) { scatter(scene, s); }),
               s.card << " " << s.keyword << ": " << s.text);
  }
}

BOOST_AUTO_TEST_CASE(a_member_that_remembers_is_noticed) {
  TextModel worked(sample_nodes()), fresh(sample_nodes());
  for (TextModel* text : {&worked, &fresh}) text->model.add_element({}, Forgetful());
  BOOST_TEST(!goes_on_alike(worked.model, fresh.model, [](Scene& scene) { scene.randomize(); }));
}

BOOST_AUTO_TEST_SUITE_END()
