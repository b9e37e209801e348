// Results of several ranks: the same files as those of one.
#include <boost/test/unit_test.hpp>

#include "divided.h"
#include "output/result_writer.h"

namespace flexura {
namespace {

using namespace test;

void run(Structure& s, const OutputOptions& options, const Ownership& owner, MPI_Comm communicator, int rank) {
  ResultWriter writer(s.model, options, owner, communicator);
  writer.begin();
  for (int step = 0; step < 3; ++step) {
    s.set(0.25 * step);
    keep_own(s, owner, rank);
    writer.accepted({step, 0.25 * step, 0.25, 2, 0, 0, false}, s.state, s.momenta.data(), s.momentum_rates.data());
  }
  writer.finish();
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
  std::vector<double> numbers;
  bool fail = false;

 private:
  const RecordPlan& plan_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(ranks)

BOOST_AUTO_TEST_CASE(files_are_those_of_one_rank) {
  const TemporaryFolder folder;
  Structure s = structure(40);
  for (const bool netcdf : {false, true}) {
    OutputOptions one = options_for(folder / "one");
    one.netcdf = netcdf;
    one.text = !netcdf;
    OutputOptions all = one;
    all.prefix = shared_path(folder, "all");
    run(s, one, undivided(s.model), MPI_COMM_SELF, 0);
    run(s, all, dealt_out(s.model, ranks_here()), MPI_COMM_WORLD, rank_here());
    if (rank_here() != 0) continue;
    const std::vector<std::string> extensions =
        netcdf ? std::vector<std::string>{"nc"} : std::vector<std::string>{"mov", "ine", "frc", "jnt", "out", "log"};
    for (const auto& extension : extensions) {
      const std::string expected = read_file(folder / ("one." + extension));
      BOOST_TEST(!expected.empty());
      BOOST_TEST((read_file(folder / ("all." + extension)) == expected), extension);
      BOOST_TEST((netcdf || expected.find("nan") == std::string::npos), extension);
    }
  }
}

BOOST_AUTO_TEST_CASE(chunks_of_any_size_give_the_same_records) {
  Structure s = structure(12);
  std::vector<double> expected;
  for (const int chunk : {1 << 17, 200, 30, 1}) {
    const Ownership owner = dealt_out(s.model, ranks_here());
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
