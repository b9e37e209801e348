# Everything Flexura stands on. Debian's names are in scripts/packages.txt.
set(MPI_CXX_SKIP_MPICXX TRUE)  # the C interface only
find_package(MPI REQUIRED COMPONENTS CXX)
find_package(PkgConfig REQUIRED)
pkg_check_modules(PETSc REQUIRED IMPORTED_TARGET PETSc>=3.18)
pkg_check_modules(SLEPc REQUIRED IMPORTED_TARGET SLEPc>=3.18)
# Debian's file passes on the flags it was packaged with; _FORTIFY_SOURCE hides errors from AddressSanitizer.
set_target_properties(PkgConfig::SLEPc PROPERTIES INTERFACE_COMPILE_OPTIONS "")
pkg_check_modules(HDF5 REQUIRED hdf5-openmpi)
# NetCDF on the same, parallel HDF5: all ranks write one file, and the process has one HDF5.
option(FLEXURA_PARALLEL_NETCDF "Use the parallel NetCDF library when it is there" ON)
if(FLEXURA_PARALLEL_NETCDF)
  pkg_check_modules(PARALLEL_NETCDF netcdf-mpi>=4.9)
endif()
if(FLEXURA_PARALLEL_NETCDF AND PARALLEL_NETCDF_FOUND)
  # Its headers have the names of those of the serial library, which may be in a folder that is searched anyway.
  pkg_get_variable(netcdf_prefix netcdf-mpi prefix)
  set(netcdf_headers ${netcdf_prefix}/include)
  set(netcdf_libraries ${PARALLEL_NETCDF_LINK_LIBRARIES})
else()
  message(WARNING "Without the parallel NetCDF library (package libnetcdf-mpi-dev) one rank writes the results of all.")
  pkg_check_modules(SERIAL_NETCDF REQUIRED netcdf)
  set(netcdf_headers ${SERIAL_NETCDF_INCLUDE_DIRS})
  set(netcdf_libraries ${SERIAL_NETCDF_LINK_LIBRARIES})
endif()
# Sources that see NetCDF. A directory for all would be one more word in every command that compiles.
function(flexura_uses_netcdf)
  set_source_files_properties(${ARGN} PROPERTIES INCLUDE_DIRECTORIES "${netcdf_headers}")
endfunction()
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

add_library(flexura_netcdf INTERFACE)
target_link_libraries(flexura_netcdf INTERFACE ${netcdf_libraries})

# What the library uses inside and does not show in its public headers; tests may use it too.
add_library(flexura_private_dependencies INTERFACE)
target_link_libraries(flexura_private_dependencies INTERFACE
  PkgConfig::SLEPc flexura_netcdf CLI11::CLI11 nlohmann_json::nlohmann_json flexura_suitesparse ${CMAKE_DL_LIBS})

# An allocator that takes the place of malloc in the program.
find_library(MIMALLOC_LIBRARY mimalloc)
find_path(MIMALLOC_INCLUDE_DIR mimalloc.h)
mark_as_advanced(MIMALLOC_LIBRARY MIMALLOC_INCLUDE_DIR)

if(FLEXURA_TESTS)
  find_package(Boost 1.74 REQUIRED COMPONENTS unit_test_framework)
endif()
if(FLEXURA_BENCH)
  find_package(benchmark QUIET)
endif()
