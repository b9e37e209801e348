#include "app/program.h"

#ifdef FLEXURA_MIMALLOC
#include <fcntl.h>
#include <mimalloc.h>
#include <unistd.h>

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

}  // namespace
#endif

int main(int argc, char* argv[]) { return flexura::run_program(argc, argv); }
