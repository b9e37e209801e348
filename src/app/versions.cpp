#include "app/versions.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <klu.h>
#include <mpi.h>
#include <netcdf.h>
#include <petscsys.h>
#include <slepcsys.h>
#include <spdlog/version.h>
#include <umfpack.h>
#include <CLI/Version.hpp>
#include <Eigen/Core>
#include <nlohmann/json.hpp>

#include "output/array_file.h"
#include "support/version.h"

namespace flexura {

std::string version_text() {
  std::string text = fmt::format("flexura {} ({}, {})\n", version, build_type, compiler);
  const auto add = [&text](const char* name, const std::string& value) {
    text += fmt::format("  {:<14}{}\n", name, value);
  };
  PetscInt major = 0, minor = 0, patch = 0;
  PetscGetVersionNumber(&major, &minor, &patch, nullptr);
  add("PETSc", fmt::format("{}.{}.{} ({} bit indices)", major, minor, patch, 8 * sizeof(PetscInt)));
  add("SLEPc", fmt::format("{}.{}.{}", SLEPC_VERSION_MAJOR, SLEPC_VERSION_MINOR, SLEPC_VERSION_SUBMINOR));
  char mpi[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int size = 0;
  MPI_Get_library_version(mpi, &size);
  std::string_view library(mpi, static_cast<std::size_t>(size));
  library = library.substr(0, library.find_first_of(",\n"));  // who built it where does not matter
  add("MPI", fmt::format("{} (standard {}.{})", library, MPI_VERSION, MPI_SUBVERSION));
  add("Eigen", fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION));
  add("KLU", fmt::format("{}.{}.{}", KLU_MAIN_VERSION, KLU_SUB_VERSION, KLU_SUBSUB_VERSION));
  add("UMFPACK", fmt::format("{}.{}.{}", UMFPACK_MAIN_VERSION, UMFPACK_SUB_VERSION, UMFPACK_SUBSUB_VERSION));
  std::string netcdf = nc_inq_libvers();
  add("NetCDF", netcdf.substr(0, netcdf.find(' ')) + (ArrayFile::by_many() ? " (parallel)" : ""));
  add("fmt", fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100));
  add("spdlog", fmt::format("{}.{}.{}", SPDLOG_VER_MAJOR, SPDLOG_VER_MINOR, SPDLOG_VER_PATCH));
  add("CLI11", CLI11_VERSION);
  add("JSON",
      fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH));
  if (const auto mimalloc = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "mi_version")))
    add("mimalloc", fmt::format("{}.{}.{}", mimalloc() / 100, mimalloc() / 10 % 10, mimalloc() % 10));
  return text;
}

}  // namespace flexura
