// Arrays of results: the same on any number of ranks, whoever writes them.
#include <boost/test/unit_test.hpp>

#include <sys/resource.h>

#include <csignal>

#include "divided.h"
#include "output/array_blocks.h"
#include "output/array_file.h"
#include "output/array_results.h"
#include "output/result_writer.h"
#include "tests/output/netcdf_contents.h"

namespace flexura {
BOOST_AUTO_TEST_SUITE(arrays_of_results)

namespace {

using namespace test;

OutputOptions arrays(const std::string& prefix) {
  OutputOptions options = options_for(prefix);
  options.netcdf = true;
  options.text = false;
  options.netcdf_format = NetcdfFormat::arrays;
  return options;
}

StepReport report_of(int step) { return {step, 0.25 * step, 0.25, step + 1, 1e-7, 1e-8, step % 2 == 1}; }

void accept(ResultWriter& writer, Structure& s, const Ownership& owner, int step, int rank) {
  s.set(0.25 * step);
  keep_own(s, owner, rank);
  writer.accepted(report_of(step), s.state, s.momenta.data(), s.momentum_rates.data());
}

/// Steps 0 to `steps` on one rank or on all.
void run(Structure& s, const OutputOptions& options, bool alone, int steps) {
  const Ownership owner = alone ? undivided(s.model) : dealt_out(s.model, ranks_here());
  ResultWriter writer(s.model, options, owner, alone ? MPI_COMM_SELF : MPI_COMM_WORLD);
  writer.begin();
  for (int step = 0; step <= steps; ++step) accept(writer, s, owner, step, alone ? 0 : rank_here());
  writer.finish();
}

}  // namespace

BOOST_AUTO_TEST_CASE(ranks_have_neighbours_in_the_order_of_the_model_and_all_of_them) {
  Structure s = structure(500);
  const int ranks = 3;
  const Ownership owner = dealt_out(s.model, ranks);
  std::vector<RecordPlan> plans;
  for (int r = 0; r < ranks; ++r) plans.emplace_back(s.model, owner, r, ranks, 1 << 17, RecordHomes::blocks);
  std::vector<std::int64_t> doubles(ranks, 0);
  for (std::size_t k = 0; k < plans[0].layouts().size(); ++k) {
    int next = 0;
    for (int r = 0; r < ranks; ++r) {
      const RecordPlan::Share& share = plans[r].shares()[k];
      BOOST_TEST(share.all == plans[0].shares()[k].all);
      if (!plans[0].layouts()[k].has_variables()) continue;
      if (share.size > 0) BOOST_TEST(share.first == next);
      next += share.size;
      if (next < share.all) BOOST_TEST(next % block_entities(256) == 0);
      for (const auto& v : plans[0].layouts()[k].spec.variables) doubles[r] += v.rows * v.columns * share.size;
    }
    if (plans[0].layouts()[k].has_variables()) BOOST_TEST(next == plans[0].shares()[k].all);
  }
  // As even as blocks allow.
  for (const std::int64_t d : doubles) BOOST_TEST(std::abs(3 * d - plans[0].variable_size()) < 3 * 26 * 64 * 2);
  // What one gives to another, that one gets.
  for (int a = 0; a < ranks; ++a)
    for (const auto& sent : plans[a].sent(0)) {
      int got = 0;
      for (const auto& received : plans[sent.rank].received(0))
        if (received.rank == a) got = received.size;
      BOOST_TEST(got == sent.size);
    }
}

BOOST_AUTO_TEST_CASE(a_file_of_all_ranks_has_the_values_of_one) {
  const TemporaryFolder folder;
  Structure s = structure(200);       // more than a block
  for (const int steps : {2, 300}) {  // fewer and more than a chunk
    run(s, arrays(folder / "one"), true, steps);
    run(s, arrays(shared_path(folder, "all")), false, steps);
    if (rank_here() != 0) continue;
    const Contents expected(folder / "one.nc"), found(folder / "all.nc");
    BOOST_TEST((found.shapes == expected.shapes));
    BOOST_TEST((found.attributes == expected.attributes));
    for (const auto& [name, values] : expected.values) {
      BOOST_TEST_CONTEXT(name) {
        BOOST_REQUIRE_EQUAL(found.values.at(name).size(), values.size());
        for (std::size_t k = 0; k < values.size(); ++k) BOOST_REQUIRE_EQUAL(found.values.at(name)[k], values[k]);
      }
    }
    const std::size_t instants = steps + 1U;
    BOOST_TEST(expected.shapes.at("node.struct.dynamic.X") == (std::vector<std::size_t>{instants, 200, 3}),
               boost::test_tools::per_element());
    BOOST_TEST(expected.shapes.at("elem.joint.gauge.R") == (std::vector<std::size_t>{instants, 200, 3, 3}),
               boost::test_tools::per_element());
    BOOST_TEST(expected.values.at("time")[steps] == 0.25 * steps);
    BOOST_TEST(expected.values.at("run.iterations")[steps] == steps + 1);
    const auto& x = expected.values.at("node.struct.dynamic.X");
    BOOST_TEST(expected.values.at("node.struct.dynamic")[7] == 90);  // node 30 has accelerations: a layout of its own
    BOOST_TEST(x[(instants - 1) * 600 + 7 * 3] == 9);
    s.set(0.25 * steps);
    const auto& joint = expected.values.at("elem.joint.gauge.R");
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c)
        BOOST_TEST(joint[(instants - 1) * 1800 + 9 * 4 + 3 * c + r] == s.nodes[5].R(r, c));  // by columns
  }
}

