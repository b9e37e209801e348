// Checkpoint files on any number of ranks: what was written is read, whatever is wrong is noticed.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include "output/checkpoint_file.h"
#include "support/error.h"

using namespace flexura;

namespace checkpoint_files {
namespace {

namespace fs = std::filesystem;

struct Fixture {
  Fixture() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    prefix = "checkpoint_test_" + std::to_string(ranks);
    remove_all();
  }
  ~Fixture() { remove_all(); }
  void remove_all() const {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
      for (const char* extension : {".chk", ".chk.previous", ".chk.new"}) fs::remove(prefix + extension);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  [[nodiscard]] Snapshot sample(double number) const {
    Snapshot snapshot(rank, ranks);
    snapshot.shared["a list"] = {number, -0.0, std::numeric_limits<double>::denorm_min(), 3};
    snapshot.shared["empty"] = {};
    auto& own = snapshot.parts[static_cast<std::size_t>(rank)];
    own["uneven"].assign(static_cast<std::size_t>(5 * rank), 0.1 * rank + number);
    own["none"] = {};
    return snapshot;
  }
  void write(double number, const CheckpointHeader& header = {"1.0", "abc", 7, 0.5}) const {
    write_checkpoint(prefix, header, sample(number), MPI_COMM_WORLD);
  }
  [[nodiscard]] std::string refused(const CheckpointHeader& expected = {"1.0", "abc"}) const {
    CheckpointHeader header = expected;
    try {
      (void)read_checkpoint(checkpoint_path(prefix), header, MPI_COMM_WORLD);
    } catch (const Error& e) {
      BOOST_TEST((e.exit_code() == ExitCode::input_error));
      return e.what();
    }
    return "nothing";
  }
  [[nodiscard]] static std::string bytes(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }
  int rank = 0, ranks = 1;
  std::string prefix;
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace
}  // namespace checkpoint_files

BOOST_FIXTURE_TEST_SUITE(checkpoint_files, Fixture)

BOOST_AUTO_TEST_CASE(what_was_written_is_read) {
  write(1.25);
  CheckpointHeader header{"1.0", "abc"};
  const Snapshot found = read_checkpoint(checkpoint_path(prefix), header, MPI_COMM_WORLD);
  BOOST_TEST(header.step == 7);
  BOOST_TEST(header.time == 0.5);
  BOOST_TEST(found.same_parts);
  BOOST_TEST((found.shared == sample(1.25).shared));
  BOOST_TEST(std::signbit(found.shared.at("a list")[1]));
  BOOST_TEST(static_cast<int>(found.parts.size()) == ranks);
  BOOST_TEST((found.parts[static_cast<std::size_t>(rank)] == sample(1.25).parts[static_cast<std::size_t>(rank)]));
}

BOOST_AUTO_TEST_CASE(another_number_of_ranks_has_the_parts_of_all) {
  write(2);
  CheckpointHeader header{"1.0", "abc"};
  // Each rank reads as if it were alone.
  const Snapshot found = read_checkpoint(checkpoint_path(prefix), header, MPI_COMM_SELF);
  BOOST_TEST(found.same_parts == (ranks == 1));
  BOOST_TEST(static_cast<int>(found.parts.size()) == ranks);
  if (ranks == 1) return;
  for (int r = 0; r < ranks; ++r) {
    const auto& uneven = found.parts[static_cast<std::size_t>(r)].at("uneven");
    BOOST_TEST(static_cast<int>(uneven.size()) == 5 * r);
    for (const double value : uneven) BOOST_TEST(value == 0.1 * r + 2);
  }
}

BOOST_AUTO_TEST_CASE(the_last_one_is_kept_under_another_name) {
  write(1);
  const std::string first = bytes(checkpoint_path(prefix));
  MPI_Barrier(MPI_COMM_WORLD);
  write(2);
  BOOST_TEST((bytes(previous_checkpoint_path(prefix)) == first));
  BOOST_TEST((bytes(checkpoint_path(prefix)) != first));
  BOOST_TEST(!fs::exists(prefix + ".chk.new"));
}

BOOST_AUTO_TEST_CASE(other_versions_and_models_are_refused) {
  write(1);
  BOOST_TEST(has(refused({"1.1", "abc"}), "is of version 1.0 of Flexura, this is 1.1"));
  BOOST_TEST(has(refused({"1.0", "abd"}), "belongs to another model"));
  BOOST_TEST(refused() == "nothing");
}

BOOST_AUTO_TEST_CASE(damaged_and_missing_files_are_refused) {
  BOOST_TEST(has(refused(), "cannot be read"));
  write(1);
  const std::string path = checkpoint_path(prefix);
  const std::string good = bytes(path);
  for (const std::size_t size : {good.size() / 2, good.size() - 1, std::size_t{10}, std::size_t{0}}) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) std::ofstream(path, std::ios::binary) << good.substr(0, size);
    MPI_Barrier(MPI_COMM_WORLD);
    BOOST_TEST(has(refused(), "is damaged"), size);
  }
  // A number of a list: 1.0 stands there as a double.
  std::string bad = good;
  const double one = 1;
  const std::size_t at = bad.find(std::string(reinterpret_cast<const char*>(&one), sizeof one));
  BOOST_REQUIRE(at != std::string::npos);
  bad[at] = 1;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) std::ofstream(path, std::ios::binary) << bad;
  MPI_Barrier(MPI_COMM_WORLD);
  BOOST_TEST(has(refused(), "the checksum of `a list` is wrong"), refused());
}

BOOST_AUTO_TEST_CASE(a_folder_that_does_not_exist_is_an_error_of_output) {
  try {
    write_checkpoint("no_such_folder/a", {"1.0", "abc"}, sample(1), MPI_COMM_WORLD);
    BOOST_ERROR("nothing was thrown");
  } catch (const Error& e) {
    BOOST_TEST((e.exit_code() == ExitCode::output_failed));
    BOOST_TEST(has(e.what(), "cannot write checkpoint `no_such_folder/a.chk`"), e.what());
  }
}

BOOST_AUTO_TEST_SUITE_END()
