// Files that several ranks write: those of one rank, byte for byte, whatever happens.
#include <boost/test/unit_test.hpp>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <future>
#include <span>
#include <stdexcept>

#include "divided.h"
#include "output/result_writer.h"
#include "output/text_parts.h"
#include "output/write_at.h"
#include "tests/output/netcdf_contents.h"

namespace flexura {
BOOST_AUTO_TEST_SUITE(shared_files)

namespace {

using namespace test;

void accept(ResultWriter& writer, Structure& s, const Ownership& owner, int rank, int step) {
  s.set(0.25 * step);
  keep_own(s, owner, rank);
  writer.accepted({step, 0.25 * step, 0.25, 2, 0, 0, false}, s.state, s.momenta.data(), s.momentum_rates.data());
}

/// Steps of one rank or of all.
void run(Structure& s, const OutputOptions& options, bool alone, int steps = 3) {
  const Ownership owner = alone ? undivided(s.model) : dealt_out(s.model, ranks_here());
  ResultWriter writer(s.model, options, owner, alone ? MPI_COMM_SELF : MPI_COMM_WORLD);
  writer.begin();
  for (int step = 0; step < steps; ++step) accept(writer, s, owner, alone ? 0 : rank_here(), step);
  writer.finish();
}

OutputOptions text_and_binary(const std::string& prefix, NetcdfFormat format = NetcdfFormat::classic) {
  OutputOptions options = options_for(prefix);
  options.text = options.netcdf = true;
  options.netcdf_format = format;
  return options;
}

constexpr const char* all_extensions[] = {"mov", "ine", "frc", "jnt", "mod", "nc", "out"};

/// Rank 0 compares the files of two prefixes.
void compare(const TemporaryFolder& folder, const std::string& a, const std::string& b,
             std::span<const char* const> extensions = all_extensions) {
  if (rank_here() != 0) return;
  for (const std::string extension : extensions) {
    const std::string expected = read_file(folder / (a + "." + extension));
    BOOST_TEST((read_file(folder / (b + "." + extension)) == expected), extension);
    BOOST_TEST((extension == "nc" || expected.find("nan") == std::string::npos), extension);
  }
}

/// A limit of the size of files, which stands for a full disk.
class FullDisk {
 public:
  FullDisk(bool here, rlim_t bytes) {
    getrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{bytes, old_.rlim_max};
    if (here) setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, SIG_DFL);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit old_{};
};

/// Counts the records that it gets.
class Counter final : public OutputWriter {
 public:
  explicit Counter(int& count) : count_(count) {}
  void begin(OutputFiles&, const Model&, const std::vector<RecordLayout>&) override {}
  void instant(const StepReport&) override {}
  void record(int, unsigned, const double*) override { ++count_; }
  void finish() override {}
  void remember(Archive&) override {}

