// Equal blocks of several processes are one; what one writes the others do not see.
#include <boost/test/unit_test.hpp>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "support/shared_blocks.h"

namespace flexura {
BOOST_AUTO_TEST_SUITE(shared_blocks)

namespace {

using Bytes = std::vector<char>;

Bytes content(std::size_t bytes, unsigned seed) {
  Bytes block(bytes);
  block[0] = static_cast<char>(seed);
  for (std::size_t i = 1; i < bytes; ++i) block[i] = static_cast<char>((seed = seed * 1664525 + 1013904223) >> 24);
  return block;
}

bool holds(const KeptBlock& block, const Bytes& bytes) {
  return std::memcmp(block.data(), bytes.data(), bytes.size()) == 0;
}

/// Whether `does` returns true in another process.
bool elsewhere(const std::function<bool()>& does) {
  const pid_t child = fork();
  if (child == 0) _exit(does() ? 0 : 1);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

struct Stored {
  std::unique_ptr<BlockStore> store = BlockStore::create();
  Stored() {
    BOOST_REQUIRE(store);
    use_block_store(store.get());
  }
  ~Stored() { use_block_store(nullptr); }
};

/// kB that are no pages of a file, of the range that `at` begins.
long own_kilobytes(const void* at) {
  FILE* const file = std::fopen("/proc/self/smaps", "r");
  BOOST_REQUIRE(file);
  char line[512];
  bool here = false;
  long own = 0, value = 0;
  while (std::fgets(line, sizeof(line), file)) {
    unsigned long begin = 0, end = 0;
    if (std::sscanf(line, "%lx-%lx ", &begin, &end) == 2)
      here = begin <= reinterpret_cast<unsigned long>(at) && reinterpret_cast<unsigned long>(at) < end;
    if (here && (std::sscanf(line, "Anonymous: %ld", &value) == 1)) own += value;
  }
  std::fclose(file);
  return own;
}

}  // namespace

BOOST_AUTO_TEST_CASE(without_a_store_blocks_are_copies) {
  Bytes bytes = content(1000, 1);
  const KeptBlock block(bytes.data(), bytes.size());
  BOOST_TEST(!block.shared());
  BOOST_TEST(holds(block, bytes));
  bytes[7] ^= 1;
  BOOST_TEST(!holds(block, bytes));
}

BOOST_FIXTURE_TEST_CASE(equal_blocks_of_two_processes_are_one, Stored) {
  for (const std::size_t bytes :
       {BlockStore::most_bytes, BlockStore::most_bytes - 24, std::size_t{5000}, std::size_t{1}}) {
    const std::size_t before = store->blocks();
    const Bytes one = content(bytes, 1), two = content(bytes, 2);
    const std::string name = store->name();
    const KeptBlock mine(one.data(), bytes);
    BOOST_TEST(mine.shared());
    BOOST_TEST(elsewhere([&] {
      const auto joined = BlockStore::join(name);
      if (!joined) return false;
      use_block_store(joined.get());
      const KeptBlock same(one.data(), bytes), other(two.data(), bytes);
      return same.shared() && holds(same, one) && other.shared() && holds(other, two);
    }));
    BOOST_TEST(store->blocks() == before + 2);
    const KeptBlock theirs(two.data(), bytes);
    BOOST_TEST(store->blocks() == before + 2);
    BOOST_TEST(holds(theirs, two));
  }
}

BOOST_FIXTURE_TEST_CASE(looking_at_a_block_takes_no_memory_and_writing_a_page, Stored) {
  const Bytes bytes = content(BlockStore::most_bytes, 3);
  const KeptBlock block(bytes.data(), bytes.size());
  BOOST_TEST(holds(block, bytes));
  BOOST_TEST(own_kilobytes(block.data()) == 0);
  static_cast<char*>(block.data())[5] ^= 1;
  BOOST_TEST(own_kilobytes(block.data()) == sysconf(_SC_PAGESIZE) / 1024);
}

BOOST_FIXTURE_TEST_CASE(what_is_written_stays_with_the_writer, Stored) {
  const Bytes bytes = content(BlockStore::most_bytes, 4);
  const KeptBlock mine(bytes.data(), bytes.size());
  const std::string name = store->name();
  BOOST_TEST(elsewhere([&] {
    const auto joined = BlockStore::join(name);
    use_block_store(joined.get());
    const KeptBlock theirs(bytes.data(), bytes.size());
    static_cast<char*>(theirs.data())[100000] ^= 1;
    return theirs.shared() && !holds(theirs, bytes);
  }));
  BOOST_TEST(holds(mine, bytes));
  const KeptBlock again(bytes.data(), bytes.size());
  BOOST_TEST(holds(again, bytes));
}

BOOST_FIXTURE_TEST_CASE(blocks_outlive_the_store, Stored) {
  const Bytes bytes = content(BlockStore::most_bytes, 5);
  KeptBlock first(bytes.data(), bytes.size());
  store.reset();
  const KeptBlock moved = std::move(first);
  BOOST_TEST(moved.shared());
  BOOST_TEST(holds(moved, bytes));
  const KeptBlock later(bytes.data(), bytes.size());
  BOOST_TEST(!later.shared());
  BOOST_TEST(holds(later, bytes));
}

BOOST_FIXTURE_TEST_CASE(a_limit_of_the_size_of_files_goes_without_a_store, Stored) {
  const std::string name = store->name();
  BOOST_TEST(elsewhere([&] {
    const rlimit limit{1000, 1000};
    setrlimit(RLIMIT_FSIZE, &limit);
    return !BlockStore::create() && !BlockStore::join(name);
  }));
}

BOOST_AUTO_TEST_CASE(what_is_no_store_is_not_joined) {
  BOOST_TEST(!BlockStore::join("/proc/self/fd/12345"));
  BOOST_TEST(!BlockStore::join("/dev/null"));
  BOOST_TEST(!BlockStore::join(""));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace flexura
