// What a rank keeps of elements that others evaluate.
#include <boost/test/unit_test.hpp>

#include <malloc.h>

#include <string>

#include "assembly/numbering.h"
#include "elements/check/sample.h"
#include "tests/sanitizers.h"

using namespace flexura;
using flexura::checks::TextModel;

BOOST_AUTO_TEST_SUITE(forgotten_elements)

namespace {

/// A chain of beams that is clamped at both ends.
std::string beams(int count) {
  std::string text;
  for (int i = 1; i <= count + 1; ++i)
    text += "structural: " + std::to_string(i) + ", dynamic, " + std::to_string(i) + ", 0., 0., eye, null, null;";
  for (int i = 1; i <= count; ++i)
    text += "beam2: " + std::to_string(i) + ", " + std::to_string(i) + ", null, " + std::to_string(i + 1) +
            ", null, eye, linear elastic generic, diag, 1e6, 1e6, 1e6, 1e3, 1e3, 1e3;";
  for (const int i : {1, count + 1})
    text += "joint: " + std::to_string(i) + ", clamp, " + std::to_string(i) + ", node, node;";
  return text;
}

template <class Use>
void each(const Model& model, Use&& use) {
  for (int b = 0; b < model.batch_count(); ++b)
    for (int e = 0; e < model.batch(b).size(); ++e) use(b, e);
}

int rank_here() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

[[maybe_unused]] std::size_t heap() {  // not with sanitizers
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_rank_has_its_elements_alone) {
  TextModel text(beams(40));
  Model& model = text.model;
  const Numbering numbering(model, partition(model, MPI_COMM_WORLD), MPI_COMM_WORLD);
  numbering.forget_others(model);
  int here = 0;
  each(model, [&](int b, int e) {
    const bool mine = numbering.owner().element_rank[b][e] == rank_here();
    BOOST_TEST(model.batch(b).is_here(e) == mine);
    here += mine;
  });
  int all = 0;
  MPI_Allreduce(&here, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  BOOST_TEST(all == 42);
}

BOOST_AUTO_TEST_CASE(what_drives_look_at_stays) {
  TextModel text(beams(40));
  Model& model = text.model;
  const auto first = model.find_element("beam", 1), last = model.find_element("beam", 40);
  for (const auto& e : {first, last})
    model.observe({*e, 0, "beam", model.batch(e->batch).info(e->number).label, "", SourceLocation()});
  const Numbering numbering(model, partition(model, MPI_COMM_WORLD), MPI_COMM_WORLD);
  numbering.forget_others(model);
  for (const auto& e : {first, last}) BOOST_TEST(model.batch(e->batch).is_here(e->number));

  TextModel other(beams(40));
  other.model.need_all_elements();
  const Numbering again(other.model, partition(other.model, MPI_COMM_WORLD), MPI_COMM_WORLD);
  again.forget_others(other.model);
  each(other.model, [&](int b, int e) { BOOST_TEST(other.model.batch(b).is_here(e)); });
}

BOOST_AUTO_TEST_CASE(half_of_the_elements_take_less_memory, *flexura::test::unless_sanitized()) {
  int ranks = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (ranks == 1) return;
  const std::size_t before = heap();
  TextModel text(beams(4000));
  const std::size_t read = heap();
  {
    const Numbering numbering(text.model, partition(text.model, MPI_COMM_WORLD), MPI_COMM_WORLD);
    numbering.forget_others(text.model);
  }
  const std::size_t kept = heap();
  // Labels, topology, places in the file and nodes are on all ranks: a third of a model of beams.
  BOOST_TEST(static_cast<double>(kept - before) < 0.75 * static_cast<double>(read - before));
  BOOST_TEST_MESSAGE("heap: " << read - before << " bytes, then " << kept - before);
}

BOOST_AUTO_TEST_SUITE_END()
