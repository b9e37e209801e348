#include "app/session.h"

#include <petscsys.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "assembly/petsc.h"
#include "assembly/ranks.h"

namespace flexura {

namespace {

void set_default(const char* name, const char* value) { setenv(name, value, 0); }

/// Components of Open MPI 4 that have nothing to do in a process alone. Each is a shared library that would be opened,
/// asked and closed again: an eighth of the time to start.
constexpr std::pair<const char*, const char*> unneeded_components[] = {
    {"OMPI_MCA_coll", "^sm,tuned,monitoring,adapt,sync,inter,han"},
    {"OMPI_MCA_errmgr", "^default_tool,default_orted,default_hnp"},
    {"OMPI_MCA_mpool", "^hugepage"},
    {"OMPI_MCA_op", "^avx"},
    {"OMPI_MCA_osc", "^monitoring,ucx,pt2pt"},
    {"OMPI_MCA_patcher", "^overwrite"},
    {"OMPI_MCA_reachable", "^netlink"},
    {"OMPI_MCA_schizo", "^slurm,ompi,jsm,flux"},
    {"OMPI_MCA_shmem", "^sysv,posix"},
    {"OMPI_MCA_state", "^orted,hnp,novm,tool"}};

void search_no_devices() {
  set_default("HWLOC_PLUGINS_PATH", "/dev/null");  // displays, OpenCL, PCI: a tenth of the time to start
  set_default("HWLOC_COMPONENTS", "-linuxio");
}

/// Settings of Open MPI for ranks that its launcher has started on one machine: no search for networks, a third of the
/// time to start and end. True when they are.
bool prepare_ranks_of_one_machine() {
  const char* const here = std::getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
  const char* const all = std::getenv("OMPI_COMM_WORLD_SIZE");
  if (!here || !all || std::string_view(here) != all) return false;
  set_default("OMPI_MCA_pml", "ob1");
  search_no_devices();
  return true;
}

/// Settings of Open MPI for a process that stays alone: no daemon, no search for networks or devices.
void prepare_lone_process() {
  for (const char* started_by : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"})
    if (std::getenv(started_by)) return;
  set_default("OMPI_MCA_ess_singleton_isolated", "1");
  set_default("OMPI_MCA_pml", "ob1");
  set_default("OMPI_MCA_btl", "self");
  for (const auto& [name, value] : unneeded_components) set_default(name, value);
  search_no_devices();
  set_default("OMPI_MCA_orte_create_session_dirs", "0");  // programs started at once would share one
}

}  // namespace

Session::Session(const char* program, const std::vector<std::string>& petsc_arguments) {
  if (!prepare_ranks_of_one_machine()) prepare_lone_process();
  set_default("SCOTCH_PTHREAD_NUMBER", "1");  // of the partitioner: each rank is a process already
  arguments_ = {program, "-no_signal_handler"};
  arguments_.insert(arguments_.end(), petsc_arguments.begin(), petsc_arguments.end());
  for (std::string& argument : arguments_) argument_pointers_.push_back(argument.data());
  argument_pointers_.push_back(nullptr);
  int count = static_cast<int>(arguments_.size());
  char** values = argument_pointers_.data();
  FLEXURA_PETSC(PetscInitialize(&count, &values, nullptr, nullptr));
  take_petsc_errors();
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
}

Session::~Session() { PetscFinalize(); }

void Session::leave_at_once(int code) {
  std::fflush(nullptr);
  const int ranks = ranks_in(MPI_COMM_WORLD);
  if (ranks > 1) MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);
}

void Session::warn_of_unused_options() const {
  if (!root()) return;
  PetscInt count = 0;
  char** names = nullptr;
  char** values = nullptr;
  if (PetscOptionsLeftGet(nullptr, &count, &names, &values) != 0) return;
  for (PetscInt k = 0; k < count; ++k) {
    const std::string option = std::string("-") + names[k];
    if (std::find(arguments_.begin() + 2, arguments_.end(), option) == arguments_.end()) continue;
    std::fprintf(stderr, "warning: PETSc option %s was not used\n", option.c_str());
  }
  PetscOptionsLeftRestore(nullptr, &count, &names, &values);
}

}  // namespace flexura
