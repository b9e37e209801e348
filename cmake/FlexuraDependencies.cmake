# Everything Flexura stands on. Debian's names are in scripts/packages.txt.
set(MPI_CXX_SKIP_MPICXX TRUE)  # the C interface only
find_package(MPI REQUIRED COMPONENTS CXX)
find_package(PkgConfig REQUIRED)
pkg_check_modules(PETSc REQUIRED IMPORTED_TARGET PETSc>=3.18)
pkg_check_modules(SLEPc REQUIRED IMPORTED_TARGET SLEPc>=3.18)
# Debian's file passes on the flags it was packaged with; _FORTIFY_SOURCE hides errors from AddressSanitizer.
set_target_properties(PkgConfig::SLEPc PROPERTIES INTERFACE_COMPILE_OPTIONS "")
pkg_check_modules(NetCDF REQUIRED IMPORTED_TARGET netcdf-cxx4)
# The parallel one; NetCDF brings a serial one of its own, with other symbol versions.
pkg_check_modules(HDF5 REQUIRED hdf5-openmpi)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)

# KLU, UMFPACK and SuiteSparseQR of SuiteSparse.
find_path(SUITESPARSE_INCLUDE_DIR klu.h PATH_SUFFIXES suitesparse REQUIRED)
add_library(flexura_suitesparse INTERFACE)
target_include_directories(flexura_suitesparse SYSTEM INTERFACE ${SUITESPARSE_INCLUDE_DIR})
foreach(name klu umfpack spqr cholmod amd camd colamd btf suitesparseconfig)
  find_library(SUITESPARSE_${name}_LIBRARY ${name} REQUIRED)
  mark_as_advanced(SUITESPARSE_${name}_LIBRARY)
  target_link_libraries(flexura_suitesparse INTERFACE ${SUITESPARSE_${name}_LIBRARY})
endforeach()

# What the library uses inside and does not show in its public headers; tests may use it too.
add_library(flexura_private_dependencies INTERFACE)
target_link_libraries(flexura_private_dependencies INTERFACE
  PkgConfig::SLEPc PkgConfig::NetCDF CLI11::CLI11 nlohmann_json::nlohmann_json flexura_suitesparse ${CMAKE_DL_LIBS})

if(FLEXURA_TESTS)
  find_package(Boost 1.74 REQUIRED COMPONENTS unit_test_framework)
endif()
if(FLEXURA_BENCH)
  find_package(benchmark QUIET)
endif()