 private:
  int& count_;
};

/// An element with a long record; it may fail.
struct Wide : OnNode {
  static constexpr std::string_view type = "wide", family = "joint";
  static inline bool fails = false;
  int number = 0;
  [[nodiscard]] OutputSpec output_spec(const Model&) const {
    return {"jnt", "joint", "wide", 40, 1, {}, {{"F", 3, 3, 1, "Force", "force"}}};
  }
  void output(const Local& q, const Model&, double* record) const {
    if (fails) throw std::runtime_error("wide");
    for (int k = 0; k < 40; ++k) record[k] = q.node(0).x(k % 3) + number;
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(files_are_those_of_one_rank) {
  const TemporaryFolder folder;
  const std::string all = shared_path(folder, "all");
  for (const int nodes : {40, 7000}) {  // within the buffers of a rank, and more
    Structure s = structure(nodes);
    for (int i = 1; i <= nodes; i += 5) s.model.add_element(Structure::info(200000 + i), Modes{i});
    for (const NetcdfFormat format : {NetcdfFormat::classic, NetcdfFormat::classic64}) {
      OutputOptions one = text_and_binary(folder / "one", format);
      run(s, one, true);
      one.prefix = all;
      run(s, one, false);
      compare(folder, "one", "all");
      if (rank_here() != 0) continue;
      for (const std::string extension : {"mov", "ine", "frc", "jnt", "mod", "nc"})
        BOOST_TEST(std::filesystem::file_size(folder / ("one." + extension)) > 3U * 20 * nodes / 5, extension);
      BOOST_TEST(read_file(folder / "one.mod").find("200001.17 ") != std::string::npos);
    }
  }
}

BOOST_AUTO_TEST_CASE(monitors_stand_before_the_records) {
  const TemporaryFolder folder;
  Structure s = structure(40);
  OutputOptions options = text_and_binary(folder / "one");
  options.monitors = true;
  run(s, options, true);
  options.prefix = shared_path(folder, "all");
  run(s, options, false);
  const char* const text[] = {"mov", "ine", "frc", "jnt", "out"};
  compare(folder, "one", "all", text);
  if (rank_here() != 0) return;
  const Contents one(folder / "one.nc"), all(folder / "all.nc");
  BOOST_TEST((one.shapes == all.shapes));
  // Monitors are sums over the ranks.
  for (const auto& [name, values] : one.values)
    if (name.starts_with("node.") || name.starts_with("elem.")) BOOST_TEST((all.values.at(name) == values), name);
}

BOOST_AUTO_TEST_CASE(ranks_without_records_take_part) {
  const TemporaryFolder folder;
  const std::string all = shared_path(folder, "all");
  for (const int rows : {0, 1, 2, 3}) {
    Structure s(6);
    for (int i = 1; i < s.model.node_count(); ++i)
      s.model.change_node(i, [&](StructuralNode& node) { node.output = i <= rows; });
    for (int b = 0; b < s.model.batch_count(); ++b)
      for (int k = 0; k < s.model.batch(b).size(); ++k) s.model.batch(b).set_output(k, rows == 3 && k == 5);
    run(s, text_and_binary(folder / "one"), true);
    run(s, text_and_binary(all), false);
    if (rank_here() == 0 && rows > 0) BOOST_TEST(!read_file(folder / "one.mov").empty());
    compare(folder, "one", "all");
  }
}

BOOST_AUTO_TEST_CASE(text_or_binary_files_alone_are_those_of_one_rank) {
  const TemporaryFolder folder;
  const std::string all = shared_path(folder, "all");
  Structure s = structure(40);
  for (const bool netcdf : {false, true}) {
    OutputOptions one = options_for(folder / "one");
    one.netcdf = netcdf;
    one.text = !netcdf;
    run(s, one, true);
    one.prefix = all;
    run(s, one, false);
    compare(folder, "one", "all");
    if (rank_here() == 0) BOOST_TEST(std::filesystem::exists(folder / "all.nc") == netcdf);
  }
}

BOOST_AUTO_TEST_CASE(a_writer_that_wants_all_records_gets_them_on_rank_0) {
  const TemporaryFolder folder;
  const std::string all = shared_path(folder, "all");
  Structure s = structure(40);
  run(s, text_and_binary(folder / "one"), true);
  const Ownership owner = dealt_out(s.model, ranks_here());
  int count = 0;
  ResultWriter writer(s.model, text_and_binary(all), owner, MPI_COMM_WORLD);
  writer.add({[&count] { return std::make_unique<Counter>(count); }});
  writer.begin();
  for (int step = 0; step < 3; ++step) accept(writer, s, owner, rank_here(), step);
  writer.finish();
  compare(folder, "one", "all");
  // 43 nodes, of which 41 have an inertia; 40 loads and gauges each.
  BOOST_TEST(count == (rank_here() == 0 ? 3 * (43 + 41 + 80) : 0));
}

BOOST_AUTO_TEST_CASE(what_the_hdf5_library_writes_needs_rank_0_and_text_goes_with_it) {
  const TemporaryFolder folder;
  const std::string all = shared_path(folder, "all");
  Structure s = structure(40);
  run(s, text_and_binary(folder / "one", NetcdfFormat::nc4), true);
  run(s, text_and_binary(all, NetcdfFormat::nc4), false);
  const char* const text[] = {"mov", "ine", "frc", "jnt", "out"};
  compare(folder, "one", "all", text);
  if (rank_here() == 0) BOOST_TEST((Contents(folder / "one.nc") == Contents(folder / "all.nc")));
}

BOOST_AUTO_TEST_CASE(arrays_beside_text_leave_the_text_as_it_is) {
  const TemporaryFolder folder;
  const std::string all = shared_path(folder, "all");
  Structure s = structure(40);
  run(s, text_and_binary(folder / "one", NetcdfFormat::arrays), true);
  run(s, text_and_binary(all, NetcdfFormat::arrays), false);
  const char* const text[] = {"mov", "ine", "frc", "jnt", "out"};
  compare(folder, "one", "all", text);
  if (rank_here() == 0) BOOST_TEST((Contents(folder / "one.nc") == Contents(folder / "all.nc")));
}

BOOST_AUTO_TEST_CASE(a_run_goes_on_behind_the_checkpoint_on_any_number_of_ranks) {
  const TemporaryFolder folder;
  const std::string all = shared_path(folder, "all");
  Structure s = structure(40);
  run(s, text_and_binary(folder / "one"), true, 20);
  const Ownership owner = dealt_out(s.model, ranks_here());
  Snapshot snapshot(rank_here(), ranks_here());
  {
    ResultWriter writer(s.model, text_and_binary(all), owner, MPI_COMM_WORLD);
    writer.begin();
    for (int step = 0; step < 15; ++step) {
      accept(writer, s, owner, rank_here(), step);
      if (step == 7) writer.save(snapshot);
    }
    writer.finish();
  }
  // All ranks read what rank 0 has saved.
  std::vector<double>& saved = snapshot.shared["results"];
  auto size = static_cast<std::uint64_t>(saved.size());
  MPI_Bcast(&size, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  saved.resize(size);
  MPI_Bcast(saved.data(), static_cast<int>(size), MPI_DOUBLE, 0, MPI_COMM_WORLD);
  {
    ResultWriter writer(s.model, text_and_binary(all), owner, MPI_COMM_WORLD);
    writer.begin(&snapshot);
    for (int step = 8; step < 20; ++step) accept(writer, s, owner, rank_here(), step);
    writer.finish();
  }
  compare(folder, "one", "all");
  if (rank_here() != 0) return;
  // One rank goes on with the files of all.
  const Ownership undivided_owner = undivided(s.model);
  ResultWriter writer(s.model, text_and_binary(folder / "all"), undivided_owner, MPI_COMM_SELF);
  writer.begin(&snapshot);
  for (int step = 8; step < 20; ++step) accept(writer, s, undivided_owner, 0, step);
  writer.finish();
  compare(folder, "one", "all");
}

BOOST_AUTO_TEST_CASE(several_ranks_go_on_with_the_files_of_one) {
  const TemporaryFolder folder;
  const std::string all = shared_path(folder, "all");
  Structure s = structure(40);
  run(s, text_and_binary(folder / "one"), true, 12);
  Snapshot snapshot(0, 1);
  if (rank_here() == 0) {
    const Ownership owner = undivided(s.model);
    ResultWriter writer(s.model, text_and_binary(folder / "all"), owner, MPI_COMM_SELF);
    writer.begin();
    for (int step = 0; step < 9; ++step) {
      accept(writer, s, owner, 0, step);
      if (step == 5) writer.save(snapshot);
    }
    writer.finish();
  }
  const Ownership owner = dealt_out(s.model, ranks_here());
  ResultWriter writer(s.model, text_and_binary(all), owner, MPI_COMM_WORLD);
  writer.begin(&snapshot);
  for (int step = 6; step < 12; ++step) accept(writer, s, owner, rank_here(), step);
  writer.finish();
  compare(folder, "one", "all");
}

BOOST_AUTO_TEST_CASE(a_disk_that_is_full_for_one_rank_is_an_error_on_all_and_leaves_whole_instants) {
  const TemporaryFolder folder;
  const std::string all = shared_path(folder, "all");
  Structure s = structure(200);
  run(s, text_and_binary(folder / "one"), true, 100);
  const Ownership owner = dealt_out(s.model, ranks_here());
  for (const int full : {0, ranks_here() - 1}) {
    for (const bool netcdf : {false, true}) {
      OutputOptions options = text_and_binary(all);
      options.netcdf = netcdf;
      options.text = !netcdf;
      {
        ResultWriter writer(s.model, options, owner, MPI_COMM_WORLD);
        writer.begin();
        const FullDisk disk(rank_here() == full, netcdf ? 3000000 : 1000000);
        const auto run_on = [&] {
          for (int step = 0; step < 100; ++step) accept(writer, s, owner, rank_here(), step);
        };
        BOOST_CHECK_EXCEPTION(run_on(), Error, [](const Error& e) {
          return e.exit_code() == ExitCode::output_failed &&
                 std::string(e.what()).find("too large") != std::string::npos;
        });
        writer.close_after_failure("full");
      }
      MPI_Barrier(MPI_COMM_WORLD);
      if (rank_here() == 0 && netcdf) {
        const auto time = Contents(folder / "all.nc").values.at("time");
        BOOST_REQUIRE(!time.empty());
        BOOST_TEST(time.back() == 0.25 * (static_cast<double>(time.size()) - 1));
        const std::string found = read_file(folder / "all.nc"), whole = read_file(folder / "one.nc");
        BOOST_TEST(found.size() >= 500000U);
        BOOST_TEST((found.substr(8) == whole.substr(8, found.size() - 8)));  // all but the number of instants
        const std::size_t instant = (whole.size() - record_begin(folder / "one.nc")) / 100;
        if (ranks_here() > 1) BOOST_TEST(found.size() == record_begin(folder / "all.nc") + time.size() * instant);
      }
      if (rank_here() == 0 && !netcdf) {
        const std::string found = read_file(folder / "all.jnt"), whole = read_file(folder / "one.jnt");
        BOOST_TEST(found.size() > 500000U);
        BOOST_TEST((found == whole.substr(0, found.size())));
        if (ranks_here() > 1) {
          for (const std::string extension : {"mov", "ine", "frc", "jnt"}) {
            const std::string text = read_file(folder / ("all." + extension));
            const auto instant = read_file(folder / ("one." + extension)).size() / 100;
            BOOST_TEST((!text.empty() && text.ends_with('\n')), extension);
            BOOST_TEST(text.find('\0') == std::string::npos, extension);
            // As many instants as there are of joints, give or take the digits of labels and numbers.
            const double ratio = static_cast<double>(text.size()) / static_cast<double>(instant);
            const double joints = static_cast<double>(found.size()) * 100 / static_cast<double>(whole.size());
            BOOST_TEST(std::abs(ratio - joints) < 0.2, extension);
          }
        }
      }
      MPI_Barrier(MPI_COMM_WORLD);
    }
  }
}

BOOST_AUTO_TEST_CASE(an_instant_that_ranks_have_left_is_cut_off) {
  if (ranks_here() == 1) return;
  const TemporaryFolder folder;
  const std::string all = shared_path(folder, "all");
  Structure s = structure(20000);
  for (int k = 0; k < 100; ++k) s.model.add_element(Structure::info(300000 + k), Wide{1 + k % 100, k});
  run(s, text_and_binary(folder / "one"), true, 2);
  const Ownership owner = dealt_out(s.model, ranks_here());
  MPI_Comm communicator = MPI_COMM_NULL;  // messages of the last instant are never taken
  MPI_Comm_dup(MPI_COMM_WORLD, &communicator);
  {
    ResultWriter writer(s.model, text_and_binary(all), owner, communicator);
    writer.begin();
    for (int step = 0; step < 2; ++step) accept(writer, s, owner, rank_here(), step);
    const auto before = std::filesystem::file_size(all + ".nc");
    MPI_Barrier(MPI_COMM_WORLD);
    Wide::fails = true;  // on all ranks, when nodes have been written
    BOOST_CHECK_THROW(accept(writer, s, owner, rank_here(), 2), std::runtime_error);
    Wide::fails = false;
    MPI_Barrier(MPI_COMM_WORLD);
    BOOST_TEST(std::filesystem::file_size(all + ".nc") > before);
    MPI_Barrier(MPI_COMM_WORLD);
    writer.close_after_failure("left");
  }
  MPI_Barrier(MPI_COMM_WORLD);
  const char* const results[] = {"mov", "ine", "frc", "jnt", "nc"};
  compare(folder, "one", "all", results);
}

BOOST_AUTO_TEST_CASE(parts_of_text_follow_each_other_by_chunks_and_ranks) {
  const TemporaryFolder folder;
  const std::string path = shared_path(folder, "text");
  std::vector<std::unique_ptr<TextFile>> files;
  for (const char* name : {"a", "b"}) {
    if (rank_here() == 0) files.push_back(std::make_unique<TextFile>(path + name));
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank_here() != 0) files.push_back(std::make_unique<TextFile>(path + name, TextFile::Start::join));
  }
  if (rank_here() == 0) {
    files[0]->write("begin\n");
    files[0]->flush();
  }
  TextParts parts(files, MPI_COMM_WORLD);
  std::string expected[] = {"begin\n", ""};
  const auto put = [&](std::size_t file, int chunk, int rank) {
    // No rows of some chunks; a long one that does not fit at once.
    const std::string text = (chunk + rank) % 3 == 0 ? "" : std::string(chunk == 4 ? 100000 : 3 + rank, 'a' + chunk);
    expected[file] += text;
    if (rank != rank_here()) return;
    char* out = parts.reserve(file, text.size());
    parts.advance(file, std::copy(text.begin(), text.end(), out));
  };
  for (int instant = 0; instant < 3; ++instant) {
    for (int chunk = 0; chunk < 4 + instant; ++chunk) {
      for (int rank = 0; rank < ranks_here(); ++rank)
        for (const std::size_t file : {0, 1}) put(file, chunk, rank);
      if (chunk + 1 < 4 + instant) parts.end_chunk();
    }
    BOOST_TEST(!parts.end_instant());
    parts.keep();
    MPI_Barrier(MPI_COMM_WORLD);
    BOOST_TEST((read_file(path + "a") == expected[0]));
    BOOST_TEST((read_file(path + "b") == expected[1]));
    BOOST_TEST(parts.length(1) == static_cast<std::int64_t>(expected[1].size()));
    MPI_Barrier(MPI_COMM_WORLD);
  }
  const std::string kept[] = {expected[0], expected[1]};
  for (int rank = 0; rank < ranks_here(); ++rank) put(0, 1, rank);
  BOOST_TEST(!parts.end_instant());
  MPI_Barrier(MPI_COMM_WORLD);
  BOOST_TEST((read_file(path + "a") == expected[0]));
  MPI_Barrier(MPI_COMM_WORLD);
  parts.drop(rank_here() == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  BOOST_TEST((read_file(path + "a") == kept[0]));
  BOOST_TEST((read_file(path + "b") == kept[1]));
  MPI_Barrier(MPI_COMM_WORLD);
}

BOOST_AUTO_TEST_CASE(a_file_that_takes_nothing_is_an_error_on_all_ranks) {
  const TemporaryFolder folder;
  const std::string all = shared_path(folder, "all");
  Structure s = structure(40);
  if (rank_here() == 0) std::filesystem::create_symlink("/dev/full", folder / "all.jnt");
  MPI_Barrier(MPI_COMM_WORLD);
  const auto fails = [](const Error& e) {
    return e.exit_code() == ExitCode::output_failed &&
           std::string(e.what()).find("all.jnt`: No space left on device") != std::string::npos;
  };
  BOOST_CHECK_EXCEPTION(run(s, text_and_binary(all), false), Error, fails);
  MPI_Barrier(MPI_COMM_WORLD);
}

BOOST_AUTO_TEST_CASE(a_pipe_gets_all_rows_from_one_rank) {
  const TemporaryFolder folder;
  const std::string all = shared_path(folder, "all");
  Structure s = structure(3000);
  run(s, text_and_binary(folder / "one"), true);
  std::future<std::string> received;
  if (rank_here() == 0) {
    BOOST_REQUIRE(mkfifo((folder / "all.jnt").c_str(), 0600) == 0);
    received = std::async(std::launch::async, read_file, folder / "all.jnt");
  }
  MPI_Barrier(MPI_COMM_WORLD);
  run(s, text_and_binary(all), false);
  if (rank_here() == 0) {
    BOOST_TEST((received.get() == read_file(folder / "one.jnt")));
    std::filesystem::remove(folder / "all.jnt");
    compare(folder, "one", "all", std::array{"mov", "ine", "frc", "nc", "out"});
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

BOOST_AUTO_TEST_CASE(parts_of_a_file_are_locked_where_that_is_asked_for) {
  const TemporaryFolder folder;
  if (rank_here() != 0) return;
  const std::string path = folder / "a";
  int pipe_ends[2];
  BOOST_REQUIRE(pipe(pipe_ends) == 0);
  const pid_t other = fork();
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT, 0600);
  if (other == 0) {  // locks bytes 0 to 9, writes them a little later
    struct flock range {};
    range.l_type = F_WRLCK;
    range.l_len = 10;
    if (fcntl(file, F_SETLK, &range) != 0 || ::write(pipe_ends[1], "x", 1) != 1) _exit(1);
    usleep(300000);
    _exit(::pwrite(file, "aaaaaaaaaa", 10, 0) == 10 ? 0 : 1);
  }
  ::close(pipe_ends[1]);
  char byte = 0;
  BOOST_REQUIRE(::read(pipe_ends[0], &byte, 1) == 1);
  BOOST_TEST(write_at(file, 10, "bbbbb", 5, true));  // is free
  BOOST_TEST(write_at(file, 5, "ccc", 3, true));     // waits
  int status = 1;
  waitpid(other, &status, 0);
  BOOST_TEST(status == 0);
  BOOST_TEST(read_file(path) == "aaaaacccaabbbbb");
  ::close(file);
  BOOST_TEST(!write_at(file, 0, "a", 1, true));
  BOOST_TEST(errno == EBADF);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura
