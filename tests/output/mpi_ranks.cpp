// Records of several ranks: who has which, and that they come in the order of the model.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <utility>

#include "divided.h"
#include "output/result_writer.h"

namespace flexura {
BOOST_AUTO_TEST_SUITE(ranks)

namespace {

using namespace test;

/// Labels and layouts of the records of a chunk with a home.
std::vector<std::pair<int, unsigned>> records_of(const RecordPlan& plan, const Model& model, int chunk, int home) {
  std::vector<std::pair<int, unsigned>> list;
  for (const RecordPiece& piece : plan.chunk(chunk)) {
    if (piece.home != home || !piece.last) continue;
    const bool element = piece.source == RecordPiece::Source::element;
    list.emplace_back(piece.layout, element ? model.batch(piece.batch).label(piece.number) : model.label(piece.node));
  }
  return list;
}

/// Records as a list of numbers.
class List final : public RecordSink {
 public:
  explicit List(const RecordPlan& plan) : plan_(plan) {}
  void record(int layout, unsigned label, const double* values) override {
    numbers.push_back(label);
    numbers.insert(numbers.end(), values, values + plan_.layouts()[layout].spec.record_size);
    if (fail) throw Error(ExitCode::output_failed, "full");
  }
  void begin_chunk(int) override { begins.push_back(numbers.size()); }
  std::vector<double> numbers;
  std::vector<std::size_t> begins;  // of chunks
  bool fail = false;

 private:
  const RecordPlan& plan_;
};

}  // namespace

BOOST_AUTO_TEST_CASE(runs_of_nodes_and_elements_are_neighbours_and_even) {
  Structure s = structure(100);
  for (const int ranks : {1, 2, 3, 7}) {
    const Ownership owner = dealt_out(s.model, ranks);
    const RecordPlan whole(s.model, owner, 0, ranks);
    std::vector<RecordPlan> plans;
    for (int r = 0; r < ranks; ++r) plans.emplace_back(s.model, owner, r, ranks, 150, RecordHomes::runs);
    std::vector<std::pair<int, unsigned>> order;
    std::int64_t variables = 0;
    for (int c = 0; c < plans[0].chunk_count(); ++c) {
      std::int64_t least = std::int64_t{1} << 40, most = 0;
      for (int r = 0; r < ranks; ++r) {
        BOOST_TEST(plans[r].chunk_count() == plans[0].chunk_count());
        std::int64_t doubles = 0;
        const auto records = records_of(plans[r], s.model, c, r);
        if (!records.empty()) BOOST_TEST(plans[r].variables_before(c) == variables);
        for (const auto& record : records) {
          const OutputSpec& spec = whole.layouts()[record.first].spec;
          doubles += spec.record_size;
          for (const auto& v : spec.variables) variables += v.rows * v.columns;
          order.push_back(record);
        }
        least = std::min(least, doubles);
        most = std::max(most, doubles);
        // What one gives to another, that one gets.
        for (const auto& sent : plans[r].sent(c)) {
          int got = 0;
          for (const auto& received : plans[sent.rank].received(c))
            if (received.rank == r) got = received.size;
          BOOST_TEST(got == sent.size);
        }
      }
      BOOST_TEST(least > 0);
      BOOST_TEST(most - least < 2 * whole.max_record_size());
    }
    BOOST_TEST((order == records_of(whole, s.model, 0, 0)));
    BOOST_TEST(variables == whole.variable_size());
    BOOST_TEST(plans[0].chunk_count() == 2);
  }
}

BOOST_AUTO_TEST_CASE(chunks_of_any_size_give_the_same_records) {
  Structure s = structure(12);
  std::vector<double> expected;
  const Ownership owner = dealt_out(s.model, ranks_here());
  for (const int chunk : {1 << 17, 200, 30, 1}) {
    const RecordPlan plan(s.model, owner, rank_here(), ranks_here(), chunk);
    RecordCollector collector(s.model, plan, MPI_COMM_WORLD);
    List list(plan);
    s.set(0.5);
    keep_own(s, owner, rank_here());
    collector.collect(s.state, s.momenta.data(), s.momentum_rates.data(), list);
    if (expected.empty()) expected = list.numbers;
    if (chunk == 1) BOOST_TEST(plan.chunk_count() > 30);
    BOOST_TEST((list.numbers == expected));
    BOOST_TEST(list.numbers.empty() == (rank_here() != 0));
    for (const double x : list.numbers) BOOST_REQUIRE(x == x);
  }
  // In runs each rank has some; those of all, chunk by chunk and rank by rank, are the same.
  for (const int chunk : {1 << 17, 200, 30, 1}) {
    const RecordPlan plan(s.model, owner, rank_here(), ranks_here(), chunk, RecordHomes::runs);
    RecordCollector collector(s.model, plan, MPI_COMM_WORLD);
    List list(plan);
    s.set(0.5);
    keep_own(s, owner, rank_here());
    collector.collect(s.state, s.momenta.data(), s.momentum_rates.data(), list);
    BOOST_TEST(static_cast<int>(list.begins.size()) == plan.chunk_count());
    list.begins.push_back(list.numbers.size());
    std::vector<double> all;
    for (int c = 0; c < plan.chunk_count(); ++c) {
      for (int r = 0; r < ranks_here(); ++r) {
        std::vector<double> run(list.numbers.begin() + static_cast<std::ptrdiff_t>(list.begins[c]),
                                list.numbers.begin() + static_cast<std::ptrdiff_t>(list.begins[c + 1]));
        auto size = static_cast<int>(run.size());
        MPI_Bcast(&size, 1, MPI_INT, r, MPI_COMM_WORLD);
        run.resize(static_cast<std::size_t>(size));
        MPI_Bcast(run.data(), size, MPI_DOUBLE, r, MPI_COMM_WORLD);
        all.insert(all.end(), run.begin(), run.end());
      }
    }
    if (rank_here() == 0) BOOST_TEST((all == expected));
  }
}

BOOST_AUTO_TEST_CASE(a_sink_that_fails_leaves_no_rank_waiting) {
  Structure s = structure(12);
  const Ownership owner = dealt_out(s.model, ranks_here());
  const RecordPlan plan(s.model, owner, rank_here(), ranks_here(), 30);
  RecordCollector collector(s.model, plan, MPI_COMM_WORLD);
  List list(plan);
  list.fail = true;
  s.set(0.5);
  const auto collect = [&] { collector.collect(s.state, s.momenta.data(), s.momentum_rates.data(), list); };
  if (rank_here() == 0) {
    BOOST_CHECK_THROW(collect(), Error);
    BOOST_TEST(list.numbers.size() > 0U);
  } else {
    BOOST_CHECK_NO_THROW(collect());
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

BOOST_AUTO_TEST_CASE(a_file_that_cannot_be_written_is_an_error_on_all_ranks) {
  Structure s = structure(4);
  OutputOptions options = options_for("/nowhere/at/all");
  const Ownership owner = dealt_out(s.model, ranks_here());
  ResultWriter writer(s.model, options, owner, MPI_COMM_WORLD);
  BOOST_CHECK_EXCEPTION(writer.begin(), Error, [](const Error& e) {
    return e.exit_code() == ExitCode::output_failed &&
           std::string(e.what()).find("/nowhere/at/all") != std::string::npos;
  });
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura
