// Memory that processes of one machine hold in common where it is the same.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace flexura {

/// A store that processes put blocks of memory into, one of each content. It is a file without a name in memory; a
/// table of contents at its beginning, where an entry that was made stays, lets them work without locks.
class BlockStore {
 public:
  static constexpr std::size_t most_bytes = std::size_t{256} << 10;  ///< of a block

  /// A store that others can join under name(). Null where the system has none.
  [[nodiscard]] static std::unique_ptr<BlockStore> create();
  /// Null when there is none of this name that one may use.
  [[nodiscard]] static std::unique_ptr<BlockStore> join(const std::string& name);
  BlockStore(const BlockStore&) = delete;
  BlockStore& operator=(const BlockStore&) = delete;
  /// Blocks stay until those who have them are gone.
  ~BlockStore();

  /// Good for join() as long as the store lives here.
  [[nodiscard]] std::string name() const;
  /// Pages with a copy of `bytes` bytes, at most most_bytes: those of an equal block in the store, or of this, which is
  /// put into it. What is written to them stays with the writer. Null when there is no room. munmap() ends them.
  [[nodiscard]] void* pages(const void* block, std::size_t bytes);
  [[nodiscard]] std::size_t blocks() const;  ///< in the store

 private:
  struct Entry {
    std::atomic<std::uint64_t> hash;  // 0: free
    std::uint32_t bytes;
    std::atomic<std::uint32_t> place;  // of its block, from 1 on; 0: not yet, bytes neither
  };
  struct Contents;
  explicit BlockStore(int file) : file_(file) {}
  [[nodiscard]] static off_t place_of(std::uint32_t block);
  [[nodiscard]] bool open_contents();
  [[nodiscard]] std::uint32_t put(const void* block, std::size_t bytes);

  int file_;
  Contents* contents_ = nullptr;
};

/// Where blocks of this process go from now on; null: they remain its own. It must live until another is named.
void use_block_store(BlockStore* store);

/// A block of memory that is filled once, in the store of the process if there is one.
class KeptBlock {
 public:
  /// A copy of `bytes` bytes; one of more than BlockStore::most_bytes is not shared.
  KeptBlock(const void* data, std::size_t bytes);
  KeptBlock(KeptBlock&& other) noexcept;
  KeptBlock(const KeptBlock&) = delete;
  KeptBlock& operator=(const KeptBlock&) = delete;
  ~KeptBlock();
  [[nodiscard]] void* data() const { return data_; }
  [[nodiscard]] bool shared() const { return shared_; }

 private:
  void* data_ = nullptr;
  std::size_t bytes_;
  bool shared_ = false;
};

}  // namespace flexura
