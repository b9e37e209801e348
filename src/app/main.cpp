#include "app/program.h"

#ifdef FLEXURA_MIMALLOC
#include <fcntl.h>
#include <mimalloc.h>
#include <unistd.h>

#include <cstddef>
#include <new>

namespace {

/// Memory in huge pages, which are kept: a third less time for factorisations and for the start of large models
/// (docs/performance.md). Where the administrator has set pages aside these are for whom he has.
/// MIMALLOC_LARGE_OS_PAGES and MIMALLOC_ALLOW_DECOMMIT in the environment decide otherwise.
void choose_pages(int /*unused*/, char** /*unused*/, char** /*unused*/) {
  char reserved = '0';
  const int file = open("/proc/sys/vm/nr_hugepages", O_RDONLY | O_CLOEXEC);
  if (file >= 0 && read(file, &reserved, 1) != 1) reserved = '0';
  if (file >= 0) close(file);
  if (reserved == '0') mi_option_set_enabled_default(mi_option_large_os_pages, true);
  mi_option_set_enabled_default(mi_option_allow_decommit, false);
}

/// Called before libraries are initialised, which allocate.
[[gnu::section(".preinit_array"), gnu::used]] void (*const before_all)(int, char**, char**) = choose_pages;

/// mimalloc asks for huge pages where a block has a whole number of them. It rounds blocks from 8 to 32 MB, with what
/// it puts before them, to one megabyte.
constexpr std::size_t with_huge_pages(std::size_t size) {
  constexpr std::size_t page = std::size_t{2} << 20, before = page / 2;
  const bool own_block = size > 8 * page && size < 16 * page - before;
  return own_block ? (size + before + page - 1) / page * page - before : size;
}

template <class Allocate>
void* allocated(Allocate&& allocate) {
  for (;;) {
    if (void* const at = allocate()) return at;
    const std::new_handler handler = std::get_new_handler();
    if (!handler) throw std::bad_alloc();
    handler();
  }
}

}  // namespace

// Those of mimalloc, a library in C, end the program when there is no memory.

void* operator new(std::size_t size) {
  return allocated([size] { return mi_malloc(with_huge_pages(size)); });
}
void* operator new[](std::size_t size) { return operator new(size); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocated([=] { return mi_malloc_aligned(size, static_cast<std::size_t>(alignment)); });
}
void* operator new[](std::size_t size, std::align_val_t alignment) { return operator new(size, alignment); }
void* operator new(std::size_t size, const std::nothrow_t& /*unused*/) noexcept { return mi_malloc(size); }
void* operator new[](std::size_t size, const std::nothrow_t& /*unused*/) noexcept { return mi_malloc(size); }
void operator delete(void* at) noexcept { mi_free(at); }
void operator delete[](void* at) noexcept { mi_free(at); }
void operator delete(void* at, std::size_t /*unused*/) noexcept { mi_free(at); }
void operator delete[](void* at, std::size_t /*unused*/) noexcept { mi_free(at); }
void operator delete(void* at, std::align_val_t /*unused*/) noexcept { mi_free(at); }
void operator delete[](void* at, std::align_val_t /*unused*/) noexcept { mi_free(at); }
void operator delete(void* at, std::size_t /*unused*/, std::align_val_t /*unused*/) noexcept { mi_free(at); }
void operator delete[](void* at, std::size_t /*unused*/, std::align_val_t /*unused*/) noexcept { mi_free(at); }
#endif

int main(int argc, char* argv[]) { return flexura::run_program(argc, argv); }
