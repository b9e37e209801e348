#include "support/sparse_numbers.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <utility>

namespace flexura {

namespace {

/// From so many numbers on pages of their own are taken from the system.
constexpr std::size_t large = 32768;

}  // namespace

SparseNumbers::~SparseNumbers() {
  if (room_ >= large) {
    munmap(data_, room_ * sizeof(int));
  } else {
    std::free(data_);
  }
}

void SparseNumbers::make_room(std::size_t size) {
  std::size_t room = std::max(size, 2 * room_);
  void* data = nullptr;
  if (room < large) {
    data = std::realloc(data_, room * sizeof(int));
    if (!data) throw std::bad_alloc();
    std::fill(static_cast<int*>(data) + room_, static_cast<int*>(data) + room, 0);
  } else {
    constexpr std::size_t by_page = 4096 / sizeof(int);
    room = (room + by_page - 1) / by_page * by_page;
    const bool moves = room_ >= large;
    data = moves ? mremap(data_, room_ * sizeof(int), room * sizeof(int), MREMAP_MAYMOVE)
                 : mmap(nullptr, room * sizeof(int), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (data == MAP_FAILED) throw std::bad_alloc();
    static_cast<void>(madvise(data, room * sizeof(int), MADV_NOHUGEPAGE));  // which few numbers would fill with zeros
    if (!moves) {
      for (std::size_t i = 0; i < size_; ++i)
        if (data_[i] != 0) static_cast<int*>(data)[i] = data_[i];
      std::free(data_);
    }
  }
  data_ = static_cast<int*>(data);
  room_ = room;
}

void SparseNumbers::swap(SparseNumbers& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(room_, other.room_);
}

}  // namespace flexura