BOOST_AUTO_TEST_CASE(monitors_are_there_when_asked_for) {
  const TemporaryFolder folder;
  Structure s(2);
  OutputOptions options = arrays(folder / "a");
  options.monitors = true;
  run(s, options, true, 2);
  const Contents file(folder / "a.nc");
  BOOST_TEST(file.shapes.at("run.momentum") == (std::vector<std::size_t>{3, 3}), boost::test_tools::per_element());
  s.set(0.25);
  double momentum = 0;
  for (std::size_t k = 1; k < s.momenta.size(); k += 6) momentum += s.momenta[k];
  BOOST_TEST(file.values.at("run.momentum")[4] == momentum);
  BOOST_TEST(file.values.at("node.struct.dynamic.X")[6 + 1] == 0.25);  // what follows is at its place
}

BOOST_AUTO_TEST_CASE(without_the_parallel_library_rank_0_writes_the_same) {
  const TemporaryFolder folder;
  Structure s = structure(100);
  run(s, arrays(folder / "one"), true, 2);
  const Ownership owner = dealt_out(s.model, ranks_here());
  const RecordPlan plan(s.model, owner, rank_here(), ranks_here());
  RecordCollector collector(s.model, plan, MPI_COMM_WORLD);
  NoSink nothing;
  std::optional<ArrayResults> file;
  if (rank_here() == 0) file.emplace(folder / "all", s.model, plan, arrays(folder / "all"), -1, MPI_COMM_SELF);
  for (int step = 0; step <= 2; ++step) {
    s.set(0.25 * step);
    keep_own(s, owner, rank_here());
    if (file) file->begin_instant(report_of(step), {});
    collector.collect(s.state, s.momenta.data(), s.momentum_rates.data(),
                      file ? static_cast<RecordSink&>(*file) : nothing);
    if (file) file->end_instant();
  }
  if (!file) return;
  file->close();
  BOOST_TEST((Contents(folder / "one.nc") == Contents(folder / "all.nc")));
}

