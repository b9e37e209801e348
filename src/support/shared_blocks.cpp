#include "support/shared_blocks.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstring>
#include <new>
#include <utility>

#include "support/check_sum.h"

namespace flexura {

namespace {

constexpr std::uint32_t no_room = 0xffffffff;
constexpr std::size_t entries = std::size_t{1} << 20;

BlockStore* store = nullptr;

/// Never 0. Blocks are compared where it is equal.
std::uint64_t hash_of(const void* block, std::size_t bytes) {
  constexpr std::size_t word = sizeof(std::uint64_t);
  CheckSum sum;
  sum.add(block, bytes / word);
  std::uint64_t rest = 0;
  std::memcpy(&rest, static_cast<const std::byte*>(block) + bytes / word * word, bytes % word);
  sum.add(&rest, 1);
  return sum.value() | 1;
}

/// The store is a file for the limits of a process.
bool files_may_grow() {
  rlimit limit{};
  return getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY;
}

}  // namespace

struct BlockStore::Contents {
  std::atomic<std::uint32_t> blocks;
  std::array<Entry, entries> table;
};

static_assert(std::atomic<std::uint64_t>::is_always_lock_free && std::atomic<std::uint32_t>::is_always_lock_free);

/// Where block `block`, from 1 on, is in the file.
off_t BlockStore::place_of(std::uint32_t block) {
  constexpr std::size_t header = (sizeof(Contents) + most_bytes - 1) / most_bytes;
  return static_cast<off_t>((header + block - 1) * most_bytes);
}

std::unique_ptr<BlockStore> BlockStore::create() {
  if (!files_may_grow()) return nullptr;
  const int file = memfd_create("model", MFD_CLOEXEC);
  if (file < 0) return nullptr;
  std::unique_ptr<BlockStore> made(new BlockStore(file));
  if (ftruncate(file, place_of(1)) != 0 || !made->open_contents()) return nullptr;
  return made;
}

std::unique_ptr<BlockStore> BlockStore::join(const std::string& name) {
  if (!files_may_grow()) return nullptr;
  const int file = open(name.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return nullptr;
  std::unique_ptr<BlockStore> joined(new BlockStore(file));
  if (lseek(file, 0, SEEK_END) < place_of(1) || !joined->open_contents()) return nullptr;
  return joined;
}

BlockStore::~BlockStore() {
  if (store == this) store = nullptr;
  if (contents_) munmap(contents_, sizeof(Contents));
  close(file_);
}

bool BlockStore::open_contents() {
  void* const at = mmap(nullptr, sizeof(Contents), PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
  if (at == MAP_FAILED) return false;
  contents_ = static_cast<Contents*>(at);  // zeros are a table without entries
  return true;
}

std::string BlockStore::name() const { return "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(file_); }

std::size_t BlockStore::blocks() const { return contents_->blocks.load(); }

std::uint32_t BlockStore::put(const void* block, std::size_t bytes) {
  const std::uint32_t place = contents_->blocks.fetch_add(1) + 1;
  const off_t begin = place_of(place);
  for (std::size_t done = 0; done < bytes;) {
    const ssize_t written =
        pwrite(file_, static_cast<const std::byte*>(block) + done, bytes - done, begin + static_cast<off_t>(done));
    if (written <= 0) return no_room;
    done += static_cast<std::size_t>(written);
  }
  return place;
}

void* BlockStore::pages(const void* block, std::size_t bytes) {
  if (bytes == 0 || bytes > most_bytes) return nullptr;
  const std::uint64_t hash = hash_of(block, bytes);
  constexpr std::size_t most_probes = 64;
  for (std::size_t probe = 0; probe < most_probes; ++probe) {
    Entry& entry = contents_->table[(hash / 2 + probe) % entries];
    std::uint64_t found = 0;
    const bool fresh = entry.hash.compare_exchange_strong(found, hash);
    if (!fresh && found != hash) continue;
    if (fresh) {
      entry.bytes = static_cast<std::uint32_t>(bytes);
      entry.place.store(put(block, bytes), std::memory_order_release);
    }
    // Whoever puts it there takes some microseconds, unless it has gone.
    std::uint32_t place = entry.place.load(std::memory_order_acquire);
    const auto late = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
    for (; place == 0 && std::chrono::steady_clock::now() < late; place = entry.place.load(std::memory_order_acquire))
      sched_yield();
    if (place == 0 || place == no_room) return nullptr;
    if (entry.bytes != bytes) continue;
    void* const at = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file_, place_of(place));
    if (at == MAP_FAILED) return nullptr;
    // Made writable behind MAP_POPULATE, which would copy the pages otherwise.
    if (std::memcmp(at, block, bytes) == 0 && mprotect(at, bytes, PROT_READ | PROT_WRITE) == 0) return at;
    munmap(at, bytes);
  }
  return nullptr;
}

void use_block_store(BlockStore* used) { store = used; }

KeptBlock::KeptBlock(const void* data, std::size_t bytes)
    : data_(store ? store->pages(data, bytes) : nullptr), bytes_(bytes), shared_(data_ != nullptr) {
  if (shared_) return;
  data_ = ::operator new(bytes);
  if (bytes > 0) std::memcpy(data_, data, bytes);
}

KeptBlock::KeptBlock(KeptBlock&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), bytes_(other.bytes_), shared_(other.shared_) {}

KeptBlock::~KeptBlock() {
  if (!data_) return;
  if (shared_) {
    munmap(data_, bytes_);
  } else {
    ::operator delete(data_);
  }
}

}  // namespace flexura
