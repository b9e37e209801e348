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

}  // namespace

void* operator new(std::size_t size) { return mi_new(with_huge_pages(size)); }
void* operator new[](std::size_t size) { return mi_new(with_huge_pages(size)); }
void operator delete(void* at) noexcept { mi_free(at); }
void operator delete[](void* at) noexcept { mi_free(at); }
void operator delete(void* at, std::size_t /*unused*/) noexcept { mi_free(at); }
void operator delete[](void* at, std::size_t /*unused*/) noexcept { mi_free(at); }
#endif

int main(int argc, char* argv[]) { return flexura::run_program(argc, argv); }