BOOST_AUTO_TEST_CASE(a_run_goes_on_behind_the_checkpoint_of_any_number_of_ranks) {
  const TemporaryFolder folder;
  Structure s = structure(100);
  run(s, arrays(folder / "one"), true, 400);
  const OutputOptions all = arrays(shared_path(folder, "all"));
  const Ownership owner = dealt_out(s.model, ranks_here());
  Snapshot snapshot(rank_here(), ranks_here());
  {
    ResultWriter writer(s.model, all, owner, MPI_COMM_WORLD);
    writer.begin();
    for (int step = 0; step <= 350; ++step) {
      accept(writer, s, owner, step, rank_here());
      if (step == 290) writer.save(snapshot);  // in the second chunk
    }
    writer.finish();
  }
  {
    ResultWriter writer(s.model, all, owner, MPI_COMM_WORLD);
    writer.begin(&snapshot);
    BOOST_TEST(snapshot.shared.count("arrays") == 1U);
    for (int step = 291; step <= 400; ++step) accept(writer, s, owner, step, rank_here());
    writer.finish();
  }
  if (rank_here() != 0) return;
  BOOST_TEST((Contents(folder / "one.nc") == Contents(folder / "all.nc")));
  // One rank goes on with the file of all; a run that ends sooner leaves nothing of the one before.
  {
    const OutputOptions alone = arrays(folder / "all");
    const Ownership whole = undivided(s.model);
    ResultWriter writer(s.model, alone, whole, MPI_COMM_SELF);
    writer.begin(&snapshot);
    for (int step = 291; step <= 300; ++step) accept(writer, s, whole, step, 0);
    writer.finish();
  }
  run(s, arrays(folder / "one"), true, 300);
  BOOST_TEST((Contents(folder / "one.nc") == Contents(folder / "all.nc")));
}

BOOST_AUTO_TEST_CASE(a_failed_run_leaves_what_was_computed) {
  const TemporaryFolder folder;
  Structure s = structure(20);
  const OutputOptions all = arrays(shared_path(folder, "all"));
  const Ownership owner = dealt_out(s.model, ranks_here());
  ResultWriter writer(s.model, all, owner, MPI_COMM_WORLD);
  writer.begin();
  for (int step = 0; step < 5; ++step) accept(writer, s, owner, step, rank_here());
  writer.close_after_failure("no convergence");
  if (rank_here() == 0) BOOST_TEST(Contents(folder / "all.nc").values.at("time").size() == 5U);
}

BOOST_AUTO_TEST_CASE(a_full_disk_of_one_rank_is_an_error_on_all_and_the_file_is_readable) {
  const TemporaryFolder folder;
  Structure s = structure(200);
  const OutputOptions all = arrays(shared_path(folder, "all"));
  rlimit old{};
  getrlimit(RLIMIT_FSIZE, &old);
  std::signal(SIGXFSZ, SIG_IGN);
  // The last rank has the limit that stands for a full disk.
  const rlimit limit{30000000, old.rlim_max};
  if (rank_here() == ranks_here() - 1) setrlimit(RLIMIT_FSIZE, &limit);
  const Ownership owner = dealt_out(s.model, ranks_here());
  ResultWriter writer(s.model, all, owner, MPI_COMM_WORLD);
  writer.begin();
  const auto run_on = [&] {
    for (int step = 0; step <= 3000; ++step) accept(writer, s, owner, step, rank_here());
  };
  BOOST_CHECK_EXCEPTION(run_on(), Error, [](const Error& e) {
    return e.exit_code() == ExitCode::output_failed && std::string(e.what()).find("too large") != std::string::npos;
  });
  writer.close_after_failure("full");
  setrlimit(RLIMIT_FSIZE, &old);
  std::signal(SIGXFSZ, SIG_DFL);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank_here() != 0) return;
  const Contents found(folder / "all.nc");
  const auto& time = found.values.at("time");
  BOOST_REQUIRE(time.size() >= 256U);
  BOOST_TEST(time.size() % 256 == 0U);
  BOOST_TEST(time.back() == 0.25 * (static_cast<double>(time.size()) - 1));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura
